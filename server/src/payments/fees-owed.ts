import { type FeesOwed, type FeesPaid, feesToPay } from '@openbenefits/domain/payments/fees-owed';
import { type AvailableMoney } from '@openbenefits/domain/payments/application';
import { add, type Cents, fromCents, subtract, ZERO } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { postEntry, reverseEntry } from '../ledger/ledger.ts';

type MoneyWork = Pick<Work, 'tx' | 'actor' | 'now' | 'today'>;

/** What a group owes besides premium. Fees that an open ACH file collects are not counted. */
export async function feesOwed(tx: Tx, groupId: string): Promise<FeesOwed> {
  const [balance, fees] = await Promise.all([
    sql<{ cents: number }>`
      select coalesce(sum(cents), 0)::bigint as cents from ledger_postings where group_id = ${groupId} and account = '1110'`.execute(
      tx,
    ),
    sql<{ id: string; cents: Cents; isInFile: boolean }>`
      select r.id, r.cents, exists (select from ach_entries e join ach_files f on f.id = e.file_id where e.fee_id = r.id and e.is_included and f.status in ('draft', 'approved')) as is_in_file
      from return_fees r where r.group_id = ${groupId} and r.status in ('charged', 'returned') order by r.charged_at, r.id`.execute(
      tx,
    ),
  ]);
  const ofFees = add(...fees.rows.map(({ cents }) => cents));
  return {
    fees: fees.rows.flatMap(({ id, cents, isInFile }) => (isInFile ? [] : [{ id, cents }])),
    refunds: fromCents(Math.max(0, (balance.rows[0]?.cents ?? 0) - ofFees)),
  };
}

async function writeFeePayment(
  work: MoneyWork,
  { groupId, paymentId }: { groupId: string; paymentId: string },
  { cents, feeIds }: FeesPaid,
): Promise<void> {
  const of = { groupId, paymentId };
  await postEntry(work, {
    kind: 'fee_payment',
    effectiveOn: work.today,
    memo: 'Payment of fees and refunds owed',
    postings: [
      { ...of, account: '2000', cents },
      { ...of, account: '1110', cents: subtract(ZERO, cents) },
    ],
  });
  if (feeIds.length > 0)
    await work.tx
      .updateTable('returnFees')
      .set({ status: 'paid', paidByPayment: paymentId })
      .where('id', 'in', feeIds)
      .execute();
}

/** Pays fees and refunds owed with what checks and wires have left once every bill is paid. */
export async function payFeesOwed(work: MoneyWork, groupId: string, left: readonly AvailableMoney[]): Promise<void> {
  const ids = left.flatMap(({ paymentId, cents }) => (paymentId !== null && cents > 0 ? [paymentId] : []));
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from payments where id = any (${ids}::uuid[]) and method in ('check', 'wire')`.execute(work.tx);
  const mayPay = new Set(rows.map(({ id }) => id));
  for (const { paymentId, cents } of left) {
    if (paymentId === null || cents <= 0 || !mayPay.has(paymentId)) continue;
    const paid = feesToPay(cents, await feesOwed(work.tx, groupId));
    if (paid.cents > 0) await writeFeePayment(work, { groupId, paymentId }, paid);
  }
}

/** Fees and refunds that a payment paid are owed again: it came back, or is not of the group. */
export async function undoFeePayments(work: MoneyWork, paymentId: string): Promise<void> {
  const { tx, today } = work;
  const { rows } = await sql<{ id: string }>`
    select distinct e.id from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where p.payment_id = ${paymentId} and e.kind = 'fee_payment' and not exists (select from ledger_entries r where r.reverses = e.id) order by e.id`.execute(
    tx,
  );
  for (const { id } of rows) await reverseEntry(work, id, { effectiveOn: today, memo: 'Fees are owed again' });
  await sql`update return_fees f set paid_by_payment = null,
      status = case when exists (select from ach_entries e where e.fee_id = f.id and e.returned_at is not null) then 'returned' else 'charged' end
    where paid_by_payment = ${paymentId}`.execute(tx);
}
