import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { corpusCases, type CorpusOutcome, runCase } from './corpus-run.ts';

/**
 * Files of every dialect and mistake that domain rules 4.1 names, each through the whole server, with what must come of it in corpus/corpus.json. A new file
 * that somebody brings belongs there: add it with its outcome.
 */
const cases = corpusCases();
/** More than the queue works on at once, so that it never waits for an upload. */
const AT_ONCE = 8;

let server: TestServer;
let dana: Person;
const outcomes = cases.map(() => Promise.withResolvers<CorpusOutcome>());

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  for (const { promise } of outcomes) promise.catch(() => {});
  const run = async (wanted: (one: (typeof cases)[number]) => boolean): Promise<void> => {
    const queue = [...cases.entries()].filter(([, one]) => wanted(one)).values();
    const work = async (): Promise<void> => {
      for (const [index, one] of queue) await runCase(server, dana, one, index).then(outcomes[index]?.resolve, outcomes[index]?.reject);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
  // Bytes that came before are remarked on, so the files that are sent for another one's sake come after all others.
  void run(({ before = [] }) => before.length === 0).then(() => run(({ before = [] }) => before.length > 0));
});
afterAll(async () => {
  await Promise.allSettled(outcomes.map(({ promise }) => promise));
  await server.close();
});

describe('the corpus', () => {
  it('names every file of its folder', () => {
    const named = new Set(cases.flatMap(({ file, before = [] }) => [file, ...before]));
    const there = readdirSync(new URL('./corpus/', import.meta.url)).filter((name) => name !== 'corpus.json' && !name.startsWith('.'));
    expect(there.filter((name) => !named.has(name))).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  it.each(cases.map((one, index) => [one.file, one.about, one, index] as const))('%s: %s', async (_file, _about, { expected }, index) => {
    expect(await outcomes[index]?.promise).toEqual(expected);
  });
});
