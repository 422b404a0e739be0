import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { demoWorld } from '@openbenefits/demo/world';
import { Client, type QueryResultRow } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testVault } from '../vault.ts';
import { DEFAULT_TENANT } from './connect.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { loadDemo } from './load-demo.ts';
import { migrate } from './migrate.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'load-demo-'));
const today = calendarDateFrom('2026-11-20');
const now = '2026-11-20T15:00:00.000Z';
const vault = testVault();
const world = demoWorld({ today, size: 'small' });
let server: Embedded;
let client: Client;

const load = () => loadDemo({ client, vault, tenantId: DEFAULT_TENANT, today, now, size: 'small' });
const only = async <T extends QueryResultRow>(query: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query<T>(query, values);
  const [row] = rows;
  if (rows.length !== 1 || !row) throw new Error(`${rows.length} rows`);
  return row;
};

beforeAll(async () => {
  server = await startEmbedded({ dataDir, password: 'load-demo', quick: true });
  await migrate(server.url, 'load-demo', { allowUnsafe: true });
  client = new Client({ connectionString: server.url });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('loads everything once', async () => {
  expect(await load()).toEqual({ groups: 12, members: 120 });
  expect(await load()).toBe('present');
  const tables = {
    health_plans: 'plans',
    plan_years: 'planYears',
    rate_tables: 'rateTables',
    groups: 'groups',
    billing_locations: 'locations',
    group_classes: 'classes',
    group_plan_assignments: 'assignments',
    members: 'members',
    coverage_spans: 'spans',
    changes: 'changes',
    change_items: 'changeItems',
    draft_groups: 'drafts',
    notifications: 'notifications',
  } as const;
  for (const [table, rows] of Object.entries(tables)) {
    expect(
      await only(`select count(*)::int as loaded, bool_and(tenant_id = $1) as mine from ${table}`, [DEFAULT_TENANT]),
    ).toEqual({
      loaded: world[rows].length,
      mine: true,
    });
  }
});

test('seals SSN and date of birth for their own row and finds them by their indexes', async () => {
  const mateo = world.members.find(({ firstName, lastName }) => firstName === 'Mateo' && lastName === 'Núñez');
  if (!mateo?.ssn) throw new Error('Mateo is missing');
  const row = await only<{ id: string; last_name: string; ssn_encrypted: string; date_of_birth_encrypted: string }>(
    'select id, last_name, ssn_encrypted, date_of_birth_encrypted from members where ssn_index = $1 and date_of_birth_index = $2 and ssn_last4_index = $3',
    [
      vault.blindIndex('ssn', mateo.ssn, DEFAULT_TENANT),
      vault.blindIndex('date_of_birth', mateo.dateOfBirth, DEFAULT_TENANT),
      vault.blindIndex('ssn_last4', mateo.ssn.slice(-4), DEFAULT_TENANT),
    ],
  );
  const place = { table: 'members', row: mateo.id, tenant: DEFAULT_TENANT };
  expect(row).toMatchObject({ id: mateo.id, last_name: 'Núñez' });
  expect(vault.open(row.ssn_encrypted, { ...place, column: 'ssn_encrypted' })).toBe(mateo.ssn);
  expect(vault.open(row.date_of_birth_encrypted, { ...place, column: 'date_of_birth_encrypted' })).toBe(
    mateo.dateOfBirth,
  );
});

test('leaves no plain SSN in the table', async () => {
  const text = await only<{ all: string }>('select string_agg(m::text, chr(10)) as all from members m');
  expect(world.members.filter(({ ssn }) => ssn !== null && text.all.includes(ssn))).toEqual([]);
});

test('later numbers come after those of the sample', async () => {
  expect(
    await only('select last_number::int as last from member_counters where tenant_id = $1', [DEFAULT_TENANT]),
  ).toEqual({ last: 10_000_120 });
  const behind =
    await client.query(`select from groups g join cim_counters c on c.year = substring(g.cim_number from 5 for 4)::int
    where g.cim_number ~ '^CIM-\\d{13}$' and substring(g.cim_number from 9 for 6)::int > c.last_number`);
  expect(behind.rowCount).toBe(0);
});

test('a subscriber with spouse and four children pays the family rate', async () => {
  const { rows } = await client.query(
    `select h.line, c.amount::int as cents, array_length(h.member_ids, 1) as people from members m cross join lateral covered_households(array[m.group_id], $1) h
       join rate_periods r on r.plan_id = h.plan_id and r.methodology = coalesce(h.methodology, 'composite') and r.valid @> $1::date join rate_cells c on c.table_id = r.table_id and c.kind = 'FAM'
     where m.last_name = 'Calderwood' and m.first_name = 'Ines' and h.subscriber_id = m.id order by h.line`,
    [today],
  );
  expect(rows).toEqual([
    { line: 'dental', cents: 12_600, people: 6 },
    { line: 'medical', cents: 135_800, people: 6 },
  ]);
});

test('a load that fails leaves nothing behind', async () => {
  const other = '00000000-0000-0000-0000-00000000000b';
  const broken = {
    ...vault,
    seal: (): string => {
      throw new Error('no key');
    },
  };
  await client.query(`insert into tenants (id, name) values ($1, 'Second')`, [other]);
  await expect(loadDemo({ client, vault: broken, tenantId: other, today, now, size: 'small' })).rejects.toThrow(
    'no key',
  );
  expect(await only('select count(*)::int as count from groups where tenant_id = $1', [other])).toEqual({ count: 0 });
  expect(await loadDemo({ client, vault, tenantId: other, today, now, size: 'small' })).toEqual({
    groups: 12,
    members: 120,
  });
});
