import { sql } from 'kysely';
import { inTenant, isDatabaseAway, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { type Delivery, DeliveryError, type OutboxHandlers, type OutboxKind } from './outbox.ts';
import { secondsAfterAttempt } from './retry-delay.ts';

/**
 * A worker that has not marked its row by then counts as dead. Longer than all time limits of a mail server together.
 */
const LEASE_SECONDS = 300;

const later = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString();

type Claimed = Delivery & { kind: OutboxKind };

/** Claims the row that is due first. Its attempt number fences off an earlier worker. */
export async function claimNext(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kinds: readonly string[],
  tenantId: string,
): Promise<Claimed | undefined> {
  const now = clock.now();
  const { rows } = await inTenant(db, tenantId, (tx) =>
    sql<Omit<Claimed, 'tenantId'>>`
    update outbox set attempts = attempts + 1, next_attempt_at = ${later(now, LEASE_SECONDS)}
    where id = (select id from outbox where status = 'waiting' and next_attempt_at <= ${now} and kind = any (${[...kinds]}::text[])
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, payload, attempts as attempt`.execute(tx),
  );
  return rows[0] && { ...rows[0], tenantId };
}

/** Changes the row unless another worker has claimed it since. */
async function mark(
  tx: Tx,
  { id, attempt }: Delivery,
  set: { status?: string; doneAt?: string; errorKind?: string; nextAttemptAt?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set(set)
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function planNext(services: Services, handlers: OutboxHandlers, claimed: Claimed, error: unknown): Promise<void> {
  const { id, kind, attempt, tenantId } = claimed;
  const errorKind = error instanceof DeliveryError ? error.errorKind : 'internal';
  const now = services.clock.now();
  const wait = secondsAfterAttempt(attempt);
  const isLast = wait === undefined;
  services.log.warn(
    { id, kind, attempt, errorKind, err: error },
    isLast ? 'An outbox row could not be delivered' : 'An outbox row will be retried later',
  );
  await inTenant(services.db, tenantId, async (tx) => {
    const next = isLast ? { status: 'failed', doneAt: now } : { nextAttemptAt: later(now, wait) };
    if (!(await mark(tx, claimed, { ...next, errorKind }))) return;
    await handlers[kind].recordFailure?.(tx, services, claimed, { errorKind, isLast });
  });
}

/** Delivers what was claimed and marks it, or plans the next attempt. */
export async function deliverClaimed(services: Services, handlers: OutboxHandlers, claimed: Claimed): Promise<void> {
  try {
    const record = await handlers[claimed.kind].deliver(services, claimed);
    await inTenant(services.db, claimed.tenantId, async (tx) => {
      if (await mark(tx, claimed, { status: 'delivered', doneAt: services.clock.now() })) await record(tx);
    });
  } catch (error) {
    // The lease expires, and the row is claimed again.
    if (!(error instanceof DeliveryError) && isDatabaseAway(error)) throw error;
    await planNext(services, handlers, claimed, error);
  }
}

/** Delivers what is due now, in order. Returns the number of attempts. */
export async function deliverDue(services: Services, handlers: OutboxHandlers, tenantId: string): Promise<number> {
  for (let attempts = 0; ; attempts += 1) {
    const claimed = services.stopping.aborted ? undefined : await claimNext(services, Object.keys(handlers), tenantId);
    if (!claimed) return attempts;
    await deliverClaimed(services, handlers, claimed);
  }
}
