import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTILE } from '../files/readers/samples/hostile-files.ts';
import { censusOf, type RealServer } from './real-server.ts';

/** The result of sending hostile files to a server while another user works on it. */
export type HostileLoad = {
  /** Files that were not rejected with the expected message, with the actual one. */
  wrong: string[];
  refused: number;
  /** From the first look at a file to its refusal, the slowest, in milliseconds. */
  slowest: { about: string; milliseconds: number };
  /** The most memory of the server above what it has after an ordinary file, in megabytes. */
  grown: number;
  /**
   * How long the requests of the other person took, in milliseconds, ascending; and how many were not answered well.
   */
  others: number[];
  failed: number;
};

/**
 * Sends one file and waits until it is refused. Returns the words, and how long the server worked on it; it is looked
 * at while its last byte comes, or by its job.
 */
async function sendOne(
  server: RealServer,
  name: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<{ words: string; milliseconds: number }> {
  const upload = await server.beginUpload(name, bytes.length, 'CIM-2026-000001');
  await upload.send(0, bytes.subarray(0, -1));
  const started = performance.now();
  const { status, text } = await upload.send(bytes.length - 1, bytes.subarray(-1));
  if (status !== 204) return { words: text, milliseconds: performance.now() - started };
  for (;;) {
    const job = await server.api.files.job({ id: upload.id });
    if (job.status === 'completed' || job.status === 'held') return { words: job.status, milliseconds: 0 };
    if (job.status === 'error')
      return {
        words: job.errorMessage ?? '',
        milliseconds: Date.parse(job.finishedAt ?? '') - Date.parse(job.startedAt ?? ''),
      };
    await sleep(20);
  }
}

/** Sends all hostile files, `atOnce` at a time, while another person opens the list of groups again and again. */
export async function sendHostile(server: RealServer, atOnce: number): Promise<HostileLoad> {
  const files = HOSTILE.map(([about, name, build, words]) => ({
    about,
    name,
    bytes: Buffer.from(build() as string),
    words,
  }));
  // What a server has that has done ordinary work for a while, also on a busy machine.
  for (let file = 0; file < 3; file += 1) await sendOne(server, 'people.csv', censusOf(5000));
  for (let request = 0; request < 100; request += 1) await server.api.groups.list({ limit: 50 });
  const ordinary = server.megabytes;
  const load: HostileLoad = {
    wrong: [],
    refused: 0,
    slowest: { about: '', milliseconds: 0 },
    grown: 0,
    others: [],
    failed: 0,
  };
  const stop = new AbortController();
  const watch = setInterval(() => (load.grown = Math.max(load.grown, server.megabytes - ordinary)), 20);
  const other = (async () => {
    while (!stop.signal.aborted) {
      const started = performance.now();
      await server.api.groups.list({ limit: 50 }).catch(() => load.failed++);
      load.others.push(performance.now() - started);
      await sleep(10);
    }
  })();
  const rest = files.values();
  const send = async (): Promise<void> => {
    for (const { about, name, bytes, words } of rest) {
      const answer = await sendOne(server, name, bytes);
      if (words.test(answer.words)) load.refused++;
      else load.wrong.push(`${about}: ${answer.words}`);
      if (answer.milliseconds > load.slowest.milliseconds) load.slowest = { about, milliseconds: answer.milliseconds };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  stop.abort();
  await other;
  clearInterval(watch);
  load.others.sort((a, b) => a - b);
  return load;
}
