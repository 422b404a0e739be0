import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Work } from '../command.ts';
import { writeEvent } from './queue/file-events.ts';
import { fileNamePlace } from './file-jobs.queries.ts';

export type ReceivedFile = {
  id: string;
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
  fileName: string;
  format: FileFormat;
  groupId: string | null;
};

/** What follows from it is said once the file was read (below): an answer of a carrier and a payment hold nobody. */
const atUpload = (code: 'same_bytes' | 'same_bytes_members' | 'same_bytes_answer') => ({
  ...fileMessage(code),
  count: 1,
  atUpload: true,
});

/** The remark of the upload, as it is once the file has been read as enrolments or as an acknowledgement. */
export const remarkOfUpload = (read: 'people' | 'acknowledgement') =>
  sql`case when jsonb_path_exists(remarks, '$[*] ? (@.atUpload == true)') then ${JSON.stringify([atUpload(read === 'people' ? 'same_bytes_members' : 'same_bytes_answer')])}::jsonb else '[]'::jsonb end`;

/**
 * Records a received upload and puts its job into the queue, both or neither. The upload and its job share the id that
 * the sender was given.
 */
export async function receiveFile({ tx, actor, now, services, note }: Work, file: ReceivedFile): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({
      id: file.id,
      storageKey: file.storageKey,
      fileNameEncrypted: services.vault.seal(file.fileName, fileNamePlace(actor.tenantId, file.id)),
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      format: file.format,
      groupId: file.groupId,
      uploadedBy: actor.id,
      uploadedByName: actor.name,
      createdAt: now,
    })
    .execute();
  const same = await sql<{
    at: string;
  }>`select u.created_at as at from uploads u where u.sha256 = ${file.sha256} and u.id <> ${file.id}
    and exists (select from file_jobs j where j.upload_id = u.id and j.status <> 'removed') order by u.created_at desc limit 1`.execute(
    tx,
  );
  const remarks = same.rows[0] ? [atUpload('same_bytes')] : [];
  await tx
    .insertInto('fileJobs')
    .values({
      id: file.id,
      uploadId: file.id,
      groupId: file.groupId,
      status: 'queued',
      stage: 'waiting',
      remarks: JSON.stringify(remarks),
      submittedBy: actor.id,
      submittedByName: actor.name,
      createdAt: now,
    })
    .execute();
  await writeEvent(tx, file.id, now, 'received', fileText('log_received'), actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: file.id }, 'medium');
  note({ targetKind: 'file_job', targetId: file.id });
}

export const originalGoneText = fileText('original_removed_resend');

/** Going on where it stopped, it would bring in the rest of what somebody has taken back. */
const undoneText = fileText('resume_undone');

/**
 * Puts a job that ended in an error back into the queue, for the group named now where the file named none that we
 * know. It goes on where it stopped, unless the group is another: then it is read, rehearsed and, where it must be,
 * approved anew.
 */
export async function retryFile(
  { tx, actor, now, services, note }: Work,
  input: { id: string; groupId?: string | undefined },
): Promise<{ id: string }> {
  const job = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(['j.id', 'j.uploadId', 'j.status', 'j.changeId', 'u.deletedAt'])
    .where('j.id', '=', input.id)
    .forUpdate('j')
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (job.status !== 'error') throw new Refusal('state', fileText('retry_only_failed'));
  if (job.deletedAt) throw new Refusal('state', originalGoneText);
  if (
    job.changeId &&
    (await tx.selectFrom('changes').select('id').where('undoes', '=', job.changeId).limit(1).executeTakeFirst())
  )
    throw new Refusal('state', undoneText);
  if (input.groupId) {
    const group = await tx.selectFrom('groups').select('id').where('id', '=', input.groupId).executeTakeFirst();
    if (!group)
      throw new Refusal('not_found', fileText('group_not_found'), [
        { path: 'groupId', message: fileText('choose_existing_group') },
      ]);
    // What was staged for no group, or for another one, is of no use.
    await tx.deleteFrom('importPacks').where('jobId', '=', input.id).execute();
    await tx.updateTable('uploads').set({ groupId: input.groupId }).where('id', '=', job.uploadId).execute();
  }
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'queued',
      errorCode: null,
      errorMessage: null,
      finishedAt: null,
      leaseOwner: null,
      leasedUntil: null,
      tries: 0,
      nextTryAt: null,
      ...(input.groupId
        ? {
            groupId: input.groupId,
            groupFromFile: false,
            stage: 'waiting',
            approvedAt: null,
            approvedBy: null,
            approvedByName: null,
          }
        : {}),
    })
    .where('id', '=', input.id)
    .execute();
  await writeEvent(
    tx,
    input.id,
    now,
    'retried',
    input.groupId ? fileText('log_group_chosen') : fileText('log_requeued'),
    actor.name,
  );
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: input.id }, 'medium');
  note({ targetKind: 'file_job', targetId: input.id });
  return { id: input.id };
}

/**
 * Where the bytes of a job are and what the sender calls them. They hold everything the file holds, so fetching them is
 * audited as that.
 */
export async function originalOf(
  { tx, actor, services, note }: Work,
  jobId: string,
): Promise<{ storageKey: string; fileName: string }> {
  const row = isUuid(jobId)
    ? await tx
        .selectFrom('fileJobs as j')
        .innerJoin('uploads as u', 'u.id', 'j.uploadId')
        .select(['u.id', 'u.storageKey', 'u.fileNameEncrypted', 'u.deletedAt', 'j.status'])
        .where('j.id', '=', jobId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal('not_found', fileText('file_not_found'));
  if (row.deletedAt || row.status === 'removed') throw new Refusal('not_found', originalGoneText);
  note({ targetKind: 'file_job', targetId: jobId, fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'] });
  return {
    storageKey: row.storageKey,
    fileName: services.vault.open(row.fileNameEncrypted, fileNamePlace(actor.tenantId, row.id)),
  };
}
