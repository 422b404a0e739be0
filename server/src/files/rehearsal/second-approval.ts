import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { FILE_FORMAT_LABEL, type FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { peopleWith } from '../../policy/people-with.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import { writeEvent } from '../queue/file-events.ts';
import { queueSettings } from '../queue/queue-settings.ts';
import { namedSince } from './named-since.ts';

/** People who lose coverage by what is chosen and decided of a held file; `job` is its id in SQL. */
export const losingCoverage = (
  job: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(select count(distinct x.member_id) from (
  select c.member_id from file_changes c where c.job_id = ${job} and not c.excluded and c.action in ('ended', 'voided')
  union all select f.member_id from file_missing f where f.job_id = ${job} and f.decision = 'end' and f.change_id is null) x)`;

/** Others than the actor who may approve files, can sign in and see the file's group, where it is of one. */
async function others({ tx, actor }: Pick<Work, 'tx' | 'actor'>, groupId: string | null = null): Promise<string[]> {
  const people = await peopleWith(tx, actor.tenantId, 'files.process', groupId === null ? {} : { groupId });
  return people.map(({ id }) => id).filter((id) => id !== actor.id);
}

/** Refuses what would leave every such file waiting for good. */
export async function requireSecondPerson(work: Work): Promise<void> {
  if ((await others(work)).length > 0) return;
  const message = fileText('second_approver_missing');
  throw new Refusal('invalid', message, [{ path: 'secondApprovalFrom', message }]);
}

/**
 * A first approval is of what was chosen then; who gave it is told when somebody else chooses anew. Of a file that is
 * applied it stays: both have approved that.
 */
export async function takeFirstBack({ tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>, id: string): Promise<void> {
  const { rows } = await sql<{
    first: string;
    format: FileFormat;
  }>`update file_jobs j set first_approved_by = null, first_approved_by_name = null, first_approved_at = null from file_jobs b join uploads u on u.id = b.upload_id
    where b.id = j.id and j.id = ${id} and j.status = 'held' and j.first_approved_by is not null returning b.first_approved_by as first, u.format`.execute(
    tx,
  );
  for (const { first, format } of rows) {
    await writeEvent(tx, id, now, 'first_taken_back', fileText('log_approval_withdrawn'), actor.name);
    if (first !== actor.id)
      await notify(tx, now, {
        severity: 'warning',
        title: 'Approval Withdrawn',
        body: fileText('log_approval_changed', { format: FILE_FORMAT_LABEL[format], user: actor.name }),
        link: `/files/jobs/${id}`,
        userId: first,
      });
  }
}

/**
 * How many people of a file (`j`) are decided to have left, or to lose a line, of whom that is to be posted
 * (end-missing.ts).
 */
export const endsToPost = sql<number>`select count(distinct f.member_id) from file_missing f join members m on m.id = f.member_id where f.job_id = j.id and f.decision = 'end' and f.change_id is null and not ${namedSince}
  and m.status not in ('terminated', 'inactive') and (f.line is not null or m.status <> 'pending_termination')`;

/**
 * People of an applied file who are decided to have left, or to lose a line, and whose end is not posted; and who has
 * decided so where that waits for a second person.
 */
export async function endsWaiting(tx: Tx, id: string): Promise<{ people: number; by: string | null }> {
  const { rows } = await sql<{
    people: number;
    by: string | null;
  }>`select (${endsToPost}) as people, j.ends_approved_by as by from file_jobs j where j.id = ${id}`.execute(tx);
  return rows[0] ?? { people: 0, by: null };
}

/**
 * Whether two persons approve what an applied file ends of missing people: by all of it, what was posted and what is
 * decided, so many lose coverage as the settings say. One by one would else come to as many by one person.
 */
export async function wantsSecondForEnds(tx: Tx, id: string): Promise<boolean> {
  const { secondApprovalFrom } = await queueSettings(tx);
  if (secondApprovalFrom === null) return false;
  const { rows } = await sql<{
    losing: number;
  }>`select count(distinct x.member_id) as losing from (select c.member_id from file_changes c where c.job_id = ${id} and not c.excluded and c.action in ('ended', 'voided')
    union all select f.member_id from file_missing f where f.job_id = ${id} and f.decision = 'end') x`.execute(tx);
  return (rows[0]?.losing ?? 0) >= secondApprovalFrom;
}

/** Tells whoever may approve them that ends of an applied file wait. */
export async function askSecondForEnds(work: Work, id: string, people: number): Promise<void> {
  const { tx, actor, now } = work;
  const { groupId, format } = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(['j.groupId', 'u.format'])
    .where('j.id', '=', id)
    .executeTakeFirstOrThrow();
  await writeEvent(tx, id, now, 'ends_decided', fileText('log_terminations_second', { count: people }), actor.name);
  for (const userId of await others(work, groupId))
    await notify(tx, now, {
      severity: 'warning',
      title: 'Second Approval Needed',
      body: fileText('log_terminations_ask', {
        format: FILE_FORMAT_LABEL[format as FileFormat],
        count: people,
        user: actor.name,
      }),
      link: `/files/jobs/${id}?show=missing`,
      userId,
    });
}

/**
 * Whether the actor's approval is the first of two, which is then written down and told to the others; false where it
 * decides. Refused for whoever has given the first one. Two persons approve a file by which so many lose coverage as
 * the queue's settings say (experience, change set).
 */
export async function isFirstOfTwo(work: Work, id: string): Promise<boolean> {
  const { tx, actor, now } = work;
  const { secondApprovalFrom } = await queueSettings(tx);
  if (secondApprovalFrom === null) return false;
  const { rows } = await sql<{
    losing: number;
    first: string | null;
    groupId: string | null;
    format: FileFormat;
  }>`select ${losingCoverage(sql.ref('j.id'))} as losing, j.first_approved_by as first, j.group_id, u.format from file_jobs j join uploads u on u.id = j.upload_id where j.id = ${id}`.execute(
    tx,
  );
  const [job] = rows;
  if (!job || job.losing < secondApprovalFrom) return false;
  if (job.first === actor.id) throw new Refusal('state', fileText('approved_by_you'));
  if (job.first !== null) return false;
  await tx
    .updateTable('fileJobs')
    .set({ firstApprovedBy: actor.id, firstApprovedByName: actor.name, firstApprovedAt: now })
    .where('id', '=', id)
    .execute();
  await writeEvent(tx, id, now, 'approved_first', fileText('log_first_approval', { count: job.losing }), actor.name);
  for (const userId of await others(work, job.groupId))
    await notify(tx, now, {
      severity: 'warning',
      title: 'Second Approval Needed',
      body: fileText('log_approval_ask', {
        format: FILE_FORMAT_LABEL[job.format],
        count: job.losing,
        user: actor.name,
      }),
      link: `/files/jobs/${id}`,
      userId,
    });
  return true;
}
