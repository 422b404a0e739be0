import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '@openbenefits/domain/calendar-date';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { proveFigures } from '../testing/prove-figures.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let group: string;
const CIM = 'CIM-2026-000001';
const MED = ['HLT', 'MED-PPO', '20260101'] as const;
const person = (
  first: string,
  last: string,
  birth: string,
  family: string,
  more: Partial<SampleMember> = {},
): SampleMember => ({
  first,
  last,
  birth,
  family,
  plans: [MED],
  ...more,
});
const PEOPLE: SampleMember[] = [
  person('Vera', 'Ostrander', '19800214', '123451001', {
    ssn: '123451001',
    plans: [MED, ['DEN', 'DEN-BASIC', '20260101']],
  }),
  person('Jonah', 'Ostrander', '19790601', '123451001', { relationship: '01' }),
  person('Mina', 'Ostrander', '20140801', '123451001', { relationship: '19' }),
  person('Saul', 'Brandt', '19900101', '123451002', {
    ssn: '123451002',
    plans: [
      ['HLT', 'MED-PPO', '20260101', '20260930'],
      ['HLT', 'MED-HMO', '20270101'],
    ],
  }),
  person('Ruth', 'Eklund', '19910101', '123451003', { ssn: '123451003' }),
  person('Omar', 'Haddad', '19920101', '123451004', { ssn: '123451004' }),
];

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  const sent = await server.upload(dana, 'people.edi', edi834(PEOPLE));
  expect(await server.finished(dana, sent.id)).toMatchObject({ added: 6, refused: 0 });
  group = (await dana.api.groups.byCim({ cim: CIM })).id;
});
afterAll(() => server.close());
afterEach(() => proveFigures(server));

const idOf = async (first: string): Promise<string> =>
  (
    await server.owner.query<{ id: string }>(`select id from members where first_name = $1 and group_id = $2`, [
      first,
      group,
    ])
  ).rows[0]?.id ?? '';
const spans = async (first: string): Promise<string[]> =>
  (
    await server.owner.query<{ span: string }>(
      `select s.line || ' ' || s.covered::text as span from coverage_spans s join members m on m.id = s.member_id where m.first_name = $1 and m.group_id = $2 and upper_inf(s.recorded) order by s.line desc, lower(s.covered)`,
      [first, group],
    )
  ).rows.map(({ span }) => span);
const statusOf = async (first: string): Promise<string | undefined> =>
  (
    await server.owner.query<{ status: string }>(`select status from members where first_name = $1 and group_id = $2`, [
      first,
      group,
    ])
  ).rows[0]?.status;
/** Everything about the group's members that an undo must restore. */
const state = async (): Promise<unknown[]> =>
  (
    await server.owner.query(
      `select to_jsonb(m) - 'version' - 'updated_at' - 'id' as person, (select jsonb_agg(jsonb_build_array(s.line, s.plan_id, s.covered) order by s.line, s.covered) from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded)) as spans
     from members m where group_id = $1 and removed_by is null order by first_name`,
      [group],
    )
  ).rows;
const end = async (first: string | string[], lastDay: string, more: object = {}) => ({
  groupId: group,
  memberIds: await Promise.all([first].flat().map(idOf)),
  lastDay: d(lastDay),
  reason: 'employment_ended' as const,
  ...more,
});

describe('Dana ends Vera’s coverage', () => {
  it('sees first who loses what, what it saves a month, and that COBRA opens', async () => {
    const before = await state();
    const preview = await dana.api.terminations.preview(await end('Vera', '2026-11-30'));
    expect(preview).toMatchObject({
      monthlyBefore: 183_100,
      monthlyAfter: 0,
      premiumDay: '2026-12-01',
      beyondRetro: false,
      refused: [],
    });
    expect(
      preview.affected.map(({ name, isDependent, cobraMonths, lines }) => [
        name,
        isDependent,
        cobraMonths,
        lines.map(({ line, effect, until }) => `${line} ${effect} ${until}`),
      ]),
    ).toEqual([
      ['Vera Ostrander', false, 18, ['medical ends 2026-11-30', 'dental ends 2026-11-30']],
      ['Jonah Ostrander', true, 18, ['medical ends 2026-11-30']],
      ['Mina Ostrander', true, 18, ['medical ends 2026-11-30']],
    ]);
    expect(await state()).toEqual(before);
  });

  it('ends her and her dependents, and takes it back exactly', async () => {
    const before = await state();
    const done = await dana.api.terminations.end(await end('Vera', '2026-11-30', { note: 'Left for a university' }));
    expect(done.people).toBe(3);
    expect(await spans('Vera')).toEqual(['medical [2026-01-01,2026-12-01)', 'dental [2026-01-01,2026-12-01)']);
    expect([await statusOf('Vera'), await statusOf('Mina')]).toEqual(['pending_termination', 'pending_termination']);
    const {
      rows: [entry],
    } = await dana.api.changes.list({ groupId: group });
    expect(entry).toMatchObject({
      id: done.changeId,
      summary: 'Terminated coverage of 3 people on 11/30/2026',
      reason: 'Employment ended. Left for a university',
      actor: 'Dana Whitfield',
      people: 3,
      undoable: true,
      undone: null,
    });
    const items = await dana.api.changes.items({ id: done.changeId });
    expect(items.rows[0]).toMatchObject({
      name: 'Vera Ostrander',
      action: 'ended',
      summary: 'Medical ends 11/30/2026, Dental ends 11/30/2026',
      differences: expect.arrayContaining([
        { field: 'status', label: 'Status', before: 'Active', after: 'Pending Termination' },
      ]),
    });
    expect(await dana.api.changes.undoPreview({ id: done.changeId })).toEqual({
      people: 3,
      removes: 0,
      blocked: 0,
      blockers: [],
      next: null,
      sight: '',
    });
    await dana.api.changes.undo({ id: done.changeId, reason: 'She stays' });
    expect(await state()).toEqual(before);
    expect((await dana.api.changes.list({ groupId: group })).rows.slice(0, 2)).toMatchObject([
      { kind: 'undo', undoes: done.changeId },
      { undone: { by: 'Dana Whitfield' } },
    ]);
    await expect(dana.api.changes.undo({ id: done.changeId })).rejects.toMatchObject({
      message: 'This was already undone.',
    });
  });

  it('reinstates without a gap and with one, the dependents with her', async () => {
    await dana.api.terminations.end(await end('Vera', '2026-10-31'));
    expect(await statusOf('Vera')).toBe('terminated');
    const input = { groupId: group, memberIds: [await idOf('Vera')] };
    expect(await dana.api.terminations.reinstatePreview(input)).toMatchObject({
      monthlyBefore: 0,
      monthlyAfter: 183_100,
    });
    await expect(
      dana.api.terminations.reinstate({ groupId: group, memberIds: [await idOf('Mina')] }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('Reinstate the subscriber first'),
    });
    const first = await dana.api.terminations.reinstate(input);
    expect(await spans('Mina')).toEqual(['medical [2026-01-01,)']);
    expect(await statusOf('Mina')).toBe('active');
    await dana.api.changes.undo({ id: first.changeId });
    await dana.api.terminations.reinstate({ ...input, from: d('2026-12-01'), reason: 'Rehired' });
    expect(await spans('Jonah')).toEqual(['medical [2026-01-01,2026-11-01)', 'medical [2026-12-01,)']);
    expect(await statusOf('Jonah')).toBe('pending');
    const asOf = (day: string) =>
      dana.api.members.get({ groupId: group, memberId: input.memberIds[0] ?? '', asOf: d(day) });
    expect((await asOf('2026-10-31')).rate).toMatchObject({ total: 183_100, tier: 'FAM' });
    expect((await asOf('2026-11-15')).rate.total).toBeNull();
    const { history } = await asOf('2026-12-15');
    expect(history.filter(({ correctedAt }) => correctedAt !== null).length).toBeGreaterThan(0);
    expect(history.filter(({ correctedAt }) => correctedAt === null)).toContainEqual(
      expect.objectContaining({ on: '2026-12-01', summary: 'Covered by Premium PPO Plus' }),
    );
    await expect(dana.api.terminations.reinstate(input)).rejects.toMatchObject({
      message: 'Coverage has not ended, so there is nothing to reinstate.',
    });
  });
});

describe('what is refused, at its field', () => {
  it.each([
    ['1990-01-01', /days back\. The group allows 60/],
    ['2026-08-31', /81 days back\. The group allows 60 days, back to 09\/21\/2026/],
    ['2029-01-01', /within 24 months/],
  ])('a last day of %s', async (lastDay, words) => {
    await expect(dana.api.terminations.end(await end('Ruth', lastDay))).rejects.toMatchObject({
      code: 'INVALID',
      data: { problems: [{ path: 'lastDay', message: expect.stringMatching(words) }] },
    });
  });

  it('a day before the hire date', async () => {
    await server.owner.query(
      `update members set hire_date = '2026-11-01' where first_name = 'Omar' and group_id = $1`,
      [group],
    );
    await expect(dana.api.terminations.end(await end('Omar', '2026-10-15'))).rejects.toMatchObject({
      data: { problems: [{ path: 'lastDay', message: 'The last day is before the hire date, 11/01/2026.' }] },
    });
    await expect(
      dana.api.terminations.end(await end('Omar', '2026-11-30', { reason: 'divorce' })),
    ).rejects.toMatchObject({
      data: { problems: [{ path: 'reason' }] },
    });
  });

  it('goes beyond the retro window with a reason only, which the history keeps, and not while that is turned off', async () => {
    const far = await end('Ruth', '2026-06-30', { overrideReason: 'short' });
    await expect(dana.api.terminations.end(far)).rejects.toMatchObject({
      data: { problems: [{ path: 'overrideReason' }] },
    });
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'retro_termination_override'`);
    await expect(
      dana.api.terminations.end({ ...far, overrideReason: 'Employer told us late, no contribution taken' }),
    ).rejects.toMatchObject({
      data: { problems: [{ path: 'lastDay' }] },
    });
    await server.owner.query(`update feature_flags set enabled = true where flag_name = 'retro_termination_override'`);
    const { changeId } = await dana.api.terminations.end({
      ...far,
      overrideReason: 'Employer told us late, no contribution taken',
    });
    expect((await dana.api.changes.items({ id: changeId })).change.reason).toContain(
      'Beyond the retro window: Employer told us late',
    );
    expect(await statusOf('Ruth')).toBe('terminated');
    await expect(dana.api.terminations.end(await end('Ruth', '2026-11-30'))).rejects.toMatchObject({
      message: 'This member is already terminated.',
    });
  });

  it('takes back coverage that was to begin later', async () => {
    const preview = await dana.api.terminations.preview(await end('Saul', '2026-11-30'));
    expect(preview.affected[0]?.lines).toEqual([
      expect.objectContaining({ line: 'medical', planName: 'Standard HMO', effect: 'never', from: '2027-01-01' }),
    ]);
    await dana.api.terminations.end(await end('Saul', '2026-11-30'));
    expect(await spans('Saul')).toEqual(['medical [2026-01-01,2026-10-01)']);
  });

  it('a member of another group, and a user without the permission', async () => {
    const other = (await dana.api.groups.list({ search: 'Dunmore' })).rows[0]?.id ?? '';
    await expect(
      dana.api.terminations.end({ ...(await end('Omar', '2026-11-30')), groupId: other }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const luis = await server.as('read_only');
    await expect(luis.api.terminations.end(await end('Omar', '2026-11-30'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { rows } = await server.owner.query(
      `select count(*)::int as n from audit_log where action = 'terminations.end' and outcome = 'refused' and actor_name = 'Luis Arrington'`,
    );
    expect(rows[0]).toEqual({ n: 1 });
  });
});

describe('several at once', () => {
  it('ends those who can be ended, names the others, and is undone as one until somebody is changed again', async () => {
    const before = await state();
    const done = await dana.api.terminations.end(await end(['Vera', 'Omar', 'Ruth'], '2026-12-31'));
    expect(done).toMatchObject({
      people: 4,
      refused: [{ name: 'Ruth Eklund', problem: 'This member is already terminated.' }],
    });
    const later = await dana.api.terminations.end(await end('Omar', '2026-11-30'));
    const preview = await dana.api.changes.undoPreview({ id: done.changeId });
    expect(preview).toMatchObject({
      people: 3,
      blocked: 1,
      blockers: [
        { name: 'Omar Haddad', by: 'Dana Whitfield', summary: 'Terminated coverage of 1 person on 11/30/2026' },
      ],
    });
    await expect(dana.api.changes.undo({ id: done.changeId })).rejects.toMatchObject({
      message: expect.stringContaining('One person was changed again later'),
    });
    expect(await dana.api.changes.undo({ id: done.changeId, skipBlocked: true })).toMatchObject({ people: 3 });
    await dana.api.changes.undo({ id: later.changeId });
    await dana.api.changes.undo({ id: done.changeId });
    expect(await state()).toEqual(before);
  });

  it('takes an import back too: the people it added are gone, the audit chain is whole', async () => {
    const before = await state();
    const sent = await server.upload(
      dana,
      'more.edi',
      edi834(
        [
          person('Ivo', 'Tamm', '19930101', '123451009', { ssn: '123451009' }),
          person('Omar', 'Haddad', '19920101', '123451004', {
            ssn: '123451004',
            plans: [['HLT', 'MED-HMO', '20261201']],
          }),
        ],
        { control: '000000102' },
      ),
    );
    expect(await server.finished(dana, sent.id)).toMatchObject({ added: 1, changed: 1 });
    const {
      rows: [entry],
    } = await dana.api.changes.list({ limit: 1 });
    expect(await dana.api.changes.undoPreview({ id: entry?.id ?? '' })).toMatchObject({ people: 2, removes: 1 });
    await dana.api.changes.undo({ id: entry?.id ?? '' });
    expect(await state()).toEqual(before);
    expect((await dana.api.members.ofGroup({ groupId: group, search: 'Tamm' })).rows).toEqual([]);
    expect((await dana.api.search.find({ term: 'Ivo Tamm' })).members).toEqual([]);
    const again = await server.upload(
      dana,
      'more.edi',
      edi834([person('Ivo', 'Tamm', '19930101', '123451009', { ssn: '123451009' })], { control: '000000103' }),
    );
    expect(await server.finished(dana, again.id)).toMatchObject({ added: 1, refused: 0 });
  });
});
