import { expect, it } from 'vitest';
import { tierOf } from './tier.ts';

it.each([
  [[], 'EMP'],
  [['spouse'], 'ESP'],
  [['domestic_partner'], 'ESP'],
  [['child', 'child'], 'ECH'],
  [['other'], 'ECH'],
  [['spouse', 'adopted_child'], 'FAM'],
] as const)('%j makes tier %s', (covered, tier) => expect(tierOf(covered)).toBe(tier));
