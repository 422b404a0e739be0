import { type Cents, fromCents } from '../money.ts';

/** What one subscriber's line costs before and after a renewal; null where there is no price. */
export type RenewedLine = {
  readonly subscriberId: string;
  readonly planId: string;
  readonly newPlanId: string;
  readonly before: Cents | null;
  /** With the new rates, at the ages of before: tells rates and ages apart. */
  readonly atOldAges: Cents | null;
  readonly after: Cents | null;
  readonly employerBefore: Cents | null;
  readonly employerAfter: Cents | null;
};

/** What a subscriber pays more or less, all lines together, and why: `byPlan` is a move to another plan. */
type RenewedSubscriber = {
  readonly subscriberId: string;
  /** Of the line that changes most. */
  readonly planId: string;
  readonly newPlanId: string;
  readonly before: Cents;
  readonly after: Cents;
  readonly byRates: Cents;
  readonly byAges: Cents;
  readonly employeeDifference: Cents;
};

type RenewedPlan = {
  readonly planId: string;
  readonly newPlanId: string;
  readonly subscribers: number;
  /** Of the subscribers, those without a price before or after. */
  readonly held: number;
  readonly before: Cents;
  readonly after: Cents;
};

/** Increases per subscriber in steps of dollars; the last has no upper end, the first are decreases. */
const INCREASE_STEPS = [0, 25, 50, 75] as const;

export type RenewalSummary = {
  readonly subscribers: number;
  readonly before: Cents;
  readonly after: Cents;
  readonly employerDifference: Cents;
  readonly employeeDifference: Cents;
  /** Lines that have no price before or after the renewal. */
  readonly held: number;
  readonly plans: readonly RenewedPlan[];
  /** Subscribers by increase: less than 0, then from each of INCREASE_STEPS on. */
  readonly increases: readonly number[];
  readonly largest: RenewedSubscriber | null;
};

export type Renewal = { readonly summary: RenewalSummary; readonly subscribers: readonly RenewedSubscriber[] };

type Priced = RenewedLine & {
  readonly before: Cents;
  readonly atOldAges: Cents;
  readonly after: Cents;
  readonly employerBefore: Cents;
  readonly employerAfter: Cents;
};

const isPriced = (line: RenewedLine): line is Priced =>
  line.before !== null && line.after !== null && line.atOldAges !== null;

const sumOf = <Value>(values: readonly Value[], of: (value: Value) => number): Cents =>
  fromCents(values.reduce((sum, value) => sum + of(value), 0));

function groupsOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/**
 * Compares what subscribers cost a month before and after a renewal: in total, by plan and by subscriber, the largest
 * increase first. A line without a price counts as held and in no sum.
 */
export function renewalOf(lines: readonly RenewedLine[]): Renewal {
  const priced = lines.filter(isPriced);
  const subscribers = [...groupsOf(priced, ({ subscriberId }) => subscriberId).values()]
    .map(subscriberOf)
    .toSorted((a, b) => b.after - b.before - (a.after - a.before) || (a.subscriberId < b.subscriberId ? -1 : 1));
  return {
    subscribers,
    summary: {
      subscribers: subscribers.length,
      before: sumOf(priced, ({ before }) => before),
      after: sumOf(priced, ({ after }) => after),
      employerDifference: sumOf(priced, (line) => line.employerAfter - line.employerBefore),
      employeeDifference: sumOf(subscribers, ({ employeeDifference }) => employeeDifference),
      held: lines.length - priced.length,
      plans: plansOf(lines),
      increases: [
        subscribers.filter(({ before, after }) => after < before).length,
        ...INCREASE_STEPS.map((from, index) => countIncreases(subscribers, from, INCREASE_STEPS[index + 1])),
      ],
      largest: subscribers.find(({ before, after }) => after > before) ?? null,
    },
  };
}

function countIncreases(subscribers: readonly RenewedSubscriber[], from: number, below: number | undefined): number {
  return subscribers.filter(({ before, after }) => {
    const difference = after - before;
    return difference >= from * 100 && (below === undefined || difference < below * 100);
  }).length;
}

function subscriberOf(lines: readonly Priced[]): RenewedSubscriber {
  const change = ({ before, after }: Priced): number => Math.abs(after - before);
  const most = lines.reduce((best, line) => (change(line) > change(best) ? line : best));
  return {
    subscriberId: most.subscriberId,
    planId: most.planId,
    newPlanId: most.newPlanId,
    before: sumOf(lines, ({ before }) => before),
    after: sumOf(lines, ({ after }) => after),
    byRates: sumOf(lines, ({ before, atOldAges }) => atOldAges - before),
    byAges: sumOf(lines, ({ atOldAges, after }) => after - atOldAges),
    employeeDifference: sumOf(lines, (line) => line.after - line.employerAfter - (line.before - line.employerBefore)),
  };
}

function plansOf(lines: readonly RenewedLine[]): RenewedPlan[] {
  return [...groupsOf(lines, ({ planId, newPlanId }) => `${planId} ${newPlanId}`).values()].map((ofPlan) => ({
    planId: ofPlan[0]?.planId ?? '',
    newPlanId: ofPlan[0]?.newPlanId ?? '',
    subscribers: ofPlan.length,
    held: ofPlan.filter((line) => !isPriced(line)).length,
    before: sumOf(ofPlan.filter(isPriced), ({ before }) => before),
    after: sumOf(ofPlan.filter(isPriced), ({ after }) => after),
  }));
}

/** Adds up the renewals of several groups. */
export function addRenewals(summaries: readonly RenewalSummary[]): RenewalSummary {
  const plans = groupsOf(
    summaries.flatMap((one) => one.plans),
    ({ planId, newPlanId }) => `${planId} ${newPlanId}`,
  );
  const growth = (one: RenewedSubscriber | null): number => (one ? one.after - one.before : 0);
  return {
    subscribers: summaries.reduce((sum, one) => sum + one.subscribers, 0),
    before: sumOf(summaries, (one) => one.before),
    after: sumOf(summaries, (one) => one.after),
    employerDifference: sumOf(summaries, (one) => one.employerDifference),
    employeeDifference: sumOf(summaries, (one) => one.employeeDifference),
    held: summaries.reduce((sum, one) => sum + one.held, 0),
    plans: [...plans.values()].map((same) => ({
      planId: same[0]?.planId ?? '',
      newPlanId: same[0]?.newPlanId ?? '',
      subscribers: same.reduce((sum, one) => sum + one.subscribers, 0),
      held: same.reduce((sum, one) => sum + one.held, 0),
      before: sumOf(same, (one) => one.before),
      after: sumOf(same, (one) => one.after),
    })),
    increases: [0, ...INCREASE_STEPS].map((_, place) =>
      summaries.reduce((sum, one) => sum + (one.increases[place] ?? 0), 0),
    ),
    largest: summaries.reduce<RenewedSubscriber | null>(
      (best, { largest }) => (growth(largest) > growth(best) ? largest : best),
      null,
    ),
  };
}
