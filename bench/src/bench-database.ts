import { CHANGE_FEATURES } from '../../server/src/change-features.ts';
import { openChangeRegistry } from '../../server/src/change-registry.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { type Clock, clockAt } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { databaseOver, DEFAULT_TENANT, openPool } from '../../server/src/db/connect.ts';
import { type Embedded, startEmbedded } from '../../server/src/db/embedded.ts';
import { loadDemo } from '../../server/src/db/load-demo.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { openLog } from '../../server/src/log.ts';
import type { Services } from '../../server/src/request-context.ts';
import { openStorage } from '../../server/src/storage/file-storage.ts';
import { testVault } from '../../server/src/vault.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const TEMPLATE = 'bench_template';
const APP_PASSWORD = 'application role of the bench';
const NOW = '2026-11-20T18:00:00.000Z';

/** One fresh database of the bench's PostgreSQL: as its owner, and as the server sees it. */
export type BenchDatabase = {
  owner: pg.PoolClient;
  /** For a separate process that works like the server. */
  url: string;
  /** What the import needs of the server; sessions, queue and gate are not there. */
  services: Services;
  close(): Promise<void>;
  /** Ends all connections and keeps it as a template for others; its name. */
  keep(): Promise<string>;
};

export type BenchServer = { dataDir: string; fresh(template?: string): Promise<BenchDatabase>; stop(): Promise<void> };

const onError = (): void => {};

const at = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).toString();

/** Starts PostgreSQL in a new folder, which Ctrl-C removes with the processes. */
async function startPostgres(): Promise<{ dataDir: string; url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'openbenefits-bench-'));
  let embedded: Embedded | undefined;
  const stop = async (): Promise<void> => {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  // Ctrl-C must leave no PostgreSQL and no data.
  const interrupted = (signal: NodeJS.Signals): void =>
    void stop().finally(() => process.exit(128 + constants.signals[signal]));
  for (const signal of SIGNALS) process.on(signal, interrupted);
  // PostgreSQL runs as another user when this runs as root, and must be able to enter.
  chmodSync(dataDir, 0o755);
  embedded = await startEmbedded({ dataDir, password: 'owner of the bench' });
  return { dataDir, url: embedded.url, stop };
}

/** Migrates the template, fills it with the small sample, and returns the address for the server's role. */
async function makeTemplate(ownerUrl: string, clock: Clock): Promise<string> {
  const appUrl = await migrate(at(ownerUrl, TEMPLATE), APP_PASSWORD);
  const template = openPool({ url: at(ownerUrl, TEMPLATE), max: 1, onError, pipeline: false });
  const client = await template.connect();
  await loadDemo({
    client,
    vault: testVault(),
    tenantId: DEFAULT_TENANT,
    today: clock.today(),
    now: clock.now(),
    size: 'small',
  });
  client.release();
  await template.end();
  return appUrl;
}

async function openBenchServices(pool: pg.Pool, dataDir: string, clock: Clock): Promise<Services> {
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' });
  return {
    changes: openChangeRegistry(CHANGE_FEATURES),
    config,
    clock,
    db: databaseOver(pool),
    pool,
    background: databaseOver(pool),
    keepFiguresAfterMs: 200,
    vault: testVault(),
    log: openLog('error'),
    storage: await openStorage(config, testVault()),
    stopping: new AbortController().signal,
  } as unknown as Services;
}

/**
 * Starts a PostgreSQL for the benchmarks, as durable as in production, with a migrated template of the small sample.
 */
export async function startBenchServer(): Promise<BenchServer> {
  const { dataDir, url: ownerUrl, stop: stopPostgres } = await startPostgres();
  const ownerOf = (database: string): pg.Pool =>
    openPool({ url: at(ownerUrl, database), max: 1, onError, pipeline: false });
  const admin = ownerOf('postgres');
  await admin.query(`create database ${TEMPLATE}`);
  const clock = clockAt(NOW);
  const appUrl = await makeTemplate(ownerUrl, clock);
  let made = 0;
  return {
    dataDir,
    async fresh(from = TEMPLATE) {
      const name = `bench_${++made}`;
      await admin.query(`create database ${name} template ${from}`);
      const ownerPool = ownerOf(name);
      const owner = await ownerPool.connect();
      // Breaks when the server stops under it after a failed run; the failure itself is what shall be seen.
      owner.on('error', onError);
      await owner.query(`select set_config('app.tenant_id', $1, false)`, [DEFAULT_TENANT]);
      const url = at(appUrl, name);
      const pool = openPool({ url, max: 6, onError });
      const end = async (): Promise<void> => {
        owner.release();
        await Promise.all([ownerPool.end(), pool.end()]);
      };
      return {
        owner,
        url,
        services: await openBenchServices(pool, dataDir, clock),
        async close() {
          await end();
          await admin.query(`drop database ${name} with (force)`);
        },
        async keep() {
          await end();
          return name;
        },
      };
    },
    async stop() {
      await admin.end();
      await stopPostgres();
    },
  };
}

/** Everything written so far goes to disk, so that no run pays for another's. */
export async function settle({ owner }: BenchDatabase): Promise<void> {
  await owner.query('checkpoint');
}
