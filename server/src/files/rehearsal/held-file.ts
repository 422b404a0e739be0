import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { writeEvent } from '../queue/file-events.ts';
import { requireGroupsTakeIt } from './held-groups.ts';
import { namedSince } from './named-since.ts';
import { endsPaidCoverage } from './paid-ends.ts';

/** The job's row, locked: two who decide at the same moment come one after the other. */
export async function lockedJob(tx: Tx, id: string) {
  const job = await tx
    .selectFrom('fileJobs')
    .select(['id', 'status', 'stops', 'isTest', 'changeId', 'missingTotal'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  return { ...job, stops: job.stops as unknown as SafetyStop[] };
}

/** The job's row, locked, of a file that is held. */
export async function heldJob(tx: Tx, id: string): Promise<Awaited<ReturnType<typeof lockedJob>>> {
  const job = await lockedJob(tx, id);
  if (job.status !== 'held')
    throw new Refusal('state', job.status === 'completed' ? fileText('applied_already') : fileText('file_not_held'));
  return job;
}

/** A test is applied only by somebody who says why it is none: this many characters at least. */
const LEAST_REASON = 10;
const TEST_WORDS = fileText('test_reason', { least: LEAST_REASON });

/** Coverage that was paid for ends in the past only for a documented reason (45 CFR 147.128). */
async function requirePaidReason(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  stops: readonly { code: string }[],
  { id, reason = '' }: { id: string; reason?: string | undefined },
): Promise<void> {
  if (reason.length >= LEAST_REASON || !stops.some(({ code }) => code === 'paid_coverage')) return;
  if (!(await endsPaidCoverage(tx, id, today))) return;
  const message = fileText('paid_reason', { least: LEAST_REASON });
  throw new Refusal('invalid', message, [{ path: 'reason', message }]);
}

/** Refuses a test without a reason, and a file while missing people who hold it are undecided or a group takes none. */
export async function requireApplicable(
  work: Work,
  { id, isTest, stops }: Awaited<ReturnType<typeof lockedJob>>,
  reason = '',
): Promise<void> {
  const { tx } = work;
  if (isTest && reason.length < LEAST_REASON)
    throw new Refusal('invalid', TEST_WORDS, [{ path: 'reason', message: TEST_WORDS }]);
  await requirePaidReason(work, stops, { id, reason });
  if (stops.some(({ code }) => code === 'missing_people')) {
    const { open } = await tx
      .selectFrom('fileMissing as f')
      .select((eb) => eb.fn.count<number>('f.memberId').distinct().as('open'))
      .where('f.jobId', '=', id)
      .where('f.decision', 'is', null)
      .where(sql<boolean>`not ${namedSince}`)
      .executeTakeFirstOrThrow();
    if (open > 0) throw new Refusal('state', fileText('missing_undecided', { count: open }));
  }
  await requireGroupsTakeIt(tx, id);
}

/** Has the worker apply a held file, once that is decided. */
export async function applyHeld({ tx, actor, now, services }: Work, id: string): Promise<void> {
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'queued',
      approvedBy: actor.id,
      approvedByName: actor.name,
      approvedAt: now,
      leaseOwner: null,
      leasedUntil: null,
      tries: 0,
    })
    .where('id', '=', id)
    .execute();
  await writeEvent(tx, id, now, 'approved', fileText('log_approved'), actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'high');
}
