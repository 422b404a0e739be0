import type { MonthRow } from '@openbenefits/contract/bill-explanation';
import { type BillKey, billKey, COMPARED_KINDS } from '@openbenefits/domain/billing/bill-lines';
import { type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';
import { causesOf, namesOf } from './line-causes.ts';
import { monthPrices } from './month-prices.ts';
import { billedForMonth } from './rerun.operations.ts';

type MonthBill = { id: string; number: string | null; cutOffAt: string };
type Amount = BillKey & { readonly cents: Cents; readonly tier: PlanTier | null };
/** A key of the month with its amounts on both axes. */
type Compared = BillKey & {
  readonly tier: PlanTier | null;
  readonly before: Cents;
  readonly adjusted: Cents;
  readonly now: Cents;
  readonly isHeld: boolean;
};

async function billOfMonth(tx: Tx, groupId: string, month: CalendarDate): Promise<MonthBill | undefined> {
  return tx
    .selectFrom('bills')
    .select(['id', 'number', 'cutOffAt'])
    .where('groupId', '=', groupId)
    .where('period', '=', month)
    .where('state', '=', 'posted')
    .executeTakeFirst();
}

/** What the month's own bill has for it, per key. */
async function linesOfBill(tx: Tx, billId: string, month: CalendarDate): Promise<Amount[]> {
  const { rows } = await sql<Amount>`
    select l.subscriber_id, l.line, l.plan_id, l.covered_month as month, max(l.tier) as tier, sum(l.cents)::bigint as cents
    from bill_lines l where l.bill_id = ${billId} and l.covered_month = ${month}::date and l.kind = any (${COMPARED_KINDS})
    group by 1, 2, 3, 4`.execute(tx);
  return rows;
}

async function knownAmounts(
  work: Work,
  groupId: string,
  month: CalendarDate,
  knownAt: string,
): Promise<{ amounts: Amount[]; held: ReadonlySet<string> }> {
  const { prices, held } = await monthPrices(pricingOf(work), groupId, month, knownAt);
  return {
    amounts: prices.map(({ premium, waiver, ...one }) => ({ ...one, cents: fromCents(premium + waiver) })),
    held: new Set(held.map(billKey)),
  };
}

const byKey = (amounts: readonly Amount[]): ReadonlyMap<string, Amount> =>
  new Map(amounts.map((one) => [billKey(one), one]));
const ZERO = fromCents(0);

/** Every key of the month that has an amount on either axis. */
async function compare(
  work: Work,
  groupId: string,
  month: CalendarDate,
  bill: MonthBill | undefined,
  knownAt: string | undefined,
): Promise<Compared[]> {
  const onBill = bill ? await linesOfBill(work.tx, bill.id, month) : [];
  const posted = await billedForMonth(work, groupId, month);
  const then = byKey(knownAt ? (await knownAmounts(work, groupId, month, knownAt)).amounts : onBill);
  const { amounts, held } = await knownAmounts(work, groupId, month, work.now);
  const [own, now] = [byKey(onBill), byKey(amounts)];
  const billed = new Map(posted.map((one) => [billKey(one), one]));
  const keys = new Map<string, BillKey>([...then, ...now, ...billed]);
  return [...keys].map(([key, { subscriberId, line, planId }]) => {
    const was = then.get(key)?.cents ?? ZERO;
    const sum = billed.get(key)?.billed ?? ZERO;
    const isHeld = held.has(key);
    return {
      subscriberId,
      line,
      planId,
      month,
      tier: now.get(key)?.tier ?? then.get(key)?.tier ?? null,
      before: was,
      adjusted: fromCents(sum - (own.get(key)?.cents ?? 0)),
      // What cannot be priced is not given back: it stays as it was.
      now: isHeld ? was : (now.get(key)?.cents ?? ZERO),
      isHeld,
    };
  });
}

const differenceOf = ({ now, before }: Compared): Cents => fromCents(now - before);
const sumOf = (rows: readonly Compared[], amount: (row: Compared) => number): Cents =>
  fromCents(rows.reduce((sum, row) => sum + amount(row), 0));

type Input = {
  groupId: string;
  month: CalendarDate;
  knownAt?: string | undefined;
  onlyDifferent?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
};

async function groupName(tx: Tx, id: string): Promise<string> {
  const group = await tx.selectFrom('groups').select('companyName').where('id', '=', id).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return group.companyName;
}

/** Rows of a page in the order of names, with what made them differ since Then. */
async function pageOf(
  { tx }: Work,
  rows: readonly Compared[],
  { cursor, limit }: Input,
  since: string | null,
): Promise<{ rows: MonthRow[]; next: string | null }> {
  const names = await namesOf(tx, rows);
  const keyed = rows
    .map((row) => ({ row, key: `${names.people.get(row.subscriberId)?.sortKey ?? ''}\u001f${billKey(row)}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const after = cursor ? String(decodeCursor(cursor, ['any'])[0]) : '';
  const left = keyed.filter(({ key }) => key > after);
  const page = left.slice(0, limit);
  const differing = page.map(({ row }) => row).filter((row) => differenceOf(row) !== 0);
  const causes = since === null ? new Map() : await causesOf(tx, differing, since);
  return {
    rows: page.map(({ row: { planId, month, ...row } }) => ({
      ...row,
      name: names.people.get(row.subscriberId)?.name ?? '',
      planName: names.plans.get(planId) ?? '',
      difference: differenceOf({ ...row, planId, month }),
      cause: causes.get(billKey({ ...row, planId, month })) ?? null,
    })),
    next: left.length > limit ? encodeCursor([page.at(-1)?.key ?? '']) : null,
  };
}

/**
 * A group's month as it was known then and as it is known now, per subscriber's line and plan. Then is what the month's
 * posted bill has, or what was known at a chosen instant; without either, nothing was.
 */
export async function monthView(work: Work, input: Input) {
  const { groupId, month, knownAt, onlyDifferent } = input;
  if (month !== firstOfMonth(month))
    throw new Refusal('invalid', 'Choose a month.', [{ path: 'month', message: 'Choose a month.' }]);
  const name = await groupName(work.tx, groupId);
  const bill = await billOfMonth(work.tx, groupId, month);
  const all = await compare(work, groupId, month, bill, knownAt);
  const changed = all.filter((row) => differenceOf(row) !== 0);
  const shown = onlyDifferent ? changed : all;
  const thenAt = knownAt ?? bill?.cutOffAt ?? null;
  const page = await pageOf(work, shown, input, thenAt);
  work.note({
    targetKind: 'group',
    targetId: groupId,
    fields: ['name', 'plan', 'premium'],
    itemCount: page.rows.length,
  });
  return {
    ...page,
    total: shown.length,
    groupName: name,
    bill: bill ? { id: bill.id, number: bill.number } : null,
    thenAt,
    nowAt: work.now,
    sums: {
      before: sumOf(all, ({ before }) => before),
      adjusted: sumOf(all, ({ adjusted }) => adjusted),
      now: sumOf(all, ({ now }) => now),
      difference: sumOf(all, differenceOf),
    },
    changed: new Set(changed.map(({ subscriberId }) => subscriberId)).size,
  };
}
