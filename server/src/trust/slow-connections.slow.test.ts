import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

const [SLOW_BODIES, STREAMS, REQUESTS] = [120, 150, 400];
/** Requests of others that are answered while every slow body is still open. */
const ANSWERED_MEANWHILE = 20;
const STAFF = ['administrator', 'system_administrator', 'compliance_officer', 'ichra_specialist', 'read_only'] as const;
const PER_SESSION = 10;

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

/** The times of ordinary requests, four at once, in milliseconds; smallest first. Ends early when `isOver`. */
async function timesOfOthers(isOver = (): boolean => false): Promise<number[]> {
  const times: number[] = [];
  const work = async (): Promise<void> => {
    while (times.length < REQUESTS && !isOver()) {
      const began = performance.now();
      await dana.api.groups.list({ limit: 10 });
      if (!isOver()) times.push(performance.now() - began);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return times.toSorted((a, b) => a - b);
}
const p99 = (times: number[]): number => Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? Infinity);

/**
 * Returns a body that brings a byte every 100 ms. Resolves with what the server answers when it ends the connection.
 */
function trickle(sockets: Socket[]): Promise<string> {
  const { host, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    let answer = '';
    const timer = setInterval(() => socket.write('a'), 100);
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
    socket.write(
      `POST /rpc/session/unlock HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
    );
  });
}

it('120 slow bodies and 150 live streams leave others their answers, and the slow ones are ended', async () => {
  await timesOfOthers();
  const idle = p99(await timesOfOthers());

  const ended = new AbortController();
  const sessions = await Promise.all(
    Array.from({ length: STREAMS / PER_SESSION }, (_, index) => server.as(STAFF[index % STAFF.length] ?? 'read_only')),
  );
  const streams = await Promise.all(
    sessions.flatMap(({ cookie }) =>
      Array.from({ length: PER_SESSION }, () =>
        fetch(`${server.url}/api/files/queue/events`, { headers: { cookie }, signal: ended.signal }),
      ),
    ),
  );
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const oneMore = await fetch(`${server.url}/api/files/queue/events`, {
    headers: { cookie: sessions[0]?.cookie ?? '' },
  });
  expect(oneMore.status).toBe(429);

  const sockets: Socket[] = [];
  const cut = Promise.all(Array.from({ length: SLOW_BODIES }, () => trickle(sockets)));
  // A busy machine answers fewer than all before the first slow body is ended.
  const meanwhile = await timesOfOthers(() => sockets.some(({ destroyed }) => destroyed));
  expect(meanwhile.length).toBeGreaterThanOrEqual(ANSWERED_MEANWHILE);

  const answers = await cut;
  ended.abort();
  const timedOut = answers.filter((answer) => answer.startsWith('HTTP/1.1 408 ')).length;
  console.log(
    `p99 idle ${idle} ms, with ${SLOW_BODIES} slow bodies and ${STREAMS} streams ${p99(meanwhile)} ms of ${meanwhile.length}; ended with 408: ${timedOut}`,
  );
  expect(timedOut).toBe(SLOW_BODIES);
});
