import pg from 'pg';
import type { Log } from '../log.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

export type EmbeddedSupervisor = { url: string; stop(): Promise<void> };

const LOOK_EVERY_MS = 500;

/** Whether another server process uses the same cluster (a second `npm start` joined). */
async function isShared(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const { rowCount } = await client.query(`select from pg_stat_activity where application_name = 'openbenefits' and pid <> pg_backend_pid() limit 1`);
    return (rowCount ?? 0) > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Keeps the embedded PostgreSQL running for as long as this process lives: should it die, it is started again on the same port, and connections
 * come back by themselves. On stop it is left running only for another server process that has joined it.
 */
export async function superviseEmbedded(options: { dataDir: string; password: string; quick: boolean; log: Log }): Promise<EmbeddedSupervisor> {
  let current: Embedded = await startEmbedded(options);
  const { url, port } = current;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (restarting || current.isRunning()) return;
    options.log.warn('The embedded PostgreSQL has stopped; starting it again');
    restarting = startEmbedded({ ...options, port })
      .then((started) => {
        current = started;
      })
      .catch((error: unknown) => options.log.error({ err: error }, 'The embedded PostgreSQL could not be started again'))
      .finally(() => {
        restarting = undefined;
      });
  }, LOOK_EVERY_MS);
  return {
    url,
    async stop() {
      clearInterval(watch);
      await restarting;
      if (!(await isShared(url))) await current.stop();
    },
  };
}
