import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

/** What the groups of a file cost a month on its day, plan by plan, as things are. */
const premiumsNow = (jobId: string): RawBuilder<unknown> => sql`
  select plan_id, coalesce(sum(monthly_cents), 0)::bigint as cents from premiums((select array_agg(distinct group_id) from file_changes where job_id = ${jobId}), (select premium_day from file_jobs where id = ${jobId})) group by plan_id`;

/** Whether somebody has left records out of a file that was rehearsed: what that found for all of it is not what the file does then. */
const isInPart = (jobId: string): RawBuilder<boolean> => sql<boolean>`exists (select from file_changes where job_id = ${jobId} and excluded and action <> 'unchanged')`;

const sumUp = (tx: Tx, jobId: string) =>
  sql`update file_jobs set premium_before = p.before, premium_change = p.change from (select coalesce(sum(before_cents), 0) as before, coalesce(sum(after_cents - before_cents), 0) as change from file_premiums where job_id = ${jobId}) p where id = ${jobId}`.execute(tx);

/** Called before the first record of a file is posted: where a part is left out, the premium is taken as it is. */
export async function takePremiumsBefore(tx: Tx, jobId: string): Promise<void> {
  const { rows } = await sql<{ inPart: boolean }>`select ${isInPart(jobId)} as in_part`.execute(tx);
  if (!rows[0]?.inPart) return;
  await tx.deleteFrom('filePremiums').where('jobId', '=', jobId).execute();
  await sql`insert into file_premiums (job_id, plan_id, before_cents, after_cents) select ${jobId}, n.plan_id, n.cents, n.cents from (${premiumsNow(jobId)}) n`.execute(tx);
  await sumUp(tx, jobId);
}

/** Called when the last record is posted: where a part was left out, what it has come to. */
export async function takePremiumsAfter(tx: Tx, jobId: string): Promise<void> {
  const { rows } = await sql<{ inPart: boolean }>`select ${isInPart(jobId)} as in_part`.execute(tx);
  if (!rows[0]?.inPart) return;
  await sql`update file_premiums set after_cents = 0 where job_id = ${jobId}`.execute(tx);
  await sql`insert into file_premiums (job_id, plan_id, before_cents, after_cents) select ${jobId}, n.plan_id, 0, n.cents from (${premiumsNow(jobId)}) n
    on conflict (tenant_id, job_id, plan_id) do update set after_cents = excluded.after_cents`.execute(tx);
  await sumUp(tx, jobId);
}
