import { randomUUID } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RealServer } from './real-server.ts';

/**
 * Writes of several people while the server is killed ten times and the database is cut off seven times (trust P1, P2):
 * what was acknowledged is there, once; what was not is there whole or not at all. Figures are printed.
 */
const KILLS_OF_SERVER = 10;
const KILLS_OF_DATABASE = 7;
const PEOPLE = 4;
/** Acknowledged writes before each kill, so that it comes in the middle of others. */
const WRITES_BEFORE = 40;

const server = new RealServer();
beforeAll(async () => {
  await server.start();
  await server.signIn();
});
afterAll(() => server.close());

const acknowledged = new Map<string, string>();

/** Saves drafts one after the other until stopped; a lost response is requested again with the same key. */
async function writeUntil(stopped: () => boolean, person: number): Promise<void> {
  for (let count = 0; !stopped(); count += 1) {
    const idempotencyKey = randomUUID();
    const name = `Draft ${person}-${count}-${idempotencyKey}`;
    const body = JSON.stringify({ json: { form: { companyName: name }, step: 1, idempotencyKey } });
    while (!stopped()) {
      const answer = await server
        .fetch('/rpc/groups/drafts/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.set(((await answer.json()) as { json: { id: string } }).json.id, name);
        break;
      }
      await breathe();
    }
  }
}

async function killAmidWrites(kill: () => Promise<void>): Promise<void> {
  let stopped = false;
  const before = acknowledged.size;
  const people = Array.from({ length: PEOPLE }, (_one, person) => writeUntil(() => stopped, person));
  while (acknowledged.size < before + WRITES_BEFORE) await breathe();
  await kill();
  while (acknowledged.size < before + 2 * WRITES_BEFORE) await breathe();
  stopped = true;
  await Promise.all(people);
}

const expectWhole = async (): Promise<void> => {
  const owner = await server.owner();
  const { rows } = await owner.query<{ id: string; name: string }>(
    'select id, draft_name as name from draft_groups where draft_name like $1',
    ['Draft %'],
  );
  const { rows: audit } = await owner.query<{ broken: number | null }>('select verify_audit() as broken');
  await owner.end();
  const stored = new Map(rows.map(({ id, name }) => [id, name]));
  expect([...acknowledged].filter(([id, name]) => stored.get(id) !== name)).toEqual([]);
  expect(new Set(stored.values()).size).toBe(stored.size);
  expect(audit[0]?.broken).toBeNull();
};

it('loses nothing that was acknowledged when the server is killed ten times', async () => {
  for (let round = 0; round < KILLS_OF_SERVER; round += 1) {
    await killAmidWrites(async () => {
      await server.kill();
      await server.start();
    });
  }
  console.log(`server killed ${KILLS_OF_SERVER} times: ${acknowledged.size} acknowledged writes, none lost`);
  await expectWhole();
});

it('loses nothing that was acknowledged when the database is cut off seven times, and goes on by itself', async () => {
  const before = acknowledged.size;
  for (let round = 0; round < KILLS_OF_DATABASE; round += 1) {
    await killAmidWrites(async () => {
      server.signalDatabase('SIGSTOP');
      server.signalDatabase('SIGKILL');
      await breathe();
    });
  }
  console.log(
    `database killed ${KILLS_OF_DATABASE} times: ${acknowledged.size - before} acknowledged writes, none lost`,
  );
  await expectWhole();
});
