import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Cents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

export type AdjustmentToBill = {
  readonly id: string;
  readonly groupId: string;
  readonly subscriberId: string;
  readonly line: CoverageLine;
  readonly planId: string;
  readonly month: CalendarDate;
  readonly cents: Cents;
  /** What the bill says of it: the reconciliation and the reason. */
  readonly words: string;
};

/** The approved adjustments of groups as of an instant that no posted bill has, in a fixed order. */
export async function adjustmentsToBill(
  tx: Tx,
  groupIds: readonly string[],
  knownAt: string,
): Promise<AdjustmentToBill[]> {
  const { rows } = await sql<AdjustmentToBill>`
    select a.id, a.group_id, a.subscriber_id, a.line, a.plan_id, a.covered_month as month, a.cents,
      rtrim('Reconciliation ' || r.reference) || ': ' || a.reason || ', ' || a.requested_by_name as words
    from reconciliation_adjustments a join reconciliations r on r.id = a.reconciliation_id
    where a.group_id = any (${[...groupIds]}::uuid[]) and a.status = 'approved' and coalesce(a.decided_at, a.requested_at) <= ${knownAt}::timestamptz
      and not exists (select from billed_adjustments x join bills b on b.id = x.bill_id where x.adjustment_id = a.id and b.state = 'posted')
    order by a.id`.execute(tx);
  return rows;
}
