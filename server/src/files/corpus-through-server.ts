import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import type { CorpusCase, CorpusOutcome } from './corpus-cases.ts';
import { runCase } from './corpus-run.ts';

/** More than the queue works on at once, so that it never waits for an upload. */
const AT_ONCE = 8;

/** Sends cases of the corpus through upload, queue, worker and database, on one server (decisions/0038). */
export function describeThroughServer(sent: readonly CorpusCase[]): void {
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
}
