import { Worker } from 'node:worker_threads';
import { READER_LIMITS } from './limits.ts';

/**
 * Threads that wait for a next file. A thread that ends or begins makes and frees machine code, for which V8 keeps one
 * register for the whole process; under many files this register now and then loses a page and takes the process down
 * ("Check failed: jit_page.has_value()", nodejs/node#64500, seen with Node 24). So a thread reads many files, which
 * also saves its start of a tenth of a second.
 */
const waiting: Worker[] = [];
/** Threads that have grown with a file. */
const grown = new WeakSet<Worker>();

/** By name: Node's own listeners start and stop the port with the first and the last one for messages. */
function silence(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}

/** A thread that does nothing. Its caller listens to it until it gives it back, or it ends. */
export function takeThread(): Worker {
  const known = waiting.pop();
  if (known) {
    silence(known);
    known.ref();
    return known;
  }
  return new Worker(new URL('./reader-worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: READER_LIMITS.workerMegabytes,
      maxYoungGenerationSizeMb: READER_LIMITS.workerYoungMegabytes,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}

/**
 * For a thread that has said it is ready for another file, after one of so many bytes. Beyond the few that are kept it
 * ends by itself.
 */
export function giveBackThread(thread: Worker, bytes: number): void {
  silence(thread);
  // Whatever a waiting thread suffers, it is not there for the next file.
  const forget = (): void => {
    const place = waiting.indexOf(thread);
    if (place >= 0) waiting.splice(place, 1);
  };
  thread.on('error', forget).on('exit', forget);
  thread.unref();
  if (bytes > READER_LIMITS.growsAboveBytes) grown.add(thread);
  const isOneTooMany = grown.has(thread) && waiting.some((other) => grown.has(other));
  if (bytes <= READER_LIMITS.keptAfterBytes && waiting.length < READER_LIMITS.waitingThreads && !isOneTooMany)
    waiting.push(thread);
  else endThread(thread);
}

/**
 * Lets a thread end by itself: terminating one from outside can take the whole process down with a segmentation fault
 * (seen with Node 24).
 */
function endThread(thread: Worker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage('end');
}
