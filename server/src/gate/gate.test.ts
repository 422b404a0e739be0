import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../testing/accounts.ts';
import { setAccount } from './set-account.ts';
import { openSignInAttempts } from './sign-in-attempts.ts';
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

const cookiesOf = (answer: { headers: Headers }): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
const later = (seconds: number): void =>
  server.clock.set(new Date(Date.parse(server.clock.now()) + seconds * 1000).toISOString());

/** Signs in from another loopback address, as visitors from elsewhere do. */
function signInFrom(
  localAddress: string,
  email: string,
  password: string,
  cookie = '',
): Promise<{ status: number; headers: Headers; body: string }> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ json: { email, password } });
    const request = httpRequest(`${server.url}/rpc/session/signIn`, {
      method: 'POST',
      localAddress,
      headers: {
        origin: server.url,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        cookie,
      },
    });
    request.on('error', reject);
    request.on('response', async (answer) => {
      const headers = new Headers();
      for (const one of answer.headers['set-cookie'] ?? []) headers.append('set-cookie', one);
      resolve({ status: answer.statusCode ?? 0, headers, body: await text(answer) });
    });
    request.end(body);
  });
}

describe('the demo gate', () => {
  it('says Incorrect password to a wrong entry, also one that differs in case only, and signs nobody in', async () => {
    for (const wrong of ['wrong', '', PASSWORD.toUpperCase()]) {
      const answer = await unlock(wrong);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({
        json: { code: 'INVALID', message: 'Incorrect password', data: { problems: [{ path: 'password' }] } },
      });
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
    expect(await (await call('session/current')).json()).toMatchObject({
      json: { user: { name: 'Dana Whitfield', title: 'Benefits Admin' } },
    });
    expect((await call('groups/stats')).status).toBe(200);
    await call('session/signOut');
    // The same cookie, copied before, is worthless.
    expect(await (await call('session/current')).json()).toMatchObject({ json: { user: null } });
    expect((await call('groups/stats')).status).toBe(401);
  });

  it('slows strangers down, and a browser that was here before keeps its own count', async () => {
    const cookie = cookiesOf(await unlock(PASSWORD));
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await unlock(`guess ${guess}`)).status);
    expect(statuses).toContain(429);
    expect(await (await unlock(PASSWORD)).json()).toMatchObject({
      json: { message: expect.stringMatching(/^Too many attempts\. Try again in \d seconds?\.$/) },
    });
    expect((await unlock(PASSWORD, { cookie })).status).toBe(200);
    later(60);
    expect((await unlock(PASSWORD)).status).toBe(200);
  });

  it('refuses a write from another origin, from none, or from a sibling', async () => {
    for (const origin of ['https://evil.example', 'null', '']) {
      const answer = await unlock(PASSWORD, { origin });
      expect(answer.status).toBe(403);
    }
  });
});

describe('colleagues of the demo', () => {
  const call = async (procedure: string, cookie: string, input: unknown = {}) => {
    const answer = await fetch(`${server.url}/rpc/${procedure}`, {
      method: 'POST',
      headers: { origin: server.url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
    return { answer, json: ((await answer.json()) as { json: never }).json };
  };

  it('are one per role, and the visitor continues as one of them with another session', async () => {
    const dana = cookiesOf(await unlock(PASSWORD));
    const list = (await call('session/colleagues', dana)).json as { id: string; role: string }[];
    expect(list.map(({ role }) => role).toSorted()).toEqual([
      'benefits_administrator',
      'compliance_officer',
      'ichra_specialist',
      'read_only',
      'system_administrator',
    ]);
    const reader = list.find(({ role }) => role === 'read_only')?.id;
    const { answer, json } = await call('session/switchTo', dana, { id: reader });
    expect(json).toMatchObject({ name: 'Luis Arrington', role: 'read_only' });
    const luis = cookiesOf(answer);
    expect((await call('session/current', luis)).json).toMatchObject({ user: { name: 'Luis Arrington' } });
    expect((await call('files/queue/pause', luis)).answer.status).toBe(403);
    expect((await call('session/current', dana)).json).toMatchObject({ user: null });
    const { rows } = await server.owner.query(
      `select actor_name, target_id from audit_log where action = 'session.switchTo'`,
    );
    expect(rows).toEqual([{ actor_name: 'Dana Whitfield', target_id: reader }]);
  });

  it('are nobody else, and nobody switches without a session', async () => {
    const dana = cookiesOf(await unlock(PASSWORD));
    expect((await call('session/switchTo', dana, { id: 'demo-north' })).answer.status).toBe(404);
    expect((await call('session/switchTo', '', { id: 'demo-reader' })).answer.status).toBe(401);
  });
});

const useAccounts = () => Object.assign(server.services.config, { AUTH_MODE: 'accounts', DEMO_PASSWORD: undefined });

describe('accounts', () => {
  const post = (procedure: string, input: unknown, cookie = '') =>
    fetch(`${server.url}/rpc/${procedure}`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    });
  const signIn = (email: string, password: string) => post('session/signIn', { email, password });
  const account = { email: 'Nora.Lindqvist@example.test', name: 'Nora Lindqvist', role: 'benefits_administrator' };
  const forgetAttempts = () => server.owner.query('delete from auth.sign_in_attempts; delete from auth.known_devices');

  it('are no way in behind the demo gate, nor is its password one where people have accounts', async () => {
    await forgetAttempts();
    expect((await signIn(account.email, PASSWORD)).status).toBe(403);
    useAccounts();
    expect((await unlock(PASSWORD)).status).toBe(403);
    const dana = (await server.as('administrator')).cookie;
    expect(await (await post('session/colleagues', undefined, dana)).json()).toMatchObject({ json: [] });
    expect((await post('session/switchTo', { id: 'demo-reader' }, dana)).status).toBe(403);
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
          message: 'The email or the password is incorrect.',
          data: { problems: [{ path: 'password', message: 'The email or the password is incorrect.' }] },
        },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(
      (
        await server.owner.query(
          `select 1 from auth.session s join auth."user" u on u.id = s."userId" where u.email = 'gone@example.test'`,
        )
      ).rows,
    ).toEqual([]);

    const answer = await signIn(' nora.lindqvist@EXAMPLE.test ', password);
    expect(answer.status).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    expect(await (await post('session/current', {}, cookie)).json()).toMatchObject({
      json: {
        mode: 'accounts',
        user: { name: 'Nora Lindqvist', role: 'benefits_administrator', title: 'Benefits Administrator' },
      },
    });
    const { rows } = await server.owner.query<{ actorName: string; outcome: string; all: string }>(
      `select actor_name as "actorName", outcome, a::text as all from audit_log a where action = 'session.signIn'`,
    );
    expect(rows.map(({ all }) => all).join('\n')).not.toMatch(/@|no address|another/);
    expect(rows.map(({ actorName, outcome }) => `${actorName} ${outcome}`).toSorted()).toEqual([
      'Gone Away refused',
      'Nora Lindqvist done',
      'Nora Lindqvist refused',
      ...Array.from({ length: 3 }, () => 'User without an account refused'),
    ]);

    // A new password ends what the old one had opened.
    await setAccount(server.services, account);
    expect(await (await post('session/current', {}, cookie)).json()).toMatchObject({ json: { user: null } });
    expect((await signIn(account.email, password)).status).toBe(422);
  });

  it('keep working for their owner while strangers guess from many addresses', { tags: ['slow'] }, async () => {
    useAccounts();
    await forgetAttempts();
    const password = await setAccount(server.services, account);
    const known = cookiesOf(await signInFrom('127.0.0.10', account.email, password));
    const reached = { hash: 0, refused: 0 };
    await signInFrom('127.0.1.200', account.email, 'first guess');
    await server.owner.query(`update auth.sign_in_attempts set attempts = 92 where key like 'account:%'`);
    for (let guess = 0; guess < 12; guess += 1) {
      const { status } = await signInFrom(`127.0.1.${1 + (guess % 40)}`, account.email, `guess ${guess}`);
      if (status === 429) reached.refused += 1;
      else reached.hash += 1;
    }
    expect(reached).toEqual({ hash: 8, refused: 4 });
    // A stranger with the right password is delayed like any stranger, and is told for how long. A restart keeps the
    // counts.
    const again = openSignInAttempts(server.pool, server.clock);
    await expect(again.count({ email: account.email, address: '127.0.9.9' })).rejects.toThrow(
      'Too many attempts. Try again in 24 hours.',
    );
    // The owner's browser, and a new browser at the owner's address, sign in at once.
    expect((await signInFrom('127.0.0.99', account.email, password, known)).status).toBe(200);
    expect((await signInFrom('127.0.0.10', account.email, password)).status).toBe(200);
    later(24 * 3600);
    expect((await signInFrom('127.0.9.9', account.email, password)).status).toBe(200);
  });

  it('that nobody has are counted and answered like any other', { tags: ['slow'] }, async () => {
    useAccounts();
    await forgetAttempts();
    const answers = async (email: string) => {
      const list: unknown[] = [];
      for (let guess = 0; guess < 7; guess += 1) {
        const answer = await signInFrom('127.0.2.1', email, 'guess');
        list.push([answer.status, JSON.parse(answer.body).json.message]);
      }
      return list;
    };
    const existing = await answers(account.email);
    await server.owner.query(`delete from auth.sign_in_attempts where key like 'address:%'`);
    expect(await answers('nobody@example.test')).toEqual(existing);
    expect(existing.at(-1)).toEqual([429, 'Too many attempts. Try again in 2 seconds.']);
  });

  it('that strangers have used up are freed by the operator', { tags: ['slow'] }, async () => {
    useAccounts();
    await forgetAttempts();
    for (let guess = 0; guess < 6; guess += 1) await signIn(account.email, 'guess');
    expect((await signIn(account.email, 'once more')).status).toBe(429);
    const password = await setAccount(server.services, account);
    expect((await signIn(account.email, password)).status).toBe(200);
  });

  it.each([
    [{ ...account, email: 'nora' }, /is not an email address/],
    [{ ...account, name: ' ' }, /--name is missing/],
    [{ ...account, role: 'owner' }, /--role is not valid\. Use one of: system_administrator/],
  ])('are not made of %j', async (input, message) => {
    await expect(setAccount(server.services, input)).rejects.toThrow(message);
  });
});

describe('every answer', () => {
  it('carries the security headers, whatever its status', async () => {
    for (const path of [
      '/livez',
      '/nowhere',
      '/rpc/nothing',
      '/api/groups',
      '/uploads/x',
      '/downloads/files/x/refused',
    ]) {
      const { headers } = await fetch(server.url + path);
      expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'nonce-[^']+'/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    }
  });
});
