import type { Plan } from '@openbenefits/contract/plans';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents } from '@openbenefits/domain/money';
import { type PlanTier, TIER_SETS } from '@openbenefits/domain/plans/tier-set';
import type { ClosedPlans } from '@openbenefits/domain/plans/offering';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { loadRateBook, type Methodology, type RatesInForce } from './rate-books.ts';

/**
 * Returns the plans that members may newly be enrolled in on a date, in catalog order, with the rates of the date: one
 * per tier, employee-only first, where rates are by tier.
 */
export async function offeredPlans(tx: Tx, on: CalendarDate): Promise<Plan[]> {
  const reading = tx
    .selectFrom('healthPlans as p')
    .leftJoin('planYears as y', (join) => join.onRef('y.planId', '=', 'p.id').on(sql<boolean>`y.period @> ${on}::date`))
    .select([
      'p.id',
      'p.planCode as code',
      'p.planName as name',
      'p.line',
      'p.networkType',
      'p.carrierName',
      sql<CalendarDate | null>`least(p.withdrawn_from, p.terminated_from)`.as('closesOn'),
      sql<number | null>`(y.benefits ->> 'deductibleIndividual')::bigint`.as('deductible'),
      sql<
        number | null
      >`100 - coalesce((y.benefits -> 'memberPays' ->> p.line)::integer, (y.benefits -> 'memberPays' ->> 'medical')::integer)`.as(
        'coinsurancePercent',
      ),
    ])
    .where('p.status', '=', 'active')
    .where('p.effectiveDate', '<=', on)
    .where(sql<boolean>`(p.withdrawn_from is null or p.withdrawn_from > ${on}::date)`)
    .where(sql<boolean>`(p.terminated_from is null or p.terminated_from > ${on}::date)`)
    .orderBy('p.position')
    .orderBy('p.planName')
    .execute();
  const [rows, book] = await Promise.all([reading, loadRateBook(tx, on)]);
  return rows.map((row) => ({
    ...row,
    line: row.line as Plan['line'],
    networkType: row.networkType as Plan['networkType'],
    deductible: row.deductible as Cents | null,
    methodologies: Object.keys(book.get(row.id)?.rates ?? {}) as Methodology[],
    rates: tierRates(book.get(row.id)?.rates.composite),
  }));
}

const CATALOG_LOCK = sql`hashtextextended(current_tenant()::text, 107)`;

/**
 * Returns the withdrawn and terminated plans with the first day without new members, and keeps others from closing one
 * until the transaction ends: call it before a member is enrolled.
 */
export async function holdClosedPlans(tx: Tx): Promise<ClosedPlans> {
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock_shared(${CATALOG_LOCK})`.execute(tx),
    sql<{ id: string; day: CalendarDate }>`select id, least(withdrawn_from, terminated_from) as day from health_plans
      where withdrawn_from is not null or terminated_from is not null order by id`.execute(tx),
  ]);
  return Object.fromEntries(rows.map(({ id, day }) => [id, day]));
}

/** Waits for enrollments that are being saved; those that begin later see the plan closed. */
export const lockCatalog = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`.execute(tx);

function tierRates(rates: RatesInForce | undefined): { tier: PlanTier; monthly: Cents }[] {
  if (rates?.table.method !== 'composite') return [];
  const { tiers, rates: amounts } = rates.table;
  return TIER_SETS[tiers].flatMap((tier) => {
    const monthly = amounts[tier];
    return monthly === undefined ? [] : [{ tier, monthly }];
  });
}

/** Which kinds of rates plans have on a day, by tier or by age; a plan without rates is missing. */
export async function methodologiesOf(
  tx: Tx,
  planIds: readonly string[],
  on: CalendarDate,
): Promise<ReadonlyMap<string, ReadonlySet<Methodology>>> {
  const book = await loadRateBook(tx, on, { planIds });
  return new Map(
    [...book.values()].flatMap(({ id, rates }) => {
      const kinds = Object.keys(rates) as Methodology[];
      return kinds.length > 0 ? [[id, new Set(kinds)] as const] : [];
    }),
  );
}

/** Why an offering cannot be rated as chosen; undefined where it can, or where the plan has no rates yet. */
export function methodologyProblem(
  chosen: string | null | undefined,
  has: ReadonlySet<Methodology> | undefined,
): string | undefined {
  if (!chosen || !has || has.has(chosen as Methodology)) return undefined;
  return has.has('composite')
    ? 'This plan has no rates by age on this day. Choose composite.'
    : 'This plan has rates by age only. Choose age_rated.';
}
