import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopsOf, type WrittenFamily } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/** A sender that makes a full file for each division of an employer: whom one leaves out stands in another. */
let server: TestServer;
let dana: Person;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
const PART =
  'This file covers only part of the group. Some members are not in it because they were last listed in a file for another part, or in none. Their coverage continues.';
const people = (last: string, ssn: number, count: number): WrittenFamily[] =>
  Array.from({ length: count }, (_, index) => ({
    key: String(ssn + index),
    subscriber: {
      first: `${String.fromCodePoint(65 + index)}lex`,
      last,
      ssn: String(ssn + index),
      birth: calendarDateFrom('1980-05-05'),
      gender: 'F',
      relationship: 'self',
      coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-01-01') }],
    },
    dependents: [],
  }));
const EAST = people('East', 219_481_000, 12);
const WEST = people('West', 219_482_000, 8);

async function send(
  group: Group,
  families: readonly WrittenFamily[],
  { date = '261101', full = true, sender = group.cim.slice(-10) } = {},
) {
  const text = interchangeOf(loopsOf(families, full ? '030' : '021'), { full, control: ++controls, sender }).replace(
    '*261101*0930*^',
    `*${date}*0930*^`,
  );
  const { id } = await server.upload(dana, 'monthly.edi', text, group.cim);
  return server.finished(dana, id);
}
type Job = Awaited<ReturnType<typeof send>>;
const told = ({ stops, missing, remarks, status, refused }: Job) => ({
  status,
  refused,
  stops: stops.map(({ code }) => code),
  missing,
  elsewhere: remarks.find(({ text }) => text === PART)?.count ?? 0,
});
const CLEAN = { status: 'completed', refused: 0, stops: [], missing: 0, elsewhere: 0 };
const missingOf = async ({ id }: Job): Promise<string[]> =>
  (await dana.api.files.missing({ id, limit: 100 })).rows.map(({ name }) => name);

describe('full files that hold a division each', () => {
  let group: Group;
  it('hold the first for all others, until somebody says what they are; it goes on without anybody missing, and the other’s first, too', async () => {
    group = await newGroup(dana, 651);
    await send(group, [...EAST, ...WEST], { full: false, sender: 'LOADER' });
    const first = await send(group, EAST);
    expect(told(first)).toEqual({ ...CLEAN, status: 'held', stops: ['missing_people'], missing: 8 });
    await expect((await server.as('read_only')).api.files.acceptPart({ id: first.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await dana.api.files.acceptPart({ id: first.id });
    const again = await server.finished(dana, first.id);
    expect(told(again)).toEqual({ ...CLEAN, elsewhere: 8 });
    expect(again.sender).toMatchObject({ holdsPart: true });
    // Fewer records than the file before it, and an older date, which was another division's.
    expect(told(await send(group, WEST, { date: '261030' }))).toEqual({ ...CLEAN, elsewhere: 12 });
  });

  it('miss whom the last file of the same division has named; whoever moved to another is not missing where he was', async () => {
    const [leaves, moves, ...stay] = EAST as [WrittenFamily, WrittenFamily, ...WrittenFamily[]];
    expect(told(await send(group, [moves, ...WEST]))).toEqual({ ...CLEAN, elsewhere: 11 });
    stay.push(...people('New', 219_483_000, 2));
    const east = await send(group, stay);
    expect(told(east)).toEqual({ ...CLEAN, missing: 1, elsewhere: 9 });
    expect(await missingOf(east)).toEqual([`${leaves.subscriber.first} East`]);
    // And is missed once more in the next, though it was not in the last.
    expect(await missingOf(await send(group, stay, { date: '261102' }))).toEqual([`${leaves.subscriber.first} East`]);
    expect((await peopleOf(server, group.id)).filter((one) => one.endsWith('medical MED-PPO 2026-01-01'))).toHaveLength(
      22,
    );
  });

  it('are held where one is cut, and a full file of everybody misses of every division', async () => {
    expect(told(await send(group, WEST.slice(0, 2)))).toMatchObject({
      status: 'held',
      stops: expect.arrayContaining(['missing_people', 'fewer_records']),
      missing: 7,
    });
    const all = await send(group, [...EAST.slice(2), ...WEST.slice(1)]);
    expect(await missingOf(all)).toEqual(expect.arrayContaining(['Alex East', 'Alex West']));
  });
});

it('takes an 834 of a sender whose full files hold everybody as before', async () => {
  const group = await newGroup(dana, 652);
  await send(group, [...EAST, ...WEST], { full: false, sender: 'LOADER' });
  expect(told(await send(group, [...EAST, ...WEST]))).toEqual(CLEAN);
  expect(told(await send(group, WEST, { date: '261102' }))).toMatchObject({
    status: 'held',
    stops: ['missing_people', 'fewer_records'],
    missing: 12,
    elsewhere: 0,
  });
});
