import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { tookAnybody } from './took-anybody.ts';

/**
 * A full file that its sender has sent before, and whether it speaks of the same part of the group as the one at hand;
 * the oldest first.
 */
export type EarlierFull = { readonly id: string; readonly isSamePart: boolean };

/** So many records of a file, evenly spread, tell which part of the group it is about. */
const LOOKED_AT = 1000;

/**
 * Posted full files of a sender whose files hold a part of the group each. No label tells the parts apart: some senders
 * write a division (REF*DX), some a policy (REF*38), an employer (NM1*36) or nothing. The people do: a file speaks of
 * the same part where it named more than a third of those whom this one names. Somebody who moves between two parts
 * does not make them one, and a file that was cut still is of its part.
 */
export async function earlierFullFiles(tx: Tx, jobId: string, partnerId: string): Promise<EarlierFull[]> {
  const { rows } = await sql<EarlierFull>`
    with own as (select distinct c.member_id from file_changes c, (select greatest(1, count(*) / ${LOOKED_AT}) as step from file_changes where job_id = ${jobId}) n where c.job_id = ${jobId} and c.member_id is not null and c.record_no % n.step = 0),
      named as (select o.job_id, count(*) as people from own f cross join lateral (select distinct job_id from file_changes where member_id = f.member_id offset 0) o group by o.job_id)
    select p.id, coalesce(n.people * 3 > (select count(*) from own), false) as is_same_part
    from file_jobs p left join named n on n.job_id = p.id
    where p.id <> ${jobId} and p.partner_id = ${partnerId} and p.mode = 'full' and p.status = 'completed' and ${tookAnybody}
    order by p.finished_at, p.id`.execute(tx);
  return rows;
}
