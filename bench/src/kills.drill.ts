import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOfImport } from '../../server/src/trust/import-digest.ts';
import { type BenchDatabase, type BenchServer, startBenchServer } from './bench-database.ts';
import { generate834 } from './generate-834.ts';
import { generateCensus } from './generate-census.ts';
import { queueJob } from './import.bench.ts';
import { PLACES, type Task } from './kills.ts';
import { figure, heading, target } from './report.ts';

const PEOPLE = 10_000;
/** Families of the 834 with about as many members. */
const FAMILIES = 4400;
/** Two more than kills, because packs hold whole families and chunks are a little longer than requested. */
const CHUNKS = 22;

/** Processes the next file in a separate process; returns whether it was killed. */
async function worker({ url, services }: BenchDatabase, task: Partial<Task> = {}): Promise<boolean> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'worker-to-kill.ts'], {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      TASK: JSON.stringify({
        url,
        chunk: Math.ceil(PEOPLE / CHUNKS),
        now: services.clock.now(),
        ...task,
      } satisfies Task),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The worker ended with ${code ?? signal}`);
  return signal === 'SIGKILL';
}

/**
 * Prepares a database with a file that is read, previewed and approved, ready to apply. Returns its name and the job's
 * ID.
 */
async function prepared(
  server: BenchServer,
  file: string,
  format: 'csv' | 'edi834',
): Promise<{ template: string; id: string }> {
  const database = await server.fresh();
  const { owner } = database;
  await owner.query(
    `insert into queue_settings (tenant_id, auto_process, max_concurrent, retries, retention_days) values (current_tenant(), false, 5, 3, 30) on conflict (tenant_id) do update set auto_process = false`,
  );
  const id = await queueJob(database, file, format);
  await worker(database);
  const { rowCount } = await owner.query(
    `update file_jobs set status = 'queued', approved_at = now() where id = $1 and status = 'held'`,
    [id],
  );
  if (rowCount !== 1) {
    const { rows } = await owner.query<{ status: string; message: string }>(
      'select status, error_message as message from file_jobs where id = $1',
      [id],
    );
    throw new Error(`The file has the status ${rows[0]?.status} instead of held: ${rows[0]?.message}`);
  }
  return { template: await database.keep(), id };
}

/**
 * Kills the worker with SIGKILL around the end of each chunk; another one continues. All runs must have the same result
 * (trust P3).
 */
export async function drillKills(kills: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-kills-'));
  const server = await startBenchServer();
  try {
    const [csv, edi] = [path.join(folder, 'census.csv'), path.join(folder, 'full.edi')];
    const sizes = {
      csv: generateCensus(csv, Number.POSITIVE_INFINITY, PEOPLE).rows,
      edi834: generate834(edi, FAMILIES).members,
    };
    for (const [format, file] of [
      ['csv', csv],
      ['edi834', edi],
    ] as const) {
      const { template, id } = await prepared(server, file, format);
      const undisturbed = await server.fresh(template);
      await worker(undisturbed);
      const digest = ({ owner, services }: BenchDatabase): Promise<string> => digestOfImport(owner, services.vault, id);
      const expected = await digest(undisturbed);
      const { rows } = await undisturbed.owner.query<{ status: string; added: number }>(
        'select status, added from file_jobs where id = $1',
        [id],
      );
      await undisturbed.close();
      if (rows[0]?.status !== 'completed' || rows[0].added < PEOPLE * 0.9)
        throw new Error(`The undisturbed run ended as ${rows[0]?.status} with ${rows[0]?.added} members added`);
      heading(
        `${format === 'csv' ? 'Census' : '834'} of ${sizes[format].toLocaleString('en-US')} members, worker killed around the end of each of ${kills} chunks`,
      );
      let same = 0;
      let died = 0;
      const started = performance.now();
      for (let kill = 0; kill < kills; kill++) {
        const place = PLACES[kill % PLACES.length] as (typeof PLACES)[number];
        const database = await server.fresh(template);
        if (await worker(database, { boundary: kill + 1, place })) died++;
        await database.owner.query(
          `update file_jobs set leased_until = now() - interval '1 second' where id = $1 and status = 'processing'`,
          [id],
        );
        await worker(database);
        if ((await digest(database)) === expected) same++;
        else figure('different result', `chunk ${kill + 1}`, place);
        await database.close();
      }
      figure(
        'kill and recovery',
        `${((performance.now() - started) / 1000 / kills).toFixed(1)} s`,
        'with a new database and two new processes',
      );
      target({ what: 'killed workers', reached: died, wanted: kills, atLeast: true, unit: '' });
      target({
        what: 'results byte-equal to an undisturbed run',
        reached: same,
        wanted: kills,
        atLeast: true,
        unit: '',
      });
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
