import { PERSON_FIELDS, type PersonField } from '@openbenefits/domain/members/person-draft';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { InScope } from './undo-scope.ts';

/** The undone change and its undo. */
export type Undoing = { id: string; undo: string; kind: string };

// The planner underestimates a new change and would scan all its rows per member. So rows are looked up by member
// (`offset 0` stops it from merging the sub-select), and their change is checked with 'is not distinct from', which no
// index supports.

/** Spans that the change wrote are closed. */
const closeSpans = ({ tx, now }: Work, { id, undo }: Undoing, people: RawBuilder<unknown>): Promise<unknown> =>
  sql`update coverage_spans s set recorded = tstzrange(lower(s.recorded), greatest(${now}::timestamptz, lower(s.recorded))), superseded_by = ${undo}
    from unnest(${people}) as p(id), lateral (select c.id from coverage_spans c where c.member_id = p.id and upper_inf(c.recorded) and c.change_id is not distinct from ${id}::uuid offset 0) own
    where s.id = own.id`.execute(tx);

/**
 * Reopens spans that the change closed as new rows, so the history keeps all three. A reopened row still belongs to the
 * change that first wrote it, so that it can be undone next.
 */
const reopenSpans = ({ tx, now }: Work, { id }: Undoing, people: RawBuilder<unknown>): Promise<unknown> =>
  sql`insert into coverage_spans (id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id, end_reason)
    select uuid_v7(), group_id, member_id, subscriber_id, line, plan_id, covered, tstzrange(${now}, null), change_id, end_reason from coverage_spans
    where superseded_by = ${id} and change_id <> ${id} and member_id = any (${people})`.execute(tx);

type Column = readonly [key: string, column: string, cast: string];
const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/line(\d)/, 'line$1');
const castOf = (field: PersonField): string =>
  field === 'classId' || field === 'locationId'
    ? 'uuid'
    : field.endsWith('Date')
      ? 'date'
      : field === 'salaryAnnualCents'
        ? 'bigint'
        : 'text';
const COLUMNS: readonly Column[] = [
  ...PERSON_FIELDS.map((field): Column => [field, snake(field), castOf(field)]),
  ['status', 'status', 'text'],
  ['relationship', 'relationship', 'text'],
  ['subscriberId', 'subscriber_id', 'uuid'],
  ['ssnEncrypted', 'ssn_encrypted', 'text'],
  ['ssnIndex', 'ssn_index', 'bytea'],
  ['ssnLast4Index', 'ssn_last4_index', 'bytea'],
  ['birthEncrypted', 'date_of_birth_encrypted', 'text'],
  ['birthIndex', 'date_of_birth_index', 'bytea'],
  ['birthMonthIndex', 'birth_month_index', 'bytea'],
  ['carrierIdEncrypted', 'carrier_id_encrypted', 'text'],
  ['carrierIdIndex', 'carrier_id_index', 'bytea'],
];

const valueOf = ([key, column, cast]: Column): RawBuilder<unknown> => {
  const text =
    cast === 'bytea' ? sql`decode(x.before ->> ${key}, 'hex')` : sql`(x.before ->> ${key})::${sql.raw(cast)}`;
  return sql`${sql.ref(column)} = case when x.before ? ${key} then ${text} else m.${sql.ref(column)} end`;
};

/**
 * Restores fields to their values before the change's first item for the member; the undo's items have the values until
 * now.
 */
const restoreFields = (
  { tx, now }: Work,
  { id, undo }: Undoing,
  people: RawBuilder<unknown>,
  added: RawBuilder<unknown>,
  firstItem: number,
): Promise<unknown> =>
  sql`with people as (select p.id, p.position, p.id = any (${added}) as added from unnest(${people}) with ordinality as p(id, position)),
    firsts as materialized (
      select entity_id as member_id, jsonb_object_agg(key, value) as before, jsonb_object_agg(key, coalesce(latest, 'null'::jsonb)) as after from (
        select distinct on (i.entity_id, b.key) i.entity_id, b.key, b.value,
          (select j.after -> b.key from change_items j where j.change_id is not distinct from ${id}::uuid and j.entity_id = i.entity_id and j.after ? b.key order by j.item_no desc limit 1) as latest
        from people p, lateral (select c.entity_id, c.item_no, c.before from change_items c where c.entity_id = p.id and c.change_id is not distinct from ${id}::uuid offset 0) i,
          jsonb_each(i.before) b where not p.added order by i.entity_id, b.key, i.item_no
      ) first group by entity_id),
    put as (update members m set ${sql.join(COLUMNS.map(valueOf))}, version = m.version + 1, updated_at = ${now} from firsts x where m.id = x.member_id)
    insert into change_items (change_id, item_no, entity, entity_id, action, before, after)
    select ${undo}, ${firstItem} + p.position - 1, 'member', p.id, case when p.added then 'removed' else 'restored' end, x.after,
      coalesce(x.before, '{}'::jsonb) || jsonb_build_object('summary', case when p.added then 'Removed by the undo'
        when exists (select from change_items i where i.change_id is not distinct from ${id}::uuid and i.entity_id = p.id and i.action = 'merged') then 'Record restored' else 'As before' end)
    from people p left join firsts x on x.member_id = p.id`.execute(tx);

/** Restores some members of a change: coverage, details and existence. */
export async function restoreRecords(
  work: Work,
  change: Undoing,
  people: readonly InScope[],
  firstItem: number,
): Promise<void> {
  const { tx } = work;
  const idsOf = (some: readonly InScope[]): RawBuilder<unknown> =>
    arrayOf(
      'uuid',
      some.map(({ memberId }) => memberId),
    );
  const everybody = idsOf(people);
  const added = idsOf(people.filter((person) => person.added));
  await closeSpans(work, change, everybody);
  await work.services.changes.onRestored(work, change, everybody);
  // Members are removed before fields are restored, to release SSNs; a merged record returns afterwards, when the other
  // has released its SSN.
  if (people.some((person) => person.added)) await sql`select remove_members(${added}, ${change.undo})`.execute(tx);
  // Class, location and salary return from the day on which the undone change took effect.
  await sql`select set_config('app.terms_from', 'undo', true)`.execute(tx);
  await restoreFields(work, change, everybody, added, firstItem);
  if (change.kind === 'merge') await sql`select restore_members(${change.id})`.execute(tx);
  await reopenSpans(work, change, everybody);
}
