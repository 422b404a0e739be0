import { readFileSync, rmSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Beats twice a check, so that a busy but working process never misses one. */
const BEAT_MS = 500;

/** What the thread of the watch is given. */
export type Watched = { beats: Int32Array; file: string };

/** Where the reason is kept until the next start of the same role, since web and worker processes may share a folder. */
export const endedFile = (dataDir: string, roles: { web: boolean; worker: boolean }): string =>
  path.join(dataDir, `ended-${roles.web ? 'web' : 'worker'}`);

/**
 * Ends the process when its event loop has not run for ten seconds: it answers nobody and cannot stop by itself. A thread
 * counts the beats, writes the reason to the file and kills the process; its parent starts it again
 * (bootstrap.mjs, or the restart policy of a container).
 */
export function watchEventLoop(file: string): void {
  // A breakpoint stops the event loop, too.
  if (debuggerUrl() !== undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  new Worker(new URL('./event-loop-watch-thread.ts', import.meta.url), {
    workerData: { beats, file } satisfies Watched,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref();
}

/** Returns why the watch ended the process before this one, once. */
export function takeEndReason(file: string): string | undefined {
  try {
    const reason = readFileSync(file, 'utf8');
    rmSync(file);
    return reason;
  } catch {
    return undefined;
  }
}
