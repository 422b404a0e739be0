import { createHash } from 'node:crypto';

const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The Merkle root as RFC 6962, section 2.1, writes it down: the plain recursion, to hold ours against. */
export function rootOf(entries: readonly string[]): Buffer {
  if (entries.length === 0) return sha();
  if (entries.length === 1) return sha(Buffer.from([0]), Buffer.from(entries[0] ?? ''));
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha(Buffer.from([1]), rootOf(entries.slice(0, k)), rootOf(entries.slice(k)));
}

/** Returns the leaf of an entry. */
export const leafOfEntry = (entry: string): Buffer => sha(Buffer.from([0]), Buffer.from(entry));
