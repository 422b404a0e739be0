import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { tookAnybody } from '../took-anybody.ts';

type Before = { id: string; on: string; left: boolean; kept: boolean };

/**
 * The last file of the sender for the group that was posted, and whether somebody has left changes of it out or kept
 * people whom it left out.
 */
async function fileBefore(tx: Tx, jobId: string, partnerId: string): Promise<Before | undefined> {
  const { rows } =
    await sql<Before>`select p.id, to_char(p.created_at, 'MM/DD/YYYY') as on, exists (select from file_changes c where c.job_id = p.id and c.excluded) as left, exists (select from file_missing f where f.job_id = p.id and f.decision = 'keep') as kept
    from (select p.id, p.created_at from file_jobs j join file_jobs p on p.group_id is not distinct from j.group_id and p.id <> j.id and p.partner_id = ${partnerId} and p.status = 'completed' and ${tookAnybody}
      where j.id = ${jobId} order by p.finished_at desc, p.id desc limit 1) p`.execute(tx);
  return rows[0];
}

/**
 * What somebody has decided against in the sender's last file, and this one says again: changes that were left out, and
 * people who were kept though it did not name them. It is proposed as if for the first time, since the sender may be
 * right by now, and that it is the second is told.
 */
export async function remarkOnDecided(tx: Tx, jobId: string, partnerId: string): Promise<void> {
  const before = await fileBefore(tx, jobId, partnerId);
  if (!before || (!before.left && !before.kept)) return;
  const again = fileMessage('left_out_before', { date: before.on });
  const {
    rows: [found],
  } = await sql<{ again: number; kept: number }>`
    with again as (update file_changes c set what = concat_ws('; ', nullif(c.what, ''), ${again.text}::text), remarks = coalesce(c.remarks, '[]') || ${JSON.stringify([again])}::jsonb from file_changes o
        where ${before.left}::boolean and o.job_id = ${before.id} and o.excluded and o.action <> 'unchanged' and c.job_id = ${jobId} and c.person_label = o.person_label and c.action = o.action and c.group_id = o.group_id and c.effective_date is not distinct from o.effective_date returning 1)
    select (select count(*)::int from again) as again,
      (select count(distinct f.member_id)::int from file_missing f join file_missing o on o.job_id = ${before.id} and o.member_id = f.member_id and o.line is not distinct from f.line and o.decision = 'keep' where f.job_id = ${jobId}) as kept`.execute(
    tx,
  );
  const said = [
    {
      ...fileMessage('changes_proposed_again', { date: before.on }),
      count: found?.again ?? 0,
    },
    {
      ...fileMessage('missing_proposed_again', { date: before.on }),
      count: found?.kept ?? 0,
    },
  ].flatMap((one) => (one.count > 0 ? [{ ...one, atRehearsal: true }] : []));
  if (said.length > 0)
    await sql`update file_jobs set remarks = remarks || ${JSON.stringify(said)}::jsonb where id = ${jobId}`.execute(tx);
}
