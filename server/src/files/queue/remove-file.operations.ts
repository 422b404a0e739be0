import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { JobStage, JobStatus } from '@openbenefits/domain/files/job-status';
import { whyNotOriginal, whyNotRemoved } from '@openbenefits/domain/files/remove-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { writeEvent } from './file-events.ts';

type Locked = {
  status: JobStatus;
  stage: JobStage;
  uploadId: string;
  storageKey: string;
  originalRemovedAt: string | null;
  undone: boolean;
};

/** The file, locked: a worker that has it in hand, or had it before a pause, commits before this or never. */
async function lockedFile(tx: Tx, id: string): Promise<Locked> {
  const row = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select((eb) => [
      'j.status',
      'j.stage',
      'u.id as uploadId',
      'u.storageKey',
      'u.deletedAt as originalRemovedAt',
      eb.exists(eb.selectFrom('changes as c').select('c.id').whereRef('c.undoes', '=', 'j.changeId')).as('undone'),
    ])
    .where('j.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', fileText('file_not_found'));
  return { ...row, status: row.status as JobStatus, stage: row.stage as JobStage, undone: Boolean(row.undone) };
}

async function otherReadings(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`select status from other_readings(${id}) as status`.execute(tx);
  return rows.map(({ status }) => status);
}

/**
 * The bytes go last, when nothing can refuse any more; should the commit fail then, the file is still there to be
 * removed once more.
 */
async function eraseOriginal({ tx, actor, now, services }: Work, { uploadId, storageKey }: Locked): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ deletedAt: now, deletedByName: actor.name })
    .where('id', '=', uploadId)
    .execute();
  await services.storage.remove(storageKey);
}

/**
 * Removes a file of which nothing was posted: the original, what was read and rehearsed of it, and what its sender was
 * to be answered. Its line in the history stays, with its name, size and sender, and so does its log. Nothing is known
 * again by it. Throws a Refusal, in words, for a file that has posted anything or is worked on.
 */
export async function removeFile(work: Work, input: { id: string }): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const file = await lockedFile(tx, input.id);
  // Asked after the lock: what a worker has posted meanwhile is seen.
  const { rows } = await sql<{ posted: boolean }>`select has_posted(${input.id}) as posted`.execute(tx);
  const reason = whyNotRemoved({ ...file, posted: rows[0]?.posted ?? true });
  if (reason) throw new Refusal('state', reason);
  await sql`select forget_file(${input.id})`.execute(tx);
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'removed',
      stage: 'done',
      finishedAt: now,
      removedByName: actor.name,
      leaseOwner: null,
      leasedUntil: null,
      nextTryAt: null,
      errorCode: null,
      errorMessage: null,
      headEncrypted: null,
      facts: null,
      stops: '[]',
      remarks: '[]',
      added: 0,
      changed: 0,
      ended: 0,
      unchanged: 0,
      refused: 0,
      people: null,
      missingTotal: 0,
      premiumDay: null,
      premiumBefore: null,
      premiumChange: null,
      resentFrom: null,
      // Work that began leaves a change that nothing belongs to; the file is no longer one that is being applied to its
      // group.
      changeId: null,
    })
    .where('id', '=', input.id)
    .execute();
  await writeEvent(tx, input.id, now, 'removed', fileText('log_removed'), actor.name);
  note({ targetKind: 'file_job', targetId: input.id, fields: ['original'] });
  // The same bytes may be another file too, read with other columns.
  if (file.originalRemovedAt === null && (await otherReadings(tx, input.id)).every((status) => status === 'removed'))
    await eraseOriginal(work, file);
  return { id: input.id };
}

/**
 * Deletes the original of a file that is done before its days are over. What the file did, its figures and refused rows
 * stay, and it can still be undone.
 */
export async function removeOriginal(work: Work, input: { id: string }): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const file = await lockedFile(tx, input.id);
  const reason = whyNotOriginal(file);
  if (reason) throw new Refusal('state', reason);
  const wanted = await otherReadings(tx, input.id);
  if (wanted.some((status) => ['queued', 'processing', 'held', 'paused'].includes(status)))
    throw new Refusal('state', fileText('original_being_read'));
  await writeEvent(tx, input.id, now, 'original_removed', fileText('log_original_deleted'), actor.name);
  note({ targetKind: 'file_job', targetId: input.id, fields: ['original'] });
  await eraseOriginal(work, file);
  return { id: input.id };
}
