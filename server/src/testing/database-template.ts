import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { clockAt } from '../clock.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';
import { loadDemo } from '../db/load-demo.ts';
import { APP_ROLE, migrate, SCOPED_ROLE } from '../db/migrate.ts';
import { prepareBoss } from '../jobs/boss.ts';
import { FILE_QUEUE } from '../jobs/file-queue.ts';
import { JOB_QUEUES } from '../jobs/registry.ts';
import { testVault } from '../vault.ts';
import { addAccounts, type OpenSessions } from './accounts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
    openSessions: OpenSessions;
  }
}

export const TEMPLATE = 'openbenefits_template';
/** The moment all API tests start at; a Friday in November, noon in Chicago. */
export const TEST_NOW = '2026-11-20T18:00:00.000Z';
export const APP_PASSWORD = 'application role of the tests';

/** One PostgreSQL for the whole run, with a migrated template of the small sample; test files clone it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'openbenefits-tests-'));
  // PostgreSQL runs as another user when this runs as root, and must be able to enter.
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, password: 'owner of the tests', quick: true });
  const admin = new pg.Client({ connectionString: embedded.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = new URL(embedded.url);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.toString(), APP_PASSWORD, { allowUnsafe: true });
  await prepareBoss(url.toString(), [APP_ROLE, SCOPED_ROLE], [FILE_QUEUE, ...JOB_QUEUES]);
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  const clock = clockAt(TEST_NOW);
  await loadDemo({
    client,
    vault: testVault(),
    tenantId: DEFAULT_TENANT,
    today: clock.today(),
    now: clock.now(),
    size: 'small',
  });
  project.provide('openSessions', await addAccounts(url.toString(), client, clock));
  await client.end();
  project.provide('ownerUrl', embedded.url);
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
