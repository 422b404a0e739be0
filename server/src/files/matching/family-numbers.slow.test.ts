import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import {
  interchangeOf,
  loopOf,
  loopsOf,
  type WrittenFamily,
  type WrittenPerson,
} from '../../testing/written-people.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let groups = 500;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const JANUARY = calendarDateFrom('2026-01-01');
const coverages = [{ line: 'medical', plan: 'MED-PPO', from: JANUARY }] as const;
const person = (
  first: string,
  last: string,
  relationship: WrittenPerson['relationship'],
  ssn?: string,
): WrittenPerson => ({
  first,
  last,
  ssn,
  birth: calendarDateFrom('1984-04-04'),
  gender: 'F',
  relationship,
  coverages: [...coverages],
});
const family = (key: string, last: string, ssn: string): WrittenFamily => ({
  key,
  subscriber: person('Ada', last, 'self', ssn),
  dependents: [],
});
const child = person('Dot', 'Newborn', 'child');

type Group = Awaited<ReturnType<typeof newGroup>>;
async function send(group: Group, loops: string[][], sender = group.cim.slice(-10)) {
  const sent = await server.upload(
    dana,
    'file.edi',
    interchangeOf(loops, { full: false, control: ++controls, sender }),
    group.cim,
  );
  return server.finished(dana, sent.id);
}
const parentOf = async (group: Group): Promise<string[]> =>
  (
    await server.owner.query<{ name: string }>(
      `select s.last_name as name from members d join members s on s.id = d.subscriber_id where d.group_id = $1 and d.removed_by is null`,
      [group.id],
    )
  ).rows.map(({ name }) => name);

it('is the number of one sender: what another one calls the same is not meant', async () => {
  const group = await newGroup(dana, ++groups);
  await send(group, loopsOf([family('FAM-1', 'Abbott', '219470001')], '021'));
  expect(await send(group, loopOf(child, 'FAM-1', '021'), 'ANOTHERSENDER')).toMatchObject({ added: 0, refused: 1 });
  expect(await send(group, loopOf(child, 'fam-1', '021'))).toMatchObject({ added: 1, refused: 0 });
  expect(await parentOf(group)).toEqual(['Abbott']);
});

it('means the family of the latest file that used it, until that file is undone', async () => {
  const group = await newGroup(dana, ++groups);
  await send(group, loopsOf([family('FAM-1', 'Abbott', '219470002')], '021'));
  const { changeId } = await send(group, loopsOf([family('FAM-1', 'Later', '219470003')], '021'));
  const added = await send(group, loopOf(child, 'FAM-1', '021'));
  expect(await parentOf(group)).toEqual(['Later']);
  await dana.api.changes.undo({ id: added.changeId ?? '', idempotencyKey: crypto.randomUUID() });
  await dana.api.changes.undo({ id: changeId ?? '', idempotencyKey: crypto.randomUUID() });
  expect(await send(group, loopOf(child, 'FAM-1', '021'))).toMatchObject({ added: 1, refused: 0 });
  expect(await parentOf(group)).toEqual(['Abbott']);
});

it('is forgotten with the import that brought its family', async () => {
  const group = await newGroup(dana, ++groups);
  const { changeId } = await send(group, loopsOf([family('FAM-1', 'Abbott', '219470004')], '021'));
  await dana.api.changes.undo({ id: changeId ?? '', idempotencyKey: crypto.randomUUID() });
  expect((await server.owner.query('select 1 from family_numbers where group_id = $1', [group.id])).rows).toEqual([]);
  expect(await send(group, loopOf(child, 'FAM-1', '021'))).toMatchObject({ added: 0, refused: 1 });
});

it('is a digest, and is not written down where the subscriber is found by the SSN anyway', async () => {
  const group = await newGroup(dana, ++groups);
  await send(
    group,
    loopsOf([family('219470005', 'Ssn', '219470005'), family('219470007', 'Other Ssn', '219470006')], '021'),
  );
  const { rows } = await server.owner.query<{ index: string; name: string }>(
    `select encode(f.family_index, 'escape') as index, m.last_name as name from family_numbers f join members m on m.id = f.member_id where f.group_id = $1`,
    [group.id],
  );
  expect(rows.map(({ name }) => name)).toEqual(['Other Ssn']);
  expect(rows[0]?.index).not.toContain('219470007');
});

const FORMER = expect.objectContaining({
  text: 'Dependents were sent with their subscriber’s former SSN. The subscribers were found by it.',
  count: 1,
});

it('may be an SSN of the subscriber that was corrected by hand; that is said, and ends with the correction’s undo, or where it is somebody else’s', async () => {
  const group = await newGroup(dana, ++groups);
  await send(group, loopsOf([family('219470021', 'Abbott', '219470021')], '021'));
  const [ada] = (await dana.api.members.ofGroup({ groupId: group.id, search: 'Ada' })).rows;
  await dana.api.members.correctIdentity({
    groupId: group.id,
    memberId: ada?.id ?? '',
    ssn: '219-47-0022',
    reason: 'Typed wrongly',
    dateOfBirth: '',
    idempotencyKey: crypto.randomUUID(),
  });
  const added = await send(group, loopOf(child, '219470021', '021'), 'ANOTHERSENDER');
  expect(added).toMatchObject({ added: 1, refused: 0, remarks: expect.arrayContaining([FORMER]) });
  expect((await dana.api.files.changes({ id: added.id })).rows[0]?.what).toContain(
    'The subscriber’s number is a former SSN. The subscriber was found by it',
  );
  // A new employee has just that number: whose family is meant is no question any more.
  await send(group, loopsOf([family('219470021', 'Later', '219470021')], '021'));
  expect(
    await send(group, loopOf(person('Eve', 'Newborn', 'child'), '219470021', '021'), 'ANOTHERSENDER'),
  ).toMatchObject({
    added: 1,
    remarks: expect.not.arrayContaining([FORMER]),
  });
  expect((await parentOf(group)).toSorted()).toEqual(['Abbott', 'Later']);
  // What an undo took back was never hers.
  const again = await newGroup(dana, ++groups);
  await send(again, loopsOf([family('219470023', 'Abbott', '219470023')], '021'));
  const [other] = (await dana.api.members.ofGroup({ groupId: again.id, search: 'Ada' })).rows;
  const wrong = await dana.api.members.correctIdentity({
    groupId: again.id,
    memberId: other?.id ?? '',
    ssn: '219-47-0024',
    reason: 'Typed wrongly',
    dateOfBirth: '',
    idempotencyKey: crypto.randomUUID(),
  });
  await dana.api.changes.undo({ id: wrong.changeId, idempotencyKey: crypto.randomUUID() });
  expect(await send(again, loopOf(child, '219470024', '021'))).toMatchObject({ added: 0, refused: 1 });
});

it('is never the line of a list, which means another family in the next', async () => {
  const group = await newGroup(dana, ++groups);
  const sent = await server.upload(
    dana,
    'by-place.csv',
    'Relationship,First Name,Last Name,SSN,DOB,Medical Plan,Medical Effective Date\nEE,Ada,Abbott,219-47-0011,03/14/1985,MED-PPO,01/01/2026\nChild,Cal,Abbott,,09/02/2015,MED-PPO,01/01/2026\n',
    group.cim,
  );
  expect(await server.finished(dana, sent.id)).toMatchObject({ status: 'completed', added: 2 });
  expect((await server.owner.query('select 1 from family_numbers where group_id = $1', [group.id])).rows).toEqual([]);
});
