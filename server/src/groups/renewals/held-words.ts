import type { HeldReason } from '@openbenefits/domain/plans/price-trace';

const WORDS: Readonly<Record<HeldReason['code'], string>> = {
  no_rate_table: 'The plan has no rates on one of the days.',
  varies: 'The allowance depends on the policy that the member buys.',
  no_rating_role: 'The plan year does not rate the relationship of a dependent.',
  no_age: 'A date of birth is missing.',
  no_rate_for_age: 'The rates have no row for an age.',
  no_rate_for_tier: 'The rates have no amount for a tier.',
  no_rating_area: 'The ZIP code belongs to no rating area.',
  no_salary: 'A salary is missing.',
  no_contribution: 'The contribution rule does not cover a tier or an age.',
};

/** Why premiums have no price, in one sentence per reason. */
export const heldWords = (code: HeldReason['code']): string => WORDS[code];
