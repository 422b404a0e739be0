import type { CoverageLine } from '../coverage-line.ts';
import type { Cents } from '../money.ts';
import type { ContributionRule, ReferencePercents } from './contribution.ts';

type Simple = Exclude<ContributionRule, { kind: 'reference_plan' | 'capped' }>;
type Reference = ReferencePercents & { readonly kind: 'reference_plan'; readonly planId: string };

/** A contribution rule as a group keeps it: a reference plan is named, and priced with each household. */
export type StoredContribution =
  | Simple
  | Reference
  | { readonly kind: 'capped'; readonly rule: Simple | Reference; readonly at: Cents };

/** The reference plan of a rule; undefined for a rule without one. */
export const referencePlanOf = (rule: StoredContribution): string | undefined => {
  const inner = rule.kind === 'capped' ? rule.rule : rule;
  return inner.kind === 'reference_plan' ? inner.planId : undefined;
};

/** The rule with the price of the reference plan per person; undefined where the rule names a plan and there is none. */
export function withReferencePrices(
  rule: StoredContribution,
  prices: ReadonlyMap<string, Cents> | undefined,
): ContributionRule | undefined {
  if (rule.kind === 'capped') {
    const inner = withReferencePrices(rule.rule, prices);
    return inner && inner.kind !== 'capped' ? { kind: 'capped', rule: inner, at: rule.at } : undefined;
  }
  if (rule.kind !== 'reference_plan') return rule;
  const { percent, tiers, dependents } = rule;
  return prices && { kind: 'reference_plan', percent, tiers, dependents, prices };
}

/** What a rule is for; null means every class, location or line. */
export type ContributionScope = {
  readonly classId: string | null;
  readonly locationId: string | null;
  readonly line: CoverageLine | null;
};

/** The most exact of the rules that apply: class before location before line. */
export function mostExact<Rule extends ContributionScope>(
  rules: readonly Rule[],
  place: { readonly classId: string | null; readonly locationId: string | null; readonly line: CoverageLine },
): Rule | undefined {
  const weight = ({ classId, locationId, line }: ContributionScope): number =>
    (classId ? 4 : 0) + (locationId ? 2 : 0) + (line ? 1 : 0);
  return rules
    .filter(
      ({ classId, locationId, line }) =>
        (classId === null || classId === place.classId) &&
        (locationId === null || locationId === place.locationId) &&
        (line === null || line === place.line),
    )
    .reduce<Rule | undefined>((best, rule) => (best && weight(best) >= weight(rule) ? best : rule), undefined);
}
