import { type Cents, fromCents } from '@openbenefits/domain/money';
import { FIRST_REFUND_LIMITS, type RefundLimits } from '@openbenefits/domain/payments/refund';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** The limits of the organization, or the first ones. */
export async function refundLimits(tx: Tx): Promise<RefundLimits> {
  const row = await tx.selectFrom('refundLimits').select(['secondPersonFromCents', 'mostMonths']).executeTakeFirst();
  return row
    ? { secondPersonFrom: fromCents(row.secondPersonFromCents), mostMonths: row.mostMonths }
    : FIRST_REFUND_LIMITS;
}

export async function setRefundLimits(
  { tx, actor, now, note }: Work,
  { secondPersonFrom, mostMonths }: { secondPersonFrom: Cents; mostMonths: number },
): Promise<{ mostMonths: number }> {
  const limits = { secondPersonFromCents: secondPersonFrom, mostMonths, setByName: actor.name, setAt: now };
  await tx
    .insertInto('refundLimits')
    .values(limits)
    .onConflict((row) => row.column('tenantId').doUpdateSet(limits))
    .execute();
  note({ targetKind: 'refund_limits', targetId: 'refund_limits' });
  return { mostMonths };
}
