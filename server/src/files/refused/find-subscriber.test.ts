import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let groups = 0;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  const { settings } = await dana.api.files.queue.state({});
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
});
afterAll(() => server.close());

type Row = readonly [id: string, who: string, first: string, last: string, birth: string, plan?: string];
const HEADS = ['Employee ID', 'Relationship', 'First Name', 'Last Name', 'Date of Birth', 'Medical Plan', 'Email'];
const list = (rows: readonly Row[], heads = HEADS): string =>
  [heads, ...rows.map((row) => [...row, row[5] ?? '', `${row[2]}.${row[3]}@example.com`].slice(0, heads.length))]
    .map((cells) => cells.join(','))
    .join('\n');
const send = async (text: string, cim: string) => {
  const sent = await server.upload(dana, 'families.csv', text, cim);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const held = async (rows: readonly Row[], cim: string) => {
  const job = await send(list(rows), cim);
  expect(job).toMatchObject({ status: 'held' });
  return job.id;
};
const familiesIn = async (groupId: string) =>
  (
    await server.owner.query<{ who: string }>(
      `select m.first_name || ', ' || m.relationship || ' of ' || s.first_name as who from members m join members s on s.id = m.subscriber_id where m.group_id = $1 order by 1`,
      [groupId],
    )
  ).rows.map(({ who }) => who);
const mend = async (id: string, person: string, subscriber: { memberId: string } | { recordNo: number }) => {
  const row = (await dana.api.files.refusedRows({ id })).rows.find((one) => one.person.startsWith(person));
  return dana.api.files.mendRow({ id, recordNo: row?.recordNo ?? 0, column: row?.family ?? 99, text: '', subscriber });
};
const newcomer = async (id: string, search: string) =>
  (await dana.api.files.findSubscribers({ id, search })).rows[0]?.recordNo ?? 0;

describe('the subscriber of a refused dependent', () => {
  it('is found among those whom the held file would add and those in the group, and the dependent comes into that family', async () => {
    const group = await newGroup(dana, 940 + (groups += 1));
    const first = await held([['E-1', 'Employee', 'Ada', 'Marsh', '02/14/1980', 'MED-PPO']], group.cim);
    await dana.api.files.approve({ id: first });
    await server.finished(dana, first);
    const id = await held(
      [
        ['E-2', 'Employee', 'Bea', 'Marsh', '02/15/1981', 'MED-PPO'],
        ['E-3', 'Employee', 'Cy', 'Marsh', '02/16/1982', 'MED-PPO'],
        ['E-77', 'Child', 'Dot', 'Marsh', '02/17/2015'],
        ['E-78', 'Child', 'Eli', 'Marsh', '02/18/2016'],
      ],
      group.cim,
    );
    expect(await dana.api.files.findSubscribers({ id, search: 'marsh' })).toMatchObject({
      total: 3,
      rows: [
        { name: 'Ada Marsh', employeeId: 'E-1', memberId: expect.any(String), recordNo: null },
        { name: 'Bea Marsh', memberId: null, recordNo: expect.any(Number), line: 2 },
        { name: 'Cy Marsh', memberId: null, line: 3 },
      ],
    });
    expect(await dana.api.files.findSubscribers({ id, limit: 1 })).toMatchObject({ rows: [{}], total: 3 });
    const { rows: read } = await server.owner.query(
      `select actor_name as by, fields, item_count as people, target_id as file from audit_log where action = 'files.findSubscribers' order by seq limit 1`,
    );
    expect(read).toEqual([{ by: 'Dana Whitfield', fields: ['name', 'employeeId'], people: 3, file: id }]);

    expect(await mend(id, 'Dot', { recordNo: await newcomer(id, 'cy') })).toMatchObject({ problems: [] });
    const { rows: inGroup } = await dana.api.files.findSubscribers({ id, search: 'ada' });
    expect(await mend(id, 'Eli', { memberId: inGroup[0]?.memberId ?? '' })).toMatchObject({ problems: [] });
    await dana.api.files.rehearse({ id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'held', added: 4, refused: 0 });
    await dana.api.files.approve({ id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', refused: 0 });
    expect(await familiesIn(group.id)).toEqual(['Dot, child of Cy', 'Eli, child of Ada']);
    // What is in the group by now is not in the file only.
    expect((await dana.api.files.findSubscribers({ id, search: 'cy' })).rows).toMatchObject([
      { recordNo: null, name: 'Cy Marsh' },
    ]);
  });

  it('is nobody whom the file does not add any more, nor whom it gives no number', async () => {
    const group = await newGroup(dana, 940 + (groups += 1));
    const id = await held(
      [
        ['', 'Employee', 'Gus', 'Lund', '02/14/1980', 'MED-PPO'],
        ['E-5', 'Employee', 'Hal', 'Lund', '02/15/1981', 'MED-PPO'],
        ['E-79', 'Child', 'Ida', 'Lund', '02/17/2015'],
      ],
      group.cim,
    );
    await expect(mend(id, 'Ida', { recordNo: await newcomer(id, 'gus') })).rejects.toMatchObject({
      message: expect.stringContaining('no number'),
    });
    const hal = await newcomer(id, 'hal');
    await dana.api.files.choose({ id, recordNos: [hal], excluded: true });
    expect(await dana.api.files.findSubscribers({ id, search: 'hal' })).toEqual({ rows: [], total: 0 });
    await expect(mend(id, 'Ida', { recordNo: hal })).rejects.toMatchObject({
      message: expect.stringContaining('This file no longer adds this subscriber. Search again.'),
    });
    expect((await dana.api.files.refusedRows({ id })).mended).toBe(0);
    await expect((await server.as('read_only')).api.files.findSubscribers({ id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
