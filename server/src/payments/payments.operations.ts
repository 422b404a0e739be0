import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { postEntry } from '../ledger/ledger.ts';
import { applyAvailable, undoApplication } from './apply-money.ts';
import { depositPayment, lockedPayment, reversePayment } from './payment-records.ts';

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
  const of = { paymentId: id };
  await postEntry(work, {
    kind: 'assignment',
    effectiveOn: work.today,
    memo: `Payment ${payment.reference} belongs to a group`,
    idempotencyKey: `assignment ${id}`,
    postings: [
      { ...of, account: '2000', cents: payment.cents },
      { ...of, account: '2000', cents: subtract(ZERO, payment.cents), groupId },
    ],
  });
  note({ targetKind: 'payment', targetId: id });
  return { applied: await applyAvailable(work, groupId, { paymentId: id }) };
}
