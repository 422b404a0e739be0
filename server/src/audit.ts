import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db/connect.ts';
import { LAST } from './db/pipelined-transactions.ts';

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
  /** For the per-row entries of a bulk change, which are one row in the chain. */
  merkleRoot?: Buffer | undefined;
  requestId?: string | undefined;
};

const statement = (entry: AuditEntry, mark: string): RawBuilder<unknown> => sql`${sql.raw(mark)}select append_audit(
  ${entry.at}, ${entry.actorId}, ${entry.actorName}, ${entry.action}, ${entry.outcome}, ${entry.targetKind ?? null},
  ${entry.targetId ?? null}, ${entry.reason ?? null}, ${[...(entry.fields ?? [])]}, ${entry.itemCount ?? null},
  ${entry.merkleRoot ?? null}, ${entry.requestId ?? null})`;

/**
 * Appends to the tenant's hash chain. Call it last in a transaction, because it locks the chain's head until the
 * commit.
 */
export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await statement(entry, '').execute(tx);
}

/** Appends the entry and commits in one round trip. No statement may follow in the transaction. */
export async function appendLastAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await statement(entry, LAST).execute(tx);
}

/** Returns the sequence number of the first broken link of the tenant's chain; null when it is whole. */
export async function firstBrokenLink(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ broken: number | null }>`select verify_audit() as broken`.execute(tx);
  return rows[0]?.broken ?? null;
}

const digest = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
const NODE = Buffer.from([1]);

/** Calculates an entry's digest in the database, so that only 32 bytes per entry are transferred. */
export const leafOf = (entry: RawBuilder<string>): RawBuilder<Buffer> =>
  sql`sha256('\\x00'::bytea || convert_to(${entry}, 'UTF8'))`;

/**
 * Calculates the Merkle root over leaves in order, keeping one digest per level (RFC 6962, section 2.1, with its
 * prefixes 0x00 for leaves and 0x01 for nodes).
 */
export class MerkleTree {
  /** Roots of full subtrees, the largest first; `size` leaves each. */
  readonly #peaks: { size: number; root: Buffer }[] = [];

  /** Takes the digest of the next entry, as `leafOf` has it. */
  add(leaf: Buffer): void {
    let peak = { size: 1, root: leaf };
    for (let last = this.#peaks.at(-1); last?.size === peak.size; last = this.#peaks.at(-1)) {
      this.#peaks.pop();
      peak = { size: last.size + peak.size, root: digest(NODE, last.root, peak.root) };
    }
    this.#peaks.push(peak);
  }

  root(): Buffer {
    const roots = this.#peaks.map((peak) => peak.root);
    return (
      roots.reduceRight<Buffer | undefined>((right, left) => (right ? digest(NODE, left, right) : left), undefined) ??
      digest()
    );
  }
}
