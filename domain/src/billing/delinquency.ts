import { addDays, addMonths, type CalendarDate, lastOfMonth } from '../calendar-date.ts';
import { dateSeries } from '../date-series.ts';
import { add, type Cents, fromCents, ZERO } from '../money.ts';
import type { DelinquencyRule } from './delinquency-rule.ts';
import { type InstallmentPlan, planProgress } from './installment-plan.ts';

/** The states of a group that owes premium (money engine, section 5). */
export const DELINQUENCY_STATES = ['current', 'reminder', 'grace', 'suspended', 'ended'] as const;
export type DelinquencyState = (typeof DELINQUENCY_STATES)[number];

/** The states by the dates of the rule; suspending and ending are then done by a person. */
export const DELINQUENCY_STATE_LABEL: Readonly<Record<DelinquencyState, string>> = {
  current: 'Current',
  reminder: 'Reminder',
  grace: 'Grace period',
  suspended: 'Suspension due',
  ended: 'Termination due',
};

/** A posted bill with what is still owed of it. */
export type ArrearsBill = {
  readonly id: string;
  readonly period: CalendarDate;
  readonly dueDate: CalendarDate;
  readonly open: Cents;
  /** What the bill charged; by default what is open. */
  readonly charged?: Cents;
  /** The first bill of its group. */
  readonly isFirst?: boolean;
};

/** Days on which the clock does not run; without `until` it has no end yet. */
export type ClockStop = { readonly from: CalendarDate; readonly until: CalendarDate | null };

export type DueNotice = {
  readonly kind: 'reminder' | 'letter';
  readonly day: number;
  readonly dueOn: CalendarDate;
};

export type Delinquency = {
  readonly state: DelinquencyState;
  /** Overdue premium after the group's credit and unapplied cash. */
  readonly arrears: Cents;
  /** The earliest bill that counts; null for a group that is current. */
  readonly bill: ArrearsBill | null;
  /** A hold or a plan stops the clock. A debit on its way only defers notices and proposals until it is settled. */
  readonly paused: 'hold' | 'plan' | 'debit' | null;
  readonly lastGraceDay: CalendarDate | null;
  readonly suspendOn: CalendarDate | null;
  readonly endOn: CalendarDate | null;
  /** The last day of coverage if the arrears are not paid. */
  readonly coverageEnd: CalendarDate | null;
  /** Every notice of the rule with its day; null dates of a stopped clock are left out. */
  readonly notices: readonly DueNotice[];
};

const oldestFirst = (a: ArrearsBill, b: ArrearsBill): number =>
  a.dueDate === b.dueDate ? (a.period < b.period ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1;

/** What is owed of each bill's premium once the group's own money is counted, the oldest bill first (case M12). */
export function premiumOwed(bills: readonly ArrearsBill[], credit: Cents): (ArrearsBill & { owed: Cents })[] {
  let left: number = credit;
  return bills.toSorted(oldestFirst).flatMap((bill) => {
    const premium = Math.max(0, bill.open);
    const used = Math.min(left, premium);
    left -= used;
    return premium > used ? [{ ...bill, owed: fromCents(premium - used) }] : [];
  });
}

const isStopped = (stops: readonly ClockStop[], day: CalendarDate): boolean =>
  stops.some(({ from, until }) => from <= day && (until === null || day <= until));

/** The day on which the clock has run so many days since a date; null where a stop without an end comes first. */
export function runningDay(since: CalendarDate, days: number, stops: readonly ClockStop[]): CalendarDate | null {
  const later = stops.filter(({ until }) => until === null || until > since);
  if (later.length === 0) return addDays(since, days);
  const lastEnd = later.reduce<CalendarDate | null>(
    (end, { until }) => (end === null || until === null || until > end ? until : end),
    since,
  );
  const open = later.filter(({ until }) => until === null);
  let left = days;
  if (left <= 0) return since;
  for (const day of dateSeries((step) => addDays(since, step + 1))) {
    if (open.some(({ from }) => from <= day)) return null;
    if (lastEnd !== null && open.length === 0 && day > lastEnd) return addDays(day, left - 1);
    if (!isStopped(later, day) && --left === 0) return day;
  }
  return null;
}

/** The last day of coverage by the end rule (domain rules 4.9; dchealthlink.com for the end of the following month). */
const coverageEndOf = ({ endRule }: Pick<DelinquencyRule, 'endRule'>, bill: ArrearsBill): CalendarDate =>
  endRule === 'paid_through' ? addDays(bill.period, -1) : lastOfMonth(addMonths(bill.dueDate, 1));

/** The last day on which the arrears can be paid. Coverage stays in force until then (case M15). */
function lastGraceDayOf(rule: DelinquencyRule, bill: ArrearsBill, stops: readonly ClockStop[]): CalendarDate | null {
  const counted = runningDay(bill.dueDate, rule.graceDays - (rule.firstGraceDay === 'due_date' ? 1 : 0), stops);
  if (counted === null || rule.endRule === 'paid_through') return counted;
  const end = coverageEndOf(rule, bill);
  return counted > end ? counted : end;
}

/** The notices of a bill; a letter takes the place of a reminder on the same day. */
function noticesOf(rule: DelinquencyRule, bill: ArrearsBill, stops: readonly ClockStop[]): DueNotice[] {
  const days = new Map<number, DueNotice['kind']>([
    ...rule.reminderDays.map((day) => [day, 'reminder'] as const),
    ...rule.letterDays.map((day) => [day, 'letter'] as const),
  ]);
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([day, kind]) => {
      const dueOn = runningDay(bill.dueDate, day, stops);
      return dueOn === null ? [] : [{ kind, day, dueOn }];
    });
}

const current = (arrears: Cents, paused: Delinquency['paused'] = null): Delinquency => ({
  state: 'current',
  arrears,
  bill: null,
  paused,
  lastGraceDay: null,
  suspendOn: null,
  endOn: null,
  coverageEnd: null,
  notices: [],
});

/**
 * What may be missing of overdue bills: the amount of the rule or its percent of what they charged, rounded up to the
 * cent, whichever is more; nothing where the first bill is among them and the rule says so.
 */
export function toleranceOf(
  { tolerance, tolerancePercent = 0, isFirstPaymentStrict = false }: DelinquencyRule,
  overdue: readonly ArrearsBill[],
): Cents {
  if (isFirstPaymentStrict && overdue.some(({ isFirst }) => isFirst)) return ZERO;
  const charged = overdue.reduce((sum, bill) => sum + (bill.charged ?? bill.open), 0);
  return fromCents(Math.max(tolerance, Math.ceil((charged * tolerancePercent) / 100)));
}

export type DelinquencyInput = {
  readonly bills: readonly ArrearsBill[];
  /** Credit on account and unapplied cash of settled payments. */
  readonly credit: Cents;
  /** Debits that were sent and are not settled. */
  readonly inFlight: Cents;
  /** The rule of the day on which a bill was due. */
  readonly ruleOf: (dueDate: CalendarDate) => DelinquencyRule;
  readonly holds: readonly ClockStop[];
  readonly plan: InstallmentPlan | null;
  readonly today: CalendarDate;
};

/**
 * The delinquency of a group from its earliest unpaid bill. It is derived after every payment and return, so a returned
 * payment reopens it from the original due date (domain rules 4.9).
 */
export function delinquencyOf({ bills, credit, inFlight, ruleOf, holds, plan, today }: DelinquencyInput): Delinquency {
  const overdue = premiumOwed(bills, credit).filter(({ dueDate }) => dueDate < today);
  const arrears = add(...overdue.map(({ owed }) => owed));
  const [oldest] = overdue;
  if (!oldest) return current(arrears);
  const tolerance = toleranceOf(ruleOf(oldest.dueDate), overdue);
  if (arrears <= tolerance) return current(arrears);
  const ofPlan = plan ? overdue.filter(({ dueDate }) => dueDate <= plan.coversDueUntil) : [];
  const progress = plan && ofPlan.length > 0 ? planProgress(plan, add(...ofPlan.map(({ owed }) => owed)), today) : null;
  const counting = progress?.missedOn === null ? overdue.filter((one) => !ofPlan.includes(one)) : overdue;
  const [bill] = counting;
  if (!bill) return current(arrears, 'plan');
  const stops = [...holds];
  if (plan && progress?.missedOn) stops.push({ from: plan.madeOn, until: progress.missedOn });
  const rule = ruleOf(bill.dueDate);
  const lastGraceDay = lastGraceDayOf(rule, bill, stops);
  const suspendOn = lastGraceDay && addDays(lastGraceDay, 1);
  const endOn = suspendOn && runningDay(suspendOn, rule.endAfterDays, stops);
  const notices = noticesOf(rule, bill, stops);
  const found = { arrears, bill, lastGraceDay, suspendOn, endOn, notices, coverageEnd: coverageEndOf(rule, bill) };
  // Returned, it leaves the dates as they were: they are counted from the original due date (domain rules 4.9).
  const isCovered = arrears - inFlight <= tolerance;
  const paused = isStopped(holds, today) ? 'hold' : isCovered ? 'debit' : null;
  return { ...found, paused, state: stateOn(today, found) };
}

/** Grace is named from the first letter on; before it, the group has only been reminded. */
function stateOn(
  today: CalendarDate,
  { suspendOn, endOn, notices }: Pick<Delinquency, 'suspendOn' | 'endOn' | 'notices'>,
): DelinquencyState {
  if (endOn !== null && today >= endOn) return 'ended';
  if (suspendOn !== null && today >= suspendOn) return 'suspended';
  const letter = notices.find(({ kind }) => kind === 'letter');
  return letter && today >= letter.dueOn ? 'grace' : 'reminder';
}

/** The notice to make now: the latest that is due and later than those made. A server that was away sends one, not all. */
export function noticeDue(
  { notices, paused, suspendOn }: Delinquency,
  madeDays: readonly number[],
  today: CalendarDate,
): DueNotice | undefined {
  if (paused !== null || (suspendOn !== null && today >= suspendOn)) return undefined;
  const last = Math.max(-1, ...madeDays);
  return notices.findLast(({ day, dueOn }) => dueOn <= today && day > last);
}

/** What is to be done with a group by hand; the status is changed on its own page, with a preview. */
export function proposedStep(
  { state, paused }: Pick<Delinquency, 'state' | 'paused'>,
  status: string,
): 'suspend' | 'end' | null {
  if (paused !== null) return null;
  if (state === 'ended' && (status === 'active' || status === 'suspended')) return 'end';
  return state === 'suspended' && status === 'active' ? 'suspend' : null;
}
