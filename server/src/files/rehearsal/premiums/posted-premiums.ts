import type { FileJob } from '@openbenefits/contract/files';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { premiumsByPlan } from '../../../coverage/premium-totals.ts';
import type { Pricing } from '../../../coverage/rating-ages.ts';
import type { Tx } from '../../../db/connect.ts';

/** What the groups of a file cost a month on its day, plan by plan, as things are: a relation of plan_id and cents. */
async function premiumsNow(pricing: Pricing, jobId: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ day: CalendarDate | null; groups: string[] | null }>`
    select (select premium_day from file_jobs where id = ${jobId}) as day,
      (select array_agg(distinct group_id) from file_changes where job_id = ${jobId}) as groups`.execute(pricing.tx);
  const [file] = rows;
  const now = file?.day && file.groups ? await premiumsByPlan(pricing, file.groups, file.day) : [];
  return sql`select * from unnest(${now.map(({ planId }) => planId)}::uuid[], ${now.map(({ cents }) => cents)}::bigint[]) as n(plan_id, cents)`;
}

/**
 * Whether somebody has left records out of a file that was rehearsed: what that found for all of it is not what the
 * file does then.
 */
const isInPart = (jobId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from file_changes where job_id = ${jobId} and excluded and action <> 'unchanged')`;

const sumUp = (tx: Tx, jobId: string) =>
  sql`update file_jobs set premium_before = p.before, premium_change = p.change from (select coalesce(sum(before_cents), 0) as before, coalesce(sum(after_cents - before_cents), 0) as change from file_premiums where job_id = ${jobId}) p where id = ${jobId}`.execute(
    tx,
  );

/** Called before the first record of a file is posted: where a part is left out, the premium is taken as it is. */
export async function takePremiumsBefore(pricing: Pricing, jobId: string): Promise<void> {
  const { tx } = pricing;
  const { rows } = await sql<{ inPart: boolean }>`select ${isInPart(jobId)} as in_part`.execute(tx);
  if (!rows[0]?.inPart) return;
  await tx.deleteFrom('filePremiums').where('jobId', '=', jobId).execute();
  await sql`insert into file_premiums (job_id, plan_id, before_cents, after_cents) select ${jobId}, n.plan_id, n.cents, n.cents from (${await premiumsNow(pricing, jobId)}) n`.execute(
    tx,
  );
  await sumUp(tx, jobId);
}

/** Called when the last record is posted: where a part was left out, what it has come to. */
export async function takePremiumsAfter(pricing: Pricing, jobId: string): Promise<void> {
  const { tx } = pricing;
  const { rows } = await sql<{ inPart: boolean }>`select ${isInPart(jobId)} as in_part`.execute(tx);
  if (!rows[0]?.inPart) return;
  await sql`update file_premiums set after_cents = 0 where job_id = ${jobId}`.execute(tx);
  await sql`insert into file_premiums (job_id, plan_id, before_cents, after_cents) select ${jobId}, n.plan_id, 0, n.cents from (${await premiumsNow(pricing, jobId)}) n
    on conflict (tenant_id, job_id, plan_id) do update set after_cents = excluded.after_cents`.execute(tx);
  await sumUp(tx, jobId);
}

/**
 * Whether a record (`c` of file_changes) of a file that stopped in the midst of its work was posted by then: what a
 * record does has an item of its line.
 */
export const wasPosted: RawBuilder<boolean> = sql<boolean>`exists (select from file_jobs pj join change_items i on i.change_id = pj.change_id where pj.id = c.job_id and i.source_line = c.line)`;

/**
 * What a file that stopped in the midst of its work has posted by then comes to: each record as it was found behind
 * those before it, which are posted, too.
 */
export async function premiumOfPart(tx: Tx, jobId: string): Promise<FileJob['premium']> {
  const { rows } = await sql<
    NonNullable<FileJob['premium']>
  >`select j.premium_day as on, j.premium_before as before, true as of_part, (select coalesce(sum(c.premium_change), 0)::bigint from file_changes c
      where c.job_id = j.id and not c.excluded and c.line in (select i.source_line from change_items i where i.change_id = j.change_id)) as change
    from file_jobs j where j.id = ${jobId} and j.premium_day is not null and j.premium_before is not null`.execute(tx);
  return rows[0] ?? null;
}

type OfPlan = { planId: string; planName: string; before: Cents; after: Cents };

/**
 * The monthly premium before and after the file, plan by plan, as the rehearsal found it. Of a file that stopped in the
 * midst of its work it is taken from its groups as they are, and none is told where somebody else has changed them
 * meanwhile: the plans would not add up to what the file has posted.
 */
export async function filePremiums(pricing: Pricing, jobId: string): Promise<OfPlan[]> {
  const { tx } = pricing;
  const stopped = await sql<{
    inMidst: boolean;
  }>`select status in ('paused', 'error') and stage = 'applying' and change_id is not null as in_midst from file_jobs where id = ${jobId}`.execute(
    tx,
  );
  const inMidst = stopped.rows[0]?.inMidst === true;
  const found = sql`select plan_id, before_cents, after_cents from file_premiums where job_id = ${jobId}`;
  const now = async () =>
    sql`select plan_id, coalesce(p.before_cents, 0) as before_cents, coalesce(n.cents, 0) as after_cents from (${found}) p full join (${await premiumsNow(pricing, jobId)}) n using (plan_id)`;
  const { rows } =
    await sql<OfPlan>`select p.plan_id, h.plan_name, p.before_cents as before, p.after_cents as after from (${inMidst ? await now() : found}) p join health_plans h on h.id = p.plan_id order by h.position, h.plan_name`.execute(
      tx,
    );
  if (!inMidst) return rows;
  const part = await premiumOfPart(tx, jobId);
  return part !== null &&
    rows.reduce((sum, { before, after }) => add(sum, subtract(after, before)), ZERO) === part.change
    ? rows
    : [];
}
