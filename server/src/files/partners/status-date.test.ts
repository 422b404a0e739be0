import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

/** As payroll writes it for everybody: since when somebody is active, on leave, or gone. */
const STATUS = [
  ['Ada', 'Active', '01/06/2020'],
  ['Bea', 'Medical LOA', '10/15/2026'],
  ['Cal', 'Terminated', '10/15/2026'],
  ['Dot', 'Zebra', '10/15/2026'],
] as const;
const HEAD = 'First Name,Last Name,SSN,Date of Birth,Hire Date,Medical Plan';
const row = (first: string, index: number): string => `${first},Status,21948000${index + 1},3/14/1985,1/6/2020,MED-PPO`;

it('a status date that is matched as the termination date ends whoever has left, and nobody who is active, on leave or something that nobody knows', async () => {
  const group = await newGroup(dana, 8911);
  const send = async (text: string) =>
    server.finished(dana, (await server.upload(dana, 'status.csv', text, group.cim)).id);
  await send([HEAD, ...STATUS.map(([first], index) => row(first, index))].join('\n'));
  const list = await send(
    [
      `${HEAD},Status,Status Date`,
      ...STATUS.map(([first, status, day], index) => `${row(first, index)},${status},${day}`),
    ].join('\n'),
  );
  expect(list).toMatchObject({ ended: 0, refused: 1 });
  const { columns, dayFirst, padZeros } = await dana.api.files.columns({ id: list.id });
  const { id } = await dana.api.files.mapColumns({
    id: list.id,
    columns: columns.map(({ index, heading, field, dependent }) => ({
      index,
      heading,
      field: heading === 'Status Date' ? 'terminationDate' : field,
      dependent,
    })),
    words: [],
    dayFirst,
    padZeros,
  });
  expect(await server.finished(dana, id)).toMatchObject({ ended: 1, refused: 1, stops: [] });
  const refusals = await dana.api.files.refusals({ id, limit: 10 });
  expect(refusals.rows.map(({ person, reason }) => `${person}: ${reason}`)).toEqual([
    'Dot Status: Status "Zebra" is not recognized, so its date may or may not be a last day. Enter Terminated, On Leave, or Active.',
  ]);
  expect((await peopleOf(server, group.id)).map((one) => one.replace(/,.*medical/, ''))).toEqual([
    'Ada Status MED-PPO 2026-01-01',
    'Bea Status MED-PPO 2026-01-01',
    'Cal Status MED-PPO 2026-01-01 to 2026-10-15',
    'Dot Status MED-PPO 2026-01-01',
  ]);
});
