import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { versionForContract } from '@openbenefits/domain/plans/rate-version';
import { DEFAULT_PLAN_RULES, type PlanRules } from '@openbenefits/domain/plans/plan-rules';
import type { Methodology } from '@openbenefits/domain/plans/offering';
import type { NetworkType } from '@openbenefits/domain/plans/plan-status';
import type { RateTable, RatingMethod } from '@openbenefits/domain/plans/rate-table';
import { type TableCell, type TableSettings, tableOf } from '@openbenefits/domain/plans/table-settings';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

export type { Methodology };

/** A version of rates in force, ready to price. */
export type RatesInForce = {
  readonly id: string;
  readonly versionNo: number;
  readonly method: RatingMethod;
  readonly from: CalendarDate;
  readonly until: CalendarDate | null;
  readonly enteredBy: string;
  readonly enteredAt: string;
  readonly activatedBy: string | null;
  readonly table: RateTable;
};

/** A version that a contract may be locked to. */
export type LockedRates = RatesInForce & { readonly methodology: Methodology };

/** A plan with the rates and rules of one day. */
export type PlanOnDay = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly line: CoverageLine;
  readonly networkType: NetworkType | null;
  readonly rules: PlanRules;
  readonly day: CalendarDate;
  readonly rates: Readonly<Partial<Record<Methodology, RatesInForce>>>;
  /** Every version since the earliest day on which a plan year of this day can have begun; drafts last. */
  readonly versions: readonly LockedRates[];
};

/** Plans by ID, as they hold on a day. */
export type RateBook = ReadonlyMap<string, PlanOnDay>;

type RateBookOptions = { planIds?: readonly string[]; knownAt?: string; withDrafts?: boolean };

type Found = {
  id: string;
  code: string;
  name: string;
  line: CoverageLine;
  networkType: NetworkType | null;
  rules: PlanRules | null;
  tables: (Omit<RatesInForce, 'table'> & { methodology: Methodology; settings: TableSettings; changes: number })[];
};

/**
 * Tables by ID and number of changes: a version that is in force never changes, so that most requests read no cells.
 * The IDs come from a query of the tenant itself.
 */
const kept = new Map<string, RateTable | null>();
const MOST_KEPT = 2000;
const keyOf = ({ id, changes }: Found['tables'][number]): string => `${id} ${changes}`;

async function keepTables(tx: Tx, tables: Found['tables']): Promise<void> {
  const missing = tables.filter((one) => !kept.has(keyOf(one)));
  if (missing.length === 0) return;
  const cells = await tx
    .selectFrom('rateCells')
    .select(['tableId', 'place', 'ageFrom', 'ageTo', 'kind', 'amount', 'entered'])
    .where(
      'tableId',
      'in',
      missing.map(({ id }) => id),
    )
    .execute();
  const byTable = Map.groupBy(cells, ({ tableId }) => tableId);
  if (kept.size + missing.length > MOST_KEPT) kept.clear();
  // A version is complete before it is activated; one that is not is left out, so its households are held.
  for (const one of missing)
    kept.set(keyOf(one), tableOf(one.settings, (byTable.get(one.id) ?? []) as TableCell[]) ?? null);
}

/**
 * Loads plans with the rates that hold on a day, as they are known now or, with `knownAt`, as they were known then.
 * `planIds` limits it to some plans; `withDrafts` takes the newest complete draft of that day before a version in force.
 */
export async function loadRateBook(
  tx: Tx,
  on: CalendarDate,
  { planIds, knownAt, withDrafts = false }: RateBookOptions = {},
): Promise<RateBook> {
  const known = knownAt ? sql`r.recorded @> ${knownAt}::timestamptz` : sql`upper_inf(r.recorded)`;
  const { rows } = await sql<Found>`
    select p.id, p.plan_code as code, p.plan_name as name, p.line, p.network_type,
      plan_rules_on(p.id, ${on}::date, ${knownAt ?? 'infinity'}::timestamptz) as rules,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'versionNo', t.version_no, 'method', t.method, 'methodology', t.methodology,
          'from', lower(r.valid), 'until', upper(r.valid), 'enteredBy', t.created_by_name, 'enteredAt', to_char(t.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'activatedBy', t.activated_by_name, 'changes', t.version, 'settings', t.settings || jsonb_build_object('method', t.method)))
        from rate_periods r join rate_tables t on t.id = r.table_id where r.plan_id = p.id and r.valid && ${yearTo(on)} and ${known}), '[]')
        || ${withDrafts ? draftsOn(on) : sql`'[]'::jsonb`} as tables
    from health_plans p ${planIds ? sql`where p.id = any (${[...planIds]}::uuid[])` : sql``}`.execute(tx);
  await keepTables(
    tx,
    rows.flatMap(({ tables }) => tables),
  );
  return new Map(
    rows.map(({ tables, rules, ...plan }) => [
      plan.id,
      planOnDay({ ...plan, rules: { ...DEFAULT_PLAN_RULES, ...rules }, day: on }, versionsOf(tables)),
    ]),
  );
}

const versionsOf = (tables: Found['tables']): LockedRates[] =>
  tables.flatMap((one) => {
    const { settings: _, changes: __, ...version } = one;
    const table = kept.get(keyOf(one));
    return table ? [{ ...version, table }] : [];
  });

/** A plan on a day with its versions: those that hold on the day are its rates. */
export function planOnDay(plan: Omit<PlanOnDay, 'rates' | 'versions'>, versions: readonly LockedRates[]): PlanOnDay {
  const rates: Partial<Record<Methodology, RatesInForce>> = {};
  for (const version of versions)
    if (version.from <= plan.day && (version.until === null || plan.day < version.until))
      rates[version.methodology] = version;
  return { ...plan, rates, versions };
}

/** The days on which a plan year of a day can have begun. */
const yearTo = (on: CalendarDate) => sql`daterange((${on}::date - interval '1 year')::date, ${on}::date, '[]')`;

/** Drafts that would hold on a day, the newest last. */
const draftsOn = (on: CalendarDate) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.id, 'versionNo', t.version_no, 'method', t.method, 'methodology', t.methodology,
      'from', lower(t.valid), 'until', upper(t.valid), 'enteredBy', t.created_by_name, 'enteredAt', to_char(t.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'activatedBy', null, 'changes', t.version, 'settings', t.settings || jsonb_build_object('method', t.method)) order by t.version_no)
    from rate_tables t where t.plan_id = p.id and t.status = 'draft' and t.valid && ${yearTo(on)}), '[]')`;

/**
 * The version that prices an offering: the one of its methodology, or the plan's only one where it names none. A contract
 * is locked to the rates of its first day where the plan says so; without one, the rates of the day hold.
 */
export function ratesFor(
  plan: PlanOnDay | undefined,
  methodology: Methodology | null,
  contractStart?: CalendarDate,
): RatesInForce | undefined {
  if (!plan) return undefined;
  const rates =
    contractStart === undefined || plan.rules.rateVersion === 'own_date'
      ? plan.rates
      : lockedRates(plan, contractStart);
  return methodology ? rates[methodology] : (rates.composite ?? rates.age_rated);
}

function lockedRates({ versions, day }: PlanOnDay, start: CalendarDate): PlanOnDay['rates'] {
  const of = (methodology: Methodology): RatesInForce | undefined =>
    versionForContract(
      versions.filter((version) => version.methodology === methodology),
      start,
      day,
    );
  const [composite, ageRated] = [of('composite'), of('age_rated')];
  return { ...(composite && { composite }), ...(ageRated && { age_rated: ageRated }) };
}
