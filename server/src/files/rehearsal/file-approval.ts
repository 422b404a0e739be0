import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { FILE_FORMAT_LABEL, type FileFormat } from '@openbenefits/domain/files/file-format';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { Refusal } from '@openbenefits/domain/refusal';
import { counted } from '@openbenefits/domain/counted';
import { sql } from 'kysely';
import { approvalInJob } from '../../approvals/approval-in-job.ts';
import type { ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import type { Lease } from '../queue/file-lease.ts';
import { applyHeld, heldJob, lockedJob, requireApplicable } from './held-file.ts';
import { losingOf } from './losing-coverage.ts';
import { postEnds, requireNotUndone } from './missing/post-ends.ts';

const ENDS = ':ends';
/** The subject of the ends that were decided after a file was applied. */
export const endsOf = (jobId: string): string => `${jobId}${ENDS}`;

type Sums = {
  groupId: string | null;
  format: FileFormat;
  uploadedBy: string;
  chosen: number;
  chosenDigest: string;
  ends: number;
  endsDigest: string;
};

/** What is chosen of a file, with what it does, and which missing people are decided to have left, each as a digest. */
async function contentOf(tx: Tx, jobId: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select j.group_id, u.format, u.uploaded_by, c.count as chosen, c.digest as chosen_digest, f.count as ends, f.digest as ends_digest
    from file_jobs j join uploads u on u.id = j.upload_id
      cross join lateral (
        select count(*)::integer, encode(sha256(convert_to(coalesce(string_agg(
          jsonb_build_array(x.record_no, x.member_id, x.action, x.what, x.effective_date, x.differences, x.ends, x.followers)::text, E'\n' order by x.record_no), ''), 'UTF8')), 'hex') as digest
        from file_changes x where x.job_id = j.id and not x.excluded and x.action <> 'unchanged') c
      cross join lateral (
        select count(distinct x.member_id)::integer as count, encode(sha256(convert_to(coalesce(string_agg(
          jsonb_build_array(x.member_id, x.line, x.proposed_last_day)::text, E'\n' order by x.member_id, x.line), ''), 'UTF8')), 'hex') as digest
        from file_missing x where x.job_id = j.id and x.decision = 'end' and x.change_id is null) f
    where j.id = ${jobId}`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Refusal('not_found', fileText('file_not_found'));
  return sums;
}

async function describe({ tx }: Work, id: string): Promise<Described> {
  const isOfEnds = id.endsWith(ENDS);
  const jobId = isOfEnds ? id.slice(0, -ENDS.length) : id;
  await lockedJob(tx, jobId);
  const { groupId, format, uploadedBy, chosen, chosenDigest, ends, endsDigest } = await contentOf(tx, jobId);
  const group =
    groupId === null
      ? undefined
      : await tx.selectFrom('groups').select('companyName').where('id', '=', groupId).executeTakeFirst();
  const losing = isOfEnds ? ends : await losingOf(tx, jobId);
  const file = `${FILE_FORMAT_LABEL[format]} file${group ? ` of ${group.companyName}` : ''}`;
  return {
    groupId,
    title: isOfEnds ? `Terminations of missing members, ${file}` : file,
    link: isOfEnds ? `/files/jobs/${jobId}?show=missing` : `/files/jobs/${jobId}`,
    cents: null,
    // Who uploaded it may be the first of the two, by asking, but not the second. Who chose or decided a part may be either:
    // each of the two approves all of it.
    authors: [uploadedBy],
    content: isOfEnds ? { jobId, endsDigest } : { jobId, chosenDigest, endsDigest },
    facts: [
      ...(isOfEnds ? [] : [{ label: 'Selected changes', value: String(chosen) }]),
      { label: 'Missing members to terminate', value: String(ends) },
      { label: 'People who lose coverage', value: String(losing) },
    ],
    always: `${counted(losing, 'person loses', 'people lose')} coverage, so a second person approves this.`,
  };
}

const NOBODY = { firstApprovedBy: null, firstApprovedByName: null, firstApprovedAt: null };
type First = { by: string; name: string; at: string; reason: string };

/** Who asked for what was just approved. */
async function firstOf(tx: Tx, id: string): Promise<First | undefined> {
  const { rows } = await sql<First>`
    select requested_by as by, requested_by_name as name, requested_at as at, reason from approvals
    where subject_kind = 'enrollment_file' and subject_id = ${id} and status = 'approved' order by requested_at desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0];
}

async function carryOut(work: Work, id: string, reason: string): Promise<void> {
  if (id.endsWith(ENDS)) {
    const jobId = id.slice(0, -ENDS.length);
    await requireNotUndone(work.tx, await lockedJob(work.tx, jobId));
    await postEnds(work, jobId);
    return;
  }
  const job = await heldJob(work.tx, id);
  const first = await firstOf(work.tx, id);
  await requireApplicable(work, job, reason.length > (first?.reason.length ?? 0) ? reason : first?.reason);
  await work.tx
    .updateTable('fileJobs')
    .set({
      firstApprovedBy: first?.by ?? null,
      firstApprovedByName: first?.name ?? null,
      firstApprovedAt: first?.at ?? null,
    })
    .where('id', '=', id)
    .execute();
  await applyHeld(work, id);
}

/**
 * What stands against applying a file that two persons have approved: it is not what they approved any more, or one of
 * them was disabled. It is held as before, with the same stops, and approved anew; otherwise none are returned.
 */
export async function stopsOfVoidApproval(services: Services, { tenantId, jobId }: Lease): Promise<SafetyStop[]> {
  const isDue = async (tx: Tx) => {
    const job = await tx.selectFrom('fileJobs').select('firstApprovedBy').where('id', '=', jobId).executeTakeFirst();
    return job !== undefined && job.firstApprovedBy !== null;
  };
  const approved = await approvalInJob(services, tenantId, { subject: ENROLLMENT_FILE, id: jobId, isDue });
  if (!(approved instanceof Refusal)) return [];
  return inTenant(services.db, tenantId, async (tx) => {
    const { stops } = await tx
      .updateTable('fileJobs')
      .set({ ...NOBODY, approvedBy: null, approvedByName: null, approvedAt: null })
      .where('id', '=', jobId)
      .returning('stops')
      .executeTakeFirstOrThrow();
    return stops as unknown as SafetyStop[];
  });
}

/** Files by which many lose coverage, and ends of missing people that are decided afterwards: two persons approve them. */
export const ENROLLMENT_FILE: ApprovalSubject = {
  kind: 'enrollment_file',
  describe,
  carryOut,
  // The file is held as before, and ends stay decided; both are chosen, decided or asked for again.
  giveUp: async ({ tx }, id) => {
    await sql`update file_jobs set reviews = reviews + 1 where id = ${id.replace(ENDS, '')}`.execute(tx);
  },
};
