import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun, WEEKLY } from './carrier-run.ts';

/**
 * Somebody whose name, SSN or birth date is another than the carrier was told. A carrier server of its own reads our
 * files.
 */
let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;

const MEDICAL = [['HLT', 'MED-PPO', '20260101']] as const;
const UTE_SSN = '123450913';
const UTE: SampleMember = {
  first: 'Ute',
  last: 'Ulm',
  ssn: UTE_SSN,
  birth: '19900101',
  family: UTE_SSN,
  plans: MEDICAL,
};
const UWE: SampleMember = {
  first: 'Uwe',
  last: 'Ulm',
  birth: '19910101',
  family: UTE_SSN,
  relationship: '01',
  plans: MEDICAL,
};
const UNA: SampleMember = { ...UWE, first: 'Una', birth: '20150101', relationship: '19' };
const IVO: SampleMember = { ...UTE, first: 'Ivo', last: 'Elm', ssn: '123450912', family: '123450912' };

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, WEEKLY, 1);
  // The people of the sample world are told and accepted first.
  await run.answer(await run.make(), 'A');
  await run.load([IVO, UTE, UWE, UNA]);
  await run.tell();
  await run.agree();
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

const correct = async (name: string, change: { ssn?: string; dateOfBirth?: string }) => {
  const { rows } = await server.owner.query<{ id: string }>(
    'select id from members where group_id = $1 and first_name = $2',
    [run.ours.id, name],
  );
  return dana.api.members.correctIdentity({
    groupId: run.ours.id,
    memberId: rows[0]?.id ?? '',
    reason: 'Card seen',
    ssn: '',
    dateOfBirth: '',
    ...change,
    idempotencyKey: crypto.randomUUID(),
  });
};

describe('somebody whose identity was corrected', () => {
  it('a subscriber with a wrong SSN is told with the old one, and the family with the number it had', async () => {
    await correct('Ute', { ssn: '123-45-0923' });
    const file = await run.make();
    expect(file.said).toEqual(['Ute change', 'Una change', 'Uwe change']);
    expect(file.segments).toEqual(
      expect.arrayContaining([
        'INS*Y*18*001*25*A***AC',
        'REF*0F*123450923',
        `REF*Q4*${UTE_SSN}`,
        'NM1*74*1*Ulm*Ute****34*123450923',
        `NM1*70*1*Ulm*Ute****34*${UTE_SSN}`,
      ]),
    );
    expect(file.segments.filter((one) => one === `REF*Q4*${UTE_SSN}`)).toHaveLength(3);
    expect(file.segments.filter((one) => one.startsWith('NM1*70'))).toHaveLength(1);
    expect(file.records[0]).toMatchObject({
      ssn: '123450923',
      previousIdentity: { ssn: UTE_SSN, firstName: 'Ute', lastName: 'Ulm' },
    });
    // Rejected, it is told again; accepted, it is not.
    await run.answer(file, 'R');
    expect((await run.tell()).segments).toContain(`NM1*70*1*Ulm*Ute****34*${UTE_SSN}`);
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
    await correct('Ute', { ssn: UTE_SSN });
    const full = await run.tell('full');
    expect(full.segments).toEqual(
      expect.arrayContaining([`NM1*74*1*Ulm*Ute****34*${UTE_SSN}`, 'NM1*70*1*Ulm*Ute****34*123450923']),
    );
    expect(full.segments.filter((one) => one.startsWith('NM1*70'))).toHaveLength(1);
    await run.agree();
    await run.nothing();
  });

  it('an address is no correction, and neither is an SSN that was not known before', async () => {
    await run.load(
      [
        { ...IVO, last: 'Ash', action: '001', plans: [] },
        { ...UNA, birth: '20150201', ssn: '123450924', action: '001', plans: [] },
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
