import {
  benefitLabel,
  BENEFIT_FIELDS,
  benefitText,
  flatBenefits,
  withBenefits,
} from '@openbenefits/domain/plans/benefit-form';
import { planFieldLabel, planFieldText } from '@openbenefits/domain/plans/plan-changes';
import { planYearName } from '@openbenefits/domain/plans/plan-years';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requirePermission } from '../policy/actor.ts';
import type { ChangeEntity, ChangeFeature, ChangeUndo, ShownRecord, UndoOrder } from '../change-registry.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { planRecord, yearsOf } from './plan-record.ts';
import { requireOpenYear, writeBenefits } from './plan-years.operations.ts';
import { writePlan } from './plans.operations.ts';

const CHANGED_AGAIN = {
  never: 'This history entry changed no members, so there is nothing to undo. Change the plan again instead.',
};

const plan: ChangeEntity = {
  async names(tx, ids) {
    const rows = await tx.selectFrom('healthPlans').select(['id', 'planName as name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [id, { name }]));
  },
  difference: (field, { before, after }) =>
    field === 'summary'
      ? undefined
      : {
          field,
          label: planFieldLabel(field),
          before: planFieldText(field, before),
          after: planFieldText(field, after),
        },
};

async function namesOfYears(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ShownRecord>> {
  const { rows } = await sql<{ id: string; name: string; from: string; until: string | null }>`
    select y.id, p.plan_name as name, lower(y.period) as "from", upper(y.period) as until from plan_years y join health_plans p on p.id = y.plan_id
    where y.id = any (${[...ids]}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ id, name, ...period }) => [
      id,
      { name: `${name}, plan year ${planYearName(period as Parameters<typeof planYearName>[0])}` },
    ]),
  );
}

const planYear: ChangeEntity = {
  names: namesOfYears,
  difference: (field, { before, after }) =>
    field in BENEFIT_FIELDS
      ? { field, label: benefitLabel(field), before: benefitText(field, before), after: benefitText(field, after) }
      : {
          field,
          label: planFieldLabel(field),
          before: planFieldText(field, before),
          after: planFieldText(field, after),
        },
};

type Values = Readonly<Record<string, unknown>>;
type Restorable = {
  readonly recordId: string;
  readonly summary: string;
  readonly before: Values;
  readonly after: Values;
};

/** Returns what a change of one record did. */
async function restorable(tx: Tx, id: string, entity: string): Promise<Restorable> {
  const { rows } =
    await sql<Restorable>`select i.entity_id as record_id, c.summary, i.before, i.after from changes c join change_items i on i.change_id = c.id
    where c.id = ${id} and i.entity = ${entity} order by i.item_no limit 1`.execute(tx);
  const [found] = rows;
  if (!found?.before) throw new Refusal('not_found', 'This history entry does not exist, or you may not see it.');
  return found;
}

/** The latest change of the same fields, which an undo would overwrite. */
async function laterChange(tx: Tx, id: string, { recordId, after }: Restorable) {
  const { rows } = await sql<{ by: string; at: string; summary: string }>`
    select c.actor_name as by, c.made_at as at, c.summary from changes c join change_items i on i.change_id = c.id
    where i.entity_id = ${recordId} and i.after ?| ${Object.keys(after)}::text[] and (c.made_at, c.id) > (select made_at, id from changes where id = ${id})
    order by c.made_at desc, c.id desc limit 1`.execute(tx);
  return rows[0];
}

type Undone = { summary: string; undoes: string; reason?: string | undefined };
type Fields = {
  /** The values that the record has now, by field. */
  readonly current: (tx: Tx, recordId: string) => Promise<Values>;
  /** Returns the change, or undefined where nothing differed. */
  readonly restore: (work: Work, recordId: string, values: Values, about: Undone) => Promise<string | undefined>;
};

const NOTHING = { people: 0, removes: 0, blocked: 0, sight: '', blockers: [], next: null };

/** Puts the fields of one record back, if nobody has changed them since. */
function undoOfFields(entity: string, { current, restore }: Fields): ChangeUndo<Services> {
  const isFree = async (tx: Tx, change: Restorable): Promise<boolean> => {
    const now = await current(tx, change.recordId);
    return Object.entries(change.after).every(([field, value]) => (now[field] ?? null) === (value ?? null));
  };
  const requireFree = async (tx: Tx, { id }: UndoOrder): Promise<Restorable> => {
    const change = await restorable(tx, id, entity);
    if (await isFree(tx, change)) return change;
    throw new Refusal('state', 'These values were changed again since. Undo the later change first.');
  };
  return {
    entity,
    require: (tx, id) => restorable(tx, id, entity),
    async preview(tx, { id }) {
      const change = await restorable(tx, id, entity);
      if (await isFree(tx, change)) return { ...NOTHING, people: 1 };
      const later = await laterChange(tx, id, change);
      const blockers = later ? [{ memberId: change.recordId, name: later.summary, ...later }] : [];
      return { ...NOTHING, blocked: 1, blockers };
    },
    requireFree: async (tx, order) => ({ people: (await requireFree(tx, order)) && 1 }),
    async undo(work, order) {
      requirePermission(work.actor, 'plans.edit');
      const change = await requireFree(work.tx, order);
      const about = { summary: `Undid: ${change.summary}`, undoes: order.id, reason: order.reason };
      const changeId = await restore(work, change.recordId, change.before, about);
      if (!changeId) throw new Refusal('state', 'This was already undone.');
      return { changeId, people: 1 };
    },
    isLarge: async () => false,
  };
}

const undoOfPlan = undoOfFields('plan', {
  current: (tx, id) => planRecord(tx, id),
  async restore(work, id, values, about) {
    const stored = await planRecord(work.tx, id, { lock: true });
    return (await writePlan(work, stored, { ...stored, ...values }, about)).changeId;
  },
});

async function planOfYear(tx: Tx, yearId: string): Promise<string> {
  const year = await tx.selectFrom('planYears').select('planId').where('id', '=', yearId).executeTakeFirst();
  if (!year) throw new Refusal('state', 'This plan year does not exist any more.');
  return year.planId;
}

const undoOfBenefits = undoOfFields('plan_year', {
  async current(tx, id) {
    const year = (await yearsOf(tx, [await planOfYear(tx, id)])).find((one) => one.id === id);
    return year ? flatBenefits(year.benefits) : {};
  },
  async restore(work, id, values, about) {
    const stored = await planRecord(work.tx, await planOfYear(work.tx, id), { lock: true });
    const year = (await yearsOf(work.tx, [stored.id])).find((one) => one.id === id);
    if (!year) throw new Refusal('state', 'This plan year does not exist any more.');
    requireOpenYear(work, stored, year);
    return (await writeBenefits(work, stored, year, withBenefits(year.benefits, values), about)).changeId;
  },
});

/** What plans write to the history: edits of a plan's fields and of benefits can be undone, other changes are made again. */
export const CHANGES_OF_PLANS: ChangeFeature<Services> = {
  entities: { plan, plan_year: planYear },
  kinds: {
    plan_created: CHANGED_AGAIN,
    plan_edited: undoOfPlan,
    plan_status: CHANGED_AGAIN,
    plan_year: CHANGED_AGAIN,
    plan_benefits: undoOfBenefits,
    plan_document: CHANGED_AGAIN,
  },
};
