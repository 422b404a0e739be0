import type { RateTable } from '@openbenefits/domain/billing/family-premium';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/** The rates of all plans, by which a rehearsal says what families cost. */
export async function loadRates(tx: Tx): Promise<RateTable> {
  const { rows } = await sql<{
    planId: string;
    tier: Tier;
    cents: number;
    from: CalendarDate;
    until: CalendarDate | null;
  }>`
    select plan_id, tier, monthly_cents as cents, lower(valid) as "from", upper(valid) as until from plan_rates`.execute(
    tx,
  );
  const table = new Map<string, Map<Tier, { from: CalendarDate; until: CalendarDate | null; cents: number }[]>>();
  for (const { planId, tier, ...rate } of rows) {
    let tiers = table.get(planId);
    if (!tiers) table.set(planId, (tiers = new Map()));
    tiers.set(tier, [...(tiers.get(tier) ?? []), rate]);
  }
  return table;
}
