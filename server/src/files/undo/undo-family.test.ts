import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { TERMINATION_REASON_VALUES } from '@openbenefits/domain/members/termination';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopOf, type WrittenPerson } from '../../testing/written-people.ts';
import { censusOf } from '../../trust/real-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * A later file brings somebody into a family of an earlier one: the earlier is not taken back from under the newcomer.
 */
let server: TestServer;
let dana: Person;
let controls = 0;
let groups = 670;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const from = calendarDateFrom('2026-01-01');
const ada: WrittenPerson = {
  first: 'Ada',
  last: 'Undone',
  ssn: '219490301',
  birth: calendarDateFrom('1980-05-05'),
  gender: 'F',
  relationship: 'self',
  coverages: [{ line: 'medical', plan: 'MED-PPO', from }],
};
const child = (first: string, birth: string, plan: string): WrittenPerson => ({
  first,
  last: 'Undone',
  birth: calendarDateFrom(birth),
  gender: 'M',
  relationship: 'child',
  coverages: [{ line: 'medical', plan, from: calendarDateFrom('2026-12-01') }],
});
const KEY = ada.ssn ?? '';
type Group = Awaited<ReturnType<typeof newGroup>>;

async function send(group: Group, ...loops: string[][][]): Promise<string> {
  const { id } = await server.upload(
    dana,
    'file.edi',
    interchangeOf(loops.flat(), { full: false, control: ++controls, sender: group.cim.slice(-10) }),
    group.cim,
  );
  await server.workOnNext();
  const job = await dana.api.files.job({ id });
  expect(job).toMatchObject({ status: 'completed', refused: 0 });
  return job.changeId ?? '';
}
const undo = (id: string) => dana.api.changes.undo({ id, idempotencyKey: crypto.randomUUID() });
const shown = async (group: Group): Promise<string[]> =>
  (await peopleOf(server, group.id)).map((one) => one.split(',')[0] ?? '');

it('not the file that brought the subscriber in, nor one that gave the plan that the newcomer shares; each once the later is taken back', async () => {
  const group = await newGroup(dana, ++groups);
  const first = await send(group, loopOf(ada, KEY, '021'));
  const changed = await send(
    group,
    loopOf(ada, KEY, '001', {
      hd: '001',
      coverages: [{ line: 'medical', plan: 'MED-HMO', from: calendarDateFrom('2026-12-01') }],
    }),
  );
  const before = await peopleOf(server, group.id);
  const joined = await send(group, loopOf(child('Bo', '2020-02-02', 'MED-HMO'), KEY, '021'));
  const all = await peopleOf(server, group.id);
  expect(await dana.api.changes.undoPreview({ id: changed })).toMatchObject({
    people: 0,
    blocked: 1,
    blockers: [{ name: 'Bo Undone' }],
  });
  for (const id of [changed, first])
    await expect(undo(id)).rejects.toMatchObject({ message: expect.stringMatching(/changed again later/) });
  expect(await peopleOf(server, group.id)).toEqual(all);
  const { mark } = await dana.api.files.queue.state();
  await undo(joined);
  expect(await peopleOf(server, group.id)).toEqual(before);
  // Every list of files is told, and the file's log.
  expect((await dana.api.files.queue.state()).mark).not.toBe(mark);
  const { rows } = await server.owner.query<{ id: string }>('select id from file_jobs where change_id = $1', [joined]);
  expect((await dana.api.files.queue.events({ id: rows[0]?.id ?? '' }))[0]).toMatchObject({
    by: 'Dana Whitfield',
    text: 'Undone: 1 person was restored.',
  });
  await undo(changed);
  await undo(first);
  expect(await shown(group)).toEqual([]);
});

it('but one that changed personal details alone', async () => {
  const group = await newGroup(dana, ++groups);
  await send(group, loopOf(ada, KEY, '021'));
  const moved = await send(group, loopOf({ ...ada, city: 'TROY' }, KEY, '001', { coverages: [] }));
  await send(group, loopOf({ ...child('Bo', '2020-02-02', 'MED-PPO') }, KEY, '021'));
  await undo(moved);
  expect(await shown(group)).toEqual(['Ada Undone', 'Bo Undone']);
});

const corrected = (person: WrittenPerson, ssn: string): string[][] => {
  const loop = loopOf({ ...person, ssn }, ssn, '001', { coverages: [] });
  const was = ['NM1', '70', '1', person.last, person.first, '', '', '', '34', person.ssn ?? ''];
  return [...loop.map((segment) => (segment[0] === 'NM1' ? ['NM1', '74', ...segment.slice(2)] : segment)), was];
};

it('gives an SSN back to whom it was corrected, not while somebody else has it by a later file; one who took it in the same file goes back with it', async () => {
  const group = await newGroup(dana, ++groups);
  const cy: WrittenPerson = { ...ada, first: 'Cy', last: 'Corrected', birth: calendarDateFrom('1981-06-06') };
  const dev: WrittenPerson = {
    ...ada,
    first: 'Dev',
    last: 'Chained',
    ssn: '219490303',
    birth: calendarDateFrom('1982-07-07'),
  };
  await send(group, loopOf(ada, KEY, '021'), loopOf(dev, dev.ssn ?? '', '021'));
  const before = await peopleOf(server, group.id);
  const correction = await send(group, corrected(ada, '219490302'));
  const hired = await send(group, loopOf(cy, KEY, '021'));
  expect(await dana.api.changes.undoPreview({ id: correction })).toMatchObject({
    people: 0,
    blocked: 1,
    blockers: [{ name: 'Cy Corrected' }],
  });
  await expect(undo(correction)).rejects.toMatchObject({ message: expect.stringMatching(/changed again later/) });
  await undo(hired);
  await undo(correction);
  expect(await peopleOf(server, group.id)).toEqual(before);
  const chain = await send(
    group,
    corrected(ada, '219490302'),
    corrected(dev, KEY),
    loopOf({ ...cy, ssn: dev.ssn ?? '' }, dev.ssn ?? '', '021'),
  );
  expect(await shown(group)).toEqual(['Dev Chained', 'Cy Corrected', 'Ada Undone']);
  await undo(chain);
  expect(await peopleOf(server, group.id)).toEqual(before);
});

it('with a number that passes from one to another: both, however far apart they are put back; not the one while the other has it by a later change', async () => {
  const group = await newGroup(dana, ++groups);
  const dev: WrittenPerson = {
    ...ada,
    first: 'Dev',
    last: 'Chained',
    ssn: '219490303',
    birth: calendarDateFrom('1982-07-07'),
  };
  const eli: WrittenPerson = {
    ...ada,
    first: 'Eli',
    last: 'Chained',
    ssn: '219490304',
    birth: calendarDateFrom('1983-08-08'),
  };
  const idOf = async (first: string): Promise<string> =>
    (
      await server.owner.query<{ id: string }>(
        'select id from members where group_id = $1 and first_name = $2 and removed_by is null',
        [group.id, first],
      )
    ).rows[0]?.id ?? '';
  await send(group, ...[ada, dev, eli].map((one) => loopOf(one, one.ssn ?? '', '021')));
  const before = await peopleOf(server, group.id);
  // Each takes the number of the one before; of Ada it is nobody's.
  const chain = (): Promise<string> =>
    send(group, corrected(ada, '219490309'), corrected(dev, KEY), corrected(eli, dev.ssn ?? ''));
  const one = await chain();
  server.services.fileSteps = { batch: 1000, chunk: 1000, undo: 1 };
  await undo(one);
  delete server.services.fileSteps;
  expect(await peopleOf(server, group.id)).toEqual(before);
  // Ada alone cannot have her number back while Dev has it, and Dev not while Eli has his; Eli alone can.
  const two = await chain();
  const [idOfAda, idOfEli] = [await idOf('Ada'), await idOf('Eli')];
  expect(await dana.api.changes.undoPreview({ id: two, memberIds: [idOfEli] })).toMatchObject({ people: 1 });
  expect(await dana.api.changes.undoPreview({ id: two, memberIds: [idOfAda] })).toMatchObject({ people: 3 });
  await dana.api.changes.undo({ id: two, memberIds: [idOfAda] });
  expect(await peopleOf(server, group.id)).toEqual(before);
  const three = await chain();
  await send(group, loopOf({ ...dev, ssn: KEY, city: 'TROY' }, KEY, '001', { coverages: [] }));
  expect(await dana.api.changes.undoPreview({ id: three })).toMatchObject({
    people: 1,
    blocked: 2,
    blockers: [{ name: 'Dev Chained' }],
  });
  await dana.api.changes.undo({ id: three, skipBlocked: true });
  expect((await peopleOf(server, group.id)).map((person) => person.slice(0, 40))).toEqual([
    expect.stringContaining('Dev'),
    expect.stringMatching(/^Eli Chained, self, active, 219490304/),
    expect.stringMatching(/^Ada Undone, self, active, 219490309/),
  ]);
});

it('names everybody who stands in the way, a page at a time', async () => {
  const group = await newGroup(dana, ++groups);
  const { id } = await server.upload(dana, 'census.csv', censusOf(15, 7000), group.cim);
  await server.workOnNext();
  const { changeId } = await dana.api.files.job({ id });
  const { rows } = await dana.api.members.ofGroup({ groupId: group.id, limit: 50 });
  await dana.api.terminations.end({
    groupId: group.id,
    memberIds: rows.slice(1).map((one) => one.id),
    lastDay: calendarDateFrom('2026-11-30'),
    reason: TERMINATION_REASON_VALUES[0],
  });
  const first = await dana.api.changes.undoPreview({ id: changeId ?? '' });
  expect(first).toMatchObject({ people: 1, blocked: 14, next: expect.any(String) });
  const second = await dana.api.changes.undoPreview({ id: changeId ?? '', cursor: first.next ?? '' });
  expect(second).toMatchObject({ people: 1, blocked: 14, next: null, sight: first.sight });
  expect([...first.blockers, ...second.blockers].map(({ memberId }) => memberId)).toEqual(
    rows
      .slice(1)
      .map((one) => one.id)
      .toSorted(),
  );
});
