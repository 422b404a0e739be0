import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../testing/accounts.ts';
import { setAccount } from './set-account.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

const unlock = (password: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/rpc/session/unlock`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ json: { password } }),
  });

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
    const call = (procedure: string) =>
      fetch(`${server.url}/rpc/${procedure}`, {
        method: 'POST',
        headers: { origin: server.url, cookie: cookie.split(';')[0] ?? '', 'content-type': 'application/json' },
        body: '{"json":{}}',
      });
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

describe('accounts', () => {
  const post = (procedure: string, input: unknown, cookie = '') =>
    fetch(`${server.url}/rpc/${procedure}`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    });
  const signIn = (email: string, password: string) => post('session/signIn', { email, password });
  const account = { email: 'Nora.Lindqvist@example.test', name: 'Nora Lindqvist', role: 'benefits_administrator' };
  const forgetTries = () => server.owner.query('delete from auth.gate_guesses');

  it('are no way in behind the demo gate, nor is its password one where people have accounts', async () => {
    await forgetTries();
    expect((await signIn(account.email, PASSWORD)).status).toBe(403);
    Object.assign(server.services.config, { AUTH_MODE: 'accounts', DEMO_PASSWORD: undefined });
    expect((await unlock(PASSWORD)).status).toBe(403);
  });

  it('sign in with email and password; whatever is wrong is answered in the same words, and nothing that was typed is written down', async () => {
    const password = await setAccount(server.services, account);
    expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
    const theirs = await setAccount(server.services, { ...account, email: 'gone@example.test', name: 'Gone Away' });
    await server.owner.query(`update auth."user" set disabled = true where email = 'gone@example.test'`);
    for (const answer of await Promise.all([
      signIn(account.email, 'another'),
      signIn('nobody@example.test', password),
      signIn('gone@example.test', theirs),
      signIn('no address', password),
      signIn('', ''),
    ])) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({
        json: {
          code: 'INVALID',
          message: 'Email or password is not right.',
          data: { problems: [{ path: 'password', message: 'Email or password is not right.' }] },
        },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await server.owner.query(`select 1 from auth.session s join auth."user" u on u.id = s."userId" where u.email = 'gone@example.test'`)).rows).toEqual(
      [],
    );

    const answer = await signIn(' nora.lindqvist@EXAMPLE.test ', password);
    expect(answer.status).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    expect(await (await post('session/current', {}, cookie)).json()).toMatchObject({
      json: { mode: 'accounts', user: { name: 'Nora Lindqvist', role: 'benefits_administrator', title: 'Benefits Administrator' } },
    });
    const { rows } = await server.owner.query<{ actorName: string; outcome: string; all: string }>(
      `select actor_name as "actorName", outcome, a::text as all from audit_log a where action = 'session.signIn'`,
    );
    expect(rows.map(({ all }) => all).join('\n')).not.toMatch(/@|no address|another/);
    expect(rows.map(({ actorName, outcome }) => `${actorName} ${outcome}`).toSorted()).toEqual([
      'Gone Away refused',
      'Nora Lindqvist done',
      'Nora Lindqvist refused',
      ...Array.from({ length: 3 }, () => 'Somebody without an account refused'),
    ]);

    // A new password ends what the old one had opened.
    await setAccount(server.services, account);
    expect(await (await post('session/current', {}, cookie)).json()).toMatchObject({ json: { user: null } });
    expect((await signIn(account.email, password)).status).toBe(422);
  });

  it('are tried a hundred times a day, from wherever, whether there is one or not', async () => {
    await server.owner.query(`update auth.gate_guesses set points = 100 where key like 'account:%'`);
    for (const email of [account.email, 'nobody@example.test']) {
      const answer = await signIn(email, 'once more');
      expect(answer.status).toBe(429);
      expect(await answer.json()).toMatchObject({ json: { message: expect.stringMatching(/^Too many tries\. Wait 24 hours, then try again\.$/) } });
    }
    // Whoever is kept out by somebody else's tries asks the operator.
    await forgetTries();
    await server.owner.query(
      `insert into auth.gate_guesses (key, points, expire) select 'account:' || $1, 100, (extract(epoch from now()) * 1000 + 1e7)::bigint`,
      [createHash('sha256').update(account.email.toLowerCase()).digest('base64url')],
    );
    expect((await signIn(account.email, 'once more')).status).toBe(429);
    expect((await signIn(account.email, await setAccount(server.services, account))).status).toBe(200);
  });

  it.each([
    [{ ...account, email: 'nora' }, /no email address/],
    [{ ...account, name: ' ' }, /--name is missing/],
    [{ ...account, role: 'owner' }, /--role is not usable\. It is one of: system_administrator/],
  ])('are not made of %j', async (input, message) => {
    await expect(setAccount(server.services, input)).rejects.toThrow(message);
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
