import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import { interchangeOf, loopOf, type WrittenPerson } from '../../../testing/written-people.ts';
import { newGroup } from '../../corpus-run.ts';

/** What somebody decides against in a file comes again with the next: it is proposed anew, and that is told. */
let server: TestServer;
let dana: Person;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
const person = (first: string, index: number): WrittenPerson => ({
  first,
  last: 'Again',
  ssn: `21949020${index}`,
  birth: calendarDateFrom('1980-05-05'),
  gender: 'F',
  relationship: 'self',
  coverages: [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-01-01') }],
});
const PEOPLE = ['Ada', 'Bea', 'Cyd', 'Dee'].map(person) as [WrittenPerson, WrittenPerson, WrittenPerson, WrittenPerson];
const named = (one: WrittenPerson): string[][] => loopOf(one, one.ssn ?? '', '030');
const leaves = (one: WrittenPerson): string[][] =>
  loopOf(one, one.ssn ?? '', '024', { coverages: [], dates: [['357', calendarDateFrom('2026-11-30')]] });

async function send(group: Group, loops: readonly string[][]) {
  const { id } = await server.upload(
    dana,
    'monthly.edi',
    interchangeOf(loops, { full: true, control: ++controls, sender: group.cim.slice(-10) }),
    group.cim,
  );
  await server.workOnNext();
  return dana.api.files.job({ id });
}
const rowsOf = async (id: string): Promise<string[]> =>
  (await dana.api.files.changes({ id, limit: 100 })).rows.map(
    ({ person: who, action, what }) =>
      `${who}: ${action}${what.includes('; ') ? `; ${what.split('; ').slice(1).join('; ')}` : ''}`,
  );
const said = ({ remarks }: Awaited<ReturnType<typeof send>>): string[] =>
  remarks.filter(({ text }) => text.includes('proposed again')).map(({ text, count }) => `${text} (${count})`);

it('an addition and an end that were left out, and somebody who was kept though the file did not name him', async () => {
  const group = await newGroup(dana, 655);
  const [ada, bea, cyd, dee] = PEOPLE;
  await send(group, [ada, bea, cyd].flatMap(named));
  const {
    rows: [profile],
  } = await server.owner.query<{ id: string }>('select id from trading_partners where sender_id = $1', [
    group.cim.slice(-10),
  ]);
  await server.owner.query('update trading_partners set auto_process = false where id = $1', [profile?.id]);
  const content = [...leaves(ada), ...named(cyd), ...named(dee)];
  const first = await send(group, content);
  expect([first.status, said(first)]).toEqual(['held', []]);
  const { rows } = await dana.api.files.changes({ id: first.id, limit: 100 });
  await dana.api.files.choose({
    id: first.id,
    recordNos: rows.filter(({ action }) => action !== 'unchanged').map(({ recordNo }) => recordNo),
    excluded: true,
  });
  await dana.api.files.decideMissing({ id: first.id, decision: 'keep' });
  await dana.api.files.approve({ id: first.id });
  await server.workOnNext();
  expect(await dana.api.files.job({ id: first.id })).toMatchObject({ status: 'completed', added: 0, ended: 0 });
  const second = await send(group, content);
  expect(said(second)).toEqual([
    'Changes left out of this sender’s file of 11/20/2026 are proposed again. (2)',
    'Missing members who were kept in this sender’s file of 11/20/2026 are proposed again. (1)',
  ]);
  expect(await rowsOf(second.id)).toEqual([
    'Ada Again: ended; left out of the file of 11/20/2026 and proposed again',
    'Cyd Again: unchanged',
    'Dee Again: added; left out of the file of 11/20/2026 and proposed again',
  ]);
  expect((await dana.api.files.missing({ id: second.id, limit: 10 })).rows.map(({ name }) => name)).toEqual([
    `${bea.first} Again`,
  ]);
});
