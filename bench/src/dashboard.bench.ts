import type { Work } from '../../server/src/command.ts';
import { INSIGHTS } from '../../server/src/dashboard/insights.queries.ts';
import { OVERVIEW } from '../../server/src/dashboard/overview.queries.ts';
import { type Figures, figuresOf, warmFigures } from '../../server/src/kept-figures.ts';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import { startBenchServer } from './bench-database.ts';
import { figure, heading, target } from './report.ts';
import { fillCoverage, fillMembers } from '../../server/src/testing/many-people.ts';

/** Server time of the dashboard, whatever the number of members. */
const LIMIT_MS = 300;
/** More than the five calls after which PostgreSQL may choose a plan without values. */
const ROUNDS = 12;
const FIGURES: readonly Figures<object>[] = [OVERVIEW, INSIGHTS];

/**
 * Measures the dashboard and the home page's recommendations as pages request them, next to one count over all members.
 */
export async function benchDashboard(sizes: readonly number[]): Promise<void> {
  const server = await startBenchServer();
  try {
    for (const size of sizes) {
      const database = await server.fresh();
      await fillMembers(database, size);
      await fillCoverage(database);
      const { services } = database;
      const inWork = <T>(run: (work: Work) => Promise<T>): Promise<T> =>
        inTenant(services.db, DEFAULT_TENANT, (tx) =>
          run({
            tx,
            services,
            actor: { tenantId: DEFAULT_TENANT, id: 'bench' },
            today: services.clock.today(),
            now: services.clock.now(),
          } as unknown as Work),
        );
      heading(`Dashboard over ${size.toLocaleString('en-US')} members (slowest of ${ROUNDS} calls, first)`);
      const worst: number[] = [];
      // As a server does at its start, and every ten minutes.
      const counting = performance.now();
      await warmFigures(DEFAULT_TENANT, services, FIGURES);
      figure('counted in the background', `${((performance.now() - counting) / 1000).toFixed(1)} s`);
      for (const of of FIGURES) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const started = performance.now();
          await inWork<unknown>((work) => figuresOf(work, of));
          times.push(performance.now() - started);
        }
        worst.push(...times);
        figure(of.kind, `${Math.max(...times.slice(1)).toFixed(1)} / ${times[0]?.toFixed(1)} ms`);
      }
      const started = performance.now();
      await database.owner.query('select count(*) from members');
      figure('one count over all members, for comparison', `${(performance.now() - started).toFixed(1)} ms`);
      target({
        what: `slowest call at ${size.toLocaleString('en-US')}`,
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
