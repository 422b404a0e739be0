import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openLog } from '../log.ts';
import { PASSWORD } from '../testing/accounts.ts';
import { closeWaitingConnections } from '../testing/close-waiting-connections.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * The database fails during a sign-in, or rejects a statement of the session library: neither log nor console quotes a
 * statement or a value.
 */
let server: TestServer;
const logged: string[] = [];
const printed: string[] = [];

beforeAll(async () => {
  server = await openTestServer({ worker: false, log: openLog('debug', { write: (line) => void logged.push(line) }) });
  for (const name of ['error', 'warn', 'log', 'info', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation(
      (...said: unknown[]) =>
        void printed.push(said.map((one) => (typeof one === 'string' ? one : inspect(one, { depth: 9 }))).join(' ')),
    );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});
afterEach(() => {
  const all = [...logged.splice(0), ...printed.splice(0)].join('\n');
  expect(all).not.toBe('');
  for (const secret of [
    'select "',
    'from "',
    'insert into',
    'relation',
    'does not exist',
    'terminating',
    'dana.whitfield',
    PASSWORD,
  ])
    expect(all.toLowerCase()).not.toContain(secret);
});

const ask = (path: string, body: object, cookie = ''): Promise<Response> =>
  fetch(`${server.url}/rpc/${path}`, {
    method: 'POST',
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ json: body }),
  });
const AWAY = {
  json: { code: 'UNAVAILABLE', message: 'The database does not respond. Nothing was lost. Try again in a moment.' },
};

it.each(['"user"', 'account', 'session'])(
  'says that the database is away when its connection breaks while it reads or writes %s',
  async (table) => {
    await server.owner.query('begin');
    await server.owner.query(`lock table auth.${table} in access exclusive mode`);
    const answered = ask('session/unlock', { password: PASSWORD });
    while ((await closeWaitingConnections(server.owner)) === 0);
    const answer = await answered;
    await server.owner.query('rollback');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject(AWAY);
    expect((await ask('session/unlock', { password: PASSWORD })).status).toBe(200);
  },
);

it.each(['"user"', 'account'])('quotes nothing when %s is not there for the library', async (table) => {
  const { cookie } = await server.as('administrator');
  await server.owner.query(`alter table auth.${table} rename to gone`);
  const answer = await ask('session/unlock', { password: PASSWORD });
  const known = await ask('groups/list', {}, cookie);
  await server.owner.query(`alter table auth.gone rename to ${table}`);
  expect(answer.status).toBe(500);
  expect(known.status).toBe(table === 'account' ? 200 : 503);
  expect(logged.join('')).toContain('42P01');
});
