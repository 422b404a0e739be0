import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';

type Limit = { carrier: string; days: number | null };

/** The carriers of plans, with the days in which each corrects a month back; null where the group's days hold. */
export async function listRetroLimits({ tx }: Work): Promise<Limit[]> {
  const { rows } = await sql<Limit>`
    select c.name as carrier, l.days from (select distinct carrier_name as name from health_plans where status <> 'draft') c
      left join carrier_retro_limits l on l.carrier_name = c.name order by c.name`.execute(tx);
  return rows;
}

/** Sets a carrier's days, or returns to those of the group. Files that were compared before keep their limits. */
export async function setRetroLimit(
  { tx, actor, now, note }: Work,
  { carrier, days }: Limit,
): Promise<{ carrier: string }> {
  const plan = await tx.selectFrom('healthPlans').select('id').where('carrierName', '=', carrier).executeTakeFirst();
  if (!plan) throw new Refusal('not_found', 'No plan has this carrier.');
  note({ targetKind: 'carrier_retro_limit', targetId: carrier, fields: ['retro_limit'] });
  if (days === null) {
    await tx.deleteFrom('carrierRetroLimits').where('carrierName', '=', carrier).execute();
    return { carrier };
  }
  const row = { days, setByName: actor.name, setAt: now };
  await tx
    .insertInto('carrierRetroLimits')
    .values({ carrierName: carrier, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'carrierName']).doUpdateSet(row))
    .execute();
  return { carrier };
}
