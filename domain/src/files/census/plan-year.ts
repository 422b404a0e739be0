import { addMonths, type CalendarDate, partsOf } from '../../calendar-date.ts';
import { type EnrollmentRecord, isSetting } from '../enrollment-record.ts';

/** 2027 Medical Plan, Dental Plan (2027), PY2027 Tier: of which plan year a column is. */
export const YEAR_IN_HEADING = /^(?:py ?)?(20[2-9]\d)\s+(?=\S)|\s+\(?(?:py ?)?(20[2-9]\d)\)?$/i;

/** The one year of which all columns for plans are, by their headings; undefined where one says none, or they differ. Of several for one line the first counts: Medical Plan beside 2027 Medical Plan says what was. */
export function planYearIn(columns: readonly { field: string; heading: string }[]): number | undefined {
  const plans = new Map<string, { heading: string }>();
  for (const column of columns) if (column.field.startsWith('plan.') && !plans.has(column.field)) plans.set(column.field, column);
  const years = new Set([...plans.values()].map(({ heading }) => YEAR_IN_HEADING.exec(heading.trim())?.slice(1).find(Boolean)));
  const [year] = years;
  return years.size === 1 && year !== undefined ? Number(year) : undefined;
}

/** Says of a row whose plans are those of a year to come, and which names no start, that it is about that year. */
export function ofPlanYear(record: EnrollmentRecord, year: number | undefined, today: CalendarDate): void {
  if (year === undefined || year <= partsOf(today).year || record.action === 'end') return;
  const isUndated = record.coverages.some(({ from, startRule, until, action }) => from === undefined && startRule === undefined && until === undefined && (isSetting(action) || action === 'waive'));
  if (!isUndated && (record.isSubscriber || record.coverages.length > 0)) return;
  record.planYear = year;
  if (isUndated) record.warnings.push({ field: 'coverages', code: 'of_plan_year', message: `Plans of ${year}, as the headings say, hold from the day on which the group’s plan year begins in ${year}, and what is declined ends the day before; where another day is meant, add a column for the coverage start` });
}

/** On which day the plan year of a group begins in a year. */
export function beginOfPlanYear(year: number, renewal: CalendarDate): CalendarDate {
  return addMonths(renewal, 12 * (year - partsOf(renewal).year));
}

/** Puts the first day of the plan year that a list is about in the place of starts that it does not name. */
export function startWithPlanYear(record: EnrollmentRecord, renewal: CalendarDate): void {
  if (record.planYear === undefined) return;
  const first = beginOfPlanYear(record.planYear, renewal);
  for (const coverage of record.coverages) {
    const isOpen = coverage.from === undefined && coverage.startRule === undefined && coverage.until === undefined;
    if (isOpen && (isSetting(coverage.action) || coverage.action === 'waive')) coverage.from = first;
  }
  if (!record.isSubscriber && record.coverages.length === 0) record.effectiveDate ??= first;
}
