import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

/**
 * What was said of people, a row each time (`id`, `place` in the file's order, `action`): each person once, as added,
 * or else by what was done last, so that whoever was ended and covered again has not ended; `unchanged` is whom the
 * file names and nothing was done to. Without a join: of rows that were just written the planner knows nothing.
 */
const eachOnce = (said: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_build_object('added', count(*) filter (where added), 'changed', count(*) filter (where not added and changed > ended), 'ended', count(*) filter (where not added and ended > changed), 'unchanged', count(*) filter (where not added and ended = changed))
  from (select id, bool_or(action = 'added') as added, coalesce(max(place) filter (where action in ('ended', 'voided')), -1) as ended, coalesce(max(place) filter (where action in ('changed', 'reinstated')), -1) as changed
    from (${said}) said group by id) people)`;

/** Counts the people of a rehearsed file: those of its records, and whom a subscriber's record takes along. */
export async function countRehearsed(tx: Tx, jobId: string): Promise<void> {
  const said = sql`select member_id as id, record_no as place, action from file_changes where job_id = ${jobId}
    union all select f.key::uuid, c.record_no, coalesce(f.value->>'effect', f.value#>>'{}') from file_changes c cross join lateral jsonb_each(c.followers) f where c.job_id = ${jobId} and c.others > 0 and f.value not in ('"comes to"', '"comes from"')`;
  await sql`update file_jobs set people = ${eachOnce(said)} where id = ${jobId}`.execute(tx);
}

/**
 * Counts them again when the file is posted, by what was written. Who was left out, or refused only now, is none of
 * them.
 */
export async function countPosted(tx: Tx, jobId: string): Promise<void> {
  const said = sql`select i.entity_id as id, i.item_no as place, i.action from change_items i where i.change_id = (select change_id from file_jobs where id = ${jobId})
    union all select member_id, -1, 'unchanged' from file_changes where job_id = ${jobId} and not excluded and record_no not in (select record_no from file_refusals where job_id = ${jobId} and is_match)`;
  await sql`update file_jobs set people = ${eachOnce(said)} where id = ${jobId}`.execute(tx);
}
