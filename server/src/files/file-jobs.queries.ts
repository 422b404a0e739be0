import { fileMessage, fileText, messageOf } from '@openbenefits/domain/files/messages/file-message';
import { holdOf, type SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { shownMessage } from './shown-message.ts';
import type { FileJob } from '@openbenefits/contract/files';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { COMPLETED_DAYS, type JobPriority } from '@openbenefits/domain/files/file-queue';
import type { JobStage, JobStatus } from '@openbenefits/domain/files/job-status';
import type { Cents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../policy/actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Work } from '../command.ts';
import type { Vault } from '../vault.ts';
import { type FileJobParts, withParts } from './file-job-parts.queries.ts';
import { premiumOfPart } from './rehearsal/premiums/posted-premiums.ts';

type JobRow = FileJobParts & {
  id: string;
  uploadId: string;
  fileName: string;
  format: FileFormat;
  sizeBytes: number;
  originalRemovedAt: string | null;
  originalRemovedBy: string | null;
  controlNumber: string | null;
  isTest: boolean;
  columns: FileJob['columns'];
  groupId: string | null;
  groupName: string | null;
  groupCim: string | null;
  partnerId: string | null;
  partnerName: string | null;
  partnerIsOfGroup: boolean;
  partnerHoldsPart: boolean;
  status: JobStatus;
  stage: JobStage;
  priority: JobPriority;
  tries: number;
  nextTryAt: string | null;
  errorCode: FileJob['errorCode'];
  errorMessage: string | null;
  stops: readonly SafetyStop[];
  mode: FileJob['mode'];
  bytesRead: number;
  recordsTotal: number;
  recordsRead: number;
  recordsDone: number;
  added: number;
  changed: number;
  ended: number;
  unchanged: number;
  refused: number;
  people: FileJob['people'];
  remarks: { text: string; count: number }[];
  missing: number;
  premiumDay: CalendarDate | null;
  premiumBefore: Cents | null;
  premiumChange: Cents | null;
  reviews: number;
  changeId: string | null;
  /** It has begun to be posted and was not finished. */
  isBeingPosted: boolean;
  undoing: FileJob['undoing'];
  approvedBy: string | null;
  firstApprovedBy: string | null;
  endsApprovedBy: string | null;
  removedBy: string | null;
  submittedBy: string;
  resentFrom: string | null;
  submittedAt: string;
  startedAt: string | null;
  stageStartedAt: string | null;
  /** How many records were done then: an import that was paused goes on with what it had. */
  stageStartedDone: number;
  finishedAt: string | null;
};

/** Reading is a fifth of the work of an import, rehearsing another, applying the rest; so the bar moves evenly. */
const READING_SHARE = 20;
const REHEARSING_SHARE = 20;
const APPLYING_FROM = READING_SHARE + REHEARSING_SHARE;

function progressOf(row: JobRow): number {
  if (row.status === 'completed') return 100;
  if (row.undoing)
    return row.undoing.total === 0 ? 0 : Math.min(99, Math.floor((row.undoing.done / row.undoing.total) * 100));
  if (row.stage === 'reading')
    return row.sizeBytes === 0
      ? 0
      : Math.min(READING_SHARE, Math.floor((row.bytesRead / row.sizeBytes) * READING_SHARE));
  if (row.stage === 'applying' || row.stage === 'done')
    return row.recordsTotal === 0
      ? 100
      : Math.min(99, APPLYING_FROM + Math.floor((row.recordsDone / row.recordsTotal) * (100 - APPLYING_FROM)));
  if (row.stage === 'rehearsing')
    return row.recordsTotal === 0
      ? READING_SHARE
      : READING_SHARE + Math.floor((row.recordsDone / row.recordsTotal) * REHEARSING_SHARE);
  return row.stage === 'reviewing' ? APPLYING_FROM : 0;
}

function speedOf(row: JobRow, now: string): { rowsPerSecond: number | null; secondsLeft: number | null } {
  if (row.status !== 'processing' || !row.stageStartedAt) return { rowsPerSecond: null, secondsLeft: null };
  const seconds = (new Date(now).getTime() - new Date(row.stageStartedAt).getTime()) / 1000;
  const done = row.undoing ? row.undoing.done : row.stage === 'reading' ? row.recordsRead : row.recordsDone;
  const total = row.undoing ? row.undoing.total : row.recordsTotal;
  const worked = row.stage === 'applying' ? done - row.stageStartedDone : done;
  if (seconds < 0.5 || worked === 0) return { rowsPerSecond: null, secondsLeft: null };
  const rowsPerSecond = Math.round(worked / seconds);
  const left = row.stage !== 'reading' && rowsPerSecond > 0 ? Math.ceil((total - done) / rowsPerSecond) : null;
  return { rowsPerSecond, secondsLeft: left };
}

export const fileNamePlace = (tenant: string, uploadId: string) => ({
  table: 'uploads',
  column: 'file_name',
  row: uploadId,
  tenant,
});

/** A user who may not see the employer that a file names besides the chosen one is not told its name. */
const withoutOthers = (stops: readonly SafetyStop[], group: string | null): SafetyStop[] =>
  stops.map((stop) =>
    stop.code === 'other_group'
      ? holdOf(stop.code, fileMessage('other_group_title'), [
          fileMessage('other_group_text', { group: group ?? 'this group' }),
        ])
      : stop,
  );

const shownStop = ({ wording, ...stop }: SafetyStop): FileJob['stops'][number] => ({
  ...stop,
  messages: {
    title: shownMessage({ ...wording?.title, text: stop.title }),
    text: wording ? wording.text.map((one) => shownMessage(messageOf(one))) : [shownMessage({ text: stop.text })],
  },
});

function toFileJob(
  row: JobRow,
  vault: Vault,
  actor: Pick<Actor, 'id' | 'tenantId' | 'assignedGroupsOnly'>,
  now: string,
): FileJob {
  const {
    uploadId,
    fileName,
    groupId,
    groupName,
    groupCim,
    bytesRead: _,
    stageStartedAt: __,
    stageStartedDone: ____,
    premiumDay,
    premiumBefore,
    premiumChange,
    isBeingPosted,
    partnerId,
    partnerName,
    partnerIsOfGroup,
    partnerHoldsPart,
    removedBy,
    endsApprovedBy: ___,
    secondApproval,
    endsWaiting,
    ...job
  } = row;
  return {
    ...job,
    stops: (actor.assignedGroupsOnly ? withoutOthers(job.stops, groupName) : job.stops).map(shownStop),
    remarks: job.remarks.map(({ count, ...message }) => ({ ...shownMessage(message), count })),
    fileName: vault.open(fileName, fileNamePlace(actor.tenantId, uploadId)),
    group: groupId && groupName && groupCim ? { id: groupId, name: groupName, cim: groupCim } : null,
    premium:
      premiumDay === null || premiumBefore === null || premiumChange === null || isBeingPosted
        ? null
        : { on: premiumDay, before: premiumBefore, change: premiumChange, ofPart: false },
    removed: removedBy !== null && row.finishedAt !== null ? { at: row.finishedAt, by: removedBy } : null,
    sender:
      partnerId && partnerName
        ? { id: partnerId, name: partnerName, isOfGroup: partnerIsOfGroup, holdsPart: partnerHoldsPart }
        : null,
    secondApproval: secondApproval && {
      losing: secondApproval.losing,
      first: secondApproval.first && {
        by: secondApproval.first.by,
        at: secondApproval.first.at,
        isMine: secondApproval.first.id === actor.id,
        approval: secondApproval.first.approval,
      },
    },
    endsWaiting: endsWaiting && {
      people: endsWaiting.people,
      by: endsWaiting.by,
      at: endsWaiting.at,
      isMine: endsWaiting.id === actor.id,
      approval: endsWaiting.approval,
    },
    undone: job.undone && { ...job.undone, all: job.undone.part === null },
    progressPercent: progressOf(row),
    ...speedOf(row, now),
  };
}

async function selectJobs(
  tx: Work['tx'],
  where: RawBuilder<boolean>,
  rest: RawBuilder<unknown> = sql``,
): Promise<JobRow[]> {
  const { rows } = await sql<Omit<JobRow, keyof FileJobParts>>`
    select j.id, u.id as upload_id, u.file_name_encrypted as file_name, u.format, u.size_bytes, j.interchange_control as control_number, j.is_test,
      case when j.status = 'removed' then j.finished_at else u.deleted_at end as original_removed_at, coalesce(j.removed_by_name, u.deleted_by_name) as original_removed_by,
      case when u.format in ('csv', 'xlsx', 'xml') and j.facts is not null then jsonb_build_object('read', jsonb_array_length(j.facts -> 'columns'), 'ignored', jsonb_array_length(j.facts -> 'ignoredColumns')) end as columns,
      g.id as group_id, g.company_name as group_name, g.cim_number as group_cim,
      t.id as partner_id, t.name as partner_name, coalesce(t.group_id is not null, false) as partner_is_of_group, coalesce(t.holds_part, false) as partner_holds_part,
      j.status, j.stage, j.priority, j.tries, j.next_try_at, j.error_code, j.error_message, j.stops, j.mode,
      j.bytes_read, j.records_total, j.records_read, j.records_done, j.added, j.changed, j.ended, j.unchanged, j.refused, j.people, j.remarks, j.missing_total as missing,
      j.premium_day, j.premium_before, j.premium_change, j.reviews, j.change_id,
      j.change_id is not null and (j.stage = 'applying' or o.file_stage is not distinct from 'applying') as is_being_posted,
      case when o.id is not null then jsonb_build_object('at', o.asked_at, 'by', o.asked_by_name, 'done', case when j.status = 'processing' then o.done else 0 end, 'total', o.people) end as undoing,
      j.approved_by_name as approved_by, j.first_approved_by_name as first_approved_by, j.ends_approved_by, j.removed_by_name as removed_by, j.submitted_by_name as submitted_by, j.resent_from,
      j.created_at as submitted_at, j.started_at, j.stage_started_at, j.stage_started_done, j.finished_at
    from file_jobs j join uploads u on u.id = j.upload_id left join groups g on g.id = j.group_id left join trading_partners t on t.id = j.partner_id
      left join file_undos o on o.job_id = j.id and o.ended_at is null
    where ${where} ${rest}`.execute(tx);
  return withParts(tx, rows);
}

/**
 * Throws a Refusal where the file does not exist, is of another organisation or of a group that the reader may not see.
 */
export async function requireFile(tx: Work['tx'], id: string): Promise<void> {
  if (!(await tx.selectFrom('fileJobs').select('id').where('id', '=', id).executeTakeFirst()))
    throw new Refusal('not_found', fileText('file_not_found'));
}

/** Another text once somebody has done something with a finished file; it costs next to nothing. */
export async function fileAtAGlance(tx: Work['tx'], id: string): Promise<string> {
  const { rows } = await sql<{
    mark: string;
  }>`select concat_ws(' ', j.status, j.stage, j.attempt, j.reviews, j.ends_approved_at, u.deleted_at, (select count(*) from changes c where c.undoes = j.change_id),
    (select count(*) from file_jobs r where r.resent_from = j.id)) as mark from file_jobs j join uploads u on u.id = j.upload_id where j.id = ${id}`.execute(
    tx,
  );
  return rows[0]?.mark ?? '';
}

/** One job as it stands. */
export async function fileJob(
  { tx, services, actor, now }: Pick<Work, 'tx' | 'services' | 'actor' | 'now'>,
  id: string,
): Promise<FileJob> {
  const [row] = await selectJobs(tx, sql<boolean>`j.id = ${id}`);
  if (!row) throw new Refusal('not_found', fileText('file_not_found'));
  const job = toFileJob(row, services.vault, actor, now);
  return row.isBeingPosted && (job.status === 'paused' || job.status === 'error')
    ? { ...job, premium: await premiumOfPart(tx, id) }
    : job;
}

/**
 * Files that wait for somebody: held by a safety stop; or with refused rows, after which the group has sent none
 * without.
 */
const WAITING = {
  held: sql<boolean>`j.status = 'held'`,
  refused: sql<boolean>`j.status = 'completed' and j.refused > 0 and not exists (select from file_jobs r where r.resent_from = j.id) and not exists (
    select from file_jobs l where l.group_id = j.group_id and l.status = 'completed' and l.refused = 0 and l.created_at > j.created_at)`,
};

export async function countWaitingFiles({ tx }: Pick<Work, 'tx'>, waiting: keyof typeof WAITING): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from file_jobs j where ${WAITING[waiting]}`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Files that are not finished, in the order in which they are worked on; those that wait for a person come last. */
export async function queuedJobs(
  { tx, services, actor, now }: Pick<Work, 'tx' | 'services' | 'actor' | 'now'>,
  limit: number,
): Promise<FileJob[]> {
  const rows = await selectJobs(
    tx,
    sql<boolean>`j.status in ('processing', 'queued', 'paused', 'held')`,
    sql`order by array_position(array['processing', 'queued', 'paused', 'held'], j.status), array_position(array['high', 'medium', 'low'], j.priority), j.created_at, j.id limit ${limit}`,
  );
  return rows.map((row) => toFileJob(row, services.vault, actor, now));
}

type JobFilter = {
  active?: boolean | undefined;
  waiting?: 'held' | 'refused' | undefined;
  groupId?: string | undefined;
  status?: JobStatus | undefined;
  format?: FileFormat | undefined;
  from?: CalendarDate | undefined;
  until?: CalendarDate | undefined;
  recent?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** The day of an instant where the organisation is. */
const submittedOn = sql`(j.created_at at time zone (select time_zone from organization_profiles p where p.tenant_id = j.tenant_id))::date`;

/** Jobs, newest first. */
export async function listFileJobs(work: Work, filter: JobFilter) {
  const parts = [sql<boolean>`true`];
  if (filter.active) parts.push(sql<boolean>`j.status in ('queued', 'processing', 'held', 'paused')`);
  if (filter.waiting) parts.push(WAITING[filter.waiting]);
  if (filter.groupId) parts.push(sql<boolean>`j.group_id = ${filter.groupId}`);
  if (filter.status) parts.push(sql<boolean>`j.status = ${filter.status}`);
  if (filter.format) parts.push(sql<boolean>`u.format = ${filter.format}`);
  if (filter.from) parts.push(sql<boolean>`${submittedOn} >= ${filter.from}::date`);
  if (filter.until) parts.push(sql<boolean>`${submittedOn} <= ${filter.until}::date`);
  if (filter.recent)
    parts.push(
      sql<boolean>`j.status = 'completed' and j.finished_at > ${work.now}::timestamptz - make_interval(days => ${COMPLETED_DAYS})`,
    );
  const where = sql.join(parts, sql` and `) as RawBuilder<boolean>;
  const after = filter.cursor ? decodeCursor(filter.cursor, ['instant', 'id']) : undefined;
  const beyond = after
    ? sql<boolean>`${where} and (j.created_at, j.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : where;
  const rows = await selectJobs(work.tx, beyond, sql`order by j.created_at desc, j.id desc limit ${filter.limit + 1}`);
  const counted = await sql<{
    total: number;
  }>`select count(*) as total from file_jobs j join uploads u on u.id = j.upload_id where ${where}`.execute(work.tx);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => toFileJob(row, work.services.vault, work.actor, work.now)),
    next: rows.length > filter.limit && last ? encodeCursor([last.submittedAt, last.id]) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}
