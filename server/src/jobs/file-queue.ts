import type { PgBoss } from 'pg-boss';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/connect.ts';
import { type QueueSettings, within } from './boss.ts';

export const FILE_QUEUE: QueueSettings = {
  name: 'process-file',
  retries: 3,
  retryDelaySeconds: 2,
  expireSeconds: 3600,
};
const PRIORITY = { high: 10, medium: 5, low: 0 } as const;

type FileTask = { tenantId: string; jobId: string };

/**
 * Wakes workers with pg-boss. A task contains nothing: which file is next, and who may process it, is in the rows of
 * files (files/file-lease.ts).
 */
export type FileQueue = {
  /**
   * Puts a job into the queue in the caller's transaction: committed together or not at all. This process's own worker
   * is woken by the commit.
   */
  add(tx: Tx, task: FileTask, priority: keyof typeof PRIORITY): Promise<void>;
  /** Calls `wake` in this process when there is a task. */
  work(wake: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

export function openFileQueue(boss: PgBoss): FileQueue {
  let wakeHere: (() => Promise<void>) | undefined;
  return {
    async add(tx, task, priority) {
      afterCommit(tx, () => void wakeHere?.());
      await boss.send(FILE_QUEUE.name, task, { priority: PRIORITY[priority], db: within(tx) });
    },
    async work(wake) {
      wakeHere = wake;
      await boss.work<FileTask>(FILE_QUEUE.name, { pollingIntervalSeconds: 0.5, batchSize: 20 }, wake);
    },
    async stop() {
      wakeHere = undefined;
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}
