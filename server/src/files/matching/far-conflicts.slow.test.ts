import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopsOf, type WrittenFamily } from '../../testing/written-people.ts';
import { newGroup } from '../corpus-run.ts';

/**
 * What a rehearsal says of two who contradict each other is what applying does with them, also where they stand far
 * apart.
 */
let server: TestServer;
let dana: Person;
let files = 900;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const family = (first: string, last: string, ssn: string, birth: string): WrittenFamily => ({
  key: `${first}${last}${ssn}`,
  subscriber: {
    first,
    last,
    ssn,
    birth: calendarDateFrom(birth),
    gender: 'F',
    relationship: 'self',
    coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-01-01') }],
  },
  dependents: [],
});
/** Sends the families two at a time in hand, and works on the file as far as it goes. */
async function send(families: readonly WrittenFamily[]) {
  const { cim } = await newGroup(dana, ++files);
  const { id } = await server.upload(
    dana,
    'far.edi',
    interchangeOf(loopsOf(families, '021'), { full: false, control: files, sender: `FAR${files}` }),
    cim,
  );
  await server.workOnNext({ fileSteps: { batch: 2, chunk: 2 } });
  return id;
}
const between = ['Ana', 'Bo', 'Cyd', 'Dee', 'Eli', 'Fay'].map((first, index) =>
  family(first, 'Between', `21968010${index}`, `198${index}-02-02`),
);

it.each([
  [
    'an SSN',
    family('Ida', 'Abel', '219680001', '1980-05-05'),
    family('Zoe', 'Young', '219680001', '1990-06-06'),
    'This SSN already belongs to a member of this group with another name and date of birth. Correct the SSN or the member.',
  ],
  [
    'a name and a birth date under two SSNs',
    family('Ida', 'Abel', '219680001', '1980-05-05'),
    family('Ida', 'Abel', '219680002', '1980-05-05'),
    'under another SSN',
  ],
])(
  'two who share %s hold the file, and the second is refused in the rehearsal as when it is applied',
  async (_what, first, second, reason) => {
    const id = await send([first, ...between, second]);
    expect(await dana.api.files.job({ id })).toMatchObject({
      status: 'held',
      stops: [{ code: 'identity_conflict', people: 1 }],
      added: 7,
      refused: 1,
    });
    expect((await dana.api.files.refusals({ id })).rows).toMatchObject([{ reason: expect.stringContaining(reason) }]);
    await dana.api.files.approve({ id, reason: 'The second one is asked about' });
    await server.workOnNext({ fileSteps: { batch: 2, chunk: 2 } });
    expect(await dana.api.files.job({ id })).toMatchObject({ status: 'completed', added: 7, refused: 1 });
    expect((await dana.api.files.refusals({ id })).rows).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  },
);

it('somebody who stands in the file twice, or has changed a part of the name, contradicts nobody', async () => {
  const ida = family('Ida', 'Abel', '219680001', '1980-05-05');
  const id = await send([
    ida,
    ...between,
    { ...family('Ida', 'Abel-Young', '219680001', '1980-05-05'), key: `${ida.key}2` },
  ]);
  expect(await dana.api.files.job({ id })).toMatchObject({ status: 'completed', added: 7, changed: 1, refused: 0 });
});
