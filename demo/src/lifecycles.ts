import { addDays, addMonths, ageOn, firstOfMonth, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import type { Family } from './families.ts';
import { COUNTS } from './group-sizes.ts';
import type { WorldSize } from './group-sizes.ts';
import type { DemoGroup, GroupPlot } from './groups.ts';
import { momentOn } from './moments.ts';
import type { Moment } from './moments.ts';
import type { Random } from './random.ts';

/** When a family came, since when and until when it is covered, and when that was recorded. */
export type Lifecycle = {
  readonly status: MemberStatus;
  readonly hired: CalendarDate;
  readonly start: CalendarDate;
  readonly enrolled: Moment;
  /** True when the family came with the group's first enrollment. */
  readonly initial: boolean;
  readonly end: {
    readonly lastDay: CalendarDate;
    readonly until: CalendarDate;
    readonly recorded: Moment;
    readonly reason: string;
  } | null;
};

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);
const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);

function coverageStart(hired: CalendarDate, { waitingPeriodDays, waitingPeriodStart }: DemoGroup): CalendarDate {
  const served = addDays(hired, waitingPeriodDays);
  if (waitingPeriodStart === 'date_of_hire') return served;
  if (waitingPeriodStart === 'first_of_month_coincident' && served.endsWith('-01')) return served;
  return firstOfNextMonth(served);
}

/** Dates shared by a group's events, so that one change has all its members. */
export type GroupMoments = {
  readonly firstEnrolment: Moment;
  readonly lastWeeks: Moment;
  readonly renewal: Moment;
  readonly closing: Moment | null;
  batch(on: CalendarDate): Moment;
};

export function momentsOf(group: GroupPlot, today: CalendarDate, random: Random): GroupMoments {
  const batches = new Map<string, Moment>();
  const pending = group.row.status === 'pending';
  const first = pending
    ? addDays(group.created.on, random.int(2, 12))
    : earlier(addDays(group.created.on, random.int(3, 10)), addDays(today, -35));
  return {
    firstEnrolment: momentOn(first, random),
    lastWeeks: momentOn(addDays(today, -random.int(2, 24)), random),
    renewal: momentOn(addDays(group.planYear, -random.int(20, 34)), random),
    closing: group.endsOn ? momentOn(addDays(group.endsOn, -random.int(5, 20)), random) : null,
    batch(on) {
      const moment = batches.get(on) ?? momentOn(on, random);
      batches.set(on, moment);
      return moment;
    },
  };
}

function hireDate(family: Family, before: CalendarDate, today: CalendarDate, random: Random): CalendarDate {
  if (family.named?.hired)
    return addMonths(
      `${Number(today.slice(0, 4))}-${family.named.hired[1]}` as CalendarDate,
      -12 * family.named.hired[0],
    );
  const grown = (ageOn(family.subscriber.birth, before) - 18) * 365;
  const days = 120 + Math.floor(-Math.log(1 - random.next() * 0.98) * 2300);
  return addDays(before, -Math.max(120, Math.min(days, grown + 100)));
}

/** A family that has been here for more than a month. */
function settled(family: Family, moments: GroupMoments, today: CalendarDate, random: Random): Lifecycle {
  const { row, endsOn } = family.group;
  const hired = hireDate(family, addDays(endsOn ?? today, -120), today, random);
  const start = later(row.effectiveDate, coverageStart(hired, row));
  const initial = start === row.effectiveDate;
  const joined = moments.batch(
    later(moments.firstEnrolment.on, earlier(addDays(firstOfMonth(hired), 27), addDays(today, -35))),
  );
  const enrolled = initial || joined.on === moments.firstEnrolment.on ? moments.firstEnrolment : joined;
  const base = { hired, start, initial, enrolled };
  if (endsOn && moments.closing) {
    return {
      ...base,
      status: row.status === 'inactive' ? 'inactive' : 'terminated',
      end: { lastDay: addDays(endsOn, -1), until: endsOn, recorded: moments.closing, reason: 'Group ended' },
    };
  }
  const fate =
    family.named?.status ??
    random.weighted<MemberStatus>([
      ['active', 948],
      ['terminated', 32],
      ['leave_of_absence', 13],
      ['pending_termination', 7],
    ]);
  if (fate === 'terminated') {
    const lastDay = addDays(today, -random.int(45, random.pick([120, 300, 640])));
    if (lastDay > addDays(later(start, enrolled.on), 40)) {
      const recorded = moments.batch(addDays(lastDay, random.int(-8, 4)));
      return {
        ...base,
        status: 'terminated',
        end: { lastDay, until: firstOfNextMonth(lastDay), recorded, reason: 'Employment ended' },
      };
    }
  }
  if (row.status === 'suspended') return { ...base, status: 'suspended', end: null };
  if (fate === 'pending_termination') {
    const lastDay = addDays(today, random.int(3, 25));
    return {
      ...base,
      status: fate,
      end: { lastDay, until: firstOfNextMonth(lastDay), recorded: moments.lastWeeks, reason: 'Employment ends' },
    };
  }
  return { ...base, status: fate === 'leave_of_absence' ? fate : 'active', end: null };
}

function newlyHired(
  family: Family,
  moments: GroupMoments,
  pending: boolean,
  today: CalendarDate,
  random: Random,
): Lifecycle {
  const enrolled = moments.lastWeeks;
  const start = pending ? firstOfNextMonth(today) : firstOfMonth(today);
  const hired = earlier(
    addDays(start, -Math.max(2, family.group.row.waitingPeriodDays)),
    addDays(enrolled.on, -random.int(0, 5)),
  );
  return { status: pending ? 'pending' : 'active', hired, start, enrolled, initial: false, end: null };
}

function joining(family: Family, moments: GroupMoments, today: CalendarDate, random: Random): Lifecycle {
  return {
    status: 'pending',
    hired: hireDate(family, addDays(today, -60), today, random),
    start: family.group.row.effectiveDate,
    enrolled: moments.firstEnrolment,
    initial: true,
    end: null,
  };
}

/** Takes families, in order, whose members come to exactly the number. */
function takePeople(families: readonly Family[], count: number, random: Random): Set<Family> {
  const taken = new Set<Family>();
  let left = count;
  for (const family of random.shuffled(families)) {
    const members = 1 + family.dependents.length;
    if (members > left) continue;
    taken.add(family);
    left -= members;
    if (left === 0) break;
  }
  if (left !== 0) throw new Error(`${left} more people are needed`);
  return taken;
}

const people = (list: readonly Family[]): number => list.reduce((sum, family) => sum + 1 + family.dependents.length, 0);

/**
 * Returns a lifecycle for every family, with exactly the specified numbers of pending members and of members created in
 * the last 30 days.
 */
export function demoLifecycles(
  families: readonly Family[],
  moments: ReadonlyMap<GroupPlot, GroupMoments>,
  size: WorldSize,
  today: CalendarDate,
  random: Random,
): Lifecycle[] {
  const inPendingGroups = families.filter(({ group }) => group.row.status === 'pending');
  const namedPending = families.filter(
    ({ named, group }) => named?.status === 'pending' && group.row.status === 'active',
  );
  const hirable = families.filter(
    ({ named, group, subscriber }) => !named && group.row.status === 'active' && ageOn(subscriber.birth, today) < 60,
  );
  const pending = new Set([
    ...namedPending,
    ...takePeople(hirable, COUNTS[size].pending - people(inPendingGroups) - people(namedPending), random),
  ]);
  const recent = takePeople(
    hirable.filter((family) => !pending.has(family)),
    COUNTS[size].recent - COUNTS[size].pending,
    random,
  );
  return families.map((family) => {
    const shared = moments.get(family.group);
    if (!shared) throw new Error('A group without moments');
    if (family.group.row.status === 'pending') return joining(family, shared, today, random);
    if (pending.has(family)) return newlyHired(family, shared, true, today, random);
    if (recent.has(family)) return newlyHired(family, shared, false, today, random);
    return settled(family, shared, today, random);
  });
}
