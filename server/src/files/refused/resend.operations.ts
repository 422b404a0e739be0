import { fileText } from '@openbenefits/domain/files/messages/file-message';
import path from 'node:path';
import { Refusal } from '@openbenefits/domain/refusal';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { requireAcceptsFiles } from '../../groups/groups.queries.ts';
import { fileNamePlace } from '../file-jobs.queries.ts';
import { receiveFile } from '../files.operations.ts';
import { refusedRowsOf } from './refused-rows.ts';

/**
 * Sends the refused records of a finished file again, as a file of their own for the same group. Once only: what is
 * refused then is sent again from there. Refused while the file is under way, where nothing was refused, and while the
 * group takes no files.
 */
export async function resendRefused(work: Work, input: { id: string }): Promise<{ id: string }> {
  const { tx, actor, services, note } = work;
  const job = await tx
    .selectFrom('fileJobs')
    .select(['status', 'groupId'])
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (job.status !== 'completed') throw new Refusal('state', fileText('resend_not_finished'));
  const already = await tx.selectFrom('fileJobs').select('id').where('resentFrom', '=', input.id).executeTakeFirst();
  if (already) throw new Refusal('conflict', fileText('resent_already'));
  const group = job.groupId
    ? await tx.selectFrom('groups').select('cimNumber').where('id', '=', job.groupId).executeTakeFirst()
    : undefined;
  if (group) await requireAcceptsFiles(tx, group.cimNumber);
  const id = uuidv7();
  const rows = await refusedRowsOf(work, input.id, id);
  const original = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(['u.id', 'u.fileNameEncrypted'])
    .where('j.id', '=', input.id)
    .executeTakeFirstOrThrow();
  const { name } = path.parse(
    services.vault.open(original.fileNameEncrypted, fileNamePlace(actor.tenantId, original.id)),
  );
  const { storageKey, sha256 } = await services.storage.put(rows.content);
  work.onRollback(() => services.storage.remove(storageKey));
  await receiveFile(work, {
    id,
    storageKey,
    sha256,
    sizeBytes: rows.content.length,
    fileName: `${name} - rejected rows${path.parse(rows.name).ext}`,
    format: rows.format,
    groupId: job.groupId,
  });
  await tx.updateTable('fileJobs').set({ resentFrom: input.id }).where('id', '=', id).execute();
  note({ targetKind: 'file_job', targetId: input.id, fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'] });
  return { id };
}
