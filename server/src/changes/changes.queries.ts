import type { Change, ChangeItem } from '@openbenefits/contract/changes';
import { groupFieldLabel, groupFieldText } from '@openbenefits/domain/groups/field-label';
import {
  isOfAddress,
  isPrivateField,
  isSilentField,
  memberFieldLabel,
  memberFieldText,
} from '@openbenefits/domain/members/field-label';
import { Refusal } from '@openbenefits/domain/refusal';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';

/** Of a change that was taken back for some: how many people, of how many. */
export type UndonePart = NonNullable<Change['undone']>['part'];

/** Kinds whose effect on people can be taken back. A group's own fields are simply changed again. */
const UNDOABLE = sql`('import', 'manual', 'enrollment', 'termination', 'reinstatement', 'identity', 'merge')`;

type Row = Omit<Change, 'undone'> & { undoneAt: string | null; undoneBy: string | null; undonePart: UndonePart };

const peopleOf = (changeId: RawBuilder<unknown> | Expression<unknown>): RawBuilder<unknown> =>
  sql`select i.entity_id from change_items i where i.change_id = ${changeId} and i.entity = 'member'`;

const putBackOf = (changeId: RawBuilder<unknown> | Expression<unknown>): RawBuilder<unknown> =>
  sql`select x.entity_id from changes v join change_items x on x.change_id = v.id where v.undoes = ${changeId}`;

/**
 * People of a change whom no undo has put back yet: each may be undone by themselves, and those who were changed again
 * since stay. Sets are compared, never person by person: the database expects few people of a change, and would look
 * through all who were put back for each of 60,000.
 */
const notYetUndone = (changeId: RawBuilder<unknown> | Expression<unknown>): RawBuilder<unknown> =>
  sql`${peopleOf(changeId)} except ${putBackOf(changeId)}`;

/**
 * Of a change `c`: whether anybody or anything is another by it. A file of which everybody was refused, or is as it
 * says already, leaves one that is empty.
 */
export const hasChanged = sql<boolean>`(c.kind <> 'import' or exists (select from change_items i where i.change_id = c.id))`;

/** How many people of a change were put back, where somebody is left whom an undo could put back; else null. */
export const undonePart = (
  changeId: RawBuilder<unknown> | Expression<unknown>,
): RawBuilder<UndonePart> => sql<UndonePart>`(case when exists (${notYetUndone(changeId)}) then
  jsonb_build_object('people', (select count(*) from (${peopleOf(changeId)} intersect ${putBackOf(changeId)}) b),
    'of', (select count(distinct p.entity_id) from (${peopleOf(changeId)}) p)) end)`;

/** Whether an undo, or several, have put back everybody of a change. */
export const isUndoneWhole = (changeId: RawBuilder<unknown> | Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from changes v where v.undoes = ${changeId}) and not exists (${notYetUndone(changeId)}))`;

/**
 * A file that was removed has posted nothing: work on it may have begun, with a change that nothing came to belong to.
 */
const isOfRemovedFile = sql<boolean>`exists (select from file_jobs j where j.id = c.file_job_id and j.status = 'removed')`;

async function readChanges(tx: Tx, where: RawBuilder<boolean>, limit: number): Promise<Change[]> {
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.summary, c.reason, c.effective_date, c.actor_name as actor, c.made_at as at, c.group_id, g.company_name as group_name, c.file_job_id, c.undoes,
      (select jsonb_build_object('status', j.status, 'stage', j.stage, 'stopped', j.status = 'paused' and j.error_message is not null) from file_jobs j where j.id = c.file_job_id) as file,
      (select count(distinct i.entity_id) from change_items i where i.change_id = c.id and i.entity = 'member') as people,
      u.made_at as undone_at, u.actor_name as undone_by, u.part as undone_part,
      (select jsonb_build_object('at', q.asked_at, 'by', q.asked_by_name, 'done', case when q.lease_owner is null then 0 else q.done end, 'total', q.people, 'pausedBy', q.paused_by_name) from change_undos q where q.change_id = c.id and q.ended_at is null) as undoing,
      (select jsonb_build_object('at', q.ended_at, 'by', q.asked_by_name, 'text', q.problem) from (select * from change_undos where change_id = c.id order by asked_at desc, id desc limit 1) q where q.problem is not null and (u.made_at is null or u.made_at < q.ended_at)) as undo_problem,
      c.kind in ${UNDOABLE} and exists (select from change_items i where i.change_id = c.id and i.entity = 'member') as undoable
    from changes c left join groups g on g.id = c.group_id
      left join lateral (select made_at, actor_name, ${undonePart(sql.ref('c.id'))} as part from changes where undoes = c.id order by made_at desc limit 1) u on true
    where ${where} and not ${isOfRemovedFile} order by c.made_at desc, c.id desc limit ${limit}`.execute(tx);
  return rows.map(({ undoneAt, undoneBy, undonePart: part, ...row }) => ({
    ...row,
    undone: undoneAt ? { at: undoneAt, by: undoneBy ?? '', all: part === null, part } : null,
  }));
}

/** The activity history, newest first: of a group, of a member, or of everything the reader may see. */
export async function listChanges(
  tx: Tx,
  filter: { groupId?: string | undefined; memberId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ rows: Change[]; next: string | null }> {
  const parts = [sql<boolean>`true`];
  if (filter.groupId) parts.push(sql<boolean>`c.group_id = ${filter.groupId}`);
  if (filter.memberId)
    parts.push(sql<boolean>`c.id in (select i.change_id from change_items i where i.entity_id = ${filter.memberId})`);
  if (filter.cursor) {
    const [at, id] = decodeCursor(filter.cursor, ['instant', 'id']);
    parts.push(sql<boolean>`(c.made_at, c.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  const rows = await readChanges(tx, sql.join(parts, sql` and `), filter.limit + 1);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > filter.limit && last ? encodeCursor([last.at, last.id]) : null };
}

export async function changeById(tx: Tx, id: string): Promise<Change> {
  const [found] = await readChanges(tx, sql<boolean>`c.id = ${id}`, 1);
  if (!found) throw new Refusal('not_found', 'This entry of the history does not exist, or you may not see it.');
  return found;
}

type Fields = Readonly<Record<string, unknown>> | null;
type ItemRow = {
  no: number;
  entity: ChangeItem['entity'];
  entityId: string;
  name: string | null;
  action: string;
  before: Fields;
  after: Fields;
  line: number | null;
  isRestricted: boolean;
};

function differencesOf({ entity, before, after, isRestricted }: ItemRow): ChangeItem['differences'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    if (isSilentField(field)) return [];
    if (entity === 'group')
      return [
        {
          field,
          label: groupFieldLabel(field),
          before: groupFieldText(field, before?.[field]),
          after: groupFieldText(field, after?.[field]),
        },
      ];
    const label = memberFieldLabel(field);
    if (isPrivateField(field) || (isRestricted && isOfAddress(field)))
      return [{ field, label, before: before?.[field] ? 'Private' : null, after: 'Private' }];
    return [
      { field, label, before: memberFieldText(field, before?.[field]), after: memberFieldText(field, after?.[field]) },
    ];
  });
}

/** What a change did, one entry per person, group or coverage it touched, in the order it was done. */
export async function changeItems(
  tx: Tx,
  filter: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ rows: ChangeItem[]; next: string | null }> {
  const after = filter.cursor ? Number(decodeCursor(filter.cursor, ['number'])[0]) : 0;
  const { rows } = await sql<ItemRow>`
    select i.item_no as no, i.entity, i.entity_id, i.action, i.before, i.after, i.source_line as line, coalesce(ltrim(m.first_name || ' ' || m.last_name), g.company_name) as name, m.confidentiality is not distinct from 'R' as is_restricted
    from change_items i left join members m on m.id = i.entity_id left join groups g on g.id = i.entity_id
    where i.change_id = ${filter.id} and i.item_no > ${after} order by i.item_no limit ${filter.limit + 1}`.execute(tx);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => {
      const { before: _before, after: said, isRestricted: _, ...item } = row;
      return {
        ...item,
        summary: typeof said?.summary === 'string' ? said.summary : null,
        differences: differencesOf(row),
      };
    }),
    next: rows.length > filter.limit && last ? encodeCursor([last.no]) : null,
  };
}
