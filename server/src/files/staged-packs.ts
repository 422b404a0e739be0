import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import type { Place, Vault } from '../vault.ts';
import type { Lease } from './file-lease.ts';
import { type PackedRecords, recordsOfPack } from './readers/pack-records.ts';
import type { RecordPack } from './readers/reader-messages.ts';

/** Late packs are applied after all others: their keys lie above. */
export const LATE_FROM = 1_000_000_000;

export type StoredPack = { packKey: number; groupId: string; recordCount: number; recordsEncrypted: string };

const packKey = (pack: RecordPack): number => (pack.late ? LATE_FROM : 0) + pack.firstRecordNo;
const packPlace = ({ tenantId, jobId }: Lease): Place => ({ table: 'import_packs', column: 'records', row: jobId, tenant: tenantId });

// Both run on threads of their own.
const compress = promisify<string, object, Buffer>(deflateRaw);
const expand = promisify<Buffer, Buffer>(inflateRaw);

/** Compresses and seals a pack: the names of forty fields are repeated in every record, so it shrinks to a sixth. */
export async function sealPack(vault: Vault, lease: Lease, pack: RecordPack): Promise<string> {
  const packed = await compress(pack.text, { level: constants.Z_BEST_SPEED });
  return vault.seal(packed.toString('base64'), packPlace(lease));
}

export async function openPack(vault: Vault, lease: Lease, { recordsEncrypted }: StoredPack): Promise<PackedRecords> {
  const packed = await expand(Buffer.from(vault.open(recordsEncrypted, packPlace(lease)), 'base64'));
  return recordsOfPack(packed.toString('utf8'));
}

export async function writePacks(tx: Tx, { jobId }: Lease, packs: readonly { pack: RecordPack; groupId: string; sealed: string }[]): Promise<void> {
  if (packs.length === 0) return;
  await sql`insert into import_packs (job_id, pack_key, group_id, record_count, records_encrypted)
    select ${jobId}, x.* from unnest(${packs.map(({ pack }) => packKey(pack))}::bigint[], ${packs.map(({ groupId }) => groupId)}::uuid[], ${packs.map(({ pack }) => pack.count)}::int[],
      ${packs.map(({ sealed }) => sealed)}::text[]) as x`.execute(tx);
}

/** The next packs after a key, as many as make up about `records` people, one at least. */
export async function nextPacks(tx: Tx, { jobId }: Lease, after: number, records: number): Promise<StoredPack[]> {
  const { rows } = await sql<StoredPack>`select pack_key, group_id, record_count, records_encrypted from (
      select p.*, sum(record_count) over (order by pack_key) - record_count as before
      from (select * from import_packs where job_id = ${jobId} and pack_key > ${after} order by pack_key limit 100) p
    ) p where before = 0 or before + record_count <= ${records} order by pack_key`.execute(tx);
  return rows;
}
