import pg from 'pg';
import type { Log } from '../log.ts';
import type { SessionCache } from './session-cache.ts';

const AGAIN_MS = 1000;

/** Listens for changes of sessions and users by other processes. */
export type Announcements = {
  /** Resolves when everything that was committed before has been heard. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Empties the cache at every announcement of `session_changes` (migrations/0102). While the connection is away nothing
 * is cached.
 */
export async function hearSessionChanges(url: string, cache: SessionCache, log: Log): Promise<Announcements> {
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'openbenefits sessions',
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    });
    const lost = (): void => {
      if (client === next) client = undefined;
      cache.listen(client !== undefined);
      if (isClosed || again !== undefined || client) return;
      again = setTimeout(() => {
        again = undefined;
        void connect();
      }, AGAIN_MS).unref();
    };
    next.on('error', () => {});
    next.once('end', lost);
    next.on('notification', () => cache.forget());
    try {
      await next.connect();
      await next.query('listen session_changes');
      if (isClosed) return await next.end();
      client = next;
      cache.listen(true);
    } catch (error) {
      log.debug({ err: error }, 'Session changes are not announced; every request reads its session');
      await next.end().catch(() => {});
      lost();
    }
  };

  await connect();
  return {
    async caughtUp() {
      // PostgreSQL delivers what was announced before the answer ("NOTIFY", notes).
      await client?.query('select 1');
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      cache.listen(false);
      await client?.end();
    },
  };
}
