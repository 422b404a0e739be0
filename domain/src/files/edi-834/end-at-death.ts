import { addDays, type CalendarDate } from '../../calendar-date.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { hasDateProblem, problem, type Verdict } from '../verdict.ts';

/**
 * An 834 that ends somebody and names no last day (349, 357, 303), but the date of death (INS12): with that it ended. Nobody outlives the day, and whoever died
 * on it was covered, so it is the last one covered, also of a sender whose ends are the first day without coverage. A date of death beside anything else ends
 * nothing.
 */
export function endAtDeath(record: EnrollmentRecord): void {
  const { dateOfDeath, action, coverages } = record;
  const undated = coverages.filter((coverage) => coverage.action === 'end' && coverage.until === undefined);
  const isWhole = action === 'end' && coverages.length === 0 && record.endsUntil === undefined && !record.neverCovered;
  if (dateOfDeath === undefined || (undated.length === 0 && !isWhole) || hasDateProblem(record)) return;
  const until = addDays(dateOfDeath, 1);
  for (const coverage of undated) coverage.until = until;
  if (action === 'end') record.endsUntil ??= until;
  record.endsAtDeath = true;
}

/** A day that ends coverage and cannot be that of somebody's death. */
export function judgeDeath({ dateOfDeath, dateOfBirth }: EnrollmentRecord, today: CalendarDate, found: Verdict): void {
  if (dateOfDeath === undefined) return;
  if (dateOfDeath > today)
    problem(found, 'dateOfDeath', 'death_future', 'Date of death (INS12) is in the future, and nothing else says when coverage ends; send the last day (357)');
  else if (dateOfBirth !== undefined && dateOfDeath < dateOfBirth)
    problem(found, 'dateOfDeath', 'death_before_birth', 'Date of death (INS12) is before the date of birth');
}
