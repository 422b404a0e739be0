import { formatDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Offering, problemsOfOfferings, withdrawalRefusal } from '@openbenefits/domain/groups/group-places';
import { isCustomizable } from '@openbenefits/domain/groups/group-setup';
import { type Cents, formatMoney } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { methodologiesOf, methodologyProblem, offeredPlans } from '../plans/plans.queries.ts';
import { groupToChange, recordPlaces } from './group-places.operations.ts';

type Cell = { groupId: string; classId: string; locationId: string };
type Row = {
  id: string;
  planId: string;
  planName: string;
  line: CoverageLine;
  status: string;
  effectiveDate: string;
  deductible: number | null;
  coinsurancePercent: number | null;
  ratingMethodology: string | null;
};

async function rowsOf(tx: Tx, cell: Cell): Promise<Row[]> {
  const rows = await tx
    .selectFrom('groupPlanAssignments as a')
    .innerJoin('healthPlans as p', 'p.id', 'a.planId')
    .select([
      'a.id',
      'a.planId',
      'p.planName',
      'p.line',
      'a.status',
      'a.effectiveDate',
      'a.deductibleCents as deductible',
      'a.coinsurancePercent',
      'a.ratingMethodology',
    ])
    .where('a.groupId', '=', cell.groupId)
    .where('a.classId', '=', cell.classId)
    .where('a.locationId', '=', cell.locationId)
    .orderBy('a.effectiveDate')
    .execute();
  return rows as unknown as Row[];
}

/** Finds subscribers of the class at the location, or of neither, who are covered by the plan today or later. */
async function coveredBy(tx: Tx, cell: Cell, planId: string, today: string): Promise<number> {
  const { rows } = await sql<{
    members: number;
  }>`select count(distinct s.member_id) as members from coverage_spans s join members m on m.id = s.member_id
    where s.group_id = ${cell.groupId} and s.plan_id = ${planId} and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${today}::date)
      and m.subscriber_id is null and (m.class_id = ${cell.classId} or m.class_id is null) and (m.location_id = ${cell.locationId} or m.location_id is null)`.execute(
    tx,
  );
  return rows[0]?.members ?? 0;
}

function offeringWords({
  deductible,
  coinsurancePercent,
  ratingMethodology,
  effectiveDate,
}: Omit<Row, 'id' | 'planId' | 'planName' | 'line' | 'status'>): string {
  const parts = [
    deductible === null ? undefined : `deductible ${formatMoney(deductible as Cents)}`,
    coinsurancePercent === null ? undefined : `coinsurance ${coinsurancePercent} %`,
    ratingMethodology === null ? undefined : ratingMethodology.replace('_', ' '),
    `from ${formatDate(calendarDateFrom(effectiveDate))}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const sameTerms = (row: Row, wanted: Offering): boolean =>
  row.deductible === wanted.deductible &&
  row.coinsurancePercent === wanted.coinsurancePercent &&
  row.ratingMethodology === wanted.ratingMethodology;

const NO_TERMS = { deductible: null, coinsurancePercent: null, ratingMethodology: null };

/** Sets terms from a date: earlier versions stay until then, later ones are removed. */
async function writeTerms(
  tx: Tx,
  cell: Cell,
  planId: string,
  terms: Offering,
  effectiveDate: string,
  versions: readonly Row[],
): Promise<void> {
  const later = versions.filter((version) => version.effectiveDate > effectiveDate).map(({ id }) => id);
  if (later.length > 0)
    await tx.updateTable('groupPlanAssignments').set({ status: 'inactive' }).where('id', 'in', later).execute();
  const values = {
    status: 'active',
    deductibleCents: terms.deductible,
    coinsurancePercent: terms.coinsurancePercent,
    ratingMethodology: terms.ratingMethodology,
  };
  await tx
    .insertInto('groupPlanAssignments')
    .values({ ...values, ...cell, id: uuidv7(), planId, effectiveDate })
    .onConflict((row) => row.constraint('one_offering_from_a_day').doUpdateSet(values))
    .execute();
}

async function cellOf(tx: Tx, input: Cell): Promise<string> {
  const one = await tx
    .selectFrom('groupClasses')
    .select('className')
    .where('groupId', '=', input.groupId)
    .where('id', '=', input.classId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const location = await tx
    .selectFrom('billingLocations')
    .select('locationName')
    .where('groupId', '=', input.groupId)
    .where('id', '=', input.locationId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!one || !location) throw new Refusal('not_found', 'This class or location is no longer in use.');
  return `${one.className} at ${location.locationName}`;
}

/**
 * Sets what a class is offered at a location from a date. Omitted plans are withdrawn at once; rejects while members of
 * the class and location have such a plan. Unchanged terms keep their date.
 */
export async function saveOfferings(
  work: Work,
  input: { id: string; version: number; classId: string; locationId: string; effectiveDate: string; plans: Offering[] },
): Promise<{ id: string; version: number }> {
  const { tx, today } = work;
  const group = await groupToChange(work, input);
  const cell: Cell = { groupId: group.id, classId: input.classId, locationId: input.locationId };
  const name = await cellOf(tx, cell);
  const rows = await rowsOf(tx, cell);
  const catalog = await offeredPlans(tx, today);
  const active = rows.filter(({ status }) => status === 'active');
  // A plan that has left the catalog may stay where it is offered already.
  const lineOf = new Map([
    ...active.map(({ planId, line }) => [planId, line] as const),
    ...catalog.map(({ id, line }) => [id, line] as const),
  ]);
  const nameOf = new Map([
    ...rows.map(({ planId, planName }) => [planId, planName] as const),
    ...catalog.map((plan) => [plan.id, plan.name] as const),
  ]);
  refuseIfAny(problemsOfOfferings(input.plans, input.effectiveDate, lineOf));
  const kinds = await methodologiesOf(
    tx,
    input.plans.map(({ planId }) => planId),
    calendarDateFrom(input.effectiveDate),
  );
  refuseIfAny(
    input.plans.flatMap(({ planId, ratingMethodology }, index) => {
      const message = methodologyProblem(ratingMethodology, kinds.get(planId));
      return message ? [{ path: `plans.${index}.ratingMethodology`, message }] : [];
    }),
  );
  const wanted = new Map(input.plans.map((plan) => [plan.planId, plan]));
  const [before, after]: [Record<string, string | null>, Record<string, string | null>] = [{}, {}];
  for (const row of active.filter(({ planId }) => !wanted.has(planId))) {
    const covered = await coveredBy(tx, cell, row.planId, today);
    if (covered > 0)
      throw new Refusal('state', withdrawalRefusal(row.planName, covered), [
        { path: `withdrawn.${row.planId}`, message: withdrawalRefusal(row.planName, covered) },
      ]);
    await tx.updateTable('groupPlanAssignments').set({ status: 'inactive' }).where('id', '=', row.id).execute();
    before[`${name}: ${row.planName}`] = offeringWords(row);
    after[`${name}: ${row.planName}`] = null;
  }
  for (const [planId, plan] of wanted) {
    const line = lineOf.get(planId);
    const terms = { ...plan, ...(line !== undefined && isCustomizable(line) ? {} : NO_TERMS) };
    const versions = active.filter((one) => one.planId === planId);
    const last = versions.at(-1);
    if (last && sameTerms(last, terms)) continue;
    await writeTerms(tx, cell, planId, terms, input.effectiveDate, versions);
    const label = `${name}: ${nameOf.get(planId) ?? 'Plan'}`;
    before[label] = last ? offeringWords(last) : null;
    after[label] = offeringWords({ ...terms, effectiveDate: input.effectiveDate });
  }
  if (Object.keys(after).length === 0) return { id: group.id, version: group.version };
  return recordPlaces(work, group, `Changed the plans offered to ${name}`, before, after);
}
