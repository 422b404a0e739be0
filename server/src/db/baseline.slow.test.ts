import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { prepareBoss } from '../jobs/boss.ts';
import { FILE_QUEUE } from '../jobs/file-queue.ts';
import { JOB_QUEUES } from '../jobs/registry.ts';
import { addAccounts } from '../testing/accounts.ts';
import { APP_PASSWORD, TEST_NOW } from '../testing/database-template.ts';
import { openTestServer } from '../testing/test-server.ts';
import { clockAt } from '../clock.ts';
import { databaseOver, DEFAULT_TENANT } from './connect.ts';
import { addStaff } from './load-demo.ts';
import { APP_ROLE, migrate, migrationNames, readMigrations, SCOPED_ROLE } from './migrate.ts';

/** The newest migration of the baseline; baseline-rows.json has rows written by that version. */
const BASELINE_END = '0010_carrier_files';

type Rows = Record<string, readonly Record<string, unknown>[]>;
const ROWS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'baseline-rows.json'), 'utf8')) as Rows;

async function load(client: pg.Client): Promise<void> {
  // Rows are inserted as written: triggers and foreign keys must not require another order.
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(ROWS)) {
    await client.query(`delete from ${table}`);
    for (const row of rows) {
      const columns = Object.keys(row).map((name) => client.escapeIdentifier(name));
      await client.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value
         select ${columns.join(', ')} from json_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
    }
  }
  await client.query('set session_replication_role = origin');
}

/** Returns a database as the baseline version left it, with data, then updated by this version. */
async function makeUpdated(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(inject('ownerUrl')), { pathname: `/${name}` }).toString();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const getMigrations = async () =>
    Object.fromEntries(Object.entries(readMigrations()).filter(([migration]) => migration <= BASELINE_END));
  const { error } = await new Migrator({ db: databaseOver(pool), provider: { getMigrations } }).migrateToLatest();
  expect(error).toBeUndefined();
  await pool.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await load(client);
  await migrate(url, APP_PASSWORD, { allowUnsafe: true });
  await prepareBoss(url, [APP_ROLE, SCOPED_ROLE], [FILE_QUEUE, ...JOB_QUEUES]);
  await addStaff(client, DEFAULT_TENANT);
  await addAccounts(url, client, clockAt(TEST_NOW));
  await client.end();
}

it('a database of the baseline is updated with its data, and people work on with it', async () => {
  const server = await openTestServer({ makeDatabase: makeUpdated, sessionsEnd: true });
  try {
    const { rows: applied } = await server.owner.query('select name from kysely_migration order by name');
    expect(applied.map(({ name }: { name: string }) => name)).toEqual(migrationNames());
    for (const [name, rows] of Object.entries(ROWS)) {
      // Rates became cells of rate tables.
      const table = name === 'plan_rates' ? 'rate_cells' : name;
      const { rows: found } = await server.owner.query(`select count(*) as rows from ${table}`);
      expect(found, table).toEqual([{ rows: rows.length }]);
    }

    const dana = await server.as('administrator');
    const { rows: groups } = await dana.api.groups.list({ limit: 10 });
    expect(groups).toMatchObject([{ name: 'Ledger Works', status: 'active' }]);
    const groupId = groups[0]?.id ?? '';
    expect((await dana.api.members.ofGroup({ groupId, limit: 10 })).rows.map(({ name }) => name)).toEqual([
      'Ada Ledger',
    ]);
    expect((await dana.api.changes.list({ groupId, limit: 10 })).rows.map(({ kind }) => kind)).toEqual([
      'undo',
      'import',
      'import',
      'group_created',
    ]);
    expect(await server.read((tx) => sql`select verify_audit() as broken`.execute(tx))).toMatchObject({
      rows: [{ broken: null }],
    });

    const sent = await server.upload(
      dana,
      'next.csv',
      'First Name,Last Name,SSN,Date of Birth,Relationship,Medical Plan,Coverage Start\nIda,Ledger,219-46-9077,03/04/1990,Self,MED-PPO,12/01/2026\n',
      String(ROWS.groups?.[0]?.cim_number),
    );
    expect(await server.finished(dana, sent.id)).toMatchObject({ status: 'completed', added: 1 });
  } finally {
    await server.close();
  }
});
