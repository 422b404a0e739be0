import type { GroupRow } from '@openbenefits/contract/groups';
import { addDays, type CalendarDate, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { GroupStatus, GroupType } from '@openbenefits/domain/groups/group-status';
import { filesHeldText } from '@openbenefits/domain/groups/status-changes';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql, type RawBuilder } from 'kysely';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { countGroupFigures, joinKeptFigures } from './group-figures.ts';

export type GroupFilter = {
  search?: string | undefined;
  status?: GroupStatus | undefined;
  type?: GroupType | undefined;
  renewsWithin?: number | undefined;
  renewsIn?: string | undefined;
  without?: 'plans' | 'rates' | undefined;
  noFileWithin?: number | undefined;
  opensWithin?: number | undefined;
  coveredOn?: CalendarDate | undefined;
  sort: 'name' | 'employees' | 'renewal' | 'status';
  descending: boolean;
  cursor?: string | undefined;
  limit: number;
};

/** Sort expressions without nulls, so that a page's last key always has a successor. */
const SORT: Readonly<Record<GroupFilter['sort'], RawBuilder<string | number>>> = {
  name: sql`lower(g.company_name)`,
  employees: sql`g.employee_count`,
  renewal: sql`coalesce(g.renewal_date, 'infinity'::date)::text`,
  status: sql`g.status`,
};

/** Statuses of groups that still renew. */
const RENEWING = sql`g.status not in ('terminated', 'inactive')`;

/** An offered plan has no rate on the renewal date; ICHRA allowances never have one. */
export const WITHOUT_RATES = sql<boolean>`exists (select from group_plan_assignments a join health_plans p on p.id = a.plan_id where a.group_id = g.id and a.status = 'active' and coalesce(p.network_type, '') <> 'ICHRA'
  and not exists (select from rate_periods r where r.plan_id = p.id and upper_inf(r.recorded) and r.valid @> g.renewal_date))`;
const WITHOUT_PLANS = sql<boolean>`not exists (select from group_plan_assignments a where a.group_id = g.id and a.status = 'active')`;

function conditions(
  filter: Omit<GroupFilter, 'sort' | 'descending' | 'limit'>,
  today: CalendarDate,
): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  const term = filter.search?.trim();
  if (term) parts.push(sql<boolean>`g.id in (select find_groups(fold(${likePattern(term)})))`);
  if (filter.status) parts.push(sql<boolean>`g.status = ${filter.status}`);
  if (filter.type) parts.push(sql<boolean>`g.group_type = ${filter.type}`);
  if (filter.renewsWithin)
    parts.push(
      sql<boolean>`${RENEWING} and g.renewal_date between ${today} and ${addDays(today, filter.renewsWithin)}`,
    );
  if (filter.renewsIn) {
    const first = `${filter.renewsIn}-01` as CalendarDate;
    parts.push(
      sql<boolean>`${RENEWING} and g.renewal_date >= ${first} and g.renewal_date < ${firstOfNextMonth(first)}`,
    );
  }
  if (filter.without === 'plans') parts.push(sql<boolean>`${RENEWING} and ${WITHOUT_PLANS}`);
  if (filter.without === 'rates')
    parts.push(sql<boolean>`${RENEWING} and g.renewal_date >= ${today} and ${WITHOUT_RATES}`);
  if (filter.noFileWithin) {
    const files = sql`from file_jobs j where j.group_id = g.id`;
    parts.push(
      sql<boolean>`${RENEWING} and exists (select ${files}) and not exists (select ${files} and j.created_at >= ${addDays(today, -filter.noFileWithin)}::timestamptz)`,
    );
  }
  if (filter.opensWithin)
    parts.push(
      sql<boolean>`${RENEWING} and g.open_enrollment_start between ${today} and ${addDays(today, filter.opensWithin)}`,
    );
  if (filter.coveredOn)
    parts.push(
      sql<boolean>`g.id in (select s.group_id from coverage_spans s where upper_inf(s.recorded) and s.covered @> ${filter.coveredOn}::date)`,
    );
  return sql.join(parts, sql` and `);
}

/** Returns how many groups the filter of the list finds. */
export async function countGroups(
  tx: Tx,
  filter: Omit<GroupFilter, 'sort' | 'descending' | 'limit'>,
  today: CalendarDate,
): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from groups g where ${conditions(filter, today)}`.execute(tx);
  return rows[0]?.total ?? 0;
}

/**
 * Returns one page of groups with today's figures; `unfiltered` is the number of all groups. Calls `onStale` if figures
 * were counted for this page.
 */
export async function listGroups(
  work: Pick<Work, 'tx' | 'today' | 'services' | 'actor'>,
  filter: GroupFilter,
  onStale?: () => void,
): Promise<{ rows: GroupRow[]; next: string | null; total: number; unfiltered: number }> {
  const { tx, today } = work;
  const where = conditions(filter, today);
  const key = SORT[filter.sort];
  const direction = sql.raw(filter.descending ? 'desc' : 'asc');
  const after = filter.cursor ? decodeCursor(filter.cursor, ['any', 'id']) : undefined;
  const beyond = after
    ? sql`and (${key}, g.id) ${sql.raw(filter.descending ? '<' : '>')} (${after[0]}, ${after[1]}::uuid)`
    : sql``;
  // Written into the text, so that the statement is prepared: groups are few, and one plan is good for all of them.
  const limit = sql.raw(String(filter.limit + 1));
  const reading = sql<GroupRow & { sortKey: string | number; isKept: boolean }>`
    with page as (
      select g.*, ${key} as sort_key from groups g where ${where} ${beyond}
      order by sort_key ${direction}, g.id ${direction} limit ${limit}
    )
    select p.id, p.company_name as name, p.cim_number as cim, p.city, p.state_province as state, p.industry, p.status,
      p.employee_count as employees, f.enrolled, p.group_type as type, p.effective_date, p.renewal_date,
      f.monthly_cents as monthly_premium, p.sort_key, f.group_id is not null as is_kept
    from page p ${joinKeptFigures(sql`p.id`, today)}
    order by p.sort_key ${direction}, p.id ${direction}`.execute(tx);
  const counting = sql<{ total: number; unfiltered: number }>`
    select (select count(*) from groups g where ${where}) as total, (select count(*) from groups) as unfiltered`.execute(
    tx,
  );
  const [{ rows }, counts] = await Promise.all([reading, counting]);
  const stale = rows.flatMap(({ id, isKept }) => (isKept ? [] : [id]));
  if (stale.length > 0) onStale?.();
  const counted = await countGroupFigures(pricingOf(work), stale, today);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  const next = rows.length > filter.limit && last ? encodeCursor([last.sortKey, last.id]) : null;
  return {
    rows: page.map(({ sortKey: _, isKept: __, ...row }) => {
      const own = counted.get(row.id);
      return own ? { ...row, enrolled: own.enrolled, monthlyPremium: own.monthlyCents } : row;
    }),
    next,
    total: counts.rows[0]?.total ?? 0,
    unfiltered: counts.rows[0]?.unfiltered ?? 0,
  };
}

export async function groupByCim(tx: Tx, cim: string): Promise<{ id: string; name: string; cim: string }> {
  const row = await tx
    .selectFrom('groups')
    .select(['id', 'companyName as name', 'cimNumber as cim'])
    .where('cimNumber', '=', cim.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', `There is no group with the CIM number ${cim.trim().slice(0, 40)}.`);
  return row;
}

/** Rejects files for a group that is not active before they are sent, because they would be held. */
export async function requireAcceptsFiles(tx: Tx, cim: string): Promise<void> {
  const { id } = await groupByCim(tx, cim);
  const group = await tx
    .selectFrom('groups')
    .select(['companyName', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const held = filesHeldText(group.companyName, group.status as GroupStatus);
  if (held) throw new Refusal('state', held);
}
