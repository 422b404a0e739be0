import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { premiumOf } from '../../testing/premium-of.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import {
  interchangeOf,
  loopOf,
  loopsOf,
  type WrittenFamily,
  type WrittenPerson,
} from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/** Who stands in a file twice, however far apart, is counted in the rehearsal as when the file is applied. */
let server: TestServer;
let dana: Person;
let files = 950;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const from = calendarDateFrom('2026-01-01');
const person = (
  first: string,
  last: string,
  ssn: string | undefined,
  birth: string,
  relationship: WrittenPerson['relationship'] = 'self',
  plan = 'MED-PPO',
): WrittenPerson => ({
  first,
  last,
  ...(ssn ? { ssn } : {}),
  birth: calendarDateFrom(birth),
  gender: 'F',
  relationship,
  coverages: [{ line: 'medical', plan, from }],
});
const family = (subscriber: WrittenPerson, ...dependents: WrittenPerson[]): WrittenFamily => ({
  key: `${subscriber.first}${subscriber.last}`,
  subscriber,
  dependents,
});

const ida = person('Ida', 'Abel', '219680001', '1980-05-05');
const ole = person('Ole', 'Abel', undefined, '2012-05-05', 'child');
const between = ['Ana', 'Bo', 'Cyd', 'Dee', 'Eli', 'Fay'].map((first, index) =>
  family(person(first, 'Between', `21968010${index}`, `198${index}-02-02`)),
);

type Work = { loops: string[][]; group: Awaited<ReturnType<typeof newGroup>> };
async function send({ loops, group }: Work, chunk = 2, waiting?: number) {
  const { id } = await server.upload(
    dana,
    'far.edi',
    interchangeOf(loops, { full: false, control: ++files, sender: `REP${files}` }),
    group.cim,
  );
  await server.workOnNext({ fileSteps: { batch: 2, chunk, ...(waiting && { waiting }) } });
  const job = await dana.api.files.job({ id });
  expect(job.status).toBe('completed');
  const { rows } = await server.owner.query<{ action: string; count: string }>(
    'select action, sum(1 + others) as count from file_changes where job_id = $1 group by 1',
    [id],
  );
  const rehearsed = Object.fromEntries(rows.map(({ action, count }) => [action, Number(count)]));
  const applied = Object.fromEntries(
    (['added', 'changed', 'ended', 'unchanged'] as const).flatMap((name) => (job[name] > 0 ? [[name, job[name]]] : [])),
  );
  expect(rehearsed).toEqual(applied);
  const {
    rows: [cost],
  } = await server.owner.query<{ change: string; now: string }>(
    `select premium_change::text as change, (premium_before + premium_change)::text as now from file_jobs where id = $1`,
    [id],
  );
  expect(Number(cost?.now)).toBe(await premiumOf(server, group.id, '2026-12-01'));
  return applied;
}
const loops = (...families: WrittenFamily[]) => loopsOf(families, '021');
const newWork = async (): Promise<Work> => ({ loops: [], group: await newGroup(dana, ++files) });

it.each<[string, WrittenFamily[], Record<string, number>]>([
  ['the same family again', [family(ida, ole), ...between, family(ida, ole)], { added: 8, unchanged: 2 }],
  [
    'three times, once without an SSN',
    [family(ida), ...between, family({ ...ida, ssn: undefined }), ...between.slice(0, 2), family(ida)],
    { added: 7, unchanged: 4 },
  ],
  [
    'with another plan the second time',
    [family(ida, ole), ...between, family({ ...person('Ida', 'Abel', '219680001', '1980-05-05', 'self', 'MED-HMO') })],
    { added: 8, changed: 2 },
  ],
  [
    'with one more child the second time',
    [family(ida, ole), ...between, family(ida, person('Pia', 'Abel', undefined, '2016-05-05', 'child'))],
    { added: 9, unchanged: 1 },
  ],
])('%s', async (_what, families, expected) => {
  const work = await newWork();
  expect(await send({ ...work, loops: loops(...families) })).toEqual(expected);
});

it('somebody known who is changed twice', async () => {
  const work = await newWork();
  await send({ ...work, loops: loops(family(ida, ole), ...between) });
  const hmo = family(person('Ida', 'Abel', '219680001', '1980-05-05', 'self', 'MED-HMO'));
  expect(await send({ ...work, loops: loops(hmo, ...between, hmo) })).toEqual({ changed: 2, unchanged: 7 });
  expect(
    (await peopleOf(server, work.group.id)).filter((one) => one.includes('Abel') && one.includes('MED-HMO')),
  ).toHaveLength(2);
});

it('a dependent who comes late, twice', async () => {
  const work = await newWork();
  const child = loopOf(ole, 'IdaAbel', '021');
  const others = Array.from({ length: 70 }, (_, index) =>
    family(
      person(
        'Una',
        `Other${String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26))}`,
        `2196802${String(index).padStart(2, '0')}`,
        '1980-02-02',
      ),
    ),
  );
  expect(
    await send({ ...work, loops: [...loops(family(ida), ...others), ...child, ...loops(...between), ...child] }, 20),
  ).toEqual({ added: 78, unchanged: 1 });
});

it('coverage that is cancelled from its beginning and covered again far behind is no cancellation; one that is cancelled far behind is one', async () => {
  const group = (await newWork()).group;
  await send({ group, loops: loops(family(ida, ole), ...between) });
  const cancelled = (one: WrittenPerson): string[][] => loopOf(one, '219680001', '001', { hd: '002' });
  const covered = loopOf(ole, '219680001', '021');
  const far = loops(...between);
  const rescinded = async (...parts: string[][]): Promise<number | undefined> => {
    const { id } = await server.upload(
      dana,
      'cancelled.edi',
      interchangeOf(parts, { full: false, control: ++files, sender: `REP${files}` }),
      group.cim,
    );
    await server.workOnNext({ fileSteps: { batch: 2, chunk: 2 } });
    const { status, stops } = await dana.api.files.job({ id });
    if (status === 'held') await dana.api.files.reject({ id, reason: 'Only looked at' });
    return stops.find(({ code }) => code === 'rescission')?.people;
  };
  expect(await rescinded(...cancelled(ole), ...far, ...covered)).toBeUndefined();
  // A month later is another day: the first one is lost.
  const later = loopOf(ole, '219680001', '021', {
    coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-02-01') }],
  });
  expect(await rescinded(...cancelled(ole), ...far, ...later)).toBe(1);
  expect(await rescinded(...covered, ...far, ...cancelled(ole))).toBe(1);
  expect(
    await rescinded(...covered, ...far, ...cancelled(ida), ...far, ...loopOf(ida, '219680001', '021'), ...covered),
  ).toBeUndefined();
});

it('an end far before the addition of its person waits for it, with the family', async () => {
  const work = await newWork();
  const ended = (one: WrittenPerson, key: string, day: string): string[][] =>
    loopOf(one, key, '024', { coverages: [], dates: [['357', calendarDateFrom(day)]] });
  const key = 'IdaAbel';
  const nobody = ended(person('Nil', 'Nemo', '219680999', '1980-05-05'), 'NilNemo', '2026-06-30');
  const ends = [...ended(ida, key, '2026-10-31'), ...ended(ole, key, '2026-09-30'), ...nobody];
  expect(await send({ ...work, loops: [...ends, ...loops(...between, family(ida, ole))] })).toEqual({
    added: 8,
    ended: 3,
  });
  const people = (await peopleOf(server, work.group.id)).filter((one) => one.includes('Abel'));
  expect(people.map((one) => one.split(': ')[1])).toEqual([
    'medical MED-PPO 2026-01-01 to 2026-10-31',
    'medical MED-PPO 2026-01-01 to 2026-09-30',
  ]);
});

it('an end for which no room is left among those that wait is refused in the rehearsal and in the deed', async () => {
  const work = await newWork();
  const ended = (one: WrittenPerson, key: string): string[][] =>
    loopOf(one, key, '024', { coverages: [], dates: [['357', calendarDateFrom('2026-10-31')]] });
  const una = person('Una', 'Acker', '219680002', '1981-05-05');
  expect(
    await send(
      {
        ...work,
        loops: [...ended(ida, 'IdaAbel'), ...ended(una, 'UnaAcker'), ...loops(...between, family(ida), family(una))],
      },
      2,
      1,
    ),
  ).toEqual({
    added: 8,
    ended: 1,
  });
  const people = (await peopleOf(server, work.group.id)).filter((one) => /Abel|Acker/.test(one));
  expect(people.map((one) => one.split(': ')[1])).toEqual([
    'medical MED-PPO 2026-01-01 to 2026-10-31',
    'medical MED-PPO 2026-01-01',
  ]);
  const { rows } = await server.owner.query<{ who: string; code: string }>(
    'select r.person_label as who, r.code from file_refusals r join file_jobs j on j.id = r.job_id where j.group_id = $1',
    [work.group.id],
  );
  expect(rows).toEqual([{ who: 'Una Acker', code: 'too_many_wait' }]);
});

it('a dependent who ends before anybody of the family comes, and is added behind the subscriber, is not ended by it', async () => {
  const work = await newWork();
  await send({ ...work, loops: loops(family(ida, ole), ...between) });
  const end = loopOf(ole, '219680001', '024', { coverages: [], dates: [['357', calendarDateFrom('2026-09-30')]] });
  const hmo = loopOf(ole, '219680001', '021', {
    coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-11-01') }],
  });
  await send({ ...work, loops: [...end, ...loops(...between), ...loopOf(ida, '219680001', '021'), ...hmo] });
  const people = (await peopleOf(server, work.group.id)).filter((one) => one.includes('Ole'));
  expect(people.map((one) => one.split(': ')[1])).toEqual([
    'medical MED-PPO 2026-01-01 to 2026-09-30; medical MED-PPO 2026-11-01',
  ]);
});

it.each<[string, WrittenPerson]>([
  ['who changes with it', { ...ida, cobra: true }],
  ['who is as before', ida],
])('an end far behind the addition that it would take is a question, of somebody %s', async (_who, again) => {
  const work = await newWork();
  await send({ ...work, loops: loops(family(ida, ole), ...between) });
  const december = { coverages: [{ line: 'medical' as const, plan: 'MED-PPO', from: calendarDateFrom('2026-12-01') }] };
  const ended = (day: string): string[][] =>
    loopOf(ida, '219680001', '024', { coverages: [], dates: [['357', calendarDateFrom(day)]] });
  await send({
    ...work,
    loops: [...loopOf(again, '219680001', '021', december), ...loops(...between), ...ended('2026-11-30')],
  });
  const covered = async (): Promise<string | undefined> =>
    (await peopleOf(server, work.group.id)).find((one) => one.includes('Ida'))?.split(': ')[1];
  expect(await covered()).toBe('medical MED-PPO 2026-01-01');
  const { rows } = await server.owner.query<{ who: string; code: string }>(
    'select r.person_label as who, r.code from file_refusals r join file_jobs j on j.id = r.job_id where j.group_id = $1',
    [work.group.id],
  );
  expect(rows).toEqual([{ who: 'Ida Abel', code: 'ends_addition_above' }]);
  // An end behind the first day of what was added is one.
  await send({
    ...work,
    loops: [...loopOf(again, '219680001', '021', december), ...loops(...between), ...ended('2027-01-31')],
  });
  expect(await covered()).toBe('medical MED-PPO 2026-01-01 to 2027-01-31');
});

it('a plan that a dependent changes to far above the end of the one before is not taken back by that', async () => {
  const work = await newWork();
  await send({ ...work, loops: loops(family(ida, ole), ...between) });
  const from = calendarDateFrom('2026-11-01');
  const hmo = { coverages: [{ line: 'medical' as const, plan: 'MED-HMO', from }] };
  const end = {
    coverages: [{ line: 'medical' as const, plan: 'MED-PPO', from: calendarDateFrom('2026-01-01'), until: from }],
  };
  const [head, own] = ['021', '024'].map((action) =>
    loopOf(ida, '219680001', action, action === '021' ? hmo : end),
  ) as [string[][], string[][]];
  await send({
    ...work,
    loops: [
      ...own,
      ...head,
      ...loops(...between),
      ...loopOf(ole, '219680001', '021', hmo),
      ...loops(...between),
      ...loopOf(ole, '219680001', '024', end),
    ],
  });
  const people = (await peopleOf(server, work.group.id)).filter((one) => one.includes('Ole'));
  expect(people.map((one) => one.split(': ')[1])).toEqual([
    'medical MED-PPO 2026-01-01 to 2026-10-31; medical MED-HMO 2026-11-01',
  ]);
  const { rows } = await server.owner.query<{ who: string; code: string }>(
    'select r.person_label as who, r.code from file_refusals r join file_jobs j on j.id = r.job_id where j.group_id = $1',
    [work.group.id],
  );
  expect(rows).toEqual([{ who: 'Ole Abel', code: 'ends_addition_above' }]);
});
