import type { ManagedGroup } from '@openbenefits/contract/group-management';
import { sql } from 'kysely';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { bookFigures, recountGroupFiguresLater } from './group-figures.ts';

type ManagementStats = { active: number; employees: number; pending: number; total: number };

/**
 * Returns the cards of Group Management (specification 1, section 2.7; "Total Members" as decisions/0044 defines it).
 */
export async function managementStats(work: Work): Promise<ManagementStats & { totalMembers: number }> {
  const counting = sql<ManagementStats>`select count(*) filter (where status = 'active') as active,
    coalesce(sum(employee_count), 0)::bigint as employees, count(*) filter (where status = 'pending') as pending,
    count(*) as total from groups`.execute(work.tx);
  const [{ rows }, { members, kept }] = await Promise.all([counting, bookFigures(work)]);
  if (!kept) recountGroupFiguresLater(work);
  return { ...(rows[0] ?? { active: 0, employees: 0, pending: 0, total: 0 }), totalMembers: members };
}

/** Groups by company name or CIM number, newest first. */
export async function managedGroups(
  tx: Tx,
  filter: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ rows: ManagedGroup[]; next: string | null; total: number }> {
  const term = filter.search?.trim();
  const pattern = likePattern(term ?? '');
  const where = term
    ? sql<boolean>`(fold(company_name) like fold(${pattern}) or lower(cim_number) like lower(${pattern}))`
    : sql<boolean>`true`;
  const after = filter.cursor ? decodeCursor(filter.cursor, ['instant', 'id']) : undefined;
  const beyond = after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<
    ManagedGroup & { createdAt: string }
  >`select id, company_name as name, cim_number as cim, status, nullif(employee_count, 0) as employees, effective_date, billing_method,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
    from groups where ${where} ${beyond} order by groups.created_at desc, id desc limit ${filter.limit + 1}`.execute(
    tx,
  );
  const count = await sql<{ total: number }>`select count(*) as total from groups where ${where}`.execute(tx);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ createdAt: _, ...row }) => row),
    next: rows.length > filter.limit && last ? encodeCursor([last.createdAt, last.id]) : null,
    total: count.rows[0]?.total ?? 0,
  };
}
