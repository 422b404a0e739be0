import { formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { problemsOfBenefits } from '@openbenefits/domain/plans/benefit-form';
import { NO_BENEFITS, type PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { planFieldLabel } from '@openbenefits/domain/plans/plan-changes';
import {
  PLAN_FIELDS,
  planCodeTaken,
  type PlanField,
  type PlanForm,
  problemsOfPlan,
  tidyPlan,
} from '@openbenefits/domain/plans/plan-form';
import { DEFAULT_PLAN_RULES, type PlanRules } from '@openbenefits/domain/plans/plan-rules';
import {
  planYearPeriod,
  type PlanYearForm,
  problemsOfPlanRules,
  problemsOfPlanYear,
} from '@openbenefits/domain/plans/plan-years';
import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { insertYear } from './plan-years.operations.ts';
import { correctedRules, type PlanRecord, planRecord, planToChange, touchPlan, yearsOf } from './plan-record.ts';

const at = (prefix: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({ path: `${prefix}.${path}`, message }));

/** Rejects a code that another plan has. The code is locked, so that of two at once the second is told as well. */
async function requireUnusedCode(tx: Tx, code: string, exceptId?: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_tenant()::text || ${code}, 107))`.execute(tx);
  const other = await tx
    .selectFrom('healthPlans')
    .select(['id', 'planName'])
    .where(sql<boolean>`upper(plan_code) = ${code}`)
    .executeTakeFirst();
  if (!other || other.id === exceptId) return;
  const message = planCodeTaken(code, other.planName);
  throw new Refusal('invalid', message, [{ path: 'code', message }]);
}

const columnsOf = ({ code, name, line, networkType, carrierName, effectiveDate }: PlanForm) => ({
  planCode: code,
  planName: name,
  line,
  networkType,
  carrierName,
  effectiveDate,
});

async function insertPlan({ tx, now }: Work, form: PlanForm): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('healthPlans')
    .values({
      id,
      ...columnsOf(form),
      status: 'draft',
      position: sql<number>`(select coalesce(max(position), 0) + 1 from health_plans)`,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}

async function recordCreated(work: Work, id: string, form: PlanForm, summary: string): Promise<void> {
  const after = Object.fromEntries(PLAN_FIELDS.map((field) => [field, form[field]]));
  await recordChange(work, {
    kind: 'plan_created',
    summary,
    items: [{ entity: 'plan', entityId: id, action: 'added', after }],
  });
  work.note({ targetKind: 'plan', targetId: id, fields: [...PLAN_FIELDS] });
}

type NewPlan = PlanForm & {
  readonly year: PlanYearForm;
  readonly benefits: PlanBenefits;
  readonly rules?: PlanRules | undefined;
};

/** Creates a draft plan with its first plan year. Rejects a code that exists. */
export async function createPlan(work: Work, input: NewPlan): Promise<{ id: string; version: number }> {
  const { year, benefits, rules = DEFAULT_PLAN_RULES } = input;
  refuseIfAny([
    ...problemsOfPlan(input),
    ...at('year', problemsOfPlanYear(year, [])),
    ...at('benefits', problemsOfBenefits(benefits)),
    ...problemsOfPlanRules(rules),
  ]);
  const form = tidyPlan(input);
  const period = planYearPeriod(year);
  if (!period || period.from > form.effectiveDate) {
    const message = `The first plan year must include the effective date, ${formatDate(form.effectiveDate as PlanRecord['effectiveDate'])}.`;
    throw new Refusal('invalid', message, [{ path: 'year.from', message }]);
  }
  await requireUnusedCode(work.tx, form.code);
  const id = await insertPlan(work, form);
  await insertYear(work, { planId: id, period, benefits, rules });
  await recordCreated(work, id, form, `Created the plan ${form.name}`);
  return { id, version: 1 };
}

/** Creates a draft with another plan's identity and the benefits of its latest year; rates are not copied. */
export async function copyPlan(
  work: Work,
  input: { id: string; code: string; name: string; effectiveDate: string },
): Promise<{ id: string; version: number }> {
  const source = await planRecord(work.tx, input.id);
  const entered = { ...source, code: input.code, name: input.name, effectiveDate: input.effectiveDate };
  refuseIfAny(problemsOfPlan(entered));
  const form = tidyPlan(entered);
  await requireUnusedCode(work.tx, form.code);
  const last = (await yearsOf(work.tx, [source.id])).at(-1);
  const id = await insertPlan(work, form);
  await insertYear(work, {
    planId: id,
    period: { from: form.effectiveDate as PlanRecord['effectiveDate'], until: null },
    benefits: last?.benefits ?? NO_BENEFITS,
    rules: last ? await correctedRules(work.tx, last) : DEFAULT_PLAN_RULES,
  });
  await recordCreated(work, id, form, `Copied the plan ${source.name}`);
  return { id, version: 1 };
}

/** Coverage that begins before a later effective date would have no plan. */
async function requireBeforeCoverage(tx: Tx, plan: PlanRecord, effectiveDate: string): Promise<void> {
  const { rows } = await sql<{ members: number }>`select count(distinct s.member_id) as members from coverage_spans s
    where s.plan_id = ${plan.id} and upper_inf(s.recorded) and lower(s.covered) < ${effectiveDate}::date`.execute(tx);
  const members = rows[0]?.members ?? 0;
  if (members === 0) return;
  const message = `${counted(members, 'member')} ${members === 1 ? 'has' : 'have'} this plan before ${formatDate(effectiveDate as PlanRecord['effectiveDate'])}. Enter an earlier date.`;
  throw new Refusal('invalid', message, [{ path: 'effectiveDate', message }]);
}

const LINE_IS_FIXED =
  'The line of an active plan cannot be changed, because members are enrolled by line. Create another plan.';

/** Saves a plan's fields; rejects what its members and its plan years do not allow. */
export async function writePlan(
  work: Work,
  plan: PlanRecord,
  entered: PlanForm,
  about: { summary?: string; undoes?: string; reason?: string | undefined } = {},
): Promise<{ id: string; version: number; changed: PlanField[]; changeId?: string }> {
  refuseIfAny(problemsOfPlan(entered));
  const form = tidyPlan(entered);
  const changed = PLAN_FIELDS.filter((field) => form[field] !== plan[field]);
  work.note({ targetKind: 'plan', targetId: plan.id, fields: changed });
  if (changed.length === 0) return { id: plan.id, version: plan.version, changed };
  if (changed.includes('line') && plan.status !== 'draft')
    throw new Refusal('invalid', LINE_IS_FIXED, [{ path: 'line', message: LINE_IS_FIXED }]);
  if (changed.includes('code')) await requireUnusedCode(work.tx, form.code, plan.id);
  if (changed.includes('effectiveDate') && plan.status !== 'draft') {
    if (form.effectiveDate > plan.effectiveDate) await requireBeforeCoverage(work.tx, plan, form.effectiveDate);
    const [first] = await yearsOf(work.tx, [plan.id]);
    if (!first || first.from > form.effectiveDate) {
      const message = 'No plan year covers this date. Add an earlier plan year first.';
      throw new Refusal('invalid', message, [{ path: 'effectiveDate', message }]);
    }
  }
  const saved = await touchPlan(work, plan, columnsOf(form));
  const valuesOf = (values: PlanForm) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  const changeId = await recordChange(work, {
    kind: 'plan_edited',
    summary: about.summary ?? `Changed ${changed.map(planFieldLabel).join(', ')} of ${form.name}`,
    reason: about.reason,
    ...(about.undoes && { undoes: about.undoes }),
    items: [{ entity: 'plan', entityId: plan.id, action: 'changed', before: valuesOf(plan), after: valuesOf(form) }],
  });
  return { ...saved, changed, changeId };
}

export async function editPlan(work: Work, input: PlanForm & { id: string; version: number }) {
  const { id, version, changed } = await writePlan(work, await planToChange(work, input), input);
  return { id, version, changed };
}
