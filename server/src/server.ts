import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from './app.ts';
import { startAnchoring } from './audit/anchoring.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, StartError } from './config.ts';
import { databaseOver, DEFAULT_TENANT, inSchema, openPool, SESSION_TYPES } from './db/connect.ts';
import { type EmbeddedSupervisor, superviseEmbedded } from './db/embedded-supervisor.ts';
import { hasCluster } from './db/embedded.ts';
import { loadDemo } from './db/load-demo.ts';
import { APP_ROLE, migrate, SCOPED_ROLE } from './db/migrate.ts';
import { WORKER_CONNECTIONS } from './files/queue/file-lease.ts';
import { startFileWork } from './files/queue/file-worker.ts';
import { endDemoSessions, ensureDemoAdministrator } from './gate/gate.operations.ts';
import { openSignInAttempts } from './gate/sign-in-attempts.ts';
import { madeUpPassword } from './gate/made-up-password.ts';
import { openQueue, prepareQueue } from './jobs/file-queue.ts';
import { startSettling } from './jobs/settling.ts';
import { type Log, openLog } from './log.ts';
import type { Services } from './request-context.ts';
import { openSessions } from './sessions/sessions.ts';
import { openVault, type Vault } from './vault.ts';
import { sealTaxIds } from './db/seal-tax-ids.ts';

export type RunningServer = { url: string; demoPassword: string | undefined; app: FastifyInstance; services: Services; stop(): Promise<void> };
export type Roles = { web: boolean; worker: boolean };

const REQUEST_SECONDS = 8;
const BACKGROUND_SECONDS = 120;
/** Below the 300 ms that the dashboard may take. */
const KEEP_FIGURES_AFTER_MS = 200;

/** The access password of the gate: given, or made up once and kept beside the data. */
function demoPassword(config: Config): string | undefined {
  if (config.AUTH_MODE !== 'demo') return undefined;
  if (config.DEMO_PASSWORD) return config.DEMO_PASSWORD;
  const file = path.join(config.DATA_DIR, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const made = madeUpPassword(3);
  writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}

function openDataDir(config: Config): void {
  try {
    mkdirSync(config.DATA_DIR, { recursive: true });
    const probe = path.join(config.DATA_DIR, '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(
      `The data folder ${config.DATA_DIR} cannot be written (${(error as NodeJS.ErrnoException).code}). Give this user the right to it, or set DATA_DIR to another folder.`,
    );
  }
}

/** Whether a foreign database already holds our tables; also the check that DATABASE_URL works at all. */
async function holdsData(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ present: boolean }>(`select to_regclass('public.members') is not null as present`);
    return rows[0]?.present ?? false;
  } catch (error) {
    const { code } = error as { code?: string };
    const { hostname, port, pathname } = new URL(url);
    throw new StartError(
      `The database ${hostname}:${port || 5432}${pathname} of DATABASE_URL cannot be used (${code ?? 'no answer'}). Check host, port, name, user and password.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

async function loadDemoData(ownerUrl: string, vault: Vault, clock: Clock, size: 'full' | 'small', log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const loaded = await loadDemo({ client, vault, tenantId: DEFAULT_TENANT, today: clock.today(), now: clock.now(), size });
    if (loaded !== 'present') log.info({ groups: loaded.groups, members: loaded.members }, 'Demo data loaded');
  } finally {
    await client.end();
  }
}

/** Starts everything, in order; whatever fails is a StartError with one line that says what to do, and nothing is left running. */
export async function startServer(
  config: Config,
  options: { pages?: string; roles?: Roles; clock?: Clock; quickDatabase?: boolean } = {},
): Promise<RunningServer> {
  const { roles = { web: true, worker: true }, clock = systemClock } = options;
  const log = openLog(config.LOG_LEVEL);
  openDataDir(config);
  const isNew = config.DATABASE_URL ? !(await holdsData(config.DATABASE_URL)) : !hasCluster(config.DATA_DIR);
  const vault = openVault(config.KEY_FILE, { create: isNew });
  const undo: (() => Promise<unknown>)[] = [];
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const step of undo.splice(0).toReversed()) await step().catch((error: unknown) => log.warn({ err: error }, 'A part did not stop in order'));
  };
  try {
    let embedded: EmbeddedSupervisor | undefined;
    if (!config.DATABASE_URL) {
      embedded = await superviseEmbedded({ dataDir: config.DATA_DIR, password: vault.derive('postgres owner'), quick: options.quickDatabase ?? false, log });
      undo.push(() => (embedded as EmbeddedSupervisor).stop());
    }
    const ownerUrl = config.DATABASE_URL ?? (embedded as EmbeddedSupervisor).url;
    const appUrl = await migrate(ownerUrl, vault.derive('postgres application role'));
    await sealTaxIds(ownerUrl, vault);
    await prepareQueue(ownerUrl, [APP_ROLE, SCOPED_ROLE]);
    if (config.DEMO_DATA !== 'none') await loadDemoData(ownerUrl, vault, clock, config.DEMO_DATA, log);

    let complained = '';
    const onError = (error: Error): void => {
      const { code = error.name } = error as Error & { code?: string };
      if (code !== complained) log.warn({ err: error }, 'A database connection was lost');
      complained = code;
    };
    const pool = openPool({ url: appUrl, max: 12, onError, statementTimeoutMs: REQUEST_SECONDS * 1000 });
    const authPool = openPool({ url: inSchema(appUrl, 'auth'), max: 4, onError, statementTimeoutMs: REQUEST_SECONDS * 1000, types: SESSION_TYPES });
    const backgroundPool = openPool({ url: appUrl, max: 2, onError, statementTimeoutMs: BACKGROUND_SECONDS * 1000 });
    undo.push(
      () => backgroundPool.end(),
      () => pool.end(),
      () => authPool.end(),
    );
    const password = demoPassword(config);
    const baseUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const sessions = await openSessions({
      pool: authPool,
      secret: vault.derive('session cookies'),
      baseUrl,
      secure: baseUrl.startsWith('https:'),
      log,
      clock,
    });
    if (password) await ensureDemoAdministrator(pool, sessions, vault);
    else await endDemoSessions(pool);
    const queue = await openQueue({ url: appUrl, log });
    undo.push(() => queue.stop());
    const services: Services = {
      config: { ...config, DEMO_PASSWORD: password },
      clock,
      db: databaseOver(pool),
      background: databaseOver(backgroundPool),
      keepFiguresAfterMs: KEEP_FIGURES_AFTER_MS,
      vault,
      log,
      sessions,
      attempts: openSignInAttempts(pool, clock),
      queue,
      stopping: stopping.signal,
    };
    if (roles.worker) {
      // Bulk statements take longer than a request may; the work has its own connections: two writers for each of ten files, and some for their leases.
      const workPool = openPool({ url: appUrl, max: 24, onError, name: WORKER_CONNECTIONS });
      undo.push(() => workPool.end());
      const work = await startFileWork({ ...services, db: databaseOver(workPool) });
      undo.push(() => work.stop());
      const settling = startSettling({ ...services, db: databaseOver(workPool) });
      undo.push(async () => settling.stop());
      const anchoring = startAnchoring({ ...services, db: databaseOver(workPool) });
      undo.push(() => anchoring.stop());
    }
    const app = await buildApp(services, options.pages ? { pages: options.pages } : {});
    undo.push(() => app.close());
    const url = roles.web ? await listen(app, config) : '';
    return { url, demoPassword: password, app, services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    const address = await app.listen({ port: config.PORT, host: config.HOST });
    const { port } = new URL(address);
    return config.PUBLIC_URL ?? `http://localhost:${port}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartError(await describeTakenPort(config.PORT));
    if (code === 'EACCES') throw new StartError(`Port ${config.PORT} needs more rights than this user has. Set PORT to 1024 or above.`);
    throw new StartError(`The server cannot listen on ${config.HOST}:${config.PORT} (${code}). Correct HOST or PORT.`);
  }
}

/** One line about who holds the port. */
export async function describeTakenPort(port: number): Promise<string> {
  const ours = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(1500) })
    .then(async (answer) => answer.ok && ((await answer.json()) as { status?: string }).status === 'ok')
    .catch(() => false);
  return ours
    ? `OpenBenefits already runs on port ${port}: open http://localhost:${port}, or set PORT to start a second one on the same data.`
    : `Port ${port} is taken by another program. Stop it, or set PORT to another number.`;
}
