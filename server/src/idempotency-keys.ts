import { createHash } from 'node:crypto';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Tx } from './db/connect.ts';

type Claim = { actorId: string; key: string; operation: string; input: unknown; now: string };

const DAY_MS = 24 * 60 * 60_000;
/** Longer than any client retries; a key may be used for another request afterwards. */
const KEPT_DAYS = 30;

/**
 * Claims the key for this request. Returns the stored response of the same request, and rejects a different request
 * with this key with 422 (draft-ietf-httpapi-idempotency-key-header, section 2.7). A concurrent second call waits for
 * the first one's commit.
 */
export async function claimKey(
  tx: Tx,
  { actorId, key, operation, input, now }: Claim,
): Promise<{ answer: unknown } | undefined> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest();
  const claimed = await sql`insert into idempotency_keys (actor_id, key, operation, request_hash, created_at)
    values (${actorId}, ${key}, ${operation}, ${requestHash}, ${now}) on conflict do nothing`.execute(tx);
  if (claimed.numAffectedRows === 1n) return undefined;
  const earlier = await tx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'answer'])
    .where('actorId', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier?.requestHash.equals(requestHash))
    throw new Refusal(
      'invalid',
      'This idempotency key was already used for another request. Reload the page, or send a new key.',
    );
  return { answer: earlier.answer };
}

/** Stores the answer for replays of the same request. */
export async function keepAnswer(tx: Tx, { actorId, key }: Claim, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('actorId', '=', actorId)
    .where('key', '=', key)
    .execute();
}

/** Removes keys older than 30 days. */
export async function purgeKeys(tx: Tx, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - KEPT_DAYS * DAY_MS).toISOString();
  await tx.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
}
