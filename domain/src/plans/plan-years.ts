import {
  addDays,
  addMonths,
  type CalendarDate,
  contains,
  formatDate,
  overlaps,
  parseCalendarDate,
  partsOf,
  type Period,
} from '../calendar-date.ts';
import type { Problem } from '../refusal.ts';
import type { PlanRules } from './plan-rules.ts';
import type { PlanStatus } from './plan-status.ts';

/** A plan year as it is entered: the last day is included; empty for one that has no end yet. */
export type PlanYearForm = { readonly from: string; readonly to: string };

/** `locked` years are in force or over: what members were promised is not changed afterwards. */
export type PlanYearState = 'draft' | 'in_force' | 'ended';

/** Returns the state of a plan year on a day. Nothing is in force while the plan itself is a draft. */
export function planYearState(period: Period, planStatus: PlanStatus, today: CalendarDate): PlanYearState {
  if (planStatus === 'draft') return 'draft';
  if (contains(period, today)) return 'in_force';
  return period.from > today ? 'draft' : 'ended';
}

export const isLockedYear = (state: PlanYearState): boolean => state !== 'draft';

/** The name of a plan year: 2027, 2026/27 over New Year, 2017–2026 where it lasts longer, "since 2017" without an end. */
export function planYearName({ from, until }: Period): string {
  const first = partsOf(from).year;
  if (until === null) return `since ${first}`;
  const last = partsOf(addDays(until, -1)).year;
  if (last === first) return String(first);
  return last === first + 1 ? `${first}/${String(last).slice(-2)}` : `${first}–${last}`;
}

/** '01/01/2027 to 12/31/2027', 'from 01/01/2027 on'. */
export const planYearDays = ({ from, until }: Period): string =>
  until === null ? `from ${formatDate(from)} on` : `${formatDate(from)} to ${formatDate(addDays(until, -1))}`;

/** Returns the period of a form without problems. */
export function planYearPeriod({ from, to }: PlanYearForm): Period | undefined {
  const first = parseCalendarDate(from);
  const last = to.trim() === '' ? null : parseCalendarDate(to);
  if (!first || last === undefined || (last !== null && last < first)) return undefined;
  return { from: first, until: last && addDays(last, 1) };
}

/** A year without an end that began earlier makes room for the new one. */
const makesRoom = (other: Period, from: CalendarDate): boolean => other.until === null && other.from < from;

/** Returns the years that end on the day before the new one begins, because they had no end so far. */
export const yearsToClose = <Year extends Period>(years: readonly Year[], { from }: Period): Year[] =>
  years.filter((other) => makesRoom(other, from));

/** Validates the days of a plan year against the plan's other years. */
export function problemsOfPlanYear(form: PlanYearForm, others: readonly Period[]): Problem[] {
  const first = parseCalendarDate(form.from);
  if (form.from.trim() === '') return [{ path: 'from', message: 'Enter the first day of the plan year.' }];
  if (!first || first < '1990-01-01' || first > '2199-12-31')
    return [{ path: 'from', message: 'Enter a valid date as MM/DD/YYYY.' }];
  const last = form.to.trim() === '' ? null : parseCalendarDate(form.to);
  if (last === undefined) return [{ path: 'to', message: 'Enter a valid date as MM/DD/YYYY.' }];
  if (last !== null && last < first)
    return [{ path: 'to', message: `The plan year ends before it starts on ${formatDate(first)}.` }];
  if (last !== null && last > addMonths(first, 36))
    return [{ path: 'to', message: 'A plan year lasts at most three years.' }];
  const period = { from: first, until: last && addDays(last, 1) };
  const other = others.find((one) => overlaps(one, period) && !makesRoom(one, first));
  if (!other) return [];
  return [
    {
      path: contains(other, first) ? 'from' : 'to',
      message: `This overlaps plan year ${planYearName(other)}, ${planYearDays(other)}.`,
    },
  ];
}

/** The year that usually follows: from the day after the last one, for twelve months. */
export function nextPlanYear(years: readonly Period[], today: CalendarDate): PlanYearForm {
  const last = [...years].sort((a, b) => (a.from < b.from ? 1 : -1))[0];
  const january = `${partsOf(today).year + 1}-01-01` as CalendarDate;
  const from = last?.until ?? (last && last.from >= january ? addMonths(last.from, 12) : january);
  return { from, to: addDays(addMonths(from, 12), -1) };
}

const MOST_FREE_DAYS = 60;

export function problemsOfPlanRules({ newbornFreeDays }: PlanRules): Problem[] {
  return Number.isInteger(newbornFreeDays) && newbornFreeDays >= 0 && newbornFreeDays <= MOST_FREE_DAYS
    ? []
    : [{ path: 'rules.newbornFreeDays', message: `Enter a whole number of days from 0 to ${MOST_FREE_DAYS}.` }];
}
