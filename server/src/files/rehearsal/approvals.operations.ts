import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { withdrawRequest } from '../../approvals/approvals.operations.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { writeEvent } from '../queue/file-events.ts';
import { type ChangesFilter, isShown } from './file-changes.queries.ts';
import { chosenOf } from './premiums/chosen-premium.ts';
import { applyHeld, heldJob, requireApplicable } from './held-file.ts';
import { asksSecond, takeFirstBack } from './second-approval.ts';

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

/**
 * Approves what is selected of a held file: it is applied, or waits for a second person where so many people lose
 * coverage. Refused for a test without a reason, and while missing people who hold it are undecided.
 */
export async function approveFile(
  work: Work,
  input: { id: string; selected?: number | undefined; reason?: string | undefined },
): Promise<{ id: string; waitsForSecond: boolean }> {
  const { tx, note } = work;
  const job = await heldJob(tx, input.id);
  if (input.selected !== undefined) await requireSeen(tx, input.id, input.selected);
  await requireApplicable(work, job, input.reason);
  note({
    targetKind: 'file_job',
    targetId: input.id,
    reason: [job.stops.map(({ code }) => code).join(', '), input.reason].filter(Boolean).join(': '),
  });
  if (await asksSecond(work, input.id, input.reason)) return { id: input.id, waitsForSecond: true };
  await applyHeld(work, input.id);
  return { id: input.id, waitsForSecond: false };
}

/** Throws a held file away: nothing of it was or will be posted. */
export async function rejectFile(
  { tx, actor, now, note }: Work,
  input: { id: string; reason: string },
): Promise<{ id: string }> {
  await heldJob(tx, input.id);
  await withdrawRequest({ tx }, 'enrollment_file', input.id, 'The file was rejected.');
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
