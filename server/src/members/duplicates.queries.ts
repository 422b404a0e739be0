import type { Comparison, DuplicatePair } from '@openbenefits/contract/duplicates';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { MERGE_FIELD_NAMES, MERGE_FIELDS, type MergeField } from '@openbenefits/domain/members/merge-members';
import { MEMBER_STATUS_LABEL } from '@openbenefits/domain/members/member-status';
import { pairKind, resemblance } from '@openbenefits/domain/members/same-person';
import { formatMoney, fromCents } from '@openbenefits/domain/money';
import { shownContact, shownPhone } from '@openbenefits/domain/phone';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { paidMonthsOfMerge } from './merge-records.ts';
import { birthYear, ssnLast4 } from '../protected-fields.ts';

/** Maximum number of pairs shown. */
const MOST_PAIRS = 500;
const CANDIDATES = 5000;
/** A key that more members share is a placeholder for an unknown birth date or SSN. */
const SHARED_BY_AT_MOST = 20;

type Person = DuplicatePair['a'] & { firstName: string; lastName: string; subscriberId: string | null };

const PERSON = (
  alias: string,
) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ltrim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), 'firstName', ${sql.ref(`${alias}.first_name`)},
  'lastName', ${sql.ref(`${alias}.last_name`)}, 'relationship', ${sql.ref(`${alias}.relationship`)}, 'subscriberId', ${sql.ref(`${alias}.subscriber_id`)}, 'groupId', ${sql.ref(`${alias}.group_id`)},
  'subscriberName', (select ltrim(s.first_name || ' ' || s.last_name) from members s where s.id = ${sql.ref(`${alias}.subscriber_id`)}), 'groupName', (select g.company_name from groups g where g.id = ${sql.ref(`${alias}.group_id`)}),
  'memberNumber', ${sql.ref(`${alias}.member_number`)}, 'employeeId', ${sql.ref(`${alias}.employee_id`)}, 'status', ${sql.ref(`${alias}.status`)},
  'addedAt', to_char(${sql.ref(`${alias}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;

const shown = ({ firstName: _, lastName: __, subscriberId: ___, ...person }: Person): DuplicatePair['a'] => person;

/**
 * Finds pairs that share a keyed digest by one grouping. The database drops very different names; the domain rule
 * decides.
 */
async function candidates(tx: Tx): Promise<{ a: Person; b: Person; shared: 'ssn' | 'birth' }[]> {
  const { rows } = await sql<{ a: Person; b: Person; shared: 'ssn' | 'birth' }>`
    with keyed as (
      select 'ssn' as shared, array_agg(id) as ids from members where ssn_index is not null group by ssn_index having count(*) between 2 and ${SHARED_BY_AT_MOST}
      union all
      select 'birth', array_agg(id) from members where date_of_birth_index is not null group by group_id, date_of_birth_index having count(*) between 2 and ${SHARED_BY_AT_MOST}
    ), pairs as (
      select distinct on (a, b) a, b, shared from keyed, unnest(ids) a, unnest(ids) b where a < b order by a, b, shared desc
    )
    select ${PERSON('x')} as a, ${PERSON('y')} as b, p.shared from pairs p join members x on x.id = p.a join members y on y.id = p.b
    where (p.shared = 'ssn' or similarity(x.name_key, y.name_key) >= 0.55 or lower(x.last_name) = lower(y.last_name))
      -- A subscriber and the dependent that this person was before are known to be one.
      and x.split_from is distinct from y.id and y.split_from is distinct from x.id
      and not exists (select from duplicate_dismissals d where d.member_a = p.a and d.member_b = p.b)
    order by p.shared desc, x.last_name, x.first_name, p.a, p.b limit ${CANDIDATES}`.execute(tx);
  return rows;
}

/** Possible duplicates. */
export async function listDuplicates(tx: Tx): Promise<{ rows: DuplicatePair[]; more: boolean }> {
  const pairs = (await candidates(tx)).flatMap(({ a, b, shared }): DuplicatePair[] => {
    const names = resemblance(a, b);
    // The same SSN is reported whatever the names; the same birthday alone is a coincidence.
    if (shared === 'birth' && names === 'different') return [];
    return [{ a: shown(a), b: shown(b), kind: pairKind(a, b), shared, names }];
  });
  const rows = pairs.toSorted((one, other) => Number(other.kind === 'mergeable') - Number(one.kind === 'mergeable'));
  return { rows: rows.slice(0, MOST_PAIRS), more: rows.length > MOST_PAIRS };
}

type Stored = Person &
  Record<string, unknown> & {
    ssnEncrypted: string | null;
    dateOfBirthEncrypted: string | null;
    ssnIndex: Buffer | null;
    dateOfBirthIndex: Buffer | null;
    dependents: string[];
  };

function textOf(field: MergeField, stored: Stored, { services: { vault }, actor: { tenantId } }: Work): string | null {
  if (field === 'ssn') return ssnLast4(vault, tenantId, stored.id, stored.ssnEncrypted);
  if (field === 'birth') return birthYear(vault, tenantId, stored.id, stored.dateOfBirthEncrypted)?.toString() ?? null;
  if (field === 'status') return MEMBER_STATUS_LABEL[stored.status];
  if (field === 'salary')
    return stored.salaryAnnualCents === null ? null : formatMoney(fromCents(Number(stored.salaryAnnualCents)));
  if (field === 'class' || field === 'location')
    return (stored[`${field}Name`] ?? stored[`${field}Code`] ?? null) as string | null;
  if (field === 'address' && stored.confidentiality === 'R') return stored.addressLine1 ? 'Restricted' : null;
  const words = MERGE_FIELDS[field]
    .map((column) => stored[column])
    .filter(Boolean)
    .join(field === 'address' ? ', ' : ' ');
  if (field === 'phone') return words ? shownPhone(words) : null;
  if (field === 'emergencyContact') return words ? shownContact(words) : null;
  return field.endsWith('Date') && words !== '' ? formatDate(words as CalendarDate) : words || null;
}

const isSame = (field: MergeField, a: Stored, b: Stored): boolean => {
  if (field === 'ssn') return a.ssnIndex?.toString('hex') === b.ssnIndex?.toString('hex');
  if (field === 'birth') return a.dateOfBirthIndex?.toString('hex') === b.dateOfBirthIndex?.toString('hex');
  return field === 'status'
    ? a.status === b.status
    : MERGE_FIELDS[field].every((column) => (a[column] ?? null) === (b[column] ?? null));
};

async function readSide(tx: Tx, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select m.*, ltrim(m.first_name || ' ' || m.last_name) as name, m.created_at as added_at, g.company_name as group_name, c.class_name, l.location_name,
      (select ltrim(s.first_name || ' ' || s.last_name) from members s where s.id = m.subscriber_id) as subscriber_name,
      (select coalesce(array_agg(ltrim(d.first_name || ' ' || d.last_name) order by d.created_at, d.id), '{}') from members d where d.subscriber_id = m.id) as dependents
    from members m join groups g on g.id = m.group_id left join group_classes c on c.id = m.class_id left join billing_locations l on l.id = m.location_id where m.id = ${id}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'One of the two records no longer exists, or you may not see it.');
  return found;
}

const PERSON_KEYS = [
  'id',
  'name',
  'relationship',
  'subscriberName',
  'groupId',
  'groupName',
  'memberNumber',
  'employeeId',
  'status',
  'addedAt',
] as const;

async function coverageOf(tx: Tx, id: string): Promise<Comparison['a']['coverage']> {
  const { rows } = await sql<Comparison['a']['coverage'][number]>`
    select s.line, s.plan_id, p.plan_name, lower(s.covered) as "from", upper(s.covered) as until from coverage_spans s join health_plans p on p.id = s.plan_id
    where s.member_id = ${id} and upper_inf(s.recorded) order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], s.line), lower(s.covered)`.execute(
    tx,
  );
  return rows;
}

/** Returns two records to compare, with protected values masked; digests show whether those differ. */
export async function compareMembers(work: Work, input: { a: string; b: string }): Promise<Comparison> {
  const { tx, note } = work;
  const [a, b] = [await readSide(tx, input.a), await readSide(tx, input.b)];
  const side = async (stored: Stored): Promise<Omit<Comparison['a'], 'paidMonthsLost'>> => ({
    ...(Object.fromEntries(PERSON_KEYS.map((key) => [key, stored[key]])) as DuplicatePair['a']),
    fields: Object.fromEntries(
      MERGE_FIELD_NAMES.map((field) => [field, textOf(field, stored, work)]),
    ) as Comparison['a']['fields'],
    coverage: await coverageOf(tx, stored.id),
    dependents: stored.dependents,
  });
  note({
    targetKind: 'member',
    targetId: a.id,
    fields: ['name', 'contact', 'birth_year', 'ssn_last4', 'coverage', 'dependents'],
    itemCount: 2,
  });
  const kind = pairKind(a, b);
  const losing = async (keep: string, merge: string) =>
    kind === 'mergeable' ? paidMonthsOfMerge(work, { keep, merge }) : [];
  return {
    a: { ...(await side(a)), paidMonthsLost: await losing(a.id, b.id) },
    b: { ...(await side(b)), paidMonthsLost: await losing(b.id, a.id) },
    kind,
    differing: MERGE_FIELD_NAMES.filter((field) => !isSame(field, a, b)),
  };
}
