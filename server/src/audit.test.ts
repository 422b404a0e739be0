import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MerkleTree } from './audit.ts';
import { leafOfEntry, rootOf } from './testing/merkle-root.ts';

it('builds the tree of RFC 6962, one leaf at a time', () =>
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 70 }), (entries) => {
      const tree = new MerkleTree();
      for (const entry of entries) tree.add(leafOfEntry(entry));
      expect(tree.root().equals(rootOf(entries))).toBe(true);
    }),
  ));
