import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

/** Returns what a record does, with its remarks. */
export const whatOf = (done: string, remarks: readonly FileMessage[]): string =>
  [done, ...remarks.map(({ text }) => text)].filter(Boolean).join('; ');

export type RemarkOfRow = { recordNo: number; remarks: readonly FileMessage[] };

/** Adds remarks to rows that were written before. */
export async function addRowRemarks(tx: Tx, jobId: string, rows: readonly RemarkOfRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update file_changes c set what = concat_ws('; ', nullif(c.what, ''), x.said), remarks = coalesce(c.remarks, '[]') || x.remarks
    from unnest(${rows.map(({ recordNo }) => recordNo)}::int[], ${rows.map(({ remarks }) => whatOf('', remarks))}::text[], ${rows.map(({ remarks }) => JSON.stringify(remarks))}::jsonb[]) as x(record_no, said, remarks)
    where c.job_id = ${jobId} and c.record_no = x.record_no`.execute(tx);
}
