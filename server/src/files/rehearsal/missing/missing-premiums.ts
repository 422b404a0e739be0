import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/** From so many rows on tables are joined whole: of what was just written the planner knows nothing. */
const MANY = 1000;

/**
 * What ending a missing dependent saves a month, from the day after the proposed end on: the difference that the tier
 * of the family makes, line by line (domain rules 4.3). Where several of a family are missing each is priced as if
 * those before it were gone, so that their amounts add up to what the family saves; whoever is kept comes last, so that
 * nobody else's saving counts on it, and is to be priced anew after each decision. A dependent whose subscriber is
 * missing too is part of the subscriber's premium (null).
 */
export async function priceMissingDependents(tx: Tx, jobId: string, rows: number): Promise<void> {
  // The day from which all that is proposed would be over; it is one for a file.
  const proposed = await tx
    .selectFrom('fileMissing')
    .select('proposedLastDay')
    .where('jobId', '=', jobId)
    .limit(1)
    .executeTakeFirst();
  if (!proposed) return;
  const on = addDays(proposed.proposedLastDay as CalendarDate, 1);
  const isLarge = rows > MANY;
  if (isLarge) await sql`set local enable_nestloop = off`.execute(tx);
  await sql`
    with gone as (
      select f.member_id, f.subscriber_id, f.line as row_line, s.line, (m.relationship in ('spouse', 'domestic_partner'))::integer as is_partner,
        row_number() over (partition by f.subscriber_id, s.line order by case f.decision when 'end' then 0 when 'keep' then 2 else 1 end, f.person_label, f.member_id) as place
      from file_missing f join coverage_spans s on s.member_id = f.member_id and upper_inf(s.recorded) and s.covered @> ${on}::date and (f.line is null or f.line = s.line) join members m on m.id = f.member_id
        left join file_missing h on h.job_id = f.job_id and h.member_id = f.subscriber_id and h.decision is distinct from 'keep' and (h.line is null or h.line = s.line)
      where f.job_id = ${jobId} and f.member_id <> f.subscriber_id and h.member_id is null
    ), families as (
      select s.subscriber_id, s.line, (array_agg(s.plan_id) filter (where s.member_id = s.subscriber_id))[1] as plan_id,
        count(*) filter (where m.relationship in ('spouse', 'domestic_partner')) as partners, count(*) filter (where s.member_id <> s.subscriber_id and m.relationship not in ('spouse', 'domestic_partner')) as children
      from coverage_spans s join members m on m.id = s.member_id
      where s.subscriber_id in (select g.subscriber_id from gone g) and upper_inf(s.recorded) and s.covered @> ${on}::date group by s.subscriber_id, s.line
    ), steps as (
      select g.member_id, g.row_line, f.plan_id, g.is_partner, f.partners - sum(g.is_partner) over before as partners, f.children - sum(1 - g.is_partner) over before as children
      from gone g join families f on f.subscriber_id = g.subscriber_id and f.line = g.line window before as (partition by g.subscriber_id, g.line order by g.place)
    ), saved as (
      select p.member_id, p.row_line, sum(b.monthly_cents - a.monthly_cents)::bigint as monthly from steps p
        join plan_rates b on b.plan_id = p.plan_id and b.valid @> ${on}::date and b.tier = coverage_tier((p.partners + p.is_partner)::bigint, (p.children + 1 - p.is_partner)::bigint)
        join plan_rates a on a.plan_id = p.plan_id and a.valid @> ${on}::date and a.tier = coverage_tier(p.partners::bigint, p.children::bigint)
      group by p.member_id, p.row_line
    )
    update file_missing f set monthly_cents = x.monthly from (
      select d.member_id, d.line, s.monthly from file_missing d left join saved s on s.member_id = d.member_id and s.row_line is not distinct from d.line where d.job_id = ${jobId} and d.member_id <> d.subscriber_id
    ) x where f.job_id = ${jobId} and f.member_id = x.member_id and f.line is not distinct from x.line and f.monthly_cents is distinct from x.monthly`.execute(
    tx,
  );
  if (isLarge) await sql`set local enable_nestloop = on`.execute(tx);
}
