import { TERMINATION_REASON_VALUES } from '@openbenefits/domain/members/termination';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { dyingAt } from '../../testing/dying-database.ts';
import { proveFigures } from '../../testing/prove-figures.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { censusOf } from '../../trust/real-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { LeaseLost, takeNext } from '../queue/file-lease.ts';
import { undoImport } from './undo-import.ts';

/** Large enough that its undo is work in the queue. */
const PEOPLE = 1000;
/** People put back between two steps, so that there are some. */
const STEP = 250;

let server: TestServer;
let dana: Person;
let services: Services;
let group: { id: string; cim: string };
let job: { id: string; changeId: string };
let imported: string[];

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  services = { ...server.services, fileSteps: { batch: 500, chunk: 1000, undo: STEP } };
  group = await newGroup(dana, 1);
  const sent = await server.upload(dana, 'census.csv', censusOf(PEOPLE), group.cim);
  await work();
  const done = await dana.api.files.job({ id: sent.id });
  expect(done).toMatchObject({ status: 'completed', added: PEOPLE });
  job = { id: sent.id, changeId: done.changeId ?? '' };
  imported = await peopleOf(server, group.id);
});
afterAll(() => server.close());
afterEach(() => proveFigures(server));

const work = (over: Services = services) => server.workOnNext(over);
const state = () => dana.api.files.job({ id: job.id });
const preview = () => dana.api.changes.undoPreview({ id: job.changeId });
const order = (more: { skipBlocked?: boolean; sight?: string; idempotencyKey?: string } = {}) =>
  dana.api.changes.undo({ id: job.changeId, reason: 'Sent for the wrong employer', ...more });
const notified = async () => (await dana.api.notifications.list({})).items.map(({ title }) => title);
const leaseRunsOut = () =>
  server.owner.query(`update file_jobs set leased_until = now() - interval '1 second' where id = $1`, [job.id]);
const undosOf = async () =>
  (
    await server.owner.query<{ count: number }>('select count(*)::int as count from changes where undoes = $1', [
      job.changeId,
    ])
  ).rows[0]?.count;
const memberCalled = async (name: string) =>
  (await dana.api.members.ofGroup({ groupId: group.id, search: name })).rows[0]?.id ?? '';
const end = async (name: string) =>
  dana.api.terminations.end({
    groupId: group.id,
    memberIds: [await memberCalled(name)],
    lastDay: calendarDateFrom('2026-11-30'),
    reason: TERMINATION_REASON_VALUES[0],
  });

describe('the undo of a large import', () => {
  it('is asked for once, waits in the queue with its figures, and is taken back before anybody worked on it', async () => {
    expect(await preview()).toMatchObject({ people: PEOPLE, removes: PEOPLE, blocked: 0, blockers: [], sight: '' });
    const [first, second] = await Promise.all([
      order({ idempotencyKey: 'undo-once-1' }),
      order({ idempotencyKey: 'undo-once-1' }),
    ]);
    expect(first).toEqual({ changeId: expect.any(String), people: PEOPLE, queued: true, fileJobId: job.id });
    expect(second).toEqual(first);
    expect(await state()).toMatchObject({
      status: 'queued',
      stage: 'undoing',
      undone: null,
      undoing: { by: 'Dana Whitfield', done: 0, total: PEOPLE },
      progressPercent: 0,
    });
    expect((await dana.api.files.queue.state()).active.map(({ id }) => id)).toEqual([job.id]);
    await expect(order()).rejects.toMatchObject({ message: 'This import is already being undone.' });
    await dana.api.files.stopUndo({ id: job.id });
    expect(await state()).toMatchObject({
      status: 'completed',
      stage: 'done',
      undoing: null,
      undoProblem: null,
      undone: null,
    });
    await expect(dana.api.files.stopUndo({ id: job.id })).rejects.toMatchObject({
      message: expect.stringContaining('is not being undone'),
    });
  });

  it('is stopped in the middle: what was put back until then never was', async () => {
    await order();
    const lease = await takeNext(services, DEFAULT_TENANT);
    if (!lease || 'undoId' in lease) throw new Error('Nothing was taken');
    const halfway = (async () => {
      for await (const { undoing } of await dana.api.files.watch({ id: job.id }))
        if (undoing && undoing.done >= 2 * STEP) return dana.api.files.stopUndo({ id: job.id });
      return undefined;
    })();
    await expect(undoImport(waitingFor(halfway), lease, new AbortController().signal)).rejects.toBeInstanceOf(
      LeaseLost,
    );
    expect(await halfway).toEqual({ id: job.id });
    expect(await peopleOf(server, group.id)).toEqual(imported);
    expect(await undosOf()).toBe(0);
    expect(await state()).toMatchObject({ status: 'completed', undoing: null });
  });

  it('dies before each of its transactions: nobody ever sees a part of it, and in the end it is there once', async () => {
    await order();
    let places = 0;
    for (let transactions = 0; ; transactions += 1) {
      const { db, began } = dyingAt(services.db, transactions);
      await work({ ...services, db }).catch(() => {});
      if (began() <= transactions) break;
      places += 1;
      expect(await undosOf(), `died at transaction ${transactions + 1}`).toBe(0);
      expect((await state()).stage).toBe('undoing');
      await leaseRunsOut();
    }
    expect(places).toBeGreaterThan(PEOPLE / STEP + 2);
    expect(await peopleOf(server, group.id)).toEqual([]);
    expect(await undosOf()).toBe(1);
    expect(await state()).toMatchObject({
      status: 'completed',
      stage: 'done',
      undoing: null,
      undone: { by: 'Dana Whitfield', all: true, part: null },
      progressPercent: 100,
    });
    const { rows } = await server.owner.query(
      `select count(*)::int as items, count(distinct entity_id)::int as people, min(action) as action from change_items i join changes c on c.id = i.change_id where c.undoes = $1`,
      [job.changeId],
    );
    expect(rows).toEqual([{ items: PEOPLE, people: PEOPLE, action: 'removed' }]);
    const { rows: audited } = await server.owner.query(
      `select actor_name, item_count, reason from audit_log where action = 'files.undo' and outcome = 'done'`,
    );
    expect(audited).toEqual([
      { actor_name: 'Dana Whitfield', item_count: PEOPLE, reason: 'Sent for the wrong employer' },
    ]);
    const log = await dana.api.files.queue.events({ id: job.id });
    expect(log[0]).toMatchObject({ by: 'Dana Whitfield', text: 'Undone: 1,000 people were restored.' });
    expect(await notified()).toContain('Import Undone');
  });
});

/**
 * Tells of the third step only after `reaction`, to what was told before. Its transactions: it begins, the undo itself,
 * and one for each step.
 */
function waitingFor(reaction: Promise<unknown>): Services {
  let begun = 0;
  const db = new Proxy(services.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return () => ({
        execute: async (run: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          begun += 1;
          if (begun === 5) await reaction;
          return target.transaction().execute(run);
        },
      });
    },
  });
  return { ...services, db };
}

describe('what stands in its way', () => {
  let again: { id: string; changeId: string };
  beforeAll(async () => {
    const sent = await server.upload(dana, 'census-2.csv', censusOf(PEOPLE), group.cim);
    await work();
    const held = await dana.api.files.job({ id: sent.id });
    if (held.status === 'held') {
      await dana.api.files.approve({ id: sent.id });
      await work();
    }
    const done = await dana.api.files.job({ id: sent.id });
    expect(done).toMatchObject({ status: 'completed', added: PEOPLE });
    again = { id: sent.id, changeId: done.changeId ?? '' };
    job = again;
    imported = await peopleOf(server, group.id);
  });

  it('somebody who was changed after it was confirmed: nothing happens, and the page names them', async () => {
    await order();
    await end('First7 Last7');
    const before = await peopleOf(server, group.id);
    await work();
    expect(await peopleOf(server, group.id)).toEqual(before);
    expect(await undosOf()).toBe(0);
    expect(await state()).toMatchObject({
      status: 'completed',
      undoing: null,
      undone: null,
      undoProblem: { by: 'Dana Whitfield', text: expect.stringContaining('One person was changed again later') },
    });
    expect((await state()).undoProblem?.text).not.toContain('Last7');
    expect(await preview()).toMatchObject({
      people: PEOPLE - 1,
      blocked: 1,
      blockers: [{ name: 'First7 Last7', by: 'Dana Whitfield' }],
    });
    expect(await notified()).toContain('Import Not Undone');
  });

  it('others than those whom one agreed to leave', async () => {
    const { sight } = await preview();
    await order({ skipBlocked: true, sight });
    await end('First8 Last8');
    await work();
    expect(await undosOf()).toBe(0);
    expect((await state()).undoProblem?.text).toContain(
      'other people were changed than those who were named then; now 2 stay as they are',
    );
  });

  it('itself: meanwhile nobody writes to the group by hand, and its files wait, but not those of others', async () => {
    const person = await memberCalled('First9 Last9');
    // By somebody who works on assigned groups only, and so does the worker for her.
    const priya = await server.as('group_administrator');
    await server.owner.query(
      `insert into group_admins (tenant_id, group_id, user_id, assigned_by, assigned_at) values ($1, $2, 'demo-north', 'Dana Whitfield', now())`,
      [DEFAULT_TENANT, group.id],
    );
    const { sight } = await priya.api.changes.undoPreview({ id: job.changeId });
    await priya.api.changes.undo({ id: job.changeId, skipBlocked: true, sight });
    const other = await newGroup(dana, 2);
    const same = await server.upload(dana, 'more.csv', censusOf(1, 5000), group.cim);
    const elsewhere = await server.upload(dana, 'elsewhere.csv', censusOf(1, 6000), other.cim);
    // The one in hand holds the group's lock, as a worker in the middle of it does.
    const lease = await takeNext(services, DEFAULT_TENANT);
    expect(lease).toMatchObject({ jobId: job.id });
    await server.owner.query('select pg_advisory_lock(hashtextextended($1, 834))', [group.id]);
    expect(await takeNext(services, DEFAULT_TENANT)).toMatchObject({ jobId: elsewhere.id });
    expect(await takeNext(services, DEFAULT_TENANT)).toBeNull();
    await expect(
      dana.api.terminations.end({
        groupId: group.id,
        memberIds: [person],
        lastDay: calendarDateFrom('2026-11-30'),
        reason: TERMINATION_REASON_VALUES[0],
      }),
    ).rejects.toMatchObject({ message: expect.stringContaining('is being undone. Nothing was saved') });
    await server.owner.query('select pg_advisory_unlock(hashtextextended($1, 834))', [group.id]);

    // Paused, it gives everything back and waits; resumed, it begins anew.
    await server.owner.query('update file_undos set done = 500 where job_id = $1 and ended_at is null', [job.id]);
    expect(await state()).toMatchObject({ status: 'processing', undoing: { done: 500 } });
    await dana.api.files.queue.pauseFile({ id: job.id });
    expect(await state()).toMatchObject({
      status: 'paused',
      stage: 'undoing',
      undoing: { done: 0 },
      progressPercent: 0,
    });
    expect(await takeNext(services, DEFAULT_TENANT)).toMatchObject({ jobId: same.id });
    await server.owner.query(`update file_jobs set leased_until = null, status = 'queued' where id = any ($1)`, [
      [same.id, elsewhere.id],
    ]);
    await dana.api.files.queue.resumeFile({ id: job.id });
    while (await work());
    expect(await state()).toMatchObject({
      status: 'completed',
      undone: { by: 'Priya Raman', all: false, part: { people: PEOPLE - 2, of: PEOPLE } },
    });
    // The history says it with the same figures.
    expect(
      (await dana.api.changes.list({ groupId: group.id })).rows.find(({ id }) => id === job.changeId)?.undone,
    ).toMatchObject({
      all: false,
      part: { people: PEOPLE - 2, of: PEOPLE },
    });
    expect((await peopleOf(server, group.id)).map((one) => one.split(',')[0])).toEqual([
      'First0 Last0',
      'First7 Last7',
      'First8 Last8',
    ]);
    expect(await dana.api.files.job({ id: elsewhere.id })).toMatchObject({ status: 'completed', added: 1 });
  });
});

describe('the undo of a file that ended in an error after a part was posted', () => {
  it('leaves it so, whether it is stopped or done; the rest does not follow', async () => {
    const failed = await server.upload(dana, 'census.csv', censusOf(PEOPLE, 5000), (await newGroup(dana, 2)).cim);
    await work();
    const { changeId } = await dana.api.files.job({ id: failed.id });
    await server.owner.query(
      `update file_jobs set status = 'error', stage = 'applying', error_code = 'fault', error_message = 'A fault' where id = $1`,
      [failed.id],
    );
    const undo = () => dana.api.changes.undo({ id: changeId ?? '', reason: 'Only a part of it came in' });
    await undo();
    await dana.api.files.stopUndo({ id: failed.id });
    expect(await dana.api.files.job({ id: failed.id })).toMatchObject({
      status: 'error',
      stage: 'applying',
      errorMessage: 'A fault',
      undone: null,
    });
    await undo();
    await work();
    expect(await dana.api.files.job({ id: failed.id })).toMatchObject({
      status: 'error',
      stage: 'applying',
      errorMessage: 'A fault',
      undone: { by: 'Dana Whitfield', part: null },
    });
    await expect(dana.api.files.retry({ id: failed.id })).rejects.toMatchObject({
      message: expect.stringContaining(
        'The changes of this file were undone, so it can’t continue. Upload it again to import it.',
      ),
    });
    expect(await dana.api.files.queue.retryFailed({})).toMatchObject({ retried: 0, left: 0, undone: 1 });
  });
});
