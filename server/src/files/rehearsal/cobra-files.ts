import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { tookAnybody } from './took-anybody.ts';

/**
 * A full file that its sender has sent before, and whether everybody in it was continued under COBRA; the oldest first.
 */
export type EarlierOfCobra = { readonly id: string; readonly is: boolean };

/** Whether a file `p` holds only people under COBRA, as its reader has counted them (`isOfCobraOnly`). */
export const ofCobraOnly: RawBuilder<boolean> = sql<boolean>`coalesce((p.facts->>'subscribers')::int > 0 and p.facts->'subscribers' = p.facts->'underCobra', false)`;

/**
 * Posted full files of a sender, where one of them held people under COBRA alone: such a sender makes a file of its own
 * of them. Else none.
 */
export async function earlierCobraFiles(tx: Tx, jobId: string, partnerId: string): Promise<EarlierOfCobra[]> {
  const { rows } =
    await sql<EarlierOfCobra>`select p.id, ${ofCobraOnly} as "is" from file_jobs p where p.id <> ${jobId} and p.partner_id = ${partnerId} and p.mode = 'full' and p.status = 'completed' and ${tookAnybody} order by p.finished_at, p.id`.execute(
      tx,
    );
  return rows.some(({ is }) => is) ? rows : [];
}
