import { parseArgs } from 'node:util';
import { benchAudit } from './src/audit.bench.ts';
import { benchBillRun } from './src/bill-run.bench.ts';
import { benchDashboard } from './src/dashboard.bench.ts';
import { benchDirectory } from './src/directory.bench.ts';
import { benchEdi834 } from './src/edi-834.bench.ts';
import { benchHttp } from './src/http.bench.ts';
import { benchImport } from './src/import.bench.ts';
import { benchPrices } from './src/prices.bench.ts';
import { benchPages } from './src/pages.bench.ts';
import { benchReconcile } from './src/reconcile.bench.ts';
import { drillHostile } from './src/hostile.drill.ts';
import { drillKills } from './src/kills.drill.ts';
import { drillTakeover } from './src/takeover.drill.ts';
import { drillUploads } from './src/uploads.drill.ts';
import { drillValid } from './src/valid.drill.ts';
import { benchSearch } from './src/search.bench.ts';
import { benchStart } from './src/start.bench.ts';
import { benchUndo } from './src/undo.bench.ts';

const USAGE = `npm run bench -- [edi-834] [import] [undo] [search] [directory] [dashboard] [prices] [bill-run] [reconcile] [audit] [start] [pages] [http] [options]
npm run bench -- drills, or [uploads] [valid] [hostile] [takeover] [kills] [options]
  --families N   families in the 834 (92000)
  --rows N       census rows to import and to undo (100000)
  --sizes A,B,C  database sizes for search (16000,100000,1000000)
  --sizes A,B,C  and for the directory (15842,100000,1000000)
  --sizes A,B    and of subscribers for the bill run (10000,100000; 1000000 takes minutes)
  --quick        small sizes, to check that everything runs`;

/**
 * Measures our code, the limit and the peers in one run and prints the ratios. Names select benchmarks; without names,
 * all benchmarks run. Drills inject faults into servers and print each result next to its limit. They run only if named.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    families: { type: 'string' },
    rows: { type: 'string' },
    sizes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const benches: Readonly<Record<string, () => Promise<void>>> = {
  'edi-834': () => benchEdi834(Number(values.families ?? (values.quick ? 5000 : 92_000))),
  import: () => benchImport(Number(values.rows ?? (values.quick ? 10_000 : 100_000))),
  undo: () => benchUndo(Number(values.rows ?? (values.quick ? 10_000 : 100_000))),
  search: () => benchSearch((values.sizes ?? (values.quick ? '16000' : '16000,100000,1000000')).split(',').map(Number)),
  directory: () =>
    benchDirectory((values.sizes ?? (values.quick ? '15842' : '15842,100000,1000000')).split(',').map(Number)),
  dashboard: () => benchDashboard((values.sizes ?? (values.quick ? '15842' : '100000,1000000')).split(',').map(Number)),
  prices: () =>
    benchPrices(values.quick ? { households: 100_000, rows: 10_000 } : { households: 1_000_000, rows: 100_000 }),
  'bill-run': () => benchBillRun((values.sizes ?? (values.quick ? '10000' : '10000,100000')).split(',').map(Number)),
  reconcile: () => benchReconcile(values.quick ? 10_000 : 100_000),
  audit: () => benchAudit(values.quick ? 10_000 : 1_000_000),
  start: benchStart,
  pages: benchPages,
  http: () => benchHttp(values.quick ? 800 : 3000),
};
const drills: Readonly<Record<string, () => Promise<void>>> = {
  uploads: drillUploads,
  valid: () => drillValid(values.quick ? 5 : 50),
  hostile: drillHostile,
  kills: () => drillKills(values.quick ? 4 : 20),
  takeover: () => drillTakeover(values.quick ? 20 : 60),
};
const all = { ...benches, ...drills };
const chosen =
  positionals.length > 0
    ? positionals.flatMap((name) => (name === 'drills' ? Object.keys(drills) : [name]))
    : Object.keys(benches);
if (values.help || chosen.some((name) => !all[name])) process.stdout.write(`${USAGE}\n`);
else for (const name of chosen) await all[name]?.();
