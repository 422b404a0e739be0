import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import { newGroup, peopleOf } from '../../corpus-run.ts';
import { cellOf, workbookOf } from '../../readers/samples/workbook-of.ts';

/** Full lists of two groups, of which one has moved people from one to the other. */
let server: TestServer;
let dana: Person;
let groups = 680;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
const HEADINGS = [
  'Group Number',
  'Relationship',
  'First Name',
  'Last Name',
  'Employee SSN',
  'SSN',
  'Date of Birth',
  'Medical Plan',
  'Coverage Start',
];
/** `key` stands for the SSN of the employee, which is 2194800NN. */
const row = (group: Group, who: string, key: number, first: string, birth: string, from: string): string[] => [
  group.cim,
  who,
  first,
  'Mover',
  `2194800${key}`,
  who === 'Employee' ? `2194800${key}` : '',
  birth,
  'MED-PPO',
  from,
];

const FORMATS = {
  csv: (rows: readonly string[][]): Buffer =>
    Buffer.from([HEADINGS, ...rows].map((cells) => cells.join(',')).join('\n')),
  xlsx: (rows: readonly string[][]): Buffer =>
    workbookOf({
      rows: [HEADINGS, ...rows]
        .map(
          (cells, index) =>
            `<row r="${index + 1}">${cells.map((cell, column) => cellOf(cell, column, index + 1)).join('')}</row>`,
        )
        .join(''),
    }),
} as const;

const partner = async () => {
  const { rows } = await dana.api.tradingPartners.list({ limit: 100 });
  const found = rows.find(({ name }) => name === 'Lists of several groups');
  if (!found) throw new Error('No profile of lists of several groups');
  return found;
};

async function send(kind: keyof typeof FORMATS, rows: readonly string[][]) {
  const sent = await server.upload(dana, `two-groups.${kind}`, FORMATS[kind](rows));
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
}

it.each(['csv', 'xlsx'] as const)(
  'whoever a full %s of two groups has moved ends in the old one on the day before the new one begins, and an undo puts them back',
  async (kind) => {
    const [a, b] = [await newGroup(dana, ++groups), await newGroup(dana, ++groups)];
    const key = kind === 'csv' ? 20 : 60;
    const stay = [a, a, b, b].map((group, index) =>
      row(group, 'Employee', key + index, `Stay${kind}${'abcd'[index]}`, `198${index}-01-01`, '2026-01-01'),
    );
    const ada = (group: Group, from: string): string[][] => [
      row(group, 'Employee', key + 11, `Ada${kind}`, '1985-03-14', from),
      row(group, 'Child', key + 11, `Cal${kind}`, '2015-09-02', from),
    ];
    const dee = (group: Group, from: string): string[][] => [
      row(group, 'Employee', key + 12, `Dee${kind}`, '1979-11-05', from),
    ];
    expect(await send(kind, [...stay, ...ada(a, '2026-01-01'), ...dee(b, '2026-01-01')])).toMatchObject({
      status: 'completed',
      added: 7,
      refused: 0,
    });
    await dana.api.tradingPartners.save({ ...(await partner()), mode: 'full' });
    const before = [await peopleOf(server, a.id), await peopleOf(server, b.id)];

    const job = await send(kind, [...stay, ...ada(b, '2026-12-12'), ...dee(a, '2027-01-01')]);
    expect(job).toMatchObject({ status: 'completed', mode: 'full', added: 3, refused: 0, missing: 3 });
    expect(
      (await dana.api.files.missing({ id: job.id, limit: 10 })).rows
        .map(({ name, line, proposedLastDay }) => `${name}: ${line ?? 'everything'} to ${proposedLastDay}`)
        .toSorted(),
    ).toEqual([
      `Ada${kind} Mover: everything to 2026-12-11`,
      `Cal${kind} Mover: everything to 2026-12-11`,
      `Dee${kind} Mover: everything to 2026-12-31`,
    ]);
    await dana.api.files.decideMissing({ id: job.id, decision: 'end' });
    const moved = [await peopleOf(server, a.id), await peopleOf(server, b.id)];
    expect(moved[0]?.filter((who) => /Ada|Cal|Dee/.test(who)).map((who) => who.replace(/^.*: /, ''))).toEqual([
      'medical MED-PPO 2026-01-01 to 2026-12-11',
      'medical MED-PPO 2026-01-01 to 2026-12-11',
      'medical MED-PPO 2027-01-01',
    ]);
    expect(moved[1]?.filter((who) => /Ada|Cal|Dee/.test(who)).map((who) => who.replace(/^.*: /, ''))).toEqual([
      'medical MED-PPO 2026-12-12',
      'medical MED-PPO 2026-12-12',
      'medical MED-PPO 2026-01-01 to 2026-12-31',
    ]);
    // Told again, nobody is missing and nothing changes.
    expect(
      await send(kind, [
        ...stay,
        ...ada(b, '2026-12-12'),
        ...dee(a, '2027-01-01'),
        ['', '', '', '', '', '', '', '', ''],
      ]),
    ).toMatchObject({
      missing: 0,
      added: 0,
      changed: 0,
      ended: 0,
      unchanged: 7,
    });

    await dana.api.changes.undo({ id: job.changeId ?? '', reason: 'Not yet', idempotencyKey: crypto.randomUUID() });
    expect([await peopleOf(server, a.id), await peopleOf(server, b.id)]).toEqual(before);
    await dana.api.tradingPartners.save({ ...(await partner()), mode: 'file' });
  },
);

it('a dependent who ended with an employee who moved, and did not move along, is not missing again', async () => {
  const [a, b] = [await newGroup(dana, ++groups), await newGroup(dana, ++groups)];
  const stay = [a, a, b, b].map((group, index) =>
    row(group, 'Employee', 40 + index, `Stays${'abcd'[index]}`, `198${index}-02-01`, '2026-01-01'),
  );
  const fay = (group: Group, from: string): string[] => row(group, 'Employee', 51, 'Fay', '1985-04-14', from);
  const hal = row(a, 'Child', 51, 'Hal', '2015-10-02', '2026-01-01');
  expect(await send('csv', [...stay, fay(a, '2026-01-01'), hal])).toMatchObject({ status: 'completed', added: 6 });
  await dana.api.tradingPartners.save({ ...(await partner()), mode: 'full' });
  const job = await send('csv', [...stay, fay(b, '2026-12-12')]);
  await dana.api.files.decideMissing({ id: job.id, decision: 'end' });
  expect((await peopleOf(server, a.id)).find((who) => who.startsWith('Hal'))).toMatch(
    /: medical MED-PPO 2026-01-01 to 2026-12-11$/,
  );
  const again = await send('csv', [...stay, fay(b, '2026-12-12'), ['', '', '', '', '', '', '', '', '']]);
  expect(again).toMatchObject({ missing: 0, unchanged: 5 });
  await dana.api.tradingPartners.save({ ...(await partner()), mode: 'file' });
});
