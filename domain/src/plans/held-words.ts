import { PLAN_TIER_LABEL } from './tier-set.ts';
import { partsOf } from '../calendar-date.ts';
import { RELATIONSHIP_LABEL } from '../relationship.ts';
import { type PriceMessage, priceMessage } from './price-message.ts';
import type { HeldReason } from './price-trace.ts';
import type { ExplainedPrice } from './explained-price.ts';

/** Where a held price is corrected: the plan's rates or rules, a member's record, the group's contribution; null for nothing to do. */
export type HeldWords = {
  readonly problem: PriceMessage;
  readonly fix: PriceMessage;
  readonly where: 'rates' | 'plan' | 'member' | 'group' | null;
  /** The person to correct, where it is one. */
  readonly memberId: string | null;
};

/** Says why a price is held, and what to do where. */
export function heldWords(price: Pick<ExplainedPrice, 'planName' | 'month' | 'people'>, held: HeldReason): HeldWords {
  const { planName: plan } = price;
  const person = 'memberId' in held ? price.people.find(({ id }) => id === held.memberId) : undefined;
  const name = person?.name ?? 'A person';
  const of = (
    problem: PriceMessage,
    fix: PriceMessage,
    where: HeldWords['where'],
    memberId: string | null = null,
  ): HeldWords => ({ problem, fix, where, memberId });
  switch (held.code) {
    case 'no_rate_table': {
      const { year, month } = partsOf(price.month);
      const text = `${String(month).padStart(2, '0')}/${year}`;
      return of(priceMessage('no_rate_table', { plan, month: text }), priceMessage('no_rate_table_fix'), 'rates');
    }
    case 'varies':
      return of(priceMessage('varies'), priceMessage('varies_fix'), null);
    case 'no_rating_role': {
      const role = person ? RELATIONSHIP_LABEL[person.relationship] : 'Other';
      return of(priceMessage('no_rating_role', { plan, name, role }), priceMessage('no_rating_role_fix'), 'plan');
    }
    case 'no_age':
      return of(priceMessage('no_age', { name, plan }), priceMessage('no_age_fix'), 'member', held.memberId);
    case 'no_rate_for_age':
      return of(
        priceMessage('no_rate_for_age', { plan, age: held.age, name }),
        priceMessage('no_rate_for_age_fix'),
        'rates',
      );
    case 'no_rate_for_tier':
      return of(
        priceMessage('no_rate_for_tier', { plan, tier: PLAN_TIER_LABEL[held.tier] }),
        priceMessage('no_rate_for_tier_fix'),
        'rates',
      );
    case 'no_rating_area':
      return held.area === null
        ? of(priceMessage('no_rating_area_known', { plan }), priceMessage('no_rating_area_known_fix'), 'rates')
        : of(priceMessage('no_rating_area', { plan, area: held.area }), priceMessage('no_rating_area_fix'), 'rates');
    case 'no_salary':
      return of(priceMessage('no_salary', { name, plan }), priceMessage('no_salary_fix'), 'member', held.memberId);
    case 'no_contribution':
      return of(priceMessage('no_contribution'), priceMessage('no_contribution_fix'), 'group');
  }
}
