import type {
  BillDocument,
  BillHeader,
  BillPlanTotal,
  BillSubscriber,
  BillSubscriberLine,
} from '@openbenefits/domain/billing/bill-document';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

type Stored = {
  number: string;
  version: number;
  isSelfBill: boolean;
  replaces: string | null;
  period: CalendarDate;
  issueDate: CalendarDate;
  dueDate: CalendarDate;
  header: BillHeader;
  premium: number;
  adjustments: number;
  total: number;
  owedBefore: number;
  paidBefore: number;
};

type Line = BillSubscriberLine & {
  subscriberId: string;
  name: string;
  employeeId: string | null;
  locationName: string | null;
};

/** What a posted bill says on paper: its lines, its header, and what was owed and paid on earlier bills when it was posted. */
export async function billDocument(tx: Tx, billId: string): Promise<BillDocument> {
  const { rows } = await sql<Stored>`
    select b.number, b.version, b.billing_method = 'self_bill' as is_self_bill, (select o.number from bills o where o.id = b.supersedes) as replaces, b.period, b.issue_date, b.due_date, b.header,
      b.premium_cents as premium, b.retro_cents as adjustments, b.total_cents as total,
      coalesce((select sum(p.cents) from ledger_postings p join ledger_entries e on e.id = p.entry_id join bills o on o.id = p.bill_id
        where p.account = '1100' and o.group_id = b.group_id and o.period < b.period and p.cents > 0 and e.posted_at <= b.posted_at), 0)::bigint as owed_before,
      coalesce((select -sum(p.cents) from ledger_postings p join ledger_entries e on e.id = p.entry_id join bills o on o.id = p.bill_id
        where p.account = '1100' and o.group_id = b.group_id and o.period < b.period and p.cents < 0 and e.posted_at <= b.posted_at), 0)::bigint as paid_before
    from bills b where b.id = ${billId} and b.state <> 'draft'`.execute(tx);
  const [bill] = rows;
  if (!bill) throw new Error('Only a posted bill is printed');
  const plans = await sql<BillPlanTotal>`
    select l.line, p.plan_name, p.plan_code, l.tier, count(distinct l.subscriber_id)::integer as subscribers, sum(l.cents)::bigint as cents
    from bill_lines l join health_plans p on p.id = l.plan_id where l.bill_id = ${billId} and l.kind in ('premium', 'waiver')
    group by l.line, p.plan_name, p.plan_code, p.position, l.tier order by p.position, p.plan_name, l.tier`.execute(tx);
  const lines = await sql<Line>`
    select l.subscriber_id, ltrim(m.first_name || ' ' || m.last_name) as name, m.employee_id, o.location_name, l.line, p.plan_name, l.tier, l.kind, l.covered_month, l.cents, l.notice_days, l.limit_source
    from bill_lines l join members m on m.id = l.subscriber_id join health_plans p on p.id = l.plan_id left join billing_locations o on o.id = coalesce(l.location_id, m.location_id)
    where l.bill_id = ${billId} order by o.position nulls last, o.location_name, m.last_name, m.first_name, m.id, l.place`.execute(
    tx,
  );
  const total = fromCents(bill.total);
  const previousBalance = fromCents(bill.owedBefore);
  const payments = fromCents(bill.paidBefore);
  return {
    number: bill.number,
    version: bill.version,
    isSelfBill: bill.isSelfBill,
    replaces: bill.replaces,
    period: bill.period,
    issueDate: bill.issueDate,
    dueDate: bill.dueDate,
    header: bill.header,
    previousBalance,
    payments,
    premium: fromCents(bill.premium),
    adjustments: fromCents(bill.adjustments),
    total,
    amountDue: fromCents(Math.max(0, previousBalance - payments + total)),
    plans: plans.rows,
    subscribers: subscribersOf(lines.rows),
  };
}

function subscribersOf(lines: readonly Line[]): BillSubscriber[] {
  return [...Map.groupBy(lines, ({ subscriberId }) => subscriberId).values()].map((own) => {
    const [first] = own as [Line, ...Line[]];
    return {
      name: first.name,
      employeeId: first.employeeId,
      locationName: first.locationName ?? 'No location',
      lines: own.map(({ line, planName, tier, kind, coveredMonth, cents, noticeDays, limitSource }) => ({
        line,
        planName,
        tier,
        kind,
        coveredMonth,
        cents,
        noticeDays: noticeDays ?? null,
        limitSource: limitSource ?? null,
      })),
      cents: fromCents(own.reduce((sum, { cents }) => sum + cents, 0)),
    };
  });
}
