import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun, WEEKLY } from './carrier-run.ts';

/** What happens between two files, and what is taken back. A carrier server of its own reads our files. */
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
const IVO: SampleMember = { ...OLA, first: 'Ivo', last: 'Elm', ssn: '123450912', family: '123450912' };

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, WEEKLY, 1);
  // The people of the sample world are told and accepted first.
  await run.answer(await run.make(), 'A');
  await run.load([OLA, IVO]);
  expect((await run.tell()).said).toEqual([
    'Ivo add, add MED-PPO 2026-01-01 EMP',
    'Ola add, add MED-PPO 2026-01-01 EMP',
  ]);
  await run.agree();
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

const idOf = async (first: string, last = ''): Promise<string> =>
  (
    await server.owner.query<{ id: string }>(
      `select id from members where group_id = $1 and first_name = $2 and $3 in (last_name, '')`,
      [run.ours.id, first, last],
    )
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
    const plan = (from: string, until?: string): SampleMember['plans'] => [
      ['HLT', 'MED-PPO', from, ...(until ? [until] : [])] as never,
    ];
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
    const ulf: SampleMember = {
      first: 'Ulf',
      last: 'Upton',
      birth: '20150101',
      family: uwe.family,
      relationship: '19',
      plans: plan('20260901'),
    };
    await run.load([ulf]);
    await run.tell();
    await run.load([{ ...uwe, action: '001', plans: [['HLT', 'MED-HMO', '20261101']] }]);
    await run.tell();
    await run.agree();
    await run.load([{ ...uwe, action: '001', plans: [['HLT', 'MED-HMO', '20261101']] }], (text) =>
      text.replace('HD*001', 'HD*002'),
    );
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
      {
        first: 'Ula',
        last: 'Upton',
        ssn: '123450973',
        birth: '19850101',
        family: '123450973',
        plans: plan('20260901', '20260930'),
      },
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
    expect(file.said).toEqual([
      'Ola change, change MED-PPO 2026-01-01 EMP',
      'Oda end, end MED-PPO 2026-11-01 2027-01-01',
    ]);
    expect(file.segments).toContain('DTP*303*D8*20270101');
    await run.agree();
    await run.nothing();
  });

  it('is told step by step of a family that comes in on different days', async () => {
    const ute: SampleMember = { ...OLA, first: 'Ute', last: 'Ulm', ssn: '123450913', family: '123450913' };
    await run.load([
      ute,
      {
        ...ODA,
        first: 'Uwe',
        last: 'Ulm',
        family: ute.family,
        relationship: '01',
        birth: '19910101',
        plans: [['HLT', 'MED-PPO', '20261201']],
      },
      { ...ODA, first: 'Una', last: 'Ulm', family: ute.family, plans: [['HLT', 'MED-PPO', '20270101']] },
    ]);
    const file = await run.tell();
    expect(file.said[0]).toBe(
      'Ute add, add MED-PPO 2026-01-01 EMP, change MED-PPO 2026-01-01 ESP, change MED-PPO 2026-01-01 FAM',
    );
    expect(file.segments.filter((one) => one.startsWith('DTP*303'))).toEqual([
      'DTP*303*D8*20261201',
      'DTP*303*D8*20270101',
    ]);
    await run.agree();
    await run.nothing();
  });

  it('in a full file is the one of today, which takes nothing away from what was told of one to come', async () => {
    const full = await run.make('full');
    expect(full.said).toEqual(
      expect.arrayContaining([
        'Ute compare, compare MED-PPO 2026-01-01 EMP',
        'Ola compare, compare MED-PPO 2026-01-01 ECH',
      ]),
    );
    await run.take(full);
    await run.answer(full, 'A');
    await run.agree();
    await run.nothing();
  });
});

describe('what was told and is taken back', () => {
  it('an end that was undone is a reinstatement', async () => {
    const job = await run.load([{ ...IVO, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261130']] }]);
    expect((await run.tell()).said).toEqual(['Ivo end, end MED-PPO 2026-01-01 2026-12-01 EMP']);
    await dana.api.changes.undo({ id: job.changeId ?? '', idempotencyKey: crypto.randomUUID() });
    expect((await run.tell()).said).toEqual(['Ivo reinstate, reinstate MED-PPO 2026-01-01 EMP']);
    expect(await run.agree()).toContainEqual(expect.stringContaining('Ivo Elm'));
    await run.nothing();
  });

  it('coverage that never was takes the family with it, and comes again', async () => {
    const ute: SampleMember = { ...OLA, first: 'Ute', last: 'Ulm', ssn: '123450913', family: '123450913' };
    await run.load([{ ...ute, action: '001' }], (text) => text.replace('HD*001', 'HD*002'));
    expect((await run.tell()).said).toEqual([
      'Ute end, void MED-PPO 2026-01-01',
      'Una end, void MED-PPO 2027-01-01',
      'Uwe end, void MED-PPO 2026-12-01',
    ]);
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
    await dana.api.duplicates.merge({
      keep: await idOf('Ola', 'Oak'),
      merge: await idOf('Ola', 'Oakes'),
      fromOther: [],
      idempotencyKey: crypto.randomUUID(),
    });
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
