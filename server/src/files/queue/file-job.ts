import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { inTenant } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { fileNamePlace } from '../file-jobs.queries.ts';
import type { Lease } from './file-lease.ts';

/** A file's work as its row has it, with what is needed of its upload. */
export type FileJob = {
  stage: string;
  checkpoint: number;
  recordsTotal: number;
  changeId: string | null;
  approvedAt: string | null;
  approvedBy: string | null;
  approvedByName: string | null;
  groupId: string | null;
  submittedBy: string;
  submittedByName: string;
  format: FileFormat;
  storageKey: string;
  fileName: string;
  sizeBytes: number;
};

export async function loadFileJob(services: Services, lease: Lease): Promise<FileJob> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const { fileNameEncrypted, ...job } = await tx
      .selectFrom('fileJobs as j')
      .innerJoin('uploads as u', 'u.id', 'j.uploadId')
      .select([
        'j.stage',
        'j.checkpoint',
        'j.recordsTotal',
        'j.changeId',
        'j.approvedAt',
        'j.approvedBy',
        'j.approvedByName',
        'j.groupId',
        'j.submittedBy',
        'j.submittedByName',
        'u.format',
        'u.storageKey',
        'u.sizeBytes',
        'u.fileNameEncrypted',
        'u.id as uploadId',
      ])
      .where('j.id', '=', lease.jobId)
      .executeTakeFirstOrThrow();
    return {
      ...job,
      format: job.format as FileFormat,
      fileName: services.vault.open(fileNameEncrypted, fileNamePlace(lease.tenantId, job.uploadId)),
    };
  });
}
