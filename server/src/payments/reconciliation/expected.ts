import { addDays, addMonths, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { OurLine } from '@openbenefits/domain/payments/reconciliation/difference';
import { type CoverageFact, factKey } from '@openbenefits/domain/payments/reconciliation/reconcile-members';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';
import { type RawBuilder, sql } from 'kysely';
import { type Pricing, pricingOf } from '../../coverage/rating-ages.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** Prices a group's month as known at an instant; billing has the function (router.ts). */
export type MonthPrices = (
  pricing: Pricing,
  groupId: string,
  month: CalendarDate,
  knownAt: string,
) => Promise<{
  prices: readonly {
    subscriberId: string;
    line: CoverageLine;
    planId: string;
    month: CalendarDate;
    premium: Cents;
    waiver: Cents;
    tier: PlanTier;
  }[];
}>;

export type Scope = {
  readonly groupIds: readonly string[];
  readonly planIds: ReadonlySet<string> | null;
  readonly month: CalendarDate;
  /** Their lines name months: our bill of the month with its adjustments, not the month in all. */
  readonly byMonth: boolean;
};

export type Expected = {
  readonly ours: OurLine[];
  /** The instant at which the figures of each group were taken as known. */
  readonly knownAt: ReadonlyMap<string, string>;
};

const ids = (values: Iterable<string>): RawBuilder<unknown> => sql`${[...values]}::uuid[]`;

async function billedLines(tx: Tx, { groupIds, planIds, month, byMonth }: Scope): Promise<OurLine[]> {
  const { rows } = await sql<OurLine>`
    select l.group_id, l.subscriber_id, l.plan_id, l.line, max(l.tier) as tier, l.covered_month as month, sum(l.cents)::bigint as cents
    from bills b join bill_lines l on l.bill_id = b.id
    where b.group_id = any (${ids(groupIds)}) and b.state = 'posted' and b.period >= ${month}::date and l.kind in ('premium', 'waiver', 'retro', 'uncredited')
      and ${byMonth ? sql`b.period = ${month}::date` : sql`l.covered_month = ${month}::date`}
      ${planIds ? sql`and l.plan_id = any (${ids(planIds)})` : sql``}
    group by l.group_id, l.subscriber_id, l.plan_id, l.line, l.covered_month`.execute(tx);
  return rows;
}

/** What a group should be billed for a month as known now, as lines. */
export async function pricedLines(
  work: Work,
  groupId: string,
  month: CalendarDate,
  prices: MonthPrices,
): Promise<OurLine[]> {
  const found = await prices(pricingOf(work), groupId, month, work.now);
  return found.prices.map(({ subscriberId, line, planId, premium, waiver, tier }) => ({
    groupId,
    subscriberId,
    line,
    planId,
    tier,
    month,
    cents: fromCents(premium + waiver),
  }));
}

/** The lines of a group's month that the file can have. */
async function priced(work: Work, groupId: string, { planIds, month }: Scope, prices: MonthPrices): Promise<OurLine[]> {
  const lines = await pricedLines(work, groupId, month, prices);
  return planIds ? lines.filter(({ planId }) => planIds.has(planId)) : lines;
}

/** What we expect: the posted bills of the month, and the price of the month for groups without one. */
export async function expectedLines(work: Work, scope: Scope, prices: MonthPrices): Promise<Expected> {
  const { rows } = await sql<{ groupId: string; cutOffAt: string }>`
    select group_id, cut_off_at from bills where group_id = any (${ids(scope.groupIds)}) and period = ${scope.month}::date and state = 'posted'`.execute(
    work.tx,
  );
  const knownAt = new Map(rows.map(({ groupId, cutOffAt }) => [groupId, cutOffAt]));
  const ours = await billedLines(work.tx, { ...scope, groupIds: [...knownAt.keys()] });
  for (const groupId of scope.groupIds) {
    if (knownAt.has(groupId)) continue;
    for (const line of await priced(work, groupId, scope, prices)) ours.push(line);
    knownAt.set(groupId, work.now);
  }
  return { ours, knownAt };
}

export type News = { readonly keys: ReadonlySet<string>; readonly groupIds: ReadonlySet<string> };

/** Subscribers and lines whose coverage of the month was changed after an instant, per group. */
export async function changedAfter(tx: Tx, month: CalendarDate, instants: ReadonlyMap<string, string>): Promise<News> {
  const { rows } = await sql<{ groupId: string; subscriberId: string; line: string }>`
    select distinct s.group_id, s.subscriber_id, s.line
    from unnest(${ids(instants.keys())}, ${[...instants.values()]}::timestamptz[]) as c(group_id, at) join coverage_spans s on s.group_id = c.group_id
    where s.covered && daterange(${month}::date, ${addMonths(month, 1)}::date)
      and (lower(s.recorded) > c.at or (upper(s.recorded) > c.at and not upper_inf(s.recorded)))`.execute(tx);
  const keys = new Set<string>();
  for (const { subscriberId, line } of rows) keys.add(factKey(subscriberId, line)).add(factKey(subscriberId, null));
  return { keys, groupIds: new Set(rows.map(({ groupId }) => groupId)) };
}

/** What should be billed as known now, for groups with news. */
export async function pricesNow(work: Work, scope: Scope, { groupIds }: News, prices: MonthPrices): Promise<OurLine[]> {
  const now: OurLine[] = [];
  for (const groupId of groupIds) now.push(...(await priced(work, groupId, scope, prices)));
  return now;
}

/** First and last days of coverage of subscribers, per line and over all lines. */
export async function coverageFacts(tx: Tx, subscriberIds: Iterable<string>): Promise<Map<string, CoverageFact>> {
  const { rows } = await sql<{
    subscriberId: string;
    line: string;
    firstDay: CalendarDate;
    until: CalendarDate | null;
  }>`
    select subscriber_id, line, min(lower(covered)) as first_day, case when bool_or(upper_inf(covered)) then null else max(upper(covered)) end as until
    from coverage_spans where subscriber_id = any (${ids(subscriberIds)}) and member_id = subscriber_id and upper_inf(recorded) group by 1, 2`.execute(
    tx,
  );
  const facts = new Map<string, CoverageFact>();
  for (const { subscriberId, line, firstDay, until } of rows) {
    const fact: CoverageFact = { firstDay, lastDay: until && addDays(until, -1) };
    facts.set(factKey(subscriberId, line), fact);
    const any = factKey(subscriberId, null);
    const before = facts.get(any);
    facts.set(any, before ? together(before, fact) : fact);
  }
  return facts;
}

const together = (a: CoverageFact, b: CoverageFact): CoverageFact => ({
  firstDay: a.firstDay < b.firstDay ? a.firstDay : b.firstDay,
  lastDay: a.lastDay === null || b.lastDay === null ? null : a.lastDay > b.lastDay ? a.lastDay : b.lastDay,
});

/** The groups that a carrier's plans are offered to, or that were billed for them. */
export async function groupsOfPlans(tx: Tx, planIds: Iterable<string>, month: CalendarDate): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g where g.id in (select a.group_id from group_plan_assignments a where a.plan_id = any (${ids(planIds)}))
      or g.id in (select b.group_id from bills b where b.period = ${month}::date and b.state = 'posted' and exists (select from bill_lines l where l.bill_id = b.id and l.plan_id = any (${ids(planIds)})))
    order by g.id`.execute(tx);
  return rows.map(({ id }) => id);
}
