import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { ChangeBook } from './changes.ts';
import type { GroupStructure } from './group-structure.ts';
import type { GroupMoments } from './lifecycles.ts';
import type { DemoMember, Household } from './members.ts';
import type { Moment } from './moments.ts';
import type { DemoPlan } from './plan-catalogue.ts';
import type { Random } from './random.ts';

export type DemoSpan = {
  readonly id: string;
  readonly groupId: string;
  readonly memberId: string;
  readonly subscriberId: string;
  readonly line: CoverageLine;
  readonly planId: string;
  readonly coveredFrom: CalendarDate;
  readonly coveredUntil: CalendarDate | null;
  readonly recordedFrom: string;
  readonly recordedUntil: string | null;
  readonly changeId: string;
  readonly supersededBy: string | null;
  readonly endReason: string | null;
};

type Segment = {
  readonly plan: DemoPlan;
  readonly from: CalendarDate;
  readonly until: CalendarDate | null;
  readonly reason: string | null;
};
/** What was believed from a moment on. */
type Version = {
  readonly moment: Moment;
  readonly event: 'enrolled' | 'hired' | 'born' | 'renewed' | 'left' | 'closed';
  readonly segments: readonly Segment[];
};
type Election = { readonly plan: DemoPlan; readonly before: DemoPlan | null; readonly family: boolean };

const SHARE: Readonly<Record<CoverageLine, number>> = {
  medical: 0.94,
  dental: 0.72,
  vision: 0.57,
  life: 0.7,
  disability: 0.75,
};
/** How often members choose a plan that they are offered. */
const LIKED: Readonly<Record<string, number>> = {
  'MED-PPO': 5,
  'MED-HMO': 6,
  'MED-HDHP': 4,
  'DEN-BASIC': 4,
  'DEN-PREM': 6,
  'DEN-ORTHO': 2,
  'VIS-BASIC': 5,
  'VIS-PREM': 5,
};

/**
 * Returns what the family chose, per line; at least one line. About three in ten had another plan before the current
 * plan year.
 */
function elections({ family, dependents }: Household, offered: readonly DemoPlan[], random: Random): Election[] {
  const { named } = family;
  if (named?.plans) {
    const chosen = offered.filter(({ planCode }) => named.plans?.includes(planCode));
    return chosen.map((plan) => ({
      plan,
      before: plan.line === 'medical' ? (offered.find(({ planCode }) => planCode === named.before) ?? null) : null,
      family: true,
    }));
  }
  const changes = random.chance(0.42);
  const choice: Election[] = [];
  for (const line of ['medical', 'dental', 'vision', 'life', 'disability'] as const) {
    const plans = offered.filter((plan) => plan.line === line);
    if (plans.length === 0 || !random.chance(SHARE[line])) continue;
    const plan = random.weighted(plans.map((candidate) => [candidate, LIKED[candidate.planCode] ?? 1] as const));
    const others = plans.filter((candidate) => candidate !== plan);
    const before =
      changes && others.length > 0 && (line === 'medical' || random.chance(0.3)) ? random.pick(others) : null;
    choice.push({ plan, before, family: line !== 'life' && line !== 'disability' && random.chance(0.96) });
  }
  const ofFamily = choice.some((election) => election.family);
  if (choice.length > 0 && (ofFamily || dependents.length === 0)) return choice;
  // A family with dependents on file covers them by something: by the medical plan where nothing else was drawn.
  const medical = offered.filter(({ line }) => line === 'medical');
  return [
    { plan: random.pick(medical), before: null, family: true },
    ...choice.filter(({ plan }) => plan.line !== 'medical'),
  ];
}

/** The history of a line as it was recorded: enrolled without end, changed at a renewal, ended. */
function versionsOf({ family, life }: Household, { plan, before }: Election, renewal: Moment): Version[] {
  const { start, end, enrolled, initial } = life;
  const { planYear, endsOn } = family.group;
  const changed =
    before !== null &&
    start < planYear &&
    enrolled.at < renewal.at &&
    (end === null || (planYear < end.until && renewal.at < end.recorded.at));
  const first = changed ? before : plan;
  const versions: Version[] = [
    {
      moment: enrolled,
      event: initial ? 'enrolled' : 'hired',
      segments: [{ plan: first, from: start, until: null, reason: null }],
    },
  ];
  const earlierYear: Segment = { plan: first, from: start, until: planYear, reason: 'Plan changed' };
  if (changed)
    versions.push({
      moment: renewal,
      event: 'renewed',
      segments: [earlierYear, { plan, from: planYear, until: null, reason: null }],
    });
  if (end) {
    const last: Segment = { plan, from: changed ? planYear : start, until: end.until, reason: end.reason };
    versions.push({
      moment: end.recorded,
      event: endsOn ? 'closed' : 'left',
      segments: changed ? [earlierYear, last] : [last],
    });
  }
  return versions;
}

/**
 * Returns the same history for a member who was added later: recorded after that, and starting no earlier than the
 * birth.
 */
function since(versions: readonly Version[], joined: Moment, from: CalendarDate): Version[] {
  const clip = (segments: readonly Segment[]): Segment[] =>
    segments
      .filter(({ until }) => until === null || until > from)
      .map((segment) => (segment.from < from ? { ...segment, from } : segment));
  const known = versions.filter(({ moment }) => moment.at <= joined.at).at(-1);
  const rest = versions.filter((version) => version !== known && version.moment.at > joined.at);
  const first: Version[] = known ? [{ moment: joined, event: 'born', segments: known.segments }] : [];
  return [...first, ...rest].map((version) => ({ ...version, segments: clip(version.segments) }));
}

const same = (a: Segment, b: Segment): boolean => a.plan === b.plan && a.from === b.from && a.until === b.until;

function spansOf(
  member: DemoMember,
  subscriberId: string,
  versions: readonly Version[],
  changeOf: (version: Version) => string,
  nextId: (ms: number) => string,
): DemoSpan[] {
  type Row = { segment: Segment; span: DemoSpan };
  let current: Row[] = [];
  const done: DemoSpan[] = [];
  for (const version of versions) {
    const next = version.segments.map((segment): Row => {
      const kept = current.find((row) => same(row.segment, segment));
      if (kept) return kept;
      const span: DemoSpan = {
        id: nextId(version.moment.ms),
        groupId: member.groupId,
        memberId: member.id,
        subscriberId,
        line: segment.plan.line,
        planId: segment.plan.id,
        coveredFrom: segment.from,
        coveredUntil: segment.until,
        recordedFrom: version.moment.at,
        recordedUntil: null,
        changeId: changeOf(version),
        supersededBy: null,
        endReason: segment.reason,
      };
      return { segment, span };
    });
    for (const row of current) {
      if (next.includes(row)) continue;
      const successor = next.find(({ segment }) => segment.from === row.segment.from) ?? next[0];
      done.push({ ...row.span, recordedUntil: version.moment.at, supersededBy: successor?.span.id ?? null });
    }
    current = next;
  }
  return [...done, ...current.map(({ span }) => span)];
}

/** Every span of coverage, with what was believed before; each belongs to the change that recorded it. */
export function demoCoverage(
  households: readonly Household[],
  structures: ReadonlyMap<string, GroupStructure>,
  moments: (household: Household) => GroupMoments,
  book: ChangeBook,
  nextId: (ms: number) => string,
  random: Random,
): DemoSpan[] {
  const spans: DemoSpan[] = [];
  for (const household of households) {
    const { family, subscriber, dependents, joined } = household;
    const offered = structures.get(family.group.row.id)?.offered.get(subscriber.classCode ?? '') ?? [];
    const { renewal } = moments(household);
    for (const election of elections(household, offered, random)) {
      const versions = versionsOf(household, election, renewal);
      const changeOf = (memberId: string) => (version: Version) =>
        book.about(family.group, version.event, version.moment, memberId);
      spans.push(...spansOf(subscriber, subscriber.id, versions, changeOf(subscriber.id), nextId));
      if (!election.family) continue;
      for (const [index, dependent] of dependents.entries()) {
        const added = joined[index];
        const history =
          added && added.at > subscriber.createdAt ? since(versions, added, dependent.effectiveDate) : versions;
        spans.push(...spansOf(dependent, subscriber.id, history, changeOf(dependent.id), nextId));
      }
    }
  }
  return spans;
}
