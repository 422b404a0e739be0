import type { Plan } from '@openbenefits/contract/plans';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents } from '@openbenefits/domain/money';
import { type Tier, TIERS } from '@openbenefits/domain/coverage/tier';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tx } from '../db/connect.ts';

/** Returns active plans in catalog order with the rates valid on the date, one per tier, employee-only first. */
export async function offeredPlans(tx: Tx, on: CalendarDate): Promise<Plan[]> {
  const rows = await tx
    .selectFrom('healthPlans as p')
    .select((eb) => [
      'p.id',
      'p.planCode as code',
      'p.planName as name',
      'p.line',
      'p.networkType',
      'p.carrierName',
      'p.annualDeductibleIndividual as deductible',
      'p.coinsurancePercent',
      jsonArrayFrom(
        eb
          .selectFrom('planRates as r')
          .select(['r.tier', 'r.monthlyCents as monthly'])
          .whereRef('r.planId', '=', 'p.id')
          .where(sql<boolean>`r.valid @> ${on}::date`),
      ).as('rates'),
    ])
    .where('p.status', '=', 'active')
    .where('p.effectiveDate', '<=', on)
    .orderBy('p.position')
    .orderBy('p.planName')
    .execute();
  return rows.map((row) => ({
    ...row,
    line: row.line as Plan['line'],
    networkType: row.networkType as Plan['networkType'],
    deductible: row.deductible as Cents | null,
    rates: row.rates
      .map(({ tier, monthly }) => ({ tier: tier as Tier, monthly: monthly as Cents }))
      .sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier)),
  }));
}
