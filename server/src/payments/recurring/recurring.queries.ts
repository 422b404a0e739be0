import type { RecurringPayment } from '@openbenefits/contract/recurring-payments';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { nextPayment } from '@openbenefits/domain/payments/recurrence';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** What groups owe less their own money and what is on its way: what a debit of each may take. */
export async function amountsDue(tx: Tx, groupIds: readonly string[]): Promise<Map<string, Cents>> {
  const { rows } = await sql<{ id: string; due: number }>`
    select g.id, coalesce((select sum(x.cents) from bill_balances x join bills b on b.id = x.bill_id where x.group_id = g.id and b.state = 'posted'), 0)::bigint
      - coalesce((select sum(y.cents) from payments y where y.group_id = g.id and y.status in ('pending', 'processing')), 0)::bigint
      - coalesce((select sum(m.cents) from payments y join payment_balances m on m.payment_id = y.id where y.group_id = g.id and y.status = 'completed'), 0)::bigint as due
    from unnest(${[...groupIds]}::uuid[]) as g (id)`.execute(tx);
  return new Map(rows.map(({ id, due }) => [id, fromCents(Math.max(0, due))]));
}

type Row = Omit<RecurringPayment, 'nextPayment' | 'nextIsSkipped' | 'expected'> & {
  skipped: CalendarDate[] | null;
  made: CalendarDate[] | null;
};

/** Recurring payments, those that need a look first. */
export async function listRecurring(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  { groupId }: { groupId?: string | undefined },
): Promise<RecurringPayment[]> {
  const { rows } = await sql<Row>`
    select r.id, r.group_id, g.company_name as group_name, r.bank_account_id, a.last4, r.frequency, r.anchor_day, r.shift, r.fixed_cents, r.starts_on, r.notice_days, r.status, r.status_reason,
      (select max(d.planned_on) from recurring_drafts d where d.recurring_id = r.id and d.status = 'made') as last_payment,
      (select d.cents from recurring_drafts d where d.recurring_id = r.id and d.status = 'made' order by d.month desc limit 1) as last_cents,
      (select json_agg(d.month) from recurring_drafts d where d.recurring_id = r.id and d.status = 'skipped') as skipped,
      (select json_agg(d.month) from recurring_drafts d where d.recurring_id = r.id and d.status in ('made', 'nothing_due')) as made
    from recurring_payments r join groups g on g.id = r.group_id join bank_accounts a on a.id = r.bank_account_id
    where ${groupId ? sql`r.group_id = ${groupId}` : sql`true`} order by r.status = 'paused' desc, r.status, g.company_name, r.id limit 1000`.execute(
    tx,
  );
  const dues = await amountsDue(tx, [...new Set(rows.map((row) => row.groupId))]);
  return rows.map(({ skipped, made, ...row }) => {
    const next = row.status === 'active' ? nextPayment(row, today, made ?? []) : undefined;
    return {
      ...row,
      nextPayment: next?.day ?? null,
      nextIsSkipped: next !== undefined && (skipped ?? []).includes(next.month),
      expected: row.fixedCents ?? dues.get(row.groupId) ?? fromCents(0),
    };
  });
}
