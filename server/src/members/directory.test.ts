import type { DirectoryRow } from '@openbenefits/contract/directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let all: DirectoryRow[];

type Question = Parameters<Person['api']['directory']['list']>[0];

/** Every page of a question, by as many steps as it takes. */
async function everyone(question: Question, person = dana, limit = 25): Promise<DirectoryRow[]> {
  const rows: DirectoryRow[] = [];
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<Person['api']['directory']['list']>> = await person.api.directory.list({
      ...question,
      limit,
      ...(cursor ? { cursor } : {}),
    });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor);
  return rows;
}
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  // One record with text that the name index omits still has its place in the order.
  await server.owner.query(
    `update members set job_title = repeat('very long title ', 80) where id = (select id from members order by last_name, first_name, id offset 40 limit 1)`,
  );
  all = await everyone({});
});
afterAll(() => server.close());

describe('the directory', () => {
  it('shows every subscriber and dependent once, in name order, with group, coverage and status', async () => {
    const { rows } = await server.owner.query(`select count(*)::int as total from members`);
    expect(new Set(ids(all)).size).toBe(all.length);
    expect(all).toHaveLength(rows[0].total);
    const { rows: expected } = await server.owner.query(`select id from members order by last_name, first_name, id`);
    expect(ids(all)).toEqual(ids(expected));
    expect(all.find(({ name }) => name === 'Ines Calderwood')).toMatchObject({
      relationship: 'self',
      groupName: 'Kestrel Avionics Repair',
      employeeId: 'KA-1042',
      status: 'active',
      lines: expect.arrayContaining(['medical', 'dental']),
    });
    expect(all.find(({ name }) => name === 'Theo Calderwood')).toMatchObject({ relationship: 'spouse' });
  });

  it('pages in every order, both ways, without losing anybody; the longest pages agree with the shortest', async () => {
    for (const sort of ['name', 'group', 'added'] as const) {
      const forwards = await everyone({ sort }, dana, 7);
      const backwards = await everyone({ sort, descending: true }, dana, 200);
      expect(forwards, sort).toHaveLength(all.length);
      expect(ids(backwards).toReversed(), sort).toEqual(ids(forwards));
    }
    const byGroup = await everyone({ sort: 'group' }, dana, 30);
    expect(byGroup.map(({ groupName }) => groupName)).toEqual(byGroup.map(({ groupName }) => groupName).toSorted());
  });

  it('finds by part of a name, number and e-mail in any order, with the total beside it', async () => {
    for (const sort of ['name', 'group', 'added'] as const) {
      const found = await everyone({ search: 'Calder', sort }, dana, 3);
      expect(found.map(({ name }) => name).toSorted(), sort).toEqual(
        all
          .filter(({ name }) => name.includes('Calder'))
          .map(({ name }) => name)
          .toSorted(),
      );
    }
    expect((await everyone({ search: 'ka-1042' })).map(({ name }) => name)).toEqual(['Ines Calderwood']);
    expect(await dana.api.directory.total({ search: 'Calder' })).toEqual({
      total: all.filter(({ name }) => name.includes('Calder')).length,
      atLeast: false,
    });
    // Two letters are looked for at the start of a word, as the search does.
    const { rows: known } = await server.owner.query(
      `select id from members where (' ' || search_text) ~ '[ \x1f]in' order by last_name, first_name, id`,
    );
    expect(ids(await everyone({ search: 'in' }))).toEqual(ids(known));
    for (const search of ['%', '_____', "' or 1=1 --"]) expect(await everyone({ search })).toEqual([]);
  });

  it('narrows by status, kind, group, plan and line, alone and together', async () => {
    const pending = all.filter(({ status }) => status === 'pending');
    expect(ids(await everyone({ status: 'pending' }))).toEqual(ids(pending));
    expect(ids(await everyone({ kind: 'dependent' }))).toEqual(
      ids(all.filter(({ relationship }) => relationship !== 'self')),
    );
    expect(ids(await everyone({ kind: 'subscriber', status: 'active', sort: 'name' }))).toEqual(
      ids(all.filter(({ relationship, status }) => relationship === 'self' && status === 'active')),
    );
    const { groupId } = all.find(({ name }) => name === 'Ines Calderwood') ?? all[0]!;
    expect(ids(await everyone({ groupId, search: 'calder' }))).toEqual(
      ids(all.filter((row) => row.groupId === groupId && row.name.includes('Calder'))),
    );
    expect(ids(await everyone({ line: 'vision' }))).toEqual(ids(all.filter(({ lines }) => lines.includes('vision'))));
    const plan = (await dana.api.directory.plans()).find(({ line }) => line === 'medical');
    const byPlan = await everyone({ planId: plan?.id ?? '' });
    expect(byPlan.length).toBeGreaterThan(0);
    expect(byPlan.every(({ lines }) => lines.includes('medical'))).toBe(true);
  });

  it('each card counts exactly the rows of the list it leads to', async () => {
    const stats = await dana.api.directory.stats();
    expect(stats.total).toBe(all.length);
    expect(stats.dependents).toBe((await everyone({ kind: 'dependent' })).length);
    expect(stats.new).toBe((await everyone({ newWithinDays: 30 })).length);
    expect(stats.pending).toBe((await everyone({ status: 'pending' })).length);
    expect(stats.trends.total.at(-1)).toBe(stats.total);
    for (const filter of [
      { status: 'pending' },
      { kind: 'dependent' },
      { newWithinDays: 30 },
      { missing: 'ssn' },
      { ageOutWithinDays: 90 },
      { endsWithinDays: 60 },
      { startsWithinDays: 60 },
    ] as const) {
      expect((await dana.api.directory.total(filter)).total, JSON.stringify(filter)).toBe(
        (await everyone(filter)).length,
      );
    }
  });

  it('filters by coverage that starts and ends, but not by a plan year that continues', async () => {
    const { rows } = await server.owner
      .query(`select s.member_id as id, s.id as span from coverage_spans s join members m on m.id = s.member_id
      where upper_inf(s.recorded) and upper_inf(s.covered) and m.subscriber_id is null and s.line = 'medical' and s.covered @> date '2026-11-20' limit 2`);
    const [leaves, renews] = rows as { id: string; span: string }[];
    const before = ids(await everyone({ endsWithinDays: 60 }));
    await server.owner.query(
      `update coverage_spans set covered = daterange(lower(covered), '2027-01-01') where id = any ($1)`,
      [[leaves?.span, renews?.span]],
    );
    await server.owner.query(
      `insert into coverage_spans (tenant_id, id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
      select tenant_id, uuid_v7(), group_id, member_id, subscriber_id, line, plan_id, daterange('2027-01-01', null), recorded, change_id from coverage_spans where id = $1`,
      [renews?.span],
    );
    const after = ids(await everyone({ endsWithinDays: 60 }));
    expect(after.filter((id) => !before.includes(id))).toEqual([leaves?.id]);
    expect(ids(await everyone({ startsWithinDays: 60 }))).not.toContain(renews?.id);
  });

  it('finds the child who turns 26 within 90 days by the exact day', async () => {
    const { rows } = await server.owner.query(`select m.id, m.tenant_id from members m where m.relationship = 'child'
      and exists (select from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded) and upper_inf(s.covered)) order by m.id limit 3`);
    const { vault } = server.services;
    const births = ['2001-02-17', '2001-02-19', '2000-11-21'];
    for (const [index, { id, tenant_id: tenant }] of (rows as { id: string; tenant_id: string }[]).entries()) {
      const birth = births[index] ?? '';
      await server.owner.query(
        `update members set date_of_birth_encrypted = $2, birth_month_index = $3 where id = $1`,
        [
          id,
          vault.seal(birth, { table: 'members', column: 'date_of_birth_encrypted', row: id, tenant }),
          vault.blindIndex('birth_month', birth.slice(0, 7), tenant),
        ],
      );
    }
    const found = ids(await everyone({ ageOutWithinDays: 90 }));
    // 90 days from 11/20/2026 is 02/18/2027.
    expect(found).toEqual(expect.arrayContaining([rows[0].id]));
    expect(found).not.toContain(rows[1].id);
    // Tomorrow.
    expect(found).toContain(rows[2].id);
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'age_out_monitoring'`);
    await expect(dana.api.directory.list({ ageOutWithinDays: 90 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('AGE OUT MONITORING is turned off'),
    });
    await server.owner.query(`update feature_flags set enabled = true`);
  });

  it('is audited, shows Priya her groups only, refuses strangers and forged cursors', async () => {
    const { rows } = await server.owner.query(
      `select outcome, fields from audit_log where action = 'directory.list' limit 1`,
    );
    expect(rows[0]).toMatchObject({ outcome: 'read', fields: expect.arrayContaining(['name', 'coverage']) });
    const priya = await server.as('group_administrator');
    const hers = await everyone({}, priya);
    const { rows: assigned } = await server.owner.query(
      `select distinct group_id as id from group_admins a join auth."user" u on u.id = a.user_id where u."groupScope" = 'assigned'`,
    );
    expect(hers.length).toBeGreaterThan(0);
    expect(hers.length).toBeLessThan(all.length);
    expect(new Set(hers.map(({ groupId }) => groupId)).size).toBeLessThanOrEqual(assigned.length);
    for (const { groupId } of hers) expect(ids(assigned)).toContain(groupId);
    expect(
      (await everyone({ search: 'a', sort: 'group' }, priya)).every(({ groupId }) => ids(assigned).includes(groupId)),
    ).toBe(true);
    expect((await priya.api.directory.stats()).total).toBe(hers.length);
    await expect((await server.as('nobody')).api.directory.list({})).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    await expect(dana.api.directory.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(dana.api.directory.list({ search: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('saved views', () => {
  it('are kept per person, by name, and never with a search', async () => {
    const pending = { list: 'members', name: 'Waiting', address: '/members?status=pending' } as const;
    const { id } = await dana.api.views.save(pending);
    expect(await dana.api.views.save({ ...pending, address: '/members?status=pending&kind=dependent' })).toEqual({
      id,
    });
    expect(await dana.api.views.list({ list: 'members' })).toMatchObject([
      { name: 'Waiting', address: '/members?status=pending&kind=dependent' },
    ]);
    expect(await dana.api.views.list({ list: 'groups' })).toEqual([]);
    const other = await server.as('read_only');
    expect(await other.api.views.list({ list: 'members' })).toEqual([]);
    await expect(other.api.views.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const address of [
      '/members?search=ines',
      '//evil.example/members',
      'https://evil.example/',
      '/groups?status=active',
      '/members?after=abc',
    ]) {
      await expect(dana.api.views.save({ ...pending, address }), address).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(dana.api.views.save({ ...pending, name: '  ' })).rejects.toMatchObject({
      data: { problems: [{ path: 'name' }] },
    });
    await dana.api.views.remove({ id });
    expect(await dana.api.views.list({ list: 'members' })).toEqual([]);
  });
});
