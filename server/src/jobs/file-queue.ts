import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/connect.ts';
import type { Log } from '../log.ts';

const QUEUE = 'process-file';
const SCHEMA = 'pgboss';
const PRIORITY = { high: 10, medium: 5, low: 0 } as const;

export type FileTask = { tenantId: string; jobId: string };

/**
 * Wakes workers, on pg-boss. A task only says "there is something to do": which file comes next, and who may work on it, is in the files' own rows
 * (files/file-lease.ts).
 */
export type FileQueue = {
  /** Puts a job into the queue in the caller's transaction: committed together or not at all. */
  add(tx: Tx, task: FileTask, priority: keyof typeof PRIORITY): Promise<void>;
  /** Wakes this process's own worker for what was added in a transaction that is committed; others find it at their next look. */
  committed(tx: Tx): void;
  /** Calls `wake` in this process when there is a task. */
  work(wake: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

/** Makes pg-boss's own tables as the owner and lets the server's roles use them. */
export async function prepareQueue(ownerUrl: string, roles: readonly string[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE, { retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 });
  const granted = roles.join(', ');
  await boss.getDb().executeSql(
    `grant usage on schema ${SCHEMA} to ${granted}; grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${granted};
     grant execute on all functions in schema ${SCHEMA} to ${granted}; grant usage on all sequences in schema ${SCHEMA} to ${granted}`,
  );
  await boss.stop({ graceful: false });
}

export async function openQueue(options: { url: string; log: Log }): Promise<FileQueue> {
  const boss = new PgBoss({ connectionString: options.url, schema: SCHEMA, migrate: false, createSchema: false, schedule: false, max: 4 });
  let lastComplaint = '';
  boss.on('error', (error) => {
    const kind = (error as Error & { code?: string }).code ?? error.name;
    if (kind !== lastComplaint) options.log.warn({ err: error }, 'The job queue cannot reach the database');
    lastComplaint = kind;
  });
  await boss.start();
  const added = new WeakSet<Tx>();
  let wakeHere: (() => Promise<void>) | undefined;
  return {
    async add(tx, task, priority) {
      added.add(tx);
      await boss.send(QUEUE, task, {
        priority: PRIORITY[priority],
        db: {
          executeSql: async (text, values) => {
            const { rows } = await tx.withoutPlugins().executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...(values ?? [])]));
            return { rows: [...rows] };
          },
        },
      });
    },
    committed(tx) {
      if (added.has(tx)) void wakeHere?.();
    },
    async work(wake) {
      wakeHere = wake;
      await boss.work<FileTask>(QUEUE, { pollingIntervalSeconds: 0.5, batchSize: 20 }, wake);
    },
    async stop() {
      wakeHere = undefined;
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}
