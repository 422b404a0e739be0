import type { LineCause } from '@openbenefits/contract/bill-explanation';
import {
  billKey,
  type BillKey,
  type BillLine,
  billLines,
  firstLines,
  type Posted,
} from '@openbenefits/domain/billing/bill-lines';
import { type Notice, uncreditedLines } from '@openbenefits/domain/billing/credit-limits';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { ZERO } from '@openbenefits/domain/money';
import type { CreditLimit } from '@openbenefits/domain/plans/credit-limit';
import { sql } from 'kysely';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { adjustmentsToBill, type AdjustmentToBill } from '../payments/reconciliation/adjustments-to-bill.ts';
import { loadCreditLimits } from '../plans/credit-limits.ts';
import { causesOf } from './line-causes.ts';
import { expectedPremiums, type HeldLine, type MonthPrice, pricesOf, type SharedPrice } from './month-prices.ts';

/** How many months before the billed one a run compares again. */
export const MONTHS_BACK = 12;

export type Run = { readonly id: string; readonly period: CalendarDate; readonly cutOffAt: string };

/** A line of a bill for each of some subscribers, with what is kept of its price and of what caused it. */
export type DraftLine = Omit<BillLine, 'subscriberId'> & {
  readonly subscribers: readonly string[];
  readonly price: Omit<SharedPrice, 'subscribers'> | undefined;
  causeChange: string | null;
  causeWords: string | null;
};

/** `adjustments` are the charges and credits by hand that are among the lines. */
export type Compared = { lines: DraftLine[]; held: HeldLine[]; uncharged: number; adjustments: string[] };

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
    select ${SUMS} from bills b join bill_lines l on l.bill_id = b.id
    where b.group_id = any (${[...groupIds]}::uuid[]) and b.period >= ${period}::date and l.covered_month = ${period}::date and ${POSTED} group by 1, 2, 3, 4, 5`.execute(
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

/** Lines of one subscriber each; adjustments name what differs from what was known when their month was compared last. */
async function withCauses(
  tx: Tx,
  lines: readonly BillLine[],
  priceOf: (line: BillLine) => MonthPrice | undefined,
  sinceOf: (line: BillLine) => string | undefined,
): Promise<DraftLine[]> {
  const causes = new Map<string, LineCause>();
  const adjusted = lines.filter(({ kind }) => kind === 'retro' || kind === 'uncredited');
  for (const [since, ofBill] of Map.groupBy(adjusted, sinceOf)) {
    if (since === undefined) continue;
    for (const [key, cause] of await causesOf(tx, ofBill, since)) causes.set(key, cause);
  }
  return lines.map(({ subscriberId, ...line }) => {
    const full = { subscriberId, ...line };
    const cause = line.kind === 'retro' || line.kind === 'uncredited' ? causes.get(billKey(full)) : undefined;
    return {
      ...line,
      subscribers: [subscriberId],
      price: priceOf(full),
      causeChange: cause?.changeId ?? null,
      causeWords: cause && !cause.changeId ? [cause.text, cause.by].filter(Boolean).join(', ') : null,
    };
  });
}

/** The lines of a price that is billed for the first time, for all its subscribers at once. */
const sharedLines = ({ subscribers, ...price }: SharedPrice): DraftLine[] =>
  firstLines({ ...price, subscriberId: '' }).map(({ subscriberId: _, ...line }) => ({
    ...line,
    subscribers,
    price,
    causeChange: null,
    causeWords: null,
  }));

/** A charge or credit by hand: outside of what bills are compared by, so that no later bill takes it back. */
const adjustmentLine = ({ subscriberId, line, planId, month, cents, words }: AdjustmentToBill): DraftLine => ({
  subscribers: [subscriberId],
  line,
  planId,
  month,
  kind: 'credit',
  cents,
  employer: ZERO,
  price: undefined,
  causeChange: null,
  causeWords: words,
});

type Premiums = { readonly billed: SharedPrice[]; readonly earlier: MonthPrice[]; readonly held: HeldLine[] };

/** The premiums of the billed month, and those of earlier months that may have changed. */
async function expectedOf(
  pricing: Pricing,
  groupIds: readonly string[],
  { period, cutOffAt }: Omit<Run, 'id'>,
  changed: readonly Changed[],
): Promise<Premiums & { readonly uncharged: readonly { groupId: string }[] }> {
  const { shared, held, uncharged } = await expectedPremiums(pricing, { groupIds }, period, cutOffAt);
  const earlier: MonthPrice[] = [];
  for (const [month, ofMonth] of Map.groupBy(changed, (one) => one.month)) {
    const scope = {
      groupIds: [...new Set(ofMonth.map(({ groupId }) => groupId))],
      subscriberIds: [...new Set(ofMonth.map(({ subscriberId }) => subscriberId))],
    };
    const ofScope = await expectedPremiums(pricing, scope, month, cutOffAt);
    for (const price of pricesOf(ofScope.shared)) earlier.push(price);
    held.push(...ofScope.held);
  }
  return { billed: shared, earlier, held, uncharged };
}

const byGroup = <One extends { readonly groupId: string }>(all: readonly One[]): ((groupId: string) => One[]) => {
  const groups = Map.groupBy(all, ({ groupId }) => groupId);
  return (groupId) => groups.get(groupId) ?? [];
};

/**
 * The lines of one group's bill. What no bill has of the month yet is billed as it is priced; everything else is
 * compared subscriber by subscriber.
 */
async function compareGroup(
  tx: Tx,
  { period, cutOffAt }: Omit<Run, 'id'>,
  { billed, earlier, held }: Premiums,
  posted: readonly PostedOfGroup[],
  sinceOf: (line: BillLine) => string | undefined,
): Promise<DraftLine[]> {
  const isFirst = posted.every(({ month }) => month !== period);
  // What cannot be priced now is not given back: it stays as it was billed until it can.
  const heldKeys = new Set(held.map(billKey));
  const known = posted.filter((one) => !heldKeys.has(billKey(one)));
  const prices = new Map([...earlier, ...(isFirst ? [] : pricesOf(billed))].map((price) => [billKey(price), price]));
  const found = billLines(period, [...prices.values()], known);
  const compared = [...found, ...(await withheldLines(tx, found, sinceOf, cutOffAt))];
  return [
    ...(isFirst ? billed.flatMap(sharedLines) : []),
    ...(await withCauses(tx, compared, (line) => prices.get(billKey(line)), sinceOf)),
  ];
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
  const posted = byGroup(await postedLines(tx, groupIds, run.period, changed));
  const since = new Map(changed.map((one) => [`${one.groupId} ${one.month}`, one.since]));
  const [billed, earlier] = [byGroup(expected.billed), byGroup(expected.earlier)];
  const [held, uncharged] = [byGroup(expected.held), byGroup(expected.uncharged)];
  const adjustments = byGroup(await adjustmentsToBill(tx, groupIds, run.cutOffAt));
  const compared = new Map<string, Compared>();
  for (const groupId of groupIds) {
    const premiums = { billed: billed(groupId), earlier: earlier(groupId), held: held(groupId) };
    const lines = await compareGroup(tx, run, premiums, posted(groupId), ({ month }) =>
      since.get(`${groupId} ${month}`),
    );
    const byHand = adjustments(groupId);
    compared.set(groupId, {
      lines: [...lines, ...byHand.map(adjustmentLine)],
      held: premiums.held,
      uncharged: uncharged(groupId).length,
      adjustments: byHand.map(({ id }) => id),
    });
  }
  return compared;
}
