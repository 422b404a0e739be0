import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { writeEvent } from '../queue/file-events.ts';
import { type ChangesFilter, isShown } from './file-changes.queries.ts';
import { chosenOf } from './premiums/chosen-premium.ts';
import { requireGroupsTakeIt } from './held-groups.ts';
import { namedSince } from './named-since.ts';
import { endsPaidCoverage } from './paid-ends.ts';
import { isFirstOfTwo, takeFirstBack } from './second-approval.ts';

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

async function heldJob(tx: Tx, id: string): Promise<Awaited<ReturnType<typeof lockedJob>>> {
  const job = await lockedJob(tx, id);
  if (job.status !== 'held')
    throw new Refusal('state', job.status === 'completed' ? fileText('applied_already') : fileText('file_not_held'));
  return job;
}

/**
 * Other windows that show the file ask anew what is chosen and decided; and who had approved it approved something
 * else.
 */
export async function tellWatchers(work: Pick<Work, 'tx' | 'actor' | 'now'>, id: string): Promise<void> {
  await takeFirstBack(work, id);
  await sql`update file_jobs set reviews = reviews + 1 where id = ${id}`.execute(work.tx);
}

/**
 * The records that go with those that were chosen: `asked` with the dependents, in the file too, whose subscriber it
 * brings in or back, and where they are taken in with that subscriber.
 */
function withFamilies(jobId: string, isAsked: RawBuilder<unknown>, excluded: boolean): RawBuilder<unknown> {
  const here = sql`c.job_id = ${jobId} and c.action in ('added', 'reinstated')`;
  const heads = sql`select c.record_no, c.member_id from file_changes c where ${here} and c.is_subscriber and not ${excluded}::boolean and c.member_id in (
        select f.key::uuid from asked a cross join lateral jsonb_each(a.followers) f where not a.is_subscriber and a.action = 'added' and f.value = '"comes to"'
        union select m.subscriber_id from asked a join members m on m.id = a.member_id where not a.is_subscriber and a.action = 'reinstated')`;
  return sql`asked as materialized (select c.* from file_changes c where c.job_id = ${jobId} and ${isAsked} and c.action <> 'unchanged'),
      heads as materialized (select a.member_id as id from asked a where a.is_subscriber and a.action in ('added', 'reinstated')),
      chosen as materialized (select record_no, member_id from asked union ${heads}
        union select c.record_no, c.member_id from file_changes c where ${here} and not c.is_subscriber and c.followers ?| (select array_agg(id::text) from heads)
        union select c.record_no, c.member_id from file_changes c join members m on m.id = c.member_id where ${here} and not c.is_subscriber and m.subscriber_id in (select id from heads))`;
}

/**
 * Leaves records of a held file out, or takes them in again: those with these numbers, or all whom a filter shows; all
 * of them without either. What cannot be done alone goes with what it needs: dependents with a subscriber whom the file
 * brings in or back. A record that was found to do nothing because one before it did the same (a dependent who is ended
 * with the subscriber, a person who is named twice) goes with that one: alone it would do what somebody has left out.
 */
export async function chooseChanges(
  work: Work,
  input: ChangesFilter & { recordNos?: number[] | undefined; excluded: boolean },
): Promise<{ selected: number; premiumChange: number }> {
  const { tx, note } = work;
  await heldJob(tx, input.id);
  await tellWatchers(work, input.id);
  // Each set is worked out once: asked row by row, a file of a hundred thousand would take seconds for one click.
  const isAsked = input.recordNos
    ? sql`c.record_no = any (${input.recordNos}::int[])`
    : input.actions !== undefined || input.search !== undefined
      ? isShown(input)
      : undefined;
  if (isAsked)
    await sql`with ${withFamilies(input.id, isAsked, input.excluded)}
      update file_changes set excluded = ${input.excluded} where job_id = ${input.id} and (record_no in (select record_no from chosen)
        or action = 'unchanged' and member_id in (select member_id from chosen union select m.id from members m join chosen c on m.subscriber_id = c.member_id))`.execute(
      tx,
    );
  else await sql`update file_changes set excluded = ${input.excluded} where job_id = ${input.id}`.execute(tx);
  note({ targetKind: 'file_job', targetId: input.id, itemCount: input.recordNos?.length });
  const { selected, selectedPremium } = await chosenOf(work, input.id);
  return { selected, premiumChange: selectedPremium };
}

/** A test is applied only by somebody who says why it is none: this many characters at least. */
const LEAST_REASON = 10;
const TEST_WORDS = fileText('test_reason', { least: LEAST_REASON });

/** Somebody else may choose in another window: what is posted is as much as whoever approves it has seen. */
async function requireSeen(tx: Tx, id: string, seen: number): Promise<void> {
  const { selected } = await tx
    .selectFrom('fileChanges')
    .select((eb) => eb.fn.countAll<number>().as('selected'))
    .where('jobId', '=', id)
    .where('excluded', '=', false)
    .where('action', '<>', 'unchanged')
    .executeTakeFirstOrThrow();
  if (selected !== seen) throw new Refusal('state', fileText('selection_changed', { count: selected }));
}

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

/**
 * Applies what is selected of a held file. Refused for a test without a reason, and while missing people who hold it
 * are undecided.
 */
export async function approveFile(
  work: Work,
  input: { id: string; selected?: number | undefined; reason?: string | undefined },
): Promise<{ id: string; waitsForSecond: boolean }> {
  const { tx, actor, now, services, note } = work;
  const job = await heldJob(tx, input.id);
  if (input.selected !== undefined) await requireSeen(tx, input.id, input.selected);
  if (job.isTest && (input.reason ?? '').length < LEAST_REASON)
    throw new Refusal('invalid', TEST_WORDS, [{ path: 'reason', message: TEST_WORDS }]);
  await requirePaidReason(work, job.stops, input);
  if (job.stops.some(({ code }) => code === 'missing_people')) {
    const { open } = await tx
      .selectFrom('fileMissing as f')
      .select((eb) => eb.fn.count<number>('f.memberId').distinct().as('open'))
      .where('f.jobId', '=', input.id)
      .where('f.decision', 'is', null)
      .where(sql<boolean>`not ${namedSince}`)
      .executeTakeFirstOrThrow();
    if (open > 0) throw new Refusal('state', fileText('missing_undecided', { count: open }));
  }
  await requireGroupsTakeIt(tx, input.id);
  note({
    targetKind: 'file_job',
    targetId: input.id,
    reason: [job.stops.map(({ code }) => code).join(', '), input.reason].filter(Boolean).join(': '),
  });
  if (await isFirstOfTwo(work, input.id)) {
    await sql`update file_jobs set reviews = reviews + 1 where id = ${input.id}`.execute(tx);
    return { id: input.id, waitsForSecond: true };
  }
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
    .where('id', '=', input.id)
    .execute();
  await writeEvent(tx, input.id, now, 'approved', fileText('log_approved'), actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: input.id }, 'high');
  return { id: input.id, waitsForSecond: false };
}

/** Throws a held file away: nothing of it was or will be posted. */
export async function rejectFile(
  { tx, actor, now, note }: Work,
  input: { id: string; reason: string },
): Promise<{ id: string }> {
  await heldJob(tx, input.id);
  await tx.deleteFrom('importPacks').where('jobId', '=', input.id).execute();
  await tx.deleteFrom('importFamilies').where('jobId', '=', input.id).execute();
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'rejected',
      stage: 'done',
      finishedAt: now,
      errorMessage: fileText('log_rejected_by', { user: actor.name, reason: input.reason }),
    })
    .where('id', '=', input.id)
    .execute();
  await writeEvent(tx, input.id, now, 'rejected', fileText('log_rejected'), actor.name);
  note({ targetKind: 'file_job', targetId: input.id, reason: input.reason });
  return { id: input.id };
}
