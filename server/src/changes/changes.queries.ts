import type { Change, ChangeItem } from '@openbenefits/contract/changes';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { ShownRecord } from '../change-registry.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { arrayOf } from '../db/pg-arrays.ts';
import type { Tx } from '../db/connect.ts';
import { recordsOfPlan } from '../plans/plan-record.ts';
import type { Services } from '../request-context.ts';
import { type UndonePart, undonePart } from '../undone-changes.ts';

type Registry = Services['changes'];
type Row = Omit<Change, 'undone'> & { undoneAt: string | null; undoneBy: string | null; undonePart: UndonePart };

/** A removed file posted nothing, but may have started an empty change. */
const isOfRemovedFile = sql<boolean>`exists (select from file_jobs j where j.id = c.file_job_id and j.status = 'removed')`;

/** Returns whether a change `c` has records that an undo of its kind restores. */
function isUndoable({ undoable }: Registry): RawBuilder<boolean> {
  const kinds = arrayOf(
    'text',
    undoable.map(({ kind }) => kind),
  );
  const entities = arrayOf(
    'text',
    undoable.map(({ entity }) => entity),
  );
  return sql<boolean>`exists (select from unnest(${kinds}, ${entities}) as u(kind, entity) join change_items i on i.entity = u.entity and i.change_id = c.id where u.kind = c.kind)`;
}

async function readChanges(tx: Tx, registry: Registry, where: RawBuilder<boolean>, limit: number): Promise<Change[]> {
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.summary, c.reason, c.effective_date, c.actor_name as actor, c.made_at as at, c.group_id, g.company_name as group_name, c.file_job_id, c.undoes,
      (select jsonb_build_object('status', j.status, 'stage', j.stage, 'stopped', j.status = 'paused' and j.error_message is not null) from file_jobs j where j.id = c.file_job_id) as file,
      (select count(distinct i.entity_id) from change_items i where i.change_id = c.id and i.entity = any (${arrayOf('text', [...registry.people])})) as people,
      u.made_at as undone_at, u.actor_name as undone_by, u.part as undone_part,
      (select jsonb_build_object('at', q.asked_at, 'by', q.asked_by_name, 'done', case when q.lease_owner is null then 0 else q.done end, 'total', q.people, 'pausedBy', q.paused_by_name) from change_undos q where q.change_id = c.id and q.ended_at is null) as undoing,
      (select jsonb_build_object('at', q.ended_at, 'by', q.asked_by_name, 'text', q.problem) from (select * from change_undos where change_id = c.id order by asked_at desc, id desc limit 1) q where q.problem is not null and (u.made_at is null or u.made_at < q.ended_at)) as undo_problem,
      ${isUndoable(registry)} as undoable
    from changes c left join groups g on g.id = c.group_id
      left join lateral (select made_at, actor_name, ${undonePart(sql.ref('c.id'))} as part from changes where undoes = c.id order by made_at desc limit 1) u on true
    where ${where} and not ${isOfRemovedFile} order by c.made_at desc, c.id desc limit ${limit}`.execute(tx);
  return rows.map(({ undoneAt, undoneBy, undonePart: part, ...row }) => ({
    ...row,
    undone: undoneAt ? { at: undoneAt, by: undoneBy ?? '', all: part === null, part } : null,
  }));
}

/** Returns the activity history, newest first: of a group, of a member, of a plan, or of everything the reader may see. */
export async function listChanges(
  tx: Tx,
  registry: Registry,
  filter: {
    groupId?: string | undefined;
    memberId?: string | undefined;
    planId?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ rows: Change[]; next: string | null }> {
  const parts = [sql<boolean>`true`];
  if (filter.groupId) parts.push(sql<boolean>`c.group_id = ${filter.groupId}`);
  if (filter.memberId)
    parts.push(sql<boolean>`c.id in (select i.change_id from change_items i where i.entity_id = ${filter.memberId})`);
  if (filter.planId)
    parts.push(
      sql<boolean>`c.id in (select i.change_id from change_items i where i.entity_id in (${recordsOfPlan(filter.planId)}))`,
    );
  if (filter.cursor) {
    const [at, id] = decodeCursor(filter.cursor, ['instant', 'id']);
    parts.push(sql<boolean>`(c.made_at, c.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  const rows = await readChanges(tx, registry, sql.join(parts, sql` and `), filter.limit + 1);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > filter.limit && last ? encodeCursor([last.at, last.id]) : null };
}

export async function changeById(tx: Tx, registry: Registry, id: string): Promise<Change> {
  const [found] = await readChanges(tx, registry, sql<boolean>`c.id = ${id}`, 1);
  if (!found) throw new Refusal('not_found', 'This history entry does not exist, or you may not see it.');
  return found;
}

type Fields = Readonly<Record<string, unknown>> | null;
type ItemRow = {
  no: number;
  entity: string;
  entityId: string;
  action: string;
  before: Fields;
  after: Fields;
  line: number | null;
};

/** Returns the records of a page of items, by id: one question to each feature. */
async function recordsOf(tx: Tx, registry: Registry, rows: readonly ItemRow[]): Promise<Map<string, ShownRecord>> {
  const records = new Map<string, ShownRecord>();
  for (const name of new Set(rows.map(({ entity }) => entity))) {
    const ids = rows.filter(({ entity }) => entity === name).map(({ entityId }) => entityId);
    for (const [id, record] of (await registry.entity(name)?.names(tx, ids)) ?? []) records.set(id, record);
  }
  return records;
}

function differencesOf(registry: Registry, row: ItemRow, record: ShownRecord | undefined): ChangeItem['differences'] {
  const { before, after } = row;
  const entity = registry.entity(row.entity);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap(
    (field) => entity?.difference(field, { before: before?.[field], after: after?.[field] }, record) ?? [],
  );
}

/** Returns what a change did, one entry per record it touched, in the order it was done. */
export async function changeItems(
  tx: Tx,
  registry: Registry,
  filter: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ rows: ChangeItem[]; next: string | null }> {
  const after = filter.cursor ? Number(decodeCursor(filter.cursor, ['number'])[0]) : 0;
  const { rows } = await sql<ItemRow>`
    select i.item_no as no, i.entity, i.entity_id, i.action, i.before, i.after, i.source_line as line
    from change_items i where i.change_id = ${filter.id} and i.item_no > ${after}
    order by i.item_no limit ${filter.limit + 1}`.execute(tx);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  const records = await recordsOf(tx, registry, page);
  return {
    rows: page.map((row) => {
      const { before: _before, after: told, ...item } = row;
      const record = records.get(row.entityId);
      return {
        ...item,
        name: record?.name ?? null,
        summary: typeof told?.summary === 'string' ? told.summary : null,
        differences: differencesOf(registry, row, record),
      };
    }),
    next: rows.length > filter.limit && last ? encodeCursor([last.no]) : null,
  };
}
