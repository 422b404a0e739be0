import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { APP_ROLE } from './migrate.ts';

export type EmbeddedSupervisor = { url: string; stop(): Promise<void> };

const LOOK_EVERY_MS = 500;

/** How long the database may take to notice that this process closed its connections. */
const CHILDREN_EXIT_MS = 1000;

/**
 * Returns whether another server process uses the same cluster (a second `npm start` or a command). Checks the role,
 * not connection names, because an idle server has only the connections of its queue and worker.
 */
async function isShared({ url, adopted }: Embedded): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let waited = 0; waited < CHILDREN_EXIT_MS; waited += 50) {
      const { rowCount } = await client.query('select from pg_stat_activity where usename = $1 limit 1', [APP_ROLE]);
      if (rowCount === 0) return false;
      await sleep(50);
    }
    return true;
  } catch {
    // Started by another process and closed to us (another key file), it is not ours to stop.
    return adopted;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Keeps the embedded PostgreSQL running while this process lives. If it dies, it is restarted on the same port and
 * connections recover. On stop it is left running only for another server process.
 */
export async function superviseEmbedded(options: {
  dataDir: string;
  password: string;
  quick: boolean;
  log: Log;
}): Promise<EmbeddedSupervisor> {
  let current: Embedded = await startEmbedded(options);
  const { url, port } = current;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (restarting || current.isRunning()) return;
    options.log.warn('The embedded PostgreSQL stopped; restarting it');
    restarting = startEmbedded({ ...options, port })
      .then((started) => {
        current = started;
      })
      .catch((error: unknown) => options.log.error({ err: error }, 'The embedded PostgreSQL could not be restarted'))
      .finally(() => {
        restarting = undefined;
      });
  }, LOOK_EVERY_MS);
  return {
    url,
    async stop() {
      clearInterval(watch);
      await restarting;
      if (!(await isShared(current))) await current.stop();
    },
  };
}
