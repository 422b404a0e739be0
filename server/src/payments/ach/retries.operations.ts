import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents, type Cents } from '@openbenefits/domain/money';
import { type DebitChain, retryOf, returnFeeOf } from '@openbenefits/domain/payments/ach/retries';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { addPayment, lockedPayment } from '../payment-records.ts';
import { debitAccount } from './bank-account-records.ts';
import { requireBank } from './bank-settings.ts';
import { refuseRestricted } from './restrictions.ts';

type Link = {
  id: string;
  status: string;
  effectiveOn: CalendarDate | null;
  code: string | null;
  returnedOn: CalendarDate | null;
};
type Chain = DebitChain & { readonly rootId: string; readonly isOpen: boolean };

/** A debit with its retries, from its first one on. */
async function chainOf({ tx, services }: Work, paymentId: string): Promise<Chain> {
  const { rows } = await sql<Link>`
    with recursive up (id, retry_of) as (
      select id, retry_of from payments where id = ${paymentId} union all select y.id, y.retry_of from payments y join up on y.id = up.retry_of
    ), down (id) as (
      select id from up where retry_of is null union all select y.id from payments y join down on y.retry_of = down.id
    )
    select y.id, y.status, f.effective_on, r.code, (r.at at time zone ${services.clock.zone()})::date as returned_on
    from down join payments y on y.id = down.id left join ach_entries e on e.payment_id = y.id and e.is_included left join ach_files f on f.id = e.file_id
      left join ach_returns r on r.payment_id = y.id and r.kind = 'return' and r.is_applied order by y.id, r.at`.execute(
    tx,
  );
  const [root] = rows;
  if (!root) throw new Refusal('not_found', 'This payment does not exist, or you may not see it.');
  if (root.effectiveOn === null) throw new Refusal('state', 'This payment was no debit in an ACH file.');
  return {
    rootId: root.id,
    settledOn: root.effectiveOn,
    retries: new Set(rows.map(({ id }) => id)).size - 1,
    returns: rows.flatMap(({ code, returnedOn }) =>
      code !== null && returnedOn !== null ? [{ code, settledOn: returnedOn }] : [],
    ),
    isOpen: rows.some(({ status }) => status === 'pending' || status === 'processing' || status === 'completed'),
  };
}

/** Sends a returned debit again: the same amount, in its own batch, at most twice (case M17). */
export async function retryDebit(work: Work, { id }: { id: string }): Promise<{ id: string; lastDay: CalendarDate }> {
  const { tx, today, note } = work;
  const payment = await lockedPayment(tx, id);
  const chain = await chainOf(work, id);
  if (chain.isOpen) throw new Refusal('state', 'A debit of this chain is pending or was paid.');
  const retry = retryOf(chain, today);
  if ('refused' in retry) throw new Refusal('state', retry.refused);
  if (payment.groupId === null) throw new Error('A debit has a group');
  await refuseRestricted(tx, payment.groupId, today);
  const account = await debitAccount(tx, payment.groupId);
  if (!account) throw new Refusal('state', 'The group has no verified bank account.');
  const { groupId, kind, cents, billId } = payment;
  const again = await addPayment(
    work,
    {
      groupId,
      method: 'ach',
      kind,
      source: 'recurring',
      cents,
      reference: payment.reference,
      receivedOn: today,
      billId,
    },
    `Sent again after ${chain.returns.at(-1)?.code ?? 'a return'}`,
  );
  await tx.updateTable('payments').set({ bankAccountId: account, retryOf: id }).where('id', '=', again).execute();
  note({ targetKind: 'payment', targetId: again, fields: ['premium'] });
  return { id: again, lastDay: retry.lastDay };
}

/** Charges the return fee of a debit, once for it and its retries. */
export async function chargeReturnFee(
  work: Work,
  { id }: { id: string },
): Promise<{ cents: Cents; lastDay: CalendarDate }> {
  const { tx, actor, now, today, note } = work;
  const payment = await lockedPayment(tx, id);
  const settings = await requireBank(tx);
  const chain = await chainOf(work, id);
  const taken = await tx.selectFrom('returnFees').select('id').where('paymentId', '=', chain.rootId).executeTakeFirst();
  const fee = returnFeeOf(chain, {
    today,
    wasTaken: taken !== undefined,
    hadNotice: settings.feeNoticeOn !== null && settings.feeNoticeOn <= chain.settledOn,
  });
  if ('refused' in fee) throw new Refusal('state', fee.refused);
  if (settings.returnFee === 0) throw new Refusal('state', 'The bank settings have no return fee.');
  const cents = fromCents(settings.returnFee);
  const feeId = uuidv7();
  const groupId = payment.groupId ?? '';
  await tx
    .insertInto('returnFees')
    .values({
      id: feeId,
      groupId,
      paymentId: chain.rootId,
      cents,
      lastDay: fee.lastDay,
      status: 'charged',
      chargedByName: actor.name,
      chargedAt: now,
    })
    .execute();
  await postEntry(work, {
    kind: 'return_fee',
    effectiveOn: today,
    memo: `Return fee for payment ${payment.reference}`,
    idempotencyKey: `return fee ${chain.rootId}`,
    postings: [
      { account: '1110', cents, groupId },
      { account: '4100', cents: fromCents(0 - cents), groupId },
    ],
  });
  note({ targetKind: 'payment', targetId: id, fields: ['premium'] });
  return { cents, lastDay: fee.lastDay };
}
