import type { QueueState } from '@openbenefits/contract/file-queue';
import { COMPLETED_DAYS } from '@openbenefits/domain/files/file-queue';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { queuedJobs } from '../file-jobs.queries.ts';
import { queueSettings } from './queue-settings.ts';

/** Unfinished files that are listed at once; the counts are of all. */
const SHOWN = 100;

/** The queue as it stands: who paused it, how many files are where, and those that are not finished. */
export async function queueState(work: Pick<Work, 'tx' | 'services' | 'actor' | 'now'>): Promise<QueueState> {
  const { tx, now, actor } = work;
  const { paused, ...settings } = await queueSettings(tx);
  const { rows } = await sql<QueueState['counts'] & { mark: string }>`
    select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'processing') as processing, count(*) filter (where status = 'paused') as paused,
      count(*) filter (where status = 'held') as held, count(*) filter (where status = 'error') as failed,
      count(*) filter (where status = 'completed' and finished_at > ${now}::timestamptz - make_interval(days => ${COMPLETED_DAYS})) as completed,
      concat_ws(' ', max(coalesce(finished_at, created_at)), count(*) filter (where status = 'removed'), sum(reviews), (select count(*) from changes where undoes is not null)) as mark
    from file_jobs ${actor.assignedGroupsOnly ? sql`where upload_id in (select id from uploads)` : sql``}`.execute(tx);
  const { mark, ...counts } = rows[0] ?? {
    queued: 0,
    processing: 0,
    paused: 0,
    held: 0,
    failed: 0,
    completed: 0,
    mark: '',
  };
  const undos = await sql<
    QueueState['undos'][number]
  >`select u.change_id, c.summary, c.group_id, g.company_name as group_name, u.asked_by_name as by, u.asked_at as at, case when u.lease_owner is null then 0 else u.done end as done, u.people as total, u.paused_by_name as paused_by
    from change_undos u join changes c on c.id = u.change_id left join groups g on g.id = c.group_id where u.ended_at is null order by u.asked_at, u.id limit ${SHOWN}`.execute(
    tx,
  );
  return { paused, settings, counts, mark, active: await queuedJobs(work, SHOWN), undos: undos.rows };
}
