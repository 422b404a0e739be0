import type { MemberRow } from '@openbenefits/contract/members';
import { estimateFromSalary } from '@openbenefits/domain/billing/premium';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import { householdPrices } from '../coverage/household-prices.ts';
import type { Pricing } from '../coverage/rating-ages.ts';

export type MemberFilter = {
  groupId: string;
  search?: string | undefined;
  status?: MemberStatus | undefined;
  sort: 'name' | 'employeeId' | 'status';
  descending: boolean;
  cursor?: string | undefined;
  limit: number;
};

const SORT: Readonly<Record<MemberFilter['sort'], RawBuilder<string>>> = {
  name: sql`m.last_name || chr(31) || m.first_name`,
  employeeId: sql`coalesce(m.employee_id, '')`,
  status: sql`m.status`,
};

type Found = Omit<MemberRow, 'monthlyCost' | 'estimated'> & {
  sortKey: string;
  salary: number | null;
};

/** Subscribers of a group, a page at a time, with their plan, dependents and monthly cost of today. */
export async function membersOfGroup(pricing: Pricing, filter: MemberFilter, today: CalendarDate) {
  const { tx } = pricing;
  const exists = await tx.selectFrom('groups').select('id').where('id', '=', filter.groupId).executeTakeFirst();
  if (!exists) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const parts = [sql<boolean>`m.group_id = ${filter.groupId}`, sql<boolean>`m.subscriber_id is null`];
  const term = filter.search?.trim();
  if (term) parts.push(sql<boolean>`m.search_text like fold(${likePattern(term)})`);
  if (filter.status) parts.push(sql<boolean>`m.status = ${filter.status}`);
  const where = sql.join(parts, sql` and `);
  const key = SORT[filter.sort];
  const direction = sql.raw(filter.descending ? 'desc' : 'asc');
  const after = filter.cursor ? decodeCursor(filter.cursor, ['any', 'id']) : undefined;
  const beyond = after
    ? sql`and (${key}, m.id) ${sql.raw(filter.descending ? '<' : '>')} (${after[0]}, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<Found>`
    with page as (
      select m.*, ${key} as sort_key from members m where ${where} ${beyond} order by sort_key ${direction}, m.id ${direction} limit ${filter.limit + 1}
    )
    select p.id, ltrim(p.first_name || ' ' || p.last_name) as name, p.job_title as position, p.department, p.email, p.phone, p.employee_id, p.status,
      p.sort_key, p.salary_annual_cents as salary,
      (select count(*) from members d where d.subscriber_id = p.id and d.status not in ('terminated', 'inactive')) as dependents,
      (select h.plan_name from coverage_spans s join health_plans h on h.id = s.plan_id
        where s.subscriber_id = p.id and s.member_id = p.id and upper_inf(s.recorded) and s.covered @> ${today}::date
        order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], s.line) limit 1) as plan
    from page p
    order by p.sort_key ${direction}, p.id ${direction}`.execute(tx);
  const counts = await sql<{ total: number; subscribers: number; dependents: number }>`
    select (select count(*) from members m where ${where}) as total, count(*) filter (where subscriber_id is null) as subscribers,
      count(*) filter (where subscriber_id is not null) as dependents from members where group_id = ${filter.groupId}`.execute(
    tx,
  );
  const page = rows.slice(0, filter.limit);
  const premiums = await premiumsOfSubscribers(
    pricing,
    filter.groupId,
    page.map(({ id }) => id),
    today,
  );
  const last = page.at(-1);
  return {
    rows: page.map(({ sortKey: _, salary, ...row }): MemberRow => ({
      ...row,
      // A held line leaves the whole without a cost, and nothing to estimate.
      ...costOf(premiums.get(row.id) ?? null, isEnded(row.status) || premiums.get(row.id) === null ? null : salary),
    })),
    next: rows.length > filter.limit && last ? encodeCursor([last.sortKey, last.id]) : null,
    ...(counts.rows[0] ?? { total: 0, subscribers: 0, dependents: 0 }),
  };
}

/** What subscribers' households cost a month, all lines together; one without a price is missing, one with a held line null. */
async function premiumsOfSubscribers(
  pricing: Pricing,
  groupId: string,
  subscriberIds: readonly string[],
  on: CalendarDate,
): Promise<ReadonlyMap<string, number | null>> {
  const sums = new Map<string, number | null>();
  if (subscriberIds.length === 0) return sums;
  const held = new Set<string>();
  for (const { household, price } of await householdPrices(pricing, { groupIds: [groupId], subscriberIds }, on))
    if (!('held' in price)) sums.set(household.subscriberId, (sums.get(household.subscriberId) ?? 0) + price.total);
    else if (price.held.code !== 'varies') held.add(household.subscriberId);
  // The rest of a household with a held line would look like all of it.
  for (const id of held) sums.set(id, null);
  return sums;
}

/** Former members cost nothing; the salary split would say otherwise. */
export const isEnded = (status: MemberStatus): boolean => status === 'terminated' || status === 'inactive';

function costOf(premium: number | null, salary: number | null): { monthlyCost: Cents | null; estimated: boolean } {
  if (premium !== null) return { monthlyCost: fromCents(premium), estimated: false };
  return {
    monthlyCost: salary === null ? null : estimateFromSalary(fromCents(salary)).total,
    estimated: salary !== null,
  };
}
