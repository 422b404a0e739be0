import type { CarrierProfileInput } from '@openbenefits/contract/outbound';
import { x12Segments } from '@openbenefits/domain/x12/x12-segments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBytes } from '../readers/samples/read-here.ts';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { newGroup } from '../corpus-run.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let profileId: string;
const PROFILE: CarrierProfileInput = {
  name: 'Heartland weekly',
  carrierName: null,
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: '30',
  receiverId: '420000001',
  mode: 'change',
  familyId: 'ssn',
  lineCodes: { medical: 'PPO' },
  planCodes: {},
  separators: '*:^~',
  uppercase: true,
  usage: 'P',
};
const OLA: SampleMember = {
  first: 'Ola',
  last: 'Oak',
  ssn: '123450811',
  birth: '19900101',
  family: '123450811',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const ODA: SampleMember = {
  first: 'Oda',
  last: 'Oak',
  birth: '20150101',
  family: '123450811',
  relationship: '19',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const IVO: SampleMember = { ...OLA, first: 'Ivo', last: 'Elm', ssn: '123450812', family: '123450812' };
let next = 800;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  ({ id: profileId } = await dana.api.files.outbound.saveProfile({ ...PROFILE, idempotencyKey: 'heartland-weekly-1' }));
  // Sent again by a page that heard no answer: the same profile.
  expect(await dana.api.files.outbound.saveProfile({ ...PROFILE, idempotencyKey: 'heartland-weekly-1' })).toEqual({
    id: profileId,
  });
  // The people of the sample world are told and accepted first.
  const { controlNumber } = await dana.api.files.outbound.create({ profileId });
  expect(await send(ack(controlNumber, 'A'))).toMatchObject({ status: 'completed', mode: 'acknowledgement' });
  await load([OLA, ODA, IVO]);
});
afterAll(() => server.close());

const send = async (text: string) => {
  const sent = await server.upload(dana, 'file.edi', text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const load = async (members: readonly SampleMember[]) =>
  expect(await send(edi834(members, { control: String(next++).padStart(9, '0') }))).toMatchObject({
    status: 'completed',
    refused: 0,
  });
const download = (id: string, person = dana) =>
  fetch(`${server.url}/downloads/outbound/${id}`, { headers: { cookie: person.cookie } });
const segmentsOf = async (id: string): Promise<string[]> =>
  x12Segments(await (await download(id)).text()).map((elements) => elements.join('*'));
/** What the file says of people: name, action, and each coverage. */
const said = async (id: string): Promise<string[]> => {
  const { records } = await readBytes('x.edi', await (await download(id)).text());
  return records.map(({ firstName, action, coverages }) =>
    [
      `${firstName} ${action}`,
      ...coverages.map((one) => `${one.action} ${one.planKey} ${one.from}${one.until ? ` ${one.until}` : ''}`),
    ].join(', '),
  );
};
const ack = (control: string, answer: 'A' | 'R', sender = '420000001') => {
  const number = String(Number(control));
  return [
    `ISA*00*          *00*          *30*${sender.padEnd(15)}*ZZ*OPENBENEFITS   *261120*0930*^*00501*${String(next++).padStart(9, '0')}*0*P*:`,
    `GS*FA*${sender}*OPENBENEFITS*20261120*0930*1*X*005010X231A1`,
    'ST*999*0001*005010X231A1',
    `AK1*BE*${number}*005010X220A1`,
    'AK2*834*0001*005010X220A1',
    ...(answer === 'R' ? ['IK3*INS*9*2000*8', 'IK4*4*1203*7*28'] : []),
    `IK5*${answer}${answer === 'R' ? '*5' : ''}`,
    `AK9*${answer}*1*1*${answer === 'A' ? 1 : 0}`,
    `SE*${answer === 'R' ? 8 : 6}*0001`,
    'GE*1*1',
    'IEA*1*1',
    '',
  ].join('~\n');
};

describe('Dana makes files for a carrier', () => {
  it('tells of three new people, in an envelope with true totals and numbers, readable by our own reader', async () => {
    const file = await dana.api.files.outbound.create({ profileId });
    expect(file).toMatchObject({
      profile: { name: 'Heartland weekly' },
      mode: 'change',
      usage: 'P',
      people: 3,
      answer: null,
      controlNumber: expect.stringMatching(/^\d{9}$/),
    });
    const segments = await segmentsOf(file.id);
    expect(segments).toHaveLength(file.segments);
    expect(segments[0]).toContain('*30*420000001*');
    expect(segments).toContain(
      `GS*BE*OPENBENEFITS*420000001*${segments[1]?.split('*')[4]}*${segments[1]?.split('*')[5]}*${Number(file.controlNumber)}*X*005010X220A1`,
    );
    expect(segments).toContain('HD*021**PPO*MED-PPO*ECH');
    expect(segments).toContain('INS*N*19*021*28*A');
    const set = segments.slice(
      segments.findIndex((one) => one.startsWith('ST')),
      segments.findIndex((one) => one.startsWith('SE')) + 1,
    );
    expect(set.at(-1)).toBe(`SE*${set.length}*0001`);
    expect(await said(file.id)).toEqual([
      'IVO add, add MED-PPO 2026-01-01',
      'OLA add, add MED-PPO 2026-01-01',
      'ODA add, add MED-PPO 2026-01-01',
    ]);
    const { facts, records } = await readBytes('x.edi', await (await download(file.id)).text());
    expect(facts.remarks).toEqual([]);
    expect(records.map(({ familyKey, ssn }) => [familyKey, ssn])).toEqual([
      ['123450812', '123450812'],
      ['123450811', '123450811'],
      ['123450811', undefined],
    ]);
  });

  it('has nothing to tell while nothing changes, and then tells the difference; an end until a 999 accepts it', async () => {
    await expect(dana.api.files.outbound.create({ profileId })).rejects.toMatchObject({
      message: expect.stringContaining('Nothing has changed'),
    });
    await load([
      { ...IVO, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] },
      { ...OLA, action: '001', plans: [['HLT', 'MED-HMO', '20261201']] },
    ]);
    const second = await dana.api.files.outbound.create({ profileId });
    expect(await said(second.id)).toEqual([
      'IVO end, end MED-PPO 2026-01-01 2026-12-01',
      'OLA change, change MED-HMO 2026-12-01',
      'ODA change, change MED-HMO 2026-12-01',
    ]);
    expect(await segmentsOf(second.id)).toContain('DTP*349*D8*20261130');
    const again = await dana.api.files.outbound.create({ profileId });
    expect(await said(again.id)).toEqual(['IVO end, end MED-PPO 2026-01-01 2026-12-01']);
    // Something else of this carrier had the same number.
    await send(ack(again.controlNumber, 'R').replace('AK1*BE', 'AK1*HP'));
    expect((await dana.api.files.outbound.files({ profileId })).rows[0]).toMatchObject({ id: again.id, answer: null });
    const job = await send(ack(again.controlNumber, 'A'));
    expect(await dana.api.files.answers({ id: job.id })).toMatchObject({
      answers: [
        {
          kind: '999',
          answer: 'A',
          sent: { id: again.id, carrier: 'Heartland weekly', people: again.people },
          findings: [],
        },
      ],
    });
    expect((await dana.api.files.outbound.files({ profileId })).rows[0]).toMatchObject({ id: again.id, answer: 'A' });
    await expect(dana.api.files.outbound.create({ profileId })).rejects.toMatchObject({
      message: expect.stringContaining('Nothing has changed'),
    });
  });

  it('tells again what the carrier has rejected; the 999 names the person of ours', async () => {
    await load([{ ...OLA, first: 'Una', last: 'Ulm', ssn: '123450813', family: '123450813' }]);
    const file = await dana.api.files.outbound.create({ profileId });
    expect(await said(file.id)).toContain('UNA add, add MED-PPO 2026-01-01');
    // Another carrier answers a number of its own that is ours by chance.
    expect(
      (await dana.api.files.answers({ id: (await send(ack(file.controlNumber, 'R', 'SOMEBODYELSE'))).id }))?.answers[0]
        ?.sent,
    ).toBeNull();
    await expect(dana.api.files.outbound.create({ profileId })).rejects.toMatchObject({
      message: expect.stringContaining('Nothing has changed'),
    });
    const job = await send(ack(file.controlNumber, 'R'));
    const [answer] = (await dana.api.files.answers({ id: job.id }))?.answers ?? [];
    expect(answer).toMatchObject({ answer: 'R', sent: { id: file.id } });
    expect(answer?.findings[0]).toMatchObject({ person: 'UNA ULM', position: 9 });
    const repeated = await dana.api.files.outbound.create({ profileId });
    expect(await said(repeated.id)).toContain('UNA add, add MED-PPO 2026-01-01');
  });

  it(
    'tells once that somebody never was, when the import that brought them in is undone, and then of the same person imported again',
    { tags: ['slow'] },
    async () => {
      const zoe: SampleMember = { ...OLA, first: 'Zoe', last: 'Zahn', ssn: '123450814', family: '123450814' };
      const zac: SampleMember = { ...ODA, first: 'Zac', last: 'Zahn', family: '123450814' };
      const job = await send(edi834([zoe, zac], { control: String(next++).padStart(9, '0') }));
      const told = await dana.api.files.outbound.create({ profileId });
      expect(await said(told.id)).toEqual(
        expect.arrayContaining(['ZOE add, add MED-PPO 2026-01-01', 'ZAC add, add MED-PPO 2026-01-01']),
      );
      await send(ack(told.controlNumber, 'A'));
      await dana.api.changes.undo({ id: job.changeId ?? '', idempotencyKey: crypto.randomUUID() });
      await load([{ ...zoe, plans: [['HLT', 'MED-PPO', '20260201']] }]);
      const after = await dana.api.files.outbound.create({ profileId });
      expect(await said(after.id)).toEqual([
        'ZOE end, void MED-PPO 2026-01-01',
        'ZAC end, void MED-PPO 2026-01-01',
        'ZOE add, add MED-PPO 2026-02-01',
      ]);
      await send(ack(after.controlNumber, 'A'));
      await expect(dana.api.files.outbound.create({ profileId })).rejects.toMatchObject({
        message: expect.stringContaining('Nothing has changed'),
      });
    },
  );

  it('does not tell an end again that was accepted, when only a name is new', { tags: ['slow'] }, async () => {
    const ann: SampleMember = { ...OLA, first: 'Ann', last: 'Ash', ssn: '123450816', family: '123450816' };
    await load([{ ...ann, plans: [['HLT', 'MED-PPO', '20260101', '20261231']] }]);
    await send(ack((await dana.api.files.outbound.create({ profileId })).controlNumber, 'A'));
    await load([{ ...ann, last: 'Alder', action: '001', plans: [] }]);
    expect(await said((await dana.api.files.outbound.create({ profileId })).id)).toEqual(['ANN change']);
    await expect(dana.api.files.outbound.create({ profileId })).rejects.toMatchObject({
      message: expect.stringContaining('Nothing has changed'),
    });
  });

  it(
    'tells the first day of periods that join, where a version before this had told that of the last',
    { tags: ['slow'] },
    async () => {
      const una: SampleMember = {
        ...OLA,
        first: 'Una',
        last: 'Fern',
        ssn: '123450877',
        family: '123450877',
        plans: [['HLT', 'MED-PPO', '20260101', '20260531']],
      };
      await load([una]);
      await load([{ ...una, plans: [['HLT', 'MED-PPO', '20260601']] }]);
      const first = await dana.api.files.outbound.create({ profileId });
      expect(await said(first.id)).toContain('UNA add, add MED-PPO 2026-01-01');
      await send(ack(first.controlNumber, 'A'));
      await server.owner.query(
        `update outbound_sent set covered_from = '2026-06-01' where interchange_id = $1 and member_id = (select id from members where first_name = 'Una' and last_name = 'Fern')`,
        [first.id],
      );
      const again = await dana.api.files.outbound.create({ profileId });
      expect(await said(again.id)).toContain('UNA change, change MED-PPO 2026-01-01');
      await send(ack(again.controlNumber, 'A'));
      await expect(dana.api.files.outbound.create({ profileId })).rejects.toMatchObject({
        message: expect.stringContaining('Nothing has changed'),
      });
    },
  );

  it(
    'hears who of which employer is meant, takes a set that was rejected for rejected whatever AK9 says, and is told what does not fit',
    { tags: ['slow'] },
    async () => {
      const other = await newGroup(dana, 41);
      await load([{ ...OLA, first: 'Abe', last: 'Arch', ssn: '123450817', family: '123450817' }]);
      expect(
        await send(
          edi834([{ ...OLA, first: 'Bea', last: 'Bell', ssn: '123450818', family: '123450818' }], {
            control: String(next++).padStart(9, '0'),
            group: other.cim,
          }),
        ),
      ).toMatchObject({ status: 'completed', added: 1 });
      const file = await dana.api.files.outbound.create({ profileId });
      expect(await said(file.id)).toEqual(['ABE add, add MED-PPO 2026-01-01', 'BEA add, add MED-PPO 2026-01-01']);
      const rejected = [
        'IK5*R*5',
        'AK2*834*0002*005010X220A1',
        'IK3*INS*9*2000*8',
        'IK4*4*1203*7*28',
        'IK5*R*5',
        'AK2*834*0009*005010X220A1',
        'IK5*A',
      ].join('~\n');
      const job = await send(ack(file.controlNumber, 'A').replace('IK5*A', rejected));
      const [answer] = (await dana.api.files.answers({ id: job.id }))?.answers ?? [];
      expect(answer).toMatchObject({ answer: 'P', sent: { id: file.id } });
      expect(answer?.findings.map(({ person, text }) => `${person ?? ''} ${text}`)).toEqual([
        ' The reply has the wrong segment count (SE01). Part of it may be missing.',
        ' The reply names transaction set 0009, which is not in our file.',
        ' The set 0001 was rejected (code 5), without the reason',
        'BEA BELL Maintenance reason (INS04) "28" is not in the guide',
      ]);
      const again = await dana.api.files.outbound.create({ profileId });
      expect(await said(again.id)).toEqual(['ABE add, add MED-PPO 2026-01-01', 'BEA add, add MED-PPO 2026-01-01']);
      await send(ack(again.controlNumber, 'A'));
    },
  );

  it('says COBRA with its event and dates, Medicare, and the number that the carrier gave, all readable again', async () => {
    const text = edi834([{ ...OLA, first: 'Cleo', last: 'Cobb', ssn: '123450815', family: '123450815' }], {
      control: String(next++).padStart(9, '0'),
    })
      .replace('INS*Y*18*021*28*A***FT', 'INS*Y*18*021*09*C*C*1*TE')
      .replace(
        'REF*0F*123450815',
        [
          'REF*0F*123450815',
          'REF*23*HL-4711',
          'DTP*301*D8*20251215',
          'DTP*340*D8*20260101',
          'DTP*341*D8*20270630',
        ].join('~\n'),
      )
      .replace(/SE\*(\d+)/, (_, count) => `SE*${Number(count) + 4}`);
    expect(await send(text)).toMatchObject({ status: 'completed', added: 1, refused: 0, remarks: [] });
    const file = await dana.api.files.outbound.create({ profileId });
    const segments = await segmentsOf(file.id);
    expect(segments).toEqual(
      expect.arrayContaining([
        'INS*Y*18*021*09*C*C*1*TE',
        'REF*23*HL-4711',
        'DTP*301*D8*20251215',
        'DTP*340*D8*20260101',
        'DTP*341*D8*20270630',
      ]),
    );
    const { facts, records } = await readBytes('x.edi', await (await download(file.id)).text());
    expect(facts.remarks).toEqual([]);
    expect(records).toMatchObject([
      {
        firstName: 'CLEO',
        carrierMemberId: 'HL-4711',
        benefitStatus: 'C',
        medicarePlan: 'C',
        cobraEvent: '1',
        cobraEventDate: '2025-12-15',
        cobraBeginDate: '2026-01-01',
        cobraEndDate: '2027-06-30',
      },
    ]);
    await send(ack(file.controlNumber, 'A'));
  });

  it(
    'made while an import is being applied tells what is written, and the next one the rest',
    { tags: ['slow'] },
    async () => {
      const [first, second] = [await newGroup(dana, 42), await newGroup(dana, 43)];
      // The import waits for the second employer, as for somebody who has a family of it in hand.
      await server.owner.query('begin');
      await server.owner.query('select pg_advisory_xact_lock(hashtextextended($1, 834))', [second.id]);
      const sent = await server.upload(
        dana,
        'file.edi',
        edi834(
          [
            { ...OLA, first: 'Fay', ssn: '123450819', family: '123450819' },
            { ...OLA, first: 'Flo', ssn: '123450820', family: '123450820' },
          ],
          { control: String(next++).padStart(9, '0'), group: first.cim },
        ).replace(new RegExp(`(123450820~\\nREF\\*1L\\*)${first.cim}`), `$1${second.cim}`),
      );
      const written = async (): Promise<number> =>
        (await server.owner.query('select from members where group_id = $1', [first.id])).rowCount ?? 0;
      while ((await written()) === 0) await dana.api.files.job({ id: sent.id });
      expect((await dana.api.files.job({ id: sent.id })).status).toBe('processing');
      const during = await dana.api.files.outbound.create({ profileId });
      expect(await said(during.id)).toEqual(['FAY add, add MED-PPO 2026-01-01']);
      await server.owner.query('commit');
      expect(await server.finished(dana, sent.id)).toMatchObject({ status: 'completed', added: 2 });
      const after = await dana.api.files.outbound.create({ profileId });
      expect(await said(after.id)).toEqual(['FLO add, add MED-PPO 2026-01-01']);
      await send(ack(during.controlNumber, 'A'));
      await send(ack(after.controlNumber, 'A'));
    },
  );

  it('a full file holds everybody who is covered, and a test file is told to nobody', async () => {
    const full = await dana.api.files.outbound.create({ profileId, mode: 'full' });
    expect((await said(full.id)).every((one) => one.includes(' compare, compare '))).toBe(true);
    const { id } = await dana.api.files.outbound.saveProfile({
      ...PROFILE,
      name: 'Trial',
      usage: 'T',
      separators: "|>!'",
      familyId: 'member_number',
      uppercase: false,
      voids: 'same_day',
    });
    expect((await dana.api.files.outbound.profiles({})).profiles.map(({ name, voids }) => [name, voids])).toEqual([
      ['Heartland weekly', 'delete'],
      ['Trial', 'same_day'],
    ]);
    const [first, second] = [
      await dana.api.files.outbound.create({ profileId: id }),
      await dana.api.files.outbound.create({ profileId: id }),
    ];
    expect(first.people).toBe(second.people);
    const text = await (await download(first.id)).text();
    expect(text).toMatch(/^ISA\|00\|.*\|0\|T\|>'/);
    expect(text).not.toContain('REF|0F|123450811');
  });

  it('names coverage levels by the codes of the carrier, and those of the guide where it has none of its own', async () => {
    const own = {
      ...PROFILE,
      name: 'Heartland levels',
      receiverId: '420000009',
      mode: 'full' as const,
      tierCodes: { ECH: 'E+C' },
    };
    const { id } = await dana.api.files.outbound.saveProfile({ ...own, idempotencyKey: 'heartland-levels-1' });
    const { profiles } = await dana.api.files.outbound.profiles({});
    expect(profiles.find((one) => one.id === id)).toMatchObject({ tierCodes: { ECH: 'E+C' } });
    const file = await dana.api.files.outbound.create({ profileId: id });
    const levels = (await segmentsOf(file.id)).filter((one) => one.startsWith('HD*')).map((one) => one.split('*')[5]);
    expect(levels).toContain('E+C');
    expect(levels).toContain('EMP');
    expect(levels).not.toContain('ECH');
    await expect(
      dana.api.files.outbound.saveProfile({
        ...own,
        name: 'Heartland long',
        tierCodes: { ECH: 'CHILDREN' },
        idempotencyKey: 'heartland-levels-2',
      }),
    ).rejects.toThrow('Some entries need your attention.');
  });
});

describe('who may not, and what is not', () => {
  it('a read-only person sees the list and makes and fetches nothing; nobody sees nothing', async () => {
    const luis = await server.as('read_only');
    const { rows } = await luis.api.files.outbound.files({});
    expect(rows.length).toBeGreaterThan(3);
    await expect(luis.api.files.outbound.create({ profileId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(luis.api.files.outbound.saveProfile(PROFILE)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await download(rows[0]?.id ?? '', luis)).status).toBe(403);
    expect((await download(rows[0]?.id ?? '', await server.as('nobody'))).status).toBe(401);
    expect((await download('..%2Fkeys')).status).toBe(404);
  });

  it('somebody who works on assigned groups is told why', async () => {
    const priya = await server.as('group_administrator');
    await expect(priya.api.files.outbound.create({ profileId })).rejects.toMatchObject({
      message: expect.stringContaining('concerns all groups'),
    });
    expect((await priya.api.files.outbound.files({})).rows).toEqual([]);
  });

  it.each<[string, Partial<CarrierProfileInput>]>([
    ['three separators', { separators: '*:^' }],
    ['one separator twice', { separators: '*:*~' }],
    ['a dash that stands in data', { separators: '*-^~' }],
    ['a letter as separator', { separators: 'A:^~' }],
    ['a receiver of 16 characters', { receiverId: '1234567890123456' }],
    ['no name', { name: ' ' }],
  ])('%s is refused', async (_name, change) => {
    await expect(dana.api.files.outbound.saveProfile({ ...PROFILE, name: 'Other', ...change })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('a name twice, and a profile that another has changed since', async () => {
    await expect(dana.api.files.outbound.saveProfile(PROFILE)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [profile] = (await dana.api.files.outbound.profiles({})).profiles;
    await dana.api.files.outbound.saveProfile({ ...PROFILE, id: profileId, version: profile?.version });
    await expect(
      dana.api.files.outbound.saveProfile({ ...PROFILE, id: profileId, version: profile?.version }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Another user changed'),
    });
  });

  it('SSNs stand nowhere in plain text, and making and fetching is in the audit', async () => {
    const { rows: tables } = await server.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables)
      expect(
        (await server.owner.query(`select 1 from ${name} t where t::text ~ '12345081' limit 1`)).rows,
        name,
      ).toEqual([]);
    const { rows } = await server.owner.query<{ action: string }>(
      `select distinct action from audit_log where target_kind = 'outbound_file' order by action`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['files.downloadOutbound', 'files.outbound.create']);
  });
});

it('of profiles that are saved under one name at the same moment one is kept, and the others are told at the name', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => dana.api.files.outbound.saveProfile({ ...PROFILE, name: 'At once' })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of answers)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({
        code: 'CONFLICT',
        data: { problems: [{ path: 'name', message: 'Another carrier profile has this name.' }] },
      });
});
