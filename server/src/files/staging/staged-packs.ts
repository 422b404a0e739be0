import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { Place, Vault } from '../../vault.ts';
import type { Lease } from '../queue/file-lease.ts';
import { type PackedRecords, recordsOfPack } from '../readers/pack-records.ts';
import type { RecordPack } from '../readers/reader-messages.ts';

/** Late packs are applied after all others: their keys lie above. */
export const LATE_FROM = 1_000_000_000;
/**
 * Behind these, what waits for the end of the file while it is applied (ends-before-additions.ts): whoever is added
 * before the ends.
 */
export const LAST_FROM = 2_000_000_000;
export const LAST_ENDS_FROM = 3_000_000_000;

/**
 * `left`: the records that are still to be worked on, where others of the pack have been written (apply-newcomers.ts).
 */
export type StoredPack = {
  packKey: number;
  groupId: string;
  recordCount: number;
  recordsEncrypted: string;
  left: number[] | null;
};

export const packKey = (pack: RecordPack): number => (pack.late ? LATE_FROM : 0) + pack.firstRecordNo;
const packPlace = ({ tenantId, jobId }: Lease): Place => ({
  table: 'import_packs',
  column: 'records',
  row: jobId,
  tenant: tenantId,
});

export const sealPack = (vault: Vault, lease: Lease, { packed }: Pick<RecordPack, 'packed'>): string =>
  vault.seal(Buffer.from(packed.buffer), packPlace(lease));

export const openPack = (vault: Vault, lease: Lease, { recordsEncrypted }: StoredPack): Promise<PackedRecords> =>
  recordsOfPack(vault.openBytes(recordsEncrypted, packPlace(lease)));

export async function writePacks(
  tx: Tx,
  { jobId }: Lease,
  packs: readonly { pack: RecordPack; groupId: string; sealed: string }[],
): Promise<void> {
  if (packs.length === 0) return;
  await sql`insert into import_packs (job_id, pack_key, group_id, record_count, records_encrypted)
    select ${jobId}, x.* from unnest(${packs.map(({ pack }) => packKey(pack))}::bigint[], ${packs.map(({ groupId }) => groupId)}::uuid[], ${packs.map(({ pack }) => pack.count)}::int[],
      ${packs.map(({ sealed }) => sealed)}::text[]) as x`.execute(tx);
}

/** The next packs after a key, as many as make up about `records` people, one at least. */
export async function nextPacks(tx: Tx, { jobId }: Lease, after: number, records: number): Promise<StoredPack[]> {
  const { rows } =
    await sql<StoredPack>`select pack_key, group_id, record_count, records_encrypted, case when newcomers_done then left_records end as left from (
      select p.*, sum(waiting) over (order by pack_key) - waiting as before
      from (select *, case when newcomers_done then cardinality(left_records) else record_count end as waiting from import_packs
        where job_id = ${jobId} and pack_key > ${after} and not (newcomers_done and left_records = '{}') order by pack_key limit 100) p
    ) p where before = 0 or before + record_count <= ${records} order by pack_key`.execute(tx);
  return rows;
}

/**
 * The packs that hold these records, in the order in which they are applied. A pack begins with the record by which it
 * is called; of one in the order of the file and one of those that come after all others each record may be in either.
 */
export async function packsOf(tx: Tx, { jobId }: Lease, recordNos: readonly number[]): Promise<StoredPack[]> {
  const { rows } =
    await sql<StoredPack>`select pack_key, group_id, record_count, records_encrypted, null as left from import_packs where job_id = ${jobId} and pack_key in (
      select (select max(p.pack_key) from import_packs p where p.job_id = ${jobId} and p.pack_key >= s.first and p.pack_key <= s.first + r.no) from unnest(${[...recordNos]}::bigint[]) as r(no) cross join (values (0::bigint), (${LATE_FROM}::bigint)) as s(first)) order by pack_key`.execute(
      tx,
    );
  return rows;
}
