import type pg from 'pg';
import { StartError } from '../config.ts';
import { type Place, type Vault, INDEX_KEY } from '../vault.ts';

/** The vault of a start and the file that it was opened from. */
export type Keys = { vault: Vault; file: string };

type Column = { table: string; column: string; type: string };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const belongsElsewhere = (file: string, key: string): StartError =>
  new StartError(
    `The key file ${file} belongs to another installation: its key "${key}" is not the key of this database. Restore the key file of this database, or set KEY_FILE to it.`,
  );

/**
 * Columns that can have envelopes: those named for it, and documents, such as the values of changes and the forms of
 * drafts (decisions/0006).
 */
async function encryptedColumns(client: pg.ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and ((c.data_type = 'text' and c.column_name like '%\\_encrypted') or c.data_type = 'jsonb')`,
  );
  return rows;
}

/** Returns the IDs of the keys used in one column. An envelope starts with `v1:ID:`. */
async function keysOf(client: pg.ClientBase, { table, column, type }: Column): Promise<string[]> {
  const [name, of] = [quoted(column), quoted(table)];
  const text =
    type === 'jsonb'
      ? `select distinct found[1] as id from ${of}, regexp_matches(${name}::text, '"v1:(\\w+):', 'g') found where ${name}::text like '%"v1:%'`
      : `select distinct split_part(substring(${name} from 1 for 80), ':', 2) as id from ${of} where ${name} is not null`;
  return (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
}

async function keysInUse(client: pg.ClientBase): Promise<Set<string>> {
  const used = new Set<string>();
  for (const column of await encryptedColumns(client)) for (const id of await keysOf(client, column)) used.add(id);
  return used;
}

const missing = (file: string, ids: readonly string[]): StartError =>
  new StartError(
    `The key file ${file} is missing the key ${ids.map((id) => `"${id}"`).join(', ')}, which stored values are encrypted with. Restore it from your backup of the key file.`,
  );

type Sample = { envelope: string; place: Place; birthIndex: Buffer | null };

/** One stored envelope of a key, where a database from before the check values has one. */
async function sampleOf(client: pg.ClientBase, key: string): Promise<Sample | undefined> {
  const { rows } = await client.query<{
    envelope: string;
    row: string;
    tenant: string;
    index: Buffer | null;
    table: string;
    column: string;
  }>(
    `(select date_of_birth_encrypted as envelope, id::text as row, tenant_id::text as tenant, date_of_birth_index as index, 'members' as table,
       'date_of_birth_encrypted' as column from members where starts_with(date_of_birth_encrypted, $1) limit 1)
     union all
     (select file_name_encrypted, id::text, tenant_id::text, null, 'uploads', 'file_name' from uploads where starts_with(file_name_encrypted, $1) limit 1) limit 1`,
    [`v1:${key}:`],
  );
  const [found] = rows;
  return (
    found && {
      envelope: found.envelope,
      place: { table: found.table, column: found.column, row: found.row, tenant: found.tenant },
      birthIndex: found.index,
    }
  );
}

/** Tries the keys on stored values, in a database that has no check values yet. */
async function tryKeys(client: pg.ClientBase, { vault, file }: Keys): Promise<void> {
  const used = await keysInUse(client);
  const checks = vault.keyChecks();
  const absent = [...used].filter((id) => !checks.has(id));
  if (absent.length > 0) throw missing(file, absent);
  for (const id of used) {
    const sample = await sampleOf(client, id);
    if (!sample) continue;
    let plain: string;
    try {
      plain = vault.open(sample.envelope, sample.place);
    } catch {
      throw belongsElsewhere(file, id);
    }
    if (sample.birthIndex && !vault.blindIndex('date_of_birth', plain, sample.place.tenant).equals(sample.birthIndex))
      throw belongsElsewhere(file, INDEX_KEY);
  }
}

const present = async (client: pg.ClientBase, table: string): Promise<boolean> =>
  (await client.query<{ present: boolean }>('select to_regclass($1) is not null as present', [`public.${table}`]))
    .rows[0]?.present ?? false;

/**
 * Rejects keys that do not belong to the database, or lack one that stored values need. Runs before anything is
 * written, and writes nothing.
 */
export async function verifyKeys(client: pg.ClientBase, keys: Keys): Promise<void> {
  if (!(await present(client, 'members'))) return;
  const recorded = (await present(client, 'key_checks'))
    ? (
        await client.query<{ id: string; digest: Buffer }>(
          'select key_id as id, digest from key_checks order by key_id',
        )
      ).rows
    : [];
  if (recorded.length === 0) return tryKeys(client, keys);
  const checks = keys.vault.keyChecks();
  for (const { id, digest } of recorded)
    if (checks.has(id) && !checks.get(id)?.equals(digest)) throw belongsElsewhere(keys.file, id);
  const absent = recorded.filter(({ id }) => !checks.has(id)).map(({ id }) => id);
  if (absent.length === 0) return;
  // A key that was replaced may be taken out of the file once nothing is encrypted with it.
  const used = await keysInUse(client);
  const needed = absent.filter((id) => used.has(id));
  if (needed.length > 0) throw missing(keys.file, needed);
}

/** Stores the check values of the keys, which `verifyKeys` has let through. */
export async function recordKeys(client: pg.ClientBase, { vault }: Keys): Promise<void> {
  const checks = [...vault.keyChecks()];
  const ids = checks.map(([id]) => id);
  const { rowCount } = await client.query('select from key_checks where key_id = any($1)', [ids]);
  if (rowCount === ids.length && (await client.query('select from key_checks')).rowCount === ids.length) return;
  await client.query('delete from key_checks where key_id <> all($1)', [ids]);
  await client.query(
    `insert into key_checks (key_id, digest) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`,
    [ids, checks.map(([, digest]) => digest)],
  );
}
