import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Offers a plan from a day on wherever the group offers another, with the same methodology; it never removes one. */
export async function offerInstead(
  tx: Tx,
  { groupId, planId, toPlanId, from }: { groupId: string; planId: string; toPlanId: string; from: CalendarDate },
): Promise<void> {
  await sql`insert into group_plan_assignments (id, group_id, class_id, location_id, plan_id, effective_date, status, rating_methodology)
    select distinct on (a.class_id, a.location_id) gen_random_uuid(), a.group_id, a.class_id, a.location_id, ${toPlanId}::uuid, ${from}::date, 'active', a.rating_methodology
    from group_plan_assignments a where a.group_id = ${groupId} and a.plan_id = ${planId} and a.status = 'active'
      and not exists (select from group_plan_assignments b where b.group_id = a.group_id and b.class_id = a.class_id and b.location_id = a.location_id
        and b.plan_id = ${toPlanId} and b.status = 'active')
    order by a.class_id, a.location_id, a.effective_date desc
    on conflict on constraint one_offering_from_a_day do update set status = 'active'`.execute(tx);
}
