import { add, type Cents, formatMoney, fromCents } from '../money.ts';

/** Days over which the amounts that one person decided alone are added up. */
export const DAYS_OF_LIMITS = 30;

/**
 * From these amounts on a second person decides. `money` holds for refunds, write-offs, credits and voids together, per
 * person and per group; `organization` for those of everybody together; `runs` for bill runs, in the same three ways.
 */
export type AloneLimits = {
  readonly money: Cents;
  readonly organization: Cents;
  readonly runs: Cents;
  /** Days for which a new bank account is paid only with a second person. */
  readonly newPayeeDays: number;
  /** Days until a deposited check counts as cleared, so that its money can be refunded. */
  readonly checkDays: number;
  /** Money received or credited more months ago is not refunded. */
  readonly mostMonths: number;
};

/** A new installation lets nobody decide alone. */
export const FIRST_LIMITS: AloneLimits = {
  money: fromCents(0),
  organization: fromCents(0),
  runs: fromCents(0),
  newPayeeDays: 7,
  checkDays: 5,
  mostMonths: 12,
};

/** What was decided alone in the last 30 days: by the person, for the group, and in the whole organization. */
export type AloneSums = { readonly person: Cents; readonly group: Cents; readonly organization: Cents };

/**
 * Why an amount waits for a second person: it reaches a limit alone, or with what was decided alone in the last 30 days,
 * so that splitting it changes nothing. Null where one person decides.
 */
export function secondPersonReason(
  cents: Cents,
  sums: AloneSums,
  limits: { each: Cents; organization: Cents },
): string | null {
  if (cents >= limits.each) return `Another person approves amounts from ${formatMoney(limits.each)} on.`;
  const reached = (
    [
      ['you reach', sums.person, limits.each],
      ['the group reaches', sums.group, limits.each],
      ['the organization reaches', sums.organization, limits.organization],
    ] as const
  ).find(([, before, limit]) => add(cents, before) >= limit);
  if (!reached) return null;
  const [who, before, limit] = reached;
  return before === 0
    ? `Another person approves amounts from ${formatMoney(limit)} on.`
    : `Another person approves it: with ${formatMoney(before)} of the last ${DAYS_OF_LIMITS} days ${who} ${formatMoney(limit)}.`;
}
