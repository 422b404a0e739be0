import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from './db/connect.ts';

export type AuditEntry = {
  at: string;
  actorId: string;
  actorName: string;
  action: string;
  outcome: 'done' | 'refused' | 'read';
  targetKind?: string | undefined;
  targetId?: string | undefined;
  reason?: string | undefined;
  /** Names of fields that were read or written, never their values. */
  fields?: readonly string[] | undefined;
  itemCount?: number | undefined;
  /** Of the per-row entries of a bulk change: one row in the chain stands for all of them. */
  merkleRoot?: Buffer | undefined;
  requestId?: string | undefined;
};

/** Appends to the tenant's hash chain; called last in a transaction, because it holds the chain's head until the commit. */
export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sql`select append_audit(${entry.at}, ${entry.actorId}, ${entry.actorName}, ${entry.action}, ${entry.outcome}, ${entry.targetKind ?? null},
    ${entry.targetId ?? null}, ${entry.reason ?? null}, ${[...(entry.fields ?? [])]}, ${entry.itemCount ?? null}, ${entry.merkleRoot ?? null}, ${entry.requestId ?? null})`.execute(tx);
}

/** The sequence number of the first broken link of the tenant's chain; null when it is whole. */
export async function firstBrokenLink(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ broken: number | null }>`select verify_audit() as broken`.execute(tx);
  return rows[0]?.broken ?? null;
}

const digest = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The Merkle root over texts in order; an odd node is carried up (RFC 6962 shape, with its 0x00 and 0x01 prefixes). */
export function merkleRoot(entries: readonly string[]): Buffer {
  let level = entries.map((entry) => digest(Buffer.from([0]), Buffer.from(entry)));
  if (level.length === 0) return digest();
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i] as Buffer, level[i + 1]];
      above.push(right ? digest(Buffer.from([1]), left, right) : left);
    }
    level = above;
  }
  return level[0] as Buffer;
}
