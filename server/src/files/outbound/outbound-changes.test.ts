import { readFileSync } from 'node:fs';
import type { CarrierProfileInput } from '@openbenefits/contract/outbound';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun } from './carrier-run.ts';

let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;

const PROFILE: CarrierProfileInput = {
  name: 'Northfold weekly',
  carrierName: null,
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: '30',
  receiverId: '420000002',
  mode: 'change',
  familyId: 'ssn',
  lineCodes: {},
  planCodes: {},
  separators: '*:^~',
  uppercase: false,
  usage: 'P',
};
const MEDICAL = [['HLT', 'MED-PPO', '20260101']] as const;
const OLA: SampleMember = { first: 'Ola', last: 'Oak', ssn: '123450911', birth: '19900101', family: '123450911', plans: MEDICAL };
const ODA: SampleMember = { first: 'Oda', last: 'Oak', birth: '20150101', family: '123450911', relationship: '19', plans: MEDICAL };
const IVO: SampleMember = { ...OLA, first: 'Ivo', last: 'Elm', ssn: '123450912', family: '123450912' };

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, PROFILE, 1);
  // The people of the sample world are told and accepted first.
  await run.answer(await run.make(), 'A');
  await run.load([OLA, IVO]);
  expect((await run.tell()).said).toEqual(['Ivo add, add MED-PPO 2026-01-01 EMP', 'Ola add, add MED-PPO 2026-01-01 EMP']);
  await run.agree();
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

const idOf = async (first: string, last = ''): Promise<string> =>
  (
    await server.owner.query<{ id: string }>(`select id from members where group_id = $1 and first_name = $2 and $3 in (last_name, '')`, [
      run.ours.id,
      first,
      last,
    ])
  ).rows[0]?.id ?? '';

describe('more than one change between two files', () => {
  it('a later first day, a gap in the past, and whoever came and left are with the carrier as they are here', async () => {
    const many = ['Una', 'Uwe', 'Urs'].map((first, index): SampleMember => ({
      first,
      last: 'Upton',
      ssn: `12345097${index}`,
      birth: '19850101',
      family: `12345097${index}`,
      plans: MEDICAL,
    }));
    const [una, uwe, urs] = many as [SampleMember, SampleMember, SampleMember];
    await run.load([una, uwe]);
    await run.tell();
    const plan = (from: string, until?: string): SampleMember['plans'] => [['HLT', 'MED-PPO', from, ...(until ? [until] : [])] as never];
    // Una begins later than was told; Uwe was not covered for two months.
    await run.load([{ ...una, action: '001' }], (text) => text.replace('HD*001', 'HD*002'));
    await run.load([
      { ...una, plans: plan('20260301') },
      { ...uwe, action: '024', plans: plan('20260101', '20260630') },
    ]);
    await run.load([
      { ...uwe, plans: plan('20260901') },
      { ...urs, plans: plan('20261101', '20261130') },
    ]);
    const file = await run.tell();
    expect(file.said).toEqual([
      'Una change, void MED-PPO 2026-01-01, add MED-PPO 2026-03-01 EMP',
      'Urs add, add MED-PPO 2026-11-01 2026-12-01 EMP',
      'Uwe change, end MED-PPO 2026-01-01 2026-07-01 EMP, add MED-PPO 2026-09-01 EMP',
    ]);
    await run.agree();
    await run.nothing();
    // A change of plan that is taken back, with the family.
    const ulf: SampleMember = { first: 'Ulf', last: 'Upton', birth: '20150101', family: uwe.family, relationship: '19', plans: plan('20260901') };
    await run.load([ulf]);
    await run.tell();
    await run.load([{ ...uwe, action: '001', plans: [['HLT', 'MED-HMO', '20261101']] }]);
    await run.tell();
    await run.agree();
    await run.load([{ ...uwe, action: '001', plans: [['HLT', 'MED-HMO', '20261101']] }], (text) => text.replace('HD*001', 'HD*002'));
    await run.load([
      { ...uwe, action: '025', plans: plan('20260901') },
      { ...ulf, action: '025', plans: plan('20260901') },
    ]);
    expect((await run.tell()).said).toEqual([
      'Uwe change, void MED-HMO 2026-11-01, reinstate MED-PPO 2026-09-01 ECH',
      'Ulf change, void MED-HMO 2026-11-01, reinstate MED-PPO 2026-09-01',
    ]);
    await run.agree();
    await run.nothing();
    // Months in front of what was told, and somebody who came and left before the first file of whom we hear only now.
    server.clock.set('2026-11-20T18:05:00Z');
    await run.load([
      { first: 'Ula', last: 'Upton', ssn: '123450973', birth: '19850101', family: '123450973', plans: plan('20260901', '20260930') },
      { ...una, plans: plan('20251001', '20251231') },
      { ...uwe, plans: plan('20260801', '20260815') },
    ]);
    expect((await run.tell()).said).toEqual([
      'Ula add, add MED-PPO 2026-09-01 2026-10-01 EMP',
      'Una change, add MED-PPO 2025-10-01 2026-01-01 EMP',
      'Uwe change, add MED-PPO 2026-08-01 2026-08-16 EMP',
    ]);
    await run.agree();
    await run.nothing();
  });
});

describe('the level of a subscriber', () => {
  it('is told with the child that comes, with the day from which it holds; the coverage stays as it was', async () => {
    await run.load([{ ...ODA, plans: [['HLT', 'MED-PPO', '20261101']] }]);
    const file = await run.make();
    expect(file.said).toEqual(['Ola change, change MED-PPO 2026-01-01 ECH', 'Oda add, add MED-PPO 2026-11-01']);
    expect(file.segments).toContain('INS*Y*18*001*AI*A***AC');
    const at = file.segments.indexOf('HD*001**HLT*MED-PPO*ECH');
    expect(file.segments.slice(at + 1, at + 3)).toEqual(['DTP*303*D8*20261101', 'DTP*348*D8*20260101']);
    await run.take(file);
    await run.agree();
    await run.nothing();
    // Rejected: both are told again.
    await run.answer(file, 'R');
    expect((await run.tell()).said).toEqual(file.said);
    await run.nothing();
  });

  it('goes back with the child, on the day after its last', async () => {
    await run.load([{ ...ODA, action: '024', plans: [['HLT', 'MED-PPO', '20261101', '20261231']] }]);
    const file = await run.tell();
    expect(file.said).toEqual(['Ola change, change MED-PPO 2026-01-01 EMP', 'Oda end, end MED-PPO 2026-11-01 2027-01-01']);
    expect(file.segments).toContain('DTP*303*D8*20270101');
    await run.agree();
    await run.nothing();
  });

  it('is told step by step of a family that comes in on different days', async () => {
    const ute: SampleMember = { ...OLA, first: 'Ute', last: 'Ulm', ssn: '123450913', family: '123450913' };
    await run.load([
      ute,
      { ...ODA, first: 'Uwe', last: 'Ulm', family: ute.family, relationship: '01', birth: '19910101', plans: [['HLT', 'MED-PPO', '20261201']] },
      { ...ODA, first: 'Una', last: 'Ulm', family: ute.family, plans: [['HLT', 'MED-PPO', '20270101']] },
    ]);
    const file = await run.tell();
    expect(file.said[0]).toBe('Ute add, add MED-PPO 2026-01-01 EMP, change MED-PPO 2026-01-01 ESP, change MED-PPO 2026-01-01 FAM');
    expect(file.segments.filter((one) => one.startsWith('DTP*303'))).toEqual(['DTP*303*D8*20261201', 'DTP*303*D8*20270101']);
    await run.agree();
    await run.nothing();
  });

  it('in a full file is the one of today, which takes nothing away from what was told of one to come', async () => {
    const full = await run.make('full');
    expect(full.said).toEqual(expect.arrayContaining(['Ute compare, compare MED-PPO 2026-01-01 EMP', 'Ola compare, compare MED-PPO 2026-01-01 ECH']));
    await run.take(full);
    await run.answer(full, 'A');
    await run.agree();
    await run.nothing();
  });
});

describe('somebody whose identity was corrected', () => {
  const UTE = '123450913';
  const correct = async (name: string, change: { ssn?: string; dateOfBirth?: string }) =>
    dana.api.members.correctIdentity({
      groupId: run.ours.id,
      memberId: await idOf(name),
      reason: 'Card seen',
      ssn: '',
      dateOfBirth: '',
      ...change,
      idempotencyKey: crypto.randomUUID(),
    });

  it('a subscriber with a wrong SSN is told with the old one, and the family with the number it had', async () => {
    await correct('Ute', { ssn: '123-45-0923' });
    const file = await run.make();
    expect(file.said).toEqual(['Ute change', 'Una change', 'Uwe change']);
    expect(file.segments).toEqual(
      expect.arrayContaining([
        'INS*Y*18*001*25*A***AC',
        'REF*0F*123450923',
        `REF*Q4*${UTE}`,
        'NM1*74*1*Ulm*Ute****34*123450923',
        `NM1*70*1*Ulm*Ute****34*${UTE}`,
      ]),
    );
    expect(file.segments.filter((one) => one === `REF*Q4*${UTE}`)).toHaveLength(3);
    expect(file.segments.filter((one) => one.startsWith('NM1*70'))).toHaveLength(1);
    expect(file.records[0]).toMatchObject({ ssn: '123450923', previousIdentity: { ssn: UTE, firstName: 'Ute', lastName: 'Ulm' } });
    // Rejected, it is told again; accepted, it is not.
    await run.answer(file, 'R');
    expect((await run.tell()).segments).toContain(`NM1*70*1*Ulm*Ute****34*${UTE}`);
    expect((await run.agree()).filter((one) => one.includes('Ulm'))).toHaveLength(3);
    await run.nothing();
  });

  it('a wrong birth date, of somebody without an SSN, and a new name are told with the old ones', async () => {
    await correct('Una', { dateOfBirth: '2015-02-01' });
    await run.load([{ ...IVO, last: 'Ash', action: '001', plans: [] }]);
    const file = await run.tell();
    expect(file.said).toEqual(['Ivo change', 'Una change']);
    expect(file.segments).toEqual(
      expect.arrayContaining([
        'NM1*74*1*Ash*Ivo****34*123450912',
        'NM1*70*1*Elm*Ivo',
        'NM1*74*1*Ulm*Una',
        'NM1*70*1*Ulm*Una',
        'DMG*D8*20150201*F',
        'DMG*D8*20150101*F',
      ]),
    );
    expect(file.segments.filter((one) => one.startsWith('REF*Q4'))).toEqual([]);
    await run.agree();
    await run.nothing();
  });

  it('is told so in a full file, too', async () => {
    await correct('Ute', { ssn: UTE });
    const full = await run.tell('full');
    expect(full.segments).toEqual(expect.arrayContaining([`NM1*74*1*Ulm*Ute****34*${UTE}`, 'NM1*70*1*Ulm*Ute****34*123450923']));
    expect(full.segments.filter((one) => one.startsWith('NM1*70'))).toHaveLength(1);
    await run.agree();
    await run.nothing();
  });

  it('an address is no correction, and neither is an SSN that was not known before', async () => {
    await run.load(
      [
        { ...IVO, last: 'Ash', action: '001', plans: [] },
        { ...ODA, first: 'Una', last: 'Ulm', birth: '20150201', family: UTE, ssn: '123450924', action: '001', plans: [] },
      ],
      (text) =>
        text
          .replace('DMG*D8*19900101*F', 'N3*1 Mill Lane~\nN4*Dubuque*IA*52001~\nDMG*D8*19900101*F')
          .replace(/SE\*(\d+)/, (_, count) => `SE*${Number(count) + 2}`),
    );
    const file = await run.tell();
    expect(file.said).toEqual(['Ivo change', 'Una change']);
    expect(file.segments.filter((one) => /^(NM1\*7|REF\*Q4)/.test(one))).toEqual([]);
    await run.agree();
  });
});

describe('what was told and is taken back', () => {
  it('an end that was undone is a reinstatement', async () => {
    const job = await run.load([{ ...IVO, last: 'Ash', action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] }]);
    expect((await run.tell()).said).toEqual(['Ivo end, end MED-PPO 2026-01-01 2026-12-01 EMP']);
    await dana.api.changes.undo({ id: job.changeId ?? '', idempotencyKey: crypto.randomUUID() });
    expect((await run.tell()).said).toEqual(['Ivo reinstate, reinstate MED-PPO 2026-01-01 EMP']);
    expect(await run.agree()).toContainEqual(expect.stringContaining('Ivo Ash'));
    await run.nothing();
  });

  it('coverage that never was takes the family with it, and comes again', async () => {
    const ute: SampleMember = { ...OLA, first: 'Ute', last: 'Ulm', ssn: '123450913', family: '123450913' };
    await run.load([{ ...ute, action: '001' }], (text) => text.replace('HD*001', 'HD*002'));
    expect((await run.tell()).said).toEqual(['Ute end, void MED-PPO 2026-01-01', 'Una end, void MED-PPO 2027-01-01', 'Uwe end, void MED-PPO 2026-12-01']);
    expect((await run.agree()).filter((one) => one.includes('Ulm'))).toEqual([]);
    await run.nothing();
    await run.load([{ ...ute, plans: [['HLT', 'MED-PPO', '20261201']] }]);
    expect((await run.tell()).said).toEqual(['Ute add, add MED-PPO 2026-12-01 EMP']);
    await run.agree();
  });

  it('of two records that were merged one never was, and the other is told anew behind it, until that is accepted', async () => {
    await run.load([
      { ...OLA, first: 'Ole', last: 'Oak', ssn: '123450931', family: '123450931', birth: '19800101' },
      { ...ODA, first: 'Odo', family: '123450931' },
    ]);
    await run.load([
      { ...OLA, first: 'Ola', last: 'Oakes', ssn: '123450932', family: '123450932' },
      { ...ODA, first: 'Oki', last: 'Oakes', family: '123450932' },
    ]);
    await run.tell();
    await dana.api.duplicates.merge({ keep: await idOf('Ola', 'Oak'), merge: await idOf('Ola', 'Oakes'), fromOther: [], idempotencyKey: crypto.randomUUID() });
    const file = await run.make();
    expect(file.said).toEqual([
      'Ola end, void MED-PPO 2026-01-01',
      'Ola add, add MED-PPO 2026-01-01 ECH',
      'Oda add, add MED-PPO 2026-11-01 2027-01-01',
      'Oki add, add MED-PPO 2026-01-01',
    ]);
    await run.answer(file, 'R');
    const again = await run.make();
    expect(again.said).toEqual(file.said);
    await run.take(again);
    await run.answer(again, 'A');
    await run.nothing();
    await run.agree();
  });
});

describe('answers that contradict each other', () => {
  const una: SampleMember = { ...OLA, first: 'Ada', last: 'Arch', ssn: '123450941', family: '123450941' };

  it('a rejected envelope after an accepted content: what was accepted stands, and it is said', async () => {
    await run.load([una]);
    const file = await run.tell();
    const job = await run.rejectEnvelope(file, '025');
    expect(await dana.api.files.answers({ id: job.id })).toMatchObject({
      answers: [
        { kind: 'TA1', answer: 'R', sent: { id: file.id }, findings: [{ text: expect.stringContaining('accepted the content of this file before') }, {}] },
      ],
    });
    expect((await dana.api.files.outbound.files({})).rows[0]).toMatchObject({ id: file.id, answer: 'A' });
    await run.nothing();
  });

  it('a rejected envelope alone: all is told again', async () => {
    await run.load([{ ...una, last: 'Ames', action: '001', plans: [] }]);
    const file = await run.make();
    await run.rejectEnvelope(file, '022');
    expect((await run.tell()).said).toEqual(file.said);
  });

  it('content that was rejected and then accepted is not told again', async () => {
    await run.load([{ ...una, first: 'Abe', ssn: '123450942', family: '123450942' }]);
    const file = await run.make();
    await run.answer(file, 'R');
    const again = await run.make();
    expect(again.said).toEqual(file.said);
    await run.answer(file, 'A');
    await run.nothing();
    await run.answer(again, 'R');
    await run.nothing();
    await run.take(file);
    await run.agree();
  });
});

describe('two carriers of one employer', () => {
  const carrierOf = async (name: string, carrierName: string): Promise<string> =>
    (await dana.api.files.outbound.saveProfile({ ...PROFILE, name, carrierName, receiverId: name, idempotencyKey: crypto.randomUUID() })).id;
  const kim: SampleMember = {
    ...OLA,
    first: 'Kim',
    last: 'King',
    ssn: '123450951',
    family: '123450951',
    plans: [
      ['HLT', 'MED-PPO', '20260101'],
      ['DEN', 'DEN-BASIC', '20260101'],
    ],
  };
  let medical: string;
  let dental: string;

  it('hear of their own plans, each with its own level', async () => {
    [medical, dental] = [await carrierOf('MEDICAL', 'Northfold Health'), await carrierOf('DENTAL', 'Brackenridge Dental')];
    await run.answer(await run.make('change', medical), 'A', 'MEDICAL');
    await run.answer(await run.make('change', dental), 'A', 'DENTAL');
    await run.load([kim, { ...ODA, first: 'Kai', last: 'King', family: kim.family, plans: [['DEN', 'DEN-BASIC', '20260101']] }]);
    expect((await run.make('change', medical)).said).toEqual(['Kim add, add MED-PPO 2026-01-01 EMP']);
    expect((await run.make('change', dental)).said).toEqual(['Kim add, add DEN-BASIC 2026-01-01 ECH', 'Kai add, add DEN-BASIC 2026-01-01']);
    await run.nothing(medical);
    await run.nothing(dental);
  });

  it('a plan of another carrier is an end with the one and a beginning with the other', async () => {
    await server.owner.query(`update health_plans set carrier_name = 'Prairie Mutual' where plan_code = 'MED-HMO'`);
    const prairie = await carrierOf('PRAIRIE', 'Prairie Mutual');
    const others = await run.make('change', prairie);
    // Whoever had that plan was told to Northfold: it ends there, and did not never exist.
    const ended = await run.make('change', medical);
    await run.answer(others, 'A', 'PRAIRIE');
    expect(others.people).toBeGreaterThan(0);
    expect(ended.people).toBe(others.people);
    expect(new Set(ended.records.flatMap(({ coverages }) => coverages.map(({ action, planKey, until }) => `${action} ${planKey} ${until}`)))).toEqual(
      new Set(['end MED-HMO 2026-11-20']),
    );
    await run.answer(ended, 'A', 'MEDICAL');
    await run.load([{ ...kim, action: '001', plans: [['HLT', 'MED-HMO', '20261201']] }]);
    expect((await run.make('change', medical)).said).toContain('Kim end, end MED-PPO 2026-01-01 2026-12-01 EMP');
    expect((await run.make('change', prairie)).said).toEqual(['Kim add, add MED-HMO 2026-12-01 EMP']);
    await run.nothing(prairie);
  });
});

describe('what the installation knows', () => {
  it('levels that were told before they were kept are derived, so that nobody is told for nothing', async () => {
    await run.make();
    await run.nothing();
    const latest = async () =>
      (
        await server.owner.query<{ tier: string | null }>(
          `select distinct on (s.member_id, s.line) s.member_id, s.line, s.is_void, s.tier from outbound_sent s join outbound_interchanges o on o.id = s.interchange_id where o.profile_id = $1 and coalesce(o.answer, 'A') = 'A' order by s.member_id, s.line, o.made_at desc, o.id desc`,
          [run.profileId],
        )
      ).rows;
    const before = await latest();
    expect(before.filter(({ tier }) => tier !== null).length).toBeGreaterThan(3);
    const migration = readFileSync(new URL('../../db/migrations/0038_levels_and_identities_told.sql', import.meta.url), 'utf8');
    await server.owner.query(
      `update outbound_sent set tier = null, tier_from = null; ${migration.slice(migration.indexOf('with latest'), migration.indexOf('-- As whom'))}`,
    );
    expect(await latest()).toEqual(before);
    await run.nothing();
    await run.load([{ ...ODA, first: 'Ana', last: 'Arch', family: '123450942', plans: [['HLT', 'MED-PPO', '20261201']] }]);
    expect((await run.make()).said).toEqual(['Abe change, change MED-PPO 2026-01-01 ECH', 'Ana add, add MED-PPO 2026-12-01']);
  });

  it('control numbers begin again, and an answer is to the newest file of its number', async () => {
    const [first] = (await server.owner.query<{ id: string; answer: string | null }>(`select id, answer from outbound_interchanges where control_number = 1`))
      .rows;
    expect(first).toBeDefined();
    await run.load([{ ...ODA, first: 'Bert', last: 'Arch', family: '123450942', plans: [['HLT', 'MED-PPO', '20261201']] }]);
    await server.owner.query('update control_numbers set last_number = 999999999');
    const file = await run.make();
    expect(file.controlNumber).toBe('000000001');
    await run.answer(file, 'R');
    const { rows } = await server.owner.query<{ id: string; answer: string }>(
      `select id, answer from outbound_interchanges where control_number = 1 order by id`,
    );
    expect(rows).toEqual([first, { id: file.id, answer: 'R' }]);
  });
});
