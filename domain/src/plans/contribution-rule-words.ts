import { formatMoney } from '../money.ts';
import { ageGroupText } from './age-group.ts';
import type { ReferencePercents } from './contribution.ts';
import { type PriceMessage, priceMessage } from './price-message.ts';
import type { StoredContribution } from './stored-contribution.ts';
import { PLAN_TIER_LABEL, PLAN_TIERS } from './tier-set.ts';

function referenceWords({ percent, tiers, dependents }: ReferencePercents, plan: string): PriceMessage {
  if (tiers === undefined && dependents === undefined)
    return priceMessage('contribution_reference', { percent: `${percent}%`, plan });
  const percents = tiers
    ? PLAN_TIERS.flatMap((tier) => (tiers[tier] === undefined ? [] : [`${PLAN_TIER_LABEL[tier]} ${tiers[tier]}%`]))
    : [`employee ${percent}%`, `each dependent ${dependents}%`];
  return priceMessage('contribution_reference_parts', { plan, percents: percents.join(', ') });
}

/** Says what the employer pays by a rule. `planName` names the reference plan. */
export function contributionRuleWords(
  rule: StoredContribution,
  planName: (planId: string) => string | undefined,
): PriceMessage {
  switch (rule.kind) {
    case 'percent':
      return rule.employee === rule.dependents
        ? priceMessage('contribution_percent_all', { percent: rule.employee })
        : priceMessage('contribution_percent', { employee: rule.employee, dependents: rule.dependents });
    case 'percent_by_tier': {
      const tiers = PLAN_TIERS.flatMap((tier) => {
        const percent = rule.tiers[tier];
        return percent === undefined
          ? []
          : [priceMessage('contribution_tier', { tier: PLAN_TIER_LABEL[tier], percent }).text];
      });
      return priceMessage('contribution_tiers', { tiers: tiers.join(', ') });
    }
    case 'flat_by_tier': {
      const tiers = PLAN_TIERS.flatMap((tier) => {
        const amount = rule.tiers[tier];
        return amount === undefined
          ? []
          : [
              priceMessage('contribution_tier_amount', { tier: PLAN_TIER_LABEL[tier], amount: formatMoney(amount) })
                .text,
            ];
      });
      return priceMessage('contribution_tiers', { tiers: tiers.join(', ') });
    }
    case 'flat':
      return priceMessage('contribution_flat', {
        employee: formatMoney(rule.employee),
        dependents: formatMoney(rule.dependents),
      });
    case 'reference_plan':
      return referenceWords(rule, planName(rule.planId) ?? 'a plan that no longer exists');
    case 'allowance': {
      const bands = rule.bands.map(
        (band) =>
          priceMessage('contribution_band', { band: ageGroupText(band), amount: formatMoney(band.amount) }).text,
      );
      return priceMessage('contribution_allowance', { bands: bands.join(', ') });
    }
    case 'capped':
      return priceMessage('contribution_capped', {
        rule: contributionRuleWords(rule.rule, planName),
        amount: formatMoney(rule.at),
      });
  }
}
