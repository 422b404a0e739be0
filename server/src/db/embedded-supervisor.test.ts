import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { superviseEmbedded } from './embedded-supervisor.ts';
import { APP_ROLE } from './migrate.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'openbenefits-supervisor-'));
// The embedded database runs as another user when this is root.
chmodSync(dataDir, 0o755);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const supervise = () => superviseEmbedded({ dataDir, password: 'supervised', quick: true, log: openLog('silent') });

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};

test(
  'a command beside a server that only waits for work leaves its database running; the last one stops it',
  { timeout: 120_000 },
  async () => {
    const server = await supervise();
    const owner = new pg.Client({ connectionString: server.url });
    await owner.connect();
    await owner.query(`create role ${APP_ROLE} login password 'waits'`);
    await owner.end();
    const address = new URL(server.url);
    address.username = APP_ROLE;
    address.password = 'waits';
    // The connections of an idle server: those of its worker and its queue.
    const waiting = new pg.Client({ connectionString: address.toString(), application_name: 'openbenefits worker 1' });
    await waiting.connect();

    const command = await supervise();
    await command.stop();
    expect((await waiting.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

    await waiting.end();
    await server.stop();
    expect(await answers(server.url)).toBe(false);
  },
);
