import { counted } from '@openbenefits/domain/counted';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { type ApprovedSetting, changeSetting } from '../../approvals/setting-changes.ts';
import type { Work } from '../../command.ts';

type Limit = { carrier: string; days: number | null };

/** The carriers of plans, with the days in which each corrects a month back; null where the group's days hold. */
export async function listRetroLimits({ tx }: Work): Promise<Limit[]> {
  const { rows } = await sql<Limit>`
    select c.name as carrier, l.days from (select distinct carrier_name as name from health_plans where status <> 'draft') c
      left join carrier_retro_limits l on l.carrier_name = c.name order by c.name`.execute(tx);
  return rows;
}

async function putInForce({ tx, now }: Work, { carrier, days }: Limit, setByName: string): Promise<void> {
  if (days === null) {
    await tx.deleteFrom('carrierRetroLimits').where('carrierName', '=', carrier).execute();
    return;
  }
  const row = { days, setByName, setAt: now };
  await tx
    .insertInto('carrierRetroLimits')
    .values({ carrierName: carrier, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'carrierName']).doUpdateSet(row))
    .execute();
}

/** The days in which a carrier corrects a month back. They change with a second person. */
export const RETRO_LIMIT: ApprovedSetting = {
  setting: 'carrier_retro_limit',
  asks: 'admin.settings',
  label: 'Retro limit of a carrier',
  link: '/payments/reconciliation',
  async read({ tx }, carrier) {
    const { rows } = await sql<{ days: number }>`
      select days from carrier_retro_limits where carrier_name = ${carrier} for update`.execute(tx);
    return { days: rows[0]?.days ?? null };
  },
  facts: ({ days }) => [
    { label: 'Corrects a month back', value: days === null ? 'As the group does' : counted(Number(days), 'day') },
  ],
  apply: (work, carrier, value, askedByName) =>
    putInForce(work, { carrier, days: value['days'] as number | null }, askedByName),
};

/**
 * Asks for a carrier's days, or for those of the group; in force once another person has approved it. Files that were
 * compared before keep their limits.
 */
export async function setRetroLimit(
  work: Work,
  { carrier, days }: Limit,
): Promise<{ approvalId: string; waitsBecause: string | null }> {
  const plan = await work.tx
    .selectFrom('healthPlans')
    .select('id')
    .where('carrierName', '=', carrier)
    .executeTakeFirst();
  if (!plan) throw new Refusal('not_found', 'No plan has this carrier.');
  return changeSetting(work, RETRO_LIMIT, carrier, { days });
}
