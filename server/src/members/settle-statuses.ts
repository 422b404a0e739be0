import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/**
 * Updates the statuses of members whose coverage started or ended: `statusByDates` of domain in SQL; a test compares
 * them. It is no change set, so the change that set the dates can still be undone. Returns the number of updated
 * members.
 */
export async function settleStatuses(tx: Tx, today: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update members m set status = x.status from (
      select d.id, case when d.covered and d.open then 'active' when d.covered then 'pending_termination'
        when d.later then 'pending' else 'terminated' end as status
      from (
        select w.id, bool_or(s.covered @> ${today}::date) as covered, bool_or(upper_inf(s.covered)) as open,
          bool_or(lower(s.covered) > ${today}::date) as later
        from members w join coverage_spans s on s.member_id = w.id and upper_inf(s.recorded)
        where w.status in ('pending', 'pending_termination') group by w.id) d) x
    where m.id = x.id and m.status <> x.status`.execute(tx);
  const { numAffectedRows: without } = await sql`
    update members m set status = 'terminated' where m.status = 'pending_termination'
      and not exists (select from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded))`.execute(tx);
  return Number(numAffectedRows ?? 0n) + Number(without ?? 0n);
}
