import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { undoOrQueue } from '../../server/src/changes/undo.operations.ts';
import { undoPreview } from '../../server/src/members/undo/undo-change.ts';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import { workOnNext } from '../../server/src/files/queue/file-work.ts';
import type { Services } from '../../server/src/request-context.ts';
import type { FileStorage } from '../../server/src/storage/file-storage.ts';
import { settle, startBenchServer } from './bench-database.ts';
import { generateCensus } from './generate-census.ts';
import { importInto } from './import.bench.ts';
import { figure, heading, perSecond, target } from './report.ts';
import { systemActor } from '../../server/src/policy/actor.ts';

const ACTOR = systemActor(DEFAULT_TENANT, { id: 'bench', name: 'Bench' });

type Order = { id: string; skipBlocked: boolean };

/** Puts the undo in the queue without a worker that would take it. */
async function queueUndo(services: Services, order: Order): Promise<void> {
  const queue = { ...services.queue, add: async () => {} };
  await inTenant(services.db, DEFAULT_TENANT, (tx) =>
    undoOrQueue(
      {
        tx,
        actor: ACTOR,
        now: services.clock.now(),
        today: services.clock.today(),
        services: { ...services, queue },
        requestId: 'bench',
        note: () => {},
        onRollback: () => {},
      },
      order,
    ),
  );
}

/** Collects how many members of a change another user sees: it must be all or none. */
function watchMembers(owner: pg.PoolClient, changeId: string): { seen: Set<number>; stop: () => void } {
  const seen = new Set<number>();
  let asking = false;
  const watch = setInterval(() => {
    if (asking) return;
    asking = true;
    void owner
      .query<{ there: number }>(
        `select count(*)::int as there from change_items i join members m on m.id = i.entity_id where i.change_id = $1 and m.removed_by is null`,
        [changeId],
      )
      .then((found) => {
        seen.add(found.rows[0]?.there ?? -1);
        asking = false;
      });
  }, 250);
  return { seen, stop: () => clearInterval(watch) };
}

type Load = { seconds: number; memoryMb: number; blockedMs: number };

/** Runs the queued work and measures its time, memory, and longest block of the event loop. */
async function measureWork(services: Services): Promise<Load> {
  const idle = process.memoryUsage().rss;
  let peak = idle;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const store: Pick<FileStorage, 'open'> = { open: async (key) => ({ path: key, size: 0, close: async () => {} }) };
  await workOnNext(services, store, DEFAULT_TENANT);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  clearInterval(sampler);
  return { seconds, memoryMb: (peak - idle) / 1e6, blockedMs: delay.max / 1e6 };
}

async function requireUndone(owner: pg.PoolClient, jobId: string, changeId: string): Promise<void> {
  const { rows: after } = await owner.query<{ status: string; left: number }>(
    `select status, (select count(*)::int from change_items i join members m on m.id = i.entity_id where i.change_id = $2 and m.removed_by is null) as left from file_jobs where id = $1`,
    [jobId, changeId],
  );
  if (after[0]?.status !== 'completed' || after[0].left > 0)
    throw new Error(`The undo ended as ${after[0]?.status} with ${after[0]?.left} members left`);
}

function report(people: number, previewed: number, imported: number, { seconds, memoryMb, blockedMs }: Load): void {
  heading(`Undo of an import, ${people.toLocaleString('en-US')} members`);
  figure('preview of the undo', `${previewed.toFixed(1)} s`);
  figure('ours: undone in one transaction', perSecond(people, seconds), `${seconds.toFixed(1)} s`);
  figure('the import that is undone', perSecond(people, imported), `${imported.toFixed(1)} s`);
  figure('peak memory above idle', `${memoryMb.toFixed(0)} MB`);
  figure('longest block of the event loop', `${blockedMs.toFixed(0)} ms`);
  target({ what: 'undo / import', reached: imported / seconds, wanted: 1, atLeast: true, unit: '' });
  target({ what: 'preview of the undo', reached: previewed, wanted: 8, atLeast: false, unit: ' s' });
  target({ what: 'memory above idle', reached: memoryMb, wanted: 150, atLeast: false, unit: ' MB' });
  target({ what: 'longest block of the event loop', reached: blockedMs, wanted: 50, atLeast: false, unit: ' ms' });
}

/** Compares the undo of a whole import in the queue with the import: it must not take longer. */
export async function benchUndo(wanted: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-undo-'));
  const server = await startBenchServer();
  try {
    const file = path.join(folder, 'census.csv');
    generateCensus(file, Number.POSITIVE_INFINITY, wanted);
    const database = await server.fresh();
    const { owner, services } = database;
    const brought = await importInto(database, file);
    await settle(database);
    const { rows } = await owner.query<{ changeId: string }>(
      'select change_id as "changeId" from file_jobs where id = $1',
      [brought.jobId],
    );
    const order: Order = { id: rows[0]?.changeId ?? '', skipBlocked: false };

    const asked = performance.now();
    const { people } = await inTenant(services.db, DEFAULT_TENANT, (tx) => undoPreview(tx, order));
    const previewed = (performance.now() - asked) / 1000;
    await queueUndo(services, order);

    const { seen, stop } = watchMembers(owner, order.id);
    const load = await measureWork(services);
    stop();
    await requireUndone(owner, brought.jobId, order.id);
    if ([...seen].some((there) => there !== people && there !== 0))
      throw new Error(`Part of the undo was visible: ${[...seen].join(', ')}`);

    report(people, previewed, brought.seconds, load);
    await database.close();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
