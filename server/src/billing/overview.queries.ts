import type { BillingOverview } from '@openbenefits/contract/billing';
import { addMonths, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { billDates } from '@openbenefits/domain/billing/billing-dates';
import { fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { listInvoices } from './bill-rows.queries.ts';

type Group = NonNullable<BillingOverview['group']> & {
  invoiceDay: number;
  dueDay: number;
  lastPeriod: CalendarDate | null;
};

async function groupOf({ tx, now }: Work, id: string): Promise<Group> {
  const { rows } = await sql<Group>`
    select g.id, g.company_name as name, g.cim_number as cim, g.status, g.employee_count as employees, g.invoice_day, g.due_day,
      (select l.user_name from group_edit_leases l where l.group_id = g.id and l.until > ${now}::timestamptz) as locked_by,
      (select max(b.period) from bills b where b.group_id = g.id and b.state = 'posted') as last_period
    from groups g where g.id = ${id}`.execute(tx);
  const [group] = rows;
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return group;
}

/** What a group, or all of them, owe by the ledger, with the newest bills. */
export async function billingOverview(
  work: Work,
  { groupId }: { groupId?: string | undefined },
): Promise<BillingOverview> {
  const { tx, today } = work;
  const found = groupId ? await groupOf(work, groupId) : null;
  const of = groupId ? sql`and p.group_id = ${groupId}` : sql``;
  const { rows } = await sql<{ owed: number; credit: number; overdue: number }>`
    select coalesce(sum(x.cents), 0)::bigint as owed, coalesce(sum(x.cents) filter (where b.state = 'posted' and b.due_date < ${today}::date), 0)::bigint as overdue,
      (select coalesce(-sum(p.cents), 0)::bigint from ledger_postings p where p.account = '2010' ${of}) + (select coalesce(sum(m.cents), 0)::bigint
        from payment_balances m join payments y on y.id = m.payment_id where y.status = 'completed' and y.group_id is not null ${groupId ? sql`and y.group_id = ${groupId}` : sql``}) as credit
    from bill_balances x join bills b on b.id = x.bill_id where ${groupId ? sql`x.group_id = ${groupId}` : sql`true`}`.execute(
    tx,
  );
  const [sums] = rows;
  const { rows: recent } = await listInvoices(tx, today, { groupId, limit: 3 });
  return {
    group: found && {
      id: found.id,
      name: found.name,
      cim: found.cim,
      status: found.status,
      employees: found.employees,
      lockedBy: found.lockedBy,
    },
    owed: fromCents(sums?.owed ?? 0),
    overdue: fromCents(sums?.overdue ?? 0),
    credit: fromCents(sums?.credit ?? 0),
    nextBill: found && nextBill(found, today),
    recent,
  };
}

function nextBill({ lastPeriod, invoiceDay, dueDay }: Group, today: CalendarDate): BillingOverview['nextBill'] {
  const period = lastPeriod ? addMonths(lastPeriod, 1) : addMonths(firstOfMonth(today), 1);
  return { period, issueDate: billDates(period, { invoiceDay, dueDay }, today).issueDate };
}
