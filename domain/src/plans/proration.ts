import {
  type CalendarDate,
  daysInMonth,
  firstOfMonth,
  firstOfNextMonth,
  partsOf,
  type Period,
} from '../calendar-date.ts';

/** How a part of a month is charged, a plan setting per kind of event (domain rules 4.8). */
export const PRORATION_METHODS = [
  'full_month',
  'first_of_month',
  'wash_15',
  'half_month',
  'daily_actual',
  'daily_30',
] as const;
export type ProrationMethod = (typeof PRORATION_METHODS)[number];

export const PRORATION_LABEL: Readonly<Record<ProrationMethod, string>> = {
  full_month: 'Full month',
  first_of_month: 'First of the month',
  wash_15: '15/16 rule',
  half_month: 'Half month',
  daily_actual: 'Days of the month',
  daily_30: '30-day month',
};

/** Coverage that begins, ends, or begins with a birth or adoption. */
export type ProrationRules = Readonly<Record<'start' | 'end' | 'birth', ProrationMethod>>;

/** The whole month as an integer: its days and 30 both divide it, so that every share of a month is exact. */
const wholeMonth = (daysInMonth: number): number =>
  daysInMonth === 30 ? 30 : daysInMonth === 28 ? 420 : daysInMonth * 30;

/** A charged part of a month, from and to in units of `wholeMonth`. */
export type Share = { readonly from: number; readonly to: number };

/** What a start on a day of the month leaves to be charged, of `whole`. */
function chargedFromStart(method: ProrationMethod, day: number, days: number, whole: number): number {
  switch (method) {
    case 'full_month':
      return whole;
    case 'first_of_month':
      return day === 1 ? whole : 0;
    case 'wash_15':
      return day <= 15 ? whole : 0;
    case 'half_month':
      return day <= 15 ? whole : whole / 2;
    case 'daily_actual':
      return ((days - day + 1) * whole) / days;
    case 'daily_30':
      return (Math.min(days - day + 1, 30) * whole) / 30;
  }
}

/** What an end on a day of the month, which is covered, leaves to be charged. */
function chargedToEnd(method: ProrationMethod, day: number, days: number, whole: number): number {
  switch (method) {
    case 'full_month':
    case 'first_of_month':
      return whole;
    case 'wash_15':
      return day <= 15 ? 0 : whole;
    case 'half_month':
      return day <= 15 ? whole / 2 : whole;
    case 'daily_actual':
      return (day * whole) / days;
    case 'daily_30':
      return (Math.min(day, 30) * whole) / 30;
  }
}

/** A month to price, calculated once for all households of a run. `full` is the share of a member covered for the whole month. */
export type PricedMonth = {
  readonly first: CalendarDate;
  readonly next: CalendarDate;
  readonly days: number;
  readonly whole: number;
  readonly full: readonly Share[];
};

/** The calendar month of a day. */
export function pricedMonth(day: CalendarDate): PricedMonth {
  const { year, month } = partsOf(day);
  const days = daysInMonth(year, month);
  const whole = wholeMonth(days);
  return { first: firstOfMonth(day), next: firstOfNextMonth(day), days, whole, full: [{ from: 0, to: whole }] };
}

/**
 * The charged part of a month for one period of coverage; undefined where nothing of it is charged. `first` is the first
 * of the month, `next` of the month after. The denominator is always the whole month, never the covered part of it.
 */
export function shareOfMonth(
  period: Period,
  { first, next, days, whole }: PricedMonth,
  rules: ProrationRules,
  isBirth = false,
): Share | undefined {
  if (period.from >= next || (period.until !== null && period.until <= first)) return undefined;
  const starts = period.from > first;
  const ends = period.until !== null && period.until < next;
  if (!starts && !ends) return { from: 0, to: whole };
  const startMethod = isBirth ? rules.birth : rules.start;
  const from = starts ? whole - chargedFromStart(startMethod, partsOf(period.from).day, days, whole) : 0;
  // The last covered day is the one before `until`.
  const lastDay = ends ? partsOf(period.until).day - 1 : days;
  if (starts && ends && startMethod === 'daily_30' && rules.end === 'daily_30') {
    const covered = lastDay - partsOf(period.from).day + 1;
    return { from, to: from + (Math.min(covered, 30) * whole) / 30 };
  }
  const to = ends ? chargedToEnd(rules.end, lastDay, days, whole) : whole;
  return to > from ? { from, to } : undefined;
}
