import { addDays, type CalendarDate, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { closedFrom } from '@openbenefits/domain/plans/offering';
import { problemsOfClosing } from '@openbenefits/domain/plans/plan-changes';
import type { Problem } from '@openbenefits/domain/refusal';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { systemActor } from '../policy/actor.ts';
import { appendAudit } from '../audit.ts';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { type PlanRecord, planRecord, planToChange, touchPlan } from './plan-record.ts';
import { statusOn } from './plan-rows.queries.ts';
import { lockCatalog } from './plans.queries.ts';

/** Members who leave a terminated plan in one group. */
export type PlanMove = {
  readonly groupId: string;
  readonly line: CoverageLine;
  readonly planId: string;
  readonly planName: string;
  /** The first day without the plan. */
  readonly from: CalendarDate;
  /** Where they go; null ends their coverage on the line. */
  readonly to: { readonly id: string; readonly name: string } | null;
  readonly reason: string;
};

/**
 * Moves the members of a group out of a plan, or ends their coverage on its line; returns how many, with the history
 * entry and the offerings that were added. The members feature provides it, because plans must not import members.
 */
export type MovePlanMembers = (
  work: Pick<Work, 'tx' | 'actor' | 'now' | 'today'>,
  move: PlanMove,
) => Promise<{ members: number; changeId: string | null; offers: string[] }>;

/** The usual retro term (specification 1: 60 days); members are moved or ended no further back. */
const MOST_DAYS_BACK = 60;

/** More members than this are moved by the job, group by group. */
const AT_ONCE = 1000;

/** The job that moves members of terminated plans (jobs/registry.ts). */
export const PLAN_TERMINATIONS = { name: 'plan-terminations', schedule: '*/10 * * * *' } as const;

const beyond = (planId: string, from: string) =>
  sql`s.plan_id = ${planId} and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${from}::date)`;

async function affected(tx: Tx, planId: string, from: string) {
  const { rows } = await sql<{ members: number; employees: number; groups: number }>`
    select count(distinct s.member_id) as members, count(distinct s.subscriber_id) as employees, count(distinct s.group_id) as groups
    from coverage_spans s where ${beyond(planId, from)}`.execute(tx);
  return rows[0] ?? { members: 0, employees: 0, groups: 0 };
}

/** Active plans of the line that take members on a day. */
async function targetsOf(tx: Tx, plan: PlanRecord, from: CalendarDate, today: CalendarDate) {
  const { rows } = await sql<{ id: string; name: string; code: string }>`
    select p.id, p.plan_name as name, p.plan_code as code from health_plans p
    where p.line = ${plan.line} and p.id <> ${plan.id} and ${statusOn(today)} = 'active' and p.effective_date <= ${from}::date
      and coalesce(least(p.withdrawn_from, p.terminated_from) > ${from}::date, true) order by p.plan_name, p.id limit 500`.execute(
    tx,
  );
  return rows;
}

/** Returns who loses the plan after its last day, by group, and where they may go. */
export async function previewTermination(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  input: { id: string; lastDay: CalendarDate; cursor?: string | undefined; limit: number },
) {
  const plan = await planRecord(tx, input.id);
  const from = addDays(input.lastDay, 1);
  const after = input.cursor ? decodeCursor(input.cursor, ['number', 'id']) : undefined;
  const [counts, targets, { rows }] = await Promise.all([
    affected(tx, plan.id, from),
    targetsOf(tx, plan, from, today),
    sql<{ groupId: string; groupName: string; members: number; employees: number }>`
      select * from (select s.group_id, g.company_name as group_name, count(distinct s.member_id)::integer as members, count(distinct s.subscriber_id)::integer as employees
        from coverage_spans s join groups g on g.id = s.group_id where ${beyond(plan.id, from)} group by s.group_id, g.company_name) x
      ${after ? sql`where (-x.members, x.group_id) > (${after[0]}::int, ${after[1]}::uuid)` : sql``} order by -x.members, x.group_id limit ${input.limit + 1}`.execute(
      tx,
    ),
  ]);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    ...counts,
    rows: page,
    next: rows.length > input.limit && last ? encodeCursor([-last.members, last.groupId]) : null,
    targets,
  };
}

type Termination = { id: string; planId: string; from: CalendarDate; toPlanId: string | null; reason: string };

/** Groups with members who still have a terminated plan after its end. */
async function groupsLeft(tx: Tx, { planId, from }: Termination): Promise<string[]> {
  const { rows } = await sql<{ groupId: string }>`
    select distinct s.group_id from coverage_spans s where ${beyond(planId, from)} order by 1`.execute(tx);
  return rows.map(({ groupId }) => groupId);
}

async function moveGroup(
  work: Parameters<MovePlanMembers>[0],
  termination: Termination,
  groupId: string,
  move: MovePlanMembers,
): Promise<number> {
  const { planId, toPlanId, from, reason } = termination;
  const plan = await planRecord(work.tx, planId);
  const to = toPlanId === null ? null : await planRecord(work.tx, toPlanId);
  const { members, changeId, offers } = await move(work, {
    groupId,
    line: plan.line,
    planId,
    planName: plan.name,
    from,
    to,
    reason,
  });
  await sql`update plan_terminations set members = members + ${members}, moves = moves || ${changeId === null ? [] : [changeId]}::uuid[], offers = offers || ${offers}::uuid[]
    where id = ${termination.id}`.execute(work.tx);
  return members;
}

const finish = (tx: Tx, id: string, now: string) =>
  tx.updateTable('planTerminations').set({ doneAt: now }).where('id', '=', id).where('doneAt', 'is', null).execute();

async function problemsOfTarget(
  tx: Tx,
  plan: PlanRecord,
  toPlanId: string | null,
  from: CalendarDate,
): Promise<Problem[]> {
  if (toPlanId === null) return [];
  const problem = (message: string): Problem[] => [{ path: 'toPlanId', message }];
  if (toPlanId === plan.id) return problem('Choose another plan than the one that is terminated.');
  const to = await planRecord(tx, toPlanId, { lock: true });
  if (to.line !== plan.line) return problem('Choose a plan of the same line.');
  const closes = closedFrom(to);
  if (to.status !== 'active' || to.effectiveDate > from || (closes !== null && closes <= from))
    return problem(`${to.name} takes no members on ${formatDate(from)}. Choose another plan.`);
  return [];
}

type Input = { id: string; version: number; lastDay: string; toPlanId: string | null; reason: string };

/** Rejects what may not or cannot be terminated; returns the first day without the plan. */
async function firstDayWithout(work: Work, plan: PlanRecord, input: Input): Promise<CalendarDate> {
  const { tx } = work;
  if (plan.status !== 'active') throw new Refusal('state', 'Only an active plan can be terminated.');
  if (plan.terminatedFrom !== null)
    throw new Refusal('state', `This plan already ends on ${formatDate(addDays(plan.terminatedFrom, -1))}.`);
  refuseIfAny(
    problemsOfClosing({ from: input.lastDay, reason: input.reason }, plan.effectiveDate).map(({ path, message }) => ({
      path: path === 'from' ? 'lastDay' : path,
      message,
    })),
  );
  const last = parseCalendarDate(input.lastDay);
  if (!last) throw new Refusal('invalid', 'Enter the last day of coverage.');
  if (last < addDays(work.today, -MOST_DAYS_BACK))
    refuseIfAny([
      {
        path: 'lastDay',
        message: `Coverage by a plan can end at most ${MOST_DAYS_BACK} days back, because bills were made for it.`,
      },
    ]);
  const from = addDays(last, 1);
  refuseIfAny(await problemsOfTarget(tx, plan, input.toPlanId, from));
  return from;
}

/**
 * Terminates a plan after its last day: no one is enrolled past it, and its members move to another plan or lose the
 * line. A few members move at once; many are moved by the job, a group per transaction.
 */
export async function terminatePlan(work: Work, input: Input, move: MovePlanMembers) {
  const { tx, now, actor, services } = work;
  await lockCatalog(tx);
  const plan = await planToChange(work, input);
  const from = await firstDayWithout(work, plan, input);
  const termination: Termination = {
    id: uuidv7(),
    planId: plan.id,
    from,
    toPlanId: input.toPlanId,
    reason: input.reason.trim(),
  };
  await tx
    .insertInto('planTerminations')
    .values({
      id: termination.id,
      planId: plan.id,
      terminatedFrom: from,
      toPlanId: input.toPlanId,
      reason: termination.reason,
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
    })
    .execute();
  const changeId = await recordChange(work, {
    kind: 'plan_terminated',
    summary: `Terminated the plan ${plan.name} after ${formatDate(addDays(from, -1))}`,
    reason: termination.reason,
    effectiveDate: from,
    items: [
      {
        entity: 'plan',
        entityId: plan.id,
        action: 'ended',
        before: { terminatedFrom: null },
        after: { terminatedFrom: from },
      },
    ],
  });
  await tx.updateTable('planTerminations').set({ changeId }).where('id', '=', termination.id).execute();
  const saved = await touchPlan(work, plan, {
    terminatedFrom: from,
    ...(from <= work.today && { status: 'terminated' }),
  });
  const { members } = await affected(tx, plan.id, from);
  work.note({
    targetKind: 'plan',
    targetId: plan.id,
    fields: ['status', 'coverage'],
    itemCount: members,
    reason: termination.reason,
  });
  if (members > AT_ONCE) {
    await services.jobs.request(tx, PLAN_TERMINATIONS, actor.tenantId);
    return { ...saved, members, queued: true };
  }
  for (const groupId of await groupsLeft(tx, termination)) await moveGroup(work, termination, groupId, move);
  await finish(tx, termination.id, now);
  return { ...saved, members, queued: false };
}

type Pending = Termination & { requestedBy: string; requestedByName: string };

/**
 * Moves what is left of the members of terminated plans, also those who were enrolled before the end since. Returns how
 * many members moved. A run that is interrupted continues with the remaining groups.
 */
export async function moveTerminatedMembers(
  { db, clock, stopping }: Pick<Services, 'db' | 'clock' | 'stopping'>,
  tenantId: string,
  move: MovePlanMembers,
): Promise<number> {
  const pending = await inTenant(db, tenantId, async (tx) => {
    const { rows } =
      await sql<Pending>`select id, plan_id, terminated_from as "from", to_plan_id, reason, requested_by, requested_by_name from plan_terminations where undone_at is null order by requested_at`.execute(
        tx,
      );
    return rows;
  });
  let total = 0;
  for (const termination of pending) {
    const { requestedBy: id, requestedByName: name } = termination;
    const actor = systemActor(tenantId, { id, name });
    for (const groupId of await inTenant(db, tenantId, (tx) => groupsLeft(tx, termination))) {
      if (stopping.aborted) return total;
      total += await inTenant(db, tenantId, async (tx) => {
        const now = clock.now();
        const moved = await moveGroup({ tx, actor, now, today: clock.today() }, termination, groupId, move);
        await appendAudit(tx, {
          at: now,
          actorId: id,
          actorName: name,
          action: 'plans.terminate',
          outcome: 'done',
          targetKind: 'group',
          targetId: groupId,
          reason: termination.reason,
          fields: ['coverage'],
          itemCount: moved,
        });
        return moved;
      });
    }
    await inTenant(db, tenantId, (tx) => finish(tx, termination.id, clock.now()));
  }
  return total;
}
