import type { Work } from '../../server/src/command.ts';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import { findMembers, MEMBER_CAP } from '../../server/src/search/search.queries.ts';
import { type BenchDatabase, startBenchServer } from './bench-database.ts';
import { figure, heading, target } from './report.ts';
import { fillMembers } from '../../server/src/testing/many-people.ts';

const TERMS: Readonly<Record<string, string>> = {
  common: 'son',
  'on every row': 'example',
  rare: 'quilkaville',
  'late in the alphabet': 'smi',
  'two letters': 'wi',
  'one letter': 'z',
  'no hit': 'xqzvk',
  'full name': 'maria smith',
  'member number': 'b4711',
  'e-mail': 'zoe.young',
  'first name and start of the last': 'wendy yor',
};
const ROUNDS = 15;
/** Five more trigram indexes take long to build, so the peer is measured up to this size. */
const PEER_UP_TO = 100_000;

type Times = { p50: number; p95: number };

function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

async function timed(run: () => Promise<unknown>, rounds = ROUNDS): Promise<number[]> {
  const times: number[] = [];
  await run();
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return times;
}

/** Searches as the page does, in one transaction with the server's role; times include the round trip to PostgreSQL. */
async function ours({ services }: BenchDatabase, term: string): Promise<number[]> {
  return inTenant(services.db, DEFAULT_TENANT, async (tx) => {
    const work = { tx, services, actor: { tenantId: DEFAULT_TENANT } } as unknown as Work;
    return timed(() => findMembers(work, { term, status: 'all' }, MEMBER_CAP + 1));
  });
}

const COLUMNS = ['first_name', 'last_name', 'email', 'employee_id', 'job_title'];

async function peer({ owner }: BenchDatabase, term: string, rounds: number): Promise<number[]> {
  const where = COLUMNS.map((column) => `${column} ilike $1`).join(' or ');
  return timed(
    () =>
      owner.query(`select id from members where ${where} order by last_name, first_name, id limit 9`, [`%${term}%`]),
    rounds,
  );
}

const shown = ({ p50, p95 }: Times): string => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
const wantedAt = (size: number): number => (size <= 20_000 ? 3 : size <= 100_000 ? 5 : 20);

/**
 * Measures the contains-search at several sizes against simple alternatives: ILIKE over the columns, without and with
 * an index each.
 */
export async function benchSearch(sizes: readonly number[]): Promise<void> {
  const server = await startBenchServer();
  try {
    for (const size of sizes) {
      const database = await server.fresh();
      await fillMembers(database, size);
      heading(`Contains search, ${size.toLocaleString('en-US')} members, five columns, name order (p50 / p95)`);
      const all: number[] = [];
      for (const [name, term] of Object.entries(TERMS)) {
        const times = await ours(database, term);
        all.push(...times);
        figure(`ours: ${name} ("${term}")`, shown(timesOf(times)));
      }
      figure('ours: all terms', shown(timesOf(all)));
      const without: number[] = [];
      for (const term of Object.values(TERMS)) without.push(...(await peer(database, term, 2)));
      figure('peer: ILIKE without index', shown(timesOf(without)));
      if (size <= PEER_UP_TO) {
        for (const column of COLUMNS)
          await database.owner.query(`create index on members using gin (${column} gin_trgm_ops)`);
        const withIndex: number[] = [];
        for (const term of Object.values(TERMS)) withIndex.push(...(await peer(database, term, 4)));
        figure('peer: a trigram index per column', shown(timesOf(withIndex)));
      }
      target({
        what: `p95 of all terms at ${size.toLocaleString('en-US')}`,
        reached: timesOf(all).p95,
        wanted: wantedAt(size),
        atLeast: false,
        unit: ' ms',
      });
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
