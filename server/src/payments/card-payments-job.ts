import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { appendAudit } from '../audit.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import type { MoneyWork } from './apply-money.ts';
import { completePayment, lockedPayment, reversePayment, setPaymentStatus } from './payment-records.ts';
import { type ChargeOutcome, type PaymentProcessor, ProcessorSilent } from './processor.ts';
import { sandboxProcessor } from './sandbox-processor.ts';
import { systemActor } from '../policy/actor.ts';

/** The job that charges cards and asks the processor what became of charges (jobs/registry.ts). */
export const CARD_PAYMENTS = { name: 'card-payments', schedule: '* * * * *' } as const;

/** A charge that was returned is found within these days. */
const WATCHED_DAYS = 120;

type Means = Pick<Services, 'db' | 'clock' | 'stopping'>;
type Attempt = {
  id: string;
  paymentId: string;
  token: string;
  status: 'created' | 'sent' | 'unknown' | 'succeeded';
  madeAt: string;
  cents: Cents;
};

const SYSTEM = 'OpenBenefits';
const workAs = (tx: Tx, tenantId: string, now: string, today: CalendarDate): MoneyWork => ({
  tx,
  now,
  today,
  actor: systemActor(tenantId),
});

const setAttempt = (tx: Tx, id: string, now: string, status: string, message: string | null, reference?: string) =>
  sql`update payment_attempts set status = ${status}, message = ${message}, changed_at = ${now}::timestamptz, processor_reference = coalesce(${reference ?? null}, processor_reference) where id = ${id}`.execute(
    tx,
  );

/** Writes what the processor said of an attempt; an event for an attempt that has ended changes nothing. */
async function record(services: Means, tenantId: string, attempt: Attempt, said: ChargeOutcome | 'silent') {
  const { db, clock } = services;
  const now = clock.now();
  await inTenant(db, tenantId, async (tx) => {
    const work = workAs(tx, tenantId, now, clock.today());
    const payment = await lockedPayment(tx, attempt.paymentId);
    if (said === 'silent' || said.status === 'pending') {
      await setAttempt(
        tx,
        attempt.id,
        now,
        said === 'silent' ? 'unknown' : 'sent',
        said === 'silent' ? 'The processor gave no answer. It is asked again.' : 'The processor is working on it.',
      );
      return;
    }
    if (said.status === 'succeeded' && payment.status === 'pending') {
      await setAttempt(tx, attempt.id, now, 'succeeded', null, said.reference);
      await completePayment(work, payment.id, `Charged by ${sandboxProcessor.name}`);
    } else if (said.status === 'declined' && payment.status === 'pending') {
      await setAttempt(tx, attempt.id, now, 'failed', said.message);
      await setPaymentStatus(work, payment, 'failed', said.message);
    } else if (said.status === 'returned' && (payment.status === 'completed' || payment.status === 'pending')) {
      await setAttempt(tx, attempt.id, now, 'failed', said.message);
      await reversePayment(work, payment.id, 'returned', said.message);
    } else return;
    await appendAudit(tx, {
      at: now,
      actorId: 'system',
      actorName: SYSTEM,
      action: 'payments.card',
      outcome: 'done',
      requestId: attempt.id,
      targetKind: 'payment',
      targetId: payment.id,
      fields: ['premium'],
    });
  });
}

async function attemptsOf(tx: Tx, status: Attempt['status'][], where = sql`true`): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select a.id, a.payment_id, a.token, a.status, a.made_at, y.cents + case when y.payer_bears_fee then y.fee_cents else 0 end as cents
    from payment_attempts a join payments y on y.id = a.payment_id where a.status = any (${status}) and ${where} order by a.made_at limit 500`.execute(
    tx,
  );
  return rows;
}

async function ask(
  processor: PaymentProcessor,
  attempt: Attempt,
  isFirst: boolean,
  now: string,
): Promise<ChargeOutcome | 'silent' | undefined> {
  const charge = { key: attempt.id, token: attempt.token, cents: attempt.cents };
  try {
    if (isFirst) return await processor.charge(charge);
    return await processor.outcome({ ...charge, madeAt: attempt.madeAt }, now);
  } catch (error) {
    if (error instanceof ProcessorSilent) return 'silent';
    throw error;
  }
}

/** Charges new attempts, asks about those without an answer, and looks for charges that were returned. */
export async function workOnCards(
  services: Means,
  tenantId: string,
  processor: PaymentProcessor = sandboxProcessor,
): Promise<string> {
  const { db, clock, stopping } = services;
  const now = clock.now();
  const created = await inTenant(db, tenantId, (tx) => attemptsOf(tx, ['created']));
  for (const attempt of created) {
    if (stopping.aborted) break;
    // Kept before the call: a process that ends here has sent it or not, so the next one asks instead of charging again.
    await inTenant(db, tenantId, (tx) => setAttempt(tx, attempt.id, now, 'sent', null));
    const said = await ask(processor, attempt, true, now);
    if (said) await record(services, tenantId, attempt, said);
  }
  const sent = new Set(created.map(({ id }) => id));
  const open = await inTenant(db, tenantId, (tx) => attemptsOf(tx, ['sent', 'unknown']));
  const taken = await inTenant(db, tenantId, (tx) =>
    attemptsOf(tx, ['succeeded'], sql`a.made_at > ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS})`),
  );
  let asked = 0;
  for (const attempt of [...open, ...taken]) {
    if (stopping.aborted || sent.has(attempt.id)) continue;
    const said = await ask(processor, attempt, false, now);
    // The processor never heard of it: it was not sent, so it can be charged now.
    if (said === undefined) await inTenant(db, tenantId, (tx) => setAttempt(tx, attempt.id, now, 'created', null));
    else await record(services, tenantId, attempt, said);
    asked += 1;
  }
  return `${created.length} cards charged, ${asked} charges looked up`;
}
