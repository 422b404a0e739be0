import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import {
  interchangeOf,
  loopOf,
  loopsOf,
  type WrittenFamily,
  type WrittenPerson,
} from '../../../testing/written-people.ts';
import { newGroup, peopleOf } from '../../corpus-run.ts';

let server: TestServer;
let dana: Person;
let groups = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const JANUARY = calendarDateFrom('2026-01-01');
const coverages = [{ line: 'medical', plan: 'MED-PPO', from: JANUARY }] as const;
const person = (
  first: string,
  last: string,
  ssn: string | undefined,
  change: Partial<WrittenPerson> = {},
): WrittenPerson => ({
  first,
  last,
  ssn,
  birth: calendarDateFrom('1980-05-05'),
  gender: 'F',
  relationship: 'self',
  coverages: [...coverages],
  ...change,
});
const child = (first: string, last: string): WrittenPerson =>
  person(first, last, undefined, { birth: calendarDateFrom('2015-05-05'), relationship: 'child' });
const families = ['Abel', 'Brandt', 'Carver', 'Doyle'].map((last, index): WrittenFamily => {
  const ssn = `21967000${index + 1}`;
  return { key: ssn, subscriber: person('Ida', last, ssn), dependents: [child('Kit', last)] };
});
const [first, second] = families as [WrittenFamily, WrittenFamily];

/** Sends loops to a new group, marked as a test so that the file waits, and works on it until it does. */
async function held(
  loops: readonly string[][],
  group?: Awaited<ReturnType<typeof newGroup>>,
  fileSteps?: { batch: number; chunk: number },
) {
  const chosen = group ?? (await newGroup(dana, ++groups));
  const text = interchangeOf(loops, { full: false, control: ++groups, sender: `NEW${groups}` }).replace(
    '*0*P*:',
    '*0*T*:',
  );
  const { id } = await server.upload(dana, 'file.edi', text, chosen.cim);
  await server.workOnNext(fileSteps ? { fileSteps } : {});
  expect(await dana.api.files.job({ id })).toMatchObject({ status: 'held', isTest: true });
  const { rows } = await server.owner.query<{ found: number; left: number[] }>(
    'select newcomers_count as found, left_records as left from import_packs where job_id = $1 order by pack_key',
    [id],
  );
  return { id, group: chosen, packs: rows };
}
async function approved(id: string) {
  await dana.api.files.approve({ id, reason: 'It is a real one, says the sender' });
  await server.workOnNext();
  return dana.api.files.job({ id });
}
const numbers = async (groupId: string) =>
  (
    await server.owner.query<{ name: string; number: string }>(
      `select first_name || ' ' || last_name as name, member_number as number from members where group_id = $1 order by length(member_number), member_number`,
      [groupId],
    )
  ).rows.map(({ name }) => name);

describe('families that are new', () => {
  it('are told apart while the file is rehearsed, and numbered in its order when it is applied', async () => {
    const { id, group, packs } = await held(loopsOf(families, '021'));
    expect(packs).toEqual([{ found: 8, left: [] }]);
    expect(await approved(id)).toMatchObject({ status: 'completed', added: 8, refused: 0, recordsDone: 8 });
    expect(await numbers(group.id)).toEqual(
      families.flatMap(({ subscriber: { last } }) => [`Ida ${last}`, `Kit ${last}`]),
    );
    const { rows } = await server.owner.query(
      `select i.item_no, m.last_name, i.action, i.source_line > 0 as has_line from change_items i join file_jobs j on j.change_id = i.change_id join members m on m.id = i.entity_id where j.id = $1 order by 1`,
      [id],
    );
    expect(rows.map((row) => [row.item_no, row.last_name, row.action, row.has_line])).toEqual(
      families.flatMap(({ subscriber: { last } }, index) => [
        [index * 2 + 1, last, 'added', true],
        [index * 2 + 2, last, 'added', true],
      ]),
    );
  });

  it('come to the same as people who are matched again because something changed while the file waited', async () => {
    const quiet = await held(loopsOf(families, '021'));
    const busy = await held(loopsOf(families, '021'));
    // A group's change that has nothing to do with anybody is enough.
    await server.owner.query(
      `insert into changes (tenant_id, id, kind, summary, actor_id, actor_name, group_id, made_at) values ($1, gen_random_uuid(), 'group_edited', 'Edited', 'dana', 'Dana', $2, now())`,
      [DEFAULT_TENANT, busy.group.id],
    );
    expect(await approved(quiet.id)).toMatchObject({ added: 8 });
    expect(await approved(busy.id)).toMatchObject({ added: 8 });
    expect(await peopleOf(server, busy.group.id)).toEqual(await peopleOf(server, quiet.group.id));
  });

  it('are not those who have a key in common with anybody else of the file, near or far', async () => {
    const again = person('Ida', first.subscriber.last, first.subscriber.ssn, { city: 'Dubuque' });
    const late = child('Late', second.subscriber.last);
    const loops = [...loopsOf(families, '021'), ...loopOf(again, first.key, '001'), ...loopOf(late, second.key, '021')];
    // In one pack the whole family of the one who comes twice is matched again. In packs of their own only the later
    // records are: the family came first.
    const near = await held(loops);
    expect(near.packs).toEqual([{ found: 7, left: [1, 2, 9] }]);
    const far = await held(loops, undefined, { batch: 3, chunk: 3 });
    expect([
      far.packs.reduce((sum, { found }) => sum + found, 0),
      far.packs.flatMap(({ found, left }) => (found > 0 ? left : [])),
    ]).toEqual([8, []]);
    for (const { id } of [near, far])
      expect(await approved(id)).toMatchObject({
        status: 'completed',
        added: 9,
        changed: 1,
        refused: 0,
        recordsDone: 10,
      });
    const people = await peopleOf(server, near.group.id);
    expect(people).toHaveLength(9);
    expect(await peopleOf(server, far.group.id)).toEqual(people);
  });

  it('are told apart from others who are called as their family is; dependents belong to the subscriber they follow, and nobody knows whose one behind another family is', async () => {
    const late = child('Late', second.subscriber.last);
    const loops = [
      ...loopsOf([first], '021'),
      ...loopsOf([{ ...second, key: first.key }], '021'),
      ...loopsOf(families.slice(2), '021'),
      ...loopOf(late, first.key, '021'),
    ];
    const heads = async (groupId: string) =>
      (
        await server.owner.query(
          `select m.first_name as name, s.last_name as subscriber from members m join members s on s.id = m.subscriber_id where m.group_id = $1 order by 1, 2`,
          [groupId],
        )
      ).rows;
    const near = await held(loops);
    const far = await held(loops, undefined, { batch: 2, chunk: 2 });
    expect(far.packs.map(({ found }) => found)).toEqual([2, 0, 2, 2]);
    for (const { id, group } of [near, far]) {
      expect(await approved(id)).toMatchObject({ status: 'completed', added: 8, refused: 1 });
      const kits = ['Abel', 'Brandt', 'Carver', 'Doyle'].map((subscriber) => ({ name: 'Kit', subscriber }));
      expect(await heads(group.id)).toEqual(kits);
    }
  });
});

describe('while a file waits', () => {
  it('somebody of it is added otherwise, and is found then', async () => {
    const { id, group } = await held(loopsOf(families, '021'));
    const other = await held(loopsOf([first], '021'), group);
    expect(await approved(other.id)).toMatchObject({ status: 'completed', added: 2 });
    expect(await approved(id)).toMatchObject({ status: 'completed', added: 6 });
    expect(await peopleOf(server, group.id)).toHaveLength(8);
  });

  it('somebody is left out, with whom the family is not posted, and the others are', async () => {
    const { id, group } = await held(loopsOf(families, '021'));
    await dana.api.files.choose({ id, recordNos: [1, 2], excluded: true });
    expect(await approved(id)).toMatchObject({ status: 'completed', added: 6 });
    expect((await numbers(group.id)).some((name) => name.endsWith('Abel'))).toBe(false);
  });

  it('the day changes, and is judged by the day of the approval', async () => {
    const ending = {
      ...first,
      subscriber: { ...first.subscriber, coverages: [{ ...coverages[0], until: calendarDateFrom('2026-12-01') }] },
      dependents: [],
    };
    const { id, group, packs } = await held(loopsOf([ending], '021'));
    expect(packs).toEqual([{ found: 1, left: [] }]);
    server.clock.set('2026-12-15T18:00:00.000Z');
    try {
      expect(await approved(id)).toMatchObject({ status: 'completed', added: 1 });
    } finally {
      server.clock.set('2026-11-20T18:00:00.000Z');
    }
    const { rows } = await server.owner.query('select status from members where group_id = $1', [group.id]);
    expect(rows).toEqual([{ status: 'terminated' }]);
  });
});
