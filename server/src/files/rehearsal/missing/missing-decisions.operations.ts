import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { isUndoneWhole } from '../../../undone-changes.ts';
import type { Work } from '../../../command.ts';
import type { Tx } from '../../../db/connect.ts';
import { writeEvent } from '../../queue/file-events.ts';
import { lockedJob, tellWatchers } from '../approvals.operations.ts';
import { endDecided } from './end-missing.ts';
import { pricingOf } from '../../../coverage/rating-ages.ts';
import { priceMissingDependents } from './missing-premiums.ts';
import { namedSince } from '../named-since.ts';
import { askSecondForEnds, endsWaiting, wantsSecondForEnds } from '../second-approval.ts';

async function requireNotUndone(
  tx: Tx,
  { status, changeId }: { status: string; changeId: string | null },
): Promise<void> {
  if (status !== 'completed' || changeId === null) return;
  const { rows } = await sql<{ undone: boolean }>`select ${isUndoneWhole(sql`${changeId}::uuid`)} as undone`.execute(
    tx,
  );
  if (rows[0]?.undone) throw new Refusal('state', fileText('missing_undone'));
}

/**
 * Of a file that is applied already: posts what was decided, or lets it wait for a second person. Of ends that wait,
 * what somebody keeps is taken out; the rest waits on.
 */
async function endOrWait(
  work: Work,
  jobId: string,
  decision: 'end' | 'keep',
): Promise<{ ended: number; waitsForSecond: boolean }> {
  const waiting = await endsWaiting(work.tx, jobId);
  if (decision === 'keep') {
    if (waiting.by !== null && waiting.people === 0) await noteWaiting(work.tx, jobId, null);
    return { ended: 0, waitsForSecond: false };
  }
  if (waiting.people > 0 && (await wantsSecondForEnds(work.tx, jobId))) {
    await noteWaiting(work.tx, jobId, work);
    if (waiting.by === null) await askSecondForEnds(work, jobId, waiting.people);
    return { ended: 0, waitsForSecond: true };
  }
  return { ended: await post(work, jobId), waitsForSecond: false };
}

/** Who has decided last of ends that wait; null where none do any more. */
async function noteWaiting(tx: Tx, jobId: string, by: Pick<Work, 'actor' | 'now'> | null): Promise<void> {
  await tx
    .updateTable('fileJobs')
    .set({
      endsApprovedBy: by?.actor.id ?? null,
      endsApprovedByName: by?.actor.name ?? null,
      endsApprovedAt: by?.now ?? null,
    })
    .where('id', '=', jobId)
    .execute();
}

async function post(work: Work, jobId: string): Promise<number> {
  await noteWaiting(work.tx, jobId, null);
  return endDecided(work, jobId);
}

/**
 * The second approval of ends that were decided after their file was applied: they are posted. Refused for whoever has
 * decided them.
 */
export async function approveEnds(
  work: Work,
  input: { id: string; people?: number | undefined },
): Promise<{ id: string; ended: number }> {
  const { tx, actor, now, note } = work;
  const job = await lockedJob(tx, input.id);
  const waiting = await endsWaiting(tx, input.id);
  if (waiting.by === null || waiting.people === 0) throw new Refusal('state', fileText('no_terminations_waiting'));
  await requireNotUndone(tx, job);
  if (input.people !== undefined && input.people !== waiting.people)
    throw new Refusal('state', fileText('terminations_changed'));
  if (waiting.by === actor.id && (await wantsSecondForEnds(tx, input.id)))
    throw new Refusal('state', fileText('terminations_own'));
  await tellWatchers(work, input.id);
  const ended = await post(work, input.id);
  await writeEvent(tx, input.id, now, 'ends_approved', fileText('log_terminations_approved'), actor.name);
  note({ targetKind: 'file_job', targetId: input.id, itemCount: ended, fields: ['coverage'] });
  return { id: input.id, ended };
}

/**
 * Says of missing people that they left ('end') or that the sender left them out ('keep'); of all undecided ones
 * without `memberIds`, of one line of theirs with `line`. Dependents leave with their subscriber. For a file that is
 * applied already the ends are posted at once, or when a second person has approved them, else together with it; what
 * was ended is not decided again.
 */
export async function decideMissing(
  work: Work,
  input: { id: string; memberIds?: string[] | undefined; line?: CoverageLine | undefined; decision: 'end' | 'keep' },
): Promise<{ decided: number; ended: number; waitsForSecond: boolean }> {
  const { tx, actor, note } = work;
  const job = await lockedJob(tx, input.id);
  if (job.status !== 'held' && job.status !== 'completed') throw new Refusal('state', fileText('missing_not_now'));
  await requireNotUndone(tx, job);
  await tellWatchers(work, input.id);
  const theirs = sql`(f.member_id = any (${input.memberIds ?? []}::uuid[]) or ${input.decision} = 'end'
    and exists (select from file_missing h where h.job_id = f.job_id and h.member_id = f.subscriber_id and h.member_id = any (${input.memberIds ?? []}::uuid[]) and (h.line is null or h.line is not distinct from f.line)))`;
  const { numAffectedRows } =
    await sql`update file_missing f set decision = ${input.decision}, decided_by_name = ${actor.name} where f.job_id = ${input.id} and f.change_id is null and not ${namedSince}
    and ${input.memberIds ? theirs : sql`f.decision is null`} and ${input.line ? sql`f.line = ${input.line}` : sql`true`}`.execute(
      tx,
    );
  if (input.memberIds && numAffectedRows === 0n) {
    const { rows } =
      await sql`select from file_missing f where f.job_id = ${input.id} and f.member_id = any (${input.memberIds}::uuid[]) and f.change_id is null and ${namedSince} limit 1`.execute(
        tx,
      );
    if (rows.length > 0) throw new Refusal('state', fileText('missing_listed_again'));
  }
  await priceMissingDependents(pricingOf(work), input.id);
  note({ targetKind: 'file_job', targetId: input.id, itemCount: Number(numAffectedRows ?? 0n), fields: ['coverage'] });
  const decided = Number(numAffectedRows ?? 0n);
  if (job.status === 'held') return { decided, ended: 0, waitsForSecond: false };
  return { decided, ...(await endOrWait(work, input.id, input.decision)) };
}
