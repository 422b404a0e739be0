import type pg from 'pg';
import type { ApprovalRegistry } from './approvals/registry.ts';
import type { ChangeRegistry } from './change-registry.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { Readiness } from './db/readiness.ts';
import type { SignInAttempts } from './gate/sign-in-attempts.ts';
import type { FileQueue } from './jobs/file-queue.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Log } from './log.ts';
import type { SessionPerson } from './sessions/live-session.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { FileStorage } from './storage/file-storage.ts';
import type { Vault } from './vault.ts';

/** The means of the server, made once at the start. */
export type Services = {
  config: Config;
  clock: Clock;
  db: Database;
  /** The connections under `db`, for statements outside of any organization. */
  pool: pg.Pool;
  /** For reads that may take longer than a request, a few at a time. */
  background: Database;
  /** Dashboard figures that take longer to count are kept and refreshed in the background. */
  keepFiguresAfterMs: number;
  vault: Vault;
  log: Log;
  sessions: Sessions;
  attempts: SignInAttempts;
  queue: FileQueue;
  /** Named jobs: requests and due times. */
  jobs: JobQueue;
  storage: FileStorage;
  /** What the features tell the history: their records, the kinds of their changes, how each is undone. */
  changes: ChangeRegistry<Services>;
  /** What the features tell about what a second person approves. */
  approvals: ApprovalRegistry<Services>;
  /** Whether the database answers. */
  readiness: Readiness;
  /** Batch sizes for reading, applying and undoing a file; tests set small ones to see every boundary. */
  fileSteps?: {
    batch: number;
    chunk: number;
    undo?: number;
    /** How many records of a file may wait for a later one. */ waiting?: number;
  };
  /** Aborted first when the server stops: streams end and files are released. */
  stopping: AbortSignal;
};

/** What a procedure is given with each request. */
export type RequestContext = {
  services: Services;
  requestId: string;
  headers: Headers;
  /** The address the request came from, for counting guesses. */
  address: string;
  /** Set-Cookie headers and others the answer shall carry; made by oRPC's ResponseHeadersPlugin. */
  resHeaders?: Headers;
  /** Aborted when the request's session ends while the request is open. */
  sessionEnded: AbortSignal;
  /** Who is signed in; looked up once per request. */
  person(): Promise<SessionPerson | null>;
};
