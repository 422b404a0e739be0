import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../request-context.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { RecordsByPerson } from './records-by-person.ts';

/**
 * Couples who both work for an employer, and children of parents who both do: covered twice, which is said and refuses
 * nobody.
 */
let server: TestServer;
let dana: Person;
let groups = 700;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
const subscriber = (first: string, ssn: string, birth: string, coverage: string, action = '021'): string =>
  `INS*Y*18*${action}**A***FT\nREF*0F*${ssn}\nNM1*IL*1*ABBOTT*${first}****34*${ssn}\nDMG*D8*${birth}*F\n${coverage}`;
const dependent = (
  code: string,
  family: string,
  first: string,
  ssn: string,
  birth: string,
  coverage: string,
  action = '021',
): string =>
  `INS*N*${code}*${action}**A\nREF*0F*${family}\nNM1*IL*1*ABBOTT*${first}${ssn && `****34*${ssn}`}\nDMG*D8*${birth}*M\n${coverage}`;
const MEDICAL = 'HD*021**HLT*MED-PPO\nDTP*348*D8*20260101';
const DENTAL = 'HD*021**DEN*DEN-BASIC\nDTP*348*D8*20260101';
const ADA = subscriber('ADA', '219490001', '19850314', MEDICAL);
const BEN = (coverage = MEDICAL): string => subscriber('BEN', '219490002', '19830720', coverage);
const BEN_OF_ADA = (coverage = MEDICAL): string =>
  dependent('01', '219490001', 'BEN', '219490002', '19830720', coverage);
const TWICE =
  'Members have duplicate coverage in the group, as subscriber and dependent or in two families. If it is not a couple who both work here, terminate one of the two.';

async function send(
  group: Group,
  records: string[],
  options: { steps?: NonNullable<Services['fileSteps']>; name?: string } = {},
) {
  const loops = records
    .join('\n')
    .split('\n')
    .map((line) => line.split('*'));
  const bytes = options.name
    ? records.join('\n')
    : interchangeOf(loops, { full: false, control: ++controls, sender: group.cim.slice(-10) });
  const sent = await server.upload(dana, options.name ?? 'file.edi', bytes, group.cim);
  await server.workOnNext(options.steps ? { fileSteps: options.steps } : {});
  const job = await dana.api.files.job({ id: sent.id });
  expect(job, JSON.stringify((await dana.api.files.refusals({ id: sent.id })).rows)).toMatchObject({
    status: 'completed',
    refused: 0,
  });
  const rows = (await dana.api.files.changes({ id: sent.id, limit: 100 })).rows.map(
    ({ person, action, what }) => `${person}: ${[action, ...what.split('; ').slice(1)].join('; ')}`,
  );
  return { rows, twice: job.remarks.find(({ text }) => text === TWICE)?.count ?? 0 };
}
const covered = async (group: Group): Promise<string[]> =>
  (await peopleOf(server, group.id))
    .filter((one) => one.includes(': medical'))
    .map((one) => one.split(', ').slice(0, 2).join(', '));

describe('a spouse who works for the same employer', () => {
  it('is told at the row and counted, in whatever order a file names the two, near each other and far apart; the same file again changes nobody', async () => {
    for (const [records, steps] of [
      [[ADA, BEN_OF_ADA(), BEN()], undefined],
      [[BEN(), ADA, BEN_OF_ADA()], undefined],
      [[ADA, BEN_OF_ADA(), BEN()], { batch: 1, chunk: 1 }],
      [[BEN(), ADA, BEN_OF_ADA()], { batch: 1, chunk: 1 }],
    ] as const) {
      const group = await newGroup(dana, ++groups);
      const { rows, twice } = await send(group, [...records], steps && { steps });
      expect(twice).toBe(1);
      expect(rows.filter((row) => row.includes('duplicate coverage'))).toEqual([
        expect.stringMatching(
          /^BEN ABBOTT: added; Medical: duplicate coverage in this group as a (subscriber|dependent) \(segment \d+\)$/,
        ),
      ]);
      expect(await covered(group)).toEqual(['ADA ABBOTT, self', 'BEN ABBOTT, spouse', 'BEN ABBOTT, self']);
      expect((await send(group, [...records], steps && { steps })).rows).toEqual(
        records.map((record) => `${/\*(ADA|BEN)\*/.exec(record)?.[1]} ABBOTT: unchanged`),
      );
    }
  });

  it('is told when one of the two is known from an earlier file, and goes on being both when a file names both', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, [BEN()]);
    expect(await send(group, [ADA, BEN_OF_ADA()])).toEqual({
      rows: ['ADA ABBOTT: added', 'BEN ABBOTT: added; Medical: duplicate coverage in this group as a subscriber'],
      twice: 1,
    });
    const other = await newGroup(dana, ++groups);
    await send(other, [ADA, BEN_OF_ADA()]);
    const farApart = { steps: { batch: 1, chunk: 1 } };
    expect(await send(other, [ADA, BEN_OF_ADA(), BEN()], farApart)).toEqual({
      rows: [
        'ADA ABBOTT: unchanged',
        'BEN ABBOTT: unchanged',
        'BEN ABBOTT: added; Medical: duplicate coverage in this group as a dependent of ADA ABBOTT',
      ],
      twice: 1,
    });
    expect(await covered(other)).toEqual(['ADA ABBOTT, self', 'BEN ABBOTT, spouse', 'BEN ABBOTT, self']);
  });

  it('is nobody who is covered twice when the lines differ, or when the file ends the one', async () => {
    const group = await newGroup(dana, ++groups);
    expect(await send(group, [BEN(DENTAL), ADA, BEN_OF_ADA()])).toMatchObject({ twice: 0 });
    const moved = await newGroup(dana, ++groups);
    await send(moved, [BEN(), dependent('19', '219490002', 'CAL', '', '20150902', MEDICAL)]);
    const ends = dependent('19', '219490002', 'CAL', '', '20150902', 'HD*024**HLT*MED-PPO\nDTP*349*D8*20261031', '024');
    const comes = dependent('19', '219490001', 'CAL', '', '20150902', MEDICAL.replace('20260101', '20261101'));
    expect(await send(moved, [ADA, comes, ends])).toMatchObject({ twice: 0 });
  });

  it('goes on as a subscriber where the same file ends the dependent, in whatever order', async () => {
    const ends = dependent(
      '01',
      '219490001',
      'BEN',
      '219490002',
      '19830720',
      'HD*024**HLT*MED-PPO\nDTP*349*D8*20261031',
      '024',
    );
    const hired = BEN(MEDICAL.replace('20260101', '20261101'));
    for (const records of [
      [ends, hired],
      [hired, ends],
    ]) {
      const group = await newGroup(dana, ++groups);
      await send(group, [ADA, BEN_OF_ADA()]);
      expect(await send(group, records)).toMatchObject({ twice: 0 });
      expect(
        (await peopleOf(server, group.id))
          .filter((one) => one.startsWith('BEN'))
          .map((one) => one.replace(/.*\[|\]/g, '')),
      ).toEqual(['M: medical MED-PPO 2026-01-01 to 2026-10-31', 'F, was spouse of ADA: medical MED-PPO 2026-11-01']);
    }
  });

  it('goes on with the coverage of the job when a later file names the subscriber alone', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, [ADA, BEN_OF_ADA()]);
    expect(await send(group, [BEN(MEDICAL.replace('20260101', '20260701'))])).toMatchObject({ twice: 0 });
    expect(
      (await peopleOf(server, group.id)).filter((one) => one.startsWith('BEN')).map((one) => one.split(': ')[1]),
    ).toEqual(['medical MED-PPO 2026-01-01 to 2026-06-30', 'medical MED-PPO 2026-07-01']);
  });
});

it('says it of a child of two families, in a list as in an 834', async () => {
  const group = await newGroup(dana, ++groups);
  const list = [
    'Family ID,Relationship,First Name,Last Name,DOB,Medical Plan,Medical Effective Date',
    '1,EE,Ada,Abbott,1985-03-14,MED-PPO,2026-01-01',
    '1,Child,Cal,Abbott,2015-09-02,MED-PPO,2026-01-01',
  ];
  await send(group, list, { name: 'list.csv' });
  const other = [
    list[0] ?? '',
    '2,EE,Ben,Abbott,1983-07-20,MED-PPO,2026-01-01',
    '2,Child,Cal,Abbott,2015-09-02,MED-PPO,2026-01-01',
    '2,Child,Cleo,Abbott,2015-09-02,MED-PPO,2026-01-01',
  ];
  expect(await send(group, other, { name: 'list.csv' })).toEqual({
    rows: [
      'Ben Abbott: added',
      'Cal Abbott: added; Medical: duplicate coverage in this group as a dependent of Ada Abbott',
      'Cleo Abbott: added',
    ],
    twice: 1,
  });
});

it('finds the earlier record of a person among a hundred thousand, and nobody else', () => {
  const records = new RecordsByPerson();
  const digest = (number: number): string =>
    `${(number * 2_654_435_761 + 1).toString(16).padStart(16, '0')}${number.toString(16).padStart(48, 'a')}`;
  const person = (number: number) => ({
    ssnKey: number % 3 === 0 ? null : digest(number),
    birthKey: digest(number % 20_000),
    firstName: `First ${number}`,
    lastName: 'Last',
  });
  for (let number = 1; number <= 100_000; number++)
    expect(records.othersOf('group', person(number), number)).toEqual([]);
  for (let number = 1; number <= 100_000; number += 997) {
    expect(records.othersOf('group', { ...person(number), firstName: `FIRST ${number}` }, 200_000)).toEqual([number]);
    expect(records.othersOf('other', person(number), 300_000 + number)).toEqual([]);
  }
});

it('a swap of subscribers that is dated back is asked about, and with the decision nobody is covered twice', async () => {
  const group = await newGroup(dana, ++groups);
  await send(group, [subscriber('ADA', '219490001', '19850314', `${MEDICAL}\n${DENTAL}`), BEN_OF_ADA()]);
  const swapped = [BEN(), dependent('01', '219490002', 'ADA', '219490001', '19850314', MEDICAL)]
    .join('\n')
    .split('\n')
    .map((line) => line.split('*'));
  const { id } = await server.upload(
    dana,
    'full.edi',
    interchangeOf(swapped, { full: true, control: ++controls, sender: group.cim.slice(-10) }),
    group.cim,
  );
  await server.workOnNext();
  const { status, stops } = await dana.api.files.job({ id });
  expect({ status, stops: stops.map(({ title }) => title) }).toEqual({
    status: 'held',
    stops: ['1 person is in another family in this file and would be covered in both'],
  });
  await dana.api.files.decideMissing({ id, decision: 'end' });
  await dana.api.files.approve({ id });
  await server.workOnNext();
  expect((await peopleOf(server, group.id)).map((words) => words.replace(/, 2194.*?(?=:|$)/, ''))).toEqual([
    'ADA ABBOTT, self, pending_termination: dental DEN-BASIC 2026-01-01 to 2026-11-30',
    'BEN ABBOTT, spouse, terminated',
    'BEN ABBOTT, self, active: medical MED-PPO 2026-01-01',
    'ADA ABBOTT, spouse, active: medical MED-PPO 2026-01-01',
  ]);
});
