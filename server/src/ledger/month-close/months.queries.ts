import type { CloseChecklist, LedgerMonth } from '@openbenefits/contract/month-close';
import { addMonths, type CalendarDate, firstOfMonth, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import { dateSeries } from '@openbenefits/domain/date-series';
import { sql } from 'kysely';
import { digestOf } from '../../approvals/subject-with.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** Twenty years: more months have no page. */
const MOST_MONTHS = 240;

export type Balance = { account: LedgerAccount; name: string; cents: number };

/** The balance of every account at the end of a month, and the digest that a closing freezes. */
export async function balancesAt(tx: Tx, month: CalendarDate): Promise<{ balances: Balance[]; sha256: string }> {
  const { rows } = await sql<{ account: LedgerAccount; cents: number }>`
    select p.account, sum(p.cents)::bigint as cents from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where e.effective_on <= ${lastOfMonth(month)}::date group by 1 having sum(p.cents) <> 0 order by 1`.execute(tx);
  const balances = rows.map(({ account, cents }) => ({ account, name: LEDGER_ACCOUNTS[account], cents }));
  return { balances, sha256: digestOf({ month, balances }) };
}

type Closed = {
  month: CalendarDate;
  closedBy: string;
  closedAt: string;
  sha256: string;
  approval: LedgerMonth['approval'];
};

/** Months with entries and those after them, the newest first: open, closed, or waiting for a second person. */
export async function listMonths({ tx, today }: Pick<Work, 'tx' | 'today'>): Promise<{ rows: LedgerMonth[] }> {
  const { rows: activity } = await sql<{ month: CalendarDate; entries: number; debit: number }>`
    select date_trunc('month', e.effective_on)::date as month, count(distinct e.id)::integer as entries,
      coalesce(sum(p.cents) filter (where p.cents > 0), 0)::bigint as debit
    from ledger_entries e join ledger_postings p on p.entry_id = e.id group by 1 order by 1`.execute(tx);
  const [first] = activity;
  if (!first) return { rows: [] };
  const { rows: closings } = await sql<Closed>`
    select c.month, c.closed_by_name as closed_by, c.closed_at, c.sha256 from ledger_closings c`.execute(tx);
  const { rows: waiting } = await sql<{ month: string; kind: 'close' | 'reopen'; approval: LedgerMonth['approval'] }>`
    select a.subject_id as month, case a.subject_kind when 'month_close' then 'close' else 'reopen' end as kind,
      jsonb_build_object('id', a.id, 'digest', a.digest) as approval
    from approvals a where a.subject_kind in ('month_close', 'month_reopen') and a.status = 'waiting'`.execute(tx);
  const newest =
    closings
      .map((one) => one.month)
      .toSorted()
      .at(-1) ?? '';
  const months: LedgerMonth[] = [];
  for (const month of dateSeries((step) => addMonths(first.month, step))) {
    if (month > firstOfMonth(today) || months.length === MOST_MONTHS) break;
    const of = activity.find((one) => one.month === month);
    const closing = closings.find((one) => one.month === month);
    const asked = waiting.find((one) => one.month === month);
    months.push({
      month,
      entries: of?.entries ?? 0,
      debit: (of?.debit ?? 0) as LedgerMonth['debit'],
      state: closing || month < newest ? 'closed' : month === firstOfMonth(today) ? 'current' : 'open',
      closedBy: closing?.closedBy ?? null,
      closedAt: closing?.closedAt ?? null,
      sha256: closing?.sha256 || null,
      waitsFor: asked?.kind ?? null,
      approval: asked?.approval ?? null,
    });
  }
  return { rows: months.toReversed() };
}

/** What is unfinished in the books at the end of a month: shown before it closes, and to the approver. */
export async function closeChecklist(
  { tx }: Pick<Work, 'tx'>,
  { month }: { month: CalendarDate },
): Promise<CloseChecklist> {
  const last = lastOfMonth(month);
  const { rows } = await sql<CloseChecklist>`
    select
      (select count(*)::integer from bill_runs r where r.period <= ${month}::date and r.status in ('calculating', 'paused', 'review', 'posting')) as drafts,
      (select count(*)::integer from payment_balances b join payments y on y.id = b.payment_id where y.received_on <= ${last}::date and b.cents > 0) as unapplied,
      (select coalesce(sum(b.cents), 0)::bigint from payment_balances b join payments y on y.id = b.payment_id where y.received_on <= ${last}::date and b.cents > 0) as unapplied_cents,
      (select count(*)::integer from refunds r where r.status = 'failed') as failed_refunds,
      (select count(*)::integer from reconciliations c where c.status = 'open' and c.month <= ${month}::date) as unreconciled,
      (select count(*)::integer from ach_files f where f.status in ('draft', 'approved') and f.made_on <= ${last}::date) as open_files,
      (select count(*)::integer from payments y where y.group_id is null and y.status = 'completed' and y.received_on <= ${last}::date) as unassigned`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Error('The checklist has no row');
  return found;
}
