import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { Tx } from '../../db/connect.ts';
import {
  type GroupNames,
  loadGroupNames,
  loadPlanNames,
  plainName,
  type PlanNames,
  resolveNames,
} from '../matching/resolve-names.ts';
import { PEEKED_REASONS } from '../readers/census/peek.ts';
import type { PeekedList } from '../readers/census/peeked-list.ts';

/**
 * The plans by what a sender calls them, as they would be with what is chosen: a word with the plan that it means, or
 * with none where it is to be forgotten.
 */
export async function planNamesWith(
  tx: Tx,
  partnerId: string | null,
  chosen: ReadonlyMap<string, string | null>,
): Promise<PlanNames> {
  const names = await loadPlanNames(tx, partnerId);
  if (chosen.size === 0) return names;
  const own = await loadPlanNames(tx);
  const byId = new Map([...names.values()].map((plan) => [plan.id, plan]));
  for (const [word, meaning] of chosen) {
    const plan = meaning === null ? own.get(plainName(word)) : byId.get(meaning);
    if (plan) names.set(plainName(word), plan);
    else names.delete(plainName(word));
  }
  return names;
}

/**
 * What stands in a row whose group is not known yet: nothing of it can be looked for, and no rule moves a first day.
 */
const NO_GROUP: GroupNames = {
  id: '',
  effectiveDate: calendarDateFrom('0001-01-01'),
  waitingDays: 0,
  waitingStart: 'date_of_hire',
  retroTermDays: 0,
  offered: new Map(),
  offers: null,
  classes: new Map(),
  locations: new Map(),
};

/**
 * The reasons for which a record that its reader takes would be refused for the names in it. A plan that is not named
 * may be known of the person, and is no reason yet.
 */
function problemsOf(record: EnrollmentRecord, plans: PlanNames, group: GroupNames | undefined): string[] {
  return resolveNames(record, plans, group ?? NO_GROUP).problems.flatMap(({ code, message }) =>
    code === 'plan_missing' || (!group && code !== 'plan_unknown' && code !== 'plan_line') ? [] : [message],
  );
}

/** A look at a list, with who would be refused for a plan, class or location that nobody knows, too. */
export async function withNames(
  tx: Tx,
  { read, ...list }: PeekedList,
  plans: PlanNames,
  groupId: string | null,
): Promise<Omit<PeekedList, 'read'>> {
  const group = groupId === null ? undefined : await loadGroupNames(tx, groupId);
  const reasons = new Map(list.reasons.map(({ reason, people }) => [reason, people]));
  const people = [...list.people];
  let { refused } = list;
  for (const { place, record } of JSON.parse(read) as { place: number; record: EnrollmentRecord }[]) {
    const problems = [...new Set(problemsOf(record, plans, group))];
    if (problems.length === 0) continue;
    refused += 1;
    for (const problem of problems) reasons.set(problem, (reasons.get(problem) ?? 0) + 1);
    const shown = people[place];
    if (shown) people[place] = { ...shown, problems };
  }
  const sorted = [...reasons]
    .map(([reason, count]) => ({ reason, people: count }))
    .toSorted((a, b) => b.people - a.people);
  return { ...list, people, refused, reasons: sorted.slice(0, PEEKED_REASONS) };
}
