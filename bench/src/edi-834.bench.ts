import { NO_MAPPING } from '@openbenefits/domain/files/census/mapping';
import { spawnSync } from 'node:child_process';
import { closeSync, createReadStream, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { Schema, X12grouper, X12parser } from 'x12-parser';
import { readEdi834 } from '../../server/src/files/readers/edi-834/edi-834.ts';
import { readFile } from '../../server/src/files/readers/read-file.ts';
import { RecordSink } from '../../server/src/files/readers/record-sink.ts';
import { generate834 } from './generate-834.ts';
import { target } from './report.ts';

const TODAY = calendarDateFrom('2026-03-01');
const FAMILIES = 92_000;
const ROUNDS = 5;

type Run = { seconds: number; members: number };

/** The least that any reader must do: look at every byte once and note where the elements begin. */
async function byteScan(path: string): Promise<Run> {
  const started = performance.now();
  const file = openSync(path, 'r');
  const bytes = Buffer.allocUnsafeSlow(1024 * 1024);
  const bounds = new Int32Array(64);
  let segments = 0;
  let count = 0;
  for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
    for (let at = 0; at < read; at++) {
      const byte = bytes[at];
      if (byte === 126) {
        segments++;
        count = 0;
      } else if (byte === 42 && count < 63) bounds[++count] = at;
    }
  }
  closeSync(file);
  return { seconds: (performance.now() - started) / 1000, members: segments };
}

/** Reading and judging every member, on this thread. */
async function ours(path: string, sizeBytes: number): Promise<Run> {
  const started = performance.now();
  let members = 0;
  const sink = new RecordSink('edi834', TODAY, async (records) => void (members += records.length));
  await readEdi834({ path, format: 'edi834', sizeBytes, today: TODAY, mapping: NO_MAPPING }, sink);
  await sink.flush(true);
  if (sink.facts.problems > 0) throw new Error('The generated file has findings');
  return { seconds: (performance.now() - started) / 1000, members };
}

/** Returns the same in its worker, with every record handed over to this thread. */
async function oursInWorker(path: string): Promise<Run> {
  const started = performance.now();
  let members = 0;
  for await (const { records } of readFile({ path, today: TODAY })) members += records.length;
  return { seconds: (performance.now() - started) / 1000, members };
}

/** What the grouper must know of an 834: a member's loop begins with INS, a coverage's within it with HD. */
const MEMBER_LOOPS = new Schema('005010X220A1', {
  start: 'INS',
  terminators: ['SE'],
  name: '2000',
  groups: [{ start: 'HD', name: '2300' }],
});

/**
 * Returns the peer: every segment an object, grouped by member and coverage as its own documentation says, and no
 * rules.
 */
async function peer(path: string): Promise<Run> {
  const started = performance.now();
  let members = 0;
  const grouped = createReadStream(path).pipe(new X12parser()).pipe(new X12grouper(MEMBER_LOOPS)) as AsyncIterable<{
    name: string;
  }>;
  for await (const { name } of grouped) if (name === '2000') members++;
  return { seconds: (performance.now() - started) / 1000, members };
}

/** Each in turn, so that what else the machine does meets all alike; of each the quickest run. */
async function bestOfEach<K extends string>(runs: Readonly<Record<K, () => Promise<Run>>>): Promise<Record<K, Run>> {
  const best = new Map<string, Run>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries<() => Promise<Run>>(runs)) {
      const one = await run();
      if (one.seconds < (best.get(name)?.seconds ?? Number.POSITIVE_INFINITY)) best.set(name, one);
    }
  }
  return Object.fromEntries(best) as Record<K, Run>;
}

/** Reads in a separate process and returns how far its resident memory grew. */
async function memory(path: string): Promise<void> {
  const idle = process.memoryUsage().rss;
  let peak = idle;
  let records = 0;
  const sink = new RecordSink('edi834', TODAY, async (batch) => {
    records += batch.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  });
  await readEdi834({ path, format: 'edi834', sizeBytes: 0, today: TODAY, mapping: NO_MAPPING }, sink);
  process.stdout.write(`${((peak - idle) / 1e6).toFixed(0)} ${records}`);
}

/** Measures the reading of an 834 against its limit and its peer in one run; prints the best of each and ratios. */
export async function benchEdi834(families = FAMILIES): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-834-'));
  try {
    const path = join(folder, 'full.edi');
    const { bytes, members } = generate834(path, families);
    const speed = ({ seconds }: Run): number => bytes / 1e6 / seconds;
    const line = (name: string, run: Run): string =>
      `  ${name.padEnd(42)} ${speed(run).toFixed(0).padStart(5)} MB/s  ${(members / run.seconds / 1000).toFixed(0).padStart(5)}k members/s`;
    await ours(path, bytes);
    const { limit, read, handed, other } = await bestOfEach({
      limit: async () => byteScan(path),
      read: async () => ours(path, bytes),
      handed: async () => oursInWorker(path),
      other: async () => peer(path),
    });
    if (read.members !== members || handed.members !== members || other.members !== members)
      throw new Error('The readers found different numbers of members');
    const child = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, 'memory', path], {
      encoding: 'utf8',
    });
    process.stdout.write(
      [
        `834 reading, ${(bytes / 1e6).toFixed(0)} MB, ${members} members`,
        line('limit: byte scan with element bounds', limit),
        line('ours: read and validated', read),
        line('ours: in its worker, handed over', handed),
        line('peer: x12-parser, members grouped', other),
        `  ours / peer ${(speed(read) / speed(other)).toFixed(1)}, handed over / peer ${(speed(handed) / speed(other)).toFixed(1)}, ours / limit ${(speed(read) / speed(limit)).toFixed(2)}`,
        `  memory above idle, read and validated: ${child.stdout.split(' ')[0]} MB`,
        '',
      ].join('\n'),
    );
    target({ what: 'read and judged', reached: speed(read), wanted: 150, atLeast: true, unit: ' MB/s' });
    target({
      what: 'ours / x12-parser with its grouper',
      reached: speed(read) / speed(other),
      wanted: 8,
      atLeast: true,
      unit: ' x',
    });
    target({
      what: 'memory above idle',
      reached: Number(child.stdout.split(' ')[0]),
      wanted: 80,
      atLeast: false,
      unit: ' MB',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await (process.argv[2] === 'memory' ? memory(process.argv[3] ?? '') : benchEdi834());
