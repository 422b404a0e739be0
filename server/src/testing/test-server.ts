import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Api } from '@openbenefits/contract';
import { demoStaff } from '@openbenefits/demo/people';
import type { SpecifiedRole } from '@openbenefits/domain/permissions';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import pg from 'pg';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { APPROVAL_FEATURES } from '../approval-features.ts';
import { openApprovalRegistry } from '../approvals/registry.ts';
import { CHANGE_FEATURES } from '../change-features.ts';
import { type ChangeFeature, openChangeRegistry } from '../change-registry.ts';
import { clockAt } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { databaseOver, DEFAULT_TENANT, inSchema, inTenant, openPool, SESSION_TYPES, type Tx } from '../db/connect.ts';
import { openReadiness } from '../db/readiness.ts';
import { APP_ROLE } from '../db/migrate.ts';
import { workOnNext } from '../files/queue/file-work.ts';
import { startFileWork } from '../files/queue/file-worker.ts';
import { openSignInAttempts } from '../gate/sign-in-attempts.ts';
import { openBoss } from '../jobs/boss.ts';
import { openFileQueue } from '../jobs/file-queue.ts';
import { openJobQueue } from '../jobs/job-runner.ts';
import { type Log, openLog } from '../log.ts';
import type { Services } from '../request-context.ts';
import { openSessions } from '../sessions/sessions.ts';
import { openStorage } from '../storage/file-storage.ts';
import { testVault } from '../vault.ts';
import { DEMO_ADMINISTRATOR, KEEP_SESSIONS, PASSWORD, sessionCookie } from './accounts.ts';
import { APP_PASSWORD, TEMPLATE, TEST_NOW } from './database-template.ts';
import { countTraffic, type Traffic } from './round-trips.ts';
import { uploadBytes } from './upload-bytes.ts';

export type Person = { api: Api; cookie: string };

export type TestServer = {
  url: string;
  services: Services;
  clock: ReturnType<typeof clockAt>;
  /** The database as its owner: for what only an intruder or an operator would do. */
  owner: pg.Client;
  /** The server's own connections. */
  pool: pg.Pool;
  /** Counts what requests send to the database from now on. */
  countTraffic(): Traffic;
  /** Starts a second server on the same database and returns a user's API there. */
  beside(person: Person): Promise<Api>;
  /** Resolves when the server has received every session change by others. */
  hasHeard(): Promise<void>;
  /**
   * Calls the API as the demo administrator (through the gate), as staff of a role, as Priya with assigned groups only,
   * or without a session.
   */
  as(who: SpecifiedRole | 'nobody' | 'administrator' | 'group_administrator'): Promise<Person>;
  /** Reads as the server does, with row-level security. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Uploads bytes as a browser does and returns the id of the job. */
  upload(
    person: Person,
    name: string,
    bytes: Buffer | string,
    groupCim?: string,
  ): Promise<{ status: number; id: string; message: string }>;
  /**
   * Processes the next file of the queue in tests without a worker; other services can inject faults. False if there is
   * none.
   */
  workOnNext(services?: Partial<Services>): Promise<boolean>;
  /** Waits until a job has finished. */
  finished(person: Person, id: string): Promise<Awaited<ReturnType<Api['files']['job']>>>;
  /** As `finished`, and approves a file that is held only because its new members have no coverage. */
  posted(person: Person, id: string): Promise<Awaited<ReturnType<Api['files']['job']>>>;
  close(): Promise<void>;
};

const ENDS = ['completed', 'error', 'held', 'rejected'];

async function finished({ api }: Person, id: string): ReturnType<TestServer['finished']> {
  const now = await api.files.job({ id });
  if (ENDS.includes(now.status)) return now;
  for await (const job of await api.files.watch({ id })) if (ENDS.includes(job.status)) return job;
  return api.files.job({ id });
}

function apiOf(url: string, cookie: string): Api {
  return createORPCClient(
    new RPCLink({
      url: `${url}/rpc`,
      headers: { cookie, origin: url },
      fetch: (request, init) => globalThis.fetch(request, init),
    }),
  );
}

/** Longer than any test waits for a connection under load. */
const PATIENCE_MS = 120_000;

async function cloneTemplate(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
}

type TestServerOptions = {
  worker?: boolean;
  /** What the server logs; nothing else. */
  log?: Log;
  /** Sessions end as they do for people. Without it a test may move the clock and stay signed in. */
  sessionsEnd?: boolean;
  config?: Partial<Config>;
  app?: AppOptions;
  /** Features that write to the history, besides those of the product. */
  changeFeatures?: readonly ChangeFeature<Services>[];
  /** Makes the database, owned by the owner of the tests; by default it is cloned from the template. */
  makeDatabase?: (admin: pg.Client, name: string) => Promise<void>;
};

/** Makes a database of its own, with the addresses at which its owner and the server connect. */
async function openDatabase(makeDatabase: (admin: pg.Client, name: string) => Promise<void>) {
  const ownerUrl = inject('ownerUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  await makeDatabase(admin, name);
  const own = Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).toString();
  const appUrl = Object.assign(new URL(ownerUrl), {
    username: APP_ROLE,
    password: encodeURIComponent(APP_PASSWORD),
    pathname: `/${name}`,
  }).toString();
  const owner = new pg.Client({ connectionString: own, pipeline: true });
  await owner.connect();
  return {
    appUrl,
    owner,
    drop: async (): Promise<void> => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Connects the parts of the server to a database, as its start does. */
async function openServices(appUrl: string, dataDir: string, options: TestServerOptions) {
  const clock = clockAt(TEST_NOW);
  const { log = openLog('silent') } = options;
  const onError = (): void => {};
  const pool = openPool({ url: appUrl, max: 10, onError, waitMs: PATIENCE_MS });
  const authPool = openPool({
    url: inSchema(appUrl, 'auth'),
    max: 2,
    onError,
    waitMs: PATIENCE_MS,
    types: SESSION_TYPES,
  });
  const config = { ...readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' }), DEMO_PASSWORD: PASSWORD, ...options.config };
  const sessions = await openSessions({
    pool: authPool,
    secret: testVault().derive('session cookies'),
    baseUrl: 'http://localhost',
    secure: false,
    log,
    clock,
  });
  const sessionChanges = await sessions.hearChanges(appUrl);
  const boss = await openBoss({ url: appUrl, log, schedules: false });
  const queue = openFileQueue(boss);
  const readiness = openReadiness(appUrl);
  const stopping = new AbortController();
  const services: Services = {
    config,
    clock,
    db: databaseOver(pool),
    pool,
    background: databaseOver(pool),
    keepFiguresAfterMs: Number.POSITIVE_INFINITY,
    vault: testVault(),
    log,
    sessions,
    attempts: openSignInAttempts(pool, clock),
    queue,
    jobs: openJobQueue(boss),
    storage: await openStorage(config, testVault()),
    readiness,
    changes: openChangeRegistry([...CHANGE_FEATURES, ...(options.changeFeatures ?? [])]),
    approvals: openApprovalRegistry(APPROVAL_FEATURES),
    stopping: stopping.signal,
  };
  const disconnect = (): Promise<unknown> =>
    Promise.all([pool.end(), authPool.end(), readiness.close(), sessionChanges.close()]);
  return { services, clock, pool, authPool, sessionChanges, queue, stopping, disconnect };
}

/** Signs people in with the template's open sessions, each used once: a second sign-in gets a new session. */
function openSignIns(url: string, services: Services, owner: pg.Client, sessionsEnd: boolean): TestServer['as'] {
  const open = new Map(sessionsEnd ? [] : Object.entries(inject('openSessions')));
  return async (who) => {
    if (who === 'nobody') return { api: apiOf(url, ''), cookie: '' };
    const email =
      who === 'administrator' || who === 'benefits_administrator'
        ? DEMO_ADMINISTRATOR
        : demoStaff.find((person) => (who === 'group_administrator' ? person.assignedGroupsOnly : person.role === who))
            ?.email;
    const session = open.get(email ?? '');
    if (session !== undefined) {
      open.delete(email ?? '');
      return { api: apiOf(url, session), cookie: session };
    }
    const password = email === DEMO_ADMINISTRATOR ? services.vault.derive('demo administrator') : PASSWORD;
    const cookie = await sessionCookie(services.sessions, email ?? '', password);
    if (!sessionsEnd) await owner.query(KEEP_SESSIONS);
    return { api: apiOf(url, cookie), cookie };
  };
}

/** The whole server with its own database, cloned from the template, listening on a free port. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { owner, appUrl, drop } = await openDatabase(options.makeDatabase ?? cloneTemplate);
  if (options.sessionsEnd) await owner.query('delete from auth.session');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'openbenefits-data-'));
  const { services, clock, pool, authPool, sessionChanges, queue, stopping, disconnect } = await openServices(
    appUrl,
    dataDir,
    options,
  );
  const work = options.worker === false ? undefined : await startFileWork(services);
  const fastify = await buildApp(services, options.app);
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const ends: (() => Promise<void>)[] = [];
  return {
    url,
    services,
    clock,
    owner,
    pool,
    countTraffic: () => countTraffic([pool, authPool]),
    beside: async ({ cookie }) => {
      const other = await openServices(appUrl, dataDir, options);
      const app = await buildApp(other.services, options.app);
      const otherUrl = await app.listen({ port: 0, host: '127.0.0.1' });
      ends.push(async () => {
        other.stopping.abort();
        await other.queue.stop();
        await app.close();
        await other.disconnect();
      });
      return apiOf(otherUrl, cookie);
    },
    hasHeard: () => sessionChanges.caughtUp(),
    as: openSignIns(url, services, owner, options.sessionsEnd === true),
    read: (query) => inTenant(services.db, DEFAULT_TENANT, query),
    upload: (person, filename, bytes, groupCim) => uploadBytes(url, person, filename, bytes, groupCim),
    workOnNext: (other) => workOnNext({ ...services, ...other }, services.storage, DEFAULT_TENANT),
    finished,
    async posted(person, id) {
      const job = await finished(person, id);
      if (job.status !== 'held' || job.stops.some(({ code }) => code !== 'uncovered_members')) return job;
      await person.api.files.approve({ id });
      return finished(person, id);
    },
    async close() {
      for (const end of ends) await end();
      stopping.abort();
      await queue.stop();
      await work?.stop();
      await fastify.close();
      await Promise.all([disconnect(), owner.end()]);
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
