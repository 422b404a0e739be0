import { type CalendarDate, parseCalendarDate } from '../calendar-date.ts';
import type { Problem } from '../refusal.ts';

const MAX_TEXT = 200;

/** Collects problems under their paths; the first of a path wins. */
export class Findings {
  readonly list: Problem[] = [];
  add(path: string, message: string): void {
    if (!this.list.some((problem) => problem.path === path)) this.list.push({ path, message });
  }
  text(path: string, value: string, label: string, required: boolean): boolean {
    if (required && value.trim() === '') this.add(path, `Enter ${label}.`);
    else if (value.length > MAX_TEXT) this.add(path, `Use at most ${MAX_TEXT} characters.`);
    else return value.trim() !== '';
    return false;
  }
  whole(path: string, value: number, min: number, max: number, message: string): void {
    if (!Number.isInteger(value) || value < min || value > max) this.add(path, message);
  }
  date(path: string, value: string): CalendarDate | undefined {
    const date = parseCalendarDate(value);
    if (value !== '' && !date) this.add(path, 'Enter a valid date as MM/DD/YYYY.');
    else if (date && (date < '1900-01-01' || date > '2199-12-31'))
      this.add(path, 'Enter a year between 1900 and 2199.');
    return date;
  }
}
