import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { isUndoneWhole } from '../../../undone-changes.ts';
import type { Work } from '../../../command.ts';
import type { Tx } from '../../../db/connect.ts';
import { writeEvent } from '../../queue/file-events.ts';
import { endDecided } from './end-missing.ts';

/** Refuses decisions about missing people of an import that was undone. */
export async function requireNotUndone(
  tx: Tx,
  { status, changeId }: { status: string; changeId: string | null },
): Promise<void> {
  if (status !== 'completed' || changeId === null) return;
  const { rows } = await sql<{ undone: boolean }>`select ${isUndoneWhole(sql`${changeId}::uuid`)} as undone`.execute(
    tx,
  );
  if (rows[0]?.undone) throw new Refusal('state', fileText('missing_undone'));
}

/** Who has decided last of ends that wait; null where none do any more. */
export async function noteWaiting(tx: Tx, jobId: string, by: Pick<Work, 'actor' | 'now'> | null): Promise<void> {
  await tx
    .updateTable('fileJobs')
    .set({
      endsApprovedBy: by?.actor.id ?? null,
      endsApprovedByName: by?.actor.name ?? null,
      endsApprovedAt: by?.now ?? null,
    })
    .where('id', '=', jobId)
    .execute();
}

/** Posts what was decided of missing people of an applied file. Returns how many lose coverage. */
export async function postEnds(work: Work, jobId: string): Promise<number> {
  const { tx, actor, now } = work;
  const { endsApprovedBy } = await tx
    .selectFrom('fileJobs')
    .select('endsApprovedBy')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  await noteWaiting(tx, jobId, null);
  const ended = await endDecided(work, jobId);
  if (endsApprovedBy !== null)
    await writeEvent(tx, jobId, now, 'ends_approved', fileText('log_terminations_approved'), actor.name);
  return ended;
}
