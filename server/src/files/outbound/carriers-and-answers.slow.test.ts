import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';
import { carrierRun, WEEKLY } from './carrier-run.ts';

/** Carriers that answer, and several of one employer. A carrier server of its own reads the files of the first. */
let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;

const MEDICAL = [['HLT', 'MED-PPO', '20260101']] as const;
const OLA: SampleMember = {
  first: 'Ola',
  last: 'Oak',
  ssn: '123450911',
  birth: '19900101',
  family: '123450911',
  plans: MEDICAL,
};
const ODA: SampleMember = {
  first: 'Oda',
  last: 'Oak',
  birth: '20150101',
  family: '123450911',
  relationship: '19',
  plans: MEDICAL,
};

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, WEEKLY, 1);
  // The people of the sample world are told and accepted first.
  await run.answer(await run.make(), 'A');
  await run.load([OLA]);
  expect((await run.tell()).said).toEqual(['Ola add, add MED-PPO 2026-01-01 EMP']);
  await run.agree();
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

describe('answers that contradict each other', () => {
  const una: SampleMember = { ...OLA, first: 'Ada', last: 'Arch', ssn: '123450941', family: '123450941' };

  it('a rejected envelope after an accepted content: what was accepted stands, and it is said', async () => {
    await run.load([una]);
    const file = await run.tell();
    const job = await run.rejectEnvelope(file, '025');
    expect(await dana.api.files.answers({ id: job.id })).toMatchObject({
      answers: [
        {
          kind: 'TA1',
          answer: 'R',
          sent: { id: file.id },
          findings: [
            {
              text: expect.stringContaining(
                'The carrier already accepted the content of this file, so nothing is reported again.',
              ),
            },
            {},
          ],
        },
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

describe('a file of which some sets are rejected', () => {
  const ben: SampleMember = { ...OLA, first: 'Ben', last: 'Birch', ssn: '123450961', family: '123450961' };
  const cas: SampleMember = { ...OLA, first: 'Cas', last: 'Cedar', ssn: '123450962', family: '123450962' };

  it.each([true, false])(
    'only these are told again, whether the answer names the others (%s) or counts them',
    async (isEach) => {
      const other = await newGroup(dana, isEach ? 61 : 62);
      const [here, there] = isEach
        ? [ben, cas]
        : [
            { ...ben, first: 'Bea', ssn: '123450963', family: '123450963' },
            { ...cas, first: 'Cleo', ssn: '123450964', family: '123450964' },
          ];
      await run.load([here]);
      await run.load([there], (text) => text.replaceAll(run.ours.cim, other.cim));
      const file = await run.make();
      expect(file.said).toEqual([
        `${here.first} add, add MED-PPO 2026-01-01 EMP`,
        `${there.first} add, add MED-PPO 2026-01-01 EMP`,
      ]);
      const job = await run.answerInPart(file, ['0002'], isEach);
      const [answer] = (await dana.api.files.answers({ id: job.id }))?.answers ?? [];
      expect(answer).toMatchObject({ answer: 'P', sent: { id: file.id } });
      expect(answer?.findings.map(({ person, text }) => `${person ?? ''} ${text}`)).toEqual([
        ' 1 of 2 sets in our file was accepted. The next file reports only the others.',
        `${there.first} ${there.last} Relationship (INS02) is not in the guide`,
      ]);
      // Of the set that was taken what has changed since, of the other one all.
      await run.load([{ ...here, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] }]);
      const next = await run.make();
      expect(next.said).toEqual([
        `${here.first} end, end MED-PPO 2026-01-01 2026-12-01 EMP`,
        `${there.first} add, add MED-PPO 2026-01-01 EMP`,
      ]);
      await run.answer(next, 'A');
      await run.rejectEnvelope(file, '025');
      await run.nothing();
    },
  );
});

describe('two carriers of one employer', () => {
  const carrierOf = async (name: string, carrierName: string): Promise<string> =>
    (
      await dana.api.files.outbound.saveProfile({
        ...WEEKLY,
        name,
        carrierName,
        receiverId: name,
        idempotencyKey: crypto.randomUUID(),
      })
    ).id;
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
    [medical, dental] = [
      await carrierOf('MEDICAL', 'Northfold Health'),
      await carrierOf('DENTAL', 'Brackenridge Dental'),
    ];
    await run.answer(await run.make('change', medical), 'A', 'MEDICAL');
    await run.answer(await run.make('change', dental), 'A', 'DENTAL');
    await run.load([
      kim,
      { ...ODA, first: 'Kai', last: 'King', family: kim.family, plans: [['DEN', 'DEN-BASIC', '20260101']] },
    ]);
    expect((await run.make('change', medical)).said).toEqual(['Kim add, add MED-PPO 2026-01-01 EMP']);
    expect((await run.make('change', dental)).said).toEqual([
      'Kim add, add DEN-BASIC 2026-01-01 ECH',
      'Kai add, add DEN-BASIC 2026-01-01',
    ]);
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
    expect(
      new Set(
        ended.records.flatMap(({ coverages }) =>
          coverages.map(({ action, planKey, until }) => `${action} ${planKey} ${until}`),
        ),
      ),
    ).toEqual(new Set(['end MED-HMO 2026-11-20']));
    await run.answer(ended, 'A', 'MEDICAL');
    await run.load([{ ...kim, action: '001', plans: [['HLT', 'MED-HMO', '20261201']] }]);
    expect((await run.make('change', medical)).said).toContain('Kim end, end MED-PPO 2026-01-01 2026-12-01 EMP');
    expect((await run.make('change', prairie)).said).toEqual(['Kim add, add MED-HMO 2026-12-01 EMP']);
    await run.nothing(prairie);
  });
});

describe('what the installation knows', () => {
  it('control numbers begin again, and an answer is to the newest file of its number', async () => {
    const [first] = (
      await server.owner.query<{ id: string; answer: string | null }>(
        `select id, answer from outbound_interchanges where control_number = 1`,
      )
    ).rows;
    expect(first).toBeDefined();
    await run.load([
      { ...ODA, first: 'Bert', last: 'Arch', family: '123450942', plans: [['HLT', 'MED-PPO', '20261201']] },
    ]);
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
