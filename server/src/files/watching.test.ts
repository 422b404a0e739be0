import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeWaitingConnections } from '../testing/close-waiting-connections.ts';
import { edi834 } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** A stream about a file outlives the database, and not the session. */
let server: TestServer;
let dana: Person;
let id: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  ({ id } = await server.upload(
    dana,
    'watched.edi',
    edi834([
      {
        first: 'Ida',
        last: 'Marsh',
        ssn: '123456003',
        birth: '19900101',
        family: '123456003',
        plans: [['HLT', 'MED-PPO', '20260101']],
      },
    ]),
  ));
});
afterAll(() => server.close());

/** Breaks the look that waits for a table which is locked, `times` times. */
async function breakLooks(times: number): Promise<void> {
  await server.owner.query('begin');
  await server.owner.query('lock table file_jobs in access exclusive mode');
  for (let broken = 0; broken < times;) broken += await closeWaitingConnections(server.owner);
  await server.owner.query('rollback');
}

it('goes on behind looks whose connection broke, with what came meanwhile', async () => {
  const seen: string[] = [];
  for await (const { status } of await dana.api.files.watch({ id })) {
    seen.push(status);
    if (status === 'paused') break;
    await breakLooks(3);
    await dana.api.files.queue.pauseFile({ id });
  }
  expect(seen).toEqual(['queued', 'paused']);
});

it('tells of a file that was undone as soon as anything is done with it, though it is seldom looked at as a whole', async () => {
  const { id: undone } = await server.upload(
    dana,
    'undone.edi',
    edi834(
      [
        {
          first: 'Ole',
          last: 'Marsh',
          ssn: '123456004',
          birth: '19900101',
          family: '123456004',
          plans: [['HLT', 'MED-PPO', '20260101']],
        },
      ],
      {
        control: '000000002',
      },
    ),
  );
  await server.workOnNext();
  const { changeId } = await dana.api.files.job({ id: undone });
  await dana.api.changes.undo({ id: changeId ?? '' });
  const seen: boolean[] = [];
  for await (const { originalRemovedAt } of await dana.api.files.watch({ id: undone })) {
    seen.push(originalRemovedAt !== null);
    if (originalRemovedAt !== null) break;
    await dana.api.files.removeOriginal({ id: undone });
  }
  expect(seen).toEqual([false, true]);
});

it('ends in words where the session ends', async () => {
  const seen: string[] = [];
  const watched = (async () => {
    for await (const { status } of await dana.api.files.watch({ id })) {
      seen.push(status);
      await server.owner.query('delete from auth.session');
    }
  })();
  await expect(watched).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  expect(seen).toEqual(['paused']);
});
