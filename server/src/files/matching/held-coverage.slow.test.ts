import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopsOf, type WrittenFamily } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/** An 834 that audits (030) or changes (001) coverage and repeats its first day (348) only where that changes. */
let server: TestServer;
let dana: Person;
let files = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const JANUARY = calendarDateFrom('2026-01-01');
const FAMILY: WrittenFamily = {
  key: '219680001',
  subscriber: {
    first: 'Ida',
    last: 'Standing',
    ssn: '219680001',
    birth: calendarDateFrom('1980-05-05'),
    gender: 'F',
    relationship: 'self',
    coverages: [
      { line: 'medical', plan: 'MED-PPO', from: JANUARY },
      { line: 'dental', plan: 'DEN-BASIC', from: JANUARY, until: calendarDateFrom('2027-01-01') },
    ],
  },
  dependents: [
    {
      first: 'Kit',
      last: 'Standing',
      birth: calendarDateFrom('2015-05-05'),
      gender: 'M',
      relationship: 'child',
      coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-03-01') }],
    },
  ],
};

async function sent(group: { cim: string }, loops: string[][], full: boolean) {
  const file = interchangeOf(loops, { full, control: ++files, sender: 'STANDING' });
  const { id } = await server.upload(dana, 'file.edi', file, group.cim);
  await server.workOnNext();
  return {
    job: await dana.api.files.job({ id }),
    refused: (await dana.api.files.refusals({ id })).rows.map(({ field, reason }) => ({ field, reason })),
  };
}

async function known(index: number) {
  const group = await newGroup(dana, 980 + index);
  expect((await sent(group, loopsOf([FAMILY], '021'), true)).job).toMatchObject({ status: 'completed', added: 2 });
  return { group, before: await peopleOf(server, group.id) };
}

const withoutDates = (loops: string[][]): string[][] => loops.filter(([id]) => id !== 'DTP');
const inPlan = (loops: string[][], was: string, is: string): string[][] =>
  loops.map((segment) => segment.map((element) => (element === was ? is : element)));

it('stands as it is known, with its end, for whoever has just that plan', async () => {
  const { group, before } = await known(1);
  for (const action of ['030', '001']) {
    const { job, refused } = await sent(group, withoutDates(loopsOf([FAMILY], action)), action === '030');
    expect(refused).toEqual([]);
    expect(job).toMatchObject({ status: 'completed', unchanged: 2, added: 0, changed: 0, ended: 0, refused: 0 });
    expect(await peopleOf(server, group.id)).toEqual(before);
  }
});

it('is refused for another plan, for a plan that has ended, for an addition, and for somebody unknown', async () => {
  const { group, before } = await known(2);
  const missing = (index: number, ...lines: string[]) => ({
    field: `coverages.${index}.from`,
    reason: lines.map((line) => `${line}: the first day of coverage (348) is missing. Send it.`).join(' '),
  });
  const family = withoutDates(loopsOf([FAMILY], '030'));

  const other = await sent(group, inPlan(family, 'MED-PPO', 'MED-HMO'), false);
  expect(other.refused).toEqual([missing(0, 'Medical'), missing(0, 'Medical')]);
  const added = await sent(group, withoutDates(loopsOf([FAMILY], '021')), false);
  expect(added.refused[0]).toEqual(missing(0, 'Medical', 'Dental'));
  expect(await peopleOf(server, group.id)).toEqual(before);

  server.clock.set('2027-02-01T12:00:00.000Z');
  const ended = await sent(group, family, false);
  expect(ended.refused[0]).toEqual(missing(1, 'Dental'));
  const unknown = await sent(await newGroup(dana, 990), family, false);
  expect(unknown.refused[0]).toEqual(missing(0, 'Medical', 'Dental'));
});
