import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { dyingAt } from '../../testing/dying-database.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { withActionBefore } from '../../testing/action-before-transaction.ts';
import { censusOf } from '../../trust/real-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { takeNext } from '../queue/file-lease.ts';

/** A change that no file made, large enough that its undo is work in the queue: the end of a group. */
const PEOPLE = 1000;
const STEP = 500;

let server: TestServer;
let dana: Person;
let services: Services;
let group: { id: string; cim: string };
let changeId: string;
let before: string[];
let ended: string[];

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  services = { ...server.services, fileSteps: { batch: 500, chunk: 1000, undo: STEP } };
  group = await newGroup(dana, 1);
  await server.upload(dana, 'census.csv', censusOf(PEOPLE), group.cim);
  await server.workOnNext();
  before = await peopleOf(server, group.id);
  const { version, status } = await dana.api.groups.get({ id: group.id });
  expect(status).toBe('active');
  changeId = (
    await dana.api.groups.changeStatus({
      id: group.id,
      version,
      to: 'terminated',
      effectiveDate: calendarDateFrom('2026-11-30'),
      reason: 'Went to another carrier',
    })
  ).changeId;
  ended = await peopleOf(server, group.id);
  expect(ended).not.toEqual(before);
});
afterAll(() => server.close());

const undo = () => dana.api.changes.undo({ id: changeId, reason: 'It stays after all' });
const change = async () => (await dana.api.changes.list({ groupId: group.id })).rows.find(({ id }) => id === changeId);
const undosOf = async () =>
  (
    await server.owner.query<{ count: number }>('select count(*)::int as count from changes where undoes = $1', [
      changeId,
    ])
  ).rows[0]?.count;
const leaseRunsOut = () =>
  server.owner.query(`update change_undos set leased_until = now() - interval '1 second' where ended_at is null`);

it('waits in the queue with its figures, once, and may be taken back; files and changes of its group wait for it', async () => {
  const asked = await Promise.allSettled([undo(), undo()]);
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(asked.find((one) => one.status === 'rejected')).toMatchObject({
    reason: { message: 'This change is already being undone.' },
  });
  expect(asked.find((one) => one.status === 'fulfilled')).toMatchObject({
    value: { people: PEOPLE, queued: true, fileJobId: null },
  });
  expect(await change()).toMatchObject({
    undone: null,
    undoing: { by: 'Dana Whitfield', done: 0, total: PEOPLE },
    undoProblem: null,
  });
  expect((await dana.api.files.queue.state()).undos).toMatchObject([{ changeId, groupId: group.id, total: PEOPLE }]);
  await server.upload(dana, 'more.csv', censusOf(1, 5000), group.cim);
  expect(await takeNext(services, DEFAULT_TENANT)).toMatchObject({ undoId: expect.any(String), attempt: 1 });
  expect(await takeNext(services, DEFAULT_TENANT)).toBeNull();
  await server.owner.query('select pg_advisory_lock(hashtextextended($1, 834))', [group.id]);
  const { version } = await dana.api.groups.get({ id: group.id });
  await expect(
    dana.api.groups.changeStatus({
      id: group.id,
      version,
      to: 'active',
      effectiveDate: calendarDateFrom('2026-12-01'),
      reason: 'Back',
    }),
  ).rejects.toMatchObject({ message: expect.stringContaining('is being undone. Nothing was saved') });
  await server.owner.query('select pg_advisory_unlock(hashtextextended($1, 834))', [group.id]);
  await dana.api.changes.stopUndo({ id: changeId });
  expect(await change()).toMatchObject({ undoing: null, undoProblem: null, undone: null });
  await expect(dana.api.changes.stopUndo({ id: changeId })).rejects.toMatchObject({
    message: expect.stringContaining('No undo of this change is running'),
  });
  expect(await peopleOf(server, group.id)).toEqual(ended);
  await server.workOnNext();
});

it('is stopped in the middle, and refused where somebody was changed since: nothing of it is there, and the history says why', async () => {
  await undo();
  // Its transactions: it is taken, looked up, done, and told of at each step; the second step finds that the order is
  // gone.
  await server.workOnNext({
    ...services,
    db: withActionBefore(services.db, 5, async () => void (await dana.api.changes.stopUndo({ id: changeId }))),
  });
  expect(await peopleOf(server, group.id)).toEqual(ended);
  await undo();
  const memberId = (await dana.api.members.ofGroup({ groupId: group.id, search: 'First7 Last7' })).rows[0]?.id ?? '';
  const { version, values } = await dana.api.members.forEdit({ groupId: group.id, memberId });
  const { changeId: later } = await dana.api.members.edit({
    groupId: group.id,
    memberId,
    version,
    values: { ...values, jobTitle: 'Fitter' },
  });
  await server.workOnNext(services);
  expect(await undosOf()).toBe(0);
  expect(await change()).toMatchObject({
    undoing: null,
    undone: null,
    undoProblem: { by: 'Dana Whitfield', text: expect.stringContaining('One person was changed again later') },
  });
  await dana.api.changes.undo({ id: later });
});

it('is paused in the middle: nothing of it is there, files of its group go on, and resumed it begins anew', async () => {
  const asked = await undo();
  await server.workOnNext({
    ...services,
    db: withActionBefore(services.db, 5, async () => void (await dana.api.changes.pauseUndo({ id: changeId }))),
  });
  expect(await peopleOf(server, group.id)).toEqual(ended);
  expect(await change()).toMatchObject({
    undone: null,
    undoing: { done: 0, total: PEOPLE, pausedBy: 'Dana Whitfield' },
  });
  await expect(dana.api.changes.pauseUndo({ id: changeId })).rejects.toMatchObject({
    message: expect.stringContaining('already paused'),
  });
  // The queue itself goes on, with what waits behind it.
  expect(await takeNext(services, DEFAULT_TENANT)).toBeNull();
  await server.upload(dana, 'beside.csv', censusOf(1, 6000), group.cim);
  const file = await takeNext(services, DEFAULT_TENANT);
  expect(file).toMatchObject({ jobId: expect.any(String) });
  await server.owner.query(
    `update file_jobs set leased_until = now() - interval '1 second' where status = 'processing'`,
  );
  await server.workOnNext();
  await expect(undo()).rejects.toMatchObject({ message: 'This change is already being undone.' });
  await dana.api.changes.resumeUndo({ id: changeId });
  expect(await change()).toMatchObject({ undoing: { pausedBy: null } });
  await expect(dana.api.changes.resumeUndo({ id: changeId })).rejects.toMatchObject({
    message: expect.stringContaining('is not paused'),
  });
  // Whoever had it before the pause has it no more, also where it goes on at once.
  await server.workOnNext({
    ...services,
    db: withActionBefore(services.db, 5, async () => {
      await dana.api.changes.pauseUndo({ id: changeId });
      await dana.api.changes.resumeUndo({ id: changeId });
    }),
  });
  expect(await undosOf()).toBe(0);
  await dana.api.changes.pauseUndo({ id: changeId });
  await dana.api.files.queue.processAll({});
  expect(await takeNext(services, DEFAULT_TENANT)).toMatchObject({ undoId: asked.changeId });
  await dana.api.changes.stopUndo({ id: changeId });
  expect(await change()).toMatchObject({ undoing: null });
});

it('dies before each of its transactions: nobody ever sees a part of it, and in the end it is there once', async () => {
  await undo();
  let places = 0;
  for (let transactions = 1; ; transactions += 1) {
    const { db, began } = dyingAt(services.db, transactions);
    await server.workOnNext({ ...services, db }).catch(() => {});
    if (began() <= transactions) break;
    places += 1;
    expect(await undosOf(), `died at transaction ${transactions + 1}`).toBe(0);
    await leaseRunsOut();
  }
  expect(places).toBeGreaterThan(PEOPLE / STEP + 1);
  expect(await undosOf()).toBe(1);
  expect(await peopleOf(server, group.id)).toEqual(before);
  expect(await change()).toMatchObject({
    undoing: null,
    undoProblem: null,
    undone: { by: 'Dana Whitfield', all: true },
  });
  const { rows } = await server.owner.query(
    `select actor_name, item_count, reason from audit_log where action = 'changes.undo' order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ actor_name: 'Dana Whitfield', item_count: PEOPLE, reason: 'It stays after all' }]);
  expect((await dana.api.notifications.list({})).items.map(({ title }) => title)).toContain('Change Undone');
  await expect(undo()).rejects.toMatchObject({ message: 'This was already undone.' });
});
