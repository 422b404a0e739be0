import type { RuleCorrection } from '@openbenefits/contract/plan-catalog';
import { type CalendarDate, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import {
  DEFAULT_PLAN_RULES,
  OTHER_DEPENDENTS_LABEL,
  type PlanRules,
  TOBACCO_SURCHARGE_LABEL,
} from '@openbenefits/domain/plans/plan-rules';
import { PRORATION_LABEL } from '@openbenefits/domain/plans/proration';
import { RATE_VERSION_LABEL } from '@openbenefits/domain/plans/rate-version';
import { isLockedYear, planYearName, planYearState } from '@openbenefits/domain/plans/plan-years';
import { problemsOfRuleCorrection, type RuleCorrectionForm } from '@openbenefits/domain/plans/rule-correction';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ask, withdraw } from '../approvals/approvals.operations.ts';
import { waitingApprovalOf } from '../approvals/approvals.queries.ts';
import type { ApprovalFact, ApprovalSubject, Described } from '../approvals/subject.ts';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { planRecord, planToChange, touchPlan, yearOf } from './plan-record.ts';
import { ruleDifference } from './plan-years.operations.ts';

export type StoredCorrection = RuleCorrection & {
  readonly planId: string;
  readonly yearId: string;
  readonly enteredBy: string;
};

async function correctionsWhere(tx: Tx, where: ReturnType<typeof sql>): Promise<StoredCorrection[]> {
  const { rows } = await sql<StoredCorrection>`
    select id, plan_id, year_id, effective_from as "from", rules, reason, entered_by, entered_by_name, entered_at, approved_by_name, approved_at, ${waitingApprovalOf('rule_correction', sql`c.id`)} as approval
    from plan_rule_corrections c where ${where} order by entered_at desc, id desc`.execute(tx);
  return rows.map((row) => ({ ...row, rules: { ...DEFAULT_PLAN_RULES, ...row.rules } }));
}

/** Returns the corrections of a plan's rules, the newest first. */
export const correctionsOf = (tx: Tx, planId: string): Promise<StoredCorrection[]> =>
  correctionsWhere(tx, sql`plan_id = ${planId}`);

async function correctionById(tx: Tx, id: string): Promise<StoredCorrection> {
  const [found] = await correctionsWhere(tx, sql`id = ${id}`);
  if (!found) throw new Refusal('not_found', 'This correction does not exist any more. Load the page again.');
  return found;
}

/** The rules of a plan in a covered month, with the corrections approved so far. */
async function rulesIn(tx: Tx, planId: string, month: CalendarDate): Promise<PlanRules> {
  const { rows } = await sql<{ rules: PlanRules | null }>`
    select plan_rules_on(${planId}::uuid, ${month}::date) as rules`.execute(tx);
  return { ...DEFAULT_PLAN_RULES, ...rows[0]?.rules };
}

type OfPlan = { id: string; version: number };

const factsOf = (rules: PlanRules): ApprovalFact[] => [
  { label: 'Start within a month', value: PRORATION_LABEL[rules.proration.start] },
  { label: 'End within a month', value: PRORATION_LABEL[rules.proration.end] },
  { label: 'Birth within a month', value: PRORATION_LABEL[rules.proration.birth] },
  { label: 'Free days of a newborn', value: String(rules.newbornFreeDays) },
  { label: 'Other dependents', value: OTHER_DEPENDENTS_LABEL[rules.otherDependents] },
  { label: 'Tobacco surcharge', value: TOBACCO_SURCHARGE_LABEL[rules.tobaccoSurcharge ?? 'shared'] },
  { label: 'Rates of a group', value: RATE_VERSION_LABEL[rules.rateVersion ?? 'plan_year'] },
];

/** A correction with its plan, locked, and the rules that hold in its first month. */
async function lockedCorrection(tx: Tx, id: string) {
  const { planId } = await correctionById(tx, id);
  const plan = await planRecord(tx, planId, { lock: true });
  const correction = await correctionById(tx, id);
  const year = await yearOf(tx, planId, correction.yearId);
  return { plan, correction, year, before: await rulesIn(tx, planId, correction.from) };
}

async function describe({ tx }: Work, id: string): Promise<Described> {
  const { plan, correction, year, before } = await lockedCorrection(tx, id);
  const { from, rules, reason, enteredBy } = correction;
  const was = factsOf(before);
  return {
    groupId: null,
    title: `Correction of the rules of ${plan.name}, plan year ${planYearName(year)}`,
    link: `/plans/${plan.id}`,
    cents: null,
    authors: [enteredBy],
    content: { planId: plan.id, yearId: year.id, until: year.until, from, before, rules, reason },
    facts: [
      { label: 'From', value: formatDate(from) },
      ...factsOf(rules).flatMap(({ label, value }, place) =>
        value === was[place]?.value ? [] : [{ label, value: `${was[place]?.value} → ${value}` }],
      ),
      { label: 'Reason', value: reason },
    ],
    always: 'Another person approves corrections of the rules of a plan year that has begun.',
  };
}

/** Puts a correction in force: the months from its first one are priced by it, and the next bills adjust billed months. */
async function putInForce(work: Work, id: string): Promise<void> {
  const { tx, actor, now } = work;
  const { plan, correction, year, before } = await lockedCorrection(tx, id);
  if (correction.approvedAt !== null) throw new Refusal('state', 'This correction is approved already.');
  await tx
    .updateTable('planRuleCorrections')
    .set({ approvedBy: actor.id, approvedByName: actor.name, approvedAt: now })
    .where('id', '=', id)
    .execute();
  await recordChange(work, {
    kind: 'plan_year',
    summary: `Corrected the rules of ${plan.name}, plan year ${planYearName(year)}, from ${formatDate(correction.from)}`,
    reason: correction.reason,
    effectiveDate: correction.from,
    items: [
      { entity: 'plan_year', entityId: year.id, action: 'changed', ...ruleDifference(year, before, correction.rules) },
    ],
  });
  await touchPlan(work, plan);
}

/** A correction of plan rules is in force with its approval; one that is rejected or withdrawn is removed. */
export const RULE_CORRECTION: ApprovalSubject = {
  kind: 'rule_correction',
  describe,
  carryOut: putInForce,
  async giveUp(work, id) {
    const { plan, correction } = await lockedCorrection(work.tx, id);
    if (correction.approvedAt !== null) throw new Refusal('state', 'This correction is approved already.');
    await work.tx.deleteFrom('planRuleCorrections').where('id', '=', id).execute();
    await touchPlan(work, plan);
  },
};

/** Enters a correction of a plan year that has begun. It applies once a second person has approved it. */
export async function enterCorrection(
  work: Work,
  input: OfPlan & RuleCorrectionForm & { yearId: string },
): Promise<{ id: string; version: number; correctionId: string }> {
  const { tx, actor, now, today, note } = work;
  const plan = await planToChange(work, input);
  const year = await yearOf(tx, plan.id, input.yearId);
  if (!isLockedYear(planYearState(year, plan.status, today)))
    throw new Refusal('state', 'This plan year has not begun. Edit its rules instead.');
  const month = parseCalendarDate(input.from);
  refuseIfAny(problemsOfRuleCorrection(input, year, await rulesIn(tx, plan.id, month ?? year.from)));
  const open = (await correctionsOf(tx, plan.id)).find((one) => one.yearId === year.id && one.approvedAt === null);
  if (open)
    throw new Refusal('state', `${open.enteredByName} entered a correction that is not approved yet. Remove it first.`);
  const correctionId = uuidv7();
  await tx
    .insertInto('planRuleCorrections')
    .values({
      id: correctionId,
      planId: plan.id,
      yearId: year.id,
      effectiveFrom: input.from,
      rules: JSON.stringify(input.rules),
      reason: input.reason.trim(),
      enteredBy: actor.id,
      enteredByName: actor.name,
      enteredAt: now,
    })
    .execute();
  await ask(work, RULE_CORRECTION, correctionId, input.reason.trim());
  note({ targetKind: 'plan', targetId: plan.id, fields: ['rules'], reason: input.reason.trim() });
  return { ...(await touchPlan(work, plan)), correctionId };
}

/** Removes a correction that nobody has approved. */
export async function removeCorrection(
  work: Work,
  input: OfPlan & { correctionId: string },
): Promise<{ id: string; version: number }> {
  const plan = await planToChange(work, input);
  const correction = await correctionById(work.tx, input.correctionId);
  if (correction.planId !== plan.id) throw new Refusal('not_found', 'This correction belongs to another plan.');
  if (correction.approvedAt !== null)
    throw new Refusal('state', 'This correction is approved. Enter another one to change the rules again.');
  await withdraw(work, 'rule_correction', correction.id, 'The correction was removed');
  await work.tx.deleteFrom('planRuleCorrections').where('id', '=', correction.id).execute();
  work.note({ targetKind: 'plan', targetId: plan.id, fields: ['rules'] });
  return touchPlan(work, plan);
}

/** A correction with its plan, to compare its months. */
export async function comparedCorrection(tx: Tx, id: string) {
  const correction = await correctionById(tx, id);
  const { id: planId } = await planRecord(tx, correction.planId);
  const { until } = await yearOf(tx, planId, correction.yearId);
  return { planId, from: correction.from, until, rules: correction.rules };
}
