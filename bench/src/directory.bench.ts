import type { DirectoryFilter } from '@openbenefits/contract/directory';
import type { Work } from '../../server/src/command.ts';
import { pricingOf } from '../../server/src/coverage/rating-ages.ts';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import {
  directoryPage,
  type DirectoryQuestion,
  directoryStats,
  directoryTotal,
} from '../../server/src/members/directory.queries.ts';
import { listDuplicates } from '../../server/src/members/duplicates.queries.ts';
import { membersOfGroup } from '../../server/src/members/members.queries.ts';
import { OVERVIEW } from '../../server/src/dashboard/overview.queries.ts';
import { type BenchDatabase, startBenchServer } from './bench-database.ts';
import { figure, heading, target } from './report.ts';
import { fillCoverage, fillMembers } from '../../server/src/testing/many-people.ts';

/** First rows within this time of the server (the limit for a million members). */
const LIMIT_MS = 100;
const ROUNDS = 12;
const FEW_ROUNDS = 3;

const FILTERS: Readonly<Record<string, Partial<DirectoryQuestion>>> = {
  'first page': {},
  'first page by group': { sort: 'group' },
  'newest first': { sort: 'added', descending: true },
  dependents: { kind: 'dependent' },
  pending: { status: 'pending' },
  'terminated, by group': { status: 'terminated', sort: 'group' },
  'new in 1 day': { newWithinDays: 1 },
  'new in 30 days': { newWithinDays: 30 },
  'subscribers without SSN': { kind: 'subscriber', missing: 'ssn' },
  'ending in 60 days': { endsWithinDays: 60 },
  'starting in 60 days': { startsWithinDays: 60 },
  'medical today': { line: 'medical' },
  'dental today (nobody)': { line: 'dental' },
  'search: common "son"': { search: 'son' },
  'search: "example", on every row': { search: 'example' },
  'search: full name "maria smith"': { search: 'maria smith' },
  'search: rare "quilkaville"': { search: 'quilkaville' },
  'search: late in the alphabet "smi"': { search: 'smi' },
  'search: one letter "z"': { search: 'z' },
  'search: no hit': { search: 'xqzvk' },
  'search: "young", dependents, by group': { search: 'young', kind: 'dependent', sort: 'group' },
  'search: "young", pending': { search: 'young', status: 'pending' },
};

async function timed(run: () => Promise<unknown>, rounds: number): Promise<{ p95: number; first: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  const sorted = times.slice(1).toSorted((a, b) => a - b);
  return { p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, first: times[0] ?? 0 };
}

const asked = (change: Partial<DirectoryQuestion>): DirectoryQuestion => ({
  kind: 'all',
  sort: 'name',
  descending: false,
  limit: 50,
  ...change,
});

function workFor({ services }: BenchDatabase): <T>(run: (work: Work) => Promise<T>) => Promise<T> {
  return (run) =>
    inTenant(services.db, DEFAULT_TENANT, (tx) =>
      run({
        tx,
        services,
        actor: { tenantId: DEFAULT_TENANT },
        today: services.clock.today(),
        note: () => {},
      } as unknown as Work),
    );
}

async function deepCursor(database: BenchDatabase): Promise<string> {
  const { rows } = await database.owner.query<{ last: string; first: string; id: string }>(
    `select last_name as last, first_name as first, id from members order by last_name, first_name, id offset (select count(*) / 2 from members) limit 1`,
  );
  return Buffer.from(JSON.stringify([rows[0]?.last, rows[0]?.first, rows[0]?.id])).toString('base64url');
}

/**
 * Measures the directory as the page requests it, in one transaction with the server's role; each request against the
 * limit for the first rows.
 */
export async function benchDirectory(sizes: readonly number[]): Promise<void> {
  const server = await startBenchServer();
  try {
    for (const size of sizes) {
      const database = await server.fresh();
      await fillMembers(database, size);
      await fillCoverage(database);
      const inWork = workFor(database);
      heading(`Directory of ${size.toLocaleString('en-US')} members (p95, first)`);
      const worst: number[] = [];
      const measure = async (name: string, run: (work: Work) => Promise<unknown>, counts = true): Promise<void> => {
        const { p95, first } = await timed(() => inWork(run), counts ? ROUNDS : FEW_ROUNDS);
        if (counts) worst.push(p95);
        figure(name, `${p95.toFixed(1)} / ${first.toFixed(1)} ms`);
      };
      for (const [name, change] of Object.entries(FILTERS))
        await measure(name, (work) => directoryPage(work, asked(change)));
      const cursor = await deepCursor(database);
      await measure('page in the middle of the alphabet', (work) => directoryPage(work, asked({ cursor })));
      const { rows } = await database.owner.query<{ id: string }>(
        `select group_id as id from members where member_number = 'B801'`,
      );
      const groupId = rows[0]?.id ?? '';
      await measure('a group of 400, in the directory', (work) => directoryPage(work, asked({ groupId })));
      await measure('a group of 400, on its page', (work) =>
        membersOfGroup(pricingOf(work), { groupId, sort: 'name', descending: false, limit: 50 }, work.today),
      );
      const total = (filter: Partial<DirectoryFilter>) => (work: Work) =>
        directoryTotal(work, { kind: 'all', ...filter });
      await measure('total, next to the rows', total({}), false);
      await measure('total of the search "son", next to the rows', total({ search: 'son' }), false);
      await measure('the four cards', (work) => directoryStats(work.tx, work.today), false);
      await measure('possible duplicates', (work) => listDuplicates(work.tx), false);
      await measure('dashboard', (work) => OVERVIEW.count(work), false);
      target({
        what: `slowest p95 of the first rows at ${size.toLocaleString('en-US')}`,
        reached: Math.max(...worst),
        wanted: LIMIT_MS,
        atLeast: false,
        unit: ' ms',
      });
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
