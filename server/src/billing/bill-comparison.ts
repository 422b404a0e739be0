import { billKey, type BillKey, type BillLine, billLines, type Posted } from '@openbenefits/domain/billing/bill-lines';
import { type Notice, uncreditedLines } from '@openbenefits/domain/billing/credit-limits';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CreditLimit } from '@openbenefits/domain/plans/credit-limit';
import { sql } from 'kysely';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { loadCreditLimits } from '../plans/credit-limits.ts';
import { causesOf } from './line-causes.ts';
import { type ExpectedPremiums, expectedPremiums, type HeldLine, type MonthPrice } from './month-prices.ts';

/** How many months before the billed one a run compares again. */
export const MONTHS_BACK = 12;

export type Run = { readonly id: string; readonly period: CalendarDate; readonly cutOffAt: string };

/** A line of a bill with what is kept of its price and of what caused it. */
export type DraftLine = BillLine & {
  readonly price: MonthPrice | undefined;
  causeChange: string | null;
  causeWords: string | null;
};

export type Compared = { lines: DraftLine[]; held: HeldLine[]; uncharged: number };

type PostedOfGroup = Posted & { readonly groupId: string };
type Changed = {
  readonly groupId: string;
  readonly month: CalendarDate;
  readonly since: string;
  readonly subscriberId: string;
};

const SUMS = sql`l.group_id, l.subscriber_id, l.line, l.plan_id, l.covered_month as month, sum(l.cents)::bigint as billed, sum(l.employer_cents)::bigint as employer,
  coalesce(sum(l.cents) filter (where l.kind = 'uncredited'), 0)::bigint as uncredited`;
const POSTED = sql`b.state = 'posted' and l.kind in ('premium', 'waiver', 'retro', 'uncredited')`;

/** What posted bills have for the billed month, and for the months of subscribers that are compared again. */
async function postedLines(
  tx: Tx,
  groupIds: readonly string[],
  period: CalendarDate,
  changed: readonly Changed[],
): Promise<PostedOfGroup[]> {
  const { rows } = await sql<PostedOfGroup>`
    select ${SUMS} from bill_lines l join bills b on b.id = l.bill_id
    where l.group_id = any (${[...groupIds]}::uuid[]) and l.covered_month = ${period}::date and ${POSTED} group by 1, 2, 3, 4, 5`.execute(
    tx,
  );
  if (changed.length === 0) return rows;
  const earlier = await sql<PostedOfGroup>`
    select ${SUMS} from unnest(${changed.map((one) => one.groupId)}::uuid[], ${changed.map((one) => one.subscriberId)}::uuid[], ${changed.map(({ month }) => month)}::date[]) as x(group_id, subscriber_id, month)
      join bill_lines l on l.subscriber_id = x.subscriber_id and l.covered_month = x.month and l.group_id = x.group_id join bills b on b.id = l.bill_id
    where ${POSTED} group by 1, 2, 3, 4, 5`.execute(tx);
  return [...rows, ...earlier.rows];
}

/** Subscribers' earlier months that may differ from what was billed: one query says so for all months of all groups. */
async function changedMonths(
  tx: Tx,
  groupIds: readonly string[],
  { period, cutOffAt }: Omit<Run, 'id'>,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select * from changed_months(${[...groupIds]}::uuid[], ${period}::date, make_interval(months => ${MONTHS_BACK}), ${cutOffAt}::timestamptz)`.execute(
    tx,
  );
  return rows;
}

/**
 * When credits' coverage ended and when that was recorded, per key. A credit with another cause is missing: its month is
 * covered to the end.
 */
export async function noticesOf<Credit extends BillKey>(
  tx: Tx,
  credits: readonly Credit[],
  sinceOf: (line: Credit) => string | undefined,
  cutOffAt: string,
): Promise<ReadonlyMap<string, Notice>> {
  const asked = credits.map((one) => ({
    subscriber: one.subscriberId,
    line: one.line,
    plan: one.planId,
    month: one.month,
    since: sinceOf(one) ?? null,
  }));
  const { rows } = await sql<{ place: number } & Notice>`
    select x.place::integer - 1 as place, (n.at at time zone coalesce((select time_zone from organization_profiles limit 1), 'UTC'))::date as noticed_on, n.last_day
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}) as (subscriber uuid, line text, plan uuid, month date, since timestamptz)) with ordinality as x(subscriber, line, plan, month, since, place)
      cross join lateral (
        select upper(s.recorded) as at, coalesce((select max(upper(c.covered)) from coverage_spans c where c.member_id = s.member_id and c.line = s.line and c.plan_id = s.plan_id
            and c.recorded @> ${cutOffAt}::timestamptz and lower(c.covered) <= x.month), lower(s.covered)) - 1 as last_day
        from coverage_spans s
        where s.subscriber_id = x.subscriber and s.line = x.line and s.plan_id = x.plan and not upper_inf(s.recorded) and upper(s.recorded) <= ${cutOffAt}::timestamptz
          and s.covered && daterange(x.month, (x.month + interval '1 month')::date) and (x.since is null or upper(s.recorded) >= x.since)
        order by upper(s.recorded) desc, s.member_id = s.subscriber_id desc limit 1
      ) n where n.last_day < (x.month + interval '1 month')::date - 1`.execute(tx);
  return new Map(
    rows.flatMap(({ place, ...notice }) => {
      const credit = credits[place];
      return credit ? [[billKey(credit), notice]] : [];
    }),
  );
}

/** What plans do not credit of late terminations (case M9): lines that charge it again. */
async function withheldLines(
  tx: Tx,
  lines: readonly BillLine[],
  sinceOf: (line: BillLine) => string | undefined,
  cutOffAt: string,
): Promise<BillLine[]> {
  const credits = lines.filter(({ kind, cents }) => kind === 'retro' && cents < 0);
  if (credits.length === 0) return [];
  const limits = await loadCreditLimits(tx, [...new Set(credits.map(({ planId }) => planId))]);
  const limitOf = ({ planId, month }: BillLine): CreditLimit | undefined => limits(planId, month);
  const limited = credits.filter((credit) => limitOf(credit) !== undefined);
  if (limited.length === 0) return [];
  const notices = await noticesOf(tx, limited, sinceOf, cutOffAt);
  return uncreditedLines(lines, limitOf, (credit) => notices.get(billKey(credit)));
}

/** Names what made adjustments differ from what was known when their month was compared last. */
async function nameCauses(
  tx: Tx,
  lines: readonly DraftLine[],
  sinceOf: (line: BillLine) => string | undefined,
): Promise<void> {
  const adjusted = lines.filter(({ kind }) => kind === 'retro' || kind === 'uncredited');
  for (const [since, ofBill] of Map.groupBy(adjusted, sinceOf)) {
    if (since === undefined) continue;
    const causes = await causesOf(tx, ofBill, since);
    for (const line of ofBill) {
      const cause = causes.get(billKey(line));
      line.causeChange = cause?.changeId ?? null;
      line.causeWords = cause && !cause.changeId ? [cause.text, cause.by].filter(Boolean).join(', ') : null;
    }
  }
}

/** Lines in one order, whatever order they were found in: a bill calculated again is the same bill. */
function inOrder(lines: readonly BillLine[]): BillLine[] {
  const keyed = lines.map((line) => ({ line, key: `${billKey(line)} ${line.kind}` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ line }) => line);
}

/** The premiums of the billed month, and those of earlier months that may have changed, per group. */
async function expectedOf(
  pricing: Pricing,
  groupIds: readonly string[],
  { period, cutOffAt }: Omit<Run, 'id'>,
  changed: readonly Changed[],
): Promise<ExpectedPremiums> {
  const all = await expectedPremiums(pricing, { groupIds }, period, cutOffAt);
  for (const [month, ofMonth] of Map.groupBy(changed, (one) => one.month)) {
    const scope = {
      groupIds: [...new Set(ofMonth.map(({ groupId }) => groupId))],
      subscriberIds: [...new Set(ofMonth.map(({ subscriberId }) => subscriberId))],
    };
    const { prices, held } = await expectedPremiums(pricing, scope, month, cutOffAt);
    for (const price of prices) all.prices.push(price);
    all.held.push(...held);
  }
  return all;
}

/**
 * What the bills of groups would have for a period now, as known at the cut-off: the billed month in full, and of the
 * billed months before it what has changed since they were compared.
 */
export async function compareGroups(
  pricing: Pricing,
  groupIds: readonly string[],
  run: Omit<Run, 'id'>,
): Promise<ReadonlyMap<string, Compared>> {
  const { tx } = pricing;
  const changed = await changedMonths(tx, groupIds, run);
  const expected = await expectedOf(pricing, groupIds, run, changed);
  const posted = await postedLines(tx, groupIds, run.period, changed);
  const since = new Map(changed.map((one) => [`${one.groupId} ${one.month}`, one.since]));
  const [pricesOf, heldOf, postedOf] = [expected.prices, expected.held, posted].map((all) =>
    Map.groupBy<string, { groupId: string }>(all, ({ groupId }) => groupId),
  ) as [Map<string, MonthPrice[]>, Map<string, HeldLine[]>, Map<string, PostedOfGroup[]>];
  const uncharged = Map.groupBy(expected.uncharged, ({ groupId }) => groupId);
  const compared = new Map<string, Compared>();
  for (const groupId of groupIds) {
    const held = heldOf.get(groupId) ?? [];
    // What cannot be priced now is not given back: it stays as it was billed until it can.
    const heldKeys = new Set(held.map(billKey));
    const known = (postedOf.get(groupId) ?? []).filter((one) => !heldKeys.has(billKey(one)));
    const prices = new Map((pricesOf.get(groupId) ?? []).map((price) => [billKey(price), price]));
    const sinceOf = ({ month }: BillLine): string | undefined => since.get(`${groupId} ${month}`);
    const found = billLines(run.period, [...prices.values()], known);
    const withheld = await withheldLines(tx, found, sinceOf, run.cutOffAt);
    const lines = inOrder([...found, ...withheld]).map((line): DraftLine => ({
      ...line,
      price: prices.get(billKey(line)),
      causeChange: null,
      causeWords: null,
    }));
    await nameCauses(tx, lines, sinceOf);
    compared.set(groupId, { lines, held, uncharged: uncharged.get(groupId)?.length ?? 0 });
  }
  return compared;
}
