import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../testing/accounts.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

const unlock = (password: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/rpc/session/unlock`, { method: 'POST', headers: { origin: server.url, 'content-type': 'application/json', ...headers }, body: JSON.stringify({ json: { password } }) });

describe('the demo gate', () => {
  it('says Incorrect password to a wrong entry, also one that differs in case only, and signs nobody in', async () => {
    for (const wrong of ['wrong', '', PASSWORD.toUpperCase()]) {
      const answer = await unlock(wrong);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ json: { code: 'INVALID', message: 'Incorrect password', data: { problems: [{ path: 'password' }] } } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('signs Dana in with an HttpOnly session cookie, and ends the session on the server', async () => {
    const answer = await unlock(PASSWORD);
    expect(answer.status).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const call = (procedure: string) => fetch(`${server.url}/rpc/${procedure}`, { method: 'POST', headers: { origin: server.url, cookie: cookie.split(';')[0] ?? '', 'content-type': 'application/json' }, body: '{"json":{}}' });
    expect(await (await call('session/current')).json()).toMatchObject({ json: { user: { name: 'Dana Whitfield', title: 'Benefits Admin' } } });
    expect((await call('groups/stats')).status).toBe(200);
    await call('session/signOut');
    // The same cookie, copied before, is worthless.
    expect(await (await call('session/current')).json()).toMatchObject({ json: { user: null } });
    expect((await call('groups/stats')).status).toBe(401);
  });

  it('slows guessing down without a restart forgetting it', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await unlock(`guess ${guess}`)).status);
    expect(statuses).toContain(429);
    const { rows } = await server.owner.query<{ points: number }>('select points from auth.gate_guesses');
    expect(rows[0]?.points).toBeGreaterThan(9);
  });

  it('refuses a write from another origin, from none, or from a sibling', async () => {
    for (const origin of ['https://evil.example', 'null', '']) {
      const answer = await unlock(PASSWORD, { origin });
      expect(answer.status).toBe(403);
    }
  });
});

describe('every answer', () => {
  it('carries the security headers, whatever its status', async () => {
    for (const path of ['/livez', '/nowhere', '/rpc/nothing', '/api/groups', '/uploads/x', '/downloads/files/x/refused']) {
      const { headers } = await fetch(server.url + path);
      expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'nonce-[^']+'/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    }
  });
});
