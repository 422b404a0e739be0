import type { FileJob, FileOutcome } from '@openbenefits/contract/files';
import type { FileRefusal } from '@openbenefits/contract/refused-rows';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { COMPLETED_DAYS, type JobPriority } from '@openbenefits/domain/files/file-queue';
import type { JobStage, JobStatus } from '@openbenefits/domain/files/job-status';
import type { Cents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access.ts';
import { type UndonePart, undonePart } from '../changes/changes.queries.ts';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Work } from '../command.ts';
import type { Vault } from '../vault.ts';
import { endsToPost, losingCoverage } from './rehearsal/second-approval.ts';
import { premiumOfPart } from './rehearsal/posted-premiums.ts';
import { worthResending } from './refused/worth-resending.ts';
import { shownDifferences, type StoredDifference } from './rehearsal/shown-differences.ts';

type JobRow = {
  id: string; uploadId: string; fileName: string; format: FileFormat; sizeBytes: number; groupId: string | null; groupName: string | null; groupCim: string | null; status: JobStatus; stage: JobStage; priority: JobPriority; tries: number; nextTryAt: string | null; originalRemovedAt: string | null; originalRemovedBy: string | null; removedBy: string | null; posted: boolean;
  mode: FileJob['mode']; bytesRead: number; recordsTotal: number; recordsRead: number; recordsDone: number; added: number; changed: number; ended: number; unchanged: number; refused: number; people: FileJob['people'];
  remarks: { text: string; count: number }[]; stops: FileJob['stops']; missing: number; missingEnded: number; premiumDay: CalendarDate | null; premiumBefore: Cents | null; premiumChange: Cents | null; /** It has begun to be posted and was not finished. */ isBeingPosted: boolean; partnerId: string | null; partnerName: string | null; partnerIsOfGroup: boolean; partnerHoldsPart: boolean; held: FileJob['held']; secondApproval: { losing: number; first: { by: string; at: string; id: string } | null } | null; endsWaiting: { people: number; by: string; at: string; id: string } | null; firstApprovedBy: string | null; columns: FileJob['columns']; controlNumber: string | null; isTest: boolean; approvedBy: string | null; leftOut: number; reviews: number; changeId: string | null; undone: { at: string; by: string; part: UndonePart } | null; undoing: FileJob['undoing']; undoProblem: FileJob['undoProblem']; resentAs: string | null; resentFrom: string | null; worthResending: boolean; errorCode: FileJob['errorCode']; errorMessage: string | null; submittedBy: string; submittedAt: string; startedAt: string | null; stageStartedAt: string | null; finishedAt: string | null;
};

/** Reading is a fifth of the work of an import, rehearsing another, applying the rest; so the bar moves evenly. */
const READING_SHARE = 20;
const REHEARSING_SHARE = 20;
const APPLYING_FROM = READING_SHARE + REHEARSING_SHARE;

function progressOf(row: JobRow): number {
  if (row.status === 'completed') return 100;
  if (row.undoing) return row.undoing.total === 0 ? 0 : Math.min(99, Math.floor((row.undoing.done / row.undoing.total) * 100));
  if (row.stage === 'reading') return row.sizeBytes === 0 ? 0 : Math.min(READING_SHARE, Math.floor((row.bytesRead / row.sizeBytes) * READING_SHARE));
  if (row.stage === 'applying' || row.stage === 'done') return row.recordsTotal === 0 ? 100 : Math.min(99, APPLYING_FROM + Math.floor((row.recordsDone / row.recordsTotal) * (100 - APPLYING_FROM)));
  if (row.stage === 'rehearsing') return row.recordsTotal === 0 ? READING_SHARE : READING_SHARE + Math.floor((row.recordsDone / row.recordsTotal) * REHEARSING_SHARE);
  return row.stage === 'reviewing' ? APPLYING_FROM : 0;
}

function speedOf(row: JobRow, now: string): { rowsPerSecond: number | null; secondsLeft: number | null } {
  if (row.status !== 'processing' || !row.stageStartedAt) return { rowsPerSecond: null, secondsLeft: null };
  const seconds = (new Date(now).getTime() - new Date(row.stageStartedAt).getTime()) / 1000;
  const done = row.undoing ? row.undoing.done : row.stage === 'reading' ? row.recordsRead : row.recordsDone;
  const total = row.undoing ? row.undoing.total : row.recordsTotal;
  if (seconds < 0.5 || done === 0) return { rowsPerSecond: null, secondsLeft: null };
  const rowsPerSecond = Math.round(done / seconds);
  const left = row.stage !== 'reading' && rowsPerSecond > 0 ? Math.ceil((total - done) / rowsPerSecond) : null;
  return { rowsPerSecond, secondsLeft: left };
}

export const fileNamePlace = (tenant: string, uploadId: string) => ({ table: 'uploads', column: 'file_name', row: uploadId, tenant });

/** Which employer a file names beside the chosen one is nothing for somebody who may not see that one. */
const withoutOthers = (stops: FileJob['stops'], chosen: string | null): FileJob['stops'] =>
  stops.map((stop) => (stop.code === 'other_group' ? { ...stop, title: 'This file is for another group', text: `It was uploaded for ${chosen ?? 'this group'}, but names another employer. Ask an administrator whether both mean the same one.` } : stop));

function toFileJob(row: JobRow, vault: Vault, actor: Pick<Actor, 'id' | 'tenantId' | 'assignedGroupsOnly'>, now: string): FileJob {
  const { uploadId, fileName, groupId, groupName, groupCim, bytesRead: _, stageStartedAt: __, premiumDay, premiumBefore, premiumChange, isBeingPosted, partnerId, partnerName, partnerIsOfGroup, partnerHoldsPart, removedBy, secondApproval, endsWaiting, ...job } = row;
  return {
    ...job,
    stops: actor.assignedGroupsOnly ? withoutOthers(job.stops, groupName) : job.stops,
    fileName: vault.open(fileName, fileNamePlace(actor.tenantId, uploadId)),
    group: groupId && groupName && groupCim ? { id: groupId, name: groupName, cim: groupCim } : null,
    premium: premiumDay === null || premiumBefore === null || premiumChange === null || isBeingPosted ? null : { on: premiumDay, before: premiumBefore, change: premiumChange, ofPart: false },
    removed: removedBy !== null && row.finishedAt !== null ? { at: row.finishedAt, by: removedBy } : null,
    sender: partnerId && partnerName ? { id: partnerId, name: partnerName, isOfGroup: partnerIsOfGroup, holdsPart: partnerHoldsPart } : null,
    secondApproval: secondApproval && { losing: secondApproval.losing, first: secondApproval.first && { by: secondApproval.first.by, at: secondApproval.first.at, isMine: secondApproval.first.id === actor.id } },
    endsWaiting: endsWaiting && { people: endsWaiting.people, by: endsWaiting.by, at: endsWaiting.at, isMine: endsWaiting.id === actor.id },
    undone: job.undone && { ...job.undone, all: job.undone.part === null },
    progressPercent: progressOf(row),
    ...speedOf(row, now),
  };
}

function selectJobs(where: RawBuilder<boolean>, rest: RawBuilder<unknown> = sql``): RawBuilder<JobRow> {
  return sql<JobRow>`
    select j.id, u.id as upload_id, u.file_name_encrypted as file_name, u.format, u.size_bytes, g.id as group_id, g.company_name as group_name, g.cim_number as group_cim, j.status, j.stage, j.priority, j.tries, j.next_try_at, case when j.status = 'removed' then j.finished_at else u.deleted_at end as original_removed_at, coalesce(j.removed_by_name, u.deleted_by_name) as original_removed_by,
      j.removed_by_name as removed_by, j.change_id is not null and has_posted(j.id) as posted, j.mode,
      j.bytes_read, j.records_total, j.records_read, j.records_done, j.added, j.changed, j.ended, j.unchanged, j.refused, j.people, j.remarks, j.stops, j.missing_total as missing, case when j.missing_total = 0 then 0 else (select count(distinct f.member_id) from file_missing f where f.job_id = j.id and f.change_id is not null) end as missing_ended, j.premium_day, j.premium_before, j.premium_change, j.change_id is not null and 'applying' in (j.stage, (select o.file_stage from file_undos o where o.job_id = j.id and o.ended_at is null)) as is_being_posted, t.id as partner_id, t.name as partner_name, coalesce(t.group_id is not null, false) as partner_is_of_group, coalesce(t.holds_part, false) as partner_holds_part, case when j.status = 'held' then jsonb_build_object('at', j.stage_started_at, 'changesSince', (select count(*) from changes c where c.group_id = j.group_id and c.made_at > j.stage_started_at), 'profileChanged', coalesce(t.updated_at > j.stage_started_at, false) or exists (select from trading_partner_codes k where k.partner_id = j.partner_id and k.mapped_at > j.stage_started_at) or exists (select from trading_partner_columns k where k.partner_id = j.partner_id and k.mapped_at > j.stage_started_at)) end as held,
      case when j.status = 'held' then (select jsonb_build_object('losing', l.losing, 'first', case when j.first_approved_by is not null then jsonb_build_object('by', j.first_approved_by_name, 'at', j.first_approved_at, 'id', j.first_approved_by) end)
        from queue_settings q cross join lateral (select ${losingCoverage(sql.ref('j.id'))} as losing) l where q.second_approval_from is not null and l.losing >= q.second_approval_from) end as second_approval, j.first_approved_by_name as first_approved_by,
      case when j.ends_approved_by is not null then jsonb_build_object('people', (${endsToPost}), 'by', j.ends_approved_by_name, 'at', j.ends_approved_at, 'id', j.ends_approved_by) end as ends_waiting,
      case when u.format in ('csv', 'xlsx', 'xml') and j.facts is not null then jsonb_build_object('read', jsonb_array_length(j.facts -> 'columns'), 'ignored', jsonb_array_length(j.facts -> 'ignoredColumns')) end as columns, j.interchange_control as control_number, j.is_test,
      j.approved_by_name as approved_by, case when j.status = 'completed' and (j.reviews > 0 or j.stops @> '[{"code": "sets_processed"}]') then (select count(*) from file_changes c where c.job_id = j.id and c.excluded and c.action <> 'unchanged') else 0 end as left_out, j.reviews, j.change_id, (select jsonb_build_object('at', c.made_at, 'by', c.actor_name, 'part', ${undonePart(sql.ref('j.change_id'))}) from changes c where c.undoes = j.change_id order by c.made_at desc limit 1) as undone,
      (select jsonb_build_object('at', o.asked_at, 'by', o.asked_by_name, 'done', case when j.status = 'processing' then o.done else 0 end, 'total', o.people) from file_undos o where o.job_id = j.id and o.ended_at is null) as undoing,
      (select jsonb_build_object('at', o.ended_at, 'by', o.asked_by_name, 'text', o.problem) from (select * from file_undos where job_id = j.id order by asked_at desc, id desc limit 1) o
        where o.problem is not null and not exists (select from changes c where c.undoes = j.change_id and c.made_at > o.ended_at)) as undo_problem, j.resent_from, (select r.id from file_jobs r where r.resent_from = j.id) as resent_as, ${worthResending} as worth_resending, j.error_code, j.error_message,
      j.submitted_by_name as submitted_by, j.created_at as submitted_at, j.started_at, j.stage_started_at, j.finished_at
    from file_jobs j join uploads u on u.id = j.upload_id left join groups g on g.id = j.group_id left join trading_partners t on t.id = j.partner_id
    where ${where} ${rest}`;
}

/** Throws a Refusal where the file does not exist, is of another organisation or of a group that the reader may not see. */
export async function requireFile(tx: Work['tx'], id: string): Promise<void> {
  if (!(await tx.selectFrom('fileJobs').select('id').where('id', '=', id).executeTakeFirst())) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
}

/** One job as it stands. */
export async function fileJob({ tx, services, actor, now }: Pick<Work, 'tx' | 'services' | 'actor' | 'now'>, id: string): Promise<FileJob> {
  const { rows } = await selectJobs(sql<boolean>`j.id = ${id}`).execute(tx);
  if (!rows[0]) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
  const [row] = rows;
  const job = toFileJob(row, services.vault, actor, now);
  return row.isBeingPosted && (job.status === 'paused' || job.status === 'error') ? { ...job, premium: await premiumOfPart(tx, id) } : job;
}

/** Files that wait for somebody: held by a safety stop; or with refused rows, after which the group has sent none without. */
const WAITING = {
  held: sql<boolean>`j.status = 'held'`,
  refused: sql<boolean>`j.status = 'completed' and j.refused > 0 and not exists (select from file_jobs r where r.resent_from = j.id) and not exists (
    select from file_jobs l where l.group_id = j.group_id and l.status = 'completed' and l.refused = 0 and l.created_at > j.created_at)`,
};

export async function countWaitingFiles({ tx }: Pick<Work, 'tx'>, waiting: keyof typeof WAITING): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from file_jobs j where ${WAITING[waiting]}`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Files that are not finished, in the order in which they are worked on; those that wait for a person come last. */
export async function queuedJobs({ tx, services, actor, now }: Pick<Work, 'tx' | 'services' | 'actor' | 'now'>, limit: number): Promise<FileJob[]> {
  const { rows } = await selectJobs(
    sql<boolean>`j.status in ('processing', 'queued', 'paused', 'held')`,
    sql`order by array_position(array['processing', 'queued', 'paused', 'held'], j.status), array_position(array['high', 'medium', 'low'], j.priority), j.created_at, j.id limit ${limit}`,
  ).execute(tx);
  return rows.map((row) => toFileJob(row, services.vault, actor, now));
}

type JobFilter = {
  active?: boolean | undefined; waiting?: 'held' | 'refused' | undefined; groupId?: string | undefined; status?: JobStatus | undefined; format?: FileFormat | undefined;
  from?: CalendarDate | undefined; until?: CalendarDate | undefined; recent?: boolean | undefined; cursor?: string | undefined; limit: number;
};

/** The day of an instant where the organisation is. */
const submittedOn = sql`(j.created_at at time zone (select time_zone from tenants where id = j.tenant_id))::date`;

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
  if (filter.recent) parts.push(sql<boolean>`j.status = 'completed' and j.finished_at > ${work.now}::timestamptz - make_interval(days => ${COMPLETED_DAYS})`);
  const where = sql.join(parts, sql` and `) as RawBuilder<boolean>;
  const after = filter.cursor ? decodeCursor(filter.cursor, ['instant', 'id']) : undefined;
  const beyond = after ? sql<boolean>`${where} and (j.created_at, j.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : where;
  const { rows } = await selectJobs(beyond, sql`order by j.created_at desc, j.id desc limit ${filter.limit + 1}`).execute(work.tx);
  const counted = await sql<{ total: number }>`select count(*) as total from file_jobs j join uploads u on u.id = j.upload_id where ${where}`.execute(work.tx);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => toFileJob(row, work.services.vault, work.actor, work.now)),
    next: rows.length > filter.limit && last ? encodeCursor([last.submittedAt, last.id]) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}

/** Members by their ids, as far as they are there and the reader may see them. */
async function membersCalled({ tx }: Pick<Work, 'tx'>, ids: readonly string[]): Promise<Map<string, FileRefusal['known'][number]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('members').select(['id', 'groupId', 'firstName', 'lastName']).where('id', 'in', [...new Set(ids)]).where('removedBy', 'is', null).execute();
  return new Map(rows.map(({ id, groupId, firstName, lastName }) => [id, { id, groupId, name: `${firstName} ${lastName}`.trim() }]));
}

/** Refused records of a job in file order, with place and reason, and whom the reason speaks of. */
export async function listRefusals({ tx, note }: Work, input: { id: string; cursor?: string | undefined; limit: number }) {
  const after = input.cursor ? Number(decodeCursor(input.cursor, ['number'])[0]) : 0;
  const rows = await tx
    .selectFrom('fileRefusals')
    .select(['recordNo', 'line', 'personLabel as person', 'field', 'reason', 'causes'])
    .where('jobId', '=', input.id)
    .where('recordNo', '>', after)
    .orderBy('recordNo')
    .limit(input.limit + 1)
    .execute();
  const { total } = await tx.selectFrom('fileRefusals').select((eb) => eb.fn.countAll<number>().as('total')).where('jobId', '=', input.id).executeTakeFirstOrThrow();
  note({ targetKind: 'file_job', targetId: input.id, fields: ['name'], itemCount: Math.min(rows.length, input.limit) });
  const page = rows.slice(0, input.limit).map(({ causes, ...row }) => ({ ...row, ids: (causes as { known?: string[] }[] | null)?.flatMap(({ known = [] }) => known) ?? [] }));
  const known = await membersCalled({ tx }, page.flatMap(({ ids }) => ids));
  return { rows: page.map(({ ids, ...row }) => ({ ...row, known: ids.flatMap((id) => known.get(id) ?? []) })), next: rows.length > input.limit ? encodeCursor([page.at(-1)?.recordNo ?? 0]) : null, total };
}

type OutcomeRow = Omit<FileOutcome, 'differences'> & { itemNo: number; differences: StoredDifference[] | null };

/** What the job did to each person, in the order it was applied; with the old and new values that its rehearsal found, and what that said beside the change. */
export async function listOutcomes({ tx, note, actor }: Work, input: { id: string; actions?: readonly string[] | undefined; search?: string | undefined; cursor?: string | undefined; limit: number }) {
  const after = input.cursor ? Number(decodeCursor(input.cursor, ['number'])[0]) : 0;
  const parts = [sql<boolean>`j.id = ${input.id}`];
  if (input.actions) parts.push(sql<boolean>`i.action = any (${[...input.actions]}::text[])`);
  const term = input.search?.trim();
  if (term) parts.push(sql<boolean>`fold(ltrim(m.first_name || ' ' || m.last_name)) like fold(${likePattern(term)})`);
  const where = sql.join(parts, sql` and `);
  const { rows } = await sql<OutcomeRow>`
    with page as materialized (
      select i.item_no, m.id as member_id, m.group_id, ltrim(m.first_name || ' ' || m.last_name) as name, i.action, coalesce(i.after ->> 'summary', '') as summary, i.source_line as line, j.id as job_id
      from file_jobs j join change_items i on i.change_id = j.change_id join members m on m.id = i.entity_id
      where ${where} and i.item_no > ${after} order by i.item_no limit ${input.limit + 1})
    select p.item_no, p.member_id, p.group_id, p.name, p.action, p.line, c.differences, case when starts_with(c.what, p.summary || '; ') then c.what else p.summary end as what
    from page p left join lateral (select c.what, c.differences from file_changes c where c.member_id = p.member_id and c.job_id = p.job_id and c.line = p.line limit 1) c on true order by p.item_no`.execute(tx);
  // Who was taken out again, or is of a group that somebody may not see, is not listed and so not counted; else a large file is counted without its people.
  const { rows: [undone] } = await sql`select from changes c join file_jobs j on c.undoes = j.change_id where j.id = ${input.id} limit 1`.execute(tx);
  const members = term || undone || actor.assignedGroupsOnly ? sql`join members m on m.id = i.entity_id` : sql``;
  const counted = await sql<{ total: number }>`select count(*) as total from file_jobs j join change_items i on i.change_id = j.change_id ${members} where ${where}`.execute(tx);
  note({ targetKind: 'file_job', targetId: input.id, fields: ['name', 'coverage'], itemCount: Math.min(rows.length, input.limit) });
  const page = rows.slice(0, input.limit);
  return { rows: page.map(({ itemNo: _, ...row }): FileOutcome => ({ ...row, differences: shownDifferences(row.differences) })), next: rows.length > input.limit ? encodeCursor([page.at(-1)?.itemNo ?? 0]) : null, total: counted.rows[0]?.total ?? 0 };
}
