import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun, WEEKLY } from './carrier-run.ts';

/**
 * A subscriber goes on under COBRA in the file that ends the employment’s coverage, and the file is taken back. A
 * carrier of its own reads what is told.
 */
let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;
let minutes = 0;

const UDO: SampleMember = {
  first: 'Udo',
  last: 'Yew',
  ssn: '123450981',
  birth: '19800101',
  family: '123450981',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const UMA: SampleMember = { ...UDO, first: 'Uma', ssn: '123450982', relationship: '01' };
const ENDED: SampleMember['plans'] = [['HLT', 'MED-PPO', '20260101', '20261031']];

/** What is told later is told after what was on record before. */
const later = (): void => server.clock.set(`2026-11-20T18:${String((minutes += 1)).padStart(2, '0')}:00Z`);

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, WEEKLY, 1);
  await run.answer(await run.make(), 'A');
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

it('the employment’s coverage ends and COBRA is another enrolment, without the family; taken back, the one goes on and the other never was', async () => {
  later();
  await run.load([UDO, UMA]);
  later();
  await run.tell();
  const before = await run.agree();
  later();
  const job = await run.load(
    [
      { ...UDO, action: '024', plans: ENDED },
      { ...UDO, plans: [['HLT', 'MED-PPO', '20261101']] },
    ],
    (text) => text.replace('INS*Y*18*021*28*A***FT', 'INS*Y*18*021*09*C**1*TE'),
  );
  later();
  const file = await run.tell();
  expect(file.said).toEqual([
    'Udo change, end MED-PPO 2026-01-01 2026-11-01 ESP, add MED-PPO 2026-11-01 EMP',
    'Uma end, end MED-PPO 2026-01-01 2026-11-01',
  ]);
  expect(file.segments.find((one) => one.startsWith('INS*Y'))).toMatch(/^INS\*Y\*18\*001\*09\*C\*/);
  await run.agree();
  await run.nothing();
  later();
  await dana.api.changes.undo({
    id: job.changeId ?? '',
    reason: 'It was somebody else',
    idempotencyKey: crypto.randomUUID(),
  });
  later();
  expect((await run.tell()).said).toEqual([
    'Udo change, void MED-PPO 2026-11-01, reinstate MED-PPO 2026-01-01 ESP',
    'Uma reinstate, reinstate MED-PPO 2026-01-01',
  ]);
  expect(await run.agree()).toEqual(before);
  await run.nothing();
});

it('a dependent who goes on with the subscriber is told as continued, for the same event, and nobody is told for that alone', async () => {
  const ida: SampleMember = { ...UDO, first: 'Ida', last: 'Yarrow', ssn: '123450983', family: '123450983' };
  const ivy: SampleMember = {
    ...UMA,
    first: 'Ivy',
    last: 'Yarrow',
    ssn: '123450984',
    family: ida.family,
    relationship: '19',
    birth: '20150101',
  };
  later();
  await run.load([
    ida,
    ivy,
    { ...ivy, first: 'Ike', ssn: '123450985', plans: [['HLT', 'MED-PPO', '20260101', '20260630']] },
  ]);
  later();
  await run.tell();
  later();
  await run.load([{ ...ida, action: '001', plans: [] }], (text) =>
    text.replace('INS*Y*18*001*28*A***FT', 'INS*Y*18*001*09*C**1*TE'),
  );
  later();
  expect((await run.tell()).said).toEqual(['Ida change']);
  later();
  await run.load([{ ...ivy, action: '001', last: 'Yates', plans: [] }]);
  later();
  const file = await run.tell();
  expect(file.segments.filter((one) => one.startsWith('INS'))).toEqual(['INS*N*19*001*25*C**1']);
  expect(
    (await run.tell('full')).segments.filter(
      (one, at, all) => all[at + 1] === `REF*0F*${ida.family}` && one.startsWith('INS'),
    ),
  ).toEqual(['INS*Y*18*030*XN*C**1*TE', 'INS*N*19*030*XN*C**1']);
  await run.agree();
  await run.nothing();
});

it.each(['told before', 'not told before'])(
  'the subscriber’s plan changes from before the spouse’s COBRA, which the same file cancels behind it (%s)',
  async (when) => {
    const isTold = when === 'told before';
    const [last, ssn, spouse] = isTold ? ['Yost', '123450986', '123450987'] : ['Yule', '123450988', '123450989'];
    const sub: SampleMember = { ...UDO, first: 'Ute', last, ssn, family: ssn };
    const dep: SampleMember = { ...UMA, first: 'Uwe', last, ssn: spouse, family: ssn };
    later();
    await run.load([sub, dep]);
    later();
    await run.tell();
    later();
    await run.load(
      [
        { ...dep, action: '024', plans: ENDED },
        { ...dep, plans: [['HLT', 'MED-PPO', '20261101']] },
      ],
      (text) => text.replace('INS*N*01*021*28*A', 'INS*N*01*021*09*C'),
    );
    later();
    if (isTold) await run.tell();
    later();
    await run.load(
      [
        { ...sub, action: '001', plans: [['HLT', 'MED-HMO', '20261016']] },
        { ...dep, action: '001', plans: [['HLT', 'MED-PPO', '20261101']] },
      ],
      (text) => text.replace('HD*001**HLT*MED-PPO', 'HD*002**HLT*MED-PPO'),
    );
    later();
    await run.tell();
    expect((await run.agree()).filter((one) => one.includes(last))).toEqual([
      expect.stringContaining('medical MED-PPO 2026-01-01 to 2026-10-15; medical MED-HMO 2026-10-16'),
      expect.stringContaining('medical MED-PPO 2026-01-01 to 2026-10-15; medical MED-HMO 2026-10-16 to 2026-10-31'),
    ]);
    await run.nothing();
  },
);
