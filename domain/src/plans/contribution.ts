import { type Cents, fromCents } from '../money.ts';
import { ratio, splitByPrice } from './exact-cents.ts';
import { type AgeBand, inBand } from './rate-table.ts';
import type { PlanTier } from './tier-set.ts';

/** From 0 to 100, with at most three decimals: 62.5, 66.667. */
export type Percent = number;
/** Percentages of a premium are integers of thousandths of a percent in every calculation. */
export const percentOf = (cents: number, percent: Percent): Cents => ratio(cents, Math.round(percent * 1000), 100_000);

/** What a reference plan gives: one percentage, one by tier, or one for the employee and one for each dependent. */
export type ReferencePercents = {
  readonly percent: Percent;
  readonly tiers?: Readonly<Partial<Record<PlanTier, Percent>>> | undefined;
  readonly dependents?: Percent | undefined;
};

/**
 * What the employer pays of a month's price, dated per class, location and line (money engine, section 2). `capped`
 * limits any of the others; the employee pays the rest, so both always add up to the price.
 */
export type ContributionRule =
  | { readonly kind: 'percent'; readonly employee: Percent; readonly dependents: Percent }
  | { readonly kind: 'percent_by_tier'; readonly tiers: Readonly<Partial<Record<PlanTier, Percent>>> }
  | { readonly kind: 'flat'; readonly employee: Cents; readonly dependents: Cents }
  | { readonly kind: 'flat_by_tier'; readonly tiers: Readonly<Partial<Record<PlanTier, Cents>>> }
  | (ReferencePercents & { readonly kind: 'reference_plan'; readonly prices: ReadonlyMap<string, Cents> })
  | { readonly kind: 'allowance'; readonly bands: readonly (AgeBand & { readonly amount: Cents })[] }
  | { readonly kind: 'capped'; readonly rule: Exclude<ContributionRule, { kind: 'capped' }>; readonly at: Cents };

/** One person's part of a price; `isEmployee` is the subscriber. */
export type Part = { readonly memberId: string; readonly isEmployee: boolean; readonly cents: Cents };
/** What decides a contribution besides the parts; tier and age are null where the price has none. */
export type ContributionTerms = { readonly tier: PlanTier | null; readonly subscriberAge: number | null };

const least = (a: number, b: number): Cents => (a < b ? a : b) as Cents;
function sumOf(parts: readonly Part[]): Cents {
  let total = 0;
  for (const { cents } of parts) total += cents;
  return total as Cents;
}
const NONE = fromCents(0);

/** Splits an amount over parts by their price; nobody gets more than the own price, and none of a price of zero. */
function overParts(amount: Cents, parts: readonly Part[]): Cents[] {
  const total = sumOf(parts);
  if (total <= 0 || amount <= 0) return parts.map(() => NONE);
  if (amount >= total) return parts.map(({ cents }) => cents);
  return splitByPrice(
    amount,
    parts.map(({ cents }) => cents),
  );
}

/**
 * The employer's share of each part. Undefined where the rule says nothing for this tier or age: then the household is
 * held, never priced without its contribution.
 */
export function employerShares(
  rule: ContributionRule,
  parts: readonly Part[],
  terms: ContributionTerms,
): Cents[] | undefined {
  switch (rule.kind) {
    case 'percent':
      return byPercent(parts, rule.employee, rule.dependents);
    case 'percent_by_tier': {
      const percent = terms.tier === null ? undefined : rule.tiers[terms.tier];
      return percent === undefined ? undefined : overParts(percentOf(sumOf(parts), percent), parts);
    }
    case 'flat_by_tier': {
      const amount = terms.tier === null ? undefined : rule.tiers[terms.tier];
      return amount === undefined ? undefined : overParts(amount, parts);
    }
    case 'flat':
      return byEmployeeAndDependents(parts, (part) => least(rule.employee, part.cents), rule.dependents);
    case 'reference_plan':
      return referenceShares(rule, parts, terms);
    case 'allowance': {
      const age = terms.subscriberAge;
      const band = age === null ? undefined : rule.bands.find((one) => inBand(one, age));
      return band && overParts(band.amount, parts);
    }
    case 'capped': {
      const shares = employerShares(rule.rule, parts, terms);
      if (!shares) return undefined;
      const total = shares.reduce<number>((all, one) => all + one, 0);
      return total <= rule.at ? shares : splitByPrice(rule.at, shares);
    }
  }
}

/** A percentage of the employee's price and one of all dependents' together, each rounded once. */
function byPercent(parts: readonly Part[], employee: Percent, dependents: Percent): Cents[] {
  const ofDependents = percentOf(sumOf(parts.filter(({ isEmployee }) => !isEmployee)), dependents);
  return byEmployeeAndDependents(parts, (part) => percentOf(part.cents, employee), ofDependents);
}

/** The employee's share, and an amount that all dependents share by price. */
function byEmployeeAndDependents(
  parts: readonly Part[],
  ofEmployee: (part: Part) => Cents,
  ofDependents: Cents,
): Cents[] {
  const shares = overParts(
    ofDependents,
    parts.filter(({ isEmployee }) => !isEmployee),
  );
  let next = 0;
  return parts.map((part) => (part.isEmployee ? ofEmployee(part) : (shares[next++] as Cents)));
}

/** The percentage of the reference plan for a person; undefined where the rule has none for the tier. */
export function referencePercent(
  { percent, tiers, dependents }: ReferencePercents,
  isEmployee: boolean,
  tier: PlanTier | null,
): Percent | undefined {
  if (tiers) return tier === null ? undefined : tiers[tier];
  return isEmployee ? percent : (dependents ?? percent);
}

/** Per member the lesser of the own price and a percentage of what the reference plan would cost that member. */
function referenceShares(
  rule: ReferencePercents & { prices: ReadonlyMap<string, Cents> },
  parts: readonly Part[],
  { tier }: ContributionTerms,
): Cents[] | undefined {
  const { prices } = rule;
  const shares: Cents[] = [];
  for (const { memberId, isEmployee, cents } of parts) {
    const percent = referencePercent(rule, isEmployee, tier);
    if (percent === undefined) return undefined;
    const price = prices.get(memberId);
    if (price === undefined) return undefined;
    shares.push(least(cents, percentOf(price, percent)));
  }
  return shares;
}
