import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * A dependent who leaves on the day on which the subscriber's plan changes, in a file that names all subscribers before
 * all dependents.
 */
let server: TestServer;
let dana: Person;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const PEOPLE = [
  ['431550001', '431550101'],
  ['431550002', '431550102'],
  ['431550003', '431550103'],
] as const;
const subscriber = (ssn: string, coverage: string): string =>
  `INS*Y*18*021**A***FT\nREF*0F*${ssn}\nNM1*IL*1*FARR*S${ssn.slice(-1)}****34*${ssn}\nDMG*D8*19850314*F\n${coverage}`;
const spouse = (family: string, ssn: string, coverage: string): string =>
  `INS*N*01*021**A\nREF*0F*${family}\nNM1*IL*1*FARR*P${ssn.slice(-1)}****34*${ssn}\nDMG*D8*19830720*M\n${coverage}`;
const PPO = 'HD*021**HLT*MED-PPO\nDTP*348*D8*20260101';
const PPO_ENDS = 'HD*024**HLT*MED-PPO\nDTP*349*D8*20260630';
const HMO = 'HD*021**HLT*MED-HMO\nDTP*348*D8*20260701';

const send = async (
  group: Awaited<ReturnType<typeof newGroup>>,
  text: string[],
  steps?: { batch: number; chunk: number },
) => {
  const loops = text
    .join('\n')
    .split('\n')
    .map((line) => line.split('*'));
  const sent = await server.upload(
    dana,
    'file.edi',
    interchangeOf(loops, { full: false, control: ++controls, sender: group.cim.slice(-10) }),
    group.cim,
  );
  await server.workOnNext(steps && { fileSteps: steps });
  return server.finished(dana, sent.id);
};

it('takes no spouse along to the new plan who is sent long after the subscriber, and one along who is not sent at all', async () => {
  const group = await newGroup(dana, 760);
  await send(
    group,
    PEOPLE.flatMap(([own, theirs]) => [subscriber(own, PPO), spouse(own, theirs, PPO)]),
  );
  const [first, second] = PEOPLE;
  const job = await send(
    group,
    [
      ...PEOPLE.map(([own]) => subscriber(own, `${PPO_ENDS}\n${HMO}`)),
      spouse(first[0], first[1], PPO_ENDS),
      spouse(second[0], second[1], `${PPO_ENDS}\n${HMO}`),
    ],
    { batch: 1, chunk: 1 },
  );
  expect(job).toMatchObject({ status: 'completed', refused: 0, changed: 6, ended: 1, stops: [] });
  const both = 'medical MED-PPO 2026-01-01 to 2026-06-30; medical MED-HMO 2026-07-01';
  expect((await peopleOf(server, group.id)).map((one) => `${one.slice(0, 2)} ${one.split(': ')[1]}`)).toEqual([
    `S1 ${both}`,
    'P1 medical MED-PPO 2026-01-01 to 2026-06-30',
    `S2 ${both}`,
    `P2 ${both}`,
    `S3 ${both}`,
    `P3 ${both}`,
  ]);
});

it('takes a change of plan for no end, whether it comes in one record or in two', async () => {
  const group = await newGroup(dana, 761);
  const eight = Array.from({ length: 8 }, (_, index) => [`43255000${index + 1}`, `43255010${index + 1}`] as const);
  await send(
    group,
    eight.flatMap(([own, theirs]) => [subscriber(own, PPO), spouse(own, theirs, PPO)]),
  );
  const leaves = (record: string): string => record.replace('*021**A', '*024*22*A');
  const inOne = await send(
    group,
    eight.slice(0, 4).map(([own]) => subscriber(own, `${PPO_ENDS}\n${HMO}`)),
  );
  expect(inOne).toMatchObject({ status: 'completed', ended: 0, changed: 8, stops: [] });
  const inTwo = await send(
    group,
    eight
      .slice(4)
      .flatMap(([own, theirs]) => [
        leaves(subscriber(own, PPO_ENDS)),
        leaves(spouse(own, theirs, PPO_ENDS)),
        subscriber(own, HMO),
        spouse(own, theirs, HMO),
      ]),
  );
  expect(inTwo).toMatchObject({ status: 'completed', refused: 0, stops: [] });
  const people = await peopleOf(server, group.id);
  expect(people).toHaveLength(16);
  expect(
    people.filter((one) => one.endsWith(': medical MED-PPO 2026-01-01 to 2026-06-30; medical MED-HMO 2026-07-01')),
  ).toHaveLength(16);
  const ends = await send(
    group,
    eight
      .slice(2)
      .map(([own]) => leaves(subscriber(own, HMO.replace('021', '024').replace('348', '349').replace('0701', '0930')))),
  );
  expect(ends).toMatchObject({ status: 'held', stops: [{ code: 'mass_termination', people: 12 }] });
});

it('takes the family along in a change of plan whose two records lie far apart, but not whom the file ends itself, nor after an end of everything', async () => {
  const group = await newGroup(dana, 762);
  const families = [
    ['433550001', '433550101'],
    ['433550002', '433550102'],
    ['433550003', '433550103'],
  ] as const;
  await send(
    group,
    families.flatMap(([own, theirs]) => [subscriber(own, PPO), spouse(own, theirs, PPO)]),
  );
  const leaves = (record: string): string => record.replace('*021**A', '*024*22*A');
  const [first, second, third] = families;
  const job = await send(
    group,
    [
      leaves(subscriber(first[0], PPO_ENDS)),
      leaves(subscriber(second[0], PPO_ENDS)),
      leaves(spouse(second[0], second[1], PPO_ENDS)),
      leaves(subscriber(third[0], 'DTP*357*D8*20260630')),
      ...families.map(([own]) => subscriber(own, HMO)),
    ],
    { batch: 1, chunk: 1 },
  );
  expect(job).toMatchObject({ status: 'completed', refused: 0, stops: [] });
  const ended = 'medical MED-PPO 2026-01-01 to 2026-06-30';
  const both = `${ended}; medical MED-HMO 2026-07-01`;
  const people = await peopleOf(server, group.id);
  expect(people[1]).toContain('P1 FARR, spouse, active');
  expect(people.map((one) => `${one.slice(0, 2)} ${one.split(': ')[1]}`)).toEqual([
    `S1 ${both}`,
    `P1 ${both}`,
    `S2 ${both}`,
    `P2 ${ended}`,
    `S3 ${both}`,
    `P3 ${ended}`,
  ]);
});

it('lets a plan go on in one period whose new level comes as an end and an addition, however far apart the two records lie, and not under COBRA', async () => {
  const group = await newGroup(dana, 763);
  const families = [
    ['434550001', '434550101'],
    ['434550002', '434550102'],
    ['434550003', '434550103'],
  ] as const;
  await send(
    group,
    families.flatMap(([own, theirs]) => [subscriber(own, PPO), spouse(own, theirs, PPO)]),
  );
  const [first, second, third] = families;
  const again = PPO.replace('20260101', '20260701');
  const job = await send(
    group,
    [
      ...families.map(([own]) => subscriber(own, PPO_ENDS).replace('*021**A', '*024*02*A')),
      spouse(second[0], second[1], PPO_ENDS).replace('*021**A', '*024*02*A'),
      subscriber(first[0], again),
      subscriber(second[0], again),
      spouse(second[0], second[1], again),
      subscriber(third[0], again).replace('*021**A', '*021*09*C'),
    ],
    { batch: 1, chunk: 1 },
  );
  expect(job).toMatchObject({ status: 'completed', refused: 0, stops: [] });
  const whole = 'medical MED-PPO 2026-01-01';
  const ended = `${whole} to 2026-06-30`;
  expect((await peopleOf(server, group.id)).map((one) => `${one.slice(0, 2)} ${one.split(': ')[1]}`)).toEqual([
    `S1 ${whole}`,
    `P1 ${whole}`,
    `S2 ${whole}`,
    `P2 ${whole}`,
    `S3 ${ended}; medical MED-PPO 2026-07-01`,
    `P3 ${ended}`,
  ]);
});

it('leaves a spouse on the plan that the file names for the spouse, however far from the subscriber who changes to another, whichever stands first', async () => {
  const group = await newGroup(dana, 764);
  const families = [
    ['435550001', '435550101'],
    ['435550002', '435550102'],
    ['435550003', '435550103'],
  ] as const;
  await send(
    group,
    families.flatMap(([own, theirs]) => [subscriber(own, PPO), spouse(own, theirs, PPO)]),
  );
  const [first, second] = families;
  const undated = spouse(second[0], second[1], 'HD*030**HLT*MED-PPO').replace('*021**A', '*030**A');
  const job = await send(
    group,
    [spouse(first[0], first[1], PPO), ...families.map(([own]) => subscriber(own, HMO)), undated],
    { batch: 1, chunk: 1 },
  );
  expect(job).toMatchObject({ status: 'completed', refused: 0, ended: 0, stops: [] });
  const both = 'medical MED-PPO 2026-01-01 to 2026-06-30; medical MED-HMO 2026-07-01';
  expect((await peopleOf(server, group.id)).map((one) => `${one.slice(0, 2)} ${one.split(': ')[1]}`)).toEqual([
    `S1 ${both}`,
    'P1 medical MED-PPO 2026-01-01',
    `S2 ${both}`,
    'P2 medical MED-PPO 2026-01-01',
    `S3 ${both}`,
    `P3 ${both}`,
  ]);
});

it('lets a spouse go on whose coverage ended with the subscriber, whom the file reinstates and names the spouse beside, however far apart, and not whom it does not name', async () => {
  const group = await newGroup(dana, 765);
  const families = [
    ['436550001', '436550101'],
    ['436550002', '436550102'],
    ['436550003', '436550103'],
  ] as const;
  await send(
    group,
    families.flatMap(([own, theirs]) => [subscriber(own, PPO), spouse(own, theirs, PPO)]),
  );
  for (const [own] of families) {
    const ended = await send(group, [subscriber(own, 'DTP*357*D8*20260630').replace('*021**A', '*024**A')]);
    expect(ended).toMatchObject({ status: 'completed', ended: 2 });
  }
  const [first, second] = families;
  const back = (own: string): string => subscriber(own, PPO.replace('021', '025')).replace('*021**A', '*025**A');
  const job = await send(
    group,
    [
      ...families.map(([own]) => back(own)),
      spouse(first[0], first[1], PPO.replace('021', '030')).replace('*021**A', '*030**A'),
      spouse(second[0], second[1], 'HD*030**HLT*MED-PPO').replace('*021**A', '*030**A'),
    ],
    { batch: 1, chunk: 1 },
  );
  expect(job).toMatchObject({ status: 'completed', refused: 0, ended: 0, stops: [] });
  const whole = 'medical MED-PPO 2026-01-01';
  const people = await peopleOf(server, group.id);
  expect(people.map((one) => `${one.slice(0, 2)} ${one.split(', ')[2]?.split(':')[0]} ${one.split(': ')[1]}`)).toEqual([
    `S1 active ${whole}`,
    `P1 active ${whole}`,
    `S2 active ${whole}`,
    `P2 active ${whole}`,
    `S3 active ${whole}`,
    `P3 terminated ${whole} to 2026-06-30`,
  ]);
});

it('lets them go on, too, where they come a pack before the subscriber, with or without the first day', async () => {
  const group = await newGroup(dana, 766);
  const [own, theirs] = ['436560001', '436560101'] as const;
  for (const named of [PPO.replace('021', '030'), 'HD*030**HLT*MED-PPO']) {
    await send(group, [subscriber(own, PPO), spouse(own, theirs, PPO)]);
    await send(group, [subscriber(own, 'DTP*357*D8*20260630').replace('*021**A', '*024**A')]);
    const back = subscriber(own, PPO.replace('021', '025')).replace('*021**A', '*025**A');
    const job = await send(group, [spouse(own, theirs, named).replace('*021**A', '*030**A'), back], {
      batch: 1,
      chunk: 1,
    });
    expect(job).toMatchObject({ status: 'completed', refused: 0, changed: 2, unchanged: 0 });
    expect((await peopleOf(server, group.id)).map((one) => one.split(': ')[1])).toEqual([
      'medical MED-PPO 2026-01-01',
      'medical MED-PPO 2026-01-01',
    ]);
  }
});
