import { fileMessage, worded } from '../../messages/file-message.ts';
import type { CensusColumn } from '../headings/census-column.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { EnrollmentRecord } from '../../enrollment-record.ts';
import { shown } from '../../shown-value.ts';

/**
 * The columns that say from when somebody may be covered, and when they enrolled where that is all that is said of the
 * start.
 */
export type EligibleFrom = { readonly eligibility: string; readonly enrollment?: string };

/** The day of an enrollment is that of its start in many exports, and that of the signature in others. */
const ENROLLED_ON = /^(?:benefits?|plan|coverage)?enroll(?:ment|ed)?(?:date|dt|on)$/;

/** Whether a list says when its people become eligible; undefined where it does not. */
export function eligibleFromIn(columns: readonly CensusColumn[]): EligibleFrom | undefined {
  const eligibility = columns.find(({ field, dependent }) => field === 'eligibleFrom' && dependent === 0);
  if (!eligibility) return undefined;
  const starts = columns.filter(({ field, dependent }) => /^from(?:\.|$)/.test(field) && dependent === 0);
  const [start] = starts;
  const isOfEnrollment =
    start !== undefined &&
    starts.every(({ how, heading }) => how !== 'remembered' && ENROLLED_ON.test(wordsOf(heading)));
  return { eligibility: eligibility.heading, ...(isOfEnrollment && { enrollment: start.heading }) };
}

/**
 * Nobody is covered before they are eligible: who enrolled before is covered from that day, who enrolled later from
 * then. The start of coverage in so many words wins over both; where the list names no start, the group's rules say it,
 * and not before that day.
 */
export function startWhenEligible(record: EnrollmentRecord, columns: EligibleFrom | undefined): void {
  const { eligibilityFrom, coverages, warnings } = record;
  if (columns === undefined || eligibilityFrom === undefined) return;
  const setting = coverages.filter(({ action }) => action !== 'waive' && action !== 'end');
  if (setting.length === 0) return;
  const [eligibility, enrollment] = [shown(columns.eligibility), columns.enrollment && shown(columns.enrollment)];
  if (enrollment !== undefined && setting.some(({ from }) => from !== undefined)) {
    for (const coverage of setting)
      if (coverage.from !== undefined && coverage.from < eligibilityFrom) coverage.from = eligibilityFrom;
    warnings.push({
      field: 'coverages',
      code: 'start_when_eligible',
      ...worded(fileMessage('start_from_later_column', { eligibility, enrollment })),
    });
  }
  if (setting.some(({ from, startRule }) => from === undefined && startRule === undefined))
    warnings.push({
      field: 'coverages',
      code: 'start_when_eligible',
      ...worded(fileMessage('start_not_before_eligibility', { eligibility })),
    });
}
