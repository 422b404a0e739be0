import type { RatePeriod } from '@openbenefits/domain/plans/rate-periods';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requirePermission } from '../../policy/actor.ts';
import type { ChangeEntity, ChangeFeature, ChangeUndo, ShownRecord } from '../../change-registry.ts';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { replacePeriods } from './rate-activation.ts';
import { periodsInForce, RATE_TABLE, type RateTableRecord, rateTableById } from './rate-table-record.ts';
import { lockPlan } from './rate-tables.operations.ts';

const EDITED_AGAIN = { never: 'Change the draft again, or make a new version of the rates.' };

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const rateTable: ChangeEntity = {
  async names(tx, ids) {
    const { rows } = await sql<{ id: string; name: string; versionNo: number }>`
      select t.id, p.plan_name as name, t.version_no from rate_tables t join health_plans p on p.tenant_id = t.tenant_id and p.id = t.plan_id
      where t.id = any (${[...ids]}::uuid[])`.execute(tx);
    return new Map(
      rows.map(({ id, name, versionNo }): [string, ShownRecord] => [id, { name: `${name}, version ${versionNo}` }]),
    );
  },
  // The names of cells are the labels; `periods` is what an undo restores.
  difference: (field, { before, after }) =>
    field === 'periods' ? undefined : { field, label: field, before: asText(before), after: asText(after) },
};

/** Rating data is shown as it was imported; a curve and areas are imported again. */
const ratingData: ChangeEntity = {
  names: async (_tx, ids) => new Map(ids.map((id) => [id, { name: 'Rating data' }])),
  difference: (field, { before, after }) => ({ field, label: field, before: asText(before), after: asText(after) }),
};

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
async function requireLatest(tx: Tx, id: string): Promise<Activation & { table: RateTableRecord }> {
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

async function undoActivation(work: Work, id: string, reason: string | undefined): Promise<string> {
  const { tx, actor, now } = work;
  requirePermission(actor, 'plans.activate');
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
  return recordChange(work, {
    kind: 'undo',
    summary: `Undid the activation of version ${table.versionNo} of the rates of ${plan.name}`,
    reason,
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

const activation: ChangeUndo<Services> = {
  entity: RATE_TABLE,
  require: requireLatest,
  preview: async () => ({ people: 0, removes: 0, blocked: 0, sight: '', blockers: [], next: null }),
  requireFree: async (tx, { id }) => {
    await requireLatest(tx, id);
    return { people: 0 };
  },
  undo: async (work, { id, reason }) => ({ changeId: await undoActivation(work, id, reason), people: 0 }),
  isLarge: async () => false,
};

/** What rate tables, age curves and rating areas write to the history. */
export const CHANGES_OF_RATES: ChangeFeature<Services> = {
  entities: { [RATE_TABLE]: rateTable, rating_data: ratingData },
  kinds: {
    rates_version_created: EDITED_AGAIN,
    rates_edited: EDITED_AGAIN,
    rates_deleted: { never: 'A deleted draft is not restored. Its rates are listed here; make a new version.' },
    rates_activated: activation,
    rating_areas: { never: 'Import the earlier rating areas again.' },
    age_curve: { never: 'Import the earlier age curve again.' },
  },
};
