import { addDays, formatDate } from '@openbenefits/domain/calendar-date';
import type { RatePeriod } from '@openbenefits/domain/plans/rate-periods';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { ask } from '../../approvals/approvals.operations.ts';
import { waitingRequest } from '../../approvals/approvals.queries.ts';
import type { ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Undone, UndoOrder } from '../../change-registry.ts';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { requirePermission } from '../../policy/actor.ts';
import { replacePeriods } from './rate-activation.ts';
import { cellsOfTables, periodsInForce, RATE_TABLE, type RateTableRecord, rateTableById } from './rate-table-record.ts';
import { lockPlan } from './rate-tables.operations.ts';

type Activation = { tableId: string; before: RatePeriod[]; after: RatePeriod[] };

async function activationOf(tx: Tx, id: string): Promise<Activation> {
  const { rows } = await sql<Activation>`
    select entity_id as table_id, before -> 'periods' as before, after -> 'periods' as after from change_items
    where change_id = ${id} and entity = ${RATE_TABLE} and after ? 'periods'`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This activation does not exist.');
  return found;
}

const sameOrder = (periods: readonly RatePeriod[]): string =>
  periods
    .map(({ tableId, from, until }) => `${from} ${until} ${tableId}`)
    .toSorted()
    .join();

/** Rejects an activation after which another version was activated, or that was undone. */
export async function requireLatest(tx: Tx, id: string): Promise<Activation & { table: RateTableRecord }> {
  const activation = await activationOf(tx, id);
  const table = await rateTableById(tx, activation.tableId);
  const now = await periodsInForce(tx, table.planId, table.methodology);
  const undone = await tx.selectFrom('changes').select('id').where('undoes', '=', id).limit(1).executeTakeFirst();
  if (undone || table.status === 'draft') throw new Refusal('state', 'This activation was undone already.');
  if (sameOrder(now) !== sameOrder(activation.after))
    throw new Refusal(
      'state',
      'Another version of this plan was activated since. Undo that activation first, or make a new version.',
    );
  return { ...activation, table };
}

/** Puts the versions in force again that an activation replaced; the activated version becomes a draft. */
async function undoNow(work: Work, id: string, reason: string): Promise<void> {
  const { tx, now } = work;
  const { tableId } = await activationOf(tx, id);
  const { planId } = await rateTableById(tx, tableId);
  const plan = await lockPlan(tx, planId);
  const { table, before, after } = await requireLatest(tx, id);
  await replacePeriods(work, table, after, before);
  const restored = before.map((period) => period.tableId);
  if (restored.length > 0)
    await tx
      .updateTable('rateTables')
      .set({ status: 'active', updatedAt: now })
      .where('id', 'in', restored)
      .where('status', '=', 'replaced')
      .execute();
  await tx
    .updateTable('rateTables')
    .set({
      status: 'draft',
      version: table.version + 1,
      updatedAt: now,
      activatedBy: null,
      activatedByName: null,
      activatedAt: null,
      activationReason: null,
    })
    .where('id', '=', tableId)
    .execute();
  await recordChange(work, {
    kind: 'undo',
    summary: `Undid the activation of version ${table.versionNo} of the rates of ${plan.name}`,
    reason: reason || undefined,
    effectiveDate: table.from,
    undoes: id,
    items: [
      {
        entity: RATE_TABLE,
        entityId: tableId,
        action: 'restored',
        before: { Status: 'Active' },
        after: { Status: 'Draft' },
      },
    ],
  });
}

/** The versions that would be in force again, with everything that prices are made of. */
async function restoredBy(tx: Tx, before: readonly RatePeriod[]) {
  const ids = [...new Set(before.map(({ tableId }) => tableId))].toSorted();
  const cells = await cellsOfTables(tx, ids);
  return Promise.all(
    ids.map(async (id) => {
      const { versionNo, settings } = await rateTableById(tx, id);
      const own = (cells.get(id) ?? [])
        .map(({ place, kind, ageFrom, ageTo, amount }) => ({ place, kind, ageFrom, ageTo, amount }))
        .toSorted((a, b) => a.place - b.place || (a.kind < b.kind ? -1 : 1));
      return { id, versionNo, settings, cells: own };
    }),
  );
}

async function describe({ tx }: Work, id: string): Promise<Described> {
  const { tableId, before, after } = await activationOf(tx, id);
  const { planId } = await rateTableById(tx, tableId);
  const plan = await lockPlan(tx, planId);
  const table = await rateTableById(tx, tableId, true);
  const restored = await restoredBy(tx, before);
  const numbers = new Map(restored.map(({ id: one, versionNo }) => [one, versionNo]));
  return {
    groupId: null,
    title: `Undo of the activation of version ${table.versionNo} of the rates of ${plan.name}`,
    link: `/plans/rates/${tableId}`,
    cents: null,
    // The undo is made by who asks for it. Who entered the versions has no part in which of them is in force.
    authors: [],
    content: {
      id,
      tableId,
      status: table.status,
      before,
      after,
      inForce: await periodsInForce(tx, planId, table.methodology),
      restored,
    },
    facts: [
      { label: 'Plan', value: plan.name },
      { label: 'Becomes a draft', value: `Version ${table.versionNo}, from ${formatDate(table.from)}` },
      ...before.map(({ tableId: one, from, until }) => ({
        label: 'In force again',
        value: `Version ${numbers.get(one)}, from ${formatDate(from)}${until === null ? '' : ` until ${formatDate(addDays(until, -1))}`}`,
      })),
      ...(before.length === 0 ? [{ label: 'In force again', value: 'No version' }] : []),
    ],
    always: 'Another person approves that earlier rates are in force again.',
  };
}

/** The reason of who asked for what was just approved. */
async function askedReason(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    select reason from approvals where subject_kind = 'rate_undo' and subject_id = ${id} and status = 'approved'
    order by requested_at desc, id desc limit 1`.execute(tx);
  return rows[0]?.reason ?? '';
}

/** An activation of rates is undone with the approval of a second person, as rates are activated. */
export const RATE_UNDO: ApprovalSubject = {
  kind: 'rate_undo',
  describe,
  carryOut: async (work, id, reason) => undoNow(work, id, reason || (await askedReason(work.tx, id))),
  // The version stays active.
  giveUp: async () => {},
};

/** Asks for the undo of an activation: nothing changes until another person approves it. */
export async function askUndo(work: Work, { id, reason }: UndoOrder): Promise<Undone> {
  const { tx, actor, note } = work;
  requirePermission(actor, 'plans.activate');
  const { tableId } = await activationOf(tx, id);
  await lockPlan(tx, (await rateTableById(tx, tableId)).planId);
  await requireLatest(tx, id);
  const waiting = await waitingRequest(tx, 'rate_undo', id);
  if (waiting) throw new Refusal('state', `${waiting.by} already asked for approval of this undo.`);
  note({ targetKind: RATE_TABLE, targetId: tableId, reason });
  const { waitsBecause } = await ask(work, RATE_UNDO, id, reason);
  return { changeId: id, people: 0, waitsBecause };
}
