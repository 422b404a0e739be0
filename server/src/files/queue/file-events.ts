import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

export type FileEvent =
  | 'received'
  | 'started'
  | 'resumed_work'
  | 'rehearsed'
  | 'held'
  | 'stopped'
  | 'approved'
  | 'approved_first'
  | 'first_taken_back'
  | 'ends_decided'
  | 'ends_approved'
  | 'rejected'
  | 'paused'
  | 'resumed'
  | 'retry_planned'
  | 'retried'
  | 'mended'
  | 'priority'
  | 'failed'
  | 'completed'
  | 'original_removed'
  | 'removed'
  | 'undo_asked'
  | 'undo_stopped'
  | 'undo_failed'
  | 'undone';

/**
 * Writes a line into a file's log, which 'View Logs' shows. `text` is ours: words and counts, never a person of the
 * file, the file's name or the message of a fault, which may quote either. `by` is who did it; without, the server did
 * it by itself.
 */
export async function writeEvent(
  tx: Tx,
  jobId: string,
  at: string,
  event: FileEvent,
  text: string,
  by: string | null = null,
): Promise<void> {
  await sql`insert into file_job_events (job_id, at, attempt, actor_name, event, text) select id, ${at}, attempt, ${by}, ${event}, ${text} from file_jobs where id = ${jobId}`.execute(
    tx,
  );
}

/** The newest first. */
export async function listEvents(
  tx: Tx,
  jobId: string,
): Promise<{ no: number; at: string; attempt: number; by: string | null; text: string }[]> {
  return tx
    .selectFrom('fileJobEvents')
    .select(['no', 'at', 'attempt', 'actorName as by', 'text'])
    .where('jobId', '=', jobId)
    .orderBy('no', 'desc')
    .limit(500)
    .execute();
}
