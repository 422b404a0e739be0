import { type Cents, fromCents } from '../money.ts';
import { ratio, splitByPrice } from './exact-cents.ts';
import { type AgeBand, inBand } from './rate-table.ts';
import type { PlanTier } from './tier-set.ts';

/** Percentages are whole numbers from 0 to 100. */
export type Percent = number;

/**
 * What the employer pays of a month's price, dated per class, location and line (money engine, section 2). `capped`
 * limits any of the others; the employee pays the rest, so both always add up to the price.
 */
export type ContributionRule =
  | { readonly kind: 'percent'; readonly employee: Percent; readonly dependents: Percent }
  | { readonly kind: 'percent_by_tier'; readonly tiers: Readonly<Partial<Record<PlanTier, Percent>>> }
  | { readonly kind: 'flat'; readonly employee: Cents; readonly dependents: Cents }
  | { readonly kind: 'reference_plan'; readonly percent: Percent; readonly prices: ReadonlyMap<string, Cents> }
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
      return percent === undefined ? undefined : overParts(ratio(sumOf(parts), percent, 100), parts);
    }
    case 'flat':
      return byEmployeeAndDependents(parts, (part) => least(rule.employee, part.cents), rule.dependents);
    case 'reference_plan':
      return referenceShares(rule, parts);
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
  const ofDependents = ratio(sumOf(parts.filter(({ isEmployee }) => !isEmployee)), dependents, 100);
  return byEmployeeAndDependents(parts, (part) => ratio(part.cents, employee, 100), ofDependents);
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

/** Per member the lesser of the own price and a percentage of what the reference plan would cost that member. */
function referenceShares(
  { percent, prices }: { percent: Percent; prices: ReadonlyMap<string, Cents> },
  parts: readonly Part[],
): Cents[] | undefined {
  const shares: Cents[] = [];
  for (const { memberId, cents } of parts) {
    const price = prices.get(memberId);
    if (price === undefined) return undefined;
    shares.push(least(cents, ratio(price, percent, 100)));
  }
  return shares;
}
