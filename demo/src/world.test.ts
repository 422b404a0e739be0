import { addDays, addMonths, ageOn, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { describe, expect, test } from 'vitest';
import { COUNTS } from './group-sizes.ts';
import type { DemoMember } from './members.ts';
import { demoWorld } from './world.ts';
import type { DemoWorld } from './world.ts';

const today = calendarDateFrom('2026-11-20');
const full = demoWorld({ today, size: 'full' });
const small = demoWorld({ today, size: 'small' });

const unique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
const by = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => Map.groupBy(rows, key);
const current = (world: DemoWorld) => world.spans.filter(({ recordedUntil }) => recordedUntil === null);
const memberOf = (world: DemoWorld): Map<string, DemoMember> =>
  new Map(world.members.map((member) => [member.id, member]));
const FOREVER = '9999-12-31';

function counts({ groups, members }: DemoWorld, day = today): Record<string, number> {
  const since = `${addDays(day, -30)}T00:00:00.000Z`;
  const soon = addDays(day, 60);
  return {
    groups: groups.length,
    subscribers: members.filter(({ subscriberId }) => subscriberId === null).length,
    dependents: members.filter(({ subscriberId }) => subscriberId !== null).length,
    recent: members.filter(({ createdAt }) => createdAt >= since).length,
    pending: members.filter(({ status }) => status === 'pending').length,
    renewals: groups.filter(({ renewalDate }) => renewalDate !== null && renewalDate >= day && renewalDate <= soon)
      .length,
    ichra: groups.filter(({ groupType }) => groupType === 'ichra').length,
  };
}

test('the full world shows the figures of the specification', () => {
  expect(counts(full)).toEqual({
    groups: 240,
    subscribers: 7386,
    dependents: 8456,
    recent: 127,
    pending: 89,
    renewals: 31,
    ichra: 18,
  });
  expect(full.members).toHaveLength(15_842);
});

test.each(['2026-12-31', '2028-02-29'])('the figures hold when the world is made on %s', (text) => {
  const day = calendarDateFrom(text);
  expect(counts(demoWorld({ today: day, size: 'small' }), day)).toEqual(COUNTS.small);
  expect(counts(demoWorld({ today: day, size: 'full' }), day)).toEqual(COUNTS.full);
});

test('two runs are equal, in both sizes', () => {
  expect(demoWorld({ today, size: 'small' })).toEqual(small);
  expect(JSON.stringify(demoWorld({ today, size: 'full' }))).toBe(JSON.stringify(full));
});

describe.each([
  ['full', full],
  ['small', small],
] as const)('the %s world', (_, world) => {
  const members = memberOf(world);

  test('numbers and ids are unique, and ids are UUIDv7', () => {
    const ids = [
      world.plans,
      world.groups,
      world.locations,
      world.classes,
      world.assignments,
      world.members,
      world.spans,
      world.changes,
      world.drafts,
    ].flatMap((rows) => rows.map(({ id }) => id));
    expect(unique(ids)).toBe(true);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
    expect(unique(world.members.map(({ memberNumber }) => memberNumber))).toBe(true);
    expect(unique(present(world.members.map(({ email }) => email)))).toBe(true);
    expect(unique(present(world.members.map(({ groupId, employeeId }) => employeeId && groupId + employeeId)))).toBe(
      true,
    );
    expect(unique(world.groups.map(({ cimNumber }) => cimNumber))).toBe(true);
    expect(unique(world.groups.map(({ companyName }) => companyName))).toBe(true);
    expect(unique(world.groups.map(({ taxId }) => taxId))).toBe(true);
    expect(unique(world.plans.map(({ planCode }) => planCode))).toBe(true);
    expect(unique(world.classes.map(({ groupId, classCode }) => groupId + classCode))).toBe(true);
    expect(unique(world.locations.map(({ groupId, locationCode }) => groupId + locationCode))).toBe(true);
  });

  test('nobody has a social security number that could be somebody’s', () => {
    const numbers = present(world.members.map(({ ssn }) => ssn));
    expect(unique(numbers)).toBe(true);
    expect(numbers.filter((ssn) => !/^(9\d\d|666|000)\d{6}$/.test(ssn))).toEqual([]);
    // Only who was entered a second time by hand has none.
    const twice = world.members.filter(({ ssn, subscriberId }) => ssn === null && subscriberId === null);
    expect(twice).toHaveLength(world === full ? 3 : 0);
    for (const one of twice) {
      expect(
        world.members.filter(
          ({ id, groupId, dateOfBirth, lastName }) =>
            id !== one.id && groupId === one.groupId && dateOfBirth === one.dateOfBirth && lastName === one.lastName,
        ),
      ).toHaveLength(1);
    }
  });

  test('mail and phone reach nobody', () => {
    const mails = [
      ...present(world.members.map(({ email }) => email)),
      ...world.groups.map(({ contactEmail }) => contactEmail),
    ];
    expect(mails.filter((mail) => !/^[a-z0-9.]+@[a-z]+\.(test|example)$/.test(mail))).toEqual([]);
    const phones = [
      ...present(world.members.map(({ phone }) => phone)),
      ...world.groups.map(({ contactPhone }) => contactPhone),
    ];
    expect(phones.filter((phone) => !/^\(\d{3}\) 555-01\d\d$/.test(phone))).toEqual([]);
  });

  test('ages are plausible', () => {
    const wrong = world.members.filter((member) => {
      const age = ageOn(member.dateOfBirth, today);
      const subscriber = member.subscriberId === null ? undefined : members.get(member.subscriberId);
      if (!subscriber) return age < 18 || age > 67 || (member.hireDate ?? '') < addMonths(member.dateOfBirth, 12 * 17);
      if (member.relationship === 'spouse' || member.relationship === 'domestic_partner') return age < 18 || age > 71;
      return age < 0 || age >= 26 || ageOn(subscriber.dateOfBirth, today) - age < 17;
    });
    expect(wrong).toEqual([]);
  });

  test('groups hold their people: statuses, classes, and never more subscribers than employees', () => {
    const groups = new Map(world.groups.map((group) => [group.id, group]));
    const classes = new Map(world.classes.map((row) => [row.id, row]));
    const locations = new Map(world.locations.map((row) => [row.id, row]));
    for (const [groupId, people] of by(world.members, (member) => member.groupId)) {
      const group = groups.get(groupId);
      const subscribers = people.filter(({ subscriberId }) => subscriberId === null);
      expect(subscribers.length).toBeLessThanOrEqual(group?.employeeCount ?? 0);
      const statuses = new Set(people.map(({ status }) => status));
      if (group?.status === 'terminated') expect([...statuses]).toEqual(['terminated']);
      if (group?.status === 'inactive') expect([...statuses]).toEqual(['inactive']);
      if (group?.status === 'pending') expect([...statuses]).toEqual(['pending']);
      if (group?.status === 'suspended')
        expect([...statuses].filter((status) => status !== 'suspended' && status !== 'terminated')).toEqual([]);
      expect(
        subscribers.filter(
          ({ classId, locationId }) =>
            classes.get(classId ?? '')?.groupId !== groupId || locations.get(locationId ?? '')?.groupId !== groupId,
        ),
      ).toEqual([]);
    }
    expect(world.groups.filter(({ employeeCount }) => employeeCount < 2 || employeeCount > 400)).toEqual([]);
  });

  test('everybody is or was covered, by a plan that the class is offered', () => {
    const offered = new Set(
      world.assignments.map(({ classId, locationId, planId }) => `${classId}/${locationId}/${planId}`),
    );
    const covered = new Set(world.spans.map(({ memberId }) => memberId));
    const subscribers = world.members.filter(({ subscriberId }) => subscriberId === null);
    expect(subscribers.filter(({ id }) => !covered.has(id))).toEqual([]);
    const strange = world.spans.filter(({ subscriberId, planId }) => {
      const subscriber = members.get(subscriberId);
      return !offered.has(`${subscriber?.classId}/${subscriber?.locationId}/${planId}`);
    });
    expect(strange).toEqual([]);
  });

  test('no two current spans of a member and line overlap', () => {
    const clashes = [...by(current(world), ({ memberId, line }) => memberId + line).values()].filter((spans) => {
      const sorted = [...spans].sort((a, b) => (a.coveredFrom < b.coveredFrom ? -1 : 1));
      return sorted.some((span, index) => index > 0 && (sorted[index - 1]?.coveredUntil ?? FOREVER) > span.coveredFrom);
    });
    expect(clashes).toEqual([]);
    expect(
      world.spans.filter(({ coveredFrom, coveredUntil }) => coveredUntil !== null && coveredUntil <= coveredFrom),
    ).toEqual([]);
    expect(
      world.spans.filter(({ recordedFrom, recordedUntil }) => recordedUntil !== null && recordedUntil <= recordedFrom),
    ).toEqual([]);
  });

  test('a dependent’s span lies inside a span of the subscriber, in the same plan', () => {
    const own = by(
      current(world).filter(({ memberId, subscriberId }) => memberId === subscriberId),
      ({ subscriberId, planId }) => subscriberId + planId,
    );
    const outside = current(world).filter(
      (span) =>
        span.memberId !== span.subscriberId &&
        !own
          .get(span.subscriberId + span.planId)
          ?.some(
            (outer) =>
              outer.coveredFrom <= span.coveredFrom &&
              (span.coveredUntil ?? FOREVER) <= (outer.coveredUntil ?? FOREVER),
          ),
    );
    expect(outside).toEqual([]);
    expect(
      world.spans.filter(({ memberId, coveredFrom }) => coveredFrom < (members.get(memberId)?.dateOfBirth ?? FOREVER)),
    ).toEqual([]);
  });

  test('coverage agrees with the statuses', () => {
    const wrong = current(world).filter(({ memberId, coveredFrom, coveredUntil }) => {
      const status = members.get(memberId)?.status;
      if (status === 'terminated' || status === 'inactive') return coveredUntil === null || coveredUntil > today;
      if (status === 'pending') return coveredFrom <= today || coveredUntil !== null;
      if (status === 'pending_termination') return coveredUntil === null || coveredUntil <= addDays(today, -400);
      return coveredFrom > today;
    });
    expect(wrong).toEqual([]);
  });

  test('every span was recorded by a change of its group, at its moment', () => {
    const changes = new Map(world.changes.map((change) => [change.id, change]));
    const loose = world.spans.filter(({ changeId, groupId, recordedFrom }) => {
      const change = changes.get(changeId);
      return change?.groupId !== groupId || change.madeAt !== recordedFrom;
    });
    expect(loose).toEqual([]);
    expect(world.changes.filter(({ madeAt }) => madeAt >= `${today}T00:00`)).toEqual([]);
  });

  test('the named families are there', () => {
    const kestrel = world.groups.find(({ companyName }) => companyName === 'Kestrel Avionics Repair');
    const ines = world.members.find(({ groupId, employeeId }) => groupId === kestrel?.id && employeeId === 'KA-1042');
    expect(ines).toMatchObject({
      firstName: 'Ines',
      lastName: 'Calderwood',
      status: 'active',
      jobTitle: 'Avionics Tech II',
    });
    expect(
      world.members.filter(({ subscriberId }) => subscriberId === ines?.id).map(({ firstName }) => firstName),
    ).toEqual(['Theo', 'Lucia', 'Bram', 'Wren', 'Otis']);
    const plans = new Map(world.plans.map(({ id, planCode }) => [id, planCode]));
    const held = current(world).filter(
      ({ subscriberId, coveredUntil }) => subscriberId === ines?.id && coveredUntil === null,
    );
    expect(by(held, ({ planId }) => plans.get(planId) ?? '')).toEqual(
      new Map([
        ['MED-HMO', expect.objectContaining({ length: 6 })],
        ['DEN-PREM', expect.objectContaining({ length: 6 })],
      ]),
    );
    expect(
      world.members.find(({ employeeId, lastName }) => employeeId === 'DP-1001' && lastName === 'Núñez'),
    ).toMatchObject({
      firstName: 'Mateo',
      status: 'active',
    });
  });

  test('Widget Co waits for the test files', () => {
    const widget = world.groups.find(({ cimNumber }) => cimNumber === 'CIM-2026-000001');
    expect(widget).toMatchObject({ companyName: 'Widget Co', taxId: '12-3456789', status: 'active' });
    expect(world.members.filter(({ groupId }) => groupId === widget?.id)).toEqual([]);
    expect(world.classes.filter(({ groupId }) => groupId === widget?.id).map(({ classCode }) => classCode)).toEqual([
      'FT001',
      'PT001',
    ]);
    expect(
      world.locations.filter(({ groupId }) => groupId === widget?.id).map(({ locationCode }) => locationCode),
    ).toEqual(['HQ-MAIN', 'TECH-FLOOR']);
    expect(
      new Set(world.assignments.filter(({ groupId }) => groupId === widget?.id).map(({ planId }) => planId)).size,
    ).toBe(world.plans.filter(({ status, planCode }) => status === 'active' && planCode !== 'LIFE-SAL').length);
  });
});

const rate = (code: string, tier: string, on: string): number | undefined => {
  const plan = full.plans.find(({ planCode }) => planCode === code);
  return (
    full.rateTables
      .find(
        ({ planId, settings, from, until }) =>
          planId === plan?.id && settings.method === 'composite' && from <= on && on < (until ?? FOREVER),
      )
      ?.cells.find(({ kind }) => kind === tier)?.amount ?? undefined
  );
};

test('rates are the specified prices today, with lower ones before', () => {
  expect(['EMP', 'ESP', 'ECH', 'FAM'].map((tier) => rate('MED-PPO', tier, today))).toEqual([
    64_500, 135_450, 119_325, 180_600,
  ]);
  expect(rate('MED-HMO', 'EMP', today)).toBe(48_500);
  expect(rate('VIS-BASIC', 'ECH', today)).toBe(2775);
  expect(rate('MED-PPO', 'EMP', '2025-06-01')).toBeLessThan(64_500);
  expect(rate('MED-ICHRA', 'EMP', today)).toBeUndefined();
});
