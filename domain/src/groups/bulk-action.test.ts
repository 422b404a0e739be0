import { expect, it } from 'vitest';
import { bulkEffectWords } from './bulk-action.ts';

it.each([
  [{ total: 14, already: 3 }, '14 groups, 3 unchanged'],
  [{ total: 1, already: 0 }, '1 group'],
  [{ total: 1200, already: 1200 }, '1,200 groups, 1,200 unchanged'],
])('%o', (effect, said) => expect(bulkEffectWords(effect)).toBe(said));
