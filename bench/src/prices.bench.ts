import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import type { Household } from '@openbenefits/domain/plans/household';
import { DEFAULT_PLAN_RULES } from '@openbenefits/domain/plans/plan-rules';
import { priceHousehold } from '@openbenefits/domain/plans/price-household';
import { pricedMonth } from '@openbenefits/domain/plans/proration';
import type { RateTable } from '@openbenefits/domain/plans/rate-table';
import { Decimal } from 'decimal.js';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import { recountGroupFigures } from '../../server/src/groups/group-figures.ts';
import { listPlans } from '../../server/src/plans/plan-list.queries.ts';
import { generateCensus } from './generate-census.ts';
import { type BenchDatabase, startBenchServer } from './bench-database.ts';
import { importInto } from './import.bench.ts';
import { SeededRandom } from './random.ts';
import { figure, heading, perSecond, target } from './report.ts';

const MONTH = pricedMonth(calendarDateFrom('2026-12-01'));
const WHOLE = [{ from: MONTH.first, until: null }];
const FACTORS = Array.from({ length: 65 }, (_, age) => (age < 15 ? 765 : 833 + age * 33));
const BASE = 31_250;
const AREA = 960;
const TABLE: RateTable = {
  method: 'age_curve',
  base: fromCents(BASE),
  ages: FACTORS,
  areas: new Map([['3', AREA]]),
  tobacco: 1000,
  chargedChildren: 3,
};
const RULES = { ...DEFAULT_PLAN_RULES, contribution: { kind: 'percent', employee: 75, dependents: 50 } as const };

/** Different households, asked for again and again: a million objects at once would measure memory instead. */
const DIFFERENT = 10_000;

function households(): Household[] {
  const random = new SeededRandom(38);
  return Array.from({ length: DIFFERENT }, (_, index) => ({
    area: '3',
    people: Array.from({ length: 1 + Math.floor(random.next() * 5) }, (_unused, place) => ({
      id: `${index}-${place}`,
      relationship: place === 0 ? ('self' as const) : place === 1 ? ('spouse' as const) : ('child' as const),
      age: place < 2 ? 22 + Math.floor(random.next() * 43) : Math.floor(random.next() * 26),
      periods: WHOLE,
    })),
  }));
}

type Line = { memberId: string; cents: number; employer: number };

/** Splits an amount by prices: largest remainder, ties to the earlier. */
function plainSplit(amount: number, lines: Line[]): void {
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  if (total === 0) return;
  let left = amount;
  const rests: number[] = [];
  for (const line of lines) {
    line.employer = Math.floor((amount * line.cents) / total);
    rests.push((amount * line.cents) % total);
    left -= line.employer;
  }
  for (; left > 0; left -= 1) {
    const most = rests.indexOf(Math.max(...rests));
    (lines[most] as Line).employer += 1;
    rests[most] = -1;
  }
}

/**
 * The same figures written down for this table alone: per person a price and the employer's share, the three oldest
 * children, no choice of method or rule, no reason why a price is held.
 */
function plainLoop(list: readonly Household[], count: number): number {
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const { people } = list[index % list.length] as Household;
    const children = people
      .filter(({ relationship, age }) => relationship === 'child' && (age ?? 0) < 21)
      .toSorted((a, b) => (b.age ?? 0) - (a.age ?? 0) || (a.id < b.id ? -1 : 1));
    const free = new Set(children.slice(3));
    const lines = people.map((person): Line => {
      const factor = FACTORS[Math.min(person.age ?? 0, 64)] as number;
      return {
        memberId: person.id,
        cents: free.has(person) ? 0 : Math.round((BASE * AREA * factor) / 1_000_000),
        employer: 0,
      };
    });
    const [employee, ...dependents] = lines as [Line, ...Line[]];
    employee.employer = Math.round((employee.cents * 75) / 100);
    plainSplit(Math.round((dependents.reduce((sum, { cents }) => sum + cents, 0) * 50) / 100), dependents);
    for (const { cents, employer } of lines) total += cents - employer;
  }
  return total;
}

function exactDecimals(list: readonly Household[], count: number): Decimal {
  let total = new Decimal(0);
  const base = new Decimal(BASE).div(100).mul(AREA).div(1000);
  for (let index = 0; index < count; index += 1) {
    let employee = new Decimal(0);
    let dependents = new Decimal(0);
    let children = 0;
    for (const { relationship, age } of (list[index % list.length] as Household).people) {
      const factor = new Decimal(FACTORS[Math.min(age ?? 0, 64)] as number).div(1000);
      const price = base.mul(factor).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
      if (relationship === 'self') employee = employee.add(price);
      else if (relationship !== 'child' || (age ?? 0) >= 21 || ++children <= 3) dependents = dependents.add(price);
    }
    const employer = employee
      .mul(0.75)
      .toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
      .add(dependents.mul(0.5).toDecimalPlaces(2, Decimal.ROUND_HALF_UP));
    total = total.add(employee).add(dependents).sub(employer);
  }
  return total;
}

const ROUNDS = 3;
function bestOf(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    run();
    best = Math.min(best, (performance.now() - started) / 1000);
  }
  return best;
}

function measureFunction(count: number): void {
  const list = households();
  const price = (): number => {
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      const priced = priceHousehold(list[index % list.length] as Household, TABLE, MONTH, RULES, false);
      if (!('held' in priced)) total += priced.employee;
    }
    return total;
  };
  const same = new Set([price(), plainLoop(list, count)]);
  if (same.size !== 1) throw new Error(`The loops disagree: ${[...same].join(' and ')} cents`);
  const ours = bestOf(price);
  const plain = bestOf(() => plainLoop(list, count));
  const fewer = Math.min(count, 100_000);
  const decimals = (bestOf(() => exactDecimals(list, fewer)) * count) / fewer;
  heading(`Prices of ${count.toLocaleString('en-US')} households by age, with contribution, without a trace`);
  figure('ours: priceHousehold', perSecond(count, ours), `${ours.toFixed(2)} s`);
  figure('a plain loop over the same figures', perSecond(count, plain), `${plain.toFixed(2)} s`);
  figure('peer: exact decimals', perSecond(count, decimals), `${decimals.toFixed(2)} s`);
  target({
    what: 'seconds for a million households',
    reached: (ours * 1e6) / count,
    wanted: 5,
    atLeast: false,
    unit: ' s',
  });
  target({ what: 'of the plain loop', reached: ours / plain, wanted: 3, atLeast: false, unit: ' x' });
  target({ what: 'faster than exact decimals', reached: decimals / ours, wanted: 1, atLeast: true, unit: ' x' });
}

async function measureFigures(database: BenchDatabase, rows: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-prices-'));
  try {
    const { services } = database;
    const count = () => recountGroupFigures(services.db, services.vault, DEFAULT_TENANT, services.clock.today());
    await count();
    const file = path.join(folder, 'census.csv');
    generateCensus(file, Number.POSITIVE_INFINITY, rows);
    const { seconds } = await importInto(database, file);
    const started = performance.now();
    await count();
    const counted = (performance.now() - started) / 1000;
    heading(`Kept premiums after an import of ${rows.toLocaleString('en-US')} members`);
    figure('import', `${seconds.toFixed(1)} s`);
    figure('premiums counted again', `${counted.toFixed(2)} s`);
    target({ what: 'of the import’s time', reached: counted / seconds, wanted: 0.1, atLeast: false, unit: ' x' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePage({ owner, services }: BenchDatabase): Promise<void> {
  await owner.query(`
    insert into health_plans (tenant_id, id, plan_code, plan_name, line, network_type, carrier_name, status, effective_date, position)
    select '${DEFAULT_TENANT}', gen_random_uuid(), 'BENCH-' || n, 'Bench plan ' || n, 'medical', 'PPO', 'Northfold Health', 'active', '2020-01-01', 100 + n
    from generate_series(1, 500) n`);
  await owner.query(`
    insert into rate_tables (tenant_id, id, plan_id, version_no, method, valid, status, settings, created_by, created_by_name, created_at, updated_at)
    select tenant_id, gen_random_uuid(), id, 1, 'banded', '[2026-01-01,)', 'active', '{}', 'bench', 'Bench', now(), now() from health_plans where plan_code like 'BENCH-%'`);
  await owner.query(`
    insert into rate_cells (tenant_id, table_id, place, age_from, age_to, kind, amount, entered_by, entered_by_name, entered_at)
    select t.tenant_id, t.id, n, n, case when n < 64 then n end, k, 40000 + n * 500, 'bench', 'Bench', now()
    from rate_tables t join health_plans p on p.id = t.plan_id and p.plan_code like 'BENCH-%' cross join generate_series(0, 64) n cross join unnest(array['employee', 'spouse', 'child', 'family']) k`);
  await owner.query(`
    insert into rate_periods (tenant_id, id, plan_id, table_id, methodology, valid, recorded)
    select t.tenant_id, gen_random_uuid(), t.plan_id, t.id, t.methodology, t.valid, '[2026-01-01,)' from rate_tables t join health_plans p on p.id = t.plan_id and p.plan_code like 'BENCH-%'`);
  await owner.query('analyze');
  const today = services.clock.today();
  const once = async (): Promise<number> => {
    const started = performance.now();
    await inTenant(services.db, DEFAULT_TENANT, (tx) =>
      listPlans(tx, today, { limit: 50 } as Parameters<typeof listPlans>[2]),
    );
    return performance.now() - started;
  };
  await once();
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) times.push(await once());
  const median = times.toSorted((a, b) => a - b)[7] ?? 0;
  heading('Health Plans with 500 plans of 65 age groups each');
  figure('first rows, with the round trips to PostgreSQL', `${median.toFixed(0)} ms`, 'median of 15');
  target({ what: 'first rows', reached: median, wanted: 100, atLeast: false, unit: ' ms' });
}

/**
 * Measures the price function against a plain loop over the same figures and against exact decimals; the kept premiums
 * against the import that they follow; and the first rows of Health Plans with 500 plans.
 */
export async function benchPrices({ households: count, rows }: { households: number; rows: number }): Promise<void> {
  measureFunction(count);
  const server = await startBenchServer();
  try {
    const database = await server.fresh();
    await measureFigures(database, rows);
    await measurePage(database);
    await database.close();
  } finally {
    await server.stop();
  }
}
