import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { ImportsInTurn, type Reached } from './imports-in-turn.ts';
import { RealServer } from './real-server.ts';

/**
 * Two processes on one database (trust P18): what one leaves when killed or stopped, the other completes with the same
 * result; the stopped one commits nothing more. `npm run bench -- takeover` measures the time; here the lease is
 * expired directly.
 */
const one = new RealServer();
const other = new RealServer({ beside: one });
let owner: pg.Client;
let imports: ImportsInTurn;

beforeAll(async () => {
  await one.start();
  await one.signIn();
  owner = await one.owner();
  // Two chunks.
  imports = new ImportsInTurn(one, owner, 6000);
});
afterAll(async () => {
  await owner.end();
  await other.close();
  await one.close();
});

const inTheMiddle = ({ stage, done }: Reached): boolean => stage === 'applying' && done > 0 && done < imports.people;
const completed = ({ status }: Reached): boolean => status === 'completed';
/** For the first worker only; after its lease expired, the second has its own. */
const leaseRunsOut = (id: string) =>
  owner.query(
    `update file_jobs set leased_until = now() - interval '1 second' where id = $1 and status = 'processing' and attempt = 1`,
    [id],
  );

it('what a killed process had begun is brought to the same end by the other; one that was stopped commits nothing when it goes on', async () => {
  const undisturbed = await imports.begin();
  await undisturbed.until(completed);
  const expected = await undisturbed.digest();

  // Stopped in the middle of a chunk, as by a closed lid or a paused machine.
  const stopped = await imports.begin();
  await stopped.until(inTheMiddle);
  one.signal('SIGSTOP');
  await other.start();
  await leaseRunsOut(stopped.id);
  const taken = await stopped.until(completed);
  expect(taken).toMatchObject({ attempt: 2, changes: imports.people });
  one.signal('SIGCONT');
  // The first has ended its work when it stopped cleanly.
  await one.stop();
  expect(await stopped.state()).toEqual(taken);
  expect(await stopped.digest()).toBe(expected);

  await one.start();
  await other.stop();
  const killed = await imports.begin();
  await killed.until(inTheMiddle);
  await Promise.all([one.kill(), other.start()]);
  await leaseRunsOut(killed.id);
  expect(await killed.until(completed)).toMatchObject({ attempt: 2, changes: imports.people });
  expect(await killed.digest()).toBe(expected);
});

it('one that was stopped just as it chose the next file keeps nobody from choosing', async () => {
  await one.start();
  await other.stop();
  await owner.query('begin');
  await owner.query('select pg_advisory_xact_lock(hashtextextended($1, 27))', [DEFAULT_TENANT]);
  const waiting = await imports.begin();
  const isBlocking = async (): Promise<boolean> => {
    const { rows } = await owner.query<{ waits: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits`,
    );
    return rows[0]?.waits === true;
  };
  while (!(await isBlocking())) await breathe();
  one.signal('SIGSTOP');
  // Now the stopped process is given the lock.
  await owner.query('commit');
  await other.start();
  expect(await waiting.until(completed)).toMatchObject({ attempt: 1, changes: imports.people });
  one.signal('SIGCONT');
});
