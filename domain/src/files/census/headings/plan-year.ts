import { fileMessage, worded } from '../../messages/file-message.ts';
import { addMonths, type CalendarDate, partsOf } from '../../../calendar-date.ts';
import { type EnrollmentCoverage, type EnrollmentRecord, isSetting } from '../../enrollment-record.ts';

/** 2027 Medical Plan, Dental Plan (2027), PY2027 Tier: of which plan year a column is. */
export const YEAR_IN_HEADING = /^(?:py ?)?(20[2-9]\d)\s+(?=\S)|\s+\(?(?:py ?)?(20[2-9]\d)\)?$/i;

/**
 * The one year of which all columns for plans are, by their headings; undefined where one says none, or they differ. Of
 * several for one line the first counts: Medical Plan beside 2027 Medical Plan says what was.
 */
export function planYearIn(columns: readonly { field: string; heading: string }[]): number | undefined {
  const plans = new Map<string, { heading: string }>();
  for (const column of columns)
    if (column.field.startsWith('plan.') && !plans.has(column.field)) plans.set(column.field, column);
  const years = new Set(
    [...plans.values()].map(({ heading }) => YEAR_IN_HEADING.exec(heading.trim())?.slice(1).find(Boolean)),
  );
  const [year] = years;
  return years.size === 1 && year !== undefined ? Number(year) : undefined;
}

const hasNoStart = ({ from, startRule, action }: EnrollmentCoverage): boolean =>
  from === undefined && startRule === undefined && (isSetting(action) || action === 'waive');

/** Says of a row whose plans are those of a year to come, and which names no start, that it is about that year. */
export function ofPlanYear(record: EnrollmentRecord, year: number | undefined, today: CalendarDate): void {
  if (year === undefined || year <= partsOf(today).year || record.action === 'end') return;
  const isUndated = record.coverages.some(hasNoStart);
  if (!isUndated && (record.isSubscriber || record.coverages.length > 0)) return;
  record.planYear = year;
  if (isUndated)
    record.warnings.push({
      field: 'coverages',
      code: 'of_plan_year',
      ...worded(fileMessage('plan_year_of_headings', { year })),
    });
}

/** On which day the plan year of a group begins in a year. */
export function beginOfPlanYear(year: number, renewal: CalendarDate): CalendarDate {
  return addMonths(renewal, 12 * (year - partsOf(renewal).year));
}

/**
 * Puts the first day of the plan year that a list is about in the place of starts that it does not name. Whoever leaves
 * before that day has none of its plans: what the person has ends.
 */
export function startWithPlanYear(record: EnrollmentRecord, renewal: CalendarDate): void {
  if (record.planYear !== undefined) startOn(record, beginOfPlanYear(record.planYear, renewal));
}

/**
 * A column that says when the plan's year begins, in a list where no other tells a start: of a year to come its plans
 * hold from then. A year that goes on began for those who were there; whoever came later begins by the group's rules,
 * and not before it.
 */
export function startInPlanYear(record: EnrollmentRecord, first: CalendarDate | undefined, today: CalendarDate): void {
  if (first === undefined || record.action === 'end') return;
  const isUndated = record.coverages.some(hasNoStart);
  if (first > today) startOn(record, first);
  else if (isUndated)
    record.eligibilityFrom =
      record.eligibilityFrom !== undefined && record.eligibilityFrom > first ? record.eligibilityFrom : first;
  if (isUndated)
    record.warnings.push({
      field: 'coverages',
      code: 'of_plan_year',
      ...worded(first > today ? fileMessage('plan_year_of_column') : fileMessage('plan_year_earliest')),
    });
}

function startOn(record: EnrollmentRecord, first: CalendarDate): void {
  const taken = record.coverages.filter(({ action }) => action !== 'waive');
  if (taken.length > 0 && taken.every((one) => hasNoStart(one) && one.until !== undefined && one.until <= first))
    return endBefore(record, taken);
  for (const coverage of record.coverages) {
    if (
      hasNoStart(coverage) &&
      (coverage.until === undefined || (coverage.action !== 'waive' && coverage.until > first))
    )
      coverage.from = first;
  }
  if (!record.isSubscriber && record.coverages.length === 0) record.effectiveDate ??= first;
}

function endBefore(record: EnrollmentRecord, taken: readonly EnrollmentCoverage[]): void {
  const { othersUntil } = record;
  if (othersUntil)
    Object.assign(record, { action: 'end', endsUntil: othersUntil, coverages: [], othersUntil: undefined });
  else record.coverages = taken.map(({ line, until }) => ({ line, action: 'end', ...(until && { until }) }));
}
