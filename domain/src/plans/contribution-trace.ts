import type { Cents } from '../money.ts';
import {
  type ContributionRule,
  type ContributionTerms,
  employerShares,
  type Part,
  type Percent,
  referencePercent,
} from './contribution.ts';
import { type AgeBand, inBand } from './rate-table.ts';
import type { PlanTier } from './tier-set.ts';

/** What the employer pays of one part of a price, before a cap. */
export type ContributionShare = {
  readonly of: 'employee' | 'dependents' | 'all' | 'member';
  /** The person, where the rule looks at each one. */
  readonly memberId: string | null;
  readonly price: Cents;
  readonly percent: Percent | null;
  /** The flat amount, the allowance, or what the reference plan costs; the employer never pays more than the price. */
  readonly amount: Cents | null;
  readonly employer: Cents;
};

/** How a contribution came about: the rule without its cap, its parts, and the cap. */
export type ContributionTrace = {
  readonly rule: Exclude<ContributionRule['kind'], 'capped'>;
  readonly shares: readonly ContributionShare[];
  readonly cap: Cents | null;
  readonly tier: PlanTier | null;
  readonly band: AgeBand | null;
};

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce<number>((all, one) => all + one, 0) as Cents;

/** Explains a contribution that `employerShares` has calculated. */
export function traceContribution(
  rule: ContributionRule,
  parts: readonly Part[],
  terms: ContributionTerms,
): ContributionTrace {
  const cap = rule.kind === 'capped' ? rule.at : null;
  const inner = rule.kind === 'capped' ? rule.rule : rule;
  const employers = employerShares(inner, parts, terms) ?? [];
  const share = (
    of: ContributionShare['of'],
    isOf: (part: Part) => boolean,
    figures: Partial<Pick<ContributionShare, 'memberId' | 'percent' | 'amount'>>,
  ): ContributionShare[] => {
    const own = parts.flatMap((part, index) =>
      isOf(part) ? [{ part, employer: employers[index] ?? (0 as Cents) }] : [],
    );
    if (own.length === 0) return [];
    const price = sum(own.map(({ part }) => part.cents));
    return [
      {
        of,
        memberId: null,
        percent: null,
        amount: null,
        ...figures,
        price,
        employer: sum(own.map((one) => one.employer)),
      },
    ];
  };
  const isEmployee = (part: Part): boolean => part.isEmployee;
  const isDependent = (part: Part): boolean => !part.isEmployee;
  const isEmployeeId = (memberId: string): boolean =>
    parts.some((part) => part.isEmployee && part.memberId === memberId);
  const all = (): boolean => true;
  const of = (shares: readonly ContributionShare[], band: AgeBand | null = null): ContributionTrace => ({
    rule: inner.kind,
    shares,
    cap,
    tier: terms.tier,
    band,
  });
  switch (inner.kind) {
    case 'percent':
      return of([
        ...share('employee', isEmployee, { percent: inner.employee }),
        ...share('dependents', isDependent, { percent: inner.dependents }),
      ]);
    case 'flat':
      return of([
        ...share('employee', isEmployee, { amount: inner.employee }),
        ...share('dependents', isDependent, { amount: inner.dependents }),
      ]);
    case 'flat_by_tier':
      return of(share('all', all, { amount: terms.tier === null ? null : (inner.tiers[terms.tier] ?? null) }));
    case 'percent_by_tier':
      return of(share('all', all, { percent: terms.tier === null ? null : (inner.tiers[terms.tier] ?? null) }));
    case 'reference_plan':
      return of(
        parts.flatMap(({ memberId }) =>
          share('member', (part) => part.memberId === memberId, {
            memberId,
            percent: referencePercent(inner, isEmployeeId(memberId), terms.tier) ?? null,
            amount: inner.prices.get(memberId) ?? null,
          }),
        ),
      );
    case 'allowance': {
      const age = terms.subscriberAge;
      const band = age === null ? undefined : inner.bands.find((one) => inBand(one, age));
      return of(share('all', all, { amount: band?.amount ?? null }), band && { from: band.from, to: band.to });
    }
  }
}
