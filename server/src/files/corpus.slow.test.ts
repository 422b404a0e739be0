import { describe, expect, it } from 'vitest';
import { corpusCases } from './corpus-cases.ts';
import { expectedInMemory, runInMemory } from './corpus-in-memory.ts';

const cases = corpusCases().filter(({ run }) => run !== 'server');

describe('the corpus, every file of it', () => {
  it.each(cases.map((one) => [one.file, one.about, one] as const))('%s: %s', async (_file, _about, one) => {
    expect(await runInMemory(one)).toEqual(expectedInMemory(one));
  });
});
