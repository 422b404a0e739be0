import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { type MonthPrices, pricedLines } from './expected.ts';

/** A subscriber's line and plan in a month, whose difference is adjusted. */
type Adjusted = {
  place: number;
  groupId: string;
  subscriberId: string;
  line: string;
  planId: string;
  month: CalendarDate;
  billed: Cents;
};
/** Marks months of subscribers, so that the next bill run calculates them again; billing has the function (router.ts). */
export type MarkMonths = (
  tx: Tx,
  months: readonly { groupId: string; subscriberId: string; planId: string; month: CalendarDate }[],
) => Promise<void>;
export type Recalculated = { changed: number; unchanged: number; cents: Cents };

/** So many groups and months are priced while a user waits. */
const MOST_MONTHS = 50;

async function adjustedLines(tx: Tx, id: string, places: readonly number[]): Promise<Adjusted[]> {
  const { rows } = await sql<Adjusted>`
    select l.place, l.group_id, l.subscriber_id, l.line, l.plan_id, l.month,
      coalesce((select sum(b.cents) from bill_lines b join bills x on x.id = b.bill_id and x.state = 'posted'
        where b.group_id = l.group_id and b.subscriber_id = l.subscriber_id and b.line = l.line and b.plan_id = l.plan_id and b.covered_month = l.month
          and b.kind in ('premium', 'waiver', 'retro', 'uncredited')), 0)::bigint as billed
    from reconciliation_lines l where l.reconciliation_id = ${id} and l.place = any (${[...places]}::integer[])`.execute(
    tx,
  );
  return rows;
}

const keyOf = ({ subscriberId, line, planId, month }: Omit<Adjusted, 'place' | 'groupId' | 'billed'>): string =>
  `${subscriberId} ${line} ${planId} ${month}`;

/**
 * Marks the months of differences for recalculation, and says what the next bill changes of them by what is known now.
 * Where coverage and rates are as they were billed, that is nothing: then our record has to be corrected first, or the
 * difference becomes a charge or credit by hand (decisions/0058).
 */
export async function recalculate(
  work: Work,
  { id, places }: { id: string; places: readonly number[] },
  { prices, markMonths }: { prices: MonthPrices; markMonths: MarkMonths },
): Promise<Recalculated> {
  const { tx } = work;
  const lines = await adjustedLines(tx, id, places);
  const months = Map.groupBy(lines, ({ groupId, month }) => `${groupId} ${month}`);
  if (months.size > MOST_MONTHS)
    throw new Refusal('invalid', `Adjust the differences of at most ${MOST_MONTHS} groups at once. Choose lines.`);
  const now = new Map<string, Cents>();
  for (const [first] of months.values())
    for (const line of first ? await pricedLines(work, first.groupId, first.month, prices) : [])
      now.set(keyOf(line), line.cents);
  await markMonths(tx, lines);
  const changes = lines.map((line) => ({
    place: line.place,
    cents: fromCents((now.get(keyOf(line)) ?? 0) - line.billed),
  }));
  await sql`update reconciliation_lines l set recalculated_cents = x.cents
    from unnest(${changes.map(({ place }) => place)}::integer[], ${changes.map(({ cents }) => cents)}::bigint[]) as x(place, cents)
    where l.reconciliation_id = ${id} and l.place = x.place`.execute(tx);
  const changed = changes.filter(({ cents }) => cents !== 0);
  return {
    changed: changed.length,
    unchanged: changes.length - changed.length,
    cents: fromCents(changed.reduce((sum, { cents }) => sum + cents, 0)),
  };
}
