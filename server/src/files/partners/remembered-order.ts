import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

/**
 * That the month comes first in a sender's dates is remembered among its columns, under a heading that no list can have: `mappingKey` leaves no sign beside
 * letters. `day_first` alone tells two cases only: the day is known to come first, or not.
 */
const DATES = '*dates';
const MONTH_FIRST = 'month_first';

/** Whether the day comes first in the dates of a sender's lists, of `t`, a row of trading_partners; null where nobody has said it. */
export const rememberedOrder = sql<boolean | null>`case when t.day_first then true when exists (select from trading_partner_columns d where d.partner_id = t.id and d.heading = ${sql.lit(DATES)}) then false end`;

/** Of `k`, a row of trading_partner_columns: that it is a column. */
export const isColumn = sql<boolean>`k.heading <> ${sql.lit(DATES)}`;

export async function orderOf(tx: Tx, partnerId: string): Promise<boolean | null> {
  const { rows } = await sql<{ dayFirst: boolean | null }>`select ${rememberedOrder} as day_first from trading_partners t where t.id = ${partnerId}`.execute(tx);
  return rows[0]?.dayFirst ?? null;
}

/** Remembers which comes first in a sender's dates; null forgets it. */
export async function rememberOrder(tx: Tx, partnerId: string, dayFirst: boolean | null, by: { name: string; now: string }): Promise<void> {
  await tx.updateTable('tradingPartners').set({ dayFirst: dayFirst === true }).where('id', '=', partnerId).execute();
  if (dayFirst === false) await tx.insertInto('tradingPartnerColumns').values({ partnerId, heading: DATES, shownHeading: 'Dates', field: MONTH_FIRST, mappedByName: by.name, mappedAt: by.now }).onConflict((conflict) => conflict.doNothing()).execute();
  else await tx.deleteFrom('tradingPartnerColumns').where('partnerId', '=', partnerId).where('heading', '=', DATES).execute();
}
