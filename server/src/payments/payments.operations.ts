import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { postEntry } from '../ledger/ledger.ts';
import { FROM_FILES } from '@openbenefits/domain/payments/payment-status';
import { applyAvailable, undoApplication, undoApplications } from './apply-money.ts';
import { undoFeePayments } from './fees-owed.ts';
import { depositPayment, lockedPayment, type PaymentRecord, reversePayment } from './payment-records.ts';

/** Un-applies a payment from a bill: the bill is owed again from its own due date, and the money is there again. */
export async function undoPaymentApplication(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  await undoApplication(work, id);
  work.note({ targetKind: 'payment_application', targetId: id, fields: ['premium'] });
  return { id };
}

/** Voids a payment that was entered wrongly. What is with the bank or a processor is not voided, it is returned. */
export async function voidPayment(work: Work, { id, reason }: { id: string; reason: string }): Promise<{ id: string }> {
  const payment = await lockedPayment(work.tx, id);
  if (payment.status === 'processing')
    throw new Refusal('state', 'This payment is with the bank. Wait until it settles or is returned.');
  const { rows } = await sql<{ status: string }>`
    select status from payment_attempts where payment_id = ${id} and status in ('created', 'sent', 'unknown', 'succeeded')`.execute(
    work.tx,
  );
  if (rows[0])
    throw new Refusal('state', 'This payment was charged to a card. Refund it instead, so that the money goes back.');
  const inFile = await sql<{ reference: string }>`
    select f.reference from ach_entries e join ach_files f on f.id = e.file_id where e.payment_id = ${id} and e.is_included and f.status in ('draft', 'approved')`.execute(
    work.tx,
  );
  if (inFile.rows[0])
    throw new Refusal(
      'state',
      `This debit is in ${inFile.rows[0].reference}. Cancel that file first, or leave the debit out of it.`,
    );
  await reversePayment(work, id, 'void', reason);
  work.note({ targetKind: 'payment', targetId: id, fields: ['premium'], reason });
  return { id };
}

/** Marks received checks as deposited; one that was before is passed over. */
export async function depositChecks(work: Work, { ids }: { ids: string[] }): Promise<{ deposited: number }> {
  let deposited = 0;
  for (const id of ids.toSorted()) if (await depositPayment(work, id)) deposited += 1;
  work.note({ targetKind: 'payment', itemCount: deposited });
  return { deposited };
}

/** Says whose payment it is: its unapplied cash moves to the group and pays its bills. */
export async function assignPayment(
  work: Work,
  { id, groupId }: { id: string; groupId: string },
): Promise<{ applied: Cents }> {
  const { tx, note } = work;
  const group = await tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const payment = await lockedPayment(tx, id);
  if (payment.groupId !== null) throw new Refusal('state', 'This payment already has a group.');
  if (payment.status !== 'completed') throw new Refusal('state', `This payment is ${payment.status}.`);
  await tx.updateTable('payments').set({ groupId }).where('id', '=', id).execute();
  // The payer is known from now on.
  await sql`insert into known_payers (payer, group_id) select fold(payer), ${groupId} from payments where id = ${id} and payer is not null
    on conflict (tenant_id, payer) do update set group_id = excluded.group_id`.execute(tx);
  await moveMoney(work, payment, { from: null, to: groupId, memo: 'belongs to a group' });
  note({ targetKind: 'payment', targetId: id });
  return { applied: await applyAvailable(work, groupId, { paymentId: id }) };
}

/** Moves the unapplied cash of a payment to a group, or away from it. */
async function moveMoney(
  work: Work,
  { id, reference, cents }: PaymentRecord,
  { from, to, memo }: { from: string | null; to: string | null; memo: string },
): Promise<void> {
  await postEntry(work, {
    kind: 'assignment',
    effectiveOn: work.today,
    memo: `Payment ${reference} ${memo}`,
    postings: [
      { paymentId: id, account: '2000', cents, groupId: from },
      { paymentId: id, account: '2000', cents: subtract(ZERO, cents), groupId: to },
    ],
  });
}

/** Takes a payment away from a group that it is not of: its bills are owed again, and the payer is not known any more. */
export async function unassignPayment(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  const { tx, note } = work;
  const payment = await lockedPayment(tx, id);
  const { groupId } = payment;
  if (groupId === null) throw new Refusal('state', 'This payment has no group.');
  if (payment.status !== 'completed') throw new Refusal('state', `This payment is ${payment.status}.`);
  if (!FROM_FILES.has(payment.source))
    throw new Refusal('state', 'This payment was entered for its group. Void it, and enter it for the right group.');
  const refund = await tx
    .selectFrom('refunds')
    .select('number')
    .where('paymentId', '=', id)
    .where('status', 'not in', ['rejected', 'withdrawn'])
    .executeTakeFirst();
  if (refund) throw new Refusal('state', `Refund ${refund.number} is of this payment. Withdraw it first.`);
  await undoApplications(work, id);
  await undoFeePayments(work, id);
  await moveMoney(work, payment, { from: groupId, to: null, memo: 'does not belong to the group' });
  await tx.updateTable('payments').set({ groupId: null, billId: null }).where('id', '=', id).execute();
  await sql`delete from known_payers k using payments y where y.id = ${id} and k.payer = fold(y.payer) and k.group_id = ${groupId}`.execute(
    tx,
  );
  // What else the group has pays its bills again.
  await applyAvailable(work, groupId);
  note({ targetKind: 'payment', targetId: id, reason, fields: ['premium'] });
  return { id };
}
