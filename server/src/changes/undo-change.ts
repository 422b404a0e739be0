import { PERSON_FIELDS, type PersonField } from '@openbenefits/domain/members/person-draft';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { lockGroup } from '../members/families.ts';
import { changeById } from './changes.queries.ts';

export type Blocker = { memberId: string; name: string; by: string; summary: string; at: string };
/** How many blockers are listed by name. */
const LISTED = 12;

/** Whom a change touched and nobody has put back yet, with the head of their family: families, the two of a merge, and a family with
 * whom went on from it as a subscriber, are put back together or not at all. */
const touchedBy = (id: string): RawBuilder<unknown> => sql`
  select distinct i.entity_id as member_id, case when c.kind = 'merge' then c.id else coalesce(former.subscriber_id, m.subscriber_id, i.entity_id) end as head
  from change_items i join changes c on c.id = i.change_id left join members m on m.id = i.entity_id
    left join members s on s.id = coalesce(m.subscriber_id, m.id) left join members former on former.id = s.split_from and exists (select from change_items b where b.change_id = c.id and b.entity_id = s.id and b.action = 'added')
  where i.change_id = ${id} and i.entity = 'member'
    and not exists (select from changes u join change_items x on x.change_id = u.id where u.undoes = ${id} and x.entity_id = i.entity_id)`;

/** Changes that came later and still stand. An undo takes its target and itself out of the way. */
const laterChanges = (id: string): RawBuilder<unknown> => sql`
  select i.entity_id, c.actor_name, c.summary, c.made_at, c.id from touched t join change_items i on i.entity_id = t.member_id join changes c on c.id = i.change_id, changes target
  where target.id = ${id} and (c.made_at, c.id) > (target.made_at, target.id) and c.kind <> 'undo'
    and not exists (select from changes u join change_items x on x.change_id = u.id where u.undoes = c.id and x.entity_id = i.entity_id)`;

type Scope = { families: number; people: string[]; removes: string[]; blocked: number; blockers: Blocker[] };

/** From so many entries on a change is taken back with whole tables at once. */
const MANY = 1000;

/**
 * Right after an import the planner knows of a handful of rows where there are tens of thousands, until autovacuum has counted them a minute later. One
 * person looked up after the other then takes minutes (measured: 30,000 people 59 s, joined by hash 0.2 s), so for a large change it is not offered.
 */
async function expectMany(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ many: boolean }>`select count(*) = ${MANY} as many from (select from change_items where change_id = ${id} limit ${MANY}) i`.execute(tx);
  if (rows[0]?.many) await sql`set local enable_nestloop = off`.execute(tx);
}

/** What taking a change back would touch. `memberIds` limits it to the families of some people. */
async function scopeOf(tx: Tx, id: string, memberIds: readonly string[] | undefined): Promise<Scope> {
  await expectMany(tx, id);
  const wanted = memberIds ? sql`head in (select head from touched where member_id = any (${memberIds}::uuid[]))` : sql`true`;
  const { rows } = await sql<{ memberId: string; head: string; blocked: boolean; added: boolean }>`
    with touched as (${touchedBy(id)}), later as (${laterChanges(id)}),
      held as (select distinct t.head from touched t join later l on l.entity_id = t.member_id)
    select t.member_id, t.head, t.head in (select head from held) as blocked,
      exists (select from change_items i where i.change_id = ${id} and i.entity_id = t.member_id and i.action = 'added') as added
    from touched t where ${wanted}`.execute(tx);
  const free = rows.filter(({ blocked }) => !blocked);
  const held = rows.length - free.length;
  const blockers = held === 0 ? [] : (await sql<Blocker>`
    with touched as (${touchedBy(id)}), later as (${laterChanges(id)})
    select distinct on (l.entity_id) l.entity_id as member_id, coalesce(ltrim(m.first_name || ' ' || m.last_name), 'A record that is gone') as name, l.actor_name as by, l.summary, l.made_at as at
    from later l left join members m on m.id = l.entity_id where l.entity_id in (select member_id from touched where ${wanted}) order by l.entity_id, l.made_at desc, l.id desc limit ${LISTED}`.execute(tx)).rows;
  return { families: new Set(free.map(({ head }) => head)).size, people: free.map(({ memberId }) => memberId), removes: free.filter(({ added }) => added).map(({ memberId }) => memberId), blocked: held, blockers };
}

async function requireUndoable(tx: Tx, id: string): Promise<Awaited<ReturnType<typeof changeById>>> {
  const change = await changeById(tx, id);
  if (change.kind === 'undo') throw new Refusal('state', 'An undo cannot be undone. Make the change again instead.');
  if (!change.undoable) throw new Refusal('state', 'This entry of the history did not change people, so there is nothing to undo.');
  return change;
}

/** What an undo would do, before it is done. */
export async function undoPreview(tx: Tx, input: { id: string; memberIds?: string[] | undefined }): Promise<{ people: number; removes: number; blocked: number; blockers: Blocker[] }> {
  await requireUndoable(tx, input.id);
  const { people, removes, blocked, blockers } = await scopeOf(tx, input.id, input.memberIds);
  return { people: people.length, removes: removes.length, blocked, blockers };
}

/**
 * Spans that the change wrote are closed, spans that it closed are believed again, as new rows: the history keeps all three. A row that comes back
 * still belongs to the change that first wrote it, so that this one can be undone next.
 */
async function putSpansBack({ tx, now }: Work, id: string, undo: string, people: readonly string[]): Promise<void> {
  await sql`update coverage_spans set recorded = tstzrange(lower(recorded), greatest(${now}::timestamptz, lower(recorded))), superseded_by = ${undo}
    where change_id = ${id} and upper_inf(recorded) and member_id = any (${people}::uuid[])`.execute(tx);
  await sql`insert into coverage_spans (id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id, end_reason)
    select uuid_v7(), group_id, member_id, subscriber_id, line, plan_id, covered, tstzrange(${now}, null), change_id, end_reason from coverage_spans
    where superseded_by = ${id} and change_id <> ${id} and member_id = any (${people}::uuid[])`.execute(tx);
}

type Column = readonly [key: string, column: string, cast: string];
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/line(\d)/, 'line$1');
const castOf = (field: PersonField): string => (field === 'classId' || field === 'locationId' ? 'uuid' : field.endsWith('Date') ? 'date' : field === 'salaryAnnualCents' ? 'bigint' : 'text');
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

/** Fields go back to what they were before the first item of the change about the person. Returns what each was until now, for the history. */
async function putFieldsBack({ tx, now }: Work, id: string, people: readonly string[]): Promise<Map<string, { before: object; after: object }>> {
  const value = ([key, column, cast]: Column): RawBuilder<unknown> => {
    const text = cast === 'bytea' ? sql`decode(x.fields ->> ${key}, 'hex')` : sql`(x.fields ->> ${key})::${sql.raw(cast)}`;
    return sql`${sql.ref(column)} = case when x.fields ? ${key} then ${text} else m.${sql.ref(column)} end`;
  };
  const { rows: firsts } = await sql<{ memberId: string; before: object; after: object }>`
    select entity_id as member_id, jsonb_object_agg(key, value) as before, jsonb_object_agg(key, coalesce(latest, 'null'::jsonb)) as after from (
      select distinct on (i.entity_id, b.key) i.entity_id, b.key, b.value,
        (select j.after -> b.key from change_items j where j.change_id = ${id} and j.entity_id = i.entity_id and j.after ? b.key order by j.item_no desc limit 1) as latest
      from change_items i, jsonb_each(i.before) b where i.change_id = ${id} and i.entity_id = any (${people}::uuid[]) order by i.entity_id, b.key, i.item_no
    ) first group by entity_id`.execute(tx.withoutPlugins());
  const found = firsts as unknown as { member_id: string; before: object; after: object }[];
  if (found.length > 0) {
    await sql`update members m set ${sql.join(COLUMNS.map(value))}, version = m.version + 1, updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(found.map(({ member_id: memberId, before }) => ({ id: memberId, fields: before })))}::jsonb) as x(id uuid, fields jsonb) where m.id = x.id`.execute(tx);
  }
  return new Map(found.map(({ member_id: memberId, before, after }) => [memberId, { before: after, after: before }]));
}

/**
 * Takes a change back as a change of its own: coverage, details and people are as before it, and the history keeps both. A family of whom anybody was
 * changed since stays as it is: without `skipBlocked` the undo is refused then (domain rules 7.3: undo until a later change blocks it).
 */
export async function undoChange(work: Work, input: { id: string; memberIds?: string[] | undefined; skipBlocked: boolean; reason?: string | undefined }): Promise<{ changeId: string; people: number }> {
  const { tx, note } = work;
  const target = await requireUndoable(tx, input.id);
  const groups = target.groupId ? [target.groupId] : (await sql<{ groupId: string }>`select distinct m.group_id from change_items i join members m on m.id = i.entity_id where i.change_id = ${input.id} order by 1`.execute(tx)).rows.map(({ groupId }) => groupId);
  for (const groupId of groups) await lockGroup(tx, groupId);
  const { people, removes, blocked } = await scopeOf(tx, input.id, input.memberIds);
  if (blocked > 0 && !input.skipBlocked) {
    throw new Refusal('state', `${blocked === 1 ? 'One person was' : `${blocked.toLocaleString('en-US')} people were`} changed again since, or somebody of their family was. Undo the later changes first, or leave those families as they are.`);
  }
  if (people.length === 0) throw new Refusal('state', blocked > 0 ? 'Everybody was changed again since; there is nothing left to undo.' : 'This was already undone.');
  const added = new Set(removes);
  const undo = uuidv7();
  const count = people.length === 1 ? 'one person' : `${people.length.toLocaleString('en-US')} people`;
  await recordChange(work, { id: undo, kind: 'undo', summary: `Undid “${target.summary}” for ${count}`, groupId: target.groupId ?? undefined, reason: input.reason, undoes: input.id, items: [] });
  // First, so that an SSN that a merge took over is free again when its owner comes back.
  const fields = await putFieldsBack(work, input.id, people.filter((id) => !added.has(id)));
  const returned = new Set((await sql<{ id: string }>`select restore_members(${input.id}) as id`.execute(tx)).rows.map(({ id }) => id));
  await putSpansBack(work, input.id, undo, people);
  // What a sender calls their families was learned with them.
  await sql`delete from family_numbers where change_id = ${input.id} and member_id = any (${people}::uuid[])`.execute(tx);
  if (removes.length > 0) await sql`select remove_members(${removes}::uuid[], ${undo})`.execute(tx);
  const items = people.map((id) => ({
    id,
    action: added.has(id) ? 'removed' : 'restored',
    before: fields.get(id)?.before ?? null,
    after: { ...fields.get(id)?.after, summary: added.has(id) ? 'Taken out again' : returned.has(id) ? 'Record brought back' : 'As before' },
  }));
  await sql`insert into change_items (change_id, item_no, entity, entity_id, action, before, after)
    select ${undo}, row_number() over (), 'member', x.id, x.action, x.before, x.after from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x(id uuid, action text, before jsonb, after jsonb)`.execute(tx);
  note({ targetKind: 'change', targetId: input.id, itemCount: people.length, reason: input.reason, fields: ['coverage', 'details'] });
  return { changeId: undo, people: people.length };
}
