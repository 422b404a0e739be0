import { afterAll, beforeAll, expect, it } from 'vitest';
import { breakWaiting } from '../testing/break-waiting.ts';
import { edi834 } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** A stream about a file outlives the database, and not the session. */
let server: TestServer;
let dana: Person;
let id: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  ({ id } = await server.upload(dana, 'watched.edi', edi834([{ first: 'Ida', last: 'Marsh', ssn: '123456003', birth: '19900101', family: '123456003', plans: [['HLT', 'MED-PPO', '20260101']] }])));
});
afterAll(() => server.close());

/** Breaks the look that waits for a table which is locked, `times` times. */
async function breakLooks(times: number): Promise<void> {
  await server.owner.query('begin');
  await server.owner.query('lock table file_jobs in access exclusive mode');
  for (let broken = 0; broken < times;) broken += await breakWaiting(server.owner);
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
