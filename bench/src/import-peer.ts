import { sql } from 'kysely';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import type { BenchDatabase } from './bench-database.ts';
import { settle } from './bench-database.ts';
import { insertChange, type TakenRows } from './import-limit.ts';

type Row = Record<string, unknown>;

/** The first people of the import with their coverage and change items, as objects of the program. */
async function peopleOf({ owner }: BenchDatabase, taken: TakenRows, count: number): Promise<{ member: Row; spans: Row[]; numbers: Row[]; items: Row[] }[]> {
  const held = new Map<string, Row[]>();
  for (const { name, columns, file } of taken.tables) {
    // The sender itself is there before its first person.
    if (name === 'trading_partners') {
      await owner.query(`copy ${name} (${columns}) from '${file}'`);
      continue;
    }
    await owner.query(`create temp table taken_${name} as select ${columns} from ${name} limit 0`);
    await owner.query(`copy taken_${name} (${columns}) from '${file}'`);
    const key = name === 'members' ? 'id' : name === 'change_items' ? 'entity_id' : 'member_id';
    const first = 'select id from taken_members order by member_number limit $1';
    const { rows } = await owner.query<Row>(`select * from taken_${name} where ${key} in (${first}) ${name === 'members' ? 'order by member_number' : ''}`, [
      count,
    ]);
    held.set(name, rows);
  }
  const of = (name: string, key: string, id: unknown): Row[] => byKey(name, key).get(id) ?? [];
  const maps = new Map<string, Map<unknown, Row[]>>();
  function byKey(name: string, key: string): Map<unknown, Row[]> {
    const known = maps.get(name) ?? Map.groupBy(held.get(name) ?? [], (row) => row[key]);
    maps.set(name, known);
    return known;
  }
  return (held.get('members') ?? []).map((member) => ({
    member,
    spans: of('coverage_spans', 'member_id', member['id']),
    numbers: of('family_numbers', 'member_id', member['id']),
    items: of('change_items', 'entity_id', member['id']),
  }));
}

/** What an object mapper does: a transaction per person, an insert per row. */
export async function rowByRow(database: BenchDatabase, taken: TakenRows, count: number): Promise<number> {
  await insertChange(database, taken);
  const people = await peopleOf(database, taken, count);
  const columns = (row: Row) => sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = (row: Row) =>
    sql.join(Object.values(row).map((value) => (value !== null && typeof value === 'object' && !Buffer.isBuffer(value) ? JSON.stringify(value) : value)));
  await settle(database);
  const started = performance.now();
  for (const { member, spans, numbers, items } of people) {
    await inTenant(database.services.db, DEFAULT_TENANT, async (tx) => {
      await sql`insert into members (${columns(member)}) values (${values(member)})`.execute(tx);
      for (const span of spans) await sql`insert into coverage_spans (${columns(span)}) values (${values(span)})`.execute(tx);
      for (const number of numbers) await sql`insert into family_numbers (${columns(number)}) values (${values(number)})`.execute(tx);
      for (const item of items) await sql`insert into change_items (${columns(item)}) values (${values(item)})`.execute(tx);
    });
  }
  return (performance.now() - started) / 1000;
}
