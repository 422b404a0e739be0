import type { MemberDetail } from '@openbenefits/contract/members';
import type { Plan } from '@openbenefits/contract/plans';
import { splitPremium } from '@openbenefits/domain/billing/premium';
import { tierOf } from '@openbenefits/domain/coverage/tier';
import { ENROLLED_LINES, type NewMemberForm } from '@openbenefits/domain/members/new-member';
import type { Relationship } from '@openbenefits/domain/relationship';
import { add, type Cents, moneyParts, subtract } from '@openbenefits/domain/money';

type Rate = MemberDetail['rate'];

/**
 * Returns the monthly cost of the form's family at today's rates; each line's tier follows from its covered dependents.
 */
export function monthlyCost(form: NewMemberForm, plans: readonly Plan[], employerPercent: number): Rate {
  const explanation = ENROLLED_LINES.flatMap((line): Rate['explanation'] => {
    const plan = plans.find(({ id }) => id === form.plans[line].selected);
    if (!plan) return [];
    const covered = form.dependentDetails.filter(
      ({ relationship, plans: own }) => own[line].selected !== '' && relationship !== '',
    );
    const tier = tierOf(covered.map(({ relationship }) => relationship as Relationship));
    const rateOf = (wanted: string) => plan.rates.find((rate) => rate.tier === wanted)?.monthly ?? null;
    return [{ line, planName: plan.name, tier, monthly: rateOf(tier), employeeOnly: rateOf('EMP') }];
  });
  const rated = explanation.filter(({ monthly }) => monthly !== null);
  const base = {
    enrollmentDate: null,
    employerPercent,
    tier: explanation[0]?.tier ?? null,
    explanation,
    estimated: false,
  };
  if (rated.length === 0)
    return { ...base, total: null, employeeRate: null, employerContribution: null, dependentRate: null };
  const total = add(...rated.map(({ monthly }) => monthly as Cents));
  const employeeOnly = add(...rated.map(({ monthly, employeeOnly: own }) => own ?? (monthly as Cents)));
  const split = splitPremium(total, employerPercent);
  return {
    ...base,
    total,
    employeeRate: split.employee,
    employerContribution: split.employer,
    dependentRate: subtract(total, employeeOnly),
  };
}

/** '$645' where there are no cents, else '$645.50'. */
export function shortMoney(amount: Cents): string {
  const { sign, dollars, cents } = moneyParts(amount);
  return `${sign}${dollars}${cents === '00' ? '' : `.${cents}`}`;
}

export const employeeRate = (plan: Plan): Cents | undefined => plan.rates.find(({ tier }) => tier === 'EMP')?.monthly;
