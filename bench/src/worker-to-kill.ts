import { CHANGE_FEATURES } from '../../server/src/change-features.ts';
import { openChangeRegistry } from '../../server/src/change-registry.ts';
import { type Place, PLACES, type Task } from './kills.ts';
import { clockAt } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { databaseOver, DEFAULT_TENANT, openPool } from '../../server/src/db/connect.ts';
import { workOnNext } from '../../server/src/files/queue/file-work.ts';
import { openLog } from '../../server/src/log.ts';
import type { Services } from '../../server/src/request-context.ts';
import { testVault } from '../../server/src/vault.ts';

/**
 * A process that works on the next file and kills itself (SIGKILL) at a statement around the end of one chunk; or does
 * not. It is started by kills.drill.ts.
 */
const { url, chunk, boundary, place, now } = JSON.parse(process.env.TASK ?? '{}') as Task;

let chunks = 0;

/** Ends a chunk: the checkpoint of matched records, or the mark of written new families. */
const END_OF_CHUNK = /set checkpoint =|set newcomers_done = true/;

/** Returns what one connection has reached when it is about to send a statement. */
function reachedBy(text: string, before: Place | undefined): Place | undefined {
  if (END_OF_CHUNK.test(text) && ++chunks === boundary) return PLACES[0];
  if (before === 'before the checkpoint') return /^commit/i.test(text) ? 'before its commit' : before;
  return before === 'before its commit' ? 'after its commit' : before;
}

const pool = openPool({ url, max: 6, onError: () => {} });
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  let reached: Place | undefined;
  Object.assign(client, {
    query: (...given: unknown[]) => {
      const [first] = given;
      reached = reachedBy(
        typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? ''),
        reached,
      );
      if (place && reached === place) process.kill(process.pid, 'SIGKILL');
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
  changes: openChangeRegistry(CHANGE_FEATURES),
} as unknown as Services;
await workOnNext(services, { open: async (path) => ({ path, size: 0, close: async () => {} }) }, DEFAULT_TENANT);
await pool.end();
