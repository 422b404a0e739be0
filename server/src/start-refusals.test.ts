import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, StartError } from './config.ts';
import { type Embedded, startEmbedded } from './db/embedded.ts';
import { startServer } from './server.ts';

/**
 * Environments that a start must refuse, each in one line that says what to do (trust P43). Real files, a real
 * PostgreSQL; the settings alone are config.test.ts's.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-refusals-'));
// The embedded database runs as another user when this is root.
chmodSync(folder, 0o755);
const OWNER_PASSWORD = 'owner of the refusals';
let cluster: Embedded;
let admin: pg.Client;
let count = 0;

const at = (name: string): string => path.join(folder, name);
const written = (name: string, content: string, mode = 0o600): string => {
  writeFileSync(at(name), content, { mode });
  chmodSync(at(name), mode);
  return at(name);
};
const fresh = (): string => at(`data-${(count += 1)}`);

type KeyFile = { current: string; keys: Record<string, string>; index: string };
const key = (): string => randomBytes(32).toString('base64');
const goodKeys = (): KeyFile => JSON.parse(readFileSync(at('good.json'), 'utf8')) as KeyFile;
/** The good key file, changed. */
const keysWith = (change: (keys: KeyFile) => Partial<KeyFile>): string =>
  written(`keys-${(count += 1)}.json`, JSON.stringify({ ...goodKeys(), ...change(goodKeys()) }));

const databaseUrl = (name: string, user = 'openbenefits', password = OWNER_PASSWORD): string =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${cluster.port}/${name}`;
/** A copy of a database that a server with the good key file has filled, changed. */
async function filled(change = 'select 1'): Promise<string> {
  const name = `filled_${(count += 1)}`;
  await admin.query(`create database ${name} template base strategy file_copy`);
  const client = new pg.Client({ connectionString: databaseUrl(name) });
  await client.connect();
  await client.query(change);
  await client.end();
  return databaseUrl(name);
}
async function empty(options = ''): Promise<string> {
  const name = `empty_${(count += 1)}`;
  await admin.query(`create database ${name} ${options}`);
  return databaseUrl(name);
}

type Environment = Record<string, string>;
const basis = (): Environment => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: fresh(),
  DEMO_DATA: 'small',
  AUTH_MODE: 'accounts',
});
const external = (DATABASE_URL: string, KEY_FILE = at('good.json')): Environment => ({
  DATABASE_URL,
  KEY_FILE,
  ALLOW_UNSAFE_DATABASE: 'true',
});

async function start(environment: Environment): Promise<unknown> {
  try {
    const server = await startServer(readConfig({ ...basis(), ...environment }), {
      roles: { web: true, worker: false },
      quickDatabase: !environment.DATABASE_URL,
    });
    await server.stop();
    return undefined;
  } catch (error) {
    return error;
  }
}

const silent = new Set<Server>();
/** A server that is not PostgreSQL: it sends `words`, or nothing. */
async function stranger(words = ''): Promise<number> {
  const server = createServer((socket) => void (socket.on('error', () => {}), words && socket.end(words)));
  silent.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  cluster = await startEmbedded({ dataDir: at('cluster'), password: OWNER_PASSWORD, quick: true });
  admin = new pg.Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  await admin.query('create database base');
  const error = await start({
    DATABASE_URL: databaseUrl('base'),
    KEY_FILE: at('good.json'),
    ALLOW_UNSAFE_DATABASE: 'true',
  });
  expect(error).toBeUndefined();
  await admin.query(`create role newcomer login password 'newcomer'`);
});
afterAll(async () => {
  for (const server of silent) server.close();
  await admin.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Refusal = [name: string, environment: () => Environment | Promise<Environment>, line: RegExp];

const FILES: Refusal[] = [
  [
    'a data folder that is a file',
    () => ({ DATA_DIR: written('file', '') }),
    /^The data folder .*file cannot be written: it is a file, not a folder/,
  ],
  [
    'a data folder below a file',
    () => ({ DATA_DIR: path.join(written('file', ''), 'data') }),
    /^The data folder .* cannot be written: it is a file, not a folder/,
  ],
  [
    'a data folder that nobody can make',
    () => ({ DATA_DIR: '/proc/openbenefits' }),
    /^The data folder \/proc\/openbenefits cannot be written: /,
  ],
  [
    'a file in the place of the database folder',
    () => {
      const DATA_DIR = fresh();
      mkdirSync(DATA_DIR);
      writeFileSync(path.join(DATA_DIR, 'postgres'), '');
      return { DATA_DIR };
    },
    /cannot be used: it is a file, not a folder/,
  ],
  [
    'a key file that is a folder',
    () => ({ KEY_FILE: folder }),
    /^The key file .* cannot be read: it is a folder, not a file/,
  ],
  [
    'a key file that leads nowhere',
    () => ({ KEY_FILE: linked('nowhere') }),
    /^The key file .* cannot be read: it does not exist/,
  ],
  [
    'a key file in a folder that nobody can make',
    () => ({ KEY_FILE: '/proc/openbenefits/keys.json' }),
    /^The key file .* cannot be written: /,
  ],
  [
    'a key file of other words',
    () => ({ KEY_FILE: written('words.json', 'not json') }),
    /^The key file .* is damaged\. Restore it/,
  ],
  ['an empty key file', () => ({ KEY_FILE: written('nothing.json', '') }), /^The key file .* is damaged/],
  ['a key of too few bytes', () => ({ KEY_FILE: keysWith(() => ({ index: 'AAAA' })) }), /^The key file .* is damaged/],
  [
    'a key file that is missing the key in use',
    () => ({ KEY_FILE: keysWith(() => ({ current: 'k9' })) }),
    /^The key file .* is damaged/,
  ],
  [
    'a key file that others can read',
    () => ({ KEY_FILE: written('open.json', JSON.stringify(goodKeys()), 0o644) }),
    /^The key file .* can be read or written by other users \(mode 644\)\. Run: chmod 600/,
  ],
  [
    'a demo password that is a folder',
    async () => {
      const DATA_DIR = fresh();
      mkdirSync(path.join(DATA_DIR, 'demo-password'), { recursive: true });
      return { ...external(await filled()), AUTH_MODE: 'demo', DATA_DIR };
    },
    /^The demo password in .* cannot be read: it is a folder, not a file/,
  ],
  [
    'a port of another program',
    async () => ({ ...external(await filled()), PORT: String(await stranger('HTTP/1.1 400 No\r\n\r\n')) }),
    /^Another program uses port \d+/,
  ],
  [
    'an address of another machine',
    async () => ({ ...external(await filled()), HOST: '203.0.113.7' }),
    /^The server cannot listen on 203\.0\.113\.7:0 \(EADDRNOTAVAIL\)/,
  ],
  [
    'no address to listen on',
    async () => ({ ...external(await filled()), HOST: 'no.host.invalid' }),
    /^The server cannot listen on no\.host\.invalid:0/,
  ],
];

const DATABASE: Refusal[] = [
  [
    'a database that does not run',
    () => external('postgres://u:p@127.0.0.1:1/x'),
    /^The database 127\.0\.0\.1:1\/x of DATABASE_URL does not accept connections/,
  ],
  [
    'a host that nobody knows',
    () => external('postgres://u:p@db.invalid/x'),
    /^The database db\.invalid:5432\/x of DATABASE_URL cannot be found/,
  ],
  ['a wrong password', () => external(databaseUrl('base', 'openbenefits', 'wrong')), /rejects this user or password/],
  ['an unknown user', () => external(databaseUrl('base', 'nobody', 'wrong')), /rejects this user or password/],
  ['an unknown database', () => external(databaseUrl('nowhere')), /nowhere of DATABASE_URL does not exist\. Create it/],
  [
    'a database that lets nobody in',
    async () => external(await closed()),
    /of DATABASE_URL does not accept connections/,
  ],
  [
    'a database without TLS, which the address demands',
    () => external(`${databaseUrl('base')}?sslmode=require`),
    /does not accept the encrypted connection/,
  ],
  [
    'a port where something else answers',
    async () => external(`postgres://u:p@127.0.0.1:${await stranger('HTTP/1.1 400 No\r\n\r\n')}/x`),
    /does not respond\. Check that it is running/,
  ],
  [
    'a port where nothing answers',
    async () => external(`postgres://u:p@127.0.0.1:${await stranger()}/x`),
    /does not respond/,
  ],
  [
    'a user without rights',
    async () => external((await empty()).replace(/\/\/[^@]*@/, '//newcomer:newcomer@')),
    /may not create the role|does not grant this user the required rights/,
  ],
  ['a database that only reads', async () => external(await readOnly()), /is read-only/],
  [
    'a database of another encoding',
    async () => external(await empty(`encoding 'LATIN1' locale 'C' template template0`)),
    /stores text as LATIN1; OpenBenefits needs UTF8/,
  ],
  [
    'a database that can lose what was acknowledged',
    async () => ({ ...external(await filled()), ALLOW_UNSAFE_DATABASE: 'false' }),
    /can lose acknowledged writes: fsync, full_page_writes, synchronous_commit are off\. Turn them on/,
  ],
  [
    'a database of a newer version',
    async () => external(await filled(`insert into kysely_migration (name, timestamp) values ('9999_later', '')`)),
    /updated by a newer version of OpenBenefits \(migration 9999_later\)\. Start that version/,
  ],
  [
    'an update that fails',
    async () => external(await filled(`delete from kysely_migration where name >= '0010'`)),
    /^The database could not be updated \(migration 0010_carrier_files, SQLSTATE 42P07\)\. It is unchanged\./,
  ],
  [
    'a database with tables of somebody else',
    async () => {
      const url = await empty();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('create table tenants ()');
      await client.end();
      return external(url);
    },
    /^The database could not be updated \(migration 0001_ground, SQLSTATE 42P07\)/,
  ],
];

const KEYS: Refusal[] = [
  [
    'no key file for a database with data',
    async () => ({ ...external(await filled()), KEY_FILE: at('gone.json') }),
    /^The key file .*gone\.json is missing, but the database has data/,
  ],
  [
    'a new key file for a database with data',
    async () => external(await filled(), otherKeys()),
    /belongs to another installation/,
  ],
  [
    'another encryption key',
    async () =>
      external(
        await filled(),
        keysWith(() => ({ keys: { k1: key() } })),
      ),
    /belongs to another installation: its key "k1" is not the key/,
  ],
  [
    'another index key',
    async () =>
      external(
        await filled(),
        keysWith(() => ({ index: key() })),
      ),
    /belongs to another installation: its key "index" is not the key/,
  ],
  [
    'a missing key that stored rows need',
    async () =>
      external(
        await filled(),
        keysWith(() => ({ current: 'k2', keys: { k2: key() } })),
      ),
    /is missing the key "k1", which stored values/,
  ],
  [
    'a key under the name of another one',
    async () =>
      external(
        await filled(),
        keysWith(({ keys }) => ({ current: 'k2', keys: { k2: keys.k1 ?? '' } })),
      ),
    /is missing the key "k1", which stored values/,
  ],
  [
    'another encryption key, for a database from before the check values',
    async () =>
      external(
        await filled('truncate key_checks'),
        keysWith(() => ({ keys: { k1: key() } })),
      ),
    /belongs to another installation: its key "k1"/,
  ],
  [
    'another index key, for a database from before the check values',
    async () =>
      external(
        await filled('drop table key_checks'),
        keysWith(() => ({ index: key() })),
      ),
    /belongs to another installation: its key "index"/,
  ],
  [
    'a missing key, for a database from before the check values',
    async () =>
      external(
        await filled('drop table key_checks'),
        keysWith(() => ({ current: 'k2', keys: { k2: key() } })),
      ),
    /is missing the key "k1"/,
  ],
];

const linked = (name: string): string => {
  symlinkSync(at('no such file'), at(name));
  return at(name);
};
const otherKeys = (): string =>
  written('other.json', JSON.stringify({ current: 'k1', keys: { k1: key() }, index: key() }));
async function closed(): Promise<string> {
  const url = await empty();
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} allow_connections false`);
  return url;
}
async function readOnly(): Promise<string> {
  const url = await empty();
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  return url;
}

describe.each([
  ['files and addresses', FILES],
  ['databases', DATABASE],
  ['keys', KEYS],
])('%s', (_kind, table) => {
  it.each(table)('%s: refused in one line', async (_name, environment, line) => {
    const error = await start(await environment());
    expect(error).toBeInstanceOf(StartError);
    const { message } = error as StartError;
    expect(message).toMatch(line);
    expect(message).not.toMatch(/\n|^\s+at |\bat file:/);
    expect(message).toMatch(/\.$/);
    // Passwords and database messages must not appear in a terminal.
    expect(message).not.toMatch(/newcomer:|owner of the refusals|relation|password authentication/);
  });
});

describe('before it refuses keys, a start', () => {
  it('writes nothing: the role keeps its password, the schema and the check values stay', async () => {
    const url = await filled('drop table key_checks');
    const told = async (): Promise<unknown> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(
        `select (select rolpassword from pg_authid where rolname = 'openbenefits_app') as password, to_regclass('key_checks') as checks,
          (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables) as writes, pg_current_wal_insert_lsn()::text <> '' as alive`,
      );
      await client.end();
      return rows[0];
    };
    const before = await told();
    expect(await start(external(url, otherKeys()))).toBeInstanceOf(StartError);
    expect(await told()).toEqual(before);
  });
});

describe('the keys of a database', () => {
  it('may be rotated: a new one is recorded, the old one must stay as long as values need it, and no longer', async () => {
    const url = await filled();
    const rotated = keysWith(({ keys }) => ({ current: 'k2', keys: { ...keys, k2: key() } }));
    expect(await start(external(url, rotated))).toBeUndefined();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const recorded = async (): Promise<string[]> =>
      (await client.query<{ id: string }>('select key_id as id from key_checks order by key_id')).rows.map(
        ({ id }) => id,
      );
    expect(await recorded()).toEqual(['index', 'k1', 'k2']);
    // Back to the file from before the rotation: nothing is encrypted with the new key yet.
    expect(await start(external(url))).toBeUndefined();
    expect(await recorded()).toEqual(['index', 'k1']);
    await client.query(
      `update members set date_of_birth_encrypted = 'v1:k2:' || substring(date_of_birth_encrypted from 7) where member_number = (select max(member_number) from members)`,
    );
    expect(await start(external(url, rotated))).toBeUndefined();
    await client.end();
    expect(await start(external(url))).toMatchObject({
      message: expect.stringContaining('is missing the key "k2"') as string,
    });
  });

  it('are recorded by a database that has no check values yet', { tags: ['slow'] }, async () => {
    const url = await filled(`truncate key_checks`);
    expect(await start(external(url))).toBeUndefined();
    expect(
      await start(
        external(
          url,
          keysWith(() => ({ index: key() })),
        ),
      ),
    ).toBeInstanceOf(StartError);
    expect(await start(external(url))).toBeUndefined();
  });

  it(
    'are those of the first of two servers that start at once on a new database; the other is refused',
    { tags: ['slow'] },
    async () => {
      const url = await empty();
      const outcomes = await Promise.all(
        [1, 2].map(() => start({ DATABASE_URL: url, ALLOW_UNSAFE_DATABASE: 'true', DEMO_DATA: 'none' })),
      );
      expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
      expect(outcomes.find((one) => one !== undefined)).toMatchObject({
        message: expect.stringContaining('belongs to another installation') as string,
      });
    },
  );
});
