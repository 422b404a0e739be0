import type { GroupHit, MemberHit, SearchCriteria } from '@openbenefits/contract/search';
import { counted } from '@openbenefits/domain/counted';
import { RELATIONSHIP_LABEL, type Relationship } from '@openbenefits/domain/relationship';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from '../cursor.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';

/** The specified limits (specification 1, section 9), and the limit for 'show all'. */
export const GROUP_CAP = 15;
export const MEMBER_CAP = 8;
export const ALL_CAP = 200;
/** Where other fields narrow the search further, the term alone may not cut it. */
const UNCAPPED = 1_000_000;

const has = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
const like = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`fold(coalesce(${column}, '')) like fold(${likePattern(text.trim())})`;

/** What the status filter of the search means for groups and for members (specification 1, section 4). */
const GROUP_STATUS = {
  all: [],
  active: ['active'],
  inactive: ['inactive'],
  pending: ['pending', 'under_review'],
  terminated: ['terminated'],
} as const;
const MEMBER_STATUS = {
  all: [],
  active: ['active', 'leave_of_absence', 'pending_termination'],
  inactive: ['inactive', 'suspended'],
  pending: ['pending'],
  terminated: ['terminated'],
} as const;

function groupConditions(criteria: SearchCriteria): RawBuilder<boolean>[] | undefined {
  const { term, companyName, cimNumber, phone, address, city, state, zipCode, status } = criteria;
  // A field that only members have rules groups out: all filled fields are AND-ed.
  if (
    [criteria.firstName, criteria.lastName, criteria.email, criteria.employeeId, criteria.ssn, criteria.jobTitle].some(
      has,
    )
  )
    return undefined;
  const parts: RawBuilder<boolean>[] = [];
  if (has(term)) parts.push(sql<boolean>`g.id in (select find_groups(fold(${likePattern(term.trim())})))`);
  if (has(companyName)) parts.push(like(sql`g.company_name`, companyName));
  if (has(cimNumber)) parts.push(like(sql`g.cim_number`, cimNumber));
  if (has(phone))
    parts.push(
      sql<boolean>`regexp_replace(coalesce(g.contact_phone, ''), '\\D', '', 'g') like ${likePattern(phone.replace(/\D/g, '') || phone)}`,
    );
  if (has(address)) parts.push(like(sql`g.address_line1 || ' ' || coalesce(g.address_line2, '')`, address));
  if (has(city)) parts.push(like(sql`g.city`, city));
  if (has(state)) parts.push(like(sql`g.state_province`, state));
  if (has(zipCode)) parts.push(sql<boolean>`g.zip_postal_code like ${likePattern(zipCode.trim())}`);
  if (status !== 'all') parts.push(sql<boolean>`g.status in (${sql.join(GROUP_STATUS[status])})`);
  return parts;
}

/** Groups that match, in name order. */
export async function findGroups(tx: Tx, criteria: SearchCriteria, limit: number): Promise<GroupHit[]> {
  const parts = groupConditions(criteria);
  if (!parts || parts.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    name: string;
    cim: string;
    contact: string | null;
    employees: number;
    status: GroupHit['status'];
    city: string;
    state: string;
  }>`
    select g.id, g.company_name as name, g.cim_number as cim, g.contact_name as contact, g.employee_count as employees, g.status, g.city, g.state_province as state
    from groups g where ${sql.join(parts, sql` and `)} order by g.company_name, g.id limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    type: 'group',
    id: row.id,
    title: row.name,
    subtitle: `${row.cim} · ${row.city}, ${row.state}`,
    description: [counted(row.employees, 'employee'), row.contact].filter(Boolean).join(' · '),
    status: row.status,
  }));
}

function memberConditions(
  { services, actor }: Work,
  criteria: SearchCriteria,
  limit: number,
): RawBuilder<boolean>[] | undefined {
  const {
    term,
    firstName,
    lastName,
    email,
    employeeId,
    ssn,
    jobTitle,
    companyName,
    cimNumber,
    phone,
    address,
    city,
    state,
    zipCode,
    status,
  } = criteria;
  const parts: RawBuilder<boolean>[] = [];
  const narrow =
    Object.entries(criteria).some(
      ([key, value]) => key !== 'term' && key !== 'status' && typeof value === 'string' && has(value),
    ) || status !== 'all';
  // The quick search alone takes the first names in order; with other fields it may not cut before they are applied.
  if (has(term))
    parts.push(
      sql<boolean>`m.id in (select find_members(fold(${likePattern(term.trim())}), ${narrow ? UNCAPPED : limit}))`,
    );
  const contains = (text: string): RawBuilder<boolean> =>
    sql<boolean>`m.id in (select find_members(fold(${likePattern(text.trim())}), ${UNCAPPED}))`;
  if (has(firstName)) parts.push(contains(firstName), like(sql`m.first_name`, firstName));
  if (has(lastName)) parts.push(contains(lastName), like(sql`m.last_name`, lastName));
  if (has(email)) parts.push(contains(email), like(sql`m.email`, email));
  if (has(employeeId)) parts.push(contains(employeeId), like(sql`m.employee_id`, employeeId));
  if (has(jobTitle)) parts.push(contains(jobTitle), like(sql`m.job_title`, jobTitle));
  if (has(ssn)) {
    const digits = ssn.replace(/\D/g, '');
    if (digits.length !== 9 && digits.length !== 4) return undefined;
    const kind = digits.length === 9 ? 'ssn' : 'ssn_last4';
    parts.push(
      sql<boolean>`m.${sql.ref(`${kind}_index`)} = ${services.vault.blindIndex(kind, digits, actor.tenantId)}`,
    );
  }
  if (has(companyName)) parts.push(like(sql`g.company_name`, companyName));
  if (has(cimNumber)) parts.push(like(sql`g.cim_number`, cimNumber));
  if (has(phone))
    parts.push(
      sql<boolean>`regexp_replace(coalesce(m.phone, ''), '\\D', '', 'g') like ${likePattern(phone.replace(/\D/g, '') || phone)}`,
    );
  // Restricted addresses (INS13 of the 834) are not searched.
  if (has(address))
    parts.push(
      sql<boolean>`(m.confidentiality is distinct from 'R' and ${like(sql`coalesce(m.address_line1, '') || ' ' || coalesce(m.address_line2, '')`, address)})`,
    );
  if (has(city)) parts.push(like(sql`m.city`, city));
  if (has(state)) parts.push(like(sql`m.state`, state));
  if (has(zipCode)) parts.push(sql<boolean>`m.zip_code like ${likePattern(zipCode.trim())}`);
  if (status !== 'all') parts.push(sql<boolean>`m.status in (${sql.join(MEMBER_STATUS[status])})`);
  return parts;
}

/**
 * Returns members (subscribers and dependents) that match, in name order; one row per person, never merged by name
 * (ruling).
 */
export async function findMembers(work: Work, criteria: SearchCriteria, limit: number): Promise<MemberHit[]> {
  const parts = memberConditions(work, criteria, limit);
  if (!parts || parts.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    name: string;
    title: string | null;
    employeeId: string | null;
    email: string | null;
    groupId: string;
    groupName: string | null;
    relationship: Relationship;
    status: MemberHit['status'];
  }>`
    select m.id, ltrim(m.first_name || ' ' || m.last_name) as name, m.job_title as title, m.employee_id, m.email, m.group_id, g.company_name as group_name, m.relationship, m.status
    from members m left join groups g on g.id = m.group_id
    where ${sql.join(parts, sql` and `)} order by m.last_name, m.first_name, m.id limit ${limit}`.execute(work.tx);
  return rows.map((row) => ({
    type: 'member',
    id: row.id,
    title: row.name,
    subtitle: [row.relationship === 'self' ? row.title : RELATIONSHIP_LABEL[row.relationship], row.employeeId]
      .filter(Boolean)
      .join(' · '),
    description: row.email ?? '',
    groupId: row.groupId,
    groupName: row.groupName ?? 'Unknown Group',
    relationship: row.relationship,
    status: row.status,
  }));
}
