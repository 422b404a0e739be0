import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RetroEnds } from '@openbenefits/domain/files/coverage/retro-ends';
import { FILE_FORMAT_LABEL } from '@openbenefits/domain/files/file-format';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { ENDS_ADDITION_ABOVE } from '../matching/additions-above.ts';
import { TOO_MANY_WAIT } from '../matching/ends-before-additions.ts';
import { FamilyLinks } from '../matching/family-links.ts';
import { FamilyNumbers } from '../matching/family-numbers.ts';
import { Namesakes } from '../matching/namesakes.ts';
import type { LeftOut } from '../matching/left-out.ts';
import { loadPlanNames } from '../matching/resolve-names.ts';
import { handled } from '../queue/breathe.ts';
import type { FileJob } from '../queue/file-job.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { inStep } from '../queue/replayable.ts';
import { takePremiumsBefore } from '../rehearsal/premiums/posted-premiums.ts';
import { Digests, readChunk } from '../staging/chunk-of-records.ts';
import { LATE_FROM } from '../staging/staged-packs.ts';
import { type ApplyContext, applyChunk } from './apply-chunk.ts';
import { applyNewcomers } from './apply-newcomers.ts';
import { ItemsRoot } from './items-root.ts';

/**
 * Moves to the applying stage and gives the job the change set that all its effects belong to; an attempt that resumes
 * keeps the earlier one. The figures of the rehearsal make room for those of the deed.
 */
async function startApplying(
  services: Services,
  lease: Lease,
  job: FileJob,
): Promise<{
  changeId: string;
  checkpoint: number;
  partnerId: string | null;
  retro: ApplyContext['retro'];
  isResent: boolean;
}> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    await assertLease(tx, lease);
    const now = services.clock.now();
    const row = await tx
      .selectFrom('fileJobs')
      .select(['changeId', 'checkpoint', 'groupId', 'partnerId', 'retroEnds', 'rehearsedOn', 'resentFrom'])
      .where('id', '=', lease.jobId)
      .executeTakeFirstOrThrow();
    const changeId = row.changeId ?? uuidv7();
    if (!row.changeId) {
      await tx
        .deleteFrom('fileRefusals')
        .where('jobId', '=', lease.jobId)
        .where('isMatch', '=', true)
        .where('code', 'not in', OF_REHEARSAL)
        .execute();
      await sql`update file_jobs set added = 0, changed = 0, ended = 0, unchanged = 0, records_done = 0, refused = (select count(*) from file_refusals where job_id = ${lease.jobId}) where id = ${lease.jobId}`.execute(
        tx,
      );
      await tx
        .insertInto('changes')
        .values({
          id: changeId,
          kind: 'import',
          summary: fileText('log_processed_title', { format: FILE_FORMAT_LABEL[job.format] }),
          actorId: job.submittedBy,
          actorName: job.submittedByName,
          groupId: row.groupId,
          fileJobId: lease.jobId,
          madeAt: now,
        })
        .execute();
      await takePremiumsBefore({ tx, vault: services.vault, tenantId: lease.tenantId }, lease.jobId);
    }
    // One range of member numbers for everybody of whom it is known that they are new, so that nobody waits for the
    // other's numbers.
    if (!row.changeId)
      await sql`with wanted as (select sum(newcomers_count) as people from import_packs where job_id = ${lease.jobId}),
      taken as (update member_counters set last_number = last_number + wanted.people from wanted where wanted.people > 0 returning last_number - wanted.people as behind)
      update file_jobs set numbers_behind = behind from taken where id = ${lease.jobId}`.execute(tx);
    await tx
      .updateTable('fileJobs')
      .set((file) => ({ stage: 'applying', stageStartedAt: now, stageStartedDone: file.ref('recordsDone'), changeId }))
      .where('id', '=', lease.jobId)
      .where('attempt', '=', lease.attempt)
      .execute();
    // Ends are moved or refused as they were when the file was approved, though the profile or the day has changed
    // since.
    const retro = {
      rule: row.retroEnds as RetroEnds,
      today: (row.rehearsedOn as CalendarDate | null) ?? services.clock.today(),
    };
    return { changeId, checkpoint: row.checkpoint, partnerId: row.partnerId, retro, isResent: row.resentFrom !== null };
  });
}

async function excludedOf(tx: Tx, { jobId }: Lease): Promise<LeftOut> {
  const rows = await tx
    .selectFrom('fileChanges')
    .select(['recordNo', 'memberId', 'action'])
    .where('jobId', '=', jobId)
    .where('excluded', '=', true)
    .execute();
  return new Map(rows.map(({ recordNo, memberId, action }) => [recordNo, action === 'added' ? null : memberId]));
}

/**
 * Records that the rehearsal refused for what it alone knows: they stay refused, or people would be changed whom nobody
 * was shown.
 */
const OF_REHEARSAL: readonly string[] = [TOO_MANY_WAIT.code, ENDS_ADDITION_ABOVE];
async function passedOverOf(tx: Tx, { jobId }: Lease): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('fileRefusals')
    .select('recordNo')
    .where('jobId', '=', jobId)
    .where('code', 'in', OF_REHEARSAL)
    .execute();
  return new Set(rows.map(({ recordNo }) => recordNo));
}

/**
 * Applies a rehearsed file from its checkpoint: first the newcomers, beside each other, then all others in file order.
 * Returns the digest of everything that was done.
 */
export async function applyFile(services: Services, lease: Lease, job: FileJob, signal: AbortSignal): Promise<Buffer> {
  const { changeId, checkpoint, partnerId, retro, isResent } = await startApplying(services, lease, job);
  const context = await inTenant(services.db, lease.tenantId, async (tx): Promise<ApplyContext> => {
    const { rows } = await sql<{
      hasLate: boolean;
    }>`select exists (select from import_packs where job_id = ${lease.jobId} and pack_key >= ${LATE_FROM}) as has_late`.execute(
      tx,
    );
    return {
      services,
      lease,
      today: services.clock.today(),
      retro,
      isResent,
      changeId,
      plans: await loadPlanNames(tx, partnerId),
      groups: new Map(),
      families: new FamilyLinks(lease),
      numbers: new FamilyNumbers(partnerId),
      namesakes: new Namesakes(),
      digests: new Digests(services.vault, lease),
      hasLate: rows[0]?.hasLate ?? true,
      lastItem: 0,
      excluded: await excludedOf(tx, lease),
      passedOver: await passedOverOf(tx, lease),
    };
  });
  await applyNewcomers(context, checkpoint, signal);
  const first = await inTenant(services.db, lease.tenantId, async (tx) => {
    const { rows } = await sql<{
      lastItem: number;
    }>`select coalesce((select max(item_no) from change_items where change_id = ${changeId}), 0) as last_item`.execute(
      tx,
    );
    context.lastItem = rows[0]?.lastItem ?? 0;
    return readChunk(tx, lease, checkpoint, services.fileSteps?.chunk);
  });
  const root = new ItemsRoot(services, lease);
  const digesting = handled(root.digest(context.lastItem, 1));
  try {
    for (let chunk = first; chunk !== null;) {
      signal.throwIfAborted();
      const now = chunk;
      chunk = await inStep(services, lease, (tx) => applyChunk(tx, context, now));
    }
  } finally {
    await Promise.allSettled([digesting]);
  }
  await digesting;
  return root.finish();
}
