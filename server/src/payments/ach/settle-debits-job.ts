import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents, type Cents } from '@openbenefits/domain/money';
import { bankingDaysAfter } from '@openbenefits/domain/payments/banking-days';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import { postEntry } from '../../ledger/ledger.ts';
import type { Services } from '../../request-context.ts';
import type { MoneyWork } from '../apply-money.ts';
import { settlePayment } from '../payment-records.ts';
import { systemActor } from '../../policy/actor.ts';

/** The job that settles debits whose day has come (jobs/registry.ts). */
export const ACH_SETTLEMENT = { name: 'ach-settlement', schedule: '15 * * * *' } as const;

/** A return comes within two banking days; a prenote without one after three is good (NACHA Operating Rules). */
const SETTLED_AFTER = 1;
const PRENOTE_AFTER = 3;

type Means = Pick<Services, 'db' | 'clock' | 'stopping'>;
type Due = {
  id: string;
  paymentId: string | null;
  refundId: string | null;
  feeId: string | null;
  groupId: string;
  cents: Cents;
  effectiveOn: CalendarDate;
};

async function settleEntry(work: MoneyWork, { id, paymentId, refundId, feeId, groupId, cents }: Due): Promise<void> {
  const { tx, now, today } = work;
  await tx.updateTable('achEntries').set({ settledAt: now }).where('id', '=', id).execute();
  if (paymentId !== null) await settlePayment(work, paymentId, 'Settled at the bank');
  if (refundId !== null)
    await tx
      .updateTable('refunds')
      .set({ status: 'paid', changedAt: now })
      .where('id', '=', refundId)
      .where('status', '=', 'sent')
      .execute();
  if (feeId === null) return;
  await postEntry(work, {
    kind: 'settlement',
    effectiveOn: today,
    memo: 'Return fee settled',
    idempotencyKey: `fee settled ${id}`,
    postings: [
      { account: '1000', cents, groupId },
      { account: '1010', cents: fromCents(0 - cents), groupId },
    ],
  });
  await tx.updateTable('returnFees').set({ status: 'paid' }).where('id', '=', feeId).execute();
}

async function verifyPrenotes(tx: Tx, today: CalendarDate): Promise<void> {
  const { rows } = await sql<{ id: string; prenoteOn: CalendarDate }>`
    select id, prenote_on from bank_accounts where status = 'prenote_sent' and prenote_on is not null`.execute(tx);
  const good = rows.filter(({ prenoteOn }) => bankingDaysAfter(prenoteOn, PRENOTE_AFTER) <= today).map(({ id }) => id);
  if (good.length > 0)
    await tx.updateTable('bankAccounts').set({ status: 'verified' }).where('id', 'in', good).execute();
}

/** Settles what was sent and not returned, entry by entry, and verifies accounts whose prenote came through. */
export async function settleDebits({ db, clock, stopping }: Means, tenantId: string): Promise<string> {
  const today = clock.today();
  const due = await inTenant(db, tenantId, async (tx) => {
    await verifyPrenotes(tx, today);
    const { rows } = await sql<Due>`
      select e.id, e.payment_id, e.refund_id, e.fee_id, e.group_id, e.cents, f.effective_on from ach_entries e join ach_files f on f.id = e.file_id
      where f.status = 'sent' and e.is_included and e.settled_at is null and e.returned_at is null and f.effective_on < ${today}::date order by e.trace`.execute(
      tx,
    );
    return rows.filter(({ effectiveOn }) => bankingDaysAfter(effectiveOn, SETTLED_AFTER) <= today);
  });
  let settled = 0;
  for (const entry of due) {
    if (stopping.aborted) break;
    await inTenant(db, tenantId, async (tx) => {
      const { rows } =
        await sql`select from ach_entries where id = ${entry.id} and settled_at is null and returned_at is null for update`.execute(
          tx,
        );
      if (rows.length === 0) return;
      await settleEntry(
        {
          tx,
          now: clock.now(),
          today,
          actor: systemActor(tenantId),
        },
        entry,
      );
    });
    settled += 1;
  }
  return `${settled} entries settled`;
}
