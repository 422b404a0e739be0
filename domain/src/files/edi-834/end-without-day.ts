import { fileMessage } from '../messages/file-message.ts';
import { addDays, type CalendarDate } from '../../calendar-date.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { hasDateProblem, problem, type Verdict, warning } from '../verdict.ts';

/**
 * An 834 that ends somebody and names no last day (349, 357, 303), but the date of death (INS12), or of somebody under
 * COBRA its end (341): with that it ended. Nobody outlives the one, and COBRA does not the other; both are days
 * covered, also of a sender whose ends are the first day without coverage. Beside anything else they end nothing.
 */
export function endWithoutDay(record: EnrollmentRecord): void {
  const { dateOfDeath, cobra, cobraEndDate, action, coverages } = record;
  const last = dateOfDeath ?? (cobra ? cobraEndDate : undefined);
  if (last === undefined) return;
  const undated = coverages.filter((coverage) => coverage.action === 'end' && coverage.until === undefined);
  const isWhole = action === 'end' && coverages.length === 0 && record.endsUntil === undefined && !record.neverCovered;
  if ((undated.length === 0 && !isWhole) || hasDateProblem(record)) return;
  const until = addDays(last, 1);
  for (const coverage of undated) coverage.until = until;
  if (action === 'end') record.endsUntil ??= until;
  record.endsWith = dateOfDeath === undefined ? 'cobra' : 'death';
}

/**
 * A day that ends coverage and cannot be that of somebody's death, or may be no more than how long COBRA could last; of
 * a death to come that ends nothing it is told.
 */
export function judgeEndWithoutDay(
  { endsWith, dateOfDeath, dateOfBirth, cobraEndDate }: EnrollmentRecord,
  today: CalendarDate,
  found: Verdict,
): void {
  if (endsWith === 'cobra') {
    if (cobraEndDate !== undefined && cobraEndDate > today)
      problem(found, 'endsUntil', 'end_missing', fileMessage('cobra_end_in_future'));
    return;
  }
  if (dateOfDeath === undefined) return;
  if (endsWith === undefined) {
    if (dateOfDeath > today) warning(found, 'dateOfDeath', 'death_to_come', fileMessage('death_in_future_ignored'));
    return;
  }
  if (dateOfDeath > today) problem(found, 'dateOfDeath', 'death_future', fileMessage('death_in_future'));
  else if (dateOfBirth !== undefined && dateOfDeath < dateOfBirth)
    problem(found, 'dateOfDeath', 'death_before_birth', fileMessage('death_before_birth'));
}
