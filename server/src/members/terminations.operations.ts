import { addDays, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { lastDay as dayBefore } from '@openbenefits/domain/coverage/span';
import { endFamily, reinstateFamily } from '@openbenefits/domain/members/family-coverage';
import type { Touched } from '@openbenefits/domain/members/member-change';
import { problemsOfRescission, type RescissionGround, rescissionText } from '@openbenefits/domain/coverage/rescission';
import { isBeyondRetro, lastMonthKept } from '@openbenefits/domain/coverage/retro-window';
import {
  cobraMonths,
  DEPENDENT_REASONS,
  problemsOfTermination,
  reasonLabel,
  type TerminationReason,
} from '@openbenefits/domain/members/termination';
import { type PersonDraft, setValue } from '@openbenefits/domain/members/person-draft';
import { Refusal } from '@openbenefits/domain/refusal';
import { isEnabled, requireFlag } from '../admin/feature-flags.queries.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { type Families, loadFamilies, saveFamilies } from './families.ts';
import { lockGroup } from '../group-lock.ts';
import { monthsTogether, paidMonthsLost } from './rescission.ts';

export type End = {
  groupId: string;
  memberIds: readonly string[];
  lastDay: CalendarDate;
  reason: TerminationReason;
  note: string;
  overrideReason: string;
  /** Why coverage that the employee paid for may end in the past. */
  rescission?: RescissionGround | undefined;
};
export type Reinstate = {
  groupId: string;
  memberIds: readonly string[];
  from?: CalendarDate | undefined;
  reason: string;
};
export type RefusedPerson = { id: string; name: string; problem: string };
type LineEffect = {
  line: CoverageLine;
  planId: string;
  from: CalendarDate;
  until: CalendarDate | null;
  effect: 'ends' | 'never' | 'goes_on';
};
type Affected = { id: string; name: string; isDependent: boolean; lines: LineEffect[]; cobraMonths: number };
type Outcome = {
  changeId: string | null;
  affected: Affected[];
  refused: RefusedPerson[];
  beyondRetro: boolean;
  /** The last month that the group's retro window keeps charged. */
  keptThrough: CalendarDate | null;
  /** Past months that would lose coverage although the employee paid for them. */
  paidMonths: CalendarDate[];
  problems: { path: string; message: string }[];
};

const nameOf = (person: PersonDraft): string => `${person.values.firstName} ${person.values.lastName}`.trim();

type Terms = { id: string; status: string; retroTermDays: number; cobraEnabled: boolean };

async function termsOf(tx: Tx, groupId: string): Promise<Terms> {
  const group = await tx
    .selectFrom('groups')
    .select(['id', 'status', 'retroTermDays', 'cobraEnabled'])
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return group;
}

/** A subscriber includes the dependents; a dependent listed with the subscriber counts once. */
function headsOf(
  families: Families,
  memberIds: readonly string[],
): { person: PersonDraft; dependents: readonly PersonDraft[] }[] {
  const named = new Set(memberIds);
  return [...named].flatMap((id) => {
    const family = families.byMember.get(id);
    if (!family)
      throw new Refusal(
        'not_found',
        'A member of this list does not exist in this group, or you may not see it. Reload the list.',
      );
    if (family.subscriber.id === id) return [{ person: family.subscriber, dependents: family.dependents }];
    if (named.has(family.subscriber.id)) return [];
    return [{ person: family.dependents.find((one) => one.id === id) as PersonDraft, dependents: [] }];
  });
}

const spansBefore = (people: readonly PersonDraft[]): Map<string, PersonDraft['spans']> =>
  new Map(people.map((person) => [person.id, { ...person.spans }]));

/** Returns what happened to each line, from the spans before and after. */
function lineEffects(before: PersonDraft['spans'], after: PersonDraft['spans']): LineEffect[] {
  return COVERAGE_LINES.flatMap((line) => {
    const now = after[line] ?? [];
    return (before[line] ?? [])
      .flatMap((span): LineEffect[] => {
        const kept = now.find((one) => one.planId === span.planId && one.from === span.from);
        if (!kept) return [{ line, planId: span.planId, from: span.from, until: null, effect: 'never' }];
        if (kept.until === span.until) return [];
        const until = kept.until === null ? null : dayBefore(kept.until);
        return [
          {
            line,
            planId: span.planId,
            from: span.from,
            until,
            effect: span.until !== null && (kept.until === null || kept.until > span.until) ? 'goes_on' : 'ends',
          },
        ];
      })
      .concat(
        now
          .filter(
            (one) =>
              !one.id && !(before[line] ?? []).some((span) => span.planId === one.planId && span.from === one.from),
          )
          .map((one): LineEffect => ({
            line,
            planId: one.planId,
            from: one.from,
            until: one.until && dayBefore(one.until),
            effect: 'goes_on',
          })),
      );
  });
}

const copyOf = (person: PersonDraft): PersonDraft => ({ ...person, spans: { ...person.spans } });

function affectedBy(
  touched: readonly Touched[],
  before: ReadonlyMap<string, PersonDraft['spans']>,
  cobra: (person: PersonDraft) => number,
): Affected[] {
  return touched.map(({ person }) => ({
    id: person.id,
    name: nameOf(person),
    isDependent: person.subscriberId !== null,
    lines: lineEffects(before.get(person.id) ?? {}, person.spans),
    cobraMonths: cobra(person),
  }));
}

const people = (count: number): string => counted(count, 'person', 'people');

/** Non-payment is documented by the reason of the termination itself. */
const groundOf = ({ reason, rescission }: End): RescissionGround | undefined =>
  rescission ?? (reason === 'non_payment' ? { basis: 'non_payment', confirmed: true } : undefined);

type Ended = { person: PersonDraft; touched: Touched[]; affected: Affected[] };

/** Leaves out, with the reason, people who would lose coverage that was paid for (domain rules 4.10). */
async function withoutRescissions(
  { tx, today }: Work,
  stored: Families['stored'],
  all: readonly Ended[],
  ground: RescissionGround | undefined,
  outcome: Outcome,
): Promise<Ended[]> {
  const people = all.flatMap(({ touched }) => touched.map(({ person }) => person));
  const paid = await paidMonthsLost(tx, stored, people, today);
  outcome.paidMonths = monthsTogether(paid);
  if (paid.size === 0) return [...all];
  return all.filter(({ person, touched }) => {
    const own = new Map(touched.flatMap(({ person: { id } }) => [[id, paid.get(id) ?? []] as const]));
    const problems = problemsOfRescission(monthsTogether(own), ground, today);
    const [first] = problems;
    if (!first) return true;
    outcome.problems.push(...problems);
    outcome.refused.push({ id: person.id, name: nameOf(person), problem: first.message });
    return false;
  });
}

/**
 * Terminates coverage. For one member, any problem rejects; for several, the others are terminated and the rejected
 * ones returned.
 */
export async function endCoverage(work: Work, input: End): Promise<Outcome> {
  const { tx, today, note } = work;
  const { groupId, memberIds, lastDay, reason, overrideReason } = input;
  const terms = await termsOf(tx, groupId);
  if (memberIds.length > 1) await requireFlag(tx, 'bulk_actions');
  const override = (await isEnabled(tx, 'retro_termination_override')) ? overrideReason : '';
  await lockGroup(tx, groupId);
  const families = await loadFamilies(tx, memberIds, groupId);
  const outcome: Outcome = {
    changeId: null,
    affected: [],
    refused: [],
    beyondRetro: isBeyondRetro(lastDay, today, terms.retroTermDays),
    keptThrough: groundOf(input)?.basis === 'non_payment' ? null : lastMonthKept(lastDay, today, terms.retroTermDays),
    paidMonths: [],
    problems: [],
  };
  const all: Ended[] = [];
  for (const { person, dependents } of headsOf(families, memberIds)) {
    const hireDate = (person.values.hireDate as CalendarDate | null | undefined) ?? null;
    const problems = problemsOfTermination(person, {
      lastDay,
      hireDate,
      today,
      retroDays: terms.retroTermDays,
      overrideReason: override,
    });
    if (person.subscriberId === null && DEPENDENT_REASONS.includes(reason))
      problems.push({
        path: 'reason',
        message: `“${reasonLabel(reason)}” is a reason for a dependent, not for the subscriber.`,
      });
    const [first] = problems;
    if (first) {
      outcome.problems.push(...problems);
      outcome.refused.push({ id: person.id, name: nameOf(person), problem: first.message });
      continue;
    }
    const before = spansBefore([person, ...dependents]);
    const cobra = new Map(
      [person, ...dependents].map((one) => [one.id, cobraMonths(copyOf(one), reason, lastDay, terms.cobraEnabled)]),
    );
    const ended = endFamily(person, dependents, addDays(lastDay, 1), today);
    if (person.subscriberId === null) setValue(person, 'terminationDate', lastDay);
    all.push({ person, touched: ended, affected: affectedBy(ended, before, ({ id }) => cobra.get(id) ?? 0) });
  }
  const ground = groundOf(input);
  const allowed = await withoutRescissions(work, families.stored, all, ground, outcome);
  const touched = allowed.flatMap((one) => one.touched);
  outcome.affected.push(...allowed.flatMap((one) => one.affected));
  if (touched.length === 0) return outcome;
  const words = [reasonLabel(reason), input.note, override && `Beyond the retro window: ${override}`]
    .filter(Boolean)
    .join('. ');
  outcome.changeId = await saveFamilies(work, families.stored, {
    kind: 'termination',
    summary: `Terminated coverage of ${people(touched.length)} on ${formatDate(lastDay)}`,
    groupId,
    reason: words,
    effectiveDate: lastDay,
    touched,
    rescission: ground,
  });
  const documented = ground && outcome.paidMonths.length > 0 && rescissionText(ground, outcome.paidMonths);
  note({
    targetKind: memberIds.length === 1 ? 'member' : 'group',
    targetId: memberIds.length === 1 ? memberIds[0] : groupId,
    itemCount: touched.length,
    reason: [words, documented].filter(Boolean).join('. '),
    fields: ['coverage', 'status'],
  });
  return outcome;
}

/** Reopens what ended last, of subscribers with their dependents. */
export async function reinstateCoverage(work: Work, input: Reinstate): Promise<Outcome> {
  const { tx, today, note } = work;
  const { groupId, memberIds, from, reason } = input;
  const { status } = await termsOf(tx, groupId);
  if (status === 'terminated' || status === 'inactive')
    throw new Refusal(
      'state',
      'This group is terminated, so its members cannot be reinstated. Reinstate the group first.',
    );
  if (memberIds.length > 1) await requireFlag(tx, 'bulk_actions');
  await lockGroup(tx, groupId);
  const families = await loadFamilies(tx, memberIds, groupId);
  const outcome: Outcome = {
    changeId: null,
    affected: [],
    refused: [],
    beyondRetro: false,
    keptThrough: null,
    paidMonths: [],
    problems: [],
  };
  const touched: Touched[] = [];
  for (const { person, dependents } of headsOf(families, memberIds)) {
    const before = spansBefore([person, ...dependents]);
    const family = families.byMember.get(person.id);
    const back = reinstateDependentInside(person, family?.subscriber, reinstateFamily(person, dependents, from, today));
    if ('refused' in back) {
      outcome.problems.push({ path: 'from', message: back.refused });
      outcome.refused.push({ id: person.id, name: nameOf(person), problem: back.refused });
      continue;
    }
    touched.push(...back);
    outcome.affected.push(...affectedBy(back, before, () => 0));
  }
  if (touched.length === 0) return outcome;
  outcome.changeId = await saveFamilies(work, families.stored, {
    kind: 'reinstatement',
    summary: `Reinstated coverage of ${people(touched.length)}${from ? ` from ${formatDate(from)}` : ' without a gap'}`,
    groupId,
    reason: reason || undefined,
    effectiveDate: from,
    touched,
  });
  note({
    targetKind: memberIds.length === 1 ? 'member' : 'group',
    targetId: memberIds.length === 1 ? memberIds[0] : groupId,
    itemCount: touched.length,
    reason: reason || undefined,
    fields: ['coverage', 'status'],
  });
  return outcome;
}

/** A dependent alone comes back only while the subscriber is covered. */
function reinstateDependentInside(
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
  back: Touched[] | { refused: string },
): Touched[] | { refused: string } {
  if ('refused' in back || person.subscriberId === null || !subscriber) return back;
  const outside = COVERAGE_LINES.some((line) =>
    (person.spans[line] ?? []).some(
      (span) =>
        !(subscriber.spans[line] ?? []).some(
          (own) => own.from <= span.from && (own.until === null || (span.until !== null && span.until <= own.until)),
        ),
    ),
  );
  return outside
    ? { refused: 'The subscriber is not covered for that whole period. Reinstate the subscriber first.' }
    : back;
}

/** For one member, the first problem rejects, at its field. */
export function refuseSingle(
  input: { memberIds: readonly string[] },
  outcome: Outcome,
): { changeId: string; people: number; refused: RefusedPerson[] } {
  const [problem] = outcome.problems;
  if (problem && (input.memberIds.length === 1 || outcome.changeId === null))
    throw new Refusal('invalid', problem.message, outcome.problems);
  if (outcome.changeId === null)
    throw new Refusal('state', 'Nothing was changed: all members already have these values.');
  return { changeId: outcome.changeId, people: outcome.affected.length, refused: outcome.refused };
}
