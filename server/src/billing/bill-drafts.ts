import { anomaliesOf } from '@openbenefits/domain/billing/bill-anomalies';
import { billKey, billLines, type Posted } from '@openbenefits/domain/billing/bill-lines';
import { billDates } from '@openbenefits/domain/billing/billing-dates';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { billedGroup } from './bill-header.ts';
import { type HeldLine, monthPrices, type MonthPrice } from './month-prices.ts';

/** How many months before the billed one a run compares again. */
const MONTHS_BACK = 12;

export type Run = { readonly id: string; readonly period: CalendarDate; readonly cutOffAt: string };

/** What posted bills have for the months that are compared, per key. */
async function postedLines(tx: Tx, groupId: string, months: readonly CalendarDate[]): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select l.subscriber_id, l.line, l.plan_id, l.covered_month as month, sum(l.cents)::bigint as billed, sum(l.employer_cents)::bigint as employer,
      coalesce(sum(l.cents) filter (where l.kind = 'uncredited'), 0)::bigint as uncredited
    from bill_lines l join bills b on b.id = l.bill_id
    where l.group_id = ${groupId} and b.state = 'posted' and l.kind in ('premium', 'waiver', 'retro', 'uncredited') and l.covered_month = any (${[...months]}::date[])
    group by 1, 2, 3, 4`.execute(tx);
  return rows;
}

/** Months that were billed before and are near enough to be compared again, and the billed month itself. */
async function comparedMonths(tx: Tx, groupId: string, period: CalendarDate): Promise<CalendarDate[]> {
  const { rows } = await sql<{ month: CalendarDate }>`
    select distinct period as month from bills where group_id = ${groupId} and state = 'posted'
      and period < ${period}::date and period >= (${period}::date - make_interval(months => ${MONTHS_BACK}))::date order by 1`.execute(
    tx,
  );
  return [...rows.map(({ month }) => month), period];
}

async function premiumBefore(tx: Tx, groupId: string, period: CalendarDate): Promise<Cents | null> {
  const row = await tx
    .selectFrom('bills')
    .select('premiumCents')
    .where('groupId', '=', groupId)
    .where('state', '=', 'posted')
    .where('period', '<', period)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? fromCents(row.premiumCents) : null;
}

type Worked = { lines: ReturnType<typeof billLines>; prices: ReadonlyMap<string, MonthPrice>; held: HeldLine[] };

/** What a group's bill for a period would have now: every compared month is priced as known at the cut-off. */
export async function workOutBill(
  pricing: Pricing,
  groupId: string,
  { period, cutOffAt }: Omit<Run, 'id'>,
): Promise<Worked> {
  const { tx } = pricing;
  const months = await comparedMonths(tx, groupId, period);
  const prices = new Map<string, MonthPrice>();
  const held: HeldLine[] = [];
  for (const month of months) {
    const found = await monthPrices(pricing, groupId, month, cutOffAt);
    for (const one of found.prices) prices.set(billKey(one), one);
    held.push(...found.held);
  }
  const posted = await postedLines(tx, groupId, months);
  // What cannot be priced now is not given back: it stays as it was billed until it can.
  const heldKeys = new Set(held.map(billKey));
  const known = posted.filter((one) => !heldKeys.has(billKey(one)));
  return { lines: billLines(period, [...prices.values()], known), prices, held };
}

async function nextVersion(tx: Tx, groupId: string, period: CalendarDate): Promise<number> {
  const row = await tx
    .selectFrom('bills')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('groupId', '=', groupId)
    .where('period', '=', period)
    .where('state', '!=', 'draft')
    .executeTakeFirst();
  return (row?.version ?? 0) + 1;
}

/**
 * Makes the draft of a group's bill anew, in the caller's transaction; undefined where the group has a posted bill of
 * the period.
 */
export async function makeDraft(
  pricing: Pricing,
  groupId: string,
  run: Run,
  today: CalendarDate,
): Promise<string | undefined> {
  const { tx } = pricing;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bill ${groupId}`}, 111))`.execute(tx);
  const live = await tx
    .selectFrom('bills')
    .select(['id', 'state'])
    .where('groupId', '=', groupId)
    .where('period', '=', run.period)
    .where('state', 'in', ['draft', 'posted'])
    .executeTakeFirst();
  if (live?.state === 'posted') return undefined;
  if (live) await tx.deleteFrom('bills').where('id', '=', live.id).execute();
  const group = await billedGroup(pricing, groupId);
  const { lines, prices, held } = await workOutBill(pricing, groupId, run);
  const sumOf = (kinds: readonly string[]): number =>
    lines.reduce((sum, { kind, cents }) => (kinds.includes(kind) ? sum + cents : sum), 0);
  const premium = sumOf(['premium', 'waiver']);
  const id = uuidv7();
  const { issueDate, dueDate } = billDates(run.period, group, today);
  await tx
    .insertInto('bills')
    .values({
      id,
      groupId,
      runId: run.id,
      period: run.period,
      version: await nextVersion(tx, groupId, run.period),
      state: 'draft',
      billingMethod: group.billingMethod,
      cutOffAt: run.cutOffAt,
      header: JSON.stringify(group.header),
      subscribers: new Set(lines.filter(({ kind }) => kind === 'premium').map(({ subscriberId }) => subscriberId)).size,
      held: held.length,
      premiumCents: premium,
      retroCents: sumOf(['retro', 'uncredited']),
      totalCents: lines.reduce((sum, { cents }) => sum + cents, 0),
      issueDate,
      dueDate,
      anomalies: JSON.stringify(
        anomaliesOf({ lines, held: held.length, before: await premiumBefore(tx, groupId, run.period) }),
      ),
    })
    .execute();
  await writeLines(tx, id, groupId, lines, prices);
  await writeHolds(tx, id, groupId, held);
  return id;
}

async function writeLines(
  tx: Tx,
  billId: string,
  groupId: string,
  lines: Worked['lines'],
  prices: Worked['prices'],
): Promise<void> {
  const rows = lines.map((line, index) => {
    const price = prices.get(billKey(line));
    return {
      place: index + 1,
      subscriber: line.subscriberId,
      line: line.line,
      plan: line.planId,
      tier: price?.tier ?? null,
      location: price?.locationId ?? null,
      month: line.month,
      kind: line.kind,
      cents: line.cents,
      employer: line.employer,
      people: price?.people ?? 1,
      table: price?.rateTableId ?? null,
    };
  });
  await sql`insert into bill_lines (bill_id, place, group_id, subscriber_id, line, plan_id, tier, location_id, covered_month, kind, cents, employer_cents, people, rate_table_id, cause_change)
    select ${billId}, x.place, ${groupId}, x.subscriber, x.line, x.plan, x.tier, x.location, x.month, x.kind, x.cents, x.employer, x.people, x."table",
      case when x.kind = 'retro' then (select s.change_id from coverage_spans s where s.subscriber_id = x.subscriber and s.line = x.line order by lower(s.recorded) desc limit 1) end
    from jsonb_to_recordset(${JSON.stringify(rows)}) as x(place integer, subscriber uuid, line text, plan uuid, tier text, location uuid, month date, kind text, cents bigint, employer bigint, people integer, "table" uuid)`.execute(
    tx,
  );
}

async function writeHolds(tx: Tx, billId: string, groupId: string, held: readonly HeldLine[]): Promise<void> {
  await sql`insert into bill_holds (bill_id, subscriber_id, group_id, line, plan_id, covered_month, reason)
    select ${billId}, x."subscriberId", ${groupId}, x.line, x."planId", x.month, x.reason
    from jsonb_to_recordset(${JSON.stringify(held)}) as x("subscriberId" uuid, line text, "planId" uuid, month date, reason jsonb)`.execute(
    tx,
  );
}
