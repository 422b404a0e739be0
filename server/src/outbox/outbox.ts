import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';

/** Done rows stay this long as history. */
const HISTORY_DAYS = 90;

export type OutboxKind = 'mail';

export type Delivery = { id: string; tenantId: string; payload: unknown; attempt: number };

/** Delivers the outbox rows of one kind. */
export type OutboxHandler = {
  /**
   * Performs an effect outside the database; it can happen twice if a worker dies before the row is marked. Returns
   * what to write in the transaction that marks the row, which happens exactly once. Throws to be retried.
   */
  deliver(services: Services, delivery: Delivery): Promise<(tx: Tx) => Promise<void>>;
  /** Records a failed attempt in the transaction that schedules the next one; `isLast`: there is none. */
  recordFailure?(
    tx: Tx,
    services: Services,
    delivery: Delivery,
    failure: { errorKind: string; isLast: boolean },
  ): Promise<void>;
};

export type OutboxHandlers = Readonly<Record<OutboxKind, OutboxHandler>>;

/** Thrown by a handler to name why an attempt failed. The kind is stored and shown, so it must contain no data. */
export class DeliveryError extends Error {
  readonly errorKind: string;

  constructor(errorKind: string, options?: ErrorOptions) {
    super(`Not delivered: ${errorKind}`, options);
    this.errorKind = errorKind;
  }
}

/** Adds a row in the caller's transaction. The payload has IDs and codes, no protected data. */
export async function addToOutbox(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  kind: OutboxKind,
  payload: object,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('outbox')
    .values({ id, kind, payload: JSON.stringify(payload), createdAt: now, nextAttemptAt: now })
    .execute();
  return id;
}

/** Removes rows that were done 90 days ago, with what belongs to them. */
export async function purgeOutbox(tx: Tx, now: string): Promise<void> {
  await sql`delete from outbox where done_at < ${now}::timestamptz - make_interval(days => ${HISTORY_DAYS})`.execute(
    tx,
  );
}
