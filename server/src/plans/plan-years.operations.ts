import { addDays, formatDate, type Period } from '@openbenefits/domain/calendar-date';
import {
  benefitLabel,
  type BenefitPath,
  changedBenefits,
  flatBenefits,
  problemsOfBenefits,
} from '@openbenefits/domain/plans/benefit-form';
import type { PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { OTHER_DEPENDENTS_LABEL, TOBACCO_SURCHARGE_LABEL, type PlanRules } from '@openbenefits/domain/plans/plan-rules';
import {
  isLockedYear,
  planYearName,
  planYearPeriod,
  planYearDays,
  planYearState,
  problemsOfPlanRules,
  problemsOfPlanYear,
  yearsToClose,
} from '@openbenefits/domain/plans/plan-years';
import { RATE_VERSION_LABEL } from '@openbenefits/domain/plans/rate-version';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type ChangeItem, recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import {
  correctedRules,
  type PlanRecord,
  planRecord,
  planToChange,
  requireSeen,
  touchPlan,
  type YearRecord,
  yearOf,
  yearsOf,
} from './plan-record.ts';

const rangeOf = ({ from, until }: Period) => sql<string>`daterange(${from}::date, ${until}::date)`;

export async function insertYear(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  year: { planId: string; period: Period; benefits: PlanBenefits; rules: PlanRules },
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('planYears')
    .values({
      id,
      planId: year.planId,
      period: rangeOf(year.period),
      status: 'draft',
      benefits: JSON.stringify(year.benefits),
      rules: JSON.stringify(year.rules),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}

async function writeYear({ tx, now }: Work, year: YearRecord, values: object): Promise<void> {
  await tx
    .updateTable('planYears')
    .set({ ...values, version: year.version + 1, updatedAt: now })
    .where('id', '=', year.id)
    .execute();
}

/** The fields of a year as the history shows them. */
const shown = (
  { from, until }: Period,
  { proration, newbornFreeDays, otherDependents, tobaccoSurcharge, rateVersion }: PlanRules,
) => ({
  from,
  lastDay: until && addDays(until, -1),
  startProration: proration.start,
  endProration: proration.end,
  birthProration: proration.birth,
  newbornFreeDays,
  otherDependents: OTHER_DEPENDENTS_LABEL[otherDependents],
  tobaccoSurcharge: TOBACCO_SURCHARGE_LABEL[tobaccoSurcharge ?? 'shared'],
  rateVersion: RATE_VERSION_LABEL[rateVersion ?? 'plan_year'],
});

function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const fields = Object.keys(after).filter((field) => before[field] !== after[field]);
  const of = (values: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { before: of(before), after: of(after), changed: fields.length > 0 };
}

/** What a correction changes, as the history shows it. */
export function ruleDifference(period: Period, was: PlanRules, is: PlanRules): { before: object; after: object } {
  const { before, after } = difference(shown(period, was), shown(period, is));
  return { before, after };
}

/** Ends the years without an end on the day before a new one begins. */
async function closeYears(work: Work, years: readonly YearRecord[], period: Period): Promise<ChangeItem[]> {
  const items: ChangeItem[] = [];
  for (const year of yearsToClose(years, period)) {
    const closed = { from: year.from, until: period.from };
    await writeYear(work, year, { period: rangeOf(closed) });
    const { before, after } = difference(shown(year, year.rules), shown(closed, year.rules));
    items.push({ entity: 'plan_year', entityId: year.id, action: 'changed', before, after });
  }
  return items;
}

/** Adds a plan year with the benefits and rules of another, by default of the latest. */
export async function addYear(
  work: Work,
  input: { id: string; version: number; from: string; to: string; copyFrom: string | null },
): Promise<{ id: string; version: number; yearId: string }> {
  const plan = await planToChange(work, input);
  if (plan.status === 'terminated')
    throw new Refusal('state', 'This plan is terminated. It gets no further plan year.');
  const years = await yearsOf(work.tx, [plan.id]);
  refuseIfAny(problemsOfPlanYear(input, years));
  const source = input.copyFrom === null ? years.at(-1) : years.find(({ id }) => id === input.copyFrom);
  const period = planYearPeriod(input);
  if (!source || !period) throw new Refusal('invalid', 'The plan year to copy from does not exist any more.');
  const closed = await closeYears(work, years, period);
  const { benefits } = source;
  const rules = await correctedRules(work.tx, source);
  const yearId = await insertYear(work, { planId: plan.id, period, benefits, rules });
  await recordChange(work, {
    kind: 'plan_year',
    summary: `Added plan year ${planYearName(period)} of ${plan.name}, ${planYearDays(period)}`,
    effectiveDate: period.from,
    items: [{ entity: 'plan_year', entityId: yearId, action: 'added', after: shown(period, rules) }, ...closed],
  });
  work.note({ targetKind: 'plan', targetId: plan.id, fields: ['plan_year'] });
  return { ...(await touchPlan(work, plan)), yearId };
}

type OfYear = { id: string; yearId: string; version: number };

/** Returns a locked plan with one of its years, if the year is as the user saw it and not locked. */
async function yearToChange(work: Work, input: OfYear): Promise<{ plan: PlanRecord; year: YearRecord }> {
  const plan = await planRecord(work.tx, input.id, { lock: true });
  const year = await yearOf(work.tx, plan.id, input.yearId);
  requireOpenYear(work, plan, year);
  await requireSeen(work, { record: year.id, stored: year.version, seen: input.version, what: 'plan year' });
  return { plan, year };
}

/** Rejects a change of what members were promised: a year in force or over. */
export function requireOpenYear({ today }: Pick<Work, 'today'>, plan: PlanRecord, year: YearRecord): void {
  const state = planYearState(year, plan.status, today);
  if (!isLockedYear(state)) return;
  const name = planYearName(year);
  throw new Refusal(
    'state',
    state === 'in_force'
      ? `Plan year ${name} is in force since ${formatDate(year.from)} and locked. Correct its rules, or change a later plan year.`
      : `Plan year ${name} is over and locked. Its rules can be corrected.`,
  );
}

/** Changes the days and the proration of a year that has not begun. */
export async function editYear(
  work: Work,
  input: OfYear & { from: string; to: string; rules: PlanRules },
): Promise<{ id: string; version: number }> {
  const { plan, year } = await yearToChange(work, input);
  const others = (await yearsOf(work.tx, [plan.id])).filter(({ id }) => id !== year.id);
  refuseIfAny([...problemsOfPlanYear(input, others), ...problemsOfPlanRules(input.rules)]);
  const period = planYearPeriod(input);
  if (!period) throw new Refusal('invalid', 'Enter the days of the plan year.');
  const { before, after, changed } = difference(shown(year, year.rules), shown(period, input.rules));
  if (!changed) return { id: year.id, version: year.version };
  const closed = await closeYears(work, others, period);
  await writeYear(work, year, { period: rangeOf(period), rules: JSON.stringify(input.rules) });
  await recordChange(work, {
    kind: 'plan_year',
    summary: `Changed plan year ${planYearName(period)} of ${plan.name}`,
    effectiveDate: period.from,
    items: [{ entity: 'plan_year', entityId: year.id, action: 'changed', before, after }, ...closed],
  });
  work.note({ targetKind: 'plan', targetId: plan.id, fields: Object.keys(after) });
  return { id: year.id, version: year.version + 1 };
}

/** Removes a year that has not begun. A plan keeps at least one. */
export async function removeYear(work: Work, input: OfYear): Promise<{ id: string; version: number }> {
  const { plan, year } = await yearToChange(work, input);
  if ((await yearsOf(work.tx, [plan.id])).length === 1)
    throw new Refusal('state', 'A plan needs a plan year. Add another one before you remove this one.');
  await work.tx.deleteFrom('planYears').where('id', '=', year.id).execute();
  await recordChange(work, {
    kind: 'plan_year',
    summary: `Removed plan year ${planYearName(year)} of ${plan.name}`,
    // The year is gone; its plan keeps the entry.
    items: [
      {
        entity: 'plan',
        entityId: plan.id,
        action: 'changed',
        before: { planYear: planYearDays(year) },
        after: { planYear: null },
      },
    ],
  });
  work.note({ targetKind: 'plan', targetId: plan.id, fields: ['plan_year'] });
  return touchPlan(work, plan);
}

/** Saves the benefits of a year that is not locked. */
export async function writeBenefits(
  work: Work,
  plan: PlanRecord,
  year: YearRecord,
  benefits: PlanBenefits,
  about: { summary?: string; undoes?: string; reason?: string | undefined } = {},
): Promise<{ id: string; version: number; changed: BenefitPath[]; changeId?: string }> {
  requireOpenYear(work, plan, year);
  refuseIfAny(problemsOfBenefits(benefits));
  const changed = changedBenefits(year.benefits, benefits);
  work.note({ targetKind: 'plan', targetId: plan.id, fields: changed });
  if (changed.length === 0) return { id: year.id, version: year.version, changed };
  await writeYear(work, year, { benefits: JSON.stringify(benefits) });
  const valuesOf = (values: PlanBenefits) => {
    const flat = flatBenefits(values);
    return Object.fromEntries(changed.map((path) => [path, flat[path]]));
  };
  const few = changed.length <= 3 ? changed.map(benefitLabel).join('; ') : `${changed.length} benefits`;
  const changeId = await recordChange(work, {
    kind: 'plan_benefits',
    summary: about.summary ?? `Changed ${few} of ${plan.name}, plan year ${planYearName(year)}`,
    effectiveDate: year.from,
    reason: about.reason,
    ...(about.undoes && { undoes: about.undoes }),
    items: [
      {
        entity: 'plan_year',
        entityId: year.id,
        action: 'changed',
        before: valuesOf(year.benefits),
        after: valuesOf(benefits),
      },
    ],
  });
  return { id: year.id, version: year.version + 1, changed, changeId };
}

export async function saveBenefits(work: Work, input: OfYear & { benefits: PlanBenefits }) {
  const { plan, year } = await yearToChange(work, input);
  const { id, version, changed } = await writeBenefits(work, plan, year, input.benefits);
  return { id, version, changed };
}
