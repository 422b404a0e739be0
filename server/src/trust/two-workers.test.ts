import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setupOf } from '../testing/samples.ts';
import { digestOfImport } from './import-digest.ts';
import { censusOf, RealServer, ssnOf } from './real-server.ts';

/**
 * Two processes over one database (trust P18): what the one that works leaves behind, killed or only stopped, the other takes up and brings to the same end; the
 * one that comes back from a stop commits nothing more. How long it takes is measured by `npm run bench -- faults`; here the lease is made to run out.
 */
/** Three chunks. */
const PEOPLE = 6000;
const one = new RealServer();
const other = new RealServer({ beside: one });
let owner: pg.Client;
let groups = 0;

beforeAll(async () => {
  await one.start();
  await one.signIn();
  owner = await one.owner();
});
afterAll(async () => {
  await owner.end();
  await other.close();
  await one.close();
});

/** Begins the import of other people into a new group; each has a name that does not depend on the group. */
async function begin() {
  const from = groups * PEOPLE;
  const plans = (await one.api.plans.offered({})).filter(({ code }) => code === 'MED-PPO').map(({ id }) => id);
  const { cim } = await one.api.groups.create({ setup: setupOf(`Two Workers ${++groups}`, plans) });
  const names = censusOf(PEOPLE, from).toString().replace(/^F(\d+),EE,First\d+,Last\d+/gm, (_, index: string) => `F${Number(index) - from},EE,First${Number(index) - from},Last${Number(index) - from}`);
  const id = await one.upload('people.csv', Buffer.from(names.replace(/\d\d\/\d\d\/\d{4},01/g, '05/05/1980,01')), cim);
  const bySsn = new Map(Array.from({ length: PEOPLE }, (_, index) => [ssnOf(from + index), String(index)]));
  return { id, digest: () => digestOfImport(owner, one.vault(), id, (ssn) => bySsn.get(ssn) ?? 'somebody else') };
}

type State = { status: string; stage: string; attempt: number; done: number; changes: number };
const state = async (id: string): Promise<State> =>
  (await owner.query<State>(`select status, stage, attempt, records_done as done, (select count(*)::int from change_items i where i.change_id = j.change_id) as changes from file_jobs j where id = $1`, [id])).rows[0] as State;

async function until(id: string, is: (now: State) => boolean): Promise<State> {
  for (;;) {
    const now = await state(id);
    if (is(now)) return now;
    if (['error', 'held', 'completed'].includes(now.status)) throw new Error(`The file is ${now.status}`);
    await sleep(5);
  }
}

const leaseRunsOut = (id: string) => owner.query(`update file_jobs set leased_until = now() - interval '1 second' where id = $1 and status = 'processing'`, [id]);

it('what a killed process had begun is brought to the same end by the other; one that was stopped commits nothing when it goes on', async () => {
  const undisturbed = await begin();
  await until(undisturbed.id, ({ status }) => status === 'completed');
  const expected = await undisturbed.digest();

  // Stopped in the middle of applying, as a closed lid or a paused machine does.
  const stopped = await begin();
  await until(stopped.id, ({ stage, done }) => stage === 'applying' && done > 0 && done < PEOPLE);
  one.signal('SIGSTOP');
  await other.start();
  await leaseRunsOut(stopped.id);
  const taken = await until(stopped.id, ({ status }) => status === 'completed');
  expect(taken.attempt).toBe(2);
  one.signal('SIGCONT');
  // Whatever the first still had in hand has ended when it has stopped in order.
  await one.stop();
  expect(await state(stopped.id)).toEqual(taken);
  expect(await stopped.digest()).toBe(expected);

  await one.start();
  await other.stop();
  const killed = await begin();
  await until(killed.id, ({ stage, done }) => stage === 'applying' && done > 0 && done < PEOPLE);
  await Promise.all([one.kill(), other.start()]);
  await leaseRunsOut(killed.id);
  expect(await until(killed.id, ({ status }) => status === 'completed')).toMatchObject({ attempt: 2, changes: PEOPLE });
  expect(await killed.digest()).toBe(expected);
}, 60_000);
