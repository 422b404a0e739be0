import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let omar: Person;
let kestrel: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  omar = await server.as('system_administrator');
  kestrel = await groupId('Kestrel Avionics');
});
afterAll(() => server.close());

const groupId = async (search: string): Promise<string> => (await dana.api.groups.list({ search })).rows[0]?.id ?? '';
const get = (id = kestrel) => dana.api.groups.get({ id });

describe('two administrators save the same group', () => {
  it('keeps both where they changed different fields, and says so', async () => {
    const seen = await get();
    await dana.api.groups.edit({
      id: kestrel,
      version: seen.version,
      changes: { faxPhone: '(316) 555-0100' },
      seen: { faxPhone: seen.faxPhone ?? '' },
    });
    const saved = await omar.api.groups.edit({
      id: kestrel,
      version: seen.version,
      changes: { city: 'Derby' },
      seen: { city: seen.city },
    });
    expect(saved.merged).toMatchObject({ by: 'Dana Whitfield' });
    expect(await get()).toMatchObject({ faxPhone: '+13165550100', city: 'Derby', version: saved.version });
  });

  it('tells the second of the same field who changed it, from what to what, and then saves what the second insists on', async () => {
    const seen = await get();
    await dana.api.groups.edit({
      id: kestrel,
      version: seen.version,
      changes: { website: 'kestrel.example' },
      seen: { website: seen.website ?? '' },
    });
    const mine = {
      id: kestrel,
      version: seen.version,
      changes: { website: 'avionics.example', legalName: 'Kestrel Avionics LLC' },
      seen: { website: seen.website ?? '', legalName: seen.legalName ?? '' },
    };
    const error = await refused(omar.api.groups.edit(mine));
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: 'Another user changed Website in the meantime.',
      data: {
        conflicts: [
          {
            field: 'website',
            label: 'Website',
            before: seen.website,
            theirs: 'kestrel.example',
            yours: 'avionics.example',
            by: 'Dana Whitfield',
            at: expect.any(String),
          },
        ],
        problems: [{ path: 'website', message: expect.stringContaining('Dana Whitfield changed this on') }],
      },
    });
    expect((await get()).legalName).toBe(seen.legalName);
    await omar.api.groups.edit({ ...mine, seen: { ...mine.seen, website: 'kestrel.example' } });
    expect(await get()).toMatchObject({ website: 'avionics.example', legalName: 'Kestrel Avionics LLC' });
  });

  it('leaves the fields in the history, and nothing where nothing differs', async () => {
    const { rows } = await dana.api.changes.list({ groupId: kestrel, limit: 1 });
    expect(rows[0]).toMatchObject({ kind: 'group_edited', summary: 'Changed Legal name, Website' });
    const { rows: items } = await dana.api.changes.items({ id: rows[0]?.id ?? '' });
    expect(items[0]?.differences).toContainEqual({
      field: 'website',
      label: 'Website',
      before: 'kestrel.example',
      after: 'avionics.example',
    });
    const before = await get();
    expect(
      await dana.api.groups.edit({
        id: kestrel,
        version: before.version,
        changes: { city: 'Derby ' },
        seen: { city: 'Derby' },
      }),
    ).toMatchObject({
      version: before.version,
      changed: [],
    });
  });

  it('refuses what breaks a rule at its field, and writes nothing', async () => {
    const before = await get();
    const edit = (changes: Parameters<Person['api']['groups']['edit']>[0]['changes']) =>
      refused(dana.api.groups.edit({ id: kestrel, version: before.version, changes, seen: {} }));
    expect(
      (await edit({ companyName: '', taxId: '12', stateProvince: 'ZZ' })).data.problems.map(({ path }) => path),
    ).toEqual(['companyName', 'taxId', 'stateProvince']);
    expect((await edit({ cobraEnabled: false })).data.problems).toEqual([
      { path: 'cobraEnabled', message: 'COBRA applies to groups with 20+ employees.' },
    ]);
    expect((await edit({ effectiveDate: '2026-11-01', renewalDate: '2027-06-01' })).message).toMatch(
      /members have coverage before this date/,
    );
    expect((await edit({ companyName: 'x'.repeat(3000) })).code).toBe('INVALID');
    expect((await get()).version).toBe(before.version);
  });

  it('replaces the tax ID, which is never shown whole', async () => {
    const { version } = await get();
    await dana.api.groups.edit({ id: kestrel, version, changes: { taxId: '841112222' }, seen: {} });
    expect((await get()).taxIdLast4).toBe('2222');
    const [change] = (await dana.api.changes.list({ groupId: kestrel, limit: 1 })).rows;
    expect(JSON.stringify(await dana.api.changes.items({ id: change?.id ?? '' }))).not.toContain('1112222');
  });
});

describe('who is editing', () => {
  const [here, there] = [randomUUID(), randomUUID()];
  it('is one window at a time, seen by everybody else, until it gives back, falls silent or is taken over', async () => {
    const { lease } = dana.api.groups;
    expect(await lease.take({ id: kestrel, holder: here })).toMatchObject({
      name: 'Dana Whitfield',
      mine: true,
      you: true,
    });
    expect(await omar.api.groups.lease.status({ id: kestrel, holder: there })).toMatchObject({
      name: 'Dana Whitfield',
      mine: false,
      you: false,
    });
    expect(await omar.api.groups.lease.take({ id: kestrel, holder: there })).toMatchObject({
      name: 'Dana Whitfield',
      mine: false,
    });
    expect(await lease.take({ id: kestrel, holder: there })).toMatchObject({ mine: false, you: true });
    const taken = await omar.api.groups.lease.take({ id: kestrel, holder: there, takeOver: true });
    expect(taken).toMatchObject({ mine: true });
    expect(await lease.renew({ id: kestrel, holder: here })).toMatchObject({ name: taken.name, mine: false });
    expect(await omar.api.groups.lease.release({ id: kestrel, holder: there })).toEqual({ released: true });
    expect(await lease.status({ id: kestrel, holder: here })).toBeNull();
  });

  it('ends a minute after the last heartbeat', async () => {
    const start = server.clock.now();
    const after = (seconds: number): void =>
      server.clock.set(new Date(Date.parse(start) + seconds * 1000).toISOString());
    const first = await dana.api.groups.lease.take({ id: kestrel, holder: here });
    after(50);
    expect(await dana.api.groups.lease.renew({ id: kestrel, holder: here })).toMatchObject({
      mine: true,
      since: first.since,
    });
    after(100);
    expect(await omar.api.groups.lease.take({ id: kestrel, holder: there })).toMatchObject({ mine: false });
    after(120);
    expect(await omar.api.groups.lease.take({ id: kestrel, holder: there })).toMatchObject({ mine: true });
    server.clock.set(start);
    await omar.api.groups.lease.release({ id: kestrel, holder: there });
  });
});

describe('locations, classes and what they are offered', () => {
  const place = { addressLine1: '4 Dock Road', addressLine2: '', city: 'Wichita', state: 'ks', zipCode: '67202' };
  it('are added, corrected and removed, unless members use them', async () => {
    const before = await get();
    await dana.api.groups.locations.save({ ...place, id: kestrel, version: before.version, name: 'Hangar 9' });
    const hangar = (await get()).locations.find(({ name }) => name === 'Hangar 9');
    expect(hangar).toMatchObject({ code: 'HANGAR-9', state: 'KS', members: 0 });
    const stale = await refused(
      omar.api.groups.locations.save({ ...place, id: kestrel, version: before.version, name: 'Hangar 10' }),
    );
    expect(stale).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Dana Whitfield changed this group on'),
    });
    const version = async () => (await get()).version;
    expect(
      (
        await refused(
          dana.api.groups.locations.save({ ...place, id: kestrel, version: await version(), name: 'hangar 9' }),
        )
      ).data.problems,
    ).toEqual([{ path: 'name', message: 'Another location has this name.' }]);
    await dana.api.groups.classes.save({
      id: kestrel,
      version: await version(),
      name: 'Apprentices',
      locationId: hangar?.id ?? '',
    });
    expect(
      (
        await refused(
          dana.api.groups.locations.remove({ id: kestrel, version: await version(), locationId: hangar?.id ?? '' }),
        )
      ).message,
    ).toBe('1 class belongs to this location. Move it first.');
    const used = (await get()).classes.find(({ members }) => members > 1);
    expect(
      (
        await refused(
          dana.api.groups.classes.remove({ id: kestrel, version: await version(), classId: used?.id ?? '' }),
        )
      ).message,
    ).toBe(`${used?.members} members belong to this class. Move them first.`);
    const apprentices = (await get()).classes.find(({ name }) => name === 'Apprentices');
    await dana.api.groups.classes.remove({ id: kestrel, version: await version(), classId: apprentices?.id ?? '' });
    await dana.api.groups.locations.remove({ id: kestrel, version: await version(), locationId: hangar?.id ?? '' });
    expect((await get()).locations.map(({ name }) => name)).toEqual(before.locations.map(({ name }) => name));
  });

  it('a plan can be offered from a date on, with terms of its own; one that members hold cannot be withdrawn', async () => {
    const group = await get();
    const [first] = group.plans;
    const cell = {
      id: kestrel,
      classId: first?.classId ?? '',
      locationId: first?.locationId ?? '',
      effectiveDate: '2027-01-01',
    };
    const offered = group.plans.filter(
      ({ classId, locationId }) => classId === cell.classId && locationId === cell.locationId,
    );
    const held = await server.owner.query<{ plan_id: string }>(
      `select s.plan_id from coverage_spans s join members m on m.id = s.member_id where s.group_id = $1 and upper_inf(s.recorded) and upper_inf(s.covered) and m.subscriber_id is null and m.class_id = $2 and m.location_id = $3 limit 1`,
      [kestrel, cell.classId, cell.locationId],
    );
    const plans = offered.map(({ planId, deductible, coinsurancePercent, ratingMethodology }) => ({
      planId,
      deductible,
      coinsurancePercent,
      ratingMethodology,
    }));
    const without = plans.filter(({ planId }) => planId !== held.rows[0]?.plan_id);
    expect(without.length).toBeLessThan(plans.length);
    expect(
      (await refused(dana.api.groups.plans.save({ ...cell, version: group.version, plans: without }))).message,
    ).toMatch(/^\d+ members? of this class and location (is|are) covered by .+ to another plan first\.$/);
    const changed = plans.map((plan) =>
      plan.planId === first?.planId
        ? { ...plan, deductible: 275_000, coinsurancePercent: 15, ratingMethodology: 'composite' as const }
        : plan,
    );
    await dana.api.groups.plans.save({ ...cell, version: group.version, plans: changed });
    const after = (await get()).plans.find(
      (plan) => plan.planId === first?.planId && plan.classId === cell.classId && plan.locationId === cell.locationId,
    );
    // What is in force stays until the new terms begin.
    expect(after).toMatchObject({
      deductible: first?.deductible,
      effectiveDate: first?.effectiveDate,
      next: {
        deductible: 275_000,
        coinsurancePercent: 15,
        ratingMethodology: 'composite',
        effectiveDate: '2027-01-01',
      },
    });
    await dana.api.groups.plans.save({
      ...cell,
      effectiveDate: '2026-11-20',
      version: (await get()).version,
      plans: changed.map((plan) => (plan.planId === first?.planId ? { ...plan, deductible: 300_000 } : plan)),
    });
    expect(
      (await get()).plans.find(
        (plan) => plan.planId === first?.planId && plan.classId === cell.classId && plan.locationId === cell.locationId,
      ),
    ).toMatchObject({ deductible: 300_000, next: null });
    expect(
      (
        await refused(
          dana.api.groups.plans.save({
            ...cell,
            version: (await get()).version,
            plans: [{ planId: randomUUID(), deductible: null, coinsurancePercent: null, ratingMethodology: null }],
          }),
        )
      ).data.problems[0]?.path,
    ).toBe('plans.0');
  });
});

describe('who may not', () => {
  it('Luis only reads; the ICHRA specialist edits but does not end everybody’s coverage', async () => {
    const luis = await server.as('read_only');
    const { version } = await get();
    for (const call of [
      () => luis.api.groups.edit({ id: kestrel, version, changes: { city: 'X' }, seen: {} }),
      () => luis.api.groups.lease.take({ id: kestrel, holder: randomUUID() }),
      () =>
        luis.api.groups.changeStatus({
          id: kestrel,
          version,
          to: 'suspended',
          effectiveDate: '2026-11-20',
          reason: 'No',
        }),
      () => luis.api.admin.flags.list(),
    ])
      expect((await refused(call())).code).toBe('FORBIDDEN');
    const specialist = await server.as('ichra_specialist');
    expect(
      (
        await refused(
          specialist.api.groups.changeStatus({
            id: kestrel,
            version,
            to: 'terminated',
            effectiveDate: '2026-11-20',
            reason: 'No',
          }),
        )
      ).message,
    ).toContain('Remove Members');
    expect((await refused(specialist.api.admin.flags.toggle({ id: randomUUID(), enabled: false }))).code).toBe(
      'FORBIDDEN',
    );
  });

  it('Priya edits her assigned groups; the others are not there for her', async () => {
    const priya = await server.as('group_administrator');
    const { rows } = await priya.api.groups.list({ limit: 200 });
    const own = await priya.api.groups.get({ id: rows[0]?.id ?? '' });
    await priya.api.groups.edit({ id: own.id, version: own.version, changes: { sicCode: '7699' }, seen: {} });
    await priya.api.groups.lease.take({ id: own.id, holder: randomUUID() });
    const other = (await dana.api.groups.list({ limit: 200 })).rows.find(
      ({ id }) => !rows.some((row) => row.id === id),
    );
    const id = other?.id ?? '';
    for (const call of [
      () => priya.api.groups.edit({ id, version: 1, changes: { sicCode: '7699' }, seen: {} }),
      () => priya.api.groups.lease.take({ id, holder: randomUUID() }),
      () => priya.api.groups.statusPreview({ id, to: 'terminated', effectiveDate: '2026-11-20' }),
    ])
      expect((await refused(call())).code).toBe('NOT_FOUND');
    const stats = await priya.api.groups.management.stats();
    expect(stats.total).toBe(rows.length);
    const [flag] = await dana.api.admin.flags.list();
    expect((await refused(priya.api.admin.flags.toggle({ id: flag?.id ?? '', enabled: false }))).message).toContain(
      'only your assigned groups',
    );
  });
});
