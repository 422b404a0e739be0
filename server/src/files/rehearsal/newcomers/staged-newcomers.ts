import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { arrayOf, type ArrayType, type ColumnOfRows } from '../../../db/pg-arrays.ts';
import type { Place, Vault } from '../../../vault.ts';
import type { Lease } from '../../queue/file-lease.ts';
import { packOf } from '../../readers/pack-records.ts';
import { openPacked, sealPacked } from '../../staging/packed-text.ts';
import { sealPack } from '../../staging/staged-packs.ts';
import type { NewcomerRows } from './newcomers.ts';

/** Newcomers of a file that waits in another form are not read: the file is matched again. */
export const NEWCOMERS_FORM = 7;

/**
 * A pack's newcomers, sealed, if it has any, with the numbers of its records that are none and the digests of families
 * of other packs that these may belong to.
 */
export type SealedNewcomers = {
  packKey: number;
  sealed: string | null;
  count: number;
  from: number;
  basis: string | null;
  left: number[];
  asked: string[];
};

export type StagedNewcomers = { packKey: number; groupId: string; count: number; from: number; basis: string };

const place = ({ tenantId, jobId }: Lease): Place => ({
  table: 'import_packs',
  column: 'newcomers',
  row: jobId,
  tenant: tenantId,
});

const TABLES = ['people', 'spans', 'items'] as const;
type HeadColumn = readonly [name: string, type: ArrayType, length: number, form?: ColumnOfRows[3]];
type Head = Omit<NewcomerRows, (typeof TABLES)[number]> & Record<(typeof TABLES)[number], HeadColumn[]>;

/**
 * The columns' names and lengths in bytes on one line, and behind it their values in the form in which the database
 * receives them. They stay bytes until it has them, because texts of that length fill the young generation
 * (decisions/0030). A change of this form is a change of NEWCOMERS_FORM.
 */
function bytesOf(rows: NewcomerRows): Buffer {
  const columns = TABLES.map((table) =>
    rows[table].map(
      ([name, type, values, form]) =>
        [name, type, typeof values === 'string' ? Buffer.from(values) : values, form] as const,
    ),
  );
  const lengths = Object.fromEntries(
    TABLES.map((table, index) => [
      table,
      columns[index]?.map(([name, type, { length }, form]): HeadColumn =>
        form ? [name, type, length, form] : [name, type, length],
      ),
    ]),
  );
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...rows, ...lengths })}\n`),
    ...columns.flat().map(([, , values]) => values),
  ]);
}

function rowsOf(bytes: Buffer): NewcomerRows {
  let at = bytes.indexOf('\n') + 1;
  const head = JSON.parse(bytes.toString('utf8', 0, at)) as Head;
  const columnsOf = (table: (typeof TABLES)[number]): ColumnOfRows[] =>
    head[table].map(([name, type, length, form]) => [name, type, bytes.subarray(at, (at += length)), form]);
  return {
    records: head.records,
    ids: head.ids,
    said: head.said,
    links: head.links,
    others: head.others,
    people: columnsOf('people'),
    spans: columnsOf('spans'),
    items: columnsOf('items'),
  };
}

export const sealNewcomers = (vault: Vault, lease: Lease, rows: NewcomerRows): Promise<string> =>
  sealPacked(vault, bytesOf(rows), place(lease));

const openNewcomers = async (vault: Vault, lease: Lease, sealed: string): Promise<NewcomerRows> =>
  rowsOf(await openPacked(vault, sealed, place(lease)));

export async function writeNewcomers(tx: Tx, { jobId }: Lease, packs: readonly SealedNewcomers[]): Promise<void> {
  if (packs.length === 0) return;
  await sql`update import_packs p set newcomers_encrypted = x.sealed, newcomers_count = x.count, newcomers_from = x.first, newcomers_basis = x.basis, left_records = x.remaining::integer[], asked_families = x.asked::bytea[]
    from unnest(${arrayOf(
      'bigint',
      packs.map(({ packKey }) => packKey),
    )}, ${arrayOf(
      'text',
      packs.map(({ sealed }) => sealed),
    )}, ${arrayOf(
      'int',
      packs.map(({ count }) => count),
    )}, ${arrayOf(
      'int',
      packs.map(({ from }) => from),
    )},
      ${arrayOf(
        'text',
        packs.map(({ basis }) => basis),
      )}, ${arrayOf(
        'text',
        packs.map(({ left }) => `{${left.join(',')}}`),
      )}, ${arrayOf(
        'text',
        packs.map(({ asked }) => `{${asked.map((digest) => `"\\\\x${digest}"`).join(',')}}`),
      )}) as x(pack_key, sealed, count, first, basis, remaining, asked)
    where p.job_id = ${jobId} and p.pack_key = x.pack_key`.execute(tx);
}

/** Forgets what an earlier rehearsal has worked out. */
export async function forgetNewcomers(tx: Tx, { jobId }: Lease): Promise<void> {
  await sql`update import_packs set newcomers_encrypted = null, newcomers_count = 0, left_records = '{}', asked_families = null where job_id = ${jobId} and (newcomers_count > 0 or asked_families is not null)`.execute(
    tx,
  );
}

/** The packs whose newcomers have not been written, in file order. */
export async function waitingNewcomers(tx: Tx, { jobId }: Lease, checkpoint: number): Promise<StagedNewcomers[]> {
  const { rows } =
    await sql<StagedNewcomers>`select pack_key, group_id, newcomers_count as count, newcomers_from as "from", newcomers_basis as basis from import_packs
    where job_id = ${jobId} and newcomers_count > 0 and not newcomers_done and pack_key > ${checkpoint} order by pack_key`.execute(
      tx,
    );
  return rows;
}

/** The rows of packs whose newcomers have not been written. */
export async function openWaiting(
  tx: Tx,
  vault: Vault,
  lease: Lease,
  packs: readonly StagedNewcomers[],
): Promise<{ pack: StagedNewcomers; rows: NewcomerRows }[]> {
  const { rows: found } = await sql<{
    packKey: number;
    sealed: string;
  }>`select pack_key, newcomers_encrypted as sealed from import_packs
    where job_id = ${lease.jobId} and pack_key = any (${arrayOf(
      'bigint',
      packs.map(({ packKey }) => packKey),
    )}) and not newcomers_done`.execute(tx);
  const sealed = new Map(found.map((row) => [row.packKey, row.sealed]));
  return Promise.all(
    packs
      .filter(({ packKey }) => sealed.has(packKey))
      .map(async (pack) => ({ pack, rows: await openNewcomers(vault, lease, sealed.get(pack.packKey) as string) })),
  );
}

/**
 * Notes which newcomers are written, and keeps of each pack the records that are left: a pack that is opened for ten of
 * its hundreds costs as much as for all of them.
 */
export async function markWritten(
  tx: Tx,
  vault: Vault,
  lease: Lease,
  packs: readonly { pack: StagedNewcomers; rows: Pick<NewcomerRows, 'others'> }[],
): Promise<void> {
  await sql`update import_packs p set newcomers_done = true, records_encrypted = coalesce(x.others, p.records_encrypted) from unnest(${arrayOf(
    'bigint',
    packs.map(({ pack }) => pack.packKey),
  )}, ${arrayOf(
    'text',
    packs.map(({ rows: { others } }) =>
      others.length > 0 ? sealPack(vault, lease, { packed: packOf(others) }) : null,
    ),
  )}) as x(pack_key, others) where p.job_id = ${lease.jobId} and p.pack_key = x.pack_key`.execute(tx);
}
