import { describe, expect, it } from 'vitest';
import { corpusCases, corpusFiles } from './corpus-cases.ts';
import { expectedInMemory, runInMemory } from './corpus-in-memory.ts';

/**
 * Files of every dialect and mistake of domain rules 4.1, with their outcomes next to them in `corpus/`. Each is read,
 * validated and matched in memory with the code of the preview, every third one here and all in corpus.slow.test.ts;
 * about 120 of them also go through the whole server (corpus-server.test.ts, decisions/0038). A file that was misread
 * belongs there with its outcome.
 */
const cases = corpusCases();
const inMemory = cases.filter(({ run }) => run !== 'server');

describe('the corpus', () => {
  it('names every file of its folder', () => {
    const used = new Set(cases.flatMap(({ file, before = [] }) => [file, ...before]));
    expect(corpusFiles().filter((name) => !used.has(name))).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  it.each(inMemory.filter((_, place) => place % 3 === 0).map((one) => [one.file, one.about, one] as const))(
    '%s: %s',
    async (_file, _about, one) => {
      expect(await runInMemory(one)).toEqual(expectedInMemory(one));
    },
  );
});
