import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/**
 * Offers a plan from a day on wherever the group offers another, with the same methodology; it never removes one. Returns
 * the IDs of the new offerings.
 */
export async function offerInstead(
  tx: Tx,
  { groupId, planId, toPlanId, from }: { groupId: string; planId: string; toPlanId: string; from: CalendarDate },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`insert into group_plan_assignments (id, group_id, class_id, location_id, plan_id, effective_date, status, rating_methodology)
    select distinct on (a.class_id, a.location_id) gen_random_uuid(), a.group_id, a.class_id, a.location_id, ${toPlanId}::uuid, ${from}::date, 'active', a.rating_methodology
    from group_plan_assignments a where a.group_id = ${groupId} and a.plan_id = ${planId} and a.status = 'active'
      and not exists (select from group_plan_assignments b where b.group_id = a.group_id and b.class_id = a.class_id and b.location_id = a.location_id
        and b.plan_id = ${toPlanId} and b.status = 'active')
    order by a.class_id, a.location_id, a.effective_date desc
    on conflict on constraint one_offering_from_a_day do update set status = 'active' returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Withdraws offerings that `offerInstead` added, except where members have the plan after the day. */
export async function withdrawOffers(
  tx: Tx,
  offers: readonly string[],
  { planId, from }: { planId: string; from: CalendarDate },
): Promise<void> {
  await sql`update group_plan_assignments a set status = 'inactive' where a.id = any (${[...offers]}::uuid[]) and a.status = 'active'
    and not exists (select from coverage_spans s where s.group_id = a.group_id and s.plan_id = ${planId} and upper_inf(s.recorded)
      and (upper_inf(s.covered) or upper(s.covered) > ${from}::date))`.execute(tx);
}
