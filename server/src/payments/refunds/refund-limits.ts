import { type Cents, fromCents } from '@openbenefits/domain/money';
import { FIRST_REFUND_LIMITS, type RefundLimits, secondPersonReason } from '@openbenefits/domain/payments/refund';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** The limits of the organization, or the first ones. */
export async function refundLimits(tx: Tx): Promise<RefundLimits> {
  const row = await tx.selectFrom('refundLimits').select(['secondPersonFromCents', 'mostMonths']).executeTakeFirst();
  return row
    ? { secondPersonFrom: fromCents(row.secondPersonFromCents), mostMonths: row.mostMonths }
    : FIRST_REFUND_LIMITS;
}

/** Days over which the amounts that nobody else approved are added up. */
const DAYS = 30;

/** What a group got in the last 30 days without a second person: refunds, or write-offs and credits by hand. */
async function unapproved(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  groupId: string,
  kind: 'refund' | 'adjustment',
): Promise<Cents> {
  const since = sql`requested_at > ${now}::timestamptz - make_interval(days => ${DAYS})`;
  const { rows } = await (
    kind === 'refund'
      ? sql<{ cents: number }>`select coalesce(sum(cents), 0)::bigint as cents from refunds
          where group_id = ${groupId} and decided_by is null and status not in ('requested', 'rejected', 'withdrawn') and ${since}`
      : sql<{ cents: number }>`select coalesce(sum(abs(cents)), 0)::bigint as cents from balance_adjustments
          where group_id = ${groupId} and decided_by is null and status = 'posted' and ${since}`
  ).execute(tx);
  return fromCents(rows[0]?.cents ?? 0);
}

/** Why an amount needs a second person, alone or with those of 30 days; null where it needs none. */
export async function waitsBecause(
  work: Pick<Work, 'tx' | 'now'>,
  { groupId, cents }: { groupId: string; cents: Cents },
  kind: 'refund' | 'adjustment',
): Promise<string | null> {
  const { secondPersonFrom } = await refundLimits(work.tx);
  return secondPersonReason(cents, await unapproved(work, groupId, kind), secondPersonFrom);
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
