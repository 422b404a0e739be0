import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopsOf, type WrittenFamily, type WrittenPerson } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { SSN_ELSEWHERE } from './ssns-elsewhere.ts';

/**
 * A spouse on record is hired. Whether the file goes on covering the dependent is known at its end, in whatever part of
 * it either stands.
 */
let server: TestServer;
let dana: Person;
let files = 940;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const person = (first: string, ssn: string, from: string, change: Partial<WrittenPerson> = {}): WrittenPerson => ({
  first,
  last: 'Abel',
  ssn,
  birth: calendarDateFrom('1980-05-05'),
  gender: 'F',
  relationship: 'self',
  coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom(from) }],
  ...change,
});
const ida = person('Ida', '219680001', '2026-01-01');
const ben = person('Ben', '219680002', '2026-01-01', { relationship: 'spouse' });
const kim = person('Kim', '219680003', '2026-11-01', { relationship: 'child', birth: calendarDateFrom('2020-02-02') });
const family = (subscriber: WrittenPerson, ...dependents: WrittenPerson[]): WrittenFamily => ({
  key: subscriber.ssn ?? '',
  subscriber,
  dependents,
});
const hired = family(person('Ben', '219680002', '2026-11-01'), kim);
const between = Array.from({ length: 6 }, (_, index) =>
  family(
    person(`Ana${'bcdefg'[index]}`, `21968010${index}`, '2026-01-01', {
      last: 'Between',
      birth: calendarDateFrom(`198${index}-02-02`),
    }),
  ),
);

async function outcome(families: readonly WrittenFamily[], before = [family(ida, ben)]) {
  const { id: groupId, cim } = await newGroup(dana, ++files);
  const work = async (all: readonly WrittenFamily[]) => {
    const { id } = await server.upload(
      dana,
      'far.edi',
      interchangeOf(loopsOf(all, '021'), { full: false, control: ++files, sender: `COUPLE${files}` }),
      cim,
    );
    await server.workOnNext({ fileSteps: { batch: 2, chunk: 2 } });
    return dana.api.files.job({ id });
  };
  await work(before);
  const { status, added, changed, ended, unchanged, refused, remarks } = await work(families);
  const people = (await peopleOf(server, groupId)).filter((one) => one.includes('Abel'));
  return {
    status,
    added,
    changed,
    ended,
    unchanged,
    refused,
    remarks: remarks.map(({ text }) => text).filter((text) => text !== SSN_ELSEWHERE.text),
    people,
  };
}

it('who comes as both is both, whichever stands first; who comes as a subscriber alone is no dependent any more', async () => {
  const first = await outcome([hired, ...between, family(ida, ben)]);
  const last = await outcome([family(ida, ben), ...between, hired]);
  expect(first).toEqual(last);
  expect(first).toMatchObject({ status: 'completed', added: 8, ended: 0, refused: 0 });
  expect(first.people.map((one) => one.replace(/, \d{9}, born.*?: /, ': '))).toEqual([
    'Ben Abel, self, active: medical MED-PPO 2026-11-01',
    'Kim Abel, child, active: medical MED-PPO 2026-11-01',
    'Ida Abel, self, active: medical MED-PPO 2026-01-01',
    'Ben Abel, spouse, active: medical MED-PPO 2026-01-01',
  ]);
  const alone = await outcome([hired, ...between, family(ida)]);
  expect(alone).toEqual(await outcome([family(ida), ...between, hired]));
  expect(alone).toMatchObject({ status: 'completed', added: 8, ended: 1 });
  expect(alone.people.at(-1)).toContain('medical MED-PPO 2026-01-01 to 2026-10-31');
});

it('a child that comes along with whoever goes on, far behind, leaves the family of before, and is known as who that was', async () => {
  const kit = person('Kit', '219680004', '2026-01-01', {
    relationship: 'child',
    birth: calendarDateFrom('2015-02-02'),
  });
  const later = { coverages: [{ line: 'medical' as const, plan: 'MED-PPO', from: calendarDateFrom('2026-11-01') }] };
  const [own, along] = [person('Ben', '219680002', '2026-11-01', { cobra: true }), { ...kit, ...later }];
  const near = await outcome([family(own, along)], [family(ida, ben, kit)]);
  const far = await outcome(
    [family(own), ...between, { key: own.ssn ?? '', subscriber: along, dependents: [] }],
    [family(ida, ben, kit)],
  );
  expect(near.people).toHaveLength(5);
  expect(near.people.filter((one) => one.includes('Kit'))).toEqual([
    expect.stringMatching(/ was child of Ida\]: medical MED-PPO 2026-11-01$/),
    expect.stringMatching(/ medical MED-PPO 2026-01-01 to 2026-10-31$/),
  ]);
  expect(far).toEqual({ ...near, added: near.added + between.length });
});
