import type { CalendarDate } from '../../../calendar-date.ts';
import type { EnrollmentRecord } from '../../enrollment-record.ts';

/**
 * From when what a row says holds, where a column tells it. Beside a start, which lists repeat of the line as it began,
 * it is the day on which another plan than the one on record begins; without one it is the start.
 */
export function holdFrom({ coverages, action }: EnrollmentRecord, day: CalendarDate | undefined): void {
  if (day === undefined || action === 'end') return;
  for (const coverage of coverages) {
    if (coverage.action !== 'compare' || (coverage.until !== undefined && coverage.until <= day)) continue;
    if (coverage.from === undefined) coverage.from = day;
    else if (day > coverage.from) coverage.changedOn = day;
  }
}
