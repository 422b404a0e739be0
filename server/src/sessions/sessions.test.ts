import { request as httpRequest } from 'node:http';
import { demoStaff } from '@openbenefits/demo/people';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { DEFAULT_TENANT, inSchema, openPool, SESSION_TYPES } from '../db/connect.ts';
import { settle } from '../jobs/settling.ts';
import { PASSWORD } from '../testing/accounts.ts';
import { TEST_NOW } from '../testing/database-template.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { testVault } from '../vault.ts';
import { SessionCache } from './session-cache.ts';
import type { LiveSession } from './live-session.ts';
import { openSessions } from './sessions.ts';

const MINUTE = 60_000;
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false, sessionsEnd: true });
});
afterAll(() => server.close());
beforeEach(() => server.clock.set(TEST_NOW));

const later = (minutes: number): void =>
  server.clock.set(new Date(Date.parse(server.clock.now()) + minutes * MINUTE).toISOString());
const call = (procedure: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/rpc/${procedure}`, {
    method: 'POST',
    headers: { origin: server.url, cookie, 'content-type': 'application/json', ...headers },
    body: '{"json":{}}',
  });
const status = async (cookie: string, headers: Record<string, string> = {}): Promise<number> =>
  (await call('groups/stats', cookie, headers)).status;
const sessionRows = async (): Promise<number> => (await server.owner.query('select from auth.session')).rowCount ?? 0;

const rows = Array.from({ length: 200_000 }, (_, index) => `Person ${index},Sample ${index},somewhere`);
const largeList = ['First Name,Last Name,City', ...rows].join('\n');

/** Begins an upload and leaves it open halfway; resolves with how its connection ended. */
async function openUpload(cookie: string): Promise<{ url: string; cut: Promise<string> }> {
  const headers = { cookie, origin: server.url, 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from('list.csv').toString('base64')}`;
  const created = await fetch(`${server.url}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': '1000', 'upload-metadata': metadata },
  });
  const url = new URL(created.headers.get('location') ?? '', server.url).toString();
  const request = httpRequest(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000',
    },
  });
  const cut = new Promise<string>((resolve) => {
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    request.on('response', (answer) => resolve(`answered ${answer.statusCode}`));
  });
  request.write('First Name,Last Name\n');
  await vi.waitUntil(() => server.services.sessions.openConnections.size > 0);
  return { url, cut };
}

/** Begins a download and reads none of it before `finish`, which resolves with how its connection ended. */
function openDownload(path: string, cookie: string): Promise<{ finish: () => Promise<string> }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.url + path, { headers: { cookie } }, (answer) => {
      const cut = new Promise<string>((done) => {
        answer.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'error'));
        answer.on('end', () => done('read to its end'));
      });
      expect(answer.statusCode).toBe(200);
      resolve({ finish: () => (answer.resume(), cut) });
    });
    request.on('error', reject);
    request.end();
  });
}

describe('a session ends on the server', () => {
  it('after 30 minutes without use, and after 12 hours however much it is used', async () => {
    const { cookie } = await server.as('administrator');
    later(29);
    expect(await status(cookie)).toBe(200);
    later(31);
    expect(await status(cookie)).toBe(401);
    expect(await (await call('session/current', cookie)).json()).toMatchObject({ json: { user: null } });

    const busy = (await server.as('administrator')).cookie;
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later(20);
      expect(await status(busy)).toBe(200);
    }
    later(20);
    expect(await status(busy)).toBe(401);
  });

  it('also while a page refreshes by itself and nobody is there', async () => {
    const { cookie } = await server.as('administrator');
    for (let idle = 10; idle < 30; idle += 10) {
      later(10);
      expect(await status(cookie, { 'x-idle-seconds': String(idle * 60) })).toBe(200);
    }
    later(10);
    expect(await status(cookie, { 'x-idle-seconds': '1800' })).toBe(401);
  });

  it('sooner where the organization says so, and never later than an hour', async () => {
    await server.owner.query('update tenants set session_idle_minutes = 5');
    const { cookie } = await server.as('administrator');
    later(6);
    expect(await status(cookie)).toBe(401);
    await expect(server.owner.query('update tenants set session_idle_minutes = 61')).rejects.toMatchObject({
      code: '23514',
    });
    await server.owner.query('update tenants set session_idle_minutes = 30');
  });

  it('for a live stream, which says so', async () => {
    const { api } = await server.as('administrator');
    const stream = await api.files.queue.watch();
    expect((await stream.next()).done).toBe(false);
    later(31);
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toMatchObject({ code: 'SIGNED_OUT', status: 401 });
  });

  it('for an upload on its way, which keeps what has arrived', { tags: ['slow'] }, async () => {
    const { cookie } = await server.as('administrator');
    const { url, cut } = await openUpload(cookie);
    later(31);
    expect(await cut).toMatch(/ECONNRESET|EPIPE/);
    const headers = { origin: server.url, 'tus-resumable': '1.0.0' };
    expect((await fetch(url, { method: 'HEAD', headers: { ...headers, cookie } })).status).toBe(401);
    const again = (await server.as('administrator')).cookie;
    const known = await fetch(url, { method: 'HEAD', headers: { ...headers, cookie: again } });
    expect(known.status).toBe(200);
    expect(Number(known.headers.get('upload-offset'))).toBe('First Name,Last Name\n'.length);
  });

  it('for a download on its way, and for the next one', { tags: ['slow'] }, async () => {
    const person = await server.as('administrator');
    const { id, status: sent } = await server.upload(person, 'large.csv', largeList);
    expect(sent).toBe(204);
    const path = `/downloads/files/${id}/original`;
    const { finish } = await openDownload(path, person.cookie);
    later(31);
    await vi.waitUntil(() => server.services.sessions.openConnections.size === 0, { timeout: 10_000 });
    expect(await finish()).toMatch(/ECONNRESET|aborted/i);
    expect((await fetch(server.url + path, { headers: { cookie: person.cookie } })).status).toBe(401);
  });

  it('and its row is removed', async () => {
    await server.owner.query('delete from auth.session');
    await server.as('administrator');
    expect(await sessionRows()).toBe(1);
    later(31);
    const { cookie } = await server.as('read_only');
    await settle(server.services, DEFAULT_TENANT);
    expect(await sessionRows()).toBe(1);
    expect(await status(cookie)).toBe(200);
  });
});

describe('a session', () => {
  const signIn = (cookie = '') =>
    fetch(`${server.url}/rpc/session/unlock`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: { password: PASSWORD } }),
    });
  const cookieOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');

  it('is stored without its token', async () => {
    const cookie = cookieOf(await signIn());
    const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThan(30);
    const stored = await server.owner.query<{ all: string }>('select s::text as all from auth.session s');
    expect(stored.rows.length).toBeGreaterThan(0);
    expect(stored.rows.map(({ all }) => all).join('\n')).not.toContain(token);
  });

  it('of the same browser is replaced by a new sign-in, not joined by one', async () => {
    const first = cookieOf(await signIn());
    const before = await sessionRows();
    const second = cookieOf(await signIn(first));
    expect(await status(second)).toBe(200);
    expect(await status(first)).toBe(401);
    expect(await sessionRows()).toBe(before);
  });

  it('of a disabled account ends for good, also when the account is enabled again', async () => {
    const { cookie } = await server.as('read_only');
    const email = demoStaff.find(({ role }) => role === 'read_only')?.email;
    await server.owner.query('update auth."user" set disabled = true where email = $1', [email]);
    await server.hasHeard();
    expect(await status(cookie)).toBe(401);
    await server.owner.query('update auth."user" set disabled = false where email = $1', [email]);
    await server.hasHeard();
    expect(await status(cookie)).toBe(401);
    expect(await status((await server.as('read_only')).cookie)).toBe(200);
  });
});

describe('a session that a process keeps in memory', () => {
  /** Returns a second process over the same database: its own connections, its own memory. */
  async function openOther() {
    const { services, pool } = server;
    const url = pool.options.connectionString ?? '';
    const authPool = openPool({ url: inSchema(url, 'auth'), max: 2, onError: () => {}, types: SESSION_TYPES });
    const sessions = await openSessions({
      pool: authPool,
      secret: testVault().derive('session cookies'),
      baseUrl: 'http://localhost',
      secure: false,
      log: services.log,
      clock: services.clock,
    });
    const changes = await sessions.hearChanges(url);
    const app = await buildApp({ ...services, sessions });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    return {
      current: async (cookie: string) =>
        (
          (await (
            await fetch(`${address}/rpc/session/current`, {
              method: 'POST',
              headers: { origin: address, cookie, 'content-type': 'application/json' },
              body: '{"json":{}}',
            })
          ).json()) as { json: { user: { role: string; assignedGroupsOnly: boolean } | null } }
        ).json.user,
      caughtUp: () => changes.caughtUp(),
      close: async () => {
        await app.close();
        await changes.close();
        await authPool.end();
      },
    };
  }

  it('is gone at once where it ends, however many requests are under way', { tags: ['slow'] }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { cookie, api } = await server.as('administrator');
      expect(await status(cookie)).toBe(200);
      const underWay = Array.from({ length: 20 }, () => status(cookie));
      await api.session.signOut();
      expect(await Promise.all(Array.from({ length: 20 }, () => status(cookie)))).toEqual(Array(20).fill(401));
      await Promise.all(underWay);
      expect(await status(cookie)).toBe(401);
    }
  });

  it('is gone in other processes when they have heard of it', { tags: ['slow'] }, async () => {
    const other = await openOther();
    const { cookie, api } = await server.as('administrator');
    expect(await other.current(cookie)).not.toBeNull();
    await api.session.signOut();
    await other.caughtUp();
    expect(await other.current(cookie)).toBeNull();
    await other.close();
  });

  it('has another role, other groups and another end as soon as its account has', async () => {
    const other = await openOther();
    const [staff] = demoStaff.filter(({ role }) => role === 'read_only');
    const { cookie } = await server.as('read_only');
    const { api } = await server.as('system_administrator');
    const set = async (column: string, value: unknown) => {
      await server.owner.query(`update auth."user" set ${column} = $1 where id = $2`, [value, staff?.id]);
      await other.caughtUp();
    };
    expect(await other.current(cookie)).toMatchObject({ role: 'read_only', assignedGroupsOnly: false });
    await set('role', 'compliance_officer');
    expect(await other.current(cookie)).toMatchObject({ role: 'compliance_officer' });
    await set('role', 'read_only');
    expect(await status(cookie)).toBe(200);
    await api.groups.access.setScope({ userId: staff?.id ?? '', limited: true });
    expect(await (await call('session/current', cookie)).json()).toMatchObject({
      json: { user: { assignedGroupsOnly: true } },
    });
    await other.caughtUp();
    expect(await other.current(cookie)).toMatchObject({ assignedGroupsOnly: true });
    await api.groups.access.setScope({ userId: staff?.id ?? '', limited: false });
    later(6);
    await server.owner.query('update tenants set session_idle_minutes = 5');
    await other.caughtUp();
    expect(await other.current(cookie)).toBeNull();
    await server.owner.query('update tenants set session_idle_minutes = 30');
    await other.close();
  });

  it('is dropped where announcements are no longer heard, and kept again when they are', async () => {
    const { cookie } = await server.as('administrator');
    expect(await status(cookie)).toBe(200);
    const listeners = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'openbenefits sessions'`;
    // Nothing announces this end: triggers are off, and who would hear it is gone.
    await server.owner.query(`begin; set local session_replication_role = replica; delete from auth.session; commit;`);
    await server.owner.query(listeners);
    await vi.waitUntil(async () => (await status(cookie)) === 401, { timeout: 20_000 });
    const cache = new SessionCache();
    const known = { session: {} as LiveSession, expiresAt: 2, lastUsedAt: 1, idleMs: 1 };
    cache.reading()('a', known);
    expect(cache.get('a', 1)).toBeUndefined();
    cache.listen(true);
    const keep = cache.reading();
    keep('a', known);
    expect([cache.get('a', 1)?.session, cache.get('a', 2)]).toEqual([known.session, undefined]);
    cache.listen(false);
    expect(cache.get('a', 1)).toBeUndefined();
    cache.listen(true);
    // Read before the change, answered after it.
    keep('a', known);
    expect(cache.get('a', 1)).toBeUndefined();
  });
});
