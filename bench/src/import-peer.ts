import { type ColumnType, DataSource, EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { DEFAULT_TENANT } from '../../server/src/db/connect.ts';
import type { BenchDatabase } from './bench-database.ts';
import { settle } from './bench-database.ts';
import { insertChange, type CopiedRows, type CopiedTable } from './import-limit.ts';

type Row = Record<string, unknown>;
/** The rows of one person, in the order of their references. */
type Person = { table: CopiedTable; row: Row }[];

const OWNER_OF: Readonly<Partial<Record<CopiedTable, string>>> = {
  file_changes: 'member_id',
  members: 'id',
  coverage_spans: 'member_id',
  family_numbers: 'member_id',
  change_items: 'entity_id',
};

/** The first people of the import with everything that was written of them, as objects of the program. */
async function peopleOf({ owner }: BenchDatabase, { tables }: CopiedRows, count: number): Promise<Person[]> {
  const people = new Map<unknown, Person>();
  for (const { name, columns, file } of tables) {
    // The sender itself is there before its first person.
    if (name === 'trading_partners') await owner.query(`copy ${name} (${columns}) from '${file}'`);
    if (!OWNER_OF[name]) continue;
    await owner.query(`create temp table taken_${name} as select ${columns} from ${name} limit 0`);
    await owner.query(`copy taken_${name} (${columns}) from '${file}'`);
  }
  const { rows: members } = await owner.query<{ id: string }>(
    'select id from taken_members order by member_number limit $1',
    [count],
  );
  for (const { id } of members) people.set(id, []);
  const ids = members.map(({ id }) => id);
  for (const { name } of tables) {
    const key = OWNER_OF[name];
    if (!key) continue;
    const { rows } = await owner.query<Row>(`select * from taken_${name} where ${key} = any ($1)`, [ids]);
    for (const row of rows) people.get(row[key])?.push({ table: name, row });
  }
  return [...people.values()];
}

/** The tables whose rows belong to people, as the mapper's entities, with the keys and columns that they have. */
async function entitiesOf({ owner }: BenchDatabase, { tables }: CopiedRows): Promise<EntitySchema<Row>[]> {
  const entities = [];
  for (const { name, columns } of tables) {
    if (!OWNER_OF[name]) continue;
    const { rows } = await owner.query<{ column: string; type: string; nullable: boolean; primary: boolean }>(
      `select a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
         exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) as primary
       from pg_attribute a where a.attrelid = $1::regclass and a.attname = any ($2)`,
      [name, columns.split(', ').map((column) => column.replaceAll('"', ''))],
    );
    const schema = rows.map(({ column, type, nullable, primary }): [string, EntitySchemaColumnOptions] => [
      column,
      { type: type as ColumnType, nullable, primary },
    ]);
    entities.push(new EntitySchema<Row>({ name, tableName: name, columns: Object.fromEntries(schema) }));
  }
  return entities;
}

/**
 * Returns what an object mapper (TypeORM) does for each row of a list: a transaction, and `save` for everything that
 * belongs to the person.
 */
export async function rowByRow(database: BenchDatabase, taken: CopiedRows, count: number): Promise<number> {
  await insertChange(database, taken);
  const people = await peopleOf(database, taken, count);
  const source = new DataSource({
    type: 'postgres',
    url: database.url,
    entities: await entitiesOf(database, taken),
    extra: { max: 1 },
  });
  await source.initialize();
  await settle(database);
  const started = performance.now();
  for (const person of people) {
    await source.transaction(async (manager) => {
      await manager.query(`select set_config('app.tenant_id', $1, true)`, [DEFAULT_TENANT]);
      for (const { table, row } of person) await manager.save(table, row);
    });
  }
  const seconds = (performance.now() - started) / 1000;
  await source.destroy();
  return seconds;
}
