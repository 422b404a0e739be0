import type { LineCause } from '@openbenefits/contract/bill-explanation';
import {
  billKey,
  type BillKey,
  type BillLine,
  billLines,
  COMPARED_KINDS,
  firstLines,
  type Posted,
} from '@openbenefits/domain/billing/bill-lines';
import type { BillMonth } from '@openbenefits/domain/billing/unbilled-months';
import { type Notice, uncreditedLines, writeOffReversals } from '@openbenefits/domain/billing/credit-limits';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { saysNonPayment } from '@openbenefits/domain/coverage/rescission';
import { ZERO } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { adjustmentsToBill, type AdjustmentToBill } from '../payments/reconciliation/adjustments-to-bill.ts';
import { loadCreditLimits } from '../plans/credit-limits.ts';
import { causesOf } from './line-causes.ts';
import { billOpenMonths, type OpenMonth, openMonthsOf } from './open-months.ts';
import { expectedPremiums, type HeldLine, type MonthPrice, pricesOf, type SharedPrice } from './month-prices.ts';

export type Run = { readonly id: string; readonly period: CalendarDate; readonly cutOffAt: string };

/** A line of a bill for each of some subscribers, with what is kept of its price and of what caused it. */
export type DraftLine = Omit<BillLine, 'subscriberId'> & {
  readonly subscribers: readonly string[];
  readonly price: Omit<SharedPrice, 'subscribers'> | undefined;
  causeChange: string | null;
  causeWords: string | null;
};

/**
 * `adjustments` are the charges and credits by hand that are among the lines, `months` earlier months that no bill has.
 */
export type Compared = {
  lines: DraftLine[];
  held: HeldLine[];
  uncharged: number;
  adjustments: string[];
  months: BillMonth[];
};

type PostedOfGroup = Posted & { readonly groupId: string };
type Changed = {
  readonly groupId: string;
  readonly month: CalendarDate;
  readonly since: string;
  readonly subscriberId: string;
};

const SUMS = sql`l.group_id, l.subscriber_id, l.line, l.plan_id, l.covered_month as month, sum(l.cents)::bigint as billed, sum(l.employer_cents)::bigint as employer,
  coalesce(sum(l.cents) filter (where l.kind = 'uncredited'), 0)::bigint as uncredited`;
const POSTED = sql`b.state = 'posted' and l.kind = any (${COMPARED_KINDS})`;

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
    select * from changed_months(${[...groupIds]}::uuid[], ${period}::date, ${cutOffAt}::timestamptz)`.execute(tx);
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
  const { rows } = await sql<{ place: number; reason: string | null } & Notice>`
    select x.place::integer - 1 as place, (n.at at time zone coalesce((select time_zone from organization_profiles limit 1), 'UTC'))::date as noticed_on, n.last_day, n.reason
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}) as (subscriber uuid, line text, plan uuid, month date, since timestamptz)) with ordinality as x(subscriber, line, plan, month, since, place)
      cross join lateral (
        select upper(s.recorded) as at, (select c.reason from changes c where c.id = s.superseded_by) as reason, coalesce((select max(upper(c.covered)) from coverage_spans c where c.member_id = s.member_id and c.line = s.line and c.plan_id = s.plan_id
            and c.recorded @> ${cutOffAt}::timestamptz and lower(c.covered) <= x.month), lower(s.covered)) - 1 as last_day
        from coverage_spans s
        where s.subscriber_id = x.subscriber and s.line = x.line and s.plan_id = x.plan and not upper_inf(s.recorded) and upper(s.recorded) <= ${cutOffAt}::timestamptz
          and s.covered && daterange(x.month, (x.month + interval '1 month')::date) and (x.since is null or upper(s.recorded) >= x.since)
        order by upper(s.recorded) desc, s.member_id = s.subscriber_id desc limit 1
      ) n where n.last_day < (x.month + interval '1 month')::date - 1`.execute(tx);
  return new Map(
    rows.flatMap(({ place, reason, ...notice }) => {
      const credit = credits[place];
      return credit ? [[billKey(credit), { ...notice, isNonPayment: saysNonPayment(reason) }]] : [];
    }),
  );
}

type Withholding = {
  readonly cutOffAt: string;
  readonly sinceOf: (line: BillLine) => string | undefined;
  readonly prices: Iterable<BillKey>;
  readonly retroDays: number | undefined;
  /** What of the group's months was written off, in cents. */
  readonly writtenOff: ReadonlyMap<CalendarDate, number>;
};

const lineOf = ({ subscriberId, line, month }: BillKey): string => `${subscriberId} ${line} ${month}`;

/**
 * What plans and the group's retro window do not credit of late terminations: lines that charge it again. A month that
 * has another plan now is a change of plans and no termination.
 */
async function withheldLines(
  tx: Tx,
  lines: readonly BillLine[],
  { cutOffAt, sinceOf, prices, retroDays, writtenOff }: Withholding,
): Promise<BillLine[]> {
  const credits = lines.filter(({ kind, cents }) => kind === 'retro' && cents < 0);
  if (credits.length === 0) return [];
  const limits = await loadCreditLimits(tx, [...new Set(credits.map(({ planId }) => planId))]);
  const plansOf = Map.groupBy(prices, lineOf);
  const isChanged = (credit: BillLine): boolean =>
    plansOf.get(lineOf(credit))?.some(({ planId }) => planId !== credit.planId) ?? false;
  const notices = await noticesOf(tx, credits, sinceOf, cutOffAt);
  const kept = uncreditedLines(
    lines,
    (credit) => ({
      limit: limits(credit.planId, credit.month),
      retroDays: isChanged(credit) ? undefined : retroDays,
    }),
    (credit) => notices.get(billKey(credit)),
  );
  return [...kept, ...writeOffReversals([...lines, ...kept], writtenOff)];
}

/** What of groups' months was written off and is not reversed by a credit yet. */
async function writtenOffMonths(
  tx: Tx,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, Map<CalendarDate, number>>> {
  const { rows } = await sql<{ groupId: string; month: CalendarDate; cents: number }>`
    select w.group_id, w.month, (w.cents - coalesce((
      select sum(l.cents) from bills b join bill_lines l on l.bill_id = b.id where b.group_id = w.group_id and b.state = 'posted' and l.covered_month = w.month and l.limit_source = 'write_off'), 0))::bigint as cents
    from (
      select a.group_id, b.period as month, sum(a.cents) as cents from balance_adjustments a join bills b on b.id = a.bill_id
      where a.group_id = any (${[...groupIds]}::uuid[]) and a.kind = 'write_off' and a.status = 'posted' group by 1, 2
    ) w`.execute(tx);
  const months = new Map<string, Map<CalendarDate, number>>();
  for (const { groupId, month, cents } of rows)
    months.set(groupId, (months.get(groupId) ?? new Map<CalendarDate, number>()).set(month, cents));
  return months;
}

/** The retro windows of groups, in days. */
async function retroWindows(tx: Tx, groupIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const groups = await tx
    .selectFrom('groups')
    .select(['id', 'retroTermDays'])
    .where('id', 'in', [...groupIds])
    .execute();
  return new Map(groups.map(({ id, retroTermDays }) => [id, retroTermDays]));
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
/** Why a line is on a bill, where nothing changed: its month had no bill. */
const NOT_BILLED_BEFORE = 'Month not billed before';

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
  open: readonly OpenMonth[],
  { sinceOf, ...limits }: Pick<Withholding, 'sinceOf' | 'retroDays' | 'writtenOff'>,
): Promise<Pick<Compared, 'lines' | 'held' | 'months'>> {
  const isFirst = posted.every(({ month }) => month !== period);
  // What cannot be priced now is not given back: it stays as it was billed until it can.
  const heldKeys = new Set(held.map(billKey));
  const known = posted.filter((one) => !heldKeys.has(billKey(one)));
  const prices = new Map([...earlier, ...(isFirst ? [] : pricesOf(billed))].map((price) => [billKey(price), price]));
  const unbilled = billOpenMonths(open);
  const found = [...billLines(period, [...prices.values()], known), ...unbilled.lines];
  for (const price of unbilled.prices) prices.set(billKey(price), price);
  const compared = [
    ...found,
    ...(await withheldLines(tx, found, { cutOffAt, sinceOf, prices: prices.values(), ...limits })),
  ];
  const lines = await withCauses(tx, compared, (line) => prices.get(billKey(line)), sinceOf);
  const first = new Set(unbilled.months.map(({ month }) => month));
  for (const line of lines) if (first.has(line.month)) line.causeWords = NOT_BILLED_BEFORE;
  return {
    lines: [...(isFirst ? billed.flatMap(sharedLines) : []), ...lines],
    held: [...held, ...unbilled.held],
    months: unbilled.months,
  };
}

/**
 * What the bills of groups would have for a period now, as known at the cut-off: the billed month in full, of the
 * billed months before it what has changed since they were compared, and the months before it that no bill has.
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
  const open = await openMonthsOf(pricing, groupIds, run);
  const since = new Map(changed.map((one) => [`${one.groupId} ${one.month}`, one.since]));
  for (const { groupId, month, knownAt } of open) if (knownAt) since.set(`${groupId} ${month}`, knownAt);
  const openOf = byGroup(open);
  const windows = await retroWindows(tx, groupIds);
  const writtenOff = await writtenOffMonths(tx, groupIds);
  const [billed, earlier] = [byGroup(expected.billed), byGroup(expected.earlier)];
  const [held, uncharged] = [byGroup(expected.held), byGroup(expected.uncharged)];
  const adjustments = byGroup(await adjustmentsToBill(tx, groupIds, run.cutOffAt));
  const compared = new Map<string, Compared>();
  for (const groupId of groupIds) {
    const premiums = { billed: billed(groupId), earlier: earlier(groupId), held: held(groupId) };
    const found = await compareGroup(tx, run, premiums, posted(groupId), openOf(groupId), {
      sinceOf: ({ month }) => since.get(`${groupId} ${month}`),
      retroDays: windows.get(groupId),
      writtenOff: writtenOff.get(groupId) ?? new Map(),
    });
    const byHand = adjustments(groupId);
    compared.set(groupId, {
      ...found,
      lines: [...found.lines, ...byHand.map(adjustmentLine)],
      uncharged: uncharged(groupId).length,
      adjustments: byHand.map(({ id }) => id),
    });
  }
  return compared;
}
