import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Span } from '@openbenefits/domain/coverage/span';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { PERSON_FIELDS, type PersonDraft, type PersonField } from '@openbenefits/domain/members/person-draft';
import type { Relationship } from '@openbenefits/domain/relationship';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { arrayOf } from '../db/pg-arrays.ts';

/** A key of a person within its group: a digest as hex, a number as text. */
export type KeyInGroup = readonly [groupId: string, key: string];

/** A birth date matches many members of a large group, so it includes the name (nameKey) that they must have. */
export type NamedKeyInGroup = readonly [groupId: string, key: string, name: string];

/** The keys of a slice of records, to find their members. */
export type PeopleKeys = {
  ssns: KeyInGroup[];
  births: NamedKeyInGroup[];
  /** All members born on a day, whatever the name. */
  birthDays: KeyInGroup[];
  /** All members whose SSN ends with these digits. */
  lastFours: KeyInGroup[];
  employeeIds: KeyInGroup[];
  memberNumbers: KeyInGroup[];
  carrierIds: KeyInGroup[];
  memberIds: KeyInGroup[];
};

type MemberRow = Record<PersonField, string | number | null> & {
  id: string;
  groupId: string;
  subscriberId: string | null;
  memberNumber: string;
  relationship: Relationship;
  status: MemberStatus;
  ssnIndex: Buffer | null;
  ssnLast4Index: Buffer | null;
  dateOfBirthIndex: Buffer | null;
  carrierIdIndex: Buffer | null;
  splitFrom: string | null;
  spans: [id: string, line: CoverageLine, planId: string, from: CalendarDate, until: CalendarDate | null][] | null;
};

function toDraft(row: MemberRow): PersonDraft {
  const spans: Partial<Record<CoverageLine, Span[]>> = {};
  for (const [id, line, planId, from, until] of row.spans ?? []) (spans[line] ??= []).push({ id, planId, from, until });
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
    last4Key: row.ssnLast4Index?.toString('hex') ?? null,
    birthKey: row.dateOfBirthIndex?.toString('hex') ?? null,
    carrierKey: row.carrierIdIndex?.toString('hex') ?? null,
    splitFrom: row.splitFrom,
    spans,
    before: {},
    after: {},
    revision: 0,
    secretsFrom: [],
  };
}

/**
 * A key with more members identifies no one: senders use placeholders for unknown birth dates and numbers. A real one
 * has a handful.
 */
export const SHARED_BY_AT_MOST = 20;
const MANY = SHARED_BY_AT_MOST + 1;

/**
 * Looks up each key separately, because for a list of keys the planner may read the whole group instead of the index.
 * `most`: for a key that may be a placeholder, two matches are enough.
 */
function way(
  column: string,
  type: 'text' | 'uuid' | 'bytea',
  all: readonly KeyInGroup[],
  most?: number,
): RawBuilder<unknown>[] {
  if (all.length === 0) return [];
  // What a whole file repeats is looked up once.
  const keys = [...new Map(all.map((key) => [key[0] + key[1], key])).values()];
  return [
    sql`select m.id, m.subscriber_id from unnest(${arrayOf(
      'uuid',
      keys.map(([groupId]) => groupId),
    )}, ${arrayOf(
      type,
      keys.map(([, key]) => key),
    )}) as k(group_id, value),
      lateral (select id, subscriber_id from members where ${sql.ref(column)} = k.value and group_id = k.group_id offset 0 limit ${most ?? null}::bigint) m`,
  ];
}

function bornWay(keys: readonly NamedKeyInGroup[]): RawBuilder<unknown>[] {
  if (keys.length === 0) return [];
  return [
    sql`select m.id, m.subscriber_id from unnest(${arrayOf(
      'uuid',
      keys.map(([groupId]) => groupId),
    )}, ${arrayOf(
      'bytea',
      keys.map(([, key]) => key),
    )}, ${arrayOf(
      'text',
      keys.map(([, , name]) => name),
    )}) as k(group_id, value, name),
      lateral (select id, subscriber_id from members where date_of_birth_index = k.value and group_id = k.group_id
        and name_key = k.name offset 0) m`,
  ];
}

/** Returns all members that the keys may match, with families and current spans, in one set-based read. */
export async function loadPeople(tx: Tx, keys: PeopleKeys): Promise<PersonDraft[]> {
  const ways = [
    ...way('ssn_index', 'bytea', keys.ssns),
    ...bornWay(keys.births),
    ...way('date_of_birth_index', 'bytea', keys.birthDays, MANY),
    ...way('ssn_last4_index', 'bytea', keys.lastFours, MANY),
    ...way('employee_id', 'text', keys.employeeIds, MANY),
    ...way('member_number', 'text', keys.memberNumbers),
    ...way('carrier_id_index', 'bytea', keys.carrierIds, 2),
    ...way('id', 'uuid', keys.memberIds),
  ];
  if (ways.length === 0) return [];
  const columns = sql`m.id, m.group_id, m.subscriber_id, m.member_number, m.relationship, m.status, m.ssn_index, m.ssn_last4_index, m.date_of_birth_index, m.carrier_id_index, m.split_from, ${sql.join(PERSON_FIELDS.map((field) => sql.ref(`m.${field}`)))},
    (select jsonb_agg(jsonb_build_array(s.id, s.line, s.plan_id, lower(s.covered), upper(s.covered)) order by lower(s.covered)) from coverage_spans s
      where s.member_id = m.id and upper_inf(s.recorded)) as spans`;
  const { rows } = await sql<MemberRow>`
    with head as materialized (select distinct coalesce(subscriber_id, id) as id from (${sql.join(ways, sql` union all `)}) hit)
    select ${columns} from head join members m on m.id = head.id union all select ${columns} from head join members m on m.subscriber_id = head.id`.execute(
    tx,
  );
  return rows.map(toDraft);
}
