import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type BillLine, COMPARED_KINDS, type Posted } from '@openbenefits/domain/billing/bill-lines';
import { type BillMonth, billUnbilledMonth, type UnbilledMonth } from '@openbenefits/domain/billing/unbilled-months';
import { sql } from 'kysely';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { expectedPremiums, type HeldLine, type MonthPrice, pricesOf } from './month-prices.ts';

/** A month of a group that no bill has. `knownAt` is when it was decided never to bill it. */
export type OpenMonth = Omit<UnbilledMonth<MonthPrice>, 'held'> & {
  readonly groupId: string;
  readonly knownAt: string | null;
  readonly held: readonly HeldLine[];
};

type Row = {
  groupId: string;
  month: CalendarDate;
  choice: 'bill' | 'never' | null;
  knownAt: string | null;
  subscriberId: string | null;
};
type Cut = { readonly period: CalendarDate; readonly cutOffAt: string };

/** What posted bills have for months of groups. */
async function postedOf(tx: Tx, rows: readonly Row[]): Promise<(Posted & { groupId: string })[]> {
  const found = await sql<Posted & { groupId: string }>`
    select l.group_id, l.subscriber_id, l.line, l.plan_id, l.covered_month as month, sum(l.cents)::bigint as billed, sum(l.employer_cents)::bigint as employer,
      coalesce(sum(l.cents) filter (where l.kind = 'uncredited'), 0)::bigint as uncredited
    from (select distinct group_id, month from unnest(${rows.map(({ groupId }) => groupId)}::uuid[], ${rows.map(({ month }) => month)}::date[]) as x(group_id, month)) x
      join bills b on b.group_id = x.group_id and b.state = 'posted' and b.period >= x.month
      join bill_lines l on l.bill_id = b.id and l.covered_month = x.month
    where l.kind = any (${COMPARED_KINDS}) group by 1, 2, 3, 4, 5`.execute(tx);
  return found.rows;
}

type Priced = { prices: MonthPrice[]; held: HeldLine[] };

/** Prices months of groups; of months that are never billed only the subscribers named. */
async function pricesOfMonths(
  pricing: Pricing,
  rows: readonly Row[],
  knownAt: (row: Row) => string,
): Promise<ReadonlyMap<string, Priced>> {
  const found = new Map<string, Priced>();
  const alike = Map.groupBy(rows, (row) => `${row.month} ${row.subscriberId === null} ${knownAt(row)}`);
  for (const some of alike.values()) {
    const [first] = some;
    if (!first) continue;
    const groupIds = [...new Set(some.map(({ groupId }) => groupId))];
    const subscriberIds = some.flatMap(({ subscriberId }) => subscriberId ?? []);
    const scope = first.subscriberId === null ? { groupIds } : { groupIds, subscriberIds };
    const { shared, held } = await expectedPremiums(pricing, scope, first.month, knownAt(first));
    for (const groupId of groupIds) {
      const before = found.get(`${groupId} ${first.month}`);
      found.set(`${groupId} ${first.month}`, {
        prices: [...(before?.prices ?? []), ...pricesOf(shared.filter((one) => one.groupId === groupId))],
        held: [...(before?.held ?? []), ...held.filter((one) => one.groupId === groupId)],
      });
    }
  }
  return found;
}

/** The months of groups since their effective date that no bill has, with what they should be billed. */
export async function openMonthsOf(
  pricing: Pricing,
  groupIds: readonly string[],
  { period, cutOffAt }: Cut,
): Promise<OpenMonth[]> {
  const { rows } = await sql<Row>`
    select * from open_months(${[...groupIds]}::uuid[], ${period}::date, ${cutOffAt}::timestamptz) order by group_id, month`.execute(
    pricing.tx,
  );
  if (rows.length === 0) return [];
  const posted = Map.groupBy(await postedOf(pricing.tx, rows), ({ groupId, month }) => `${groupId} ${month}`);
  const now = await pricesOfMonths(pricing, rows, () => cutOffAt);
  const never = rows.filter(({ choice }) => choice === 'never');
  const then = await pricesOfMonths(pricing, never, ({ knownAt }) => knownAt ?? cutOffAt);
  return [...Map.groupBy(rows, ({ groupId, month }) => `${groupId} ${month}`)].flatMap(([key, ofMonth]) => {
    const [first] = ofMonth;
    if (!first) return [];
    const { groupId, month, choice, knownAt } = first;
    const named = choice === 'never' ? new Set(ofMonth.map(({ subscriberId }) => subscriberId)) : undefined;
    return [
      {
        groupId,
        month,
        choice,
        knownAt,
        expected: now.get(key)?.prices ?? [],
        expectedThen: then.get(key)?.prices ?? [],
        held: now.get(key)?.held ?? [],
        posted: (posted.get(key) ?? []).filter(({ subscriberId }) => named?.has(subscriberId) ?? true),
      },
    ];
  });
}

export type BilledMonths = {
  readonly lines: BillLine[];
  readonly prices: MonthPrice[];
  readonly held: HeldLine[];
  readonly months: BillMonth[];
};

/** What a group's bill has of its months without a bill, and which of them wait for a decision. */
export function billOpenMonths(open: readonly OpenMonth[]): BilledMonths {
  const billed: BilledMonths = { lines: [], prices: [], held: [], months: [] };
  for (const one of open) {
    const { lines, says } = billUnbilledMonth(one);
    if (says) billed.months.push(says);
    if (says?.choice === 'ask') continue;
    billed.lines.push(...lines);
    billed.prices.push(...one.expected);
    billed.held.push(...one.held);
  }
  return billed;
}
