import type { Api } from '@openbenefits/contract';
import type { EnrolledLine } from '@openbenefits/domain/members/new-member';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { proveFigures } from '../testing/prove-figures.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { LOOKUPS_PER_HOUR } from '@openbenefits/domain/members/protected-lookups';

type NewMember = Parameters<Api['members']['add']>[0]['member'];
type Dependent = NewMember['dependentDetails'][number];

let server: TestServer;
let dana: Person;
let kestrel: string;
let plans: Map<string, string>;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const form = await dana.api.members.addForm({ groupId: kestrel });
  plans = new Map(form.plans.map(({ name, id }) => [name, id]));
  await server.owner.query('update groups set waiting_period_days = 30, waiting_period_start = $2 where id = $1', [
    kestrel,
    'first_of_month_following',
  ]);
});
afterAll(() => server.close());
afterEach(() => proveFigures(server));

const planId = (name: string): string => plans.get(name) ?? '';
const NONE = { selected: '', startDate: '', endDate: '' };
const covered = (plan: string, startDate: string) => ({ selected: planId(plan), startDate, endDate: '' });
const dependent = (name: string, relationship: string, dateOfBirth: string, medical = true): Dependent => ({
  name,
  relationship,
  dateOfBirth,
  plans: { medical: medical ? covered('Standard HMO', '2026-12-01') : NONE, dental: NONE, vision: NONE },
});
const omar = (change: Partial<NewMember> = {}): NewMember => ({
  firstName: 'Omar',
  lastName: 'Haddad',
  email: 'omar.haddad@kestrel.test',
  phone: '(316) 555-0171',
  ssn: '123-45-6701',
  class: 'FT001',
  billingLocation: 'HQ-MAIN',
  hireDate: '2026-10-05',
  plans: {
    medical: { selected: planId('Standard HMO'), enrollmentDate: '2026-12-01' },
    dental: { selected: planId('Basic Dental'), enrollmentDate: '2026-12-01' },
    vision: { selected: '', enrollmentDate: '' },
  },
  usesTobacco: 'yes',
  dependentDetails: [
    dependent('Rania Haddad', 'spouse', '1990-02-28'),
    dependent('نور', 'child', '2019-05-01'),
    dependent("Zoë D'Arcy", 'step_child', '2021-08-09', false),
  ],
  overrideReason: '',
  ...change,
});
const add = (member: NewMember, who = dana, idempotencyKey?: string) =>
  who.api.members.add({ groupId: kestrel, member, ...(idempotencyKey ? { idempotencyKey } : {}) });
const named = async (search: string) => (await dana.api.members.ofGroup({ groupId: kestrel, search })).rows;
const detail = (memberId: string) => dana.api.members.get({ groupId: kestrel, memberId });
const ines = async () => (await named('calderwood'))[0]?.id ?? '';
const pathsOf = async (attempt: Promise<unknown>): Promise<string[]> => {
  const error = await attempt.then(
    () => undefined,
    (reason: { data?: { problems?: { path: string }[] } }) => reason,
  );
  return (error?.data?.problems ?? []).map(({ path }) => path);
};

describe('Dana adds Omar', () => {
  it('is offered the group’s own classes, locations and plans with their rates', async () => {
    const form = await dana.api.members.addForm({ groupId: kestrel });
    expect(form).toMatchObject({
      fallback: { classes: false, locations: false },
      closedReason: null,
      employerPercent: expect.any(Number),
    });
    expect(form.classes.map(({ code }) => code)).toContain('FT001');
    expect(form.plans.find(({ name }) => name === 'Premium PPO Plus')?.rates.map(({ tier }) => tier)).toEqual([
      'EMP',
      'ESP',
      'ECH',
      'FAM',
    ]);
    expect(form.offers?.length).toBeGreaterThan(0);
  });

  it('with spouse and two children; a double click adds one family', async () => {
    const [first, second] = await Promise.all([add(omar(), dana, 'omar-once-1'), add(omar(), dana, 'omar-once-1')]);
    expect(first).toEqual(second);
    expect(await named('haddad')).toEqual([
      expect.objectContaining({ name: 'Noor Haddad' }),
      expect.objectContaining({ id: first.id, dependents: 3, status: 'pending' }),
    ]);
    const record = await detail(first.id);
    expect(record).toMatchObject({
      name: 'Omar Haddad',
      position: 'Full-Time Employee',
      ssnLast4: '6701',
      status: 'pending',
      tobacco: [{ usesTobacco: true, effectiveOn: '2026-12-01' }],
    });
    expect(record.coverage).toEqual([
      expect.objectContaining({ line: 'medical', planName: 'Standard HMO', from: '2026-12-01', until: null }),
      expect.objectContaining({ line: 'dental', planName: 'Basic Dental' }),
    ]);
    expect(record.dependents.map(({ name, relationship, birthYear }) => [name, relationship, birthYear])).toEqual([
      ['Rania Haddad', 'spouse', 1990],
      ['نور Haddad', 'child', 2019],
      ["Zoë D'Arcy", 'step_child', 2021],
    ]);
    const { rows } = await server.owner.query(
      `select kind, summary, (select count(*)::int from change_items i where i.change_id = c.id) as people from changes c where id = $1`,
      [first.changeId],
    );
    expect(rows).toEqual([{ kind: 'enrollment', summary: 'Added a member with 3 dependents', people: 4 }]);
    const stored = await server.owner.query('select * from members where id = $1', [first.id]);
    expect(JSON.stringify(stored.rows)).not.toContain('123456701');
    const keys = await server.owner.query('select answer from idempotency_keys where key = $1', ['omar-once-1']);
    expect(Object.keys(keys.rows[0]?.answer ?? {})).toEqual(['id', 'changeId']);
  });

  it('needs the date of birth where the rates of the chosen plan depend on age; it prices the form and is stored sealed', async () => {
    const { plans: offered, offers } = await dana.api.members.addForm({ groupId: kestrel });
    const byAge = offered.find(({ line, methodologies }) => line === 'medical' && methodologies.includes('age_rated'));
    const plan = byAge?.id ?? '';
    const rateBy = (methodology: string) =>
      server.owner.query(
        `update group_plan_assignments set rating_methodology = $3 where group_id = $1 and plan_id = $2`,
        [kestrel, plan, methodology],
      );
    expect((await rateBy('age_rated')).rowCount).toBeGreaterThan(0);
    const one = offers?.find(({ planId: id }) => id === plan);
    const alma = (dateOfBirth?: string): NewMember =>
      omar({
        firstName: 'Alma',
        email: 'alma.haddad@kestrel.test',
        ssn: '123-45-6709',
        class: one?.classCode ?? '',
        billingLocation: one?.locationCode ?? '',
        plans: { ...omar().plans, medical: { selected: plan, enrollmentDate: '2026-12-01' } },
        dependentDetails: [],
        ...(dateOfBirth !== undefined && { dateOfBirth }),
      });
    expect(await pathsOf(add(alma()))).toEqual(['dateOfBirth']);
    const priced = await Promise.all(
      [null, '1986-02-14'].map((dateOfBirth) =>
        dana.api.members.price({
          groupId: kestrel,
          classCode: one?.classCode ?? '',
          locationCode: one?.locationCode ?? '',
          salary: null,
          on: '2026-12-01',
          plans: [{ line: 'medical', planId: plan }],
          people: [{ name: 'Alma Haddad', relationship: 'self', dateOfBirth, lines: [] }],
        }),
      ),
    );
    expect(priced[0]?.prices[0]?.held).toMatchObject({ code: 'no_age' });
    expect(priced[1]?.total).toBeGreaterThan(0);
    expect(priced[1]?.prices[0]?.people[0]?.age).toBe(40);
    const { id } = await add(alma('1986-02-14'));
    expect(await detail(id)).toMatchObject({ birthYear: 1986 });
    const stored = await server.owner.query('select * from members where id = $1', [id]);
    expect(JSON.stringify(stored.rows)).not.toContain('1986-02-14');
    await rateBy('composite');
  });

  it('a second time is told that the SSN is taken, however it is written', async () => {
    await expect(add(omar({ ssn: '123 45 6701' }))).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Another member of this group already has this SSN.',
      data: { problems: [{ path: 'ssn' }] },
    });
  });

  it('with mistakes is told each at its field, and nobody is added', async () => {
    const before = (await dana.api.members.ofGroup({ groupId: kestrel })).subscribers;
    const two = [
      dependent('Rania Haddad', 'spouse', '1990-02-28'),
      dependent('Sam Lee', 'domestic_partner', '2026-11-21'),
    ];
    expect(await pathsOf(add(omar({ ssn: '123-45-6702', email: 'omar', dependentDetails: two })))).toEqual([
      'email',
      'dependentDetails.1.dateOfBirth',
      'dependentDetails.1.relationship',
    ]);
    expect(
      await pathsOf(
        add(
          omar({
            ssn: '123-45-6702',
            dependentDetails: Array.from({ length: 11 }, () => dependent('Kim', 'child', '2020-01-01')),
          }),
        ),
      ),
    ).toEqual(['dependentDetails']);
    expect((await dana.api.members.ofGroup({ groupId: kestrel })).subscribers).toBe(before);
  });

  it('earlier than the waiting period only with a reason, which is kept', async () => {
    const early = {
      ssn: '123-45-6703',
      dependentDetails: [],
      plans: {
        ...omar().plans,
        medical: { selected: planId('Standard HMO'), enrollmentDate: '2026-11-20' },
        dental: { selected: '', enrollmentDate: '' },
      },
    };
    await expect(add(omar(early))).rejects.toMatchObject({
      data: {
        problems: [
          {
            path: 'plans.medical.enrollmentDate',
            message: expect.stringContaining(
              'Hired 10/05/2026, 30 days waiting, 1st of Month Following Hire: coverage can start on 12/01/2026.',
            ),
          },
        ],
      },
    });
    const { id, changeId } = await add(
      omar({ ...early, firstName: 'Early', overrideReason: 'Agreed by the employer' }),
    );
    expect((await detail(id)).status).toBe('active');
    const { rows } = await server.owner.query(
      'select reason from changes where id = $1 union all select reason from audit_log where target_id = $2 and action = $3',
      [changeId, id, 'members.add'],
    );
    expect(rows).toEqual([{ reason: 'Agreed by the employer' }, { reason: 'Agreed by the employer' }]);
  });

  it('with a plan that was withdrawn while it was chosen is told so', async () => {
    await server.owner.query(`update health_plans set status = 'terminated' where plan_name = 'Basic Vision'`);
    const chosen = { ...omar().plans, vision: { selected: planId('Basic Vision'), enrollmentDate: '2026-12-01' } };
    expect(await pathsOf(add(omar({ ssn: '123-45-6704', plans: chosen })))).toEqual(['plans.vision.selected']);
    await server.owner.query(`update health_plans set status = 'active' where plan_name = 'Basic Vision'`);
  });

  it('to a group that is not active is refused with the reason; so is a user without the permission', async () => {
    const suspended = (await dana.api.groups.list({ status: 'suspended' })).rows[0]?.id ?? '';
    await expect(dana.api.members.add({ groupId: suspended, member: omar() })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Suspended'),
    });
    const luis = await server.as('read_only');
    await expect(add(omar({ ssn: '123-45-6705' }), luis)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(luis.api.members.forEdit({ groupId: kestrel, memberId: await ines() })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const priya = await server.as('group_administrator');
    const hers = (await priya.api.groups.list({})).rows.map(({ id }) => id);
    const otherMemberId =
      (await dana.api.groups.list({ limit: 200 })).rows.find(
        ({ id, status }) => status === 'active' && !hers.includes(id),
      )?.id ?? '';
    await expect(priya.api.members.add({ groupId: otherMemberId, member: omar() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('falls back to the specified classes and locations where a group has none', async () => {
    const bare = (await dana.api.groups.list({ search: 'Alder & Finch' })).rows[0]?.id ?? '';
    for (const table of ['group_plan_assignments', 'group_classes', 'billing_locations'])
      await server.owner.query(`update ${table} set status = 'inactive' where group_id = $1`, [bare]);
    const form = await dana.api.members.addForm({ groupId: bare });
    expect(form.classes.map(({ code }) => code)).toEqual(['FT001', 'PT001', 'EXE001', 'ENG001', 'SALES001', 'HR001']);
    expect(form.locations.map(({ code }) => code)).toEqual([
      'HQ-MAIN',
      'HQ-EXEC',
      'TECH-FLOOR',
      'SALES-WING',
      'HR-DEPT',
    ]);
    expect(form).toMatchObject({ offers: null, fallback: { classes: true, locations: true } });
    const { id } = await dana.api.members.add({
      groupId: bare,
      member: omar({ class: 'ENG001', billingLocation: 'TECH-FLOOR', hireDate: '2026-08-01', dependentDetails: [] }),
    });
    expect(await dana.api.members.get({ groupId: bare, memberId: id })).toMatchObject({
      className: 'ENG001',
      locationName: 'TECH-FLOOR',
      department: 'General',
    });
  });
});

describe('Ines’ record', () => {
  it('is edited; the second of two editors is told what changed', async () => {
    const memberId = await ines();
    const read = await dana.api.members.forEdit({ groupId: kestrel, memberId });
    expect(read.values).toMatchObject({
      firstName: 'Ines',
      middleName: 'Marguerite',
      employeeId: 'KA-1042',
      jobTitle: 'Avionics Tech II',
      status: 'active',
    });
    const edit = (values: Partial<typeof read.values>, version = read.version) =>
      dana.api.members.edit({ groupId: kestrel, memberId, version, values: { ...read.values, ...values } });
    await edit({ phone: '(316) 555-0199', status: 'leave_of_absence' });
    expect(await detail(memberId)).toMatchObject({ phone: '+13165550199', status: 'leave_of_absence' });
    await expect(edit({ jobTitle: 'Avionics Lead' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Dana Whitfield'),
      data: {
        problems: [
          { path: 'phone', message: 'Dana Whitfield changed this in the meantime.' },
          { path: 'status', message: 'Dana Whitfield changed this in the meantime.' },
        ],
      },
    });
    const again = await dana.api.members.forEdit({ groupId: kestrel, memberId });
    await dana.api.members.edit({
      groupId: kestrel,
      memberId,
      version: again.version,
      values: { ...again.values, jobTitle: 'Avionics Lead', status: 'active', class: 'ENG001' },
    });
    expect(await detail(memberId)).toMatchObject({ position: 'Avionics Lead', status: 'active' });
    expect(
      await pathsOf(
        dana.api.members.edit({
          groupId: kestrel,
          memberId,
          version: again.version + 1,
          values: { ...again.values, lastName: '', status: 'terminated' },
        }),
      ),
    ).toEqual(['lastName', 'status']);
  });

  it('may be to an address abroad: the country is shown by its name, and undone with the move', async () => {
    const memberId = await ines();
    const { version, values } = await dana.api.members.forEdit({ groupId: kestrel, memberId });
    const { address } = await detail(memberId);
    const { changeId } = await dana.api.members.edit({
      groupId: kestrel,
      memberId,
      version,
      values: { ...values, city: 'Toronto', state: 'ON', zipCode: 'M5V 2T6', country: 'CAN' },
    });
    expect((await detail(memberId)).address).toMatch(/Toronto, ON M5V 2T6, Canada$/);
    const moved = await dana.api.members.forEdit({ groupId: kestrel, memberId });
    expect(moved.values.country).toBe('Canada');
    await expect(
      dana.api.members.edit({ groupId: kestrel, memberId, version: moved.version, values: moved.values }),
    ).rejects.toMatchObject({
      message: 'Nothing was changed.',
    });
    expect(JSON.stringify((await dana.api.changes.items({ id: changeId })).rows)).toContain(
      '"label":"Country","before":null,"after":"Canada"',
    );
    await dana.api.changes.undo({ id: changeId });
    expect((await detail(memberId)).address).toBe(address);
  });

  it('shows a protected value for a reason, which is audited; without one, or for a reader, it does not', async () => {
    const memberId = await ines();
    const ask = (who: Person, reason: string, field: 'ssn' | 'date_of_birth' = 'ssn') =>
      who.api.members.reveal({ groupId: kestrel, memberId, field, reason });
    expect((await ask(dana, 'Carrier asked for it')).value).toMatch(/^\d{3}-\d{2}-\d{4}$/);
    expect((await ask(await server.as('compliance_officer'), 'Audit sample', 'date_of_birth')).value).toMatch(
      /^04\/17\/\d{4}$/,
    );
    await expect(ask(dana, 'x')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(ask(await server.as('read_only'), 'Just looking')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { rows } = await server.owner.query(
      `select actor_name, outcome, reason, fields from audit_log where action = 'members.reveal' order by seq`,
    );
    expect(rows).toEqual([
      { actor_name: 'Dana Whitfield', outcome: 'read', reason: 'Carrier asked for it', fields: ['ssn'] },
      { actor_name: 'Marguerite Lavoie', outcome: 'read', reason: 'Audit sample', fields: ['date_of_birth'] },
      { actor_name: 'Luis Arrington', outcome: 'refused', reason: null, fields: [] },
    ]);
  });

  it('a hundred values an hour are the limit, and the switch turns it off', async () => {
    const memberId = await ines();
    const ask = () =>
      dana.api.members.reveal({ groupId: kestrel, memberId, field: 'ssn', reason: 'Carrier asked for it' });
    await server.owner.query('delete from protected_lookups');
    for (let count = 0; count < LOOKUPS_PER_HOUR; count++) await ask();
    await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY' });
    server.clock.set(new Date(Date.parse(server.clock.now()) + 3_700_000).toISOString());
    await ask();
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'protected_value_reveal'`);
    await expect(ask()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('PROTECTED VALUE REVEAL is turned off'),
    });
    await server.owner.query(`update feature_flags set enabled = true`);
  });

  it('has its SSN corrected with a reason; before and after are kept sealed, with their digests', async () => {
    const memberId = await ines();
    const correct = (ssn: string, reason = 'Typing error') =>
      dana.api.members.correctIdentity({ groupId: kestrel, memberId, ssn, reason });
    expect(await pathsOf(correct('000-45-6789', 'x'))).toEqual(['ssn', 'reason']);
    expect(await pathsOf(correct('123-45-6701'))).toEqual(['ssn']);
    const { changeId } = await correct('123-45-6788');
    expect((await detail(memberId)).ssnLast4).toBe('6788');
    expect((await dana.api.search.find({ ssn: '123456788' })).members.map(({ id }) => id)).toEqual([memberId]);
    const { rows } = await server.owner.query('select before, after from change_items where change_id = $1', [
      changeId,
    ]);
    expect(Object.keys(rows[0].before).toSorted()).toEqual(['ssnEncrypted', 'ssnIndex', 'ssnLast4Index']);
    expect(rows[0].before.ssnIndex).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0].after.ssnEncrypted).toMatch(/^v1:/);
    expect(JSON.stringify(rows)).not.toContain('6788"');
    await expect(correct('123-45-6788')).rejects.toMatchObject({ message: 'This value is already on record.' });
    const again = await correct('123-45-6787');
    await dana.api.changes.undo({ id: again.changeId });
    expect((await detail(memberId)).ssnLast4).toBe('6788');
    expect((await dana.api.search.find({ ssn: '123456788' })).members.map(({ id }) => id)).toEqual([memberId]);
  });

  it('changes plan from a day on, and her family follows', async () => {
    const memberId = await ines();
    const change = (line: EnrolledLine, plan: string, from: string) =>
      dana.api.members.changePlan({ groupId: kestrel, memberId, line, planId: planId(plan), from });
    expect(await pathsOf(change('medical', 'Standard HMO', '2026-12-01'))).toEqual(['planId']);
    expect(await pathsOf(change('medical', 'Premium PPO Plus', '2026-01-01'))).toEqual(['from']);
    await change('medical', 'Premium PPO Plus', '2026-12-01');
    await change('vision', 'Basic Vision', '2026-12-01');
    const { rows } = await server.owner.query(
      `select count(*)::int as people from coverage_spans s join health_plans p on p.id = s.plan_id where s.subscriber_id = $1 and upper_inf(s.recorded) and p.plan_name = 'Premium PPO Plus' and lower(s.covered) = '2026-12-01'`,
      [memberId],
    );
    expect(rows[0].people).toBe(6);
    expect(
      (await dana.api.members.forEdit({ groupId: kestrel, memberId })).coverage.map(
        ({ line, planName }) => `${line} ${planName}`,
      ),
    ).toEqual(['dental Premium Dental', 'medical Standard HMO', 'medical Premium PPO Plus', 'vision Basic Vision']);
  });

  it('gets one more child, and no second spouse', async () => {
    const memberId = await ines();
    const baby = {
      ...dependent('Iris', 'child', '2026-11-01'),
      plans: {
        medical: { selected: planId('Premium PPO Plus'), startDate: '2026-12-01', endDate: '' },
        dental: NONE,
        vision: NONE,
      },
    };
    expect(
      await pathsOf(
        dana.api.members.addDependent({ groupId: kestrel, memberId, dependent: { ...baby, relationship: 'spouse' } }),
      ),
    ).toEqual(['relationship']);
    const { id } = await dana.api.members.addDependent({ groupId: kestrel, memberId, dependent: baby });
    expect(await detail(id)).toMatchObject({
      name: 'Iris Calderwood',
      subscriberName: 'Ines Calderwood',
      status: 'pending',
    });
    const read = await dana.api.members.forEdit({ groupId: kestrel, memberId: id });
    await dana.api.members.edit({
      groupId: kestrel,
      memberId: id,
      version: read.version,
      values: { ...read.values, firstName: 'Írisz', relationship: 'adopted_child' },
    });
    expect(await detail(id)).toMatchObject({ name: 'Írisz Calderwood', relationship: 'adopted_child' });
  });

  it('has a tobacco answer of an earlier day, or of the same day again, only with a reason; the history has both', async () => {
    const id = await ines();
    const record = (usesTobacco: 'yes' | 'no', from: string, overrideReason?: string) =>
      dana.api.members.recordTobacco({
        groupId: kestrel,
        memberId: id,
        usesTobacco,
        from,
        attestedOn: '2026-11-20',
        ...(overrideReason !== undefined && { overrideReason }),
      });
    await record('no', '2026-12-01');
    expect(await pathsOf(record('yes', '2026-10-01'))).toEqual(['from']);
    expect(await pathsOf(record('yes', '2026-12-01'))).toEqual(['from']);
    await record('yes', '2026-12-01', 'Answered for her husband');
    expect((await detail(id)).tobacco).toEqual([
      { usesTobacco: true, effectiveOn: '2026-12-01', attestedOn: '2026-11-20' },
    ]);
    const { rows } = await server.owner.query(
      `select c.summary, c.reason, i.before->>'tobaccoUse' as before, i.after->>'tobaccoUse' as after
       from changes c join change_items i on i.change_id = c.id where c.kind = 'tobacco_use' and i.entity_id = $1 order by c.id`,
      [id],
    );
    expect(rows).toEqual([
      { summary: 'Recorded the tobacco use of a member', reason: null, before: null, after: 'Does not use tobacco' },
      {
        summary: 'Replaced the tobacco answer of a member',
        reason: 'Answered for her husband',
        before: 'Does not use tobacco',
        after: 'Uses tobacco',
      },
    ]);
  });
});
