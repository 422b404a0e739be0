import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import type { FileJob } from '@openbenefits/contract/files';
import type { JobStatus } from '@openbenefits/domain/files/job-status';
import { type RawBuilder, sql } from 'kysely';
import { hasChanged, type UndonePart, undonePart } from '../undone-changes.ts';
import { waitingApprovalOf } from '../approvals/approvals.queries.ts';
import type { Tx } from '../db/connect.ts';
import { mendsWaiting } from './refused/mends-taken.ts';
import { worthResending } from './refused/worth-resending.ts';
import { endsToPost, losingCoverage } from './rehearsal/losing-coverage.ts';

type Given = { by: string; at: string; id: string; approval: { id: string; digest: string } | null };
type HeldPart = { held: FileJob['held']; secondApproval: { losing: number; first: Given | null } | null };
type PostedPart = {
  posted: boolean;
  undone: { at: string; by: string; part: UndonePart } | null;
  undoProblem: FileJob['undoProblem'];
};
type EndsPart = { endsWaiting: ({ people: number } & Given) | null };
type RefusedPart = { worthResending: boolean; resentAs: string | null };

/** What only some files have beside their numbers, and much of which is counted anew each time. */
export type FileJobParts = HeldPart &
  PostedPart &
  EndsPart &
  RefusedPart & { missingEnded: number; leftOut: number; pausedBy: string | null };

const NO_PARTS: FileJobParts = {
  held: null,
  secondApproval: null,
  posted: false,
  undone: null,
  undoProblem: null,
  endsWaiting: null,
  worthResending: false,
  resentAs: null,
  missingEnded: 0,
  leftOut: 0,
  pausedBy: null,
};

/**
 * Since when a file waits and what has happened since; and whether two persons approve it, and who has been the first.
 */
const HELD = sql`
  jsonb_build_object('at', j.stage_started_at, 'changesSince', (select count(*) from changes c where c.group_id = j.group_id and c.made_at > j.stage_started_at and ${hasChanged}),
    'profileChanged', exists (select from trading_partners t where t.id = j.partner_id and t.updated_by_name is not null and t.updated_at > j.stage_started_at)
      or exists (select from trading_partner_codes k where k.partner_id = j.partner_id and k.mapped_at > j.stage_started_at)
      or exists (select from trading_partner_columns k where k.partner_id = j.partner_id and k.mapped_at > j.stage_started_at),
    'mended', (select (${mendsWaiting}) from uploads u where u.id = j.upload_id)) as held,
  (select jsonb_build_object('losing', l.losing, 'first', (select jsonb_build_object('by', w.requested_by_name, 'at', w.requested_at, 'id', w.requested_by, 'approval', jsonb_build_object('id', w.id, 'digest', w.digest)) from approvals w where w.subject_kind = 'enrollment_file' and w.subject_id = j.id::text and w.status = 'waiting'))
    from queue_settings q cross join lateral (select ${losingCoverage(sql.ref('j.id'))} as losing) l where q.second_approval_from is not null and l.losing >= q.second_approval_from) as second_approval`;

const POSTED = sql`
  has_posted(j.id) as posted,
  (select jsonb_build_object('at', c.made_at, 'by', c.actor_name, 'part', ${undonePart(sql.ref('j.change_id'))}) from changes c where c.undoes = j.change_id order by c.made_at desc limit 1) as undone,
  (select jsonb_build_object('at', o.ended_at, 'by', o.asked_by_name, 'text', o.problem) from (select * from file_undos where job_id = j.id order by asked_at desc, id desc limit 1) o
    where o.problem is not null and not exists (select from changes c where c.undoes = j.change_id and c.made_at > o.ended_at)) as undo_problem`;

const ENDS = sql`jsonb_build_object('people', (${endsToPost}), 'by', j.ends_approved_by_name, 'at', j.ends_approved_at, 'id', j.ends_approved_by, 'approval', ${waitingApprovalOf('enrollment_file', sql`(j.id || ':ends')`)}) as ends_waiting`;

const REFUSED = sql`${worthResending} as worth_resending, (select r.id from file_jobs r where r.resent_from = j.id) as resent_as`;

const MISSING = sql`(select count(distinct f.member_id) from file_missing f where f.job_id = j.id and f.change_id is not null) as missing_ended`;

const LEFT_OUT = sql`(select count(*) from file_changes c where c.job_id = j.id and c.excluded and c.action <> 'unchanged') as left_out`;

const PAUSED = sql`(select e.actor_name from file_job_events e where e.job_id = j.id and e.event = 'paused' and j.error_message is null order by e.no desc limit 1) as paused_by`;

type Job = {
  id: string;
  status: JobStatus;
  stops: readonly SafetyStop[];
  changeId: string | null;
  endsApprovedBy: string | null;
  missing: number;
  refused: number;
  reviews: number;
};

/**
 * Which files have a part, and how it is read of a job `j`. A file that is worked on is read at each of its steps for
 * everybody who watches it, and has none.
 */
const PARTS: readonly { has: (job: Job) => boolean; select: RawBuilder<unknown> }[] = [
  { has: ({ status }) => status === 'held', select: HELD },
  { has: ({ changeId }) => changeId !== null, select: POSTED },
  { has: ({ endsApprovedBy }) => endsApprovedBy !== null, select: ENDS },
  { has: ({ refused, status }) => refused > 0 || status === 'removed', select: REFUSED },
  { has: ({ missing }) => missing > 0, select: MISSING },
  { has: ({ status }) => status === 'paused', select: PAUSED },
  {
    has: ({ status, reviews, stops }) =>
      status === 'completed' && (reviews > 0 || stops.some(({ code }) => code === 'sets_processed')),
    select: LEFT_OUT,
  },
];

/**
 * Files with the parts that they have, in the same transaction: each kind of part by one statement for all that have
 * it.
 */
export async function withParts<J extends Job>(tx: Tx, jobs: readonly J[]): Promise<(J & FileJobParts)[]> {
  const parts = new Map(jobs.map(({ id }) => [id, { ...NO_PARTS }]));
  for (const { has, select } of PARTS) {
    const ids = jobs.filter(has).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { rows } = await sql<
      { id: string } & Partial<FileJobParts>
    >`select j.id, ${select} from file_jobs j where j.id = any (${ids}::uuid[])`.execute(tx);
    for (const { id, ...part } of rows) Object.assign(parts.get(id) ?? {}, part);
  }
  return jobs.map((job) => ({ ...job, ...(parts.get(job.id) ?? NO_PARTS) }));
}
