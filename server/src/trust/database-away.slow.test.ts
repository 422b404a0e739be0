import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { censusOf, RealServer } from './real-server.ts';

/**
 * The database hangs or dies while users work and a file is processed: clear messages, and nothing lost afterwards
 * (trust P2, P8, P9, P44).
 */
const PEOPLE = 4000;
const WIDGET = 'CIM-2026-000001';
const server = new RealServer();

beforeAll(async () => {
  await server.start();
  await server.signIn();
});
afterAll(() => server.close());

const health = async (path: string): Promise<number> => (await fetch(server.url + path)).status;

it('answers 503 with Retry-After while the database hangs, stays alive, and goes on when it is back', async () => {
  const id = await server.upload('away.csv', censusOf(PEOPLE), WIDGET);
  server.signalDatabase('SIGSTOP');
  try {
    const refused = await fetch(`${server.url}/rpc/session/unlock`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: '{"json":{"password":"x"}}',
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({
      json: { code: 'UNAVAILABLE', message: 'The database does not respond. Nothing was lost. Try again in a moment.' },
    });
    expect(await health('/livez')).toBe(200);
    expect(await health('/readyz')).toBe(503);
  } finally {
    server.signalDatabase('SIGCONT');
  }
  while ((await health('/readyz')) !== 200) await sleep(50);
  // Then it dies; the server restarts it and the session is still valid.
  server.signalDatabase('SIGKILL');
  while ((await health('/readyz')) === 200) await sleep(10);
  while ((await health('/readyz')) !== 200) await sleep(50);
  let job = await server.api.files.job({ id });
  while (job.status !== 'completed' && job.status !== 'error') {
    await sleep(100);
    job = await server.api.files.job({ id });
  }
  expect(job).toMatchObject({ status: 'completed', added: PEOPLE, refused: 0 });
});
