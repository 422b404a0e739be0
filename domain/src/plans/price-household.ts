import { addDays, contains, partsOf } from '../calendar-date.ts';
import { type Cents, fromCents, subtract, ZERO } from '../money.ts';
import { type ContributionRule, employerShares, type Part } from './contribution.ts';
import { traceContribution } from './contribution-trace.ts';
import { ratio } from './exact-cents.ts';
import type { Held, Household, PersonInMonth, RatedPerson } from './household.ts';
import type { TraceStep } from './price-trace.ts';
import { type PricedMonth, type ProrationRules, type Share, shareOfMonth } from './proration.ts';
import type { TobaccoSurcharge } from './plan-rules.ts';
import type { RateTable } from './rate-table.ts';
import { RATING_ROLES, type RatingRoles } from './rating-role.ts';
import { type PlanTier, tierIn } from './tier-set.ts';
import { monthlyCharges } from './monthly-charges.ts';

export type PricingRules = {
  readonly proration: ProrationRules;
  /** Days of a newborn's coverage that are waived (domain rules 4.8). */
  readonly newbornFreeDays: number;
  readonly roles?: RatingRoles;
  /** 'employee': the contribution counts on the premium before a tobacco surcharge. */
  readonly tobaccoSurcharge?: TobaccoSurcharge;
  /** Null prices without a contribution: the employee pays everything. */
  readonly contribution: ContributionRule | null;
};

/** A priced part of the month. A waiver is negative and stands next to its charge (case M7). */
export type PricedLine = {
  readonly memberId: string;
  readonly kind: 'premium' | 'waiver';
  readonly cents: Cents;
  readonly employer: Cents;
  readonly employee: Cents;
};

export type Priced = {
  readonly total: Cents;
  readonly employer: Cents;
  readonly employee: Cents;
  readonly lines: readonly PricedLine[];
  readonly trace: readonly TraceStep[];
};
const NO_CONTRIBUTION: ContributionRule = { kind: 'percent', employee: 0, dependents: 0 };

/**
 * Prices a household on one plan for one month: the only place where a premium is computed. Pure; amounts are integer
 * cents, rounded half away from zero per person. Held with the reason where anything is missing, never priced at zero.
 * `withTrace` false leaves the trace empty, for runs over millions.
 */
export function priceHousehold(
  household: Household,
  table: RateTable,
  month: PricedMonth,
  rules: PricingRules,
  withTrace = true,
): Priced | Held {
  const trace: TraceStep[] | undefined = withTrace ? [] : undefined;
  const people: PersonInMonth[] = [];
  const roles = rules.roles ?? RATING_ROLES;
  for (const person of household.people) {
    const role = roles[person.relationship];
    const shares = sharesOf(person, table, month, rules);
    if (shares.length === 0) continue;
    if (!role) return { held: { code: 'no_rating_role', memberId: person.id } };
    people.push({ person, role, shares });
  }
  if (trace) tracePartOfMonth(people, month, rules.proration, trace);
  const charged = monthlyCharges(household, people, table, month, trace);
  if ('held' in charged) return charged;
  const waivers = waiversOf(people, charged.monthly, month, rules, trace);
  const paidByEmployee = rules.tobaccoSurcharge === 'employee' ? charged.surcharges : undefined;
  const contribution = { rule: rules.contribution, paidByEmployee };
  return withContribution(people, charged.parts, waivers, charged.tier, contribution, trace);
}

/** The charged parts of the month of one person. Free days of a newborn do not count for a price by tier or age group. */
function sharesOf(
  person: RatedPerson,
  table: RateTable,
  month: PricedMonth,
  { proration, newbornFreeDays }: PricingRules,
): readonly Share[] {
  const [only] = person.periods;
  const isWhole = only && only.from <= month.first && (only.until === null || only.until >= month.next);
  if (isWhole && person.bornOn === undefined) return month.full;
  const shares: Share[] = [];
  for (const period of person.periods) {
    const isBirth = person.bornOn !== undefined && contains(period, person.bornOn) && period.from >= person.bornOn;
    const isByHousehold = table.method === 'composite' || table.method === 'banded';
    const from =
      isBirth && isByHousehold && newbornFreeDays > 0 ? addDays(person.bornOn, newbornFreeDays) : period.from;
    if (period.until !== null && from >= period.until) continue;
    const share = shareOfMonth({ from, until: period.until }, month, proration, isBirth);
    if (share) shares.push(share);
  }
  return shares;
}

/** Names the method that charges a part of the month: that of the first person who is covered for a part only. */
function tracePartOfMonth(
  people: readonly PersonInMonth[],
  { first, next, days, whole }: PricedMonth,
  proration: ProrationRules,
  trace: TraceStep[],
): void {
  const isPart = ({ shares }: PersonInMonth): boolean =>
    shares.length !== 1 || shares[0]?.to !== whole || shares[0].from !== 0;
  const one = people.find(isPart);
  if (!one) return;
  const start = one.person.periods.find(({ from }) => from > first && from < next);
  const event = start === undefined ? 'end' : start.from === one.person.bornOn ? 'birth' : 'start';
  trace.push({ kind: 'part_of_month', method: proration[event], days });
}

/** What the free days of newborns in this month give back: by days of the month, beside the full charge. */
function waiversOf(
  people: readonly PersonInMonth[],
  monthly: readonly Cents[],
  { first: month, next, days }: PricedMonth,
  { newbornFreeDays }: PricingRules,
  trace: TraceStep[] | undefined,
): { memberId: string; cents: Cents }[] {
  if (newbornFreeDays === 0 || !people.some(({ person }) => person.bornOn !== undefined)) return [];
  return people.flatMap(({ person: { id, bornOn } }, index) => {
    const price = monthly[index];
    if (bornOn === undefined || price === undefined || price === 0 || bornOn >= next) return [];
    const freeUntil = addDays(bornOn, newbornFreeDays);
    if (freeUntil <= month) return [];
    const first = bornOn > month ? partsOf(bornOn).day : 1;
    const last = freeUntil >= next ? days : partsOf(freeUntil).day - 1;
    const waived = ratio(price, last - first + 1, days);
    trace?.push({ kind: 'newborn', memberId: id, freeDays: last - first + 1, daysInMonth: days, waived });
    return [{ memberId: id, cents: subtract(ZERO, waived) }];
  });
}

/** The tier of a household whose price has none: a contribution by tier goes by the four tiers. */
const tierOfPeople = (people: readonly PersonInMonth[]): PlanTier =>
  tierIn(
    'four',
    people.filter(({ role }) => role === 'spouse').length,
    people.filter(({ role }) => role === 'child').length,
  );

/** Adds who pays: a waiver lowers the payer's share in the proportion of the charge that it waives. */
function withContribution(
  people: readonly PersonInMonth[],
  parts: readonly Part[],
  waivers: readonly { memberId: string; cents: Cents }[],
  tier: Parameters<typeof employerShares>[2]['tier'],
  { rule, paidByEmployee }: { rule: ContributionRule | null; paidByEmployee: readonly Cents[] | undefined },
  trace: TraceStep[] | undefined,
): Priced | Held {
  const subscriberAge = people.find(({ role }) => role === 'employee')?.person.age ?? null;
  // What the contribution counts on: the premium, or the premium before the surcharge that the employee pays.
  const base = paidByEmployee
    ? parts.map((part, index) => ({ ...part, cents: subtract(part.cents, paidByEmployee[index] ?? ZERO) }))
    : parts;
  const shares = employerShares(rule ?? NO_CONTRIBUTION, base, { tier: tier ?? tierOfPeople(people), subscriberAge });
  if (!shares) return { held: { code: 'no_contribution' } };
  const lines: PricedLine[] = parts.map(({ memberId, cents }, index) => {
    const employer = shares[index] as Cents;
    return { memberId, kind: 'premium', cents, employer, employee: (cents - employer) as Cents };
  });
  for (const { memberId, cents } of waivers) {
    const charge = lines.find((line) => line.memberId === memberId && line.kind === 'premium');
    const employer = charge && charge.cents > 0 ? ratio(cents, charge.employer, charge.cents) : ZERO;
    lines.push({ memberId, kind: 'waiver', cents, employer, employee: fromCents(cents - employer) });
  }
  let total = 0;
  let employer = 0;
  for (const line of lines) {
    total += line.cents;
    employer += line.employer;
  }
  if (rule)
    trace?.push({
      kind: 'contribution',
      employer: fromCents(employer),
      employee: fromCents(total - employer),
      ...traceContribution(rule, base, { tier: tier ?? tierOfPeople(people), subscriberAge }),
    });
  return {
    total: fromCents(total),
    employer: fromCents(employer),
    employee: fromCents(total - employer),
    lines,
    trace: trace ?? [],
  };
}

/** The sums of the charges and of the waivers of a price's lines. */
export function chargeAndWaiver(lines: readonly Pick<PricedLine, 'kind' | 'cents'>[]): {
  charged: Cents;
  waived: Cents;
} {
  let [charged, waived] = [0, 0];
  for (const { kind, cents } of lines)
    if (kind === 'waiver') waived += cents;
    else charged += cents;
  return { charged: fromCents(charged), waived: fromCents(waived) };
}
