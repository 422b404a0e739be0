import type { CalendarDate } from '../calendar-date.ts';
import type { PersonDraft } from '../members/person-draft.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { isRepeatedEnd } from './coverage/file-coverage-change.ts';
import { type CoverageAction, type EnrollmentRecord, isSetting } from './enrollment-record.ts';
import type { ResolvedCoverage, ResolvedRecord } from './resolved-record.ts';

/** What ends a line of coverage. */
export const ENDING: ReadonlySet<CoverageAction> = new Set(['end', 'void', 'waive']);

/** Whether a record itself ends coverage of its person. */
export const saysEnd = ({
  action,
  coverages,
}: {
  action: EnrollmentRecord['action'];
  coverages: readonly { action: CoverageAction }[];
}): boolean => action === 'end' || coverages.some((one) => ENDING.has(one.action));

export const isEndBeforeCobra = (
  { action, benefitStatus }: Pick<EnrollmentRecord, 'action' | 'benefitStatus'>,
  onCobra: boolean,
): boolean => action === 'end' && onCobra && benefitStatus !== 'C';

/** Whether somebody is continued under COBRA, or belongs to who is: some senders say it of subscribers only. */
export const isOnCobra = ({ values }: PersonDraft, subscriber: PersonDraft | undefined): boolean =>
  values.benefitStatus === 'C' || subscriber?.values.benefitStatus === 'C';

/**
 * The lines whose end, as a record says it, is known of earlier coverage, while later coverage goes on; all of whoever
 * leaves whole. `onCobra`: the employer repeats the end of the employment's coverage, which COBRA has followed on the
 * next day; a record that says COBRA itself ends that.
 */
export function endsRepeated(
  record: Pick<EnrollmentRecord, 'action' | 'endsUntil' | 'benefitStatus'> & {
    coverages: readonly Pick<ResolvedCoverage, 'line' | 'action' | 'until'>[];
  },
  spans: PersonDraft['spans'],
  onCobra: boolean,
): CoverageLine[] {
  const { action, coverages, endsUntil } = record;
  const atOnce = isEndBeforeCobra(record, onCobra);
  if (action === 'end' && coverages.length === 0)
    return endsUntil !== undefined &&
      isRepeatedEnd(
        COVERAGE_LINES.flatMap((line) => spans[line] ?? []),
        endsUntil,
        atOnce,
      )
      ? [...COVERAGE_LINES]
      : [];
  return coverages.flatMap((one) =>
    one.action === 'end' && one.until !== undefined && isRepeatedEnd(spans[one.line] ?? [], one.until, atOnce)
      ? [one.line]
      : [],
  );
}

/**
 * Whoever has left and is here again is told to leave on that day for months: nothing of it is new, the day of leaving
 * neither.
 */
export const repeatsEnd = (record: ResolvedRecord, person: PersonDraft, subscriber: PersonDraft | undefined): boolean =>
  record.action === 'end' &&
  endsRepeated(record, person.spans, isOnCobra(person, subscriber)).length >= Math.max(1, record.coverages.length);

/**
 * INS04: divorce, death, COBRA (and its premium paid), surviving spouse, legal separation. Whoever goes on for these
 * has lost what the dependent had.
 */
const CONTINUED_FOR: ReadonlySet<string> = new Set(['01', '03', '09', '10', '11', '31']);

/**
 * Whether a record is about coverage that follows the employment's: COBRA (INS05 C, or INS04 09 and 10) and surviving
 * insureds. A divorce or a death alone only gives who stays covered another level.
 */
export const isAfterEmployment = ({
  benefitStatus,
  maintenanceReason,
}: Pick<EnrollmentRecord, 'benefitStatus' | 'maintenanceReason'>): boolean =>
  benefitStatus === 'C' || benefitStatus === 'S' || maintenanceReason === '09' || maintenanceReason === '10';

/**
 * Whether whoever comes in goes on with coverage that was lost elsewhere: COBRA, a surviving insured, or one of those
 * reasons.
 */
export const isContinued = ({
  benefitStatus,
  maintenanceReason,
}: Pick<EnrollmentRecord, 'benefitStatus' | 'maintenanceReason'>): boolean =>
  benefitStatus === 'C' || benefitStatus === 'S' || CONTINUED_FOR.has(maintenanceReason ?? '');

/**
 * Where one record ends the employment's coverage and begins that under COBRA, or of a survivor: the first days of what
 * begins, by line. Each of the dependents elects for itself, as where two records say so. `was`: the status before;
 * whoever was continued already takes the family along to another plan.
 */
export function firstDaysAlone(record: ResolvedRecord, was: unknown): ReadonlyMap<CoverageLine, CalendarDate> {
  const days = new Map<CoverageLine, CalendarDate>();
  if (!isAfterEmployment(record) || was === 'C' || was === 'S') return days;
  for (const { line, action, until } of record.coverages) {
    if (action !== 'end' || until === undefined) continue;
    const next = record.coverages.find(
      (one) => one.line === line && isSetting(one.action) && one.from !== undefined && one.from >= until,
    );
    if (next?.from !== undefined) days.set(line, next.from);
  }
  return days;
}
