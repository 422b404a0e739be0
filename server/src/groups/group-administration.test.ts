import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let priya: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  priya = await server.as('group_administrator');
});
afterAll(() => server.close());

const PLACE = { addressLine1: '9 Cooper Row', city: 'Dubuque', state: 'IA', zipCode: '52001' };
const NEW_GROUP: Parameters<Person['api']['groups']['create']>[0]['setup'] = {
  addressLine1: PLACE.addressLine1,
  city: PLACE.city,
  stateProvince: PLACE.state,
  zipPostalCode: PLACE.zipCode,
  companyName: 'Priya’s own',
  taxId: '84-5550188',
  contactPhone: '(563) 555-0188',
  employeeCount: 12,
  effectiveDate: '2026-01-01',
  billingMethod: 'list_bill',
  paymentMethod: '',
  billingLocations: [{ ...PLACE, locationName: 'Main' }],
  classes: [{ className: 'Everyone', billingLocation: 'Main' }],
  selectedPlans: {},
};

const all = (who: Person) => who.api.groups.administered({ limit: 200 });
const named = async (name: string) => (await dana.api.groups.administered({ search: name })).rows[0];

const count = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await server.owner.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);

describe('the dashboard', () => {
  it('counts what is there, and its rows hold computed members, premium and activity', async () => {
    const { rows, total } = await all(dana);
    const summary = await dana.api.groups.administrationSummary();
    expect(summary).toMatchObject({
      total,
      active: rows.filter(({ status }) => status === 'active').length,
      pendingReview: rows.filter(({ status }) => status === 'pending').length,
      employees: rows.reduce((sum, { employees }) => sum + employees, 0),
      totalMembers: (await dana.api.directory.total({})).total,
      enrolled: rows.reduce((sum, { enrolled }) => sum + enrolled, 0),
      revenue: rows.reduce((sum, { monthlyPremium }) => sum + (monthlyPremium ?? 0), 0),
    });
    expect(await named('Kestrel Avionics')).toMatchObject({
      admin: 'Rosalind Baptiste',
      adminEmail: expect.stringContaining('@'),
      planType: 'HDHP, HMO, PPO',
      industry: 'Aerospace',
      lastActivity: expect.stringMatching(/^20/),
    });
  });

  it('finds by name or administrator, whatever the case, and filters by status', async () => {
    expect((await dana.api.groups.administered({ search: 'ROSALIND' })).rows.map(({ name }) => name)).toContain(
      'Kestrel Avionics Repair',
    );
    expect((await dana.api.groups.administered({ status: 'under_review' })).rows.map(({ name }) => name)).toEqual([
      'Harrow Street Architects',
    ]);
    expect((await dana.api.groups.administered({ search: 'quagga' })).rows).toEqual([]);
  });

  it('exports what it shows, for those who may', async () => {
    const { url } = await dana.api.exports.request({ list: 'groups', format: 'csv', filter: { search: 'kestrel' } });
    const text = await (await fetch(`${server.url}${url}`, { headers: { cookie: dana.cookie } })).text();
    expect(text).toContain('Administrator,');
    expect(text).toContain('Rosalind Baptiste');
    await expect(
      (await server.as('read_only')).api.exports.request({ list: 'groups', format: 'csv' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('access to a group', () => {
  it('Dana assigns Hana to Kestrel; the history and the audit say so', async () => {
    const kestrel = await named('Kestrel Avionics');
    const groupId = kestrel?.id ?? '';
    const staff = await dana.api.groups.access.get({ groupId });
    expect(staff.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Dana Whitfield', 'Priya Raman', 'Hana Petrossian']),
    );
    const before = staff.filter(({ assigned }) => assigned).map(({ id }) => id);
    await dana.api.groups.access.set({ groupId, userIds: [...before, 'demo-ichra'] });
    expect((await named('Kestrel Avionics'))?.assigned).toContain('Hana Petrossian');
    const [change] = (await dana.api.changes.list({ groupId })).rows;
    expect(change).toMatchObject({ kind: 'group_access', actor: 'Dana Whitfield', undoable: false });
    expect((await dana.api.changes.items({ id: change?.id ?? '' })).rows[0]?.differences).toEqual([
      expect.objectContaining({ label: 'Administrators', after: expect.stringContaining('Hana Petrossian') }),
    ]);
    await expect(dana.api.groups.access.set({ groupId, userIds: ['nobody-here'] })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('a limit holds from the next request on: Hana then sees her one group and nothing of the others', async () => {
    const hana = await server.as('ichra_specialist');
    expect((await all(hana)).total).toBeGreaterThan(10);
    await dana.api.groups.access.setScope({ userId: 'demo-ichra', limited: true });
    expect((await all(hana)).rows.map(({ name }) => name)).toEqual(['Kestrel Avionics Repair']);
    await expect(hana.api.groups.access.setScope({ userId: 'demo-ichra', limited: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('only your assigned groups'),
    });
    await dana.api.groups.access.setScope({ userId: 'demo-ichra', limited: false });
    expect((await all(hana)).total).toBeGreaterThan(10);
    expect((await dana.api.changes.list({})).rows.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['Hana Petrossian sees only assigned groups', 'Hana Petrossian sees all groups']),
    );
  });

  it('nobody changes their own limit, and a reader changes nothing', async () => {
    await expect(dana.api.groups.access.setScope({ userId: 'demo-admin', limited: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You cannot change your own access. Ask another administrator.',
    });
    const luis = await server.as('read_only');
    const groupId = (await named('Kestrel Avionics'))?.id ?? '';
    await expect(luis.api.groups.access.get({ groupId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(luis.api.groups.access.set({ groupId, userIds: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('Priya sees only her groups: in lists, figures, search, files and by id', async () => {
    const hers = (await all(priya)).rows;
    const others = (await all(dana)).rows.filter(({ id }) => !hers.some((own) => own.id === id));
    expect(hers.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(hers.length);
    expect(hers.every(({ assigned }) => assigned.includes('Priya Raman'))).toBe(true);
    expect(await priya.api.groups.administrationSummary()).toMatchObject({
      total: hers.length,
      enrolled: hers.reduce((sum, { enrolled }) => sum + enrolled, 0),
    });
    expect((await priya.api.groups.stats()).totalGroups).toBe(hers.length);
    const [foreign] = others;
    expect((await priya.api.search.find({ term: foreign?.name ?? '' })).groups).toEqual([]);
    await expect(priya.api.groups.get({ id: foreign?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(priya.api.members.ofGroup({ groupId: foreign?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(priya.api.groups.access.get({ groupId: foreign?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const mine = new Set(hers.map(({ id }) => id));
    const upload = await server.upload(dana, 'people.csv', 'First Name,Last Name\r\nA,B\r\n', foreign?.cim);
    expect((await dana.api.files.jobs({})).rows.map(({ id }) => id)).toContain(upload.id);
    expect((await priya.api.files.jobs({})).rows.map(({ id }) => id)).not.toContain(upload.id);
    await expect(priya.api.files.job({ id: upload.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(
      (await priya.api.changes.list({ limit: 200 })).rows.every(({ groupId }) => groupId === null || mine.has(groupId)),
    ).toBe(true);
    const [own] = hers;
    await expect(priya.api.groups.access.set({ groupId: own?.id ?? '', userIds: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(priya.api.groups.create({ setup: NEW_GROUP })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('only your assigned groups'),
    });
  });
});

describe('bulk actions', () => {
  const active = async () =>
    (await dana.api.groups.administered({ status: 'active', limit: 14 })).rows.map(({ id }) => id);

  it('show their effect first, change what differs, and stand in each group’s history', async () => {
    const groupIds = await active();
    const action = { kind: 'enrollment_period', value: 'qualifying_events_only' } as const;
    const before = await dana.api.groups.bulk.preview({ groupIds, action });
    const details = await Promise.all(groupIds.map((id) => dana.api.groups.get({ id })));
    const other = details.find(({ enrollmentPeriod }) => enrollmentPeriod !== action.value);
    expect(before).toMatchObject({ total: groupIds.length, changes: groupIds.length - before.already });
    expect(await dana.api.groups.bulk.apply({ groupIds, action })).toEqual(before);
    expect(await dana.api.groups.bulk.preview({ groupIds, action })).toEqual({
      total: groupIds.length,
      already: groupIds.length,
      changes: 0,
    });
    const group = await dana.api.groups.get({ id: other?.id ?? '' });
    expect(group.enrollmentPeriod).toBe('qualifying_events_only');
    expect((await dana.api.changes.list({ groupId: group.id })).rows).toContainEqual(
      expect.objectContaining({ kind: 'group_edited', summary: 'Set the enrollment period for several groups' }),
    );
  });

  it('assign an administrator beside those who are there already', async () => {
    const groupIds = await active();
    const action = { kind: 'administrator', userId: 'demo-compliance' } as const;
    const { changes } = await dana.api.groups.bulk.apply({ groupIds, action });
    expect(changes).toBe(groupIds.length);
    const rows = (await all(dana)).rows.filter(({ id }) => groupIds.includes(id));
    expect(rows.every(({ assigned }) => assigned.includes('Marguerite Lavoie'))).toBe(true);
    expect(rows.some(({ assigned }) => assigned.length > 1)).toBe(true);
  });

  it('are all or nothing, within what somebody may see, and can be switched off', async () => {
    const groupIds = await active();
    const action = { kind: 'notification_level', value: 'none' } as const;
    const before = await dana.api.groups.bulk.preview({ groupIds, action });
    await expect(priya.api.groups.bulk.apply({ groupIds, action })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect((await server.as('read_only')).api.groups.bulk.apply({ groupIds, action })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await dana.api.groups.bulk.preview({ groupIds, action })).toEqual(before);
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'bulk_actions'`);
    await expect(dana.api.groups.bulk.apply({ groupIds, action })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('BULK ACTIONS is turned off'),
    });
    await server.owner.query(`update feature_flags set enabled = true where flag_name = 'bulk_actions'`);
  });
});

describe('Group Management', () => {
  it('counts its cards from rows and finds groups by name or CIM number, newest first', async () => {
    const stats = await dana.api.groups.management.stats();
    expect(stats).toMatchObject({
      active: await count(`groups where status = 'active'`, []),
      pending: await count(`groups where status = 'pending'`, []),
    });
    const [kestrel] = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows;
    const { cimNumber: cim, companyName: name } = await dana.api.groups.get({ id: kestrel?.id ?? '' });
    expect((await dana.api.groups.management.list({ search: cim.toLowerCase() })).rows.map((row) => row.name)).toEqual([
      name,
    ]);
    expect((await dana.api.groups.management.list({ search: 'KESTREL' })).rows).toMatchObject([
      { name, billingMethod: 'list_bill', effectiveDate: expect.any(String) },
    ]);
    expect((await dana.api.groups.management.list({ search: '%' })).rows).toEqual([]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof dana.api.groups.management.list>> = await dana.api.groups.management.list({
        limit: 5,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(stats.total);
    expect(new Set(seen).size).toBe(stats.total);
  });

  it('switches a feature for everybody and says who did, and when', async () => {
    const flag = (await dana.api.admin.flags.list()).find(({ name }) => name === 'bulk_actions');
    expect(flag).toMatchObject({ enabled: true, changedBy: null });
    await dana.api.admin.flags.toggle({ id: flag?.id ?? '', enabled: false });
    expect(
      (await (await server.as('system_administrator')).api.admin.flags.list()).find(
        ({ name }) => name === 'bulk_actions',
      ),
    ).toMatchObject({
      enabled: false,
      changedBy: 'Dana Whitfield',
      changedAt: server.clock.now(),
    });
    expect(
      await count(`audit_log where action = 'admin.flags.toggle' and outcome = 'done' and target_id = $1`, [flag?.id]),
    ).toBe(1);
  });
});
