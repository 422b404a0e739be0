import type { RefundBalance, RefundRow } from '@openbenefits/contract/refunds';
import { firstOfMonth } from '@openbenefits/domain/calendar-date';
import { add, fromCents, subtract } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { approvalLimits } from '../../approvals/approval-limits.ts';
import { waitingApprovalOf } from '../../approvals/approvals.queries.ts';

/** Every balance that can be refunded: payments with something left, then credits on account; the largest first. */
export async function refundBalances(
  { tx }: Pick<Work, 'tx'>,
  { groupId }: { groupId?: string | undefined },
): Promise<RefundBalance[]> {
  const ofGroup = groupId ? sql`and g.id = ${groupId}` : sql``;
  const { rows } = await sql<RefundBalance>`
    select * from (
    select y.group_id, g.company_name as group_name, y.payer, y.id as payment_id, y.method, y.reference, y.received_on as since, x.cents as balance,
      (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.payment_id = y.id and r.status = 'requested' and r.attempts = 1) as reserved
    from payment_balances x join payments y on y.id = x.payment_id left join groups g on g.id = y.group_id where y.status = 'completed' and x.cents > 0 ${ofGroup}
    union all
    select g.id, g.company_name, null, null, null, null, c.since, c.balance,
      (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.group_id = g.id and r.payment_id is null and r.status = 'requested' and r.attempts = 1)
    from (select p.group_id, -sum(p.cents)::bigint as balance, max(e.effective_on) as since from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account = '2010' group by p.group_id having sum(p.cents) < 0) c join groups g on g.id = c.group_id where true ${ofGroup}
    ) b order by b.payment_id is null, b.balance desc limit 500`.execute(tx);
  return rows;
}

/** The tiles of Premium Refunds. */
export async function refundSummary(work: Pick<Work, 'tx' | 'today'>) {
  const { tx, today } = work;
  // Whose a payment is must be known before it is refunded.
  const balances = (await refundBalances(work, {})).filter(({ groupId }) => groupId !== null);
  const { rows } = await sql<{ status: string; cents: number; count: number; recent: number }>`
    select status, sum(cents)::bigint as cents, count(*)::integer as count, coalesce(sum(cents) filter (where paid_on >= ${firstOfMonth(today)}::date), 0)::bigint as recent
    from refunds group by status`.execute(tx);
  const of = (status: string) => rows.find((row) => row.status === status);
  const cents = (status: string) => fromCents(of(status)?.cents ?? 0);
  const reserved = add(...balances.map((one) => one.reserved));
  return {
    available: subtract(add(...balances.map((one) => one.balance)), reserved),
    reserved,
    payable: add(cents('approved'), cents('failed')),
    inTransit: cents('sent'),
    refundedThisMonth: fromCents(of('paid')?.recent ?? 0),
    needApproval: of('requested')?.count ?? 0,
    failed: of('failed')?.count ?? 0,
    limits: await approvalLimits(tx),
  };
}

type Filter = { open?: boolean | undefined; groupId?: string | undefined; cursor?: string | undefined; limit: number };

/** Refunds, the last changed first; `open`: those that somebody has still to do something with. */
export async function listRefunds(
  { tx, actor }: Work,
  { open, groupId, cursor, limit }: Filter,
): Promise<{ rows: RefundRow[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['instant', 'id']) : undefined;
  const { rows } = await sql<RefundRow>`
    select r.id, r.number, r.group_id, g.company_name as group_name, r.cents, r.reason, r.note, r.method, r.status, r.requested_by_name as requested_by, r.requested_at,
      r.requested_by = ${actor.id} as is_own, r.decided_by_name as decided_by, r.decided_at, r.reference, r.paid_on, r.outcome, r.changed_at, ${waitingApprovalOf('refund', sql`r.id`)} as approval
    from refunds r join groups g on g.id = r.group_id
    where true ${open ? sql`and r.status in ('requested', 'approved', 'sent', 'failed')` : sql``} ${groupId ? sql`and r.group_id = ${groupId}` : sql``}
      ${after ? sql`and (r.changed_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by r.changed_at desc, r.id desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? encodeCursor([last.changedAt, last.id]) : null };
}
