import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RetroEnds } from '@openbenefits/domain/coverage/retro-end';
import { fileErrorOf } from '@openbenefits/domain/files/file-error';
import { FILE_FORMAT_LABEL, type FileFormat } from '@openbenefits/domain/files/file-format';
import { secondsBeforeRetry } from '@openbenefits/domain/files/file-queue';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stops';
import { Refusal } from '@openbenefits/domain/refusal';
import { v7 as uuidv7 } from 'uuid';
import { appendAudit, leafOf, MerkleTree } from '../../audit.ts';
import { DEFAULT_TENANT, inTenant, isDatabaseAway, type Tx } from '../../db/connect.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import type { Services } from '../../request-context.ts';
import { sql } from 'kysely';
import { type ApplyContext, applyChunk } from '../applying/apply-chunk.ts';
import { handled } from './breathe.ts';
import { applyNewcomers } from '../applying/apply-newcomers.ts';
import { Digests, readChunk } from '../staging/chunk-of-records.ts';
import { FamilyLinks } from '../matching/family-links.ts';
import { FamilyNumbers } from '../matching/family-numbers.ts';
import { fileNamePlace } from '../file-jobs.queries.ts';
import { writeEvent } from './file-events.ts';
import { assertLease, holdLease, type Lease, LeaseLost, takeNextLease } from './file-lease.ts';
import { isInboundAcknowledgement, takeAcknowledgement } from '../acknowledgements/inbound-acknowledgements.ts';
import { endDecided } from '../rehearsal/end-missing.ts';
import { queueSettings } from './queue-settings.ts';
import { rehearseFile } from '../rehearsal/rehearsal.ts';
import { forgetRehearsal, RehearsalAhead } from '../rehearsal/rehearse-ahead.ts';
import { inStep } from './replayable.ts';
import { NO_SETS_BEFORE, setsBefore, type SetsOfFile } from '../rehearsal/sets-before.ts';
import { stopsSinceApproval } from '../rehearsal/surroundings.ts';
import { loadPlanNames } from '../matching/resolve-names.ts';
import { stageRecords } from '../staging/stage-records.ts';
import { LATE_FROM } from '../staging/staged-packs.ts';
import { giveUpUndo, undoImport } from '../undo/undo-import.ts';
import { openUploadStore, type UploadStore } from '../upload/upload-store.ts';

const SWEEP_EVERY_MS = 2000;

type Job = { stage: string; checkpoint: number; recordsTotal: number; changeId: string | null; approvedAt: string | null; approvedBy: string | null; approvedByName: string | null; groupId: string | null; submittedBy: string; submittedByName: string; format: FileFormat; storageKey: string; fileName: string };

async function loadJob(services: Services, lease: Lease): Promise<Job> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const { fileNameEncrypted, ...job } = await tx
      .selectFrom('fileJobs as j')
      .innerJoin('uploads as u', 'u.id', 'j.uploadId')
      .select(['j.stage', 'j.checkpoint', 'j.recordsTotal', 'j.changeId', 'j.approvedAt', 'j.approvedBy', 'j.approvedByName', 'j.groupId', 'j.submittedBy', 'j.submittedByName', 'u.format', 'u.storageKey', 'u.fileNameEncrypted', 'u.id as uploadId'])
      .where('j.id', '=', lease.jobId)
      .executeTakeFirstOrThrow();
    return { ...job, format: job.format as FileFormat, fileName: services.vault.open(fileNameEncrypted, fileNamePlace(lease.tenantId, job.uploadId)) };
  });
}

/** Whether an earlier attempt has read the whole file, so that this one goes on applying. */
async function isStaged(services: Services, lease: Lease, job: Job): Promise<boolean> {
  if (!['rehearsing', 'reviewing', 'applying'].includes(job.stage)) return false;
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const { total } = await tx.selectFrom('importPacks').select((eb) => eb.fn.coalesce(eb.fn.sum<number>('recordCount'), sql<number>`0`).as('total')).where('jobId', '=', lease.jobId).executeTakeFirstOrThrow();
    return total > 0 && total === job.recordsTotal;
  });
}

/** Moves to the applying stage and gives the job the change set that all its effects belong to; an attempt that resumes keeps the earlier one. The figures of the rehearsal make room for those of the deed. */
async function startApplying(services: Services, lease: Lease, job: Job): Promise<{ changeId: string; checkpoint: number; partnerId: string | null; retro: ApplyContext['retro'] }> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    await assertLease(tx, lease);
    const now = services.clock.now();
    const row = await tx.selectFrom('fileJobs').select(['changeId', 'checkpoint', 'groupId', 'partnerId', 'retroEnds', 'rehearsedOn']).where('id', '=', lease.jobId).executeTakeFirstOrThrow();
    const changeId = row.changeId ?? uuidv7();
    if (!row.changeId) {
      await tx.deleteFrom('fileRefusals').where('jobId', '=', lease.jobId).where('isMatch', '=', true).execute();
      await sql`update file_jobs set added = 0, changed = 0, ended = 0, unchanged = 0, records_done = 0, refused = (select count(*) from file_refusals where job_id = ${lease.jobId}) where id = ${lease.jobId}`.execute(tx);
      await tx
        .insertInto('changes')
        .values({ id: changeId, kind: 'import', summary: `${FILE_FORMAT_LABEL[job.format]} file processed`, actorId: job.submittedBy, actorName: job.submittedByName, groupId: row.groupId, fileJobId: lease.jobId, madeAt: now })
        .execute();
    }
    // One range of member numbers for everybody of whom it is known that they are new, so that nobody waits for the other's numbers.
    if (!row.changeId) await sql`with wanted as (select sum(newcomers_count) as people from import_packs where job_id = ${lease.jobId}),
      taken as (update member_counters set last_number = last_number + wanted.people from wanted where wanted.people > 0 returning last_number - wanted.people as behind)
      update file_jobs set numbers_behind = behind from taken where id = ${lease.jobId}`.execute(tx);
    await tx.updateTable('fileJobs').set({ stage: 'applying', stageStartedAt: now, changeId }).where('id', '=', lease.jobId).where('attempt', '=', lease.attempt).execute();
    // Ends are moved or refused as they were when the file was approved, though the profile or the day has changed since.
    const retro = { rule: row.retroEnds as RetroEnds, today: (row.rehearsedOn as CalendarDate | null) ?? services.clock.today() };
    return { changeId, checkpoint: row.checkpoint, partnerId: row.partnerId, retro };
  });
}

async function excludedOf(tx: Tx, { jobId }: Lease): Promise<ReadonlySet<number>> {
  const rows = await tx.selectFrom('fileChanges').select('recordNo').where('jobId', '=', jobId).where('excluded', '=', true).execute();
  return new Set(rows.map(({ recordNo }) => recordNo));
}

async function applyAll(services: Services, lease: Lease, job: Job, signal: AbortSignal): Promise<void> {
  const { changeId, checkpoint, partnerId, retro } = await startApplying(services, lease, job);
  const context = await inTenant(services.db, lease.tenantId, async (tx): Promise<ApplyContext> => {
    const { rows } = await sql<{ hasLate: boolean }>`select exists (select from import_packs where job_id = ${lease.jobId} and pack_key >= ${LATE_FROM}) as has_late`.execute(tx);
    return { services, lease, today: services.clock.today(), retro, changeId, plans: await loadPlanNames(tx, partnerId), groups: new Map(), families: new FamilyLinks(lease), numbers: new FamilyNumbers(partnerId), digests: new Digests(services.vault, lease), hasLate: rows[0]?.hasLate ?? true, lastItem: 0, excluded: await excludedOf(tx, lease) };
  });
  await applyNewcomers(context, checkpoint, signal);
  const first = await inTenant(services.db, lease.tenantId, async (tx) => {
    const { rows } = await sql<{ lastItem: number }>`select coalesce((select max(item_no) from change_items where change_id = ${changeId}), 0) as last_item`.execute(tx);
    context.lastItem = rows[0]?.lastItem ?? 0;
    return readChunk(tx, context.digests, checkpoint, services.fileSteps?.chunk);
  });
  for (let chunk = first; chunk !== null; ) {
    signal.throwIfAborted();
    const now = chunk;
    chunk = await inStep(services, lease, (tx) => applyChunk(tx, context, now));
  }
}

/** What was staged has served its purpose. */
async function forgetStaged(tx: Tx, lease: Lease): Promise<void> {
  await tx.deleteFrom('importPacks').where('jobId', '=', lease.jobId).execute();
  await tx.deleteFrom('importFamilies').where('jobId', '=', lease.jobId).execute();
}

/** Items digested at once while their root is built, and by how many connections at a time. */
const ROOT_PAGE = 10_000;
const ROOT_READERS = 2;
const DIGEST_BYTES = 32;

/** One entry in the audit chain stands for every item of the file: its root changes with any of them. */
async function rootOfItems(services: Services, lease: Lease): Promise<Buffer> {
  const tree = new MerkleTree();
  const entry = sql<string>`concat_ws('|', i.item_no, i.entity_id, i.action, i.before, i.after)`;
  const last = await inTenant(services.db, lease.tenantId, async (tx) => {
    const { rows } = await sql<{ last: number }>`select coalesce((select max(item_no) from change_items where change_id = j.change_id), 0) as last from file_jobs j where id = ${lease.jobId}`.execute(tx);
    return rows[0]?.last ?? 0;
  });
  const leavesAfter = (after: number): Promise<Buffer> =>
    inTenant(services.db, lease.tenantId, async (tx) => {
      const { rows } = await sql<{ leaves: Buffer }>`select coalesce(string_agg(${leafOf(entry)}, ''::bytea order by i.item_no), '') as leaves
        from file_jobs j join change_items i on i.change_id = j.change_id where j.id = ${lease.jobId} and i.item_no > ${after} and i.item_no <= ${after + ROOT_PAGE}`.execute(tx);
      return rows[0]?.leaves ?? Buffer.alloc(0);
    });
  const pages: Promise<Buffer>[] = [];
  for (let after = 0; after < last || pages.length > 0; after += ROOT_PAGE) {
    if (after < last) pages.push(handled(leavesAfter(after)));
    if (after < last && pages.length < ROOT_READERS) continue;
    const leaves = (await pages.shift()) as Buffer;
    for (let at = 0; at < leaves.length; at += DIGEST_BYTES) tree.add(leaves.subarray(at, at + DIGEST_BYTES));
  }
  return tree.root();
}

async function finish(services: Services, lease: Lease, job: Job): Promise<void> {
  const merkleRoot = await rootOfItems(services, lease);
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    await forgetStaged(tx, lease);
    const done = await tx
      .updateTable('fileJobs')
      .set({ status: 'completed', stage: 'done', finishedAt: now, leaseOwner: null, leasedUntil: null })
      .where('id', '=', lease.jobId)
      .where('attempt', '=', lease.attempt)
      .where('status', '=', 'processing')
      .returning(['added', 'changed', 'ended', 'unchanged', 'refused'])
      .executeTakeFirst();
    if (!done) throw new LeaseLost();
    if (job.approvedBy) {
      const actor = { id: job.approvedBy, name: job.approvedByName ?? '', role: 'benefits_administrator', tenantId: lease.tenantId, assignedGroupsOnly: false } as const;
      await endDecided({ tx, actor, now, today: services.clock.today(), services, requestId: lease.jobId, note: () => {}, onRollback: () => {} }, lease.jobId);
    }
    const worked = done.added + done.changed + done.ended;
    const figures = `${worked.toLocaleString('en-US')} people written, ${done.unchanged.toLocaleString('en-US')} unchanged, ${done.refused.toLocaleString('en-US')} refused.`;
    await writeEvent(tx, lease.jobId, now, 'completed', `Completed: ${figures}`);
    await notify(tx, now, {
      severity: done.refused > 0 ? 'warning' : 'success',
      title: done.refused > 0 ? 'File Processed, Rows Refused' : 'File Processing Complete',
      body: `${FILE_FORMAT_LABEL[job.format]} file: ${figures}`,
      link: `/files/jobs/${lease.jobId}`,
      userId: job.submittedBy,
    });
    await appendAudit(tx, { at: now, actorId: job.submittedBy, actorName: job.submittedByName, action: 'files.apply', outcome: 'done', targetKind: 'file_job', targetId: lease.jobId, fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'], itemCount: worked, merkleRoot });
  });
}

/** Lets the file wait for a person; everything that was read stays, so that an approval goes on from here. */
async function hold(services: Services, lease: Lease, job: Job, stops: readonly SafetyStop[]): Promise<void> {
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
    await writeEvent(tx, lease.jobId, now, 'held', `Waits for approval, held by ${stops.length === 1 ? 'a safety stop' : `${stops.length} safety stops`}: ${stops.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}. Nothing has been posted.`);
    await notify(tx, now, { severity: 'warning', title: 'File Waiting for Approval', body: `${FILE_FORMAT_LABEL[job.format]} file: ${stops[0]?.title ?? 'it is held'}. Nothing has been posted.`, link: `/files/jobs/${lease.jobId}`, userId: job.submittedBy });
    await appendAudit(tx, { at: now, actorId: job.submittedBy, actorName: job.submittedByName, action: 'files.hold', outcome: 'done', targetKind: 'file_job', targetId: lease.jobId, reason: stops.map(({ code }) => code).join(', ') });
  });
}

const OUR_FAULT = 'This file could not be processed because of a fault on our side. Nothing of the unfinished part was written; try again, or tell support the time.';

/**
 * Ends an attempt that went wrong. A refusal is final: the same file would be refused again. A fault of ours is tried again, a little later each time, from
 * where it stopped; what was staged stays for that, also after the last try, when somebody may press Retry.
 */
async function fail(services: Services, lease: Lease, job: Job, refusal: Refusal | null): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    const { retries } = await queueSettings(tx);
    const row = await tx.selectFrom('fileJobs').select(['tries', 'changeId', 'stage']).where('id', '=', lease.jobId).where('attempt', '=', lease.attempt).where('status', '=', 'processing').forUpdate().executeTakeFirst();
    if (!row) return;
    const ours = tx.updateTable('fileJobs').set({ leaseOwner: null, leasedUntil: null }).where('id', '=', lease.jobId);
    const tries = row.tries + 1;
    if (!refusal && tries <= retries) {
      const wait = secondsBeforeRetry(tries);
      await ours.set({ status: 'queued', tries, nextTryAt: new Date(Date.parse(now) + wait * 1000).toISOString() }).execute();
      await writeEvent(tx, lease.jobId, now, 'retry_planned', `A fault on our side stopped this attempt. Try ${tries} of ${retries} follows in ${wait} seconds.`);
      return;
    }
    if (row.stage === 'undoing') return await giveUpUndo(tx, lease, now, refusal);
    const message = refusal?.message ?? OUR_FAULT;
    await ours.set({ status: 'error', errorCode: fileErrorOf(refusal), errorMessage: message, finishedAt: now, tries }).execute();
    if (refusal) await forgetStaged(tx, lease);
    if (refusal && row.changeId === null) await forgetRehearsal(tx, lease);
    await writeEvent(tx, lease.jobId, now, 'failed', refusal ? 'The file was refused as a whole; the reason stands on its page.' : tries > 1 ? `A fault on our side stopped this attempt, the last of ${tries}.` : 'A fault on our side stopped this attempt.');
    await notify(tx, now, { severity: 'error', title: 'Processing Error', body: message, link: `/files/jobs/${lease.jobId}`, userId: job.submittedBy });
    await appendAudit(tx, { at: now, actorId: job.submittedBy, actorName: job.submittedByName, action: 'files.apply', outcome: 'refused', targetKind: 'file_job', targetId: lease.jobId });
  });
}

/** Reads the file: people into staging, or, where it is an acknowledgement of what we have sent, its answers. Then the job is done. */
async function stage(services: Services, store: Pick<UploadStore, 'open'>, lease: Lease, job: Job, ahead: RehearsalAhead | null, signal: AbortSignal): Promise<'people' | 'answers'> {
  const file = await store.open(job.storageKey);
  try {
    if (job.format === 'edi834' && (await isInboundAcknowledgement(file.path))) {
      await takeAcknowledgement(services, lease, job, file.path);
      return 'answers';
    }
    await stageRecords(services, lease, { path: file.path, fileName: job.fileName, format: job.format }, ahead, signal);
    return 'people';
  } catch (error) {
    await ahead?.giveUp();
    throw error;
  } finally {
    await file.close();
  }
}

const earlierSets = (services: Services, store: Pick<UploadStore, 'open'>, lease: Lease, job: Job): Promise<SetsOfFile> =>
  job.format === 'edi834' ? setsBefore(services, store, lease, job.storageKey) : Promise.resolve(NO_SETS_BEFORE);

/** Works on a job until it is completed, held, refused, paused, or its lease is lost. A database that goes away leaves the job to be taken up again. */
async function processJob(services: Services, store: Pick<UploadStore, 'open'>, lease: Lease): Promise<void> {
  await holdLease(services, lease, async (signal) => {
    const job = await loadJob(services, lease);
    try {
      if (job.stage === 'undoing') return await undoImport(services, lease, signal);
      const isRehearsed = job.approvedAt !== null || job.stage === 'applying';
      const ahead = isRehearsed ? null : new RehearsalAhead(services, lease, signal);
      if (!(await isStaged(services, lease, job)) && (await stage(services, store, lease, job, ahead, signal)) === 'answers') return;
      if (!isRehearsed) {
        const stops = await rehearseFile(services, lease, await earlierSets(services, store, lease, job), ahead, signal);
        if (stops.length > 0) return await hold(services, lease, job, stops);
      } else if (job.stage !== 'applying') {
        // Somebody has approved what stood on its page; what has come about since is looked at by a person, too.
        const stops = await stopsSinceApproval(services, lease, await earlierSets(services, store, lease, job));
        if (stops.length > 0) return await hold(services, lease, job, stops);
      }
      await applyAll(services, lease, job, signal);
      await finish(services, lease, job);
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted || isDatabaseAway(error)) return;
      if (!(error instanceof Refusal)) services.log.error({ jobId: lease.jobId, err: error }, 'A file could not be processed');
      await fail(services, lease, job, error instanceof Refusal ? error : null);
    }
  });
}

/** Takes the next job and works on it to its end. False when there is none to take. */
export async function workOnNext(services: Services, store: Pick<UploadStore, 'open'>, tenantId: string): Promise<boolean> {
  const lease = await takeNextLease(services, tenantId);
  if (!lease) return false;
  await processJob(services, store, lease);
  return true;
}

/**
 * Works on queued files in this process and takes over what a worker that died has left. A task of the queue is only a wake-up, as is the end of a file and
 * the sweep: each lets this process take as many of the next files as there may be. On `services.stopping` the files in hand stop after their chunk.
 */
export async function startFileWork(services: Services): Promise<{ stop(): Promise<void> }> {
  const store = await openUploadStore(services.config.DATA_DIR, services.vault);
  const running = new Set<Promise<void>>();
  const start = (lease: Lease): void => {
    const work = processJob(services, store, lease)
      .catch((error: unknown) => services.log.warn({ jobId: lease.jobId, err: error }, 'A file is left for a later attempt'))
      .finally(() => {
        running.delete(work);
        void wake();
      });
    running.add(work);
  };
  const takeAll = async (): Promise<void> => {
    // What is queued while the server stops stays in its row and is found by the next start.
    while (!services.stopping.aborted) {
      const lease = await takeNextLease(services, DEFAULT_TENANT);
      if (!lease) return;
      start(lease);
    }
  };
  let taking: Promise<void> | undefined;
  let again = false;
  const wake = (): Promise<void> => {
    again = true;
    taking ??= (async () => {
      try {
        while (again) {
          again = false;
          await takeAll();
        }
      } catch {
        // The database is away; the next sweep looks again.
      } finally {
        taking = undefined;
      }
    })();
    return taking;
  };
  await services.queue.work(wake);
  const sweep = setInterval(() => void wake(), SWEEP_EVERY_MS);
  return {
    async stop() {
      clearInterval(sweep);
      await taking;
      await Promise.all(running);
    },
  };
}
