import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootOf } from '../../testing/merkle-root.ts';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let group: string;
const CIM = 'CIM-2026-000001';
const MED = (plan = 'MED-PPO', from = '20260101') => ['HLT', plan, from] as const;
const STAFF: SampleMember[] = Array.from({ length: 14 }, (_, index) => ({
  first: `Person${String.fromCharCode(65 + index)}`,
  last: 'Lindqvist',
  ssn: `1234520${String(index).padStart(2, '0')}`,
  birth: `198${index % 10}0101`,
  family: `1234520${String(index).padStart(2, '0')}`,
  plans: [MED()],
}));

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = (await dana.api.groups.byCim({ cim: CIM })).id;
});
afterAll(() => server.close());

const send = async (
  members: readonly SampleMember[],
  options: Parameters<typeof edi834>[1] = {},
  name = 'file.edi',
  chosen?: string,
) => {
  const sent = await server.upload(dana, name, edi834(members, { bgn08: '4', ...options }), chosen);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const applied = async (id: string) => {
  await dana.api.files.approve({ id });
  for await (const job of await dana.api.files.watch({ id }))
    if (job.status !== 'held' && job.status !== 'queued' && job.status !== 'processing') return job;
  return dana.api.files.job({ id });
};
const people = async (): Promise<number> => (await dana.api.members.ofGroup({ groupId: group, limit: 1 })).total;
const state = async (): Promise<unknown[]> =>
  (
    await server.owner.query(
      `select first_name, last_name, status, (select jsonb_agg(jsonb_build_array(s.line, s.plan_id, s.covered) order by s.line, s.covered) from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded)) as spans
     from members m where group_id = $1 and removed_by is null order by first_name, last_name`,
      [group],
    )
  ).rows;

describe('a full file', () => {
  it('that is clean posts by itself, and the rehearsal it passed says what it did to the premium', async () => {
    const job = await send(STAFF);
    expect(job).toMatchObject({
      status: 'completed',
      mode: 'full',
      added: 14,
      ended: 0,
      missing: 0,
      stops: [],
      premium: { on: '2026-12-01', before: 0, change: 14 * 64_500 },
      sender: { name: 'SAMPLE EMPLOYER' },
    });
    expect(await dana.api.files.premiums({ id: job.id })).toMatchObject([
      { planName: 'Premium PPO Plus', before: 0, after: 14 * 64_500 },
    ]);
    const changes = await dana.api.files.changes({ id: job.id });
    expect(changes).toMatchObject({ total: 14, selected: 14 });
    expect(changes.rows[0]).toMatchObject({
      person: 'PersonA Lindqvist',
      action: 'added',
      what: 'Premium PPO Plus from 01/01/2026',
      effective: '2026-01-01',
      premiumChange: 64_500,
      memberId: expect.any(String),
    });
    // One entry in the audit log stands for the fourteen: the root over their change items.
    const { rows: items } = await server.owner.query<{ entry: string }>(
      `select concat_ws('|', i.item_no, i.entity_id, i.action, i.before, i.after) as entry from change_items i join file_jobs j on j.change_id = i.change_id where j.id = $1 order by item_no`,
      [job.id],
    );
    const { rows: audited } = await server.owner.query<{ root: Buffer; count: number }>(
      `select merkle_root as root, item_count as count from audit_log where action = 'files.apply' and target_id = $1`,
      [job.id],
    );
    expect(audited).toMatchObject([{ count: 14 }]);
    expect(audited[0]?.root.equals(rootOf(items.map(({ entry }) => entry)))).toBe(true);
  });

  it('is held where seven of fourteen are missing; nobody changes until each is decided and it is approved', async () => {
    const before = await state();
    const job = await send(
      [
        ...STAFF.slice(0, 7),
        {
          ...(STAFF[0] as SampleMember),
          first: 'Newly',
          ssn: '123452099',
          birth: '19990101',
          family: '123452099',
          plans: [MED('MED-HMO', '20261201')],
        },
      ],
      { control: '000000200' },
    );
    expect(job).toMatchObject({ status: 'held', stage: 'reviewing', added: 1, unchanged: 7, missing: 7 });
    expect(job.stops.map(({ code }) => code)).toEqual(['missing_people', 'fewer_records']);
    expect(job.stops[0]).toMatchObject({ title: '7 of 14 people are missing from this file', people: 7 });
    expect(await state()).toEqual(before);
    await expect(dana.api.files.approve({ id: job.id })).rejects.toMatchObject({
      message: expect.stringContaining(
        '7 missing members are undecided. For each member, choose Left or Sender error.',
      ),
    });
    const { rows: missing, undecidedMonthly } = await dana.api.files.missing({ id: job.id });
    expect(undecidedMonthly).toBe(7 * 64_500);
    expect(missing[0]).toMatchObject({
      name: 'PersonH Lindqvist',
      proposedLastDay: '2026-11-30',
      monthly: 64_500,
      lastSeen: expect.any(String),
      decision: null,
    });
    await dana.api.files.decideMissing({ id: job.id, memberIds: [missing[0]?.memberId ?? ''], decision: 'end' });
    await dana.api.files.decideMissing({ id: job.id, decision: 'keep' });
    expect(await dana.api.files.missing({ id: job.id })).toMatchObject({
      undecided: 0,
      toEnd: 1,
      toEndMonthly: 64_500,
    });
    const done = await applied(job.id);
    expect(await dana.api.files.missing({ id: job.id })).toMatchObject({ toEnd: 0, toEndMonthly: 0 });
    expect(done).toMatchObject({ status: 'completed', added: 1, unchanged: 7, approvedBy: 'Dana Whitfield' });
    expect((await state()).filter((one) => (one as { status: string }).status === 'pending_termination')).toHaveLength(
      1,
    );
    expect(await people()).toBe(15);
  });

  it('a second time is told to be processed already, and changes nothing', async () => {
    const before = await state();
    const job = await send(STAFF);
    expect(job.stops.map(({ code }) => code)).toContain('already_processed');
    await dana.api.files.reject({ id: job.id, reason: 'Sent twice' });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({
      status: 'rejected',
      errorMessage: 'Rejected by Dana Whitfield: Sent twice',
    });
    await expect(dana.api.files.approve({ id: job.id })).rejects.toMatchObject({
      message: 'This file is not awaiting approval.',
    });
    expect(await state()).toEqual(before);
  });
});

describe('what holds a file', () => {
  const change = (index: number, more: Partial<SampleMember>): SampleMember => ({
    ...(STAFF[index] as SampleMember),
    ...more,
  });

  it('a mass termination, of which a part may be applied, and the whole is undone', async () => {
    const before = await state();
    const ends = [0, 1, 2, 3, 4, 5].map((index) =>
      change(index, { action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] }),
    );
    const job = await send(ends, { bgn08: '2' });
    expect(job.stops.map(({ code }) => code)).toEqual(['mass_termination']);
    expect(job).toMatchObject({ ended: 6, premium: { change: -6 * 64_500 } });
    const { rows } = await dana.api.files.changes({ id: job.id, actions: ['ended'] });
    expect(
      await dana.api.files.choose({
        id: job.id,
        recordNos: rows.slice(1).map(({ recordNo }) => recordNo),
        excluded: true,
      }),
    ).toEqual({
      selected: 1,
      premiumChange: -64_500,
    });
    // All whom a filter shows at once, on whatever page they are.
    const choose = (filter: { actions?: 'ended'[]; search?: string; excluded: boolean }) =>
      dana.api.files.choose({ id: job.id, ...filter });
    expect(await choose({ search: rows[1]?.person ?? '', excluded: false })).toMatchObject({ selected: 2 });
    expect(await choose({ actions: ['ended'], search: 'nobody of this file', excluded: false })).toMatchObject({
      selected: 2,
    });
    expect(await choose({ actions: ['ended'], excluded: true })).toEqual({ selected: 0, premiumChange: 0 });
    expect(await choose({ actions: ['ended'], search: rows[0]?.person ?? '', excluded: false })).toEqual({
      selected: 1,
      premiumChange: -64_500,
    });
    // Somebody who still sees all of them approves no other number.
    await expect(dana.api.files.approve({ id: job.id, selected: 6 })).rejects.toMatchObject({
      message: 'The selection changed: it now has 1 change. Nothing was approved. Review it again.',
    });
    const done = await applied(job.id);
    expect(done).toMatchObject({
      status: 'completed',
      ended: 1,
      leftOut: 5,
      premium: { before: job.premium?.before, change: -64_500 },
    });
    expect((await dana.api.files.premiums({ id: job.id })).map(({ before: cost, after }) => after - cost)).toEqual([
      -64_500, 0,
    ]);
    await dana.api.changes.undo({ id: done.changeId ?? '' });
    expect(await state()).toEqual(before);
  });

  it(
    'a mass termination of few subscribers with all their dependents, though the file names none of those',
    { tags: ['slow'] },
    async () => {
      const heads = [0, 1].map((index): SampleMember => ({
        first: `Head${'AB'.charAt(index)}`,
        last: 'Broods',
        ssn: `12345290${index}`,
        birth: '19800101',
        family: `12345290${index}`,
        plans: [MED()],
      }));
      const broods = heads.map((head) =>
        ['Ida', 'Jon', 'Kai'].map((first): SampleMember => ({
          ...head,
          first,
          ssn: '',
          birth: '20150101',
          relationship: '19',
        })),
      );
      expect(await send([...heads, ...broods.flat()], { bgn08: '2' })).toMatchObject({ status: 'completed', added: 8 });
      const job = await send(
        heads.map((head) => ({ ...head, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] })),
        { bgn08: '2' },
      );
      expect(job).toMatchObject({
        status: 'held',
        ended: 2,
        stops: [
          {
            code: 'mass_termination',
            people: 8,
            title: expect.stringMatching(/This file terminates coverage of 8 people of \d+/),
          },
        ],
      });
      await dana.api.files.reject({ id: job.id, reason: 'They stay' });
      // Four people; the children are named for an earlier day as well: each is one.
      const [head] = heads as [SampleMember];
      const family = [head, ...broods.flat().slice(0, 3)].map((one, index): SampleMember => ({
        ...one,
        action: '024',
        plans: [['HLT', 'MED-PPO', '20260101', index === 0 ? '20261130' : '20261031']],
      }));
      expect(await send(family, { bgn08: '2' })).toMatchObject({ status: 'completed', refused: 0, stops: [] });
    },
  );

  it(
    'the end of a family of which the subscriber is left out: the dependents stay with him, also when nothing is chosen',
    { tags: ['slow'] },
    async () => {
      const [ugo, ute, uwe]: SampleMember[] = [
        { first: 'Ugo', last: 'Urban', ssn: '123452081', birth: '19800101', family: '123452081', plans: [MED()] },
        {
          first: 'Ute',
          last: 'Urban',
          ssn: '123452082',
          birth: '19810101',
          family: '123452081',
          relationship: '01',
          plans: [MED()],
        },
        { first: 'Uwe', last: 'Urban', birth: '20150101', family: '123452081', relationship: '19', plans: [MED()] },
      ];
      const family = [ugo, ute, uwe] as SampleMember[];
      const came = await send(family, { bgn08: '2' });
      expect(came).toMatchObject({ status: 'completed', added: 3 });
      const before = await state();
      const never = (from: string) =>
        family.map((one): SampleMember => ({ ...one, action: '024', plans: [['HLT', 'MED-PPO', '20260101', from]] }));
      // Cancelled from its first day: the stop counts those who lose it with their subscriber.
      const first = await send(never('20251231'), { bgn08: '2' });
      expect(first.stops).toMatchObject([{ code: 'rescission', people: 3 }]);
      expect((await dana.api.files.changes({ id: first.id })).rows.map(({ action }) => action)).toEqual([
        'voided',
        'unchanged',
        'unchanged',
      ]);
      const chosen = async () => (await dana.api.files.changes({ id: first.id })).rows.map(({ excluded }) => excluded);
      await dana.api.files.choose({ id: first.id, recordNos: [1], excluded: true });
      expect(await chosen()).toEqual([true, true, true]);
      await dana.api.files.choose({ id: first.id, recordNos: [1], excluded: false });
      expect(await chosen()).toEqual([false, false, false]);
      await dana.api.files.choose({ id: first.id, recordNos: [1], excluded: true });
      expect(await applied(first.id)).toMatchObject({ status: 'completed', ended: 0 });
      expect(await state()).toEqual(before);
      const second = await send(never('20251231'), { bgn08: '2', control: '000000582' });
      expect(await dana.api.files.choose({ id: second.id, excluded: true })).toEqual({ selected: 0, premiumChange: 0 });
      expect(await applied(second.id)).toMatchObject({ status: 'completed', ended: 0, premium: { change: 0 } });
      expect(await state()).toEqual(before);
      await dana.api.changes.undo({ id: came.changeId ?? '' });
    },
  );

  it(
    'a new family of which the subscriber is left out: the dependents go with him, and each of them brings him in',
    { tags: ['slow'] },
    async () => {
      const family = (number: string, names: readonly string[]): SampleMember[] =>
        names.map((first, index): SampleMember => ({
          first,
          last: 'Varga',
          ssn: index === 0 ? number : '',
          birth: index === 0 ? '19800101' : `201${index}0101`,
          family: number,
          plans: [MED()],
          ...(index > 0 && { relationship: '19' }),
        }));
      const before = await state();
      const sent = await server.upload(
        dana,
        'new.edi',
        edi834([...family('123452091', ['Vera', 'Vico', 'Viki']), ...family('123452092', ['Vlad'])], {
          bgn08: '2',
          control: '000000391',
        }).replace('*0*P*:', '*0*T*:'),
      );
      const held = await server.finished(dana, sent.id);
      expect(held).toMatchObject({ status: 'held', people: { added: 4, changed: 0, ended: 0, unchanged: 0 } });
      const choose = (recordNos: number[], excluded: boolean) =>
        dana.api.files.choose({ id: held.id, recordNos, excluded });
      const chosen = async () => {
        const { rows, selectedPremium } = await dana.api.files.changes({ id: held.id });
        return [rows.map(({ excluded }) => !excluded), selectedPremium];
      };
      expect(await choose([1], true)).toMatchObject({ selected: 1 });
      expect(await chosen()).toEqual([[false, false, false, true], 64_500]);
      await choose([3], false);
      expect(await chosen()).toEqual([[true, false, true, true], 119_325 + 64_500]);
      await choose([1], true);
      await dana.api.files.approve({ id: held.id, reason: 'The sender forgot to switch its production flag' });
      const posted = await server.finished(dana, held.id);
      expect(posted).toMatchObject({ status: 'completed', added: 1, refused: 0, people: { added: 1 } });
      await dana.api.changes.undo({ id: posted.changeId ?? '' });
      expect(await state()).toEqual(before);
    },
  );

  it('a test file, which is applied only with a reason', async () => {
    const text = edi834([change(0, { plans: [MED('MED-HMO', '20261201')] })], { control: '000000301' }).replace(
      '*0*P*:',
      '*0*T*:',
    );
    const sent = await server.upload(dana, 'test.edi', text);
    const job = await server.finished(dana, sent.id);
    expect(job).toMatchObject({ status: 'held', isTest: true, stops: [{ code: 'test_file' }] });
    await expect(dana.api.files.approve({ id: job.id })).rejects.toMatchObject({
      data: { problems: [{ path: 'reason' }] },
    });
    await dana.api.files.approve({ id: job.id, reason: 'The sender forgot to switch its production flag' });
    expect(await server.finished(dana, job.id)).toMatchObject({ isTest: true, approvedBy: 'Dana Whitfield' });
  });

  it('a file that names another group than the one it was uploaded for', { tags: ['slow'] }, async () => {
    const job = await send(
      [{ first: 'Otto', last: 'Falk', ssn: '123452777', birth: '19900101', family: '123452777', plans: [MED()] }],
      { control: '000000302', group: (await dana.api.groups.list({ search: 'Kestrel' })).rows[0]?.cim ?? '' },
      'other.edi',
      CIM,
    );
    expect(job.stops.map(({ code, title }) => [code, title])).toContainEqual([
      'other_group',
      'This file is for Kestrel Avionics Repair',
    ]);
    // The wrong one was chosen: the same file is judged anew for the one that it names, a full file without all its
    // others.
    await dana.api.files.takeNamedGroup({ id: job.id });
    const again = await server.finished(dana, job.id);
    expect(again).toMatchObject({
      status: 'held',
      added: 1,
      stops: [{ code: 'missing_people' }],
      group: { name: 'Kestrel Avionics Repair' },
    });
    await expect(dana.api.files.takeNamedGroup({ id: job.id })).rejects.toMatchObject({
      message: 'This file is not held for naming another group.',
    });
    await dana.api.files.reject({ id: job.id, reason: 'Others are missing' });
  });

  it('an SSN that belongs to somebody else; the record is refused and leads to that person', async () => {
    const job = await send([change(0, { first: 'Quite', last: 'Another', birth: '19550505' })], {
      control: '000000303',
      bgn08: '2',
    });
    expect(job).toMatchObject({ status: 'held', refused: 1, stops: [{ code: 'identity_conflict' }] });
    const {
      rows: [refused],
    } = await dana.api.files.refusals({ id: job.id, limit: 10 });
    expect(refused).toMatchObject({ person: 'Quite Another', field: 'ssn', known: [{ name: 'PersonA Lindqvist' }] });
    const { id: memberId = '', groupId = '' } = refused?.known[0] ?? {};
    expect(await dana.api.members.get({ groupId, memberId })).toMatchObject({ ssnLast4: '2000' });
    await dana.api.files.reject({ id: job.id, reason: 'To be asked' });
  });

  it('a plan code nobody knows is mapped in place, and the file goes on', async () => {
    const mapped = [2, 3].map((index) => change(index, { action: '001', plans: [['HLT', 'KX-77', '20261201']] }));
    const first = await send(mapped, { control: '000000304', bgn08: '2' });
    expect(first).toMatchObject({ status: 'completed', refused: 2 });
    const hmo = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-HMO')?.id ?? '';
    await dana.api.files.mapPlanCode({ id: first.id, code: 'KX-77', planId: hmo });
    const again = await send(mapped, { control: '000000305', bgn08: '2' });
    expect(again).toMatchObject({ status: 'completed', changed: 2, refused: 0 });
  });

  it('whoever looks at it in another window is told what is chosen, posted and undone, and finds each person with old and new values', async () => {
    const text = edi834(
      [
        change(1, { action: '001', plans: [MED('MED-HMO', '20261201')] }),
        change(8, { action: '001', first: 'Renamed' }),
      ],
      {
        control: '000000308',
        bgn08: '2',
      },
    ).replace('*0*P*:', '*0*T*:');
    const job = await server.finished(dana, (await server.upload(dana, 'watched.edi', text)).id);
    const { rows } = await dana.api.files.changes({ id: job.id, search: 'renamed' });
    const [other] = (await dana.api.files.changes({ id: job.id, search: 'personb' })).rows;
    expect(other).toMatchObject({
      action: 'changed',
      differences: [{ label: 'Medical plan', before: 'Premium PPO Plus', after: 'Standard HMO' }],
    });
    const steps = [
      () => dana.api.files.choose({ id: job.id, excluded: true }),
      () => dana.api.files.choose({ id: job.id, recordNos: rows.map(({ recordNo }) => recordNo), excluded: false }),
      () => dana.api.files.approve({ id: job.id, reason: 'The sender forgot its production flag' }),
    ];
    const seen: string[] = [];
    for await (const { status, reviews, undone, changeId } of await dana.api.files.watch({ id: job.id })) {
      if (status === 'queued' || status === 'processing') continue;
      seen.push(`${status} ${reviews}${undone ? ', undone' : ''}`);
      if (undone) break;
      if (status === 'held') await steps.shift()?.();
      else await dana.api.changes.undo({ id: changeId ?? '' });
    }
    expect(seen).toEqual(['held 0', 'held 1', 'held 2', 'completed 2', 'completed 2, undone']);

    const difference = { label: 'First name', before: 'PersonI', after: 'Renamed' };
    expect(await dana.api.files.outcomes({ id: job.id })).toMatchObject({
      total: 1,
      rows: [{ action: 'changed', differences: [difference] }],
    });
    expect((await dana.api.files.outcomes({ id: job.id, search: 'personi' })).total).toBe(1);
    expect((await dana.api.files.outcomes({ id: job.id, search: 'nobody' })).total).toBe(0);
    expect((await dana.api.files.outcomes({ id: job.id, actions: ['ended'] })).total).toBe(0);
  });

  it(
    'a record that is refused only when the file is posted stands once in its report, as refused; until then the report says that it is a preview',
    { tags: ['slow'] },
    async () => {
      const wim: SampleMember = {
        first: 'Wim',
        last: 'Zorn',
        ssn: '123452095',
        birth: '19900101',
        family: '123452095',
        plans: [MED()],
      };
      const { id } = await server.finished(
        dana,
        (
          await server.upload(
            dana,
            'wim.edi',
            edi834([wim], { control: '000000392', bgn08: '2' }).replace('*0*P*:', '*0*T*:'),
          )
        ).id,
      );
      const report = async () =>
        (
          await (
            await fetch(`${server.url}/downloads/files/${id}/report.csv`, { headers: { cookie: dana.cookie } })
          ).text()
        )
          .split('\r\n')
          .map((line) => line.split(',').slice(0, 4).join());
      expect(await report()).toEqual([
        'Segment,Person,Relationship,Outcome if Posted',
        '8,Wim Zorn,Subscriber,Added',
        '',
      ]);
      const came = await send([{ ...wim, first: 'Zita', last: 'Arendt', birth: '19700202' }], {
        control: '000000393',
        bgn08: '2',
      });
      expect(came).toMatchObject({ status: 'completed', added: 1 });
      await dana.api.files.approve({ id, reason: 'The sender forgot its production flag' });
      expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', added: 0, refused: 1 });
      expect(await report()).toEqual(['Segment,Person,Relationship,Outcome', '8,Wim Zorn,,Refused', '']);
      await dana.api.changes.undo({ id: came.changeId ?? '' });
    },
  );

  it('nobody without the right decides', async () => {
    const luis = await server.as('read_only');
    const job = await send(STAFF.slice(0, 3), { control: '000000306' });
    expect(job.status).toBe('held');
    await expect(luis.api.files.approve({ id: job.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(luis.api.files.decideMissing({ id: job.id, decision: 'end' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await luis.api.files.changes({ id: job.id })).rows.length).toBeGreaterThan(0);
  });

  it(
    'tells whose SSN somebody of another group has, as a question and no refusal; a member who left there is no second job',
    { tags: ['slow'] },
    async () => {
      const other = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.cim ?? '';
      const [cleo, dov, eli] = ['123452801', '123452802', '123452803'].map((ssn, index): SampleMember => ({
        first: ['Cleo', 'Dov', 'Eli'][index] ?? '',
        last: 'Twojobs',
        ssn,
        birth: '19900101',
        family: ssn,
        plans: [MED()],
      }));
      const first = await send([cleo, dov] as SampleMember[], { bgn08: '2' }, 'here.edi');
      expect(first).toMatchObject({ added: 2, remarks: [] });
      await send(
        [{ ...(dov as SampleMember), action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261031']] }],
        { bgn08: '2' },
        'left.edi',
      );
      const second = await send([cleo, dov, eli] as SampleMember[], { bgn08: '2', group: other }, 'there.edi', other);
      expect(second).toMatchObject({
        status: 'completed',
        added: 3,
        refused: 0,
        remarks: [
          {
            text: 'The SSN also belongs to a member of another group. It may be a second job or a wrong number. Check it.',
            count: 1,
          },
        ],
      });
      const again = await send(
        [cleo, eli] as SampleMember[],
        { bgn08: '2', group: other, control: '000000777' },
        'again.edi',
        other,
      );
      expect(again).toMatchObject({ unchanged: 2, remarks: [] });
    },
  );
});
