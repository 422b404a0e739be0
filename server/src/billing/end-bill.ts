import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { reverseEntry } from '../ledger/ledger.ts';
import { billRecord } from './bill-detail.queries.ts';
import { lockGroups } from './bill-drafts.ts';
import { BILL_RUNS, outdateDrafts } from './bill-runs.operations.ts';

type Bill = Awaited<ReturnType<typeof billRecord>>;

/** Whether nobody has acted on a bill yet: it was not sent, and nothing of it is paid. */
export const isUntouched = ({ sentAt, due, total }: Pick<Bill, 'sentAt' | 'due' | 'total'>): boolean =>
  sentAt === null && due === Math.max(0, total);

async function refuseUsedCredit(tx: Tx, { groupId, total }: Bill): Promise<void> {
  if (total >= 0) return;
  const { rows } = await sql<{ credit: number }>`
    select coalesce(-sum(cents), 0)::bigint as credit from ledger_postings where group_id = ${groupId} and account = '2010'`.execute(
    tx,
  );
  if ((rows[0]?.credit ?? 0) + total < 0)
    throw new Refusal('state', 'The credit of this bill was already used. The next bill adjusts it.');
}

/**
 * Ends a posted bill that nobody has acted on: its ledger entry is reversed, and it keeps its number. Its lines no longer
 * count as billed, so the months that it adjusted are compared again.
 */
export async function endBill(work: Work, bill: Bill, state: 'replaced' | 'void', memo: string): Promise<void> {
  const { tx, today } = work;
  await lockGroups(tx, [bill.groupId]);
  await refuseUsedCredit(tx, bill);
  const entry = await tx
    .selectFrom('ledgerEntries')
    .select('id')
    .where('billId', '=', bill.id)
    .where('kind', '=', 'bill')
    .executeTakeFirst();
  if (entry) await reverseEntry(work, entry.id, { effectiveOn: today, memo });
  const { numUpdatedRows } = await tx
    .updateTable('bills')
    .set({ state })
    .where('id', '=', bill.id)
    .where('state', '=', 'posted')
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Refusal('conflict', 'This bill was changed by another user. Load the page again.');
  await sql`insert into bill_marks (group_id, months, cause)
    select group_id, daterange(min(covered_month), (max(covered_month) + interval '1 month')::date), 'bill' from bill_lines where bill_id = ${bill.id} group by group_id`.execute(
    tx,
  );
}

/**
 * Voids a bill, once that is decided. A new run makes a new bill with a new number for its month. Rejects one
 * that was sent or paid meanwhile.
 */
export async function voidNow(
  work: Work,
  { id, reason, voidedByName }: { id: string; reason: string; voidedByName: string },
): Promise<void> {
  const { tx, actor, now, services } = work;
  const bill = await billRecord(tx, id);
  if (bill.state !== 'posted') throw new Refusal('state', 'Only a posted bill can be voided.');
  if (!isUntouched(bill))
    throw new Refusal('state', 'The bill was sent or has a payment. It stays, and the next bill adjusts it.');
  await endBill(work, bill, 'void', `Bill ${bill.number} is void`);
  await tx.updateTable('bills').set({ voidedByName, voidedAt: now, voidReason: reason }).where('id', '=', id).execute();
  await outdateDrafts(work, [bill.groupId], null);
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
}
