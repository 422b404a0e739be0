import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { type CorpusCase, corpusCases, type CorpusOutcome } from './corpus-cases.ts';
import { runCase } from './corpus-run.ts';

/**
 * Cases of the corpus through upload, queue, worker and database. They cover each format with each kind of outcome, and
 * each remark and stop that only the database finds (decisions/0038).
 */
describe('the corpus through the server', () => {
  /** More than the queue works on at once, so that it never waits for an upload. */
  const AT_ONCE = 8;
  const sent = corpusCases().filter(({ run }) => run !== undefined);
  const outcomes = new Map(sent.map((one) => [one, Promise.withResolvers<CorpusOutcome>()]));
  let server: TestServer;
  let dana: Person;

  beforeAll(async () => {
    server = await openTestServer();
    dana = await server.as('administrator');
    for (const { promise } of outcomes.values()) promise.catch(() => {});
    const run = async (wanted: (one: CorpusCase) => boolean): Promise<void> => {
      const queue = [...sent.entries()].filter(([, one]) => wanted(one)).values();
      const work = async (): Promise<void> => {
        for (const [index, one] of queue)
          await runCase(server, dana, one, index).then(outcomes.get(one)?.resolve, outcomes.get(one)?.reject);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    };
    // Bytes that came before are remarked on, so cases with earlier files come after all others.
    void run(({ before = [] }) => before.length === 0).then(() => run(({ before = [] }) => before.length > 0));
  });
  afterAll(async () => {
    await Promise.allSettled([...outcomes.values()].map(({ promise }) => promise));
    await server.close();
  });

  it.each(sent.map((one) => [one.file, one.about, one] as const))('%s: %s', async (_file, _about, one) =>
    expect(await outcomes.get(one)?.promise).toEqual(one.expected),
  );
});
