import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
});
afterAll(() => server.close());

const ines = async () => (await dana.api.members.ofGroup({ groupId: kestrel, search: 'calderwood' })).rows[0];

describe('Kestrel’s member list', () => {
  it('shows Ines with plan, dependents and the premium of her tier', async () => {
    expect(await ines()).toMatchObject({
      name: 'Ines Calderwood',
      employeeId: 'KA-1042',
      plan: 'Standard HMO',
      dependents: 5,
      monthlyCost: 148_400,
      estimated: false,
      status: 'active',
    });
  });

  it('pages in every order without losing anybody, and finds by email and employee id', async () => {
    const { total } = await dana.api.members.ofGroup({ groupId: kestrel, limit: 1 });
    for (const sort of ['name', 'employeeId', 'status'] as const) {
      const seen = new Set<string>();
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<typeof dana.api.members.ofGroup>> = await dana.api.members.ofGroup({
          groupId: kestrel,
          sort,
          limit: 5,
          ...(cursor ? { cursor } : {}),
        });
        for (const row of page.rows) seen.add(row.id);
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(seen.size, sort).toBe(total);
    }
    expect((await dana.api.members.ofGroup({ groupId: kestrel, search: 'ka-1042' })).rows).toHaveLength(1);
    expect((await dana.api.members.ofGroup({ groupId: kestrel, search: '%' })).rows).toHaveLength(0);
    expect(
      (await dana.api.members.ofGroup({ groupId: kestrel, status: 'terminated' })).rows.every(
        (row) => row.status === 'terminated',
      ),
    ).toBe(true);
  });
});

describe('Ines’ details', () => {
  it('are masked, add up, and are audited', async () => {
    const row = await ines();
    const detail = await dana.api.members.get({ groupId: kestrel, memberId: row?.id ?? '' });
    expect(detail).toMatchObject({
      relationship: 'self',
      plan: { name: 'Standard HMO', code: 'MED-HMO' },
      groupName: 'Kestrel Avionics Repair',
    });
    expect(detail.ssnLast4).toMatch(/^\d{4}$/);
    expect(JSON.stringify(detail)).not.toMatch(/"\d{3}-?\d{2}-?\d{4}"/);
    const { rate } = detail;
    expect((rate.employeeRate ?? 0) + (rate.employerContribution ?? 0)).toBe(rate.total);
    expect(rate.prices.reduce((sum, line) => sum + (line.monthly ?? 0), 0)).toBe(rate.total);
    expect(rate.tier).toBe('FAM');
    expect(detail.dependents).toContainEqual(
      expect.objectContaining({
        name: 'Theo Calderwood',
        relationship: 'spouse',
        coveredFor: ['medical', 'dental'],
        from: expect.stringMatching(/^\d{4}-/),
      }),
    );
    expect(detail.history.length).toBeGreaterThan(1);
    const { rows } = await server.owner.query(
      `select outcome, fields from audit_log where action = 'members.get' and target_id = $1`,
      [detail.id],
    );
    expect(rows[0]).toMatchObject({ outcome: 'read', fields: expect.arrayContaining(['ssn_last4', 'coverage']) });
  });

  it('are not found in another group, and not for a made-up id', async () => {
    const row = await ines();
    const other = (await dana.api.groups.list({ search: 'Dunmore' })).rows[0]?.id ?? '';
    await expect(dana.api.members.get({ groupId: other, memberId: row?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(dana.api.members.get({ groupId: kestrel, memberId: 'nonsense' })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });
});

describe('search', () => {
  const find = (criteria: Parameters<Person['api']['search']['find']>[0]) => dana.api.search.find(criteria);

  it('finds groups and members by part of a name, whatever case or accent', async () => {
    const found = await find({ term: 'kestrel' });
    expect(found.groups.map((group) => group.title)).toContain('Kestrel Avionics Repair');
    expect((await find({ term: 'nunez' })).members.map((member) => member.title)).toContain('Mateo Núñez');
    expect((await find({ term: 'ines calder' })).members.map((member) => member.title)).toEqual(['Ines Calderwood']);
    expect((await find({ term: "O'DELL" })).members.length).toBeGreaterThan(0);
  });

  it('ands all filled fields, and returns nothing without a field', async () => {
    expect((await find({ firstName: 'ines', lastName: 'calder', status: 'active' })).members).toHaveLength(1);
    expect((await find({ firstName: 'ines', lastName: 'vasko' })).members).toHaveLength(0);
    expect((await find({ companyName: 'kestrel', city: 'wichita', state: 'KS' })).groups).toHaveLength(1);
    expect(await find({})).toMatchObject({ groups: [], members: [] });
    expect(await find({ status: 'active', term: '  ' })).toMatchObject({ members: expect.anything() });
  });

  it('finds a person by the whole SSN or its last four, with an entry in the audit', async () => {
    const detail = await dana.api.members.get({ groupId: kestrel, memberId: (await ines())?.id ?? '' });
    const byLast4 = await find({ ssn: detail.ssnLast4 ?? '' });
    expect(byLast4.members.map((member) => member.id)).toContain(detail.id);
    expect((await find({ ssn: '12' })).members).toEqual([]);
    const { rows } = await server.owner.query(
      `select fields from audit_log where action = 'search.find' order by seq desc limit 5`,
    );
    expect(rows.some((row: { fields: string[] }) => row.fields.includes('ssn'))).toBe(true);
  });

  it('caps at 15 groups and 8 members and says when there are more', async () => {
    const found = await find({ term: 'a' });
    expect(found.members).toHaveLength(8);
    expect(found.moreMembers).toBe(true);
    expect((await find({ term: 'a', all: true })).members.length).toBeGreaterThan(8);
  });

  it('takes wildcards, quotes and scripts for text, and refuses what is too long', async () => {
    for (const term of ['%', '_____', '\\', "' or 1=1 --", '<script>'])
      expect(await find({ term }), term).toMatchObject({ groups: [], members: [] });
    await expect(find({ term: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'INVALID' });
  });
});
