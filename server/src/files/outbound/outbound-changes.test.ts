import type { CarrierProfileInput } from '@openbenefits/contract/outbound';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun } from './carrier-run.ts';

let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;

const PROFILE: CarrierProfileInput = { name: 'Northfold weekly', carrierName: null, senderQualifier: 'ZZ', senderId: 'OPENBENEFITS', receiverQualifier: '30', receiverId: '420000002', mode: 'change', familyId: 'ssn', lineCodes: {}, planCodes: {}, separators: '*:^~', uppercase: false, usage: 'P' };
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
    await run.load([ute, { ...ODA, first: 'Uwe', last: 'Ulm', family: ute.family, relationship: '01', birth: '19910101', plans: [['HLT', 'MED-PPO', '20261201']] }, { ...ODA, first: 'Una', last: 'Ulm', family: ute.family, plans: [['HLT', 'MED-PPO', '20270101']] }]);
    const file = await run.tell();
    expect(file.said[0]).toBe('Ute add, add MED-PPO 2026-01-01 EMP, change MED-PPO 2026-01-01 ESP, change MED-PPO 2026-01-01 FAM');
    expect(file.segments.filter((one) => one.startsWith('DTP*303'))).toEqual(['DTP*303*D8*20261201', 'DTP*303*D8*20270101']);
    await run.agree();
    await run.nothing();
  });

  it('in a full file is the one of today; what comes is told by the next change file', async () => {
    const full = await run.make('full');
    expect(full.said).toEqual(expect.arrayContaining(['Ute compare, compare MED-PPO 2026-01-01 EMP', 'Ola compare, compare MED-PPO 2026-01-01 ECH']));
    await run.answer(full, 'A');
    expect((await run.make()).said).toEqual(['Ola change, change MED-PPO 2026-01-01 EMP', 'Ute change, change MED-PPO 2026-01-01 ESP, change MED-PPO 2026-01-01 FAM']);
  });
});
