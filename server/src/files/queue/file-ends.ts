import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { PeopleOfFile } from '@openbenefits/contract/files';
import { fileErrorOf } from '@openbenefits/domain/files/file-error';
import { FILE_FORMAT_LABEL } from '@openbenefits/domain/files/file-format';
import { secondsBeforeRetry } from '@openbenefits/domain/files/file-queue';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import type { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { appendAudit } from '../../audit.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import type { Services } from '../../request-context.ts';
import { endDecided } from '../rehearsal/missing/end-missing.ts';
import { countPosted } from '../rehearsal/people-of-file.ts';
import { takePremiumsAfter } from '../rehearsal/premiums/posted-premiums.ts';
import { forgetRehearsal } from '../rehearsal/rehearse-ahead.ts';
import { giveUpUndo } from '../undo/undo-import.ts';
import { writeEvent } from './file-events.ts';
import type { FileJob } from './file-job.ts';
import { type Lease, LeaseLost } from './file-lease.ts';
import { queueSettings } from './queue-settings.ts';
import { maskQuoted } from '@openbenefits/domain/files/masked-text';
import { systemActor } from '../../policy/actor.ts';

/** What was staged has served its purpose. */
async function forgetStaged(tx: Tx, lease: Lease): Promise<void> {
  await tx.deleteFrom('importPacks').where('jobId', '=', lease.jobId).execute();
  await tx.deleteFrom('importFamilies').where('jobId', '=', lease.jobId).execute();
}

/**
 * Everything of the file is applied: its figures, the ends that its approval decided, and one entry of the audit chain
 * for all of it.
 */
export async function finishFile(services: Services, lease: Lease, job: FileJob, merkleRoot: Buffer): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    await forgetStaged(tx, lease);
    await countPosted(tx, lease.jobId);
    await takePremiumsAfter({ tx, vault: services.vault, tenantId: lease.tenantId }, lease.jobId);
    const done = await tx
      .updateTable('fileJobs')
      .set({ status: 'completed', stage: 'done', finishedAt: now, leaseOwner: null, leasedUntil: null })
      .where('id', '=', lease.jobId)
      .where('attempt', '=', lease.attempt)
      .where('status', '=', 'processing')
      .returning(['added', 'changed', 'ended', 'refused', 'people'])
      .executeTakeFirst();
    if (!done) throw new LeaseLost();
    let endedAsMissing = 0;
    if (job.approvedBy) {
      const actor = systemActor(lease.tenantId, { id: job.approvedBy, name: job.approvedByName ?? '' });
      endedAsMissing = await endDecided(
        {
          tx,
          actor,
          now,
          today: services.clock.today(),
          services,
          requestId: lease.jobId,
          note: () => {},
          onRollback: () => {},
        },
        lease.jobId,
      );
    }
    const worked = done.added + done.changed + done.ended;
    const hasPosted = worked + endedAsMissing > 0;
    const people = done.people as unknown as PeopleOfFile;
    const figures = fileText('log_processed', {
      count: people.added + people.changed + people.ended,
      unchanged: people.unchanged,
      rejected: done.refused,
    });
    await writeEvent(
      tx,
      lease.jobId,
      now,
      'completed',
      `${hasPosted ? 'Completed' : fileText('log_nothing_posted')}: ${figures}`,
    );
    await notify(tx, now, {
      severity: done.refused > 0 ? 'warning' : hasPosted ? 'success' : 'info',
      title:
        done.refused > 0
          ? 'File Processed, Rows Rejected'
          : hasPosted
            ? 'File Processing Complete'
            : 'File Processed, Nothing Posted',
      body: fileText('log_figures', { format: FILE_FORMAT_LABEL[job.format], figures }),
      link: `/files/jobs/${lease.jobId}`,
      userId: job.submittedBy,
    });
    await appendAudit(tx, {
      at: now,
      actorId: job.submittedBy,
      actorName: job.submittedByName,
      action: 'files.apply',
      outcome: 'done',
      targetKind: 'file_job',
      targetId: lease.jobId,
      fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'],
      itemCount: worked,
      merkleRoot,
    });
  });
}

/** Lets the file wait for a person; everything that was read stays, so that an approval goes on from here. */
export async function holdFile(
  services: Services,
  lease: Lease,
  job: FileJob,
  stops: readonly SafetyStop[],
): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    const { numUpdatedRows } = await tx
      .updateTable('fileJobs')
      .set({ status: 'held', stage: 'reviewing', leaseOwner: null, leasedUntil: null })
      .where('id', '=', lease.jobId)
      .where('attempt', '=', lease.attempt)
      .where('status', '=', 'processing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new LeaseLost();
    await writeEvent(
      tx,
      lease.jobId,
      now,
      'held',
      fileText('log_held', { count: stops.length, holds: stops.map(({ code }) => code.replaceAll('_', ' ')) }),
    );
    await notify(tx, now, {
      severity: 'warning',
      title: fileText('log_held_title'),
      body: fileText('log_held_body', { format: FILE_FORMAT_LABEL[job.format], title: titleOf(stops[0]) }),
      link: `/files/jobs/${lease.jobId}`,
      userId: job.submittedBy,
    });
    await appendAudit(tx, {
      at: now,
      actorId: job.submittedBy,
      actorName: job.submittedByName,
      action: 'files.hold',
      outcome: 'done',
      targetKind: 'file_job',
      targetId: lease.jobId,
      reason: stops.map(({ code }) => code).join(', '),
    });
  });
}

/** Who is told may not see every group, so that none is named. */
const titleOf = (stop: SafetyStop | undefined): string =>
  stop === undefined ? 'it is held' : stop.code === 'other_group' ? fileText('other_group_title') : stop.title;

/**
 * Lets a file wait in the midst of its work: its group takes no files any more. What was written stays, what was read
 * is kept, and whoever lets it go on, or takes back what it did, finds the reason on its page.
 */
export async function stopFile(services: Services, lease: Lease, job: FileJob, { message }: Refusal): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    const { rows } = await sql<{
      posted: boolean;
    }>`update file_jobs set status = 'paused', error_message = ${message}, lease_owner = null, leased_until = null, tries = 0
      where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing' returning has_posted(id) as posted`.execute(
      tx,
    );
    if (!rows[0]) return;
    const posted = rows[0].posted ? fileText('log_stopped_partly') : fileText('log_stopped_nothing');
    await writeEvent(tx, lease.jobId, now, 'stopped', fileText('log_stopped', { posted }));
    await notify(tx, now, {
      severity: 'warning',
      title: 'File Stopped',
      body: fileText('log_stopped_body', { format: FILE_FORMAT_LABEL[job.format], reason: message, posted }),
      link: `/files/jobs/${lease.jobId}`,
      userId: job.submittedBy,
    });
    await appendAudit(tx, {
      at: now,
      actorId: job.submittedBy,
      actorName: job.submittedByName,
      action: 'files.hold',
      outcome: 'done',
      targetKind: 'file_job',
      targetId: lease.jobId,
      reason: 'group_held',
    });
  });
}

const OUR_FAULT = fileText('processing_failed');

/**
 * Ends an attempt that went wrong. A refusal is final: the same file would be refused again. A fault of ours is tried
 * again, a little later each time, from where it stopped; what was staged stays for that, also after the last try, when
 * somebody may press Retry.
 */
export async function failFile(
  services: Services,
  lease: Lease,
  job: FileJob,
  refusal: Refusal | null,
  fault = OUR_FAULT,
): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    const { retries } = await queueSettings(tx);
    const row = await tx
      .selectFrom('fileJobs')
      .select(['tries', 'changeId', 'stage'])
      .where('id', '=', lease.jobId)
      .where('attempt', '=', lease.attempt)
      .where('status', '=', 'processing')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const ours = tx.updateTable('fileJobs').set({ leaseOwner: null, leasedUntil: null }).where('id', '=', lease.jobId);
    const tries = row.tries + 1;
    if (!refusal && tries <= retries) {
      const wait = secondsBeforeRetry(tries);
      await ours
        .set({ status: 'queued', tries, nextTryAt: new Date(Date.parse(now) + wait * 1000).toISOString() })
        .execute();
      await writeEvent(
        tx,
        lease.jobId,
        now,
        'retry_planned',
        fileText('log_retry', { try: tries, most: retries, seconds: wait }),
      );
      return;
    }
    if (row.stage === 'undoing') return await giveUpUndo(tx, lease, now, refusal);
    // Words about a list may hold its headings. Those about an 834 name control numbers.
    const message = job.format === 'edi834' ? (refusal?.message ?? fault) : maskQuoted(refusal?.message ?? fault);
    await ours
      .set({ status: 'error', errorCode: fileErrorOf(refusal), errorMessage: message, finishedAt: now, tries })
      .execute();
    if (refusal) await forgetStaged(tx, lease);
    if (refusal && row.changeId === null) await forgetRehearsal(tx, lease);
    await writeEvent(
      tx,
      lease.jobId,
      now,
      'failed',
      refusal
        ? fileText('log_rejected_file')
        : tries > 1
          ? fileText('log_failed_last', { tries })
          : fileText('log_failed'),
    );
    await notify(tx, now, {
      severity: 'error',
      title: 'Processing Error',
      body: message,
      link: `/files/jobs/${lease.jobId}`,
      userId: job.submittedBy,
    });
    await appendAudit(tx, {
      at: now,
      actorId: job.submittedBy,
      actorName: job.submittedByName,
      action: 'files.apply',
      outcome: 'refused',
      targetKind: 'file_job',
      targetId: lease.jobId,
    });
  });
}
