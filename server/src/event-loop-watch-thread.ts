import { writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { Watched } from './event-loop-watch.ts';

const { beats, file } = workerData as Watched;
const CHECK_MS = 1000;
/** Checks are counted, not the clock, which continues while a machine sleeps. */
const MOST_MISSED = 10;

let seen = -1;
let missed = 0;
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  missed = beat === seen ? missed + 1 : 0;
  seen = beat;
  if (missed < MOST_MISSED) return;
  const reason = `The process was ended at ${new Date().toISOString()} because its event loop had not answered for ${MOST_MISSED} seconds.`;
  try {
    writeFileSync(file, reason);
    writeSync(2, `\n  ${reason}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, CHECK_MS);
