import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../../command.ts';
import { withdrawRequest } from '../../../approvals/approvals.operations.ts';
import { tellWatchers } from '../approvals.operations.ts';
import { endsOf } from '../file-approval.ts';
import { lockedJob } from '../held-file.ts';
import { noteWaiting, postEnds, requireNotUndone } from './post-ends.ts';
import { pricingOf } from '../../../coverage/rating-ages.ts';
import { priceMissingDependents } from './missing-premiums.ts';
import { namedSince } from '../named-since.ts';
import { askSecondForEnds, endsWaiting, wantsSecondForEnds } from '../second-approval.ts';

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
    if (waiting.by === null) return { ended: 0, waitsForSecond: false };
    if (waiting.people === 0) {
      await noteWaiting(work.tx, jobId, null);
      await withdrawRequest(work, 'enrollment_file', endsOf(jobId), 'Nobody is left to terminate.');
    } else {
      // What was asked about has changed: the rest waits as of now.
      await noteWaiting(work.tx, jobId, work);
      await askSecondForEnds(work, jobId, waiting.people);
    }
    return { ended: 0, waitsForSecond: false };
  }
  if (waiting.people > 0 && (await wantsSecondForEnds(work.tx, jobId))) {
    await noteWaiting(work.tx, jobId, work);
    await askSecondForEnds(work, jobId, waiting.people);
    return { ended: 0, waitsForSecond: true };
  }
  return { ended: await postEnds(work, jobId), waitsForSecond: false };
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
