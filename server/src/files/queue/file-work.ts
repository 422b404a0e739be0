import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { inTenant, isDatabaseAway } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { isInboundAcknowledgement, takeAcknowledgement } from '../acknowledgements/inbound-acknowledgements.ts';
import { applyFile } from '../applying/apply-file.ts';
import { stopsOfVoidApproval } from '../rehearsal/file-approval.ts';
import { GroupClosed } from '../rehearsal/held-groups.ts';
import { rehearseFile } from '../rehearsal/rehearsal.ts';
import { RehearsalAhead } from '../rehearsal/rehearse-ahead.ts';
import { NO_SETS_BEFORE, setsBefore, type SetsOfFile } from '../rehearsal/sets-before.ts';
import { stopsSinceApproval } from '../rehearsal/surroundings.ts';
import { LAST_FROM } from '../staging/staged-packs.ts';
import { stageRecords } from '../staging/stage-records.ts';
import { processUndo } from '../undo/queued-undo.ts';
import { undoImport } from '../undo/undo-import.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import { StorageFault } from '../../storage/storage-fault.ts';
import { failFile, finishFile, holdFile, stopFile } from './file-ends.ts';
import { type FileJob, loadFileJob } from './file-job.ts';
import { isLarge, sparingly } from './large-files.ts';
import { holdLease, type Lease, LeaseLost, takeNext, type UndoLease } from './file-lease.ts';

/** Whether an earlier attempt has read the whole file, so that this one goes on applying. */
async function isStaged(services: Services, lease: Lease, job: FileJob): Promise<boolean> {
  if (!['rehearsing', 'reviewing', 'applying'].includes(job.stage)) return false;
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const { total } = await tx
      .selectFrom('importPacks')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('recordCount'), sql<number>`0`).as('total'))
      .where('jobId', '=', lease.jobId)
      .where('packKey', '<', LAST_FROM)
      .executeTakeFirstOrThrow();
    return total > 0 && total === job.recordsTotal;
  });
}

/**
 * Reads the file: people into staging, or, where it is an acknowledgement of what we have sent, its answers. Then the
 * job is done.
 */
async function stage(
  services: Services,
  store: Pick<FileStorage, 'open'>,
  lease: Lease,
  job: FileJob,
  ahead: RehearsalAhead | null,
  begin: () => void,
  signal: AbortSignal,
): Promise<'people' | 'answers'> {
  const file = await store.open(job.storageKey);
  try {
    if (job.format === 'edi834' && (await isInboundAcknowledgement(file.path))) {
      await takeAcknowledgement(services, lease, job, file.path);
      return 'answers';
    }
    await stageRecords(
      services,
      lease,
      { path: file.path, fileName: job.fileName, format: job.format, onStored: begin },
      ahead,
      signal,
    );
    return 'people';
  } finally {
    await file.close();
  }
}

const earlierSets = (
  services: Services,
  store: Pick<FileStorage, 'open'>,
  lease: Lease,
  job: FileJob,
): Promise<SetsOfFile> =>
  job.format === 'edi834' ? setsBefore(services, store, lease, job.storageKey) : Promise.resolve(NO_SETS_BEFORE);

/**
 * Reads and rehearses what an earlier attempt has not, and looks at what stands against posting it. `answers`: the file
 * is an acknowledgement, and done.
 */
async function stopsOf(
  services: Services,
  store: Pick<FileStorage, 'open'>,
  lease: Lease,
  job: FileJob,
  begin: () => void,
  signal: AbortSignal,
): Promise<readonly SafetyStop[] | 'answers'> {
  const isRehearsed = job.approvedAt !== null || job.stage === 'applying';
  // A large file is read first and rehearsed then: both at once take the memory of both.
  const ahead = isRehearsed || isLarge(job) ? null : new RehearsalAhead(services, lease, signal);
  try {
    if (
      !(await isStaged(services, lease, job)) &&
      (await stage(services, store, lease, job, ahead, begin, signal)) === 'answers'
    )
      return 'answers';
    begin();
    if (!isRehearsed)
      return await rehearseFile(services, lease, await earlierSets(services, store, lease, job), ahead, signal);
    // Somebody has approved what stood on its page; what has come about since is looked at by a person, too.
    if (job.stage === 'applying') return [];
    const ofApproval = await stopsOfVoidApproval(services, lease);
    if (ofApproval.length > 0) return ofApproval;
    return await stopsSinceApproval(services, lease, await earlierSets(services, store, lease, job));
  } finally {
    // Whichever way it ends: a transaction left running would stand in the way of whoever takes the file up again.
    await ahead?.giveUp();
  }
}

/**
 * Does what is left of a job, from wherever an earlier attempt has come to. `begin` is called once people of it are at
 * hand.
 */
async function workThrough(
  services: Services,
  store: Pick<FileStorage, 'open'>,
  lease: Lease,
  job: FileJob,
  begin: () => void,
  signal: AbortSignal,
): Promise<void> {
  if (job.stage === 'undoing') {
    begin();
    return undoImport(services, lease, signal);
  }
  const stops = await stopsOf(services, store, lease, job, begin, signal);
  if (stops === 'answers') return;
  if (stops.length > 0) return holdFile(services, lease, job, stops);
  await finishFile(services, lease, job, await applyFile(services, lease, job, signal));
}

/**
 * Works on a job until it is completed, held, stopped, refused, paused, or its lease is lost. A database that goes away
 * leaves the job to be taken up again.
 */
async function processJob(services: Services, store: Pick<FileStorage, 'open'>, lease: Lease): Promise<void> {
  await holdLease(services, lease, async (signal) => {
    const job = await loadFileJob(services, lease);
    try {
      await sparingly(job, (begin) => workThrough(services, store, lease, job, begin, signal));
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted || isDatabaseAway(error)) return;
      if (error instanceof GroupClosed) return await stopFile(services, lease, job, error);
      if (!(error instanceof Refusal))
        services.log.error({ jobId: lease.jobId, err: error }, 'A file could not be processed');
      await failFile(
        services,
        lease,
        job,
        error instanceof Refusal ? error : null,
        error instanceof StorageFault ? error.message : undefined,
      );
    }
  });
}

export type Work = Lease | UndoLease;

export const workOn = (services: Services, store: Pick<FileStorage, 'open'>, work: Work): Promise<void> =>
  'undoId' in work ? processUndo(services, work) : processJob(services, store, work);

/** Takes what is next and works on it to its end. False when there is nothing to take. */
export async function workOnNext(
  services: Services,
  store: Pick<FileStorage, 'open'>,
  tenantId: string,
): Promise<boolean> {
  const work = await takeNext(services, tenantId);
  if (!work) return false;
  await workOn(services, store, work);
  return true;
}
