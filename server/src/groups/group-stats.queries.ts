import type { GroupStats } from '@openbenefits/contract/groups';
import { addDays, addMonths, firstOfMonth, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { bookFigures, recountGroupFiguresLater } from './group-figures.ts';

/** Renewals count as due this many days ahead (architecture, demo data and issue wording). */
const RENEWAL_DAYS = 60;

/** The four cards of the groups list, counted from rows, each with its month-ends of the last year. */
export async function groupStats(work: Work): Promise<GroupStats> {
  const { tx, today } = work;
  const monthEnds = Array.from({ length: 12 }, (_, index) =>
    index === 11 ? today : lastOfMonth(addMonths(firstOfMonth(today), index - 11)),
  );
  const counting = sql<Omit<GroupStats, 'trends' | 'enrolled'>>`
    select count(*) as total_groups,
      count(*) filter (where created_at >= ${firstOfMonth(today)}) as new_groups,
      coalesce(sum(employee_count), 0)::bigint as total_employees,
      count(*) filter (where group_type = 'ichra') as ichra_groups,
      count(*) filter (where renewal_date between ${today} and ${addDays(today, RENEWAL_DAYS)} and status not in ('terminated', 'inactive')) as renewals_due,
      (select count(distinct s.subscriber_id) from coverage_spans s join health_plans p on p.id = s.plan_id
        where p.network_type = 'ICHRA' and upper_inf(s.recorded) and s.covered @> ${today}::date) as ichra_employees,
      (select count(distinct g.id) from groups g join group_plan_assignments a on a.group_id = g.id join health_plans p on p.id = a.plan_id
        where a.status = 'active' and g.renewal_date between ${today} and ${addDays(today, RENEWAL_DAYS)} and g.status not in ('terminated', 'inactive')
          and coalesce(p.network_type, '') <> 'ICHRA' and not exists (select from rate_periods r where r.plan_id = p.id and upper_inf(r.recorded) and r.valid @> g.renewal_date)) as renewals_without_rates
    from groups`.execute(tx);
  const trending = sql<{ groups: number; employees: number; renewals: number; ichra: number }>`
    select count(g.id) as groups, coalesce(sum(g.employee_count), 0)::bigint as employees, count(g.id) filter (where g.group_type = 'ichra') as ichra,
      count(g.id) filter (where g.renewal_date between d.day and d.day + ${RENEWAL_DAYS}::int
        or (g.renewal_date - interval '1 year')::date between d.day and d.day + ${RENEWAL_DAYS}::int) as renewals
    from unnest(${monthEnds}::date[]) as d(day) left join groups g on g.effective_date <= d.day
    group by d.day order by d.day`.execute(tx);
  const [{ rows }, trend, { enrolled, kept }] = await Promise.all([counting, trending, bookFigures(work)]);
  if (!kept) recountGroupFiguresLater(work);
  const counts = rows[0];
  if (!counts) throw new Error('An aggregate query returned no row');
  return {
    ...counts,
    enrolled,
    trends: {
      groups: trend.rows.map((row) => row.groups),
      employees: trend.rows.map((row) => row.employees),
      renewals: trend.rows.map((row) => row.renewals),
      ichra: trend.rows.map((row) => row.ichra),
    },
  };
}
