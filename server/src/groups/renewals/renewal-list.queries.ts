import type { UpcomingRenewal } from '@openbenefits/contract/renewals';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';
import { joinKeptFigures } from '../group-figures.ts';

type Input = { search?: string | undefined; cursor?: string | undefined; limit: number };

/** Active groups by their next renewal, soonest first, with today's premium and the plans that have no rates for it. */
export async function upcomingRenewals({ tx, today }: Pick<Work, 'tx' | 'today'>, { search, cursor, limit }: Input) {
  const term = search?.trim();
  const where = sql`g.status = 'active' ${term ? sql`and g.search_text like fold(${likePattern(term)})` : sql``}`;
  // The next anniversary of the renewal, or of the first day where a group has none.
  const next = sql`(plan_year_start(coalesce(g.renewal_date, (g.effective_date + interval '1 year')::date), ${today}::date) + interval '1 year')::date`;
  const after = cursor ? decodeCursor(cursor, ['any', 'id']) : undefined;
  const { rows } = await sql<UpcomingRenewal>`
    with upcoming as (select g.id, g.company_name, g.cim_number, ${next} as renews_on from groups g where ${where}),
      page as (select * from upcoming ${after ? sql`where (renews_on, id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``} order by renews_on, id limit ${limit + 1})
    select p.id as group_id, p.company_name as group_name, p.cim_number as cim, p.renews_on, coalesce(f.enrolled, 0) as subscribers, f.monthly_cents as monthly_premium,
      (select count(distinct a.plan_id) from group_plan_assignments a join health_plans h on h.id = a.plan_id
        where a.group_id = p.id and a.status = 'active' and coalesce(h.network_type, '') <> 'ICHRA'
          and not exists (select from rate_periods r where r.plan_id = h.id and upper_inf(r.recorded) and r.valid @> p.renews_on))::integer as plans_without_rates,
      exists (select from renewals r where r.group_id = p.id and r.renews_on = p.renews_on) as applied
    from page p ${joinKeptFigures(sql`p.id`, today)} order by p.renews_on, p.id`.execute(tx);
  const total = await sql<{ total: number }>`select count(*)::integer as total from groups g where ${where}`.execute(
    tx,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > limit && last ? encodeCursor([last.renewsOn, last.groupId]) : null,
    total: total.rows[0]?.total ?? 0,
  };
}
