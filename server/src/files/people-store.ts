import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Span } from '@openbenefits/domain/coverage/coverage-change';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import { PERSON_FIELDS, type PersonDraft, type PersonField } from '@openbenefits/domain/files/person-draft';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import type { Relationship } from '@openbenefits/domain/members/relationship';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/connect.ts';

/** What a chunk of records says of its people, for finding them: digests as hex, ids as text. */
export type PeopleKeys = { groupIds: string[]; ssnKeys: string[]; birthKeys: string[]; employeeIds: string[]; memberNumbers: string[]; memberIds: string[] };

/** A person to be written, with the sealed values where they are new or corrected. */
export type PersonSecrets = { ssnEncrypted: string | null; ssnIndex: Buffer | null; ssnLast4Index: Buffer | null; birthEncrypted: string | null; birthIndex: Buffer | null };

type MemberRow = Record<PersonField, string | number | null> & {
  id: string; groupId: string; subscriberId: string | null; memberNumber: string; relationship: Relationship; status: MemberStatus; ssnIndex: Buffer | null; dateOfBirthIndex: Buffer | null;
};
type SpanRow = { id: string; memberId: string; line: CoverageLine; planId: string; from: CalendarDate; until: CalendarDate | null };

function toDraft(row: MemberRow, spans: readonly SpanRow[]): PersonDraft {
  return {
    id: row.id,
    isNew: false,
    groupId: row.groupId,
    subscriberId: row.subscriberId,
    memberNumber: row.memberNumber,
    relationship: row.relationship,
    status: row.status,
    values: Object.fromEntries(PERSON_FIELDS.map((field) => [field, row[field]])),
    ssnKey: row.ssnIndex?.toString('hex') ?? null,
    birthKey: row.dateOfBirthIndex?.toString('hex') ?? null,
    spans: Object.groupBy(
      spans.map(({ id, line, planId, from, until }) => ({ id, line, planId, from, until })),
      (span) => span.line,
    ),
    before: {},
    after: {},
    revision: 0,
    secretsFrom: null,
  };
}

/** Everybody the keys may mean, with their families and current spans; a handful of set-based reads whatever the number of records. */
export async function loadPeople(tx: Tx, keys: PeopleKeys): Promise<PersonDraft[]> {
  const bytes = (hex: string[]): Buffer[] => hex.map((text) => Buffer.from(text, 'hex'));
  const { rows } = await sql<MemberRow>`
    with hit as (
      select id, subscriber_id from members where ssn_index = any (${bytes(keys.ssnKeys)}::bytea[]) and group_id = any (${keys.groupIds}::uuid[])
      union select id, subscriber_id from members where group_id = any (${keys.groupIds}::uuid[]) and date_of_birth_index = any (${bytes(keys.birthKeys)}::bytea[])
      union select id, subscriber_id from members where group_id = any (${keys.groupIds}::uuid[]) and employee_id = any (${keys.employeeIds}::text[])
      union select id, subscriber_id from members where member_number = any (${keys.memberNumbers}::text[]) and group_id = any (${keys.groupIds}::uuid[])
      union select id, subscriber_id from members where id = any (${keys.memberIds}::uuid[])
    ), family as (
      select coalesce(subscriber_id, id) as head from hit
    )
    select id, group_id, subscriber_id, member_number, relationship, status, ssn_index, date_of_birth_index, ${sql.join(PERSON_FIELDS.map((field) => sql.ref(field)))}
    from members where id in (select head from family) or subscriber_id in (select head from family)`.execute(tx);
  if (rows.length === 0) return [];
  const spans = await sql<SpanRow>`select id, member_id, line, plan_id, lower(covered) as "from", upper(covered) as until from coverage_spans
    where member_id = any (${rows.map((row) => row.id)}::uuid[]) and upper_inf(recorded) order by lower(covered)`.execute(tx);
  const byMember = Map.groupBy(spans.rows, (span) => span.memberId);
  return rows.map((row) => toDraft(row, byMember.get(row.id) ?? []));
}

const column = <T>(people: readonly PersonDraft[], pick: (person: PersonDraft) => T): T[] => people.map(pick);

/** Member numbers for the new people, counted up in one locked row. */
async function memberNumbers(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ last: number }>`update member_counters set last_number = last_number + ${count} returning last_number as last`.execute(tx);
  const last = rows[0]?.last ?? 0;
  return Array.from({ length: count }, (_, index) => `M${last - count + 1 + index}`);
}

async function insertPeople(tx: Tx, people: readonly PersonDraft[], secrets: ReadonlyMap<string, PersonSecrets>, now: string): Promise<void> {
  if (people.length === 0) return;
  const numbers = await memberNumbers(tx, people.length);
  const secret = <K extends keyof PersonSecrets>(name: K) => column(people, (person) => secrets.get(person.id)?.[name] ?? null);
  const values = (field: PersonField) => column(people, (person) => person.values[field] ?? null);
  // Subscribers stand before their dependents in the list, so the reference holds row by row.
  await sql`insert into members (id, group_id, subscriber_id, relationship, member_number, status, employee_id, first_name, middle_name, last_name, suffix, gender, email, phone, job_title,
      department, class_id, class_code, location_id, location_code, address_line1, address_line2, city, state, zip_code, hire_date, termination_date, salary_annual_cents, emergency_contact,
      effective_date, ssn_encrypted, ssn_index, ssn_last4_index, date_of_birth_encrypted, date_of_birth_index, created_at, updated_at)
    select x.*, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${column(people, (p) => p.id)}::uuid[], ${column(people, (p) => p.groupId)}::uuid[], ${column(people, (p) => p.subscriberId)}::uuid[], ${column(people, (p) => p.relationship)}::text[],
      ${numbers}::text[], ${column(people, (p) => p.status)}::text[], ${values('employeeId')}::text[], ${values('firstName')}::text[], ${values('middleName')}::text[], ${values('lastName')}::text[],
      ${values('suffix')}::text[], ${values('gender')}::text[], ${values('email')}::text[], ${values('phone')}::text[], ${values('jobTitle')}::text[], ${values('department')}::text[],
      ${values('classId')}::uuid[], ${values('classCode')}::text[], ${values('locationId')}::uuid[], ${values('locationCode')}::text[], ${values('addressLine1')}::text[],
      ${values('addressLine2')}::text[], ${values('city')}::text[], ${values('state')}::text[], ${values('zipCode')}::text[], ${values('hireDate')}::date[], ${values('terminationDate')}::date[],
      ${values('salaryAnnualCents')}::bigint[], ${values('emergencyContact')}::text[], ${column(people, earliestStart)}::date[], ${secret('ssnEncrypted')}::text[], ${secret('ssnIndex')}::bytea[],
      ${secret('ssnLast4Index')}::bytea[], ${secret('birthEncrypted')}::text[], ${secret('birthIndex')}::bytea[]) as x`.execute(tx);
}

function earliestStart(person: PersonDraft): CalendarDate | null {
  const starts = COVERAGE_LINES.flatMap((line) => (person.spans[line] ?? []).map((span) => span.from));
  return starts.length === 0 ? null : starts.reduce((first, start) => (start < first ? start : first));
}

async function updatePeople(tx: Tx, people: readonly PersonDraft[], secrets: ReadonlyMap<string, PersonSecrets>, now: string): Promise<void> {
  const changed = people.filter((person) => Object.keys(person.after).length > 0 || secrets.has(person.id));
  if (changed.length === 0) return;
  const patches = changed.map((person) => {
    const own = secrets.get(person.id);
    return {
      id: person.id,
      relationship: person.relationship,
      status: person.status,
      ...person.values,
      ssn: own?.ssnEncrypted ?? null,
      ssnIndex: own?.ssnIndex?.toString('hex') ?? null,
      last4: own?.ssnLast4Index?.toString('hex') ?? null,
      birth: own?.birthEncrypted ?? null,
      birthIndex: own?.birthIndex?.toString('hex') ?? null,
    };
  });
  const fields = sql.join(PERSON_FIELDS.map((field) => sql`${sql.ref(field)} = x.${sql.ref(field)}`));
  const columns = sql.join(PERSON_FIELDS.map((field) => sql`${sql.ref(field)} ${sql.raw(field === 'classId' || field === 'locationId' ? 'uuid' : field.endsWith('Date') ? 'date' : field === 'salaryAnnualCents' ? 'bigint' : 'text')}`));
  const json = JSON.stringify(patches.map((patch) => Object.fromEntries(Object.entries(patch).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/line(\d)/, 'line$1'), value]))));
  await sql`update members m set ${fields}, relationship = x.relationship, status = x.status, version = m.version + 1, updated_at = ${now},
      ssn_encrypted = coalesce(x.ssn, m.ssn_encrypted), ssn_index = coalesce(decode(x.ssn_index, 'hex'), m.ssn_index), ssn_last4_index = coalesce(decode(x.last4, 'hex'), m.ssn_last4_index),
      date_of_birth_encrypted = coalesce(x.birth, m.date_of_birth_encrypted), date_of_birth_index = coalesce(decode(x.birth_index, 'hex'), m.date_of_birth_index)
    from jsonb_to_recordset(${json}::jsonb) as x(id uuid, relationship text, status text, ssn text, ssn_index text, last4 text, birth text, birth_index text, ${columns})
    where m.id = x.id`.execute(tx);
}

/** Closes stored spans that a draft no longer holds and adds the ones without an id: nothing is overwritten. */
async function writeSpans(tx: Tx, people: readonly PersonDraft[], original: ReadonlyMap<string, ReadonlySet<string>>, changeId: string, now: string): Promise<void> {
  const kept = new Set(people.flatMap((person) => COVERAGE_LINES.flatMap((line) => (person.spans[line] ?? []).flatMap((span) => (span.id ? [span.id] : [])))));
  const closed = people.flatMap((person) => [...(original.get(person.id) ?? [])].filter((id) => !kept.has(id)));
  if (closed.length > 0) {
    await sql`update coverage_spans set recorded = tstzrange(lower(recorded), greatest(${now}::timestamptz, lower(recorded))), superseded_by = ${changeId}
      where id = any (${closed}::uuid[]) and upper_inf(recorded)`.execute(tx);
  }
  type NewSpan = Span & { line: CoverageLine; person: PersonDraft };
  const added = people.flatMap((person) => COVERAGE_LINES.flatMap((line) => (person.spans[line] ?? []).flatMap((span): NewSpan[] => (span.id ? [] : [{ ...span, line, person }]))));
  if (added.length === 0) return;
  await sql`insert into coverage_spans (id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
    select x.id, x.group_id, x.member_id, x.subscriber_id, x.line, x.plan_id, daterange(x.starts, x.ends), tstzrange(${now}, null), ${changeId} from unnest(
      ${added.map(() => uuidv7())}::uuid[], ${added.map(({ person }) => person.groupId)}::uuid[], ${added.map(({ person }) => person.id)}::uuid[],
      ${added.map(({ person }) => person.subscriberId ?? person.id)}::uuid[], ${added.map(({ line }) => line)}::text[], ${added.map(({ planId }) => planId)}::uuid[],
      ${added.map(({ from }) => from)}::date[], ${added.map(({ until }) => until)}::date[]) as x(id, group_id, member_id, subscriber_id, line, plan_id, starts, ends)`.execute(tx);
}

/** The stored spans of loaded people, to know afterwards which of them were closed. */
export function storedSpans(people: readonly PersonDraft[]): Map<string, Set<string>> {
  return new Map(people.map((person) => [person.id, new Set(COVERAGE_LINES.flatMap((line) => (person.spans[line] ?? []).flatMap((span) => (span.id ? [span.id] : []))))]));
}

/** Writes what a chunk did to its people: new ones, changed ones, their coverage. */
export async function writePeople(
  tx: Tx,
  people: readonly PersonDraft[],
  secrets: ReadonlyMap<string, PersonSecrets>,
  original: ReadonlyMap<string, ReadonlySet<string>>,
  changeId: string,
  now: string,
): Promise<void> {
  await insertPeople(tx, people.filter((person) => person.isNew), secrets, now);
  await updatePeople(tx, people.filter((person) => !person.isNew), secrets, now);
  await writeSpans(tx, people, original, changeId, now);
}
