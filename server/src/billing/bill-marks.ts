import { type CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

type Marked = { groupId: string; subscriberId: string; planId: string; month: CalendarDate };

/** Marks months of subscribers that a reconciliation adjusts: the next bill run calculates them again. */
export async function markReconciledMonths(tx: Tx, months: readonly Marked[]): Promise<void> {
  await sql`insert into bill_marks (group_id, subscriber_id, plan_id, months, cause)
    select x.group_id, x.subscriber_id, x.plan_id, daterange(x.month, (x.month + interval '1 month')::date), 'reconciliation'
    from unnest(${months.map((one) => one.groupId)}::uuid[], ${months.map((one) => one.subscriberId)}::uuid[], ${months.map((one) => one.planId)}::uuid[],
      ${months.map((one) => one.month)}::date[]) as x(group_id, subscriber_id, plan_id, month)`.execute(tx);
}
