import { calendarDateOf, type CalendarDate } from '../../../calendar-date.ts';
import type { CellValue } from './cell-value.ts';
import { monthOf } from './read-date.ts';

/** No month is written longer. */
const LONGEST = 20;
const FIRST_LIKELY_YEAR = 1900;
const LAST_LIKELY_YEAR = 2100;

/**
 * The first day of a month that is written without a day: March 2024, Mar-2024, 03/2024, 2024-03. Only for the start of
 * coverage, which by the trade's rule falls on the first of a month where nobody says another day; never for a birth or
 * a last day. Two digits may be a day or a year (Mar-26), and say nothing.
 */
export function firstOfMonth(cell: CellValue): CalendarDate | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST) return undefined;
  const text = cell.trim();
  const named = /^([A-Za-z]{3,9})\.?[ ,/-]+(\d{4})$/.exec(text);
  if (named) return dayOne(named[2], monthOf(named[1] ?? ''));
  const numbered = /^(\d{1,2})[/-](\d{4})$/.exec(text);
  if (numbered) return dayOne(numbered[2], Number(numbered[1]));
  const iso = /^(\d{4})[/-](\d{2})$/.exec(text);
  return iso ? dayOne(iso[1], Number(iso[2])) : undefined;
}

function dayOne(year: string | undefined, month: number): CalendarDate | undefined {
  const number = Number(year);
  return number >= FIRST_LIKELY_YEAR && number <= LAST_LIKELY_YEAR ? calendarDateOf(number, month, 1) : undefined;
}
