import { type Place, PLACES, type Task } from './kills.ts';
import { clockAt } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { databaseOver, DEFAULT_TENANT, openPool } from '../../server/src/db/connect.ts';
import { workOnNext } from '../../server/src/files/file-work.ts';
import { openLog } from '../../server/src/log.ts';
import type { Services } from '../../server/src/request-context.ts';
import { testVault } from '../../server/src/vault.ts';

/** A process that works on the next file and kills itself (SIGKILL) at a statement around the end of one chunk; or does not. It is started by kills.drill.ts. */
const { url, chunk, boundary, place, now } = JSON.parse(process.env.TASK ?? '{}') as Task;

let checkpoints = 0;
let reached: Place | undefined;

/** What has been reached when this statement is about to be sent. */
function look(text: string): void {
  if (reached === 'after its commit') return;
  if (text.includes('set checkpoint =') && ++checkpoints === boundary) reached = PLACES[0];
  else if (reached === 'before the checkpoint') reached = /^commit/i.test(text) ? 'before its commit' : reached;
  else if (reached === 'before its commit') reached = 'after its commit';
  if (place && reached === place) process.kill(process.pid, 'SIGKILL');
}

const pool = openPool({ url, max: 6, onError: () => {} });
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query: (...given: unknown[]) => {
      const [first] = given;
      look(typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? ''));
      return query(...given);
    },
  });
});
const services = {
  config: readConfig({ NODE_ENV: 'test' }),
  clock: clockAt(now),
  db: databaseOver(pool),
  vault: testVault(),
  log: openLog('error'),
  stopping: new AbortController().signal,
  fileSteps: { batch: chunk, chunk },
} as unknown as Services;
await workOnNext(services, { open: async (path) => ({ path, size: 0, close: async () => {} }) }, DEFAULT_TENANT);
await pool.end();
