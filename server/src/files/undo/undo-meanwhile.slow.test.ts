import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { withActionBefore } from '../../testing/action-before-transaction.ts';
import { censusOf } from '../../trust/real-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/** An import is asked to be undone while it is approved or written. */
const PEOPLE = 6;
let server: TestServer;
let dana: Person;
let groups = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const job = (id: string) => dana.api.files.job({ id });
const undo = async (id: string | null, memberIds?: string[]): Promise<string> =>
  id === null
    ? 'nothing to undo'
    : dana.api.changes.undo({ id, ...(memberIds && { memberIds }) }).then(
        () => 'undone',
        (error: Error) => error.message,
      );
const autoProcess = async (on: boolean): Promise<void> => {
  const { settings } = await dana.api.files.queue.state();
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: on });
};

it('is not undone between any two steps of its work, as a whole or for one person: it is whole before', async () => {
  const said = new Set<string>();
  for (let place = 2; ; place += 1) {
    const group = await newGroup(dana, ++groups);
    const { id } = await server.upload(dana, 'census.csv', censusOf(PEOPLE, groups * 100), group.cim);
    let came = false;
    await server.workOnNext({
      fileSteps: { batch: 3, chunk: 3 },
      db: withActionBefore(server.services.db, place, async () => {
        came = true;
        const { status, stage, changeId } = await job(id);
        if (status === 'completed') return;
        // The history says as well how far the file is, so that its page offers no undo.
        const entry = (await dana.api.changes.list({ groupId: group.id })).rows.find(
          (change) => change.id === changeId,
        );
        if (entry) expect(entry.file).toEqual({ status, stage, stopped: false });
        said.add(await undo(changeId));
        const [one] = (await dana.api.files.outcomes({ id, limit: 1 })).rows;
        if (one) said.add(await undo(changeId, [one.memberId]));
      }),
    });
    expect(await job(id)).toMatchObject({ status: 'completed', added: PEOPLE, undone: null });
    expect(await peopleOf(server, group.id)).toHaveLength(PEOPLE);
    if (!came) break;
  }
  expect([...said].toSorted()).toEqual([
    'This file is not finished. You can undo it once it is.',
    'This history entry changed no members, so there is nothing to undo.',
    'nothing to undo',
  ]);
});

it('is approved and undone at the same moment: each is done whole or refused in words, whoever is first', async () => {
  await autoProcess(false);
  onTestFinished(() => autoProcess(true));
  const group = await newGroup(dana, ++groups);
  const { id } = await server.upload(dana, 'held.csv', censusOf(PEOPLE, groups * 100), group.cim);
  await server.workOnNext();
  expect(await job(id)).toMatchObject({ status: 'held', changeId: null });
  await dana.api.files.approve({ id });
  const [work, ...answers] = await Promise.allSettled([
    server.workOnNext({ fileSteps: { batch: 3, chunk: 3 } }),
    ...Array.from({ length: 6 }, async () => undo((await job(id)).changeId)),
    dana.api.files.approve({ id }),
  ]);
  expect(work?.status).toBe('fulfilled');
  expect(answers.at(-1)).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/^This file (is not awaiting approval|was already applied)\.$/) },
  });
  const { changeId } = await job(id);
  const last = await Promise.allSettled([undo(changeId), undo(changeId), dana.api.files.approve({ id })]);
  const told = last.slice(0, 2).map((one) => (one.status === 'fulfilled' ? one.value : ''));
  expect(told.filter((one) => one !== 'undone')).toEqual(
    told.includes('undone') ? ['This was already undone.'] : ['This was already undone.', 'This was already undone.'],
  );
  expect(await peopleOf(server, group.id)).toEqual([]);
  expect(await job(id)).toMatchObject({ status: 'completed', undone: { all: true } });
});

it.each([
  ['by its button', (id: string) => dana.api.files.retry({ id })],
  ['with all that failed', () => dana.api.files.queue.retryFailed({})],
])(
  'is tried again %s while the part that was posted before an error is taken back: it does not go on behind that',
  async (how, again) => {
    const group = await newGroup(dana, ++groups);
    const { id } = await server.upload(dana, 'part.csv', censusOf(PEOPLE, groups * 100), group.cim);
    await server.workOnNext();
    const { changeId } = await job(id);
    await server.owner.query(
      `update file_jobs set status = 'error', stage = 'applying', error_code = 'fault', error_message = 'A fault' where id = $1`,
      [id],
    );
    let answered = '';
    const waiting = async (count: number): Promise<void> => {
      while (
        (
          await server.owner.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount !== count
      )
        if (answered) throw new Error(`Nothing waits: ${answered}`);
    };
    await server.owner.query('select pg_advisory_lock(hashtextextended($1, 834))', [group.id]);
    const undone = undo(changeId);
    void undone.then((said) => (answered = said));
    await waiting(1);
    const tried = again(id).then(
      () => 'tried',
      (error: Error) => error.message,
    );
    await waiting(2);
    await server.owner.query('select pg_advisory_unlock(hashtextextended($1, 834))', [group.id]);
    expect(await undone).toBe('undone');
    expect(await tried).toBe(
      how === 'by its button'
        ? 'The changes of this file were undone, so it can’t continue. Upload it again to import it.'
        : 'tried',
    );
    expect(await job(id)).toMatchObject({ status: 'error' });
    expect(await peopleOf(server, group.id)).toEqual([]);
  },
);
