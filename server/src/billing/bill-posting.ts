import { billNumber } from '@openbenefits/domain/billing/billing-dates';
import type { BillLine } from '@openbenefits/domain/billing/bill-lines';
import { billPostings } from '@openbenefits/domain/billing/bill-postings';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { postEntries } from '../ledger/ledger.ts';
import { applyAvailable } from '../payments/apply-money.ts';
import { LACKS_ISSUER, NO_ISSUER, outdateDrafts } from './bill-runs.operations.ts';

export type PostingWork = Pick<Work, 'tx' | 'actor' | 'now' | 'today'>;

type DraftToPost = { id: string; groupId: string; runId: string; period: CalendarDate; isUnissued: boolean };

/** What bills charge, added up as far as their postings go: per kind, line of coverage and month. */
async function sumsOf(tx: Tx, billIds: readonly string[]): Promise<ReadonlyMap<string, BillLine[]>> {
  const { rows } = await sql<BillLine & { billId: string }>`
    select bill_id, '' as subscriber_id, line, '' as plan_id, covered_month as month, kind, limit_source, sum(cents)::bigint as cents, sum(employer_cents)::bigint as employer
    from bill_lines where bill_id = any (${[...billIds]}::uuid[]) group by bill_id, line, covered_month, kind, limit_source order by bill_id, covered_month, line, kind`.execute(
    tx,
  );
  return Map.groupBy(rows, ({ billId }) => billId);
}

/** Takes as many numbers of a month as there are bills; the first of them. */
async function takeNumbers(tx: Tx, period: CalendarDate, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into bill_counters (period, last_number) values (${period}, ${count})
    on conflict (tenant_id, period) do update set last_number = bill_counters.last_number + ${count} returning last_number as last`.execute(
    tx,
  );
  return (rows[0]?.last ?? count) - count + 1;
}

/**
 * Gives drafts of one month their numbers, in the order given, posts them to the ledger and uses the groups' credit for
 * them, in the caller's transaction. A draft that is posted or outdated by now is left. Returns the numbers by bill.
 */
export async function postBills(work: PostingWork, billIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { tx, actor, now, today } = work;
  const { rows } = await sql<DraftToPost>`
    select b.id, b.group_id, b.run_id, b.period, ${LACKS_ISSUER} as is_unissued from bills b where b.id = any (${[...billIds]}::uuid[]) and b.state = 'draft' and not b.is_stale order by b.id for update`.execute(
    tx,
  );
  if (rows.some(({ isUnissued }) => isUnissued)) throw new Refusal('state', NO_ISSUER);
  const found = new Map(rows.map((row) => [row.id, row]));
  const bills = billIds.flatMap((id) => found.get(id) ?? []);
  const [first] = bills;
  if (!first) return new Map();
  const number = await takeNumbers(tx, first.period, bills.length);
  const numbers = new Map(bills.map(({ id, period }, place) => [id, billNumber(period, number + place)]));
  const ids = [...numbers.keys()];
  const sums = await sumsOf(tx, ids);
  await postEntries(
    work,
    bills.map(({ id, groupId }) => ({
      kind: 'bill',
      effectiveOn: today,
      memo: `Bill ${numbers.get(id)}`,
      billId: id,
      idempotencyKey: `bill ${id}`,
      postings: billPostings(sums.get(id) ?? [], today).map((posting) => ({ ...posting, groupId, billId: id })),
    })),
  );
  await sql`update bills b set state = 'posted', number = x.number, posted_by = ${actor.id}, posted_by_name = ${actor.name}, posted_at = ${now}::timestamptz
    from unnest(${ids}::uuid[], ${[...numbers.values()]}::text[]) as x(id, number) where b.id = x.id`.execute(tx);
  const groupIds = bills.map(({ groupId }) => groupId);
  await useCredit(work, groupIds);
  await outdateDrafts(work, groupIds, first.runId);
  return numbers;
}

/** Pays the new bills with what their groups have: credit on account and unapplied cash. */
async function useCredit(work: PostingWork, groupIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`
    select group_id from ledger_postings where group_id = any (${[...groupIds]}::uuid[]) and account in ('2000', '2010') group by group_id having sum(cents) < 0`.execute(
    work.tx,
  );
  for (const { groupId } of rows) await applyAvailable(work, groupId);
}
