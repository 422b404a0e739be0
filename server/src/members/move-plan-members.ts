import { addDays, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { describeCoverage } from '@openbenefits/domain/coverage/describe-coverage';
import { leavePlan } from '@openbenefits/domain/coverage/leave-plan';
import type { Touched } from '@openbenefits/domain/members/member-change';
import { type PersonDraft, spansOf } from '@openbenefits/domain/members/person-draft';
import { settleByDates } from '@openbenefits/domain/members/status-by-dates';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { lockGroup } from '../group-lock.ts';
import { offerInstead } from '../groups/replace-offering.ts';
import type { MovePlanMembers, PlanMove } from '../plans/plan-termination.operations.ts';
import { loadFamilies, saveFamilies } from './families.ts';

const FAMILIES_AT_ONCE = 500;

async function familiesOf(tx: Tx, { groupId, planId, from }: PlanMove): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct s.subscriber_id as id from coverage_spans s
    where s.group_id = ${groupId} and s.plan_id = ${planId} and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${from}::date)
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Changes one person's spans on the line; undefined where the person does not have the plan by then. */
function leave(person: PersonDraft, move: PlanMove, today: Parameters<typeof settleByDates>[1]): Touched | undefined {
  const { line, planId, from, to } = move;
  const held = spansOf(person, line);
  const spans = leavePlan(held, { planId, from, toPlanId: to?.id ?? null });
  if (spans === held) return undefined;
  person.spans[line] = spans;
  settleByDates(person, today);
  const effect = to ? 'changed' : spans.length === 0 ? 'voided' : 'ended';
  return { person, effect, summary: describeCoverage(line, effect, spans, to?.name) };
}

/** Moves the members of a group out of a terminated plan, as one change that can be undone. */
export const movePlanMembers: MovePlanMembers = async (work, move) => {
  const { groupId, planId, planName, from, to, reason } = move;
  await lockGroup(work.tx, groupId);
  const ids = await familiesOf(work.tx, move);
  const touched: Touched[] = [];
  const stored: Awaited<ReturnType<typeof loadFamilies>>['stored'] = new Map();
  for (let at = 0; at < ids.length; at += FAMILIES_AT_ONCE) {
    const families = await loadFamilies(work.tx, ids.slice(at, at + FAMILIES_AT_ONCE), groupId);
    for (const { subscriber, dependents } of families.list)
      for (const person of [subscriber, ...dependents]) {
        const change = leave(person, move, work.today);
        if (change) touched.push(change);
      }
    for (const [id, spans] of families.stored) stored.set(id, spans);
  }
  if (touched.length === 0) return { members: 0, changeId: null, offers: [] };
  const offers = to ? await offerInstead(work.tx, { groupId, planId, toPlanId: to.id, from }) : [];
  const people = counted(touched.length, 'person', 'people');
  const changeId = await saveFamilies(work, stored, {
    kind: to ? 'enrollment' : 'termination',
    summary: to
      ? `Moved ${people} from ${planName} to ${to.name} on ${formatDate(from)}`
      : `Terminated ${planName} of ${people} on ${formatDate(addDays(from, -1))}`,
    groupId,
    reason,
    effectiveDate: to ? from : addDays(from, -1),
    touched,
  });
  return { members: touched.length, changeId, offers };
};
