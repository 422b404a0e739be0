import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_TENANT } from '../../server/src/db/connect.ts';
import { workOnNext } from '../../server/src/files/queue/file-work.ts';
import { fileNamePlace } from '../../server/src/files/file-jobs.queries.ts';
import type { FileStorage } from '../../server/src/storage/file-storage.ts';
import { type BenchDatabase, type BenchServer, settle, startBenchServer } from './bench-database.ts';
import { generateCensus } from './generate-census.ts';
import { copyLimit, type CopiedRows, takeRows } from './import-limit.ts';
import { rowByRow } from './import-peer.ts';
import { figure, heading, perSecond, target } from './report.ts';

const PEER_ROWS = 2000;
/**
 * Our import and the limit take turns, and the best run of each counts, to exclude other load. The peer runs last,
 * because its mapper stays in memory. For memory, the peak counts, of all rows and of a quarter, because V8 collects at
 * random times.
 */
const ROUNDS = 3;
const GROUP = 'CIM-2026-000001';

/** Returns a queued job over a file, as an upload leaves it. */
export async function queueJob(
  { owner, services }: BenchDatabase,
  file: string,
  format: 'csv' | 'edi834' = 'csv',
): Promise<string> {
  const id = uuidv7();
  const now = services.clock.now();
  await owner.query(
    `insert into uploads (id, storage_key, file_name_encrypted, size_bytes, sha256, format, group_id, uploaded_by, uploaded_by_name, created_at)
     select $1, $2, $3, $4, ''::bytea, $7, id, 'bench', 'Bench', $5 from groups where cim_number = $6`,
    [
      id,
      file,
      services.vault.seal(path.basename(file), fileNamePlace(DEFAULT_TENANT, id)),
      statSync(file).size,
      now,
      GROUP,
      format,
    ],
  );
  await owner.query(
    `insert into file_jobs (id, upload_id, group_id, status, stage, submitted_by, submitted_by_name, created_at)
     select id, id, group_id, 'queued', 'waiting', 'bench', 'Bench', $2 from uploads where id = $1`,
    [id, now],
  );
  return id;
}

type Import = {
  jobId: string;
  seconds: number;
  reading: number;
  rehearsing: number;
  added: number;
  refused: number;
  /** Highest resident memory of the process, in MB. */
  peak: number;
  longestBlock: number;
};

/** Runs the whole import on a real job row: read, validate, stage, match, apply, finish. */
export async function importInto(database: BenchDatabase, file: string): Promise<Import> {
  const id = await queueJob(database, file);
  await settle(database);
  const store: Pick<FileStorage, 'open'> = { open: async (key) => ({ path: key, size: 0, close: async () => {} }) };
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const reached = new Map<string, number>();
  let asking = false;
  const watch = setInterval(() => {
    if (asking) return;
    asking = true;
    void database.owner.query<{ stage: string }>('select stage from file_jobs where id = $1', [id]).then(({ rows }) => {
      const stage = rows[0]?.stage ?? '';
      if (!reached.has(stage)) reached.set(stage, performance.now());
      asking = false;
    });
  }, 100);
  await workOnNext(database.services, store, DEFAULT_TENANT);
  // Invented members sometimes share an SSN, which holds a file; it is approved at once.
  const { rowCount: held } = await database.owner.query(
    `update file_jobs set status = 'queued', approved_at = now(), leased_until = null where id = $1 and status = 'held'`,
    [id],
  );
  if (held) await workOnNext(database.services, store, DEFAULT_TENANT);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampler);
  clearInterval(watch);
  delay.disable();
  const { rows } = await database.owner.query<{
    status: string;
    added: number;
    refused: number;
    stops: { title: string }[];
  }>('select status, added, refused, stops from file_jobs where id = $1', [id]);
  const [job] = rows;
  if (job?.status !== 'completed')
    throw new Error(`The import ended as ${job?.status}: ${job?.stops.map(({ title }) => title).join(', ')}`);
  const [rehearsing = started, applying = rehearsing] = [reached.get('rehearsing'), reached.get('applying')];
  return {
    jobId: id,
    seconds,
    reading: (rehearsing - started) / 1000,
    rehearsing: (applying - rehearsing) / 1000,
    added: job.added,
    refused: job.refused,
    peak: peak / 1e6,
    longestBlock: delay.max / 1e6,
  };
}

type Round = { run: Import; limit: number; taken: CopiedRows };

/** Runs our import, then COPY of the rows it wrote, each in a separate database. */
async function measure(server: BenchServer, file: string, rows: number): Promise<Round> {
  const database = await server.fresh();
  const run = await importInto(database, file);
  // A few invented people share name and birth date, and are rightly refused.
  if (run.added + run.refused !== rows || run.added < rows * 0.98)
    throw new Error(`${run.added} of ${rows} rows were added, ${run.refused} rejected`);
  const taken = await takeRows(database, server.dataDir);
  await database.close();

  const limitDatabase = await server.fresh();
  const limit = await copyLimit(limitDatabase, taken);
  await limitDatabase.close();
  return { run, limit, taken };
}

/** Saves the first rows one by one in a separate database; returns the time. */
async function measurePeer(server: BenchServer, taken: CopiedRows, rows: number): Promise<number> {
  const database = await server.fresh();
  const seconds = await rowByRow(database, taken, rows);
  await database.close();
  return seconds;
}

/**
 * Measures the import of a census against COPY of the same final rows (the limit) and against an object mapper that
 * saves them one by one (the peer).
 */
export async function benchImport(wanted: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-import-'));
  const server = await startBenchServer();
  try {
    const file = path.join(folder, 'census.csv');
    const { rows, bytes } = generateCensus(file, Number.POSITIVE_INFINITY, wanted);
    const warm = await server.fresh();
    const small = path.join(folder, 'small.csv');
    generateCensus(small, Number.POSITIVE_INFINITY, Math.min(wanted, 5000));
    await importInto(warm, small);
    await warm.close();
    // Before anything large: later rounds begin with what the earlier ones have grown to.
    const idle = process.memoryUsage().rss / 1e6;
    const quarter = path.join(folder, 'quarter.csv');
    generateCensus(quarter, Number.POSITIVE_INFINITY, Math.ceil(wanted / 4));
    let grownByQuarter = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const some = await server.fresh();
      grownByQuarter = Math.max(grownByQuarter, (await importInto(some, quarter)).peak - idle);
      await some.close();
    }

    const peerRows = Math.min(PEER_ROWS, rows);
    const runs: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) runs.push(await measure(server, file, rows));
    const { taken } = runs.at(-1) as Round;
    const peers: number[] = [];
    for (let round = 0; round < ROUNDS; round++) peers.push(await measurePeer(server, taken, peerRows));
    const run = runs.map((one) => one.run).reduce((best, one) => (one.seconds < best.seconds ? one : best));
    const limit = Math.min(...runs.map((one) => one.limit));
    const peer = Math.min(...peers);
    const { spans } = taken;
    const grown = Math.max(...runs.map((one) => one.run.peak)) - idle;
    const longestBlock = Math.min(...runs.map((one) => one.run.longestBlock));

    heading(
      `Census import, ${rows.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(0)} MB, ${spans} coverage spans, ${run.refused} rejected`,
    );
    figure(
      'ours: read, validated, previewed, applied',
      perSecond(run.added, run.seconds),
      `${run.seconds.toFixed(1)} s, reading ${run.reading.toFixed(1)} s, preview ${run.rehearsing.toFixed(1)} s`,
    );
    figure('limit: COPY of the same rows', perSecond(run.added, limit), `${limit.toFixed(1)} s`);
    figure('peer: an object mapper, row by row', perSecond(peerRows, peer), `${peerRows} rows`);
    figure(
      'peak memory above idle',
      `${grown.toFixed(0)} MB`,
      `${grownByQuarter.toFixed(0)} MB with a quarter of the rows`,
    );
    figure('longest block of the event loop', `${longestBlock.toFixed(0)} ms`, `best of ${ROUNDS} rounds`);
    const speed = run.added / run.seconds;
    target({ what: 'ours / COPY', reached: speed / (run.added / limit), wanted: 0.8, atLeast: true, unit: '' });
    target({ what: 'ours / row by row', reached: speed / (peerRows / peer), wanted: 10, atLeast: true, unit: ' x' });
    target({ what: 'memory above idle', reached: grown, wanted: 150, atLeast: false, unit: ' MB' });
    target({
      what: 'memory for all rows / for a quarter',
      reached: grown / grownByQuarter,
      wanted: 1.5,
      atLeast: false,
      unit: ' x',
    });
    target({ what: 'longest block of the event loop', reached: longestBlock, wanted: 50, atLeast: false, unit: ' ms' });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
