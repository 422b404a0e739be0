import type { AvailableMoney, OpenBill } from '@openbenefits/domain/payments/application';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Locks what a group owes and has until the end of the transaction: applications and refunds come one after the other. */
export async function lockBalance(tx: Tx, groupId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${groupId}, 1100))`.execute(tx);
}

/** The posted bills of a group that are not paid in full, from the ledger. */
export async function openBills(tx: Tx, groupId: string): Promise<OpenBill[]> {
  const { rows } = await sql<OpenBill>`
    select b.id, b.due_date, x.cents as due from bill_balances x join bills b on b.id = x.bill_id
    where x.group_id = ${groupId} and x.cents > 0 and b.state = 'posted'`.execute(tx);
  return rows;
}

/**
 * What a group has to pay with: its credit on account first, then settled payments, the oldest first; without what
 * requests for refunds have reserved.
 */
export async function availableMoney(tx: Tx, groupId: string): Promise<AvailableMoney[]> {
  const { rows } = await sql<AvailableMoney>`
    select m.payment_id, m.cents - m.reserved as cents, m.received_on from (
      select null::uuid as payment_id, -sum(p.cents)::bigint as cents, null::date as received_on,
        (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.group_id = ${groupId} and r.payment_id is null and r.status = 'requested' and r.attempts = 1) as reserved
      from ledger_postings p where p.group_id = ${groupId} and p.account = '2010'
      union all
      select y.id, x.cents, y.received_on, (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.payment_id = y.id and r.status = 'requested' and r.attempts = 1)
      from payments y join payment_balances x on x.payment_id = y.id where y.group_id = ${groupId} and y.status = 'completed'
    ) m where m.cents > m.reserved order by m.received_on nulls first, m.payment_id`.execute(tx);
  return rows.map(({ paymentId, cents }) => ({ paymentId, cents }));
}
