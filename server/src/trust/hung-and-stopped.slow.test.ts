import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RealServer } from './real-server.ts';

/**
 * A database that hangs, a server that is killed, and one that is stopped, each while people work (trust P1, P9, P19,
 * P44). Figures are printed.
 */
const server = new RealServer();
beforeAll(async () => {
  await server.start();
  await server.signIn();
});
afterAll(() => server.close());

type Answer = { status: number; ms: number };
const timed = async (ask: () => Promise<Response>): Promise<Answer> => {
  const start = performance.now();
  const answer = await ask();
  await answer.text();
  return { status: answer.status, ms: performance.now() - start };
};
const call = (procedure: string, input: unknown = {}): Promise<Response> =>
  server.fetch(`/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  });
const largest = (answers: readonly Answer[]): number => Math.round(Math.max(...answers.map(({ ms }) => ms)));

it('a database that hangs: requests, readiness and liveness are answered while it hangs, and all works afterwards', async () => {
  const READS = ['notifications/list', 'session/current'] as const;
  const inFlight: Promise<Answer>[] = [];
  const sending = new AbortController();
  const people = Array.from({ length: 12 }, async (_person, index) => {
    while (!sending.signal.aborted) {
      const one = timed(() => call(READS[index % READS.length] as string));
      inFlight.push(one);
      await one;
    }
  });
  await sleep(300);
  server.signalDatabase('SIGSTOP');
  try {
    const ready = await Promise.all(Array.from({ length: 20 }, () => timed(() => fetch(`${server.url}/readyz`))));
    expect(ready.map(({ status }) => status)).toEqual(ready.map(() => 503));
    const alive = await Promise.all(Array.from({ length: 20 }, () => timed(() => fetch(`${server.url}/livez`))));
    expect(alive.map(({ status }) => status)).toEqual(alive.map(() => 200));
    await sleep(1000);
    sending.abort();
    await Promise.all(people);
    const answers = await Promise.all(inFlight);
    console.log(
      `hung database: readyz ${largest(ready)} ms, livez ${largest(alive)} ms, in flight ${largest(answers)} ms of ${answers.length} requests`,
    );
    for (const { status } of answers) expect([200, 503]).toContain(status);
  } finally {
    server.signalDatabase('SIGCONT');
  }
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await sleep(20);
  // The readiness probes have closed their sessions.
  const owner = await server.owner();
  const { rows } = await owner.query<{ probes: number }>(
    `select count(*)::int as probes from pg_stat_activity where application_name = 'openbenefits readiness'`,
  );
  await owner.end();
  expect(rows[0]?.probes).toBeLessThanOrEqual(1);
});

it('is ready again after a kill of the server whose database keeps running', async () => {
  for (let round = 0; round < 2; round += 1) {
    await server.kill();
    await server.start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  }
});

it('SIGTERM under load: every request that was begun is answered, and the server ends by itself', async () => {
  await server.signIn();
  const outcomes: { outcome: number | string; isEarlier: boolean }[] = [];
  let stopped = false;
  const failed = (error: unknown): string =>
    String((error as Error & { cause?: { code?: string } }).cause?.code ?? error);
  // Keep-alive connections, as browsers and proxies use them: one request after the other on each.
  const people = Array.from({ length: 16 }, async () => {
    for (;;) {
      const isEarlier = !stopped;
      const outcome = await call('notifications/list').then(
        async (answer) => (await answer.text(), answer.status),
        (error: unknown) => failed(error),
      );
      // After the server stops accepting, a rejected connection is no failed request.
      if (stopped && outcome === 'ECONNREFUSED') return;
      outcomes.push({ outcome, isEarlier });
    }
  });
  await sleep(1000);
  stopped = true;
  server.signal('SIGTERM');
  const start = performance.now();
  await server.ended();
  const ms = Math.round(performance.now() - start);
  await Promise.all(people);
  const failures = (list: typeof outcomes): (number | string)[] =>
    list.map(({ outcome }) => outcome).filter((one) => one !== 200);
  const earlier = outcomes.filter(({ isEarlier }) => isEarlier);
  console.log(
    `SIGTERM under load: ${failures(earlier).length} of ${earlier.length} requests from before the signal failed, ${failures(outcomes).length - failures(earlier).length} of ${outcomes.length - earlier.length} from after it; ended after ${ms} ms`,
  );
  expect(failures(earlier)).toEqual([]);
  expect(server.exitCode).toBe(0);
  await server.start();
});
