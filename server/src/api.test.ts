import { randomUUID } from 'node:crypto';
import { PERMISSIONS_OF_ROLE } from '@openbenefits/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, OPERATIONS, POLICY } from './policy/policy.ts';
import { bodyLimitOf } from './http/operation-routes.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

type Described = { operationId?: string; responses: Record<string, unknown> };
type Document = { openapi: string; paths: Record<string, Record<string, Described>> };
const read = async (path: string, cookie = ''): Promise<Response> => fetch(server.url + path, { headers: { cookie } });

describe('the API as plain HTTP', () => {
  it('is described by an OpenAPI 3.1 document with every operation, and a reference that loads nothing from elsewhere', async () => {
    const document = (await (await read('/api/openapi.json')).json()) as Document;
    expect(document.openapi).toMatch(/^3\.1/);
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(new Set(described)).toEqual(new Set(OPERATIONS));
    expect(described).toHaveLength(OPERATIONS.length);
    const page = await (await read('/api/docs')).text();
    expect(page).not.toMatch(/https?:\/\//);
    expect((await read('/api/docs/assets/swagger-ui-bundle.js')).status).toBe(200);
    expect((await read('/api/docs/assets/package.json')).status).toBe(404);
  });

  it('reads numbers and booleans from a query string', async () => {
    const { cookie } = await server.as('administrator');
    const answer = (await (await read('/api/groups?limit=2&sort=employees&descending=true', cookie)).json()) as {
      rows: { employees: number }[];
    };
    expect(answer.rows).toHaveLength(2);
    expect(answer.rows[0]?.employees).toBeGreaterThanOrEqual(answer.rows[1]?.employees ?? 0);
  });

  it('takes no text for a number where a body has types of its own', async () => {
    const { cookie } = await server.as('administrator');
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
    const listed = (limit: unknown) =>
      fetch(`${server.url}/rpc/groups/list`, { method: 'POST', headers, body: JSON.stringify({ json: { limit } }) });
    expect((await listed(2)).status).toBe(200);
    expect((await listed('2')).status).toBe(422);
  });

  it('refuses every operation to nobody, and every write without an origin', async () => {
    const document = (await (await read('/api/openapi.json')).json()) as Document;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId = '' }] of Object.entries(methods)) {
        if (POLICY[operationId as Operation].who === 'anyone') continue;
        const url = `${server.url}/api${path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000')}`;
        const request = { method: method.toUpperCase(), ...(method === 'post' ? { body: '{}' } : {}) };
        const signedOut = await fetch(url, {
          ...request,
          headers: { origin: server.url, 'content-type': 'application/json' },
        });
        expect(signedOut.status, `${method} ${path}`).toBe(401);
        expect(await signedOut.text()).not.toMatch(/"rows"/);
        if (method === 'post')
          expect((await fetch(url, { ...request, headers: { 'content-type': 'application/json' } })).status, path).toBe(
            403,
          );
      }
    }
  });

  it('reads no body longer than 1 MB, announced or not', async () => {
    const send = (body: string | ReadableStream, more: object = {}) =>
      fetch(`${server.url}/rpc/session/unlock`, {
        method: 'POST',
        headers: { origin: server.url, 'content-type': 'application/json' },
        body,
        ...more,
      });
    const long = JSON.stringify({ json: { password: 'a'.repeat(1024 * 1024) } });
    expect((await send(long)).status).toBe(413);
    expect((await send(new Blob([long]).stream(), { duplex: 'half' })).status).toBe(411);
  });

  it('says in words, to pages and to others, what never reached an operation', async () => {
    const { api, cookie } = await server.as('administrator');
    await expect(api.session.unlock({ password: 'a'.repeat(1024 * 1024) })).rejects.toMatchObject({
      code: 'INVALID',
      status: 413,
      message: 'The request is larger than 1 MB.',
    });
    const unknown = await read('/api/no-such-thing', cookie);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'NOT_FOUND', message: 'This procedure does not exist.' });
  });
});

const MISSING_ID = '018f0000-0000-7000-8000-000000000000';
type Answer = {
  status: number;
  headers: Headers;
  body: { code?: string; message?: string; status?: number; data?: { problems?: unknown[] } };
};

describe('an operation', () => {
  let cookie: string;
  let readOnly: string;
  let operations: { operation: Operation; method: string; url: string; documented: string[] }[];

  beforeAll(async () => {
    // Whose role includes every operation.
    ({ cookie } = await server.as('system_administrator'));
    ({ cookie: readOnly } = await server.as('read_only'));
    const document = (await (await read('/api/openapi.json')).json()) as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => ({
        operation: operationId as Operation,
        method: method.toUpperCase(),
        url: `${server.url}/api${path.replace(/\{\w+\}/g, MISSING_ID)}`,
        documented: Object.keys(responses),
      })),
    );
  });

  const ask = async (
    url: string,
    init: Omit<RequestInit, 'headers'> & { duplex?: 'half'; headers?: Record<string, string> },
  ): Promise<Answer> => {
    const answer = await fetch(url, {
      ...init,
      headers: { origin: server.url, 'content-type': 'application/json', cookie, ...init.headers },
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
  };
  const isFailure = ({ status, body }: Answer): boolean =>
    body.status === status &&
    typeof body.code === 'string' &&
    typeof body.message === 'string' &&
    Array.isArray(body.data?.problems);

  it(
    'answers with documented statuses and the documented body, whatever is wrong with the request',
    { tags: ['slow'] },
    async () => {
      const wrong: string[] = [];
      for (const { method, url, documented, operation } of operations) {
        const check = (what: string, expected: number, answer: Answer): void => {
          const isRight = answer.status === expected && isFailure(answer) && documented.includes(String(expected));
          if (!isRight)
            wrong.push(`${operation} ${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
        };
        const unsupported = await ask(url, { method: 'PATCH', body: '{}' });
        check('wrong method', 405, unsupported);
        if (!unsupported.headers.get('allow')?.split(', ').includes(method))
          wrong.push(`${operation}: Allow is ${unsupported.headers.get('allow')}`);
        if (POLICY[operation].who !== 'anyone')
          check(
            'nobody',
            401,
            await ask(url, { method, headers: { cookie: '' }, ...(method !== 'GET' && { body: '{' }) }),
          );
        if (method === 'GET') continue;
        check('malformed JSON', 400, await ask(url, { method, body: '{"a":' }));
        check('no length', 411, await ask(url, { method, body: new Blob(['{}']).stream(), duplex: 'half' }));
        check('too large', 413, await ask(url, { method, body: JSON.stringify('a'.repeat(bodyLimitOf(operation))) }));
        check('bad content type', 415, await ask(url, { method, body: '{}', headers: { 'content-type': 'nonsense' } }));
      }
      expect(wrong).toEqual([]);
      expect(operations).toHaveLength(OPERATIONS.length);
    },
  );

  it('refuses a role without the permission before it looks at the input, and writes that to the audit log once', async () => {
    const refused = async () =>
      Number((await server.owner.query(`select count(*) from audit_log where outcome = 'refused'`)).rows[0]?.count);
    const wrong: string[] = [];
    let [before, denied] = [await refused(), 0];
    for (const { method, url, operation } of operations) {
      const { who } = POLICY[operation];
      if (typeof who === 'string' || who.every((permission) => PERMISSIONS_OF_ROLE.read_only.includes(permission)))
        continue;
      denied++;
      for (const target of [url, `${server.url}/rpc/${operation.replaceAll('.', '/')}`]) {
        const isRpc = target.includes('/rpc/');
        const answer = await ask(target, {
          method: isRpc ? 'POST' : method,
          headers: { cookie: readOnly },
          ...((isRpc || method !== 'GET') && { body: '{"no":' }),
        });
        if (answer.status !== 403) wrong.push(`${operation}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(denied).toBeGreaterThan(50);
    expect((await refused()) - before).toBe(2 * denied);
  });
});

describe('a write with an idempotency key', () => {
  it('is answered again with a mark, and refused with 422 where the body is another', async () => {
    const { cookie } = await server.as('administrator');
    const send = (prefix: string, body: unknown) =>
      fetch(server.url + prefix, {
        method: 'POST',
        headers: { cookie, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const view = { list: 'groups', address: '/groups' };
    for (const [address, wrap] of [
      ['/api/views', (input: unknown) => input],
      ['/rpc/views/save', (input: unknown) => ({ json: input })],
    ] as const) {
      const idempotencyKey = randomUUID();
      const input = { ...view, name: `Twice ${address}`, idempotencyKey };
      const [first, second] = [await send(address, wrap(input)), await send(address, wrap(input))];
      expect([first.status, first.headers.get('idempotent-replay')]).toEqual([200, null]);
      expect([second.status, second.headers.get('idempotent-replay')]).toEqual([200, 'true']);
      expect(await second.json()).toEqual(await first.json());
      const other = await send(address, wrap({ ...input, name: 'Another' }));
      expect([other.status, await other.text()]).toEqual([
        422,
        expect.stringContaining('already used for another request'),
      ]);
    }
  });
});

describe('health', () => {
  it('tells alive from ready', async () => {
    expect(await (await read('/livez')).json()).toEqual({ status: 'ok' });
    expect((await read('/readyz')).status).toBe(200);
  });
});
