import type { Plan } from '@openbenefits/contract/plans';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents } from '@openbenefits/domain/money';
import { type PlanTier, TIER_SETS } from '@openbenefits/domain/plans/tier-set';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { loadRateBook, type RatesInForce } from './rate-books.ts';

/**
 * Returns the plans that members may newly be enrolled in on a date, in catalog order, with the rates of the date: one
 * per tier, employee-only first, where rates are by tier.
 */
export async function offeredPlans(tx: Tx, on: CalendarDate): Promise<Plan[]> {
  const reading = tx
    .selectFrom('healthPlans as p')
    .leftJoin('planYears as y', (join) =>
      join.onRef('y.planId', '=', 'p.id').on(sql<boolean>`y.period @> ${on}::date`),
    )
    .select([
      'p.id',
      'p.planCode as code',
      'p.planName as name',
      'p.line',
      'p.networkType',
      'p.carrierName',
      sql<number | null>`(y.benefits ->> 'deductibleIndividual')::bigint`.as('deductible'),
      sql<number | null>`100 - coalesce((y.benefits -> 'memberPays' ->> p.line)::integer, (y.benefits -> 'memberPays' ->> 'medical')::integer)`.as(
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
    rates: tierRates(book.get(row.id)?.rates.composite),
  }));
}

function tierRates(rates: RatesInForce | undefined): { tier: PlanTier; monthly: Cents }[] {
  if (rates?.table.method !== 'composite') return [];
  const { tiers, rates: amounts } = rates.table;
  return TIER_SETS[tiers].flatMap((tier) => {
    const monthly = amounts[tier];
    return monthly === undefined ? [] : [{ tier, monthly }];
  });
}
