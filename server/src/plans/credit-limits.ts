import type { CreditLimit } from '@openbenefits/domain/plans/credit-limit';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

type Row = {
  planId: string;
  effectiveOn: CalendarDate;
  noticeDays: number | null;
  creditMonths: number | null;
};

/** Loads the credit limits of plans: which one holds for a covered month, or none. */
export async function loadCreditLimits(
  tx: Tx,
  planIds: readonly string[],
): Promise<(planId: string, month: CalendarDate) => CreditLimit | undefined> {
  const { rows } = await sql<Row>`
    select plan_id, effective_on, notice_days, credit_months from plan_credit_limits where plan_id = any (${[...planIds]}::uuid[]) order by effective_on desc`.execute(
    tx,
  );
  return (planId, month) => {
    const row = rows.find((one) => one.planId === planId && one.effectiveOn <= month);
    return row && row.noticeDays !== null && row.creditMonths !== null
      ? { noticeDays: row.noticeDays, creditMonths: row.creditMonths }
      : undefined;
  };
}
