import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { settle } from '../../jobs/settling.ts';
import { openLog } from '../../log.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

/** Encrypted files in the store that no row knows, as a crash between the disk and the row leaves them. */
let server: TestServer;
let dana: Person;
let cim: string;
let kept: string;
const logged: string[] = [];
const NOW = '2027-03-01T18:00:00.000Z';

beforeAll(async () => {
  server = await openTestServer({ worker: false, log: openLog('info', { write: (line) => void logged.push(line) }) });
  dana = await server.as('administrator');
  kept = path.join(server.services.config.DATA_DIR, 'uploads', 'kept');
  ({ cim } = await newGroup(dana, 1));
  server.clock.set(NOW);
});
afterAll(() => server.close());
beforeEach(() => void logged.splice(0));

const touched = (name: string, at: string): string => {
  utimesSync(path.join(kept, name), new Date(at), new Date(at));
  return name;
};
/** A file as the store keeps it, without its row. */
async function leftBehind(at: string): Promise<string> {
  const { storageKey } = await server.services.storage.put(Buffer.from('First Name,Last Name\n'));
  return touched(storageKey, at);
}
/** An upload, its file as old as the year. */
async function sent(): Promise<string> {
  const before = new Set(readdirSync(kept));
  const { id } = await server.upload(
    dana,
    'people.csv',
    `First Name,Last Name,SSN,DOB\nAnn,Abbott,123-45-6101,01/02/1985,${randomUUID()}\n`,
    cim,
  );
  for (const name of readdirSync(kept)) if (!before.has(name)) touched(name, '2027-01-01T00:00:00Z');
  return id;
}
const lines = () =>
  logged
    .map((line) => JSON.parse(line) as { msg: string; files?: number; unknown?: number })
    .filter(({ msg }) => msg.includes('tored files'));

it('goes after a day, whole or half; one that may still be recorded and those of every organisation stay', async () => {
  await sent();
  const theirs = await leftBehind('2027-01-01T00:00:00Z');
  const tenant = randomUUID();
  await server.owner.query(`insert into tenants (id, name) values ($1, 'Elsewhere')`, [tenant]);
  await server.owner.query(
    `insert into uploads (tenant_id, id, storage_key, file_name_encrypted, size_bytes, sha256, format, uploaded_by, uploaded_by_name, created_at) select $1, $2, $3, 'x', 1, '', 'csv', 'x', 'x', now()`,
    [tenant, randomUUID(), theirs],
  );
  const known = readdirSync(kept);
  expect(known).toHaveLength(2);
  const young = await leftBehind('2027-02-28T18:00:01.000Z');
  await leftBehind('2027-02-28T17:59:59.000Z');
  writeFileSync(path.join(kept, `${randomUUID()}.half`), 'OBF1');
  touched(readdirSync(kept).find((name) => name.endsWith('.half')) ?? '', '2027-02-01T00:00:00Z');
  await settle(server.services, DEFAULT_TENANT);
  expect(readdirSync(kept).toSorted()).toEqual([...known, young].toSorted());
  // A count, no names.
  expect(lines()).toEqual([expect.objectContaining({ files: 2 })]);
  logged.splice(0);
  await settle(server.services, DEFAULT_TENANT);
  expect(lines()).toEqual([]);
  expect(readdirSync(kept)).toContain(young);
});

it('goes where its upload was deleted in the database alone', async () => {
  const id = await sent();
  await server.owner.query('update uploads set deleted_at = now() where id = $1', [id]);
  const before = readdirSync(kept).length;
  await settle(server.services, DEFAULT_TENANT);
  expect(readdirSync(kept)).toHaveLength(before - 1);
});

it('stays, and the log says so, where the database knows less than half of the files: they were stored for another one', async () => {
  for (let count = 0; count < 4; count += 1) await leftBehind('2027-02-01T00:00:00Z');
  const before = readdirSync(kept);
  await settle(server.services, DEFAULT_TENANT);
  expect(readdirSync(kept)).toEqual(before);
  expect(lines()).toEqual([expect.objectContaining({ unknown: 4, known: 2 })]);
});
