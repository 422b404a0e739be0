import type { PersonSecrets } from '../protected-fields.ts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Span } from '@openbenefits/domain/coverage/span';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { PERSON_FIELDS, type PersonDraft, type PersonField } from '@openbenefits/domain/members/person-draft';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { nextId } from '../db/sequential-ids.ts';
import { arrayOf, type ArrayType, type ColumnOfRows, columnOf, rowsOf } from '../db/pg-arrays.ts';

/** A named insert within a larger statement; a later one may select from its result. */
export type Insert = readonly [name: string, statement: RawBuilder<unknown>];

/** One statement of all; foreign keys are looked at when it ends. */
export function together(inserts: readonly Insert[]): RawBuilder<unknown>[] {
  const last = inserts.at(-1);
  if (!last) return [];
  const before = inserts.slice(0, -1).map(([name, statement]) => sql`${sql.ref(name)} as (${statement})`);
  return [before.length === 0 ? last[1] : sql`with ${sql.join(before)} ${last[1]}`];
}

type Column = readonly [
  name: string,
  type: ArrayType,
  of: (person: PersonDraft, place: number) => string | number | null,
];

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/line(\d)/, 'line$1');

const FIELD_TYPE = (field: PersonField): 'uuid' | 'date' | 'bigint' | 'text' =>
  field === 'classId' || field === 'locationId'
    ? 'uuid'
    : field.endsWith('Date')
      ? 'date'
      : field === 'salaryAnnualCents'
        ? 'bigint'
        : 'text';

/** Returns the fields that any of the members has; most are empty for a whole file. */
function fieldsOf(people: readonly PersonDraft[]): PersonField[] {
  const filled = new Set<string>();
  for (const { values } of people) for (const field in values) filled.add(field);
  return PERSON_FIELDS.filter((field) => filled.has(field));
}

/** Converts new members into columns, without empty ones, because an empty array costs as much as a filled one. */
export function columnsOfPeople(
  people: readonly PersonDraft[],
  secrets: ReadonlyMap<string, PersonSecrets>,
): ColumnOfRows[] {
  const own = people.map(({ id }) => secrets.get(id));
  const secret = (name: keyof PersonSecrets) => (_: PersonDraft, place: number) => own[place]?.[name] ?? null;
  const columns: Column[] = [
    ['id', 'uuid', (person) => person.id],
    ['group_id', 'uuid', (person) => person.groupId],
    ['subscriber_id', 'uuid', (person) => person.subscriberId],
    ['relationship', 'text', (person) => person.relationship],
    ['status', 'text', (person) => person.status],
    ...fieldsOf(people).map((field): Column => [
      snake(field),
      FIELD_TYPE(field),
      (person) => person.values[field] ?? null,
    ]),
    ['effective_date', 'date', earliestStart],
    ['ssn_encrypted', 'text', secret('ssnEncrypted')],
    ['ssn_index', 'bytea', secret('ssnIndex')],
    ['ssn_last4_index', 'bytea', secret('ssnLast4Index')],
    ['date_of_birth_encrypted', 'text', secret('birthEncrypted')],
    ['date_of_birth_index', 'bytea', secret('birthIndex')],
    ['birth_month_index', 'bytea', secret('birthMonthIndex')],
    ['carrier_id_encrypted', 'text', secret('carrierIdEncrypted')],
    ['carrier_id_index', 'bytea', secret('carrierIdIndex')],
    ['split_from', 'uuid', (person) => person.splitFrom],
  ];
  return columns
    .map(([name, type, of]) => [name, type, people.map(of)] as const)
    .filter(([, , values]) => values.some((value) => value !== null))
    .map(([name, type, values]) => columnOf(name, type, values));
}

/** Inserts new members, with member numbers after `base`. */
export function insertPeopleColumns(
  columns: readonly ColumnOfRows[],
  base: RawBuilder<unknown>,
  now: string,
): RawBuilder<unknown> {
  const { names, from } = rowsOf(columns);
  return sql`insert into members (member_number, created_at, updated_at, ${names}) select 'M' || (${base} + position), ${now}::timestamptz, ${now}::timestamptz, ${names} from ${from}`;
}

/** Reserves member numbers in one locked row by the statement that uses them, to save a round trip. */
function insertPeople(
  people: readonly PersonDraft[],
  secrets: ReadonlyMap<string, PersonSecrets>,
  now: string,
): Insert[] {
  if (people.length === 0) return [];
  return [
    [
      'counter',
      sql`update member_counters set last_number = last_number + ${people.length} returning last_number - ${people.length} as base`,
    ],
    ['new_members', insertPeopleColumns(columnsOfPeople(people, secrets), sql`(select base from counter)`, now)],
  ];
}

function earliestStart(person: PersonDraft): CalendarDate | null {
  let first: CalendarDate | null = null;
  for (const line of COVERAGE_LINES)
    for (const { from } of person.spans[line] ?? NONE) if (first === null || from < first) first = from;
  return first;
}

function updatePeople(
  people: readonly PersonDraft[],
  secrets: ReadonlyMap<string, PersonSecrets>,
  now: string,
): RawBuilder<unknown>[] {
  const changed = people.filter((person) => Object.keys(person.after).length > 0 || secrets.has(person.id));
  if (changed.length === 0) return [];
  const patches = changed.map((person) => {
    const own = secrets.get(person.id);
    return {
      id: person.id,
      relationship: person.relationship,
      status: person.status,
      ...person.values,
      ssn: own?.ssnEncrypted ?? null,
      ssnIndex: own?.ssnIndex ?? null,
      last4: own?.ssnLast4Index ?? null,
      birth: own?.birthEncrypted ?? null,
      birthIndex: own?.birthIndex ?? null,
      birthMonth: own?.birthMonthIndex ?? null,
      carrier: own?.carrierIdEncrypted ?? null,
      carrierIndex: own?.carrierIdIndex ?? null,
    };
  });
  const fields = sql.join(PERSON_FIELDS.map((field) => sql`${sql.ref(field)} = x.${sql.ref(field)}`));
  const columns = sql.join(PERSON_FIELDS.map((field) => sql`${sql.ref(field)} ${sql.raw(FIELD_TYPE(field))}`));
  const json = JSON.stringify(
    patches.map((patch) => Object.fromEntries(Object.entries(patch).map(([key, value]) => [snake(key), value]))),
  );
  // Corrected SSNs are released first, because another of these members may receive one.
  const corrected = changed.filter(({ id }) => secrets.get(id)?.ssnIndex).map(({ id }) => id);
  return [
    ...(corrected.length > 0
      ? [sql`update members set ssn_index = null where id = any (${arrayOf('uuid', corrected)})`]
      : []),
    sql`update members m set ${fields}, relationship = x.relationship, status = x.status, version = m.version + 1, updated_at = ${now},
      ssn_encrypted = coalesce(x.ssn, m.ssn_encrypted), ssn_index = coalesce(decode(x.ssn_index, 'hex'), m.ssn_index), ssn_last4_index = coalesce(decode(x.last4, 'hex'), m.ssn_last4_index),
      date_of_birth_encrypted = coalesce(x.birth, m.date_of_birth_encrypted), date_of_birth_index = coalesce(decode(x.birth_index, 'hex'), m.date_of_birth_index),
      birth_month_index = coalesce(decode(x.birth_month, 'hex'), m.birth_month_index), carrier_id_encrypted = coalesce(x.carrier, m.carrier_id_encrypted), carrier_id_index = coalesce(decode(x.carrier_index, 'hex'), m.carrier_id_index)
    from jsonb_to_recordset(${json}::jsonb) as x(id uuid, relationship text, status text, ssn text, ssn_index text, last4 text, birth text, birth_index text, birth_month text, carrier text, carrier_index text, ${columns})
      where m.id = x.id`,
  ];
}

const SEALED = [
  ['ssnEncrypted', 'ssnIndex', ['ssnIndex', 'ssnLast4Index']],
  ['birthEncrypted', 'birthIndex', ['birthIndex', 'birthMonthIndex']],
  ['carrierIdEncrypted', 'carrierIdIndex', ['carrierIdIndex']],
] as const;

/**
 * Records the old and new protected values that a file corrects in the change, for the undo. Unchanged values are
 * skipped.
 */
export async function noteCorrected(
  tx: Tx,
  people: ReadonlySet<PersonDraft>,
  secrets: ReadonlyMap<string, PersonSecrets>,
): Promise<void> {
  const corrected = [...people].filter(({ id, isNew }) => !isNew && secrets.has(id));
  if (corrected.length === 0) return;
  const { rows } = await sql<PersonSecrets & { id: string }>`
    select id, ssn_encrypted, encode(ssn_index, 'hex') as ssn_index, encode(ssn_last4_index, 'hex') as ssn_last4_index, date_of_birth_encrypted as birth_encrypted, encode(date_of_birth_index, 'hex') as birth_index,
      encode(birth_month_index, 'hex') as birth_month_index, carrier_id_encrypted, encode(carrier_id_index, 'hex') as carrier_id_index from members where id = any (${arrayOf(
        'uuid',
        corrected.map(({ id }) => id),
      )})`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const person of corrected) {
    const own = secrets.get(person.id) as PersonSecrets;
    for (const [value, index, digests] of SEALED) {
      const was = stored.get(person.id);
      const isSame = !own[index] || own[index] === was?.[index];
      for (const key of [value, ...digests]) {
        if (isSame) own[key] = null;
        else if (own[key]) {
          person.before[key] = was?.[key] ?? null;
          person.after[key] = own[key];
        }
      }
      if (isSame) delete person.after[value];
    }
  }
}

const NONE: readonly Span[] = [];
type NewSpan = { id: string; span: Span; line: CoverageLine; person: PersonDraft };

function columnsOfSpans(added: readonly NewSpan[]): ColumnOfRows[] {
  return [
    columnOf(
      'id',
      'uuid',
      added.map(({ id }) => id),
    ),
    columnOf(
      'group_id',
      'uuid',
      added.map(({ person }) => person.groupId),
    ),
    columnOf(
      'member_id',
      'uuid',
      added.map(({ person }) => person.id),
    ),
    columnOf(
      'subscriber_id',
      'uuid',
      added.map(({ person }) => person.subscriberId ?? person.id),
    ),
    columnOf(
      'line',
      'text',
      added.map(({ line }) => line),
    ),
    columnOf(
      'plan_id',
      'uuid',
      added.map(({ span }) => span.planId),
    ),
    columnOf(
      'starts',
      'date',
      added.map(({ span }) => span.from),
    ),
    columnOf(
      'ends',
      'date',
      added.map(({ span }) => span.until),
    ),
  ];
}

/** Converts the coverage of new members into columns. */
export function columnsOfNewCoverage(people: readonly PersonDraft[]): ColumnOfRows[] {
  const added: NewSpan[] = [];
  for (const person of people)
    for (const line of COVERAGE_LINES)
      for (const span of person.spans[line] ?? NONE) added.push({ id: nextId(), span, line, person });
  return columnsOfSpans(added);
}

export function insertSpanColumns(
  columns: readonly ColumnOfRows[],
  changeId: string,
  now: string,
): RawBuilder<unknown> {
  return sql`insert into coverage_spans (tenant_id, id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
    select tenant_id, id, group_id, member_id, subscriber_id, line, plan_id, daterange(starts, ends), tstzrange(${now}, null), ${changeId} from ${rowsOf(columns).from}`;
}

/**
 * Closes stored spans that a draft no longer has and adds those without an ID; no row is overwritten. Sets the IDs in
 * the drafts.
 */
function writeSpans(
  people: readonly PersonDraft[],
  stored: StoredSpans,
  changeId: string,
  now: string,
): { close: RawBuilder<unknown>[]; insert: Insert[] } {
  const added: NewSpan[] = [];
  const closed: string[] = [];
  for (const person of people) {
    const kept = new Set<string>();
    for (const line of COVERAGE_LINES) {
      const spans = person.spans[line];
      if (!spans) continue;
      person.spans[line] = spans.map((span) => {
        const id = span.id ?? nextId();
        kept.add(id);
        if (!span.id) added.push({ id, span, line, person });
        return span.id ? span : { ...span, id };
      });
    }
    for (const id of stored.get(person.id) ?? []) if (!kept.has(id)) closed.push(id);
    stored.set(person.id, kept);
  }
  const close: RawBuilder<unknown>[] = [];
  if (closed.length > 0) {
    close.push(
      sql`update coverage_spans set recorded = tstzrange(lower(recorded), greatest(${now}::timestamptz, lower(recorded))), superseded_by = ${changeId}
      where id = any (${closed}::uuid[]) and upper_inf(recorded)`,
    );
  }
  const insert: Insert[] =
    added.length > 0 ? [['new_spans', insertSpanColumns(columnsOfSpans(added), changeId, now)]] : [];
  return { close, insert };
}

/** Returns the stored spans by member, to find out which were closed. */
export type StoredSpans = Map<string, ReadonlySet<string>>;

export function noteStoredSpans(stored: StoredSpans, people: readonly PersonDraft[]): void {
  for (const person of people) {
    stored.set(
      person.id,
      new Set(
        COVERAGE_LINES.flatMap((line) => (person.spans[line] ?? []).flatMap((span) => (span.id ? [span.id] : []))),
      ),
    );
  }
}

/**
 * Writes changes to members: new ones, changed ones, their coverage, and `others`. All statements are prepared before
 * this returns and are sent in order on the transaction's connection, so the drafts may be changed while the database
 * writes; await the promises before the commit. If no one is changed, as in a first file, one statement writes
 * everything, to save waiting between statements.
 */
export function writePeople(
  tx: Tx,
  people: readonly PersonDraft[],
  secrets: ReadonlyMap<string, PersonSecrets>,
  stored: StoredSpans,
  changeId: string,
  now: string,
  others: readonly Insert[],
): Promise<unknown>[] {
  const members = insertPeople(
    people.filter((person) => person.isNew),
    secrets,
    now,
  );
  const changes = updatePeople(
    people.filter((person) => !person.isNew),
    secrets,
    now,
  );
  const spans = writeSpans(people, stored, changeId, now);
  for (const person of people) Object.assign(person, { isNew: false, secretsFrom: [], before: {}, after: {} });
  const statements =
    changes.length + spans.close.length === 0
      ? together([...members, ...spans.insert, ...others])
      : [...changes, ...together(members), ...spans.close, ...together([...spans.insert, ...others])];
  return statements.map((statement) => statement.execute(tx));
}
