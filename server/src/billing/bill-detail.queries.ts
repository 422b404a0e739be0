import type { BillDetail, BillLineRow } from '@openbenefits/contract/billing';
import { kindsOf } from '@openbenefits/domain/billing/bill-lines';
import type { BillHeader } from '@openbenefits/domain/billing/bill-document';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { BillState } from '@openbenefits/domain/billing/bill-status';
import { fromCents } from '@openbenefits/domain/money';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import type { Relationship } from '@openbenefits/domain/relationship';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { waitingApprovalOf } from '../approvals/approvals.queries.ts';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';
import { BILL_COLUMNS, billRowOf } from './bill-rows.queries.ts';
import { heldText } from './held-text.ts';

type Stored = Parameters<typeof billRowOf>[0] & {
  runId: string;
  state: BillState;
  billingMethod: BillDetail['billingMethod'];
  header: BillHeader;
  postedBy: string | null;
  postedAt: string | null;
  sentAt: string | null;
  hasPdf: boolean;
  replaces: string | null;
  replacedBy: string | null;
  voidedBy: string | null;
  voidReason: string | null;
  approval: BillDetail['approval'];
  lines: number;
  earlier: number;
  paidOn: CalendarDate | null;
  groupType: BillDetail['groupType'];
};

/** Reads a bill; rejects one that does not exist or may not be seen. */
export async function billRecord(tx: Tx, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${BILL_COLUMNS}, b.run_id, b.billing_method, b.header, b.posted_by_name as posted_by, b.posted_at, b.sent_at, b.pdf_key is not null as has_pdf, b.voided_by_name as voided_by, b.void_reason, ${waitingApprovalOf('bill_void', sql`b.id`)} as approval,
      (select max(a.applied_on) from payment_applications a where a.bill_id = b.id and a.undone_at is null) as paid_on, (select t.group_type from groups t where t.id = b.group_id) as group_type,
      (select o.number from bills o where o.id = b.supersedes) as replaces, (select n.number from bills n where n.supersedes = b.id and n.state <> 'draft' limit 1) as replaced_by,
      (select count(*)::integer from bill_lines l where l.bill_id = b.id) as lines,
      coalesce((select sum(p.cents) from ledger_postings p join bills e on e.id = p.bill_id where p.account = '1100' and e.group_id = b.group_id and e.period < b.period), 0)::bigint as earlier
    from bills b where b.id = ${id}`.execute(tx);
  const [bill] = rows;
  if (!bill) throw new Refusal('not_found', 'This bill does not exist, or you may not see it.');
  return bill;
}

async function planTotals(tx: Tx, id: string, isRetro: boolean): Promise<BillDetail['plans']> {
  const { rows } = await sql<BillDetail['plans'][number]>`
    select l.line, p.plan_name, p.plan_code, l.tier, count(distinct l.subscriber_id)::integer as subscribers, sum(l.cents)::bigint as cents
    from bill_lines l join health_plans p on p.id = l.plan_id where l.bill_id = ${id} and (l.kind = any (${kindsOf('adjustment')})) = ${isRetro}
    group by l.line, p.plan_name, p.plan_code, p.position, l.tier order by p.position, p.plan_name, l.tier`.execute(tx);
  return rows;
}

type Hold = Omit<BillDetail['holds'][number], 'reason'> & {
  reason: HeldReason;
  person: { id: string; name: string; relationship: Relationship } | null;
};

async function holdsOf(tx: Tx, id: string): Promise<BillDetail['holds']> {
  const { rows } = await sql<Hold>`
    select h.subscriber_id, ltrim(m.first_name || ' ' || m.last_name) as name, p.plan_name, h.line, h.plan_id, h.covered_month, h.reason,
      h.excluded_by_name as excluded_by, h.excluded_reason,
      (select jsonb_build_object('id', d.id, 'name', ltrim(d.first_name || ' ' || d.last_name), 'relationship', d.relationship) from members d where d.id = (h.reason ->> 'memberId')::uuid) as person
    from bill_holds h join members m on m.id = h.subscriber_id join health_plans p on p.id = h.plan_id where h.bill_id = ${id} order by name, h.line, h.covered_month`.execute(
    tx,
  );
  return rows.map(({ person, ...row }) => ({
    ...row,
    reason: heldText(row.reason, row.planName, row.coveredMonth, person),
  }));
}

/** Earlier months without a bill, and what a bill does about them. */
async function monthsOf(tx: Tx, id: string): Promise<BillDetail['months']> {
  const { rows } = await sql<BillDetail['months'][number]>`
    select month, choice, subscribers, cents, held from bill_months where bill_id = ${id} and choice <> 'nothing' order by month`.execute(
    tx,
  );
  return rows;
}

/** A bill as its dialog shows it. */
export async function billDetail(
  { tx, today, note }: Pick<Work, 'tx' | 'today' | 'note'>,
  { id }: { id: string },
): Promise<BillDetail> {
  const { earlier, state, ...bill } = await billRecord(tx, id);
  const holds = await holdsOf(tx, id);
  note({ targetKind: 'bill', targetId: id, fields: ['premium', ...(holds.length > 0 ? ['name'] : [])] });
  const row = billRowOf({ ...bill, state }, today);
  return {
    ...bill,
    ...row,
    plans: await planTotals(tx, id, false),
    adjustments: await planTotals(tx, id, true),
    holds,
    months: await monthsOf(tx, id),
    earlierBalance: fromCents(earlier),
    totalDue: fromCents(Math.max(0, earlier + (state === 'draft' ? bill.total : bill.due))),
  };
}

type LineInput = { id: string; search?: string | undefined; cursor?: string | undefined; limit: number };
type LineRow = BillLineRow & { sortKey: string };

/** The lines of a bill by subscriber, with who caused an adjustment. */
export async function billLinesPage(
  { tx, note }: Pick<Work, 'tx' | 'note'>,
  { id, search, cursor, limit }: LineInput,
): Promise<{ rows: BillLineRow[]; next: string | null; total: number }> {
  await billRecord(tx, id);
  const term = search?.trim();
  const key = sql`m.last_name || chr(31) || m.first_name || chr(31) || lpad(l.place::text, 8, '0')`;
  const where = sql`l.bill_id = ${id} ${term ? sql`and m.search_text like fold(${likePattern(term)})` : sql``}`;
  const after = cursor ? decodeCursor(cursor, ['any']) : undefined;
  const { rows } = await sql<LineRow>`
    select l.place, l.subscriber_id, ltrim(m.first_name || ' ' || m.last_name) as name, m.employee_id, p.plan_name, l.line, l.tier, l.covered_month, l.kind, l.cents,
      coalesce((select c.summary || ', ' || c.actor_name from changes c where c.id = l.cause_change), l.cause_words) as cause, l.notice_days, l.limit_source, ${key} as sort_key
    from bill_lines l join members m on m.id = l.subscriber_id join health_plans p on p.id = l.plan_id
    where ${where} ${after ? sql`and ${key} > ${after[0]}` : sql``} order by sort_key limit ${limit + 1}`.execute(tx);
  const total = await sql<{ total: number }>`
    select count(*)::integer as total from bill_lines l join members m on m.id = l.subscriber_id where ${where}`.execute(
    tx,
  );
  note({
    targetKind: 'bill',
    targetId: id,
    fields: ['name', 'plan', 'premium'],
    itemCount: Math.min(rows.length, limit),
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ sortKey: _, ...row }) => row),
    next: rows.length > limit && last ? encodeCursor([last.sortKey]) : null,
    total: total.rows[0]?.total ?? 0,
  };
}
