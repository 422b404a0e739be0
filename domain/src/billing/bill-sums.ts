import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { add, type Cents, fromCents, multiply, subtract } from '../money.ts';
import { PLAN_TIERS, type PlanTier } from '../plans/tier-set.ts';
import type { BillDocument, BillPlanTotal, BillSubscriber, BillSubscriberLine } from './bill-document.ts';
import { type BillLineKind, kindsOf } from './bill-lines.ts';

/** What a bill counts as premium of its month; everything else adjusts. */
const PREMIUM_KINDS: readonly BillLineKind[] = kindsOf('premium');
/** More different amounts than this are read from the subscriber list. */
const MOST_RATES = 3;

/** Adds the amounts up. */
export const sumOf = (items: readonly { readonly cents: Cents }[]): Cents => add(...items.map(({ cents }) => cents));

/** Returns what the group owes from before; less than zero is a credit. */
export const balanceForward = ({ previousBalance, payments }: BillDocument): Cents =>
  subtract(previousBalance, payments);

/** Returns what is left for the next bill where the credits exceed the charges; else zero. */
export const creditLeft = (document: BillDocument): Cents =>
  fromCents(Math.max(0, -(balanceForward(document) + document.total)));

/** Returns every sum of a bill that does not agree with its parts, in words. A bill that adds up has none. */
export function billFaults(document: BillDocument): string[] {
  const lines = document.subscribers.flatMap((subscriber) => subscriber.lines);
  const ofKind = (isWanted: (kind: BillLineKind) => boolean): Cents =>
    sumOf(lines.filter(({ kind }) => isWanted(kind)));
  const sums: readonly (readonly [what: string, stated: Cents, added: Cents])[] = [
    ['The total', document.total, add(document.premium, document.adjustments)],
    ['The amount due', document.amountDue, fromCents(Math.max(0, balanceForward(document) + document.total))],
    ['The sum of the plans', document.premium, sumOf(document.plans)],
    ['The premium', document.premium, ofKind((kind) => PREMIUM_KINDS.includes(kind))],
    ['The adjustments', document.adjustments, ofKind((kind) => !PREMIUM_KINDS.includes(kind))],
    ...document.subscribers.map(({ lines, cents }, place) => [`Subscriber ${place + 1}`, cents, sumOf(lines)] as const),
  ];
  return sums
    .filter(([, stated, added]) => stated !== added)
    .map(([what, stated, added]) => `${what} is ${stated} cents, and its parts add up to ${added}`);
}

/** Groups by a key, in the order in which keys first appear. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** So many subscribers at one amount. */
export type RateCount = { readonly count: number; readonly cents: Cents };

export type PlanRow = {
  readonly line: CoverageLine;
  readonly planName: string;
  readonly planCode: string;
  readonly subscribers: number;
  readonly cents: Cents;
  /** The counts and amounts of each tier, which multiply out; undefined where the amounts are on the subscriber list. */
  readonly rates: ReadonlyMap<PlanTier | null, readonly RateCount[]> | undefined;
};

function countRates(amounts: readonly number[]): RateCount[] {
  const counts = new Map<number, number>();
  for (const cents of amounts) counts.set(cents, (counts.get(cents) ?? 0) + 1);
  return [...counts]
    .map(([cents, count]) => ({ count, cents: fromCents(cents) }))
    .sort((a, b) => b.count - a.count || b.cents - a.cents);
}

const multipliesOut = (rates: readonly RateCount[], { subscribers, cents }: BillPlanTotal): boolean =>
  rates.length <= MOST_RATES &&
  rates.reduce((sum, { count }) => sum + count, 0) === subscribers &&
  add(...rates.map((rate) => multiply(rate.cents, rate.count))) === cents;

/** The amounts of a plan and tier as the subscribers have them, without or with their waivers. */
function ratesOf(total: BillPlanTotal, subscribers: readonly BillSubscriber[]): RateCount[] | undefined {
  const isOfTotal = ({ line, planName, tier }: BillSubscriberLine): boolean =>
    line === total.line && planName === total.planName && tier === total.tier;
  for (const kinds of [['premium'], PREMIUM_KINDS]) {
    const amounts = subscribers.flatMap(({ lines }) => {
      const own = lines.filter((one) => kinds.includes(one.kind) && isOfTotal(one));
      return own.length > 0 ? [sumOf(own)] : [];
    });
    const rates = countRates(amounts);
    if (multipliesOut(rates, total)) return rates;
  }
  return undefined;
}

/** Returns one row for each plan by line of coverage, with the count and the amount of each tier. */
export function planRows({ plans, subscribers }: BillDocument): PlanRow[] {
  const totals = groupBy(plans, ({ line, planCode, planName }) => `${line} ${planCode} ${planName}`);
  const rows = [...totals.values()].flatMap((ofPlan): PlanRow[] => {
    const [first] = ofPlan;
    if (!first) return [];
    const rates = ofPlan.map((total) => [total.tier, ratesOf(total, subscribers)] as const);
    return [
      {
        line: first.line,
        planName: first.planName,
        planCode: first.planCode,
        subscribers: ofPlan.reduce((sum, total) => sum + total.subscribers, 0),
        cents: sumOf(ofPlan),
        rates: rates.every((one): one is readonly [PlanTier | null, RateCount[]] => one[1] !== undefined)
          ? new Map(rates)
          : undefined,
      },
    ];
  });
  return rows.sort((a, b) => COVERAGE_LINES.indexOf(a.line) - COVERAGE_LINES.indexOf(b.line));
}

/** Returns the tiers that the bill's plans have, in their usual order. */
export const tiersOf = (items: readonly { readonly tier: PlanTier | null }[]): PlanTier[] =>
  PLAN_TIERS.filter((tier) => items.some((item) => item.tier === tier));

export type BillLocation = {
  readonly name: string;
  readonly subscribers: readonly BillSubscriber[];
  readonly cents: Cents;
};

/** Returns the subscribers by billing location, both in the order of the bill. */
export const locationsOf = ({ subscribers }: BillDocument): BillLocation[] =>
  [...groupBy(subscribers, ({ locationName }) => locationName)].map(([name, own]) => ({
    name,
    subscribers: own,
    cents: sumOf(own),
  }));

/** Whether a subscriber has premium in the billed month; others are on a bill with adjustments only. */
export const hasPremium = ({ lines }: BillSubscriber): boolean => lines.some(({ kind }) => kind === 'premium');

/** The check digit of modulus 10 (ISO/IEC 7812-1, annex B) of the digits in a text. */
export function checkDigit(text: string): number {
  const digits = (text.match(/\d/g) ?? []).map(Number).toReversed();
  const sum = digits.reduce((total, digit, place) => {
    const value = place % 2 === 0 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Returns the line of a coupon that a lockbox reads: bill number, cents due, due date, and the check digit of all. */
export function scanLine({ number, amountDue, dueDate }: BillDocument): string {
  const text = [
    number.replace(/[^0-9A-Za-z]/g, '').toUpperCase(),
    String(amountDue).padStart(10, '0'),
    dueDate.replaceAll('-', ''),
  ].join(' ');
  return `${text} ${checkDigit(text)}`;
}
