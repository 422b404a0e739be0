import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { censusOf, RealServer, ssnOf } from './real-server.ts';

/**
 * Kills the server during an import, again and again, once with the database: every row counts exactly once (trust P1,
 * P3), and no SSN is left in clear.
 */
const PEOPLE = 12_000;
const WIDGET = 'CIM-2026-000001';
const server = new RealServer();

beforeAll(async () => {
  await server.start();
  await server.signIn();
});
afterAll(() => server.close());

it('resumes after every kill, and each row counts once', async () => {
  const id = await server.upload('big.csv', censusOf(PEOPLE), WIDGET);
  // In the middle of reading, twice while applying, and once together with the database.
  await server.kill();
  await server.start();
  for (const [share, withDatabase] of [
    [0.15, false],
    [0.4, true],
    [0.7, false],
  ] as const) {
    while ((await server.api.files.job({ id })).recordsDone < PEOPLE * share) await sleep(20);
    if (withDatabase) server.signalDatabase('SIGKILL');
    await server.kill();
    await server.start();
  }
  let job = await server.api.files.job({ id });
  while (job.status !== 'completed' && job.status !== 'error') {
    await sleep(100);
    job = await server.api.files.job({ id });
  }
  expect(job).toMatchObject({ status: 'completed', added: PEOPLE, refused: 0, recordsDone: PEOPLE });
  const { id: groupId } = await server.api.groups.byCim({ cim: WIDGET });
  expect(await server.api.members.ofGroup({ groupId, limit: 1 })).toMatchObject({ subscribers: PEOPLE, dependents: 0 });
  expect((await server.api.files.outcomes({ id, limit: 1 })).total).toBe(PEOPLE);
});

it('leaves no SSN in logs or in the files of the database', () => {
  const found = (text: string): string =>
    spawnSync('grep', ['-rlaF', text, server.cluster], { encoding: 'utf8' }).stdout;
  for (const ssn of [ssnOf(0), ssnOf(PEOPLE - 1), ssnOf(PEOPLE / 2)]) {
    expect(server.output).not.toContain(ssn);
    expect(found(ssn), 'database files').toBe('');
  }
  // A counter-check that the search itself works: a name is stored in plain text.
  expect(found(`Last${PEOPLE - 1}`)).not.toBe('');
});
