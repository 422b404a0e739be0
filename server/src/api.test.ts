import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLICY } from './access.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

type Document = { openapi: string; paths: Record<string, Record<string, { operationId?: string }>> };
const read = async (path: string, cookie = ''): Promise<Response> => fetch(server.url + path, { headers: { cookie } });

describe('the API as plain HTTP', () => {
  it('is described by an OpenAPI 3.1 document with every operation, and a reference that loads nothing from elsewhere', async () => {
    const document = (await (await read('/api/openapi.json')).json()) as Document;
    expect(document.openapi).toMatch(/^3\.1/);
    const described = Object.values(document.paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(new Set(described)).toEqual(new Set(Object.keys(POLICY)));
    expect(described).toHaveLength(Object.keys(POLICY).length);
    const page = await (await read('/api/docs')).text();
    expect(page).not.toMatch(/https?:\/\//);
    expect((await read('/api/docs/assets/swagger-ui-bundle.js')).status).toBe(200);
    expect((await read('/api/docs/assets/package.json')).status).toBe(404);
  });

  it('reads numbers and booleans from a query string', async () => {
    const { cookie } = await server.as('administrator');
    const answer = (await (await read('/api/groups?limit=2&sort=employees&descending=true', cookie)).json()) as { rows: { employees: number }[] };
    expect(answer.rows).toHaveLength(2);
    expect(answer.rows[0]?.employees).toBeGreaterThanOrEqual(answer.rows[1]?.employees ?? 0);
  });

  it('takes no text for a number where a body has types of its own', async () => {
    const { cookie } = await server.as('administrator');
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
    const listed = (limit: unknown) => fetch(`${server.url}/rpc/groups/list`, { method: 'POST', headers, body: JSON.stringify({ json: { limit } }) });
    expect((await listed(2)).status).toBe(200);
    expect((await listed('2')).status).toBe(422);
  });

  it('refuses every operation to nobody, and every write without an origin', async () => {
    const document = (await (await read('/api/openapi.json')).json()) as Document;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId = '' }] of Object.entries(methods)) {
        if (POLICY[operationId as keyof typeof POLICY] === 'anyone') continue;
        const url = `${server.url}/api${path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000')}`;
        const request = { method: method.toUpperCase(), ...(method === 'post' ? { body: '{}' } : {}) };
        const signedOut = await fetch(url, { ...request, headers: { origin: server.url, 'content-type': 'application/json' } });
        expect([401, 422], `${method} ${path}`).toContain(signedOut.status);
        expect(await signedOut.text()).not.toMatch(/"rows"/);
        if (method === 'post') expect((await fetch(url, { ...request, headers: { 'content-type': 'application/json' } })).status, path).toBe(403);
      }
    }
  });

  it('reads no body longer than 1 MB, announced or not', async () => {
    const send = (body: string | ReadableStream, more: object = {}) =>
      fetch(`${server.url}/rpc/session/unlock`, { method: 'POST', headers: { origin: server.url, 'content-type': 'application/json' }, body, ...more });
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
    expect(await unknown.json()).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such procedure.' });
  });
});

describe('health', () => {
  it('tells alive from ready', async () => {
    expect(await (await read('/livez')).json()).toEqual({ status: 'ok' });
    expect((await read('/readyz')).status).toBe(200);
  });
});
