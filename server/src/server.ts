import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { organizationProfile } from './organization-profile.ts';
import { APPROVAL_FEATURES } from './approval-features.ts';
import { openApprovalRegistry } from './approvals/registry.ts';
import { CHANGE_FEATURES } from './change-features.ts';
import { openChangeRegistry } from './change-registry.ts';
import { type AppOptions, buildApp } from './app.ts';
import { startAnchoring } from './audit/anchoring.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, publicAddress, StartError } from './config.ts';
import {
  type Database,
  databaseOver,
  DEFAULT_TENANT,
  inSchema,
  inTenant,
  openPool,
  SESSION_TYPES,
} from './db/connect.ts';
import { superviseEmbedded } from './db/embedded-supervisor.ts';
import { hasCluster } from './db/embedded.ts';
import type { Keys } from './db/key-checks.ts';
import { loadDemo } from './db/load-demo.ts';
import { APP_ROLE, migrate, SCOPED_ROLE } from './db/migrate.ts';
import { openReadiness } from './db/readiness.ts';
import { WORKER_CONNECTIONS } from './files/queue/file-lease.ts';
import { startFileWork } from './files/queue/file-worker.ts';
import { endDemoSessions, ensureDemoAdministrator } from './gate/gate.operations.ts';
import { type DemoPassword, demoPasswordOf } from './gate/demo-password.ts';
import { openSignInAttempts } from './gate/sign-in-attempts.ts';
import { openBoss, prepareBoss } from './jobs/boss.ts';
import { FILE_QUEUE, openFileQueue } from './jobs/file-queue.ts';
import { openJobQueue, scheduleJobs, startJobs } from './jobs/job-runner.ts';
import { JOB_QUEUES } from './jobs/registry.ts';
import { type Log, openLog } from './log.ts';
import { mailHandler } from './mail/mail-delivery.ts';
import { makeFolder } from './make-folder.ts';
import { startOutbox } from './outbox/outbox-worker.ts';
import type { Services } from './request-context.ts';
import { firstMonthOfHistory } from './sample-history/sample-history.ts';
import { openSessions } from './sessions/sessions.ts';
import { openStorage } from './storage/file-storage.ts';
import { databaseStartError, fileStartError, reasonOf } from './start-errors.ts';
import { openVault, type Vault } from './vault.ts';

export type RunningServer = {
  url: string;
  demoPassword: DemoPassword | undefined;
  app: FastifyInstance;
  services: Services;
  stop(): Promise<void>;
};
type Roles = { web: boolean; worker: boolean };

const BACKGROUND_SECONDS = 120;

/**
 * How long a request waits for a connection, and for a statement. With the default of 7 s it is answered within ten
 * seconds even if the database hangs.
 */
const requestLimits = ({ DATABASE_SECONDS }: Config): { statementTimeoutMs: number; waitMs: number } => ({
  statementTimeoutMs: DATABASE_SECONDS * 1000,
  waitMs: Math.max(2000, DATABASE_SECONDS * 250),
});
/** Below the 300 ms that the dashboard may take. */
const KEEP_FIGURES_AFTER_MS = 200;

function openDataDir({ DATA_DIR }: Config): void {
  const probe = path.join(DATA_DIR, '.writable');
  try {
    makeFolder(DATA_DIR);
    writeFileSync(probe, '1');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${DATA_DIR} cannot be written: ${reasonOf(error)}.`);
  }
}

/** Returns whether a database has our tables; also checks that DATABASE_URL works. */
async function hasData(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ present: boolean }>(
      `select to_regclass('public.members') is not null as present`,
    );
    return rows[0]?.present ?? false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function loadDemoData(
  ownerUrl: string,
  vault: Vault,
  clock: Clock,
  { DEMO_DATA: size, DEMO_HISTORY }: Config,
  log: Log,
): Promise<void> {
  if (size === 'none') return;
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    // The sample world is made for the organization's today.
    const { rows } = await client.query<{ zone: string }>(
      'select time_zone as zone from organization_profiles where tenant_id = $1',
      [DEFAULT_TENANT],
    );
    if (rows[0]) clock.useZone(rows[0].zone);
    const loaded = await loadDemo({
      client,
      vault,
      tenantId: DEFAULT_TENANT,
      today: clock.today(),
      now: clock.now(),
      size,
      ...(size === 'full' && DEMO_HISTORY === 'yes' && { billedFrom: firstMonthOfHistory(clock.today()) }),
    });
    if (loaded !== 'present') log.info({ groups: loaded.groups, members: loaded.members }, 'Demo data loaded');
  } finally {
    await client.end();
  }
}

export type StartOptions = Pick<AppOptions, 'pages' | 'ended'> & {
  roles?: Roles;
  clock?: Clock;
  quickDatabase?: boolean;
};

/** What has been started, in order, to be stopped the other way round. */
class Started {
  readonly #steps: (() => Promise<unknown>)[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(...steps: (() => Promise<unknown>)[]): void {
    this.#steps.push(...steps);
  }

  async stop(): Promise<void> {
    for (const step of this.#steps.splice(0).toReversed())
      await step().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'A part of the server did not stop cleanly'),
      );
  }
}

/**
 * Opens the database with its keys, the newest schema, the queue and the sample data. Returns the URL of the server's
 * role.
 */
async function openDatabase(
  config: Config,
  keys: Keys,
  started: Started,
  log: Log,
  { quickDatabase = false, clock = systemClock() }: StartOptions,
): Promise<string> {
  const { vault } = keys;
  let ownerUrl = config.DATABASE_URL ?? '';
  try {
    if (!config.DATABASE_URL) {
      const embedded = await superviseEmbedded({
        dataDir: config.DATA_DIR,
        password: vault.derive('postgres owner'),
        quick: quickDatabase,
        log,
      });
      started.add(() => embedded.stop());
      ownerUrl = embedded.url;
    }
    const allowUnsafe = config.ALLOW_UNSAFE_DATABASE || quickDatabase;
    const appUrl = await migrate(ownerUrl, vault.derive('postgres application role'), { keys, allowUnsafe });
    await prepareBoss(ownerUrl, [APP_ROLE, SCOPED_ROLE], [FILE_QUEUE, ...JOB_QUEUES]);
    await loadDemoData(ownerUrl, vault, clock, config, log);
    return appUrl;
  } catch (error) {
    throw databaseStartError(error, {
      url: ownerUrl,
      isEmbedded: !config.DATABASE_URL,
      keyFile: keys.file,
      dataDir: config.DATA_DIR,
    });
  }
}

/**
 * Starts everything, in order; whatever fails is a StartError with one line that says what to do, and nothing is left
 * running.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { roles = { web: true, worker: true }, clock = systemClock() } = options;
  const log = openLog(config.LOG_LEVEL);
  const started = new Started(log);
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await started.stop();
  };
  try {
    openDataDir(config);
    if (roles.web) await requireFreePort(config);
    const vault = await openKeys(config);
    const storage = await openStorage(config, vault);
    const appUrl = await openDatabase(config, { vault, file: config.KEY_FILE }, started, log, options);
    const onError = connectionComplaints(log);
    const limits = requestLimits(config);
    const pool = openPool({ url: appUrl, max: 12, onError, ...limits });
    const authPool = openPool({ url: inSchema(appUrl, 'auth'), max: 4, onError, ...limits, types: SESSION_TYPES });
    const backgroundPool = openPool({ url: appUrl, max: 2, onError, statementTimeoutMs: BACKGROUND_SECONDS * 1000 });
    const readiness = openReadiness(appUrl);
    started.add(
      () => backgroundPool.end(),
      () => pool.end(),
      () => authPool.end(),
      () => readiness.close(),
    );
    const demoPassword = demoPasswordOf(config);
    const baseUrl = publicAddress(config);
    const sessions = await openSessions({
      pool: authPool,
      secret: vault.derive('session cookies'),
      baseUrl,
      secure: baseUrl.startsWith('https:'),
      log,
      clock,
    });
    const changes = await sessions.hearChanges(appUrl);
    started.add(() => changes.close());
    if (demoPassword) await ensureDemoAdministrator(pool, sessions, vault);
    else await endDemoSessions(pool);
    const boss = await openBoss({ url: appUrl, log, schedules: roles.worker });
    const queue = openFileQueue(boss);
    started.add(() => queue.stop());
    const services: Services = {
      config: { ...config, DEMO_PASSWORD: demoPassword?.value },
      clock,
      db: databaseOver(pool),
      pool,
      background: databaseOver(backgroundPool),
      keepFiguresAfterMs: KEEP_FIGURES_AFTER_MS,
      vault,
      log,
      sessions,
      attempts: openSignInAttempts(pool, clock),
      queue,
      jobs: openJobQueue(boss),
      storage,
      readiness,
      changes: openChangeRegistry(CHANGE_FEATURES),
      approvals: openApprovalRegistry(APPROVAL_FEATURES),
      stopping: stopping.signal,
    };
    clock.useZone(await zoneOf(services.db));
    if (roles.worker) await startWorker(services, boss, appUrl, onError, started);
    started.add(followZone(services, (zone) => (roles.worker ? scheduleJobs(boss, zone) : Promise.resolve())));
    const app = await buildApp(services, options);
    started.add(() => app.close());
    const url = roles.web ? await listen(app, config) : '';
    return { url, demoPassword, app, services, stop };
  } catch (error) {
    await stop();
    throw fileStartError(error);
  }
}

/** Opens the key file; new keys are only made where there is no data yet. */
async function openKeys(config: Config): Promise<Vault> {
  const { DATABASE_URL: url, KEY_FILE, DATA_DIR } = config;
  if (!url) return openVault(KEY_FILE, { create: !hasCluster(DATA_DIR) });
  const isNew = await hasData(url).then(
    (holds) => !holds,
    (error: unknown) => {
      throw databaseStartError(error, { url, isEmbedded: false, keyFile: KEY_FILE, dataDir: DATA_DIR });
    },
  );
  return openVault(KEY_FILE, { create: isNew });
}

/** Logs lost connections, each kind once until another kind occurs. */
function connectionComplaints(log: Log): (error: Error) => void {
  let complained = '';
  return (error) => {
    const { code = error.name } = error as Error & { code?: string };
    if (code !== complained) log.warn({ err: error }, 'A database connection was lost');
    complained = code;
  };
}

/**
 * Bulk statements may take longer than requests, so they have their own connections: two writers for each of ten files,
 * and some for leases.
 */
async function startWorker(
  services: Services,
  boss: PgBoss,
  appUrl: string,
  onError: (error: Error) => void,
  started: Started,
): Promise<void> {
  const workPool = openPool({ url: appUrl, max: 24, onError, name: WORKER_CONNECTIONS });
  started.add(() => workPool.end());
  const work = await startFileWork({ ...services, db: databaseOver(workPool) });
  started.add(() => work.stop());
  await startJobs(boss, { ...services, db: databaseOver(workPool) });
  const outbox = startOutbox({ ...services, db: databaseOver(workPool) }, { mail: mailHandler });
  started.add(() => outbox.stop());
  const anchoring = startAnchoring({ ...services, db: databaseOver(workPool) });
  started.add(() => anchoring.stop());
}

/** Returns the organization's time zone. */
async function zoneOf(db: Database): Promise<string> {
  const { timeZone } = await inTenant(db, DEFAULT_TENANT, (tx) => organizationProfile(tx));
  return timeZone;
}

const ZONE_EVERY_MS = 60_000;

/** Follows a time zone that was saved in another process, within a minute. */
function followZone({ db, clock, log }: Services, changed: (zone: string) => Promise<void>): () => Promise<void> {
  let scheduled = clock.zone();
  const look = async (): Promise<void> => {
    clock.useZone(await zoneOf(db));
    if (clock.zone() === scheduled) return;
    scheduled = clock.zone();
    await changed(scheduled);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'The time zone of the organization could not be read'));
  }, ZONE_EVERY_MS);
  return async () => clearInterval(timer);
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    const address = await app.listen({ port: config.PORT, host: config.HOST });
    const { port } = new URL(address);
    return config.PUBLIC_URL ?? `http://localhost:${port}`;
  } catch (error) {
    throw await listenError(error, config);
  }
}

/** Returns why the server cannot listen, in one line. */
async function listenError(error: unknown, config: Config): Promise<StartError> {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartError(await describePortInUse(config.PORT));
  if (code === 'EACCES')
    return new StartError(`Port ${config.PORT} needs more rights than this user has. Set PORT to 1024 or higher.`);
  return new StartError(`The server cannot listen on ${config.HOST}:${config.PORT} (${code}). Correct HOST or PORT.`);
}

/** Rejects a port or address that cannot be used, before anything is started. */
async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port: config.PORT, host: config.HOST, exclusive: true }, () => probe.close(() => resolve()));
  }).catch(async (error: unknown) => Promise.reject(await listenError(error, config)));
}

/** Describes in one line which program uses the port. */
async function describePortInUse(port: number): Promise<string> {
  const ours = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(1500) })
    .then(async (answer) => answer.ok && ((await answer.json()) as { status?: string }).status === 'ok')
    .catch(() => false);
  return ours
    ? `OpenBenefits is already running on port ${port}. Open http://localhost:${port}, or set PORT to another number.`
    : `Another program uses port ${port}. Stop it, or set PORT to another number.`;
}
