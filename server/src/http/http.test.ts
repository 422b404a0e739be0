import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({
    worker: false,
    app: {
      connections: {
        // Far longer than a busy machine keeps a process waiting.
        windowMs: 1500,
        bytesPerWindow: 1000,
        totalMs: 2000,
        uploadMs: 60_000,
        headersMs: 300,
        checkEveryMs: 20,
      },
      streams: { perSession: 2, perPerson: 3, total: 4 },
    },
  });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

/** Sends text as it is and returns everything that comes back until the server closes. */
function raw(text: string, more: readonly string[] = [], everyMs = 50): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let answer = '';
    const rest = [...more];
    const timer = setInterval(() => {
      const next = rest.shift();
      if (next !== undefined) socket.write(next);
    }, everyMs);
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
    socket.write(text);
  });
}
const request = (line: string, ...headers: string[]): string => [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n');
const own = (): string => `Host: ${new URL(server.url).host}`;
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const EVERYWHERE = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'x-frame-options',
  'cache-control',
  'x-request-id',
];
const missingIn = (headers: Headers): string[] => EVERYWHERE.filter((name) => !headers.has(name));
const headersIn = (answer: string): Headers =>
  new Headers(
    (answer.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: ?/, 2) as [string, string]),
  );

describe('live streams', () => {
  const open = (cookie: string, signal: AbortSignal) =>
    fetch(`${server.url}/api/files/queue/events`, { headers: { cookie }, signal }).then((answer) => answer.status);

  it('are bounded for a session, for a person and in all, and are free again when they end', async () => {
    const ended = new AbortController();
    const one = async (cookie: string) => open(cookie, ended.signal);
    const second = await server.as('administrator');
    const sam = await server.as('system_administrator');
    const morgan = await server.as('read_only');
    expect([await one(dana.cookie), await one(dana.cookie), await one(dana.cookie)]).toEqual([200, 200, 429]);
    expect([await one(second.cookie), await one(second.cookie)]).toEqual([200, 429]);
    expect([await one(sam.cookie), await one(morgan.cookie)]).toEqual([200, 503]);
    ended.abort();
    const later = new AbortController();
    let status = 0;
    while ((status = await open(morgan.cookie, later.signal)) === 503);
    expect(status).toBe(200);
    later.abort();
  });
});

describe('every answer', () => {
  const close = 'Connection: close';
  it.each<[number, string, () => string]>([
    [400, 'no HTTP at all', () => 'nonsense\r\n\r\n'],
    [400, 'an unknown method', () => request('BREW /', own(), close)],
    [400, 'broken percent-encoding', () => request('GET /api/groups/%zz', own(), close)],
    [400, 'broken percent-encoding of a page', () => request('GET /%', own(), close)],
    [400, 'no Host', () => request('GET /livez', close)],
    [
      400,
      'two lengths',
      () => request('POST /rpc/session/unlock', own(), 'Content-Length: 1', 'Content-Length: 2', close),
    ],
    [
      400,
      'length and chunks',
      () => request('POST /rpc/session/unlock', own(), 'Content-Length: 1', 'Transfer-Encoding: chunked', close),
    ],
    [404, 'nothing there', () => request('GET /api/nothing', own(), close)],
    [405, 'a wrong method', () => request('DELETE /livez', own(), `Origin: ${server.url}`, close)],
    [405, 'an unusual method', () => request('PROPFIND /api/groups', own(), `Origin: ${server.url}`, close)],
    [405, 'OPTIONS', () => request('OPTIONS /api/groups', own(), close)],
    [408, 'headers that do not end', () => `GET /livez HTTP/1.1\r\n${own()}\r\n`],
    [
      417,
      'an expectation that is unknown',
      () => request('POST /rpc/session/unlock', own(), 'Expect: the-impossible', close),
    ],
    [421, 'another host', () => request('GET /livez', 'Host: attacker.example', close)],
    [431, 'headers that are too large', () => request('GET /livez', own(), `X-Large: ${'a'.repeat(40_000)}`, close)],
    [200, 'health', () => request('HEAD /readyz', own(), close)],
  ])('of status %i (%s) has the security headers', async (status, _what, text) => {
    const answer = await raw(text());
    expect(statusOf(answer)).toBe(status);
    expect(missingIn(headersIn(answer))).toEqual([]);
    if (status !== 200)
      expect(
        JSON.parse(
          answer
            .split('\r\n\r\n')[1]
            ?.replace(/^[0-9a-f]+\r\n/, '')
            .replace(/\r\n.*$/s, '') ?? '',
        ),
      ).toMatchObject({ status });
    expect(headersIn(answer).get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of a page, a document, a stream, an upload and a download has them too', async () => {
    const { cookie } = dana;
    const ended = new AbortController();
    for (const [path, init] of [
      ['/api/docs', {}],
      ['/api/docs/assets/swagger-ui.css', {}],
      ['/api/session', {}],
      ['/api/files/queue/events', { signal: ended.signal }],
      ['/uploads', { method: 'OPTIONS' }],
      ['/uploads/x', { method: 'PATCH' }],
      ['/uploads', { method: 'POST' }],
      ['/downloads/files/x/original', {}],
    ] as const) {
      const answer = await fetch(server.url + path, { ...init, headers: { cookie, origin: server.url } });
      expect(missingIn(answer.headers), path).toEqual([]);
      expect(
        [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
        path,
      ).toEqual([]);
    }
    ended.abort();
  });
});

describe('the origin of a write', () => {
  const write = (headers: Record<string, string>): Promise<string> =>
    raw(
      request(
        'POST /rpc/session/signOut',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'Content-Length: 2',
        'Connection: close',
      ) + '{}',
    );

  it.each<[string, () => string]>([
    ['https', () => server.url.replace('http:', 'https:')],
    ['another port', () => 'http://127.0.0.1:1'],
    ['another name of this machine', () => server.url.replace('127.0.0.1', 'localhost')],
    ['null', () => 'null'],
    ['no scheme', () => new URL(server.url).host],
  ])('is refused where it is not ours: %s', async (_what, origin) => {
    expect(statusOf(await write({ Host: new URL(server.url).host, Origin: origin() }))).toBe(403);
  });

  it('is taken where scheme, host and port are ours', async () => {
    expect(statusOf(await write({ Host: new URL(server.url).host, Origin: server.url }))).toBe(200);
    expect(statusOf(await write({ Host: 'localhost', Origin: 'http://localhost:80' }))).toBe(200);
  });
});

describe('a request that arrives slowly', () => {
  const unlock = (length: number): string =>
    request(
      'POST /rpc/session/unlock',
      own(),
      `Origin: ${server.url}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    );

  it('is ended with 408 when its body trickles', async () => {
    const answer = await raw(
      unlock(10_000),
      Array.from({ length: 1000 }, () => 'a'),
    );
    expect(statusOf(answer)).toBe(408);
    expect(missingIn(headersIn(answer))).toEqual([]);
    expect(answer).toContain('The request arrived too slowly');
  });

  it('is ended when the body as a whole takes too long, however steady', { tags: ['slow'] }, async () => {
    expect(
      statusOf(
        await raw(
          unlock(1_000_000),
          Array.from({ length: 1000 }, () => 'a'.repeat(500)),
        ),
      ),
    ).toBe(408);
  });

  it('is ended also after it was answered without its body', { tags: ['slow'] }, async () => {
    const answer = await raw(
      request('POST /rpc/no/such', own(), `Origin: ${server.url}`, 'Content-Length: 500'),
      Array.from({ length: 100 }, () => 'a'),
    );
    expect(statusOf(answer)).toBe(404);
  });

  it('is taken as an upload where it is steady, longer than an operation may take', { tags: ['slow'] }, async () => {
    const size = 20_000;
    const created = await fetch(`${server.url}/uploads`, {
      method: 'POST',
      headers: {
        cookie: dana.cookie,
        origin: server.url,
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from('slow.csv').toString('base64')}`,
      },
    });
    const head = request(
      `PATCH ${created.headers.get('location') ?? ''}`,
      own(),
      `Origin: ${server.url}`,
      `Cookie: ${dana.cookie}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${size}`,
      'Connection: close',
    );
    const answer = await raw(
      head,
      Array.from({ length: size / 400 }, () => 'a,b\n'.repeat(100)),
    );
    // The content is not a census, which is reported after its last byte.
    expect([204, 422]).toContain(statusOf(answer));
  });
});
