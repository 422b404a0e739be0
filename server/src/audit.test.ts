import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MerkleTree } from './audit.ts';

const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 6962, section 2.1, as it is written there. */
function rootOf(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha();
  if (leaves.length === 1) return sha(Buffer.from([0]), Buffer.from(leaves[0] ?? ''));
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Buffer.from([1]), rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

it('builds the tree of RFC 6962, one leaf at a time', () =>
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 70 }), (leaves) => {
      const tree = new MerkleTree();
      for (const leaf of leaves) tree.add(leaf);
      expect(tree.root().equals(rootOf(leaves))).toBe(true);
    }),
  ));
