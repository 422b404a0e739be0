import type { GroupRenewal, RenewalFigures } from '@openbenefits/contract/renewals';
import { addMonths, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { firstDate } from '@openbenefits/domain/date-series';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { RenewalSummary } from '@openbenefits/domain/plans/renewal';
import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { pricingOf } from '../../coverage/rating-ages.ts';
import { simulateRenewal, type SimulatedRenewal } from '../../coverage/renewal-prices.ts';
import type { Tx } from '../../db/connect.ts';
import { heldWords } from './held-words.ts';

export type RenewalInput = {
  groupId: string;
  renewsOn?: CalendarDate | undefined;
  withDrafts: boolean;
  mapping: readonly { fromPlanId: string; toPlanId: string }[];
};

type Group = {
  id: string;
  name: string;
  renewalDate: CalendarDate | null;
  effectiveDate: CalendarDate;
  status: string;
};
type Plan = {
  id: string;
  name: string;
  line: CoverageLine;
  status: string;
  networkType: string | null;
  effectiveDate: CalendarDate;
  /** From this day the plan takes nobody new. */
  closesOn: CalendarDate | null;
};

/** At most so many subscribers are shown; all are in the figures. */
const SHOWN = 500;

/** Years ahead and back for which a renewal can be tried. */
const YEARS = 3;

/** What keeps a day from being a renewal to look at. */
export function problemsOfRenewalDate(renewsOn: CalendarDate, today: CalendarDate): Problem[] {
  const problem = (message: string): Problem[] => [{ path: 'renewsOn', message }];
  if (!renewsOn.endsWith('-01')) return problem('A renewal is on the first day of a month.');
  if (renewsOn > addMonths(today, 12 * YEARS) || renewsOn < addMonths(today, -12 * YEARS))
    return problem(`Enter a day within ${YEARS} years of today.`);
  return [];
}

async function groupOf(tx: Tx, id: string): Promise<Group> {
  const { rows } = await sql<Group>`
    select id, company_name as name, renewal_date, effective_date, status from groups where id = ${id}`.execute(tx);
  const [group] = rows;
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return group;
}

/** The next renewal of a group: its renewal date, or the next anniversary where that has passed. */
function nextRenewal(
  { renewalDate, effectiveDate }: Pick<Group, 'renewalDate' | 'effectiveDate'>,
  today: CalendarDate,
): CalendarDate {
  const first = renewalDate ?? addMonths(effectiveDate, 12);
  return firstDate(
    (step) => addMonths(first, 12 * step),
    (day) => day > today,
  );
}

export async function plansOf(tx: Tx): Promise<ReadonlyMap<string, Plan>> {
  const { rows } = await sql<Plan>`
    select id, plan_name as name, line, status, network_type, effective_date, least(withdrawn_from, terminated_from) as closes_on from health_plans order by position, plan_name`.execute(
    tx,
  );
  return new Map(rows.map((plan) => [plan.id, plan]));
}

/** Rejects a mapping to an unknown plan, another line, or twice from one plan. */
function refuseMapping(
  mapping: RenewalInput['mapping'],
  plans: ReadonlyMap<string, Plan>,
  renewsOn: CalendarDate,
): void {
  const seen = new Set<string>();
  refuseIfAny(
    mapping.flatMap(({ fromPlanId, toPlanId }, index) => {
      const [from, to] = [plans.get(fromPlanId), plans.get(toPlanId)];
      const path = `mapping.${index}.toPlanId`;
      const isTwice = seen.has(fromPlanId);
      seen.add(fromPlanId);
      if (!from || !to) return [{ path, message: 'This plan does not exist.' }];
      if (isTwice) return [{ path, message: `${from.name} already moves to another plan.` }];
      if (from.line !== to.line) return [{ path, message: 'Choose a plan of the same line.' }];
      if (to.status !== 'active') return [{ path, message: `${to.name} is not active. Activate it first.` }];
      if (to.effectiveDate > renewsOn || (to.closesOn !== null && to.closesOn <= renewsOn))
        return [{ path, message: `${to.name} takes no new members on ${formatDate(renewsOn)}. Choose another.` }];
      return [];
    }),
  );
}

export type Simulated = {
  group: Group;
  renewsOn: CalendarDate;
  plans: ReadonlyMap<string, Plan>;
  renewal: SimulatedRenewal;
};

/** Reads the group and compares its premiums; the mapping is checked first. */
export async function simulated(work: Work, input: RenewalInput): Promise<Simulated> {
  const { tx, today } = work;
  const group = await groupOf(tx, input.groupId);
  const plans = await plansOf(tx);
  const renewsOn = input.renewsOn ?? nextRenewal(group, today);
  refuseMapping(input.mapping, plans, renewsOn);
  refuseIfAny(problemsOfRenewalDate(renewsOn, today));
  const renewal = await simulateRenewal(pricingOf(work), {
    groupId: group.id,
    renewalDate: group.renewalDate,
    renewsOn,
    mapping: new Map(input.mapping.map(({ fromPlanId, toPlanId }) => [fromPlanId, toPlanId])),
    withDrafts: input.withDrafts,
  });
  return { group, renewsOn, plans, renewal };
}

/** The figures with the names of plans, in the order of the catalog. */
export function figuresOf(
  { largest: _, ...summary }: RenewalSummary,
  plans: ReadonlyMap<string, Plan>,
): RenewalFigures {
  const order = [...plans.keys()];
  return {
    ...summary,
    increases: [...summary.increases],
    plans: summary.plans
      .map((one) => ({
        ...one,
        planName: plans.get(one.planId)?.name ?? '',
        newPlanName: plans.get(one.newPlanId)?.name ?? '',
        line: plans.get(one.planId)?.line ?? 'medical',
      }))
      .toSorted((a, b) => order.indexOf(a.planId) - order.indexOf(b.planId)),
  };
}

async function ratesOn(tx: Tx, planIds: readonly string[], on: CalendarDate) {
  const { rows } = await sql<{ id: string; isActive: boolean; isDraft: boolean }>`
    select p.id, exists (select from rate_periods r where r.plan_id = p.id and upper_inf(r.recorded) and r.valid @> ${on}::date) as is_active,
      exists (select from rate_tables t where t.plan_id = p.id and t.status = 'draft' and t.valid @> ${on}::date) as is_draft
    from health_plans p where p.id = any (${[...planIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function choicesOf(tx: Tx, { renewal, plans, renewsOn }: Simulated): Promise<GroupRenewal['choices']> {
  const held = [...new Set(renewal.summary.plans.map(({ planId }) => planId))];
  const rates = await ratesOn(
    tx,
    renewal.summary.plans.map(({ newPlanId }) => newPlanId),
    renewsOn,
  );
  const target = new Map(renewal.summary.plans.map(({ planId, newPlanId }) => [planId, newPlanId]));
  return held.flatMap((planId) => {
    const plan = plans.get(planId);
    if (!plan) return [];
    const found = rates.get(target.get(planId) ?? planId);
    return [
      {
        planId,
        planName: plan.name,
        line: plan.line,
        rates: found?.isActive
          ? 'active'
          : found?.isDraft
            ? 'draft'
            : plan.networkType === 'ICHRA'
              ? 'not_rated'
              : 'missing',
        others: [...plans.values()]
          .filter(({ id, line, status }) => id !== planId && line === plan.line && status === 'active')
          .map(({ id, name }) => ({ id, name })),
      },
    ];
  });
}

/** Why a renewal cannot be applied; held lines other than allowances, a renewal in the past, a group that is not active. */
export function obstaclesOf({ group, renewsOn, renewal }: Simulated, today: CalendarDate): string[] {
  const held = renewal.reasons.filter(({ code }) => code !== 'varies').length;
  const next = nextRenewal(group, today);
  return [
    ...(group.status === 'active' ? [] : ['The group is not active.']),
    ...(renewsOn === next ? [] : [`The group renews on ${formatDate(next)}. Simulate that day to apply it.`]),
    ...(held > 0 ? [`${held} premiums cannot be calculated. Enter and activate the rates first.`] : []),
  ];
}

async function namesOf(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; employeeId: string | null }>`
    select id, ltrim(first_name || ' ' || last_name) as name, employee_id from members where id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a group's renewal does, before anything takes effect. */
export async function groupRenewal(work: Work, input: RenewalInput): Promise<GroupRenewal> {
  const { tx, today, note } = work;
  const all = await simulated(work, input);
  const { group, renewsOn, plans, renewal } = all;
  const shown = renewal.subscribers.slice(0, SHOWN);
  const names = await namesOf(
    tx,
    shown.map(({ subscriberId }) => subscriberId),
  );
  const applied = await tx
    .selectFrom('renewals')
    .select(['appliedByName as by', 'appliedAt as at', 'membersMoved'])
    .where('groupId', '=', group.id)
    .where('renewsOn', '=', renewsOn)
    .executeTakeFirst();
  note({ targetKind: 'group', targetId: group.id, fields: ['name', 'premium'], itemCount: shown.length });
  return {
    groupId: group.id,
    groupName: group.name,
    renewsOn,
    summary: figuresOf(renewal.summary, plans),
    subscribers: shown.map(({ planId, newPlanId, ...one }) => ({
      ...one,
      name: names.get(one.subscriberId)?.name ?? '',
      employeeId: names.get(one.subscriberId)?.employeeId ?? null,
      planName: plans.get(planId)?.name ?? '',
      newPlanName: plans.get(newPlanId)?.name ?? '',
    })),
    held: [...Map.groupBy(renewal.reasons, ({ code }) => code)].map(([code, ofCode]) => ({
      reason: heldWords(code),
      lines: ofCode.length,
    })),
    choices: await choicesOf(tx, all),
    obstacles: obstaclesOf(all, today),
    applied: applied ?? null,
  };
}
