import type { AdministeredGroup, AdministrationSummary } from '@openbenefits/contract/group-admin';
import type { GroupRow } from '@openbenefits/contract/groups';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import type { Figures } from '../kept-figures.ts';
import { bookFigures, recountGroupFiguresLater } from './group-figures.ts';
import { type GroupFilter, listGroups } from './groups.queries.ts';

type Extra = Pick<AdministeredGroup, 'id' | 'admin' | 'adminEmail' | 'planType' | 'lastActivity' | 'assigned'>;

/** Returns the columns of the administration list that the group list does not have. */
export async function withAdministration(tx: Tx, rows: readonly GroupRow[]): Promise<AdministeredGroup[]> {
  if (rows.length === 0) return [];
  const found = await sql<Extra>`
    select g.id, nullif(trim(g.contact_name), '') as admin, nullif(trim(g.contact_email), '') as admin_email,
      (select string_agg(distinct p.network_type, ', ') from group_plan_assignments a join health_plans p on p.id = a.plan_id
        where a.group_id = g.id and a.status = 'active' and p.line = 'medical') as plan_type,
      coalesce((select c.made_at from changes c where c.group_id = g.id order by c.made_at desc limit 1), g.created_at) as last_activity,
      array(select u.name from group_admins a join auth."user" u on u.id = a.user_id where a.group_id = g.id and not u.disabled order by u.name) as assigned
    from groups g where g.id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  const extra = new Map(found.rows.map((row) => [row.id, row]));
  return rows.flatMap(
    ({ id, name, cim, status, industry, employees, enrolled, effectiveDate, renewalDate, monthlyPremium }) => {
      const more = extra.get(id);
      return more
        ? [
            {
              ...more,
              id,
              name,
              cim,
              status,
              industry,
              employees,
              enrolled,
              effectiveDate,
              renewalDate,
              monthlyPremium,
            },
          ]
        : [];
    },
  );
}

/**
 * Returns a page of the Group Administration Dashboard; the search matches the name and the administrator, as the list
 * of groups does.
 */
export async function administeredGroups(work: Work, filter: GroupFilter) {
  const { rows, ...page } = await listGroups(work, filter, () => recountGroupFiguresLater(work));
  return { ...page, rows: await withAdministration(work.tx, rows) };
}

/** The summary counts, derived from the groups that may be seen. */
async function administrationSummary(work: Work): Promise<AdministrationSummary> {
  const { rows } = await sql<Pick<AdministrationSummary, 'active' | 'pendingReview' | 'total' | 'employees'>>`
    select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'pending') as pending_review,
      count(*) as total, coalesce(sum(employee_count), 0)::bigint as employees from groups`.execute(work.tx);
  const [counts] = rows;
  if (!counts) throw new Error('An aggregate query returned no row');
  const { members, enrolled, monthlyCents } = await bookFigures(work);
  return { ...counts, totalMembers: members, enrolled, revenue: monthlyCents };
}

export const ADMINISTRATION_SUMMARY = {
  kind: 'group administration',
  count: administrationSummary,
} satisfies Figures<AdministrationSummary>;
