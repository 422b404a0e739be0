import path from 'node:path';
import type { BenchDatabase } from './bench-database.ts';
import { settle } from './bench-database.ts';

/** What an import has written, as files that PostgreSQL itself reads again. */
export type CopiedRows = {
  changeId: string;
  jobId: string;
  groupId: string;
  spans: number;
  tables: { name: CopiedTable; columns: string; file: string }[];
};

/**
 * The tables in the order of their references, and the order in which an import writes their rows: everything that
 * outlives it, a row for each person. What each record does ($2) and the refused ones stay as long as the file's
 * history does.
 */
const TABLES = [
  { name: 'trading_partners', of: `id in (select partner_id from family_numbers where change_id = $1)`, order: 'id' },
  { name: 'file_changes', of: 'job_id = $2', order: 'record_no' },
  { name: 'file_refusals', of: 'job_id = $2', order: 'record_no' },
  { name: 'members', of: `id in (select entity_id from change_items where change_id = $1)`, order: 'member_number' },
  { name: 'coverage_spans', of: 'change_id = $1', order: 'id' },
  { name: 'family_numbers', of: 'change_id = $1', order: 'member_id' },
  { name: 'change_items', of: 'change_id = $1', order: 'item_no' },
] as const;

export type CopiedTable = (typeof TABLES)[number]['name'];

/** Takes the final rows of the newest import out, in the order in which they were written. */
export async function takeRows({ owner }: BenchDatabase, dataDir: string): Promise<CopiedRows> {
  const { rows } = await owner.query<{ id: string; job_id: string; group_id: string }>(
    `select c.id, j.id as job_id, c.group_id from changes c join file_jobs j on j.change_id = c.id where c.kind = 'import' order by c.made_at desc, c.id desc limit 1`,
  );
  const { id: changeId = '', job_id: jobId = '', group_id: groupId = '' } = rows[0] ?? {};
  const home = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const tables = [];
  let spans = 0;
  for (const { name, of, order } of TABLES) {
    const columns = await owner.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    const list = columns.rows[0]?.list ?? '';
    const file = path.join(home.rows[0]?.folder ?? dataDir, `bench-${name}`);
    const which = of.replace('$1', `'${changeId}'`).replace('$2', `'${jobId}'`);
    const copied = await owner.query(
      `copy (select ${list} from ${name} where ${which} order by ${order}) to '${file}'`,
    );
    if (name === 'coverage_spans') spans = copied.rowCount ?? 0;
    tables.push({ name, columns: list, file });
  }
  return { changeId, jobId, groupId, spans, tables };
}

/** The change and the file that the rows belong to. */
export async function insertChange({ owner }: BenchDatabase, { changeId, jobId, groupId }: CopiedRows): Promise<void> {
  await owner.query(
    `insert into changes (id, kind, summary, actor_id, actor_name, group_id, made_at) values ($1, 'import', 'bench', 'bench', 'Bench', $2, now())`,
    [changeId, groupId],
  );
  await owner.query(
    `insert into uploads (id, storage_key, file_name_encrypted, size_bytes, sha256, format, group_id, uploaded_by, uploaded_by_name, created_at)
     values ($1, 'bench', '', 0, ''::bytea, 'csv', $2, 'bench', 'Bench', now())`,
    [jobId, groupId],
  );
  await owner.query(
    `insert into file_jobs (id, upload_id, group_id, status, stage, submitted_by, submitted_by_name, created_at)
     values ($1, $1, $2, 'completed', 'done', 'bench', 'Bench', now())`,
    [jobId, groupId],
  );
}

/**
 * The least work for these rows: COPY into the same tables with the same indexes and constraints, in one transaction,
 * from files of the server's.
 */
export async function copyLimit(database: BenchDatabase, taken: CopiedRows): Promise<number> {
  const { owner } = database;
  await insertChange(database, taken);
  await settle(database);
  const started = performance.now();
  await owner.query('begin');
  for (const { name, columns, file } of taken.tables) await owner.query(`copy ${name} (${columns}) from '${file}'`);
  await owner.query('commit');
  return (performance.now() - started) / 1000;
}
