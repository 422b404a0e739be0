import type { PaymentDetail, PaymentRow } from '@openbenefits/contract/payments';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import { addMonths, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import type { PaymentStatus } from '@openbenefits/domain/payments/payment-status';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';

/** What of a payment is not applied: the balance of unapplied cash posted to it. */
const UNAPPLIED = sql`coalesce((select x.cents from payment_balances x where x.payment_id = y.id), 0)::bigint`;

const COLUMNS = sql`y.id, y.group_id, g.company_name as group_name, y.payer, y.method, y.kind, y.source, y.reference, y.cents, y.fee_cents as fee, y.payer_bears_fee,
  y.received_on, y.processed_at, y.status, case when y.status in ('completed', 'processing') then ${UNAPPLIED} else 0 end as unapplied, y.reason`;

type Tiles = Record<
  'completed' | 'processing' | 'pending' | 'failed' | 'unapplied',
  { cents: Cents; payments: number }
>;

/** The five tiles: sums of the month, what is on its way or expected, and what has no bill. */
export async function paymentTiles({ tx, today }: Work): Promise<Tiles & { month: CalendarDate }> {
  const month = firstOfMonth(today);
  const { rows } = await sql<{ tile: keyof Tiles; cents: number; payments: number }>`
    select 'completed' as tile, coalesce(sum(cents), 0)::bigint as cents, count(*)::integer as payments from payments where status = 'completed' and received_on >= ${month}::date and received_on < ${addMonths(month, 1)}::date
    union all select 'failed', coalesce(sum(cents), 0)::bigint, count(*)::integer from payments where status in ('failed', 'returned') and received_on >= ${month}::date and received_on < ${addMonths(month, 1)}::date
    union all select s.status, coalesce(sum(y.cents), 0)::bigint, count(y.id)::integer from (values ('processing'), ('pending')) as s (status) left join payments y on y.status = s.status group by s.status
    union all select 'unapplied', coalesce(sum(x.cents), 0)::bigint, count(*)::integer from payment_balances x join payments y on y.id = x.payment_id where y.status = 'completed'`.execute(
    tx,
  );
  const tile = (name: keyof Tiles) => {
    const found = rows.find((row) => row.tile === name);
    return { cents: fromCents(found?.cents ?? 0), payments: found?.payments ?? 0 };
  };
  return {
    month,
    completed: tile('completed'),
    processing: tile('processing'),
    pending: tile('pending'),
    failed: tile('failed'),
    unapplied: tile('unapplied'),
  };
}

export type PaymentFilter = {
  groupId?: string | undefined;
  search?: string | undefined;
  status?: PaymentStatus | undefined;
  method?: PaymentMethod | undefined;
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  unapplied?: boolean | undefined;
};

function paymentsWhere({ groupId, search, status, method, from, to, unapplied }: PaymentFilter): RawBuilder<unknown> {
  const term = search?.trim();
  return sql.join(
    [
      sql`true`,
      ...(groupId ? [sql`y.group_id = ${groupId}`] : []),
      ...(status ? [sql`y.status = ${status}`] : []),
      ...(method ? [sql`y.method = ${method}`] : []),
      ...(from ? [sql`y.received_on >= ${from}::date`] : []),
      ...(to ? [sql`y.received_on <= ${to}::date`] : []),
      ...(unapplied
        ? [sql`y.status = 'completed' and exists (select from payment_balances x where x.payment_id = y.id)`]
        : []),
      ...(term
        ? [
            sql`(fold(y.reference) like fold(${likePattern(term)}) or fold(y.payer) like fold(${likePattern(term)}) or y.group_id in (select find_groups(fold(${likePattern(term)}))))`,
          ]
        : []),
    ],
    sql` and `,
  );
}

/** Payments, the newest first. */
export async function listPayments(
  tx: Tx,
  { cursor, limit, ...filter }: PaymentFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: PaymentRow[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['any', 'id']) : undefined;
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} from payments y left join groups g on g.id = y.group_id
    where ${paymentsWhere(filter)} ${after ? sql`and (y.received_on, y.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by y.received_on desc, y.id desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? encodeCursor([last.receivedOn, last.id]) : null };
}

/** How many payments a filter finds, and their sum. */
export async function paymentTotals(tx: Tx, filter: PaymentFilter): Promise<{ total: number; amount: Cents }> {
  const { rows } = await sql<{ total: number; amount: number }>`
    select count(*)::integer as total, coalesce(sum(y.cents), 0)::bigint as amount from payments y where ${paymentsWhere(filter)}`.execute(
    tx,
  );
  return { total: rows[0]?.total ?? 0, amount: fromCents(rows[0]?.amount ?? 0) };
}

type Entry = Omit<PaymentDetail['entries'][number], 'postings'> & {
  postings: { account: LedgerAccount; cents: Cents }[];
};

async function entriesOf(tx: Tx, id: string): Promise<PaymentDetail['entries']> {
  const { rows } = await sql<Entry>`
    select e.id, e.effective_on, e.kind, e.memo, e.actor_name as by,
      (select jsonb_agg(jsonb_build_object('account', o.account, 'cents', o.cents) order by o.place) from ledger_postings o where o.entry_id = e.id) as postings
    from ledger_entries e where e.id in (select p.entry_id from ledger_postings p where p.payment_id = ${id}) order by e.posted_at, e.id`.execute(
    tx,
  );
  return rows.map(({ postings, ...entry }) => ({
    ...entry,
    postings: postings.map(({ account, cents }) => ({ account, name: LEDGER_ACCOUNTS[account], cents })),
  }));
}

/** A payment with what it paid, its states and its ledger entries. */
export async function paymentDetail({ tx, note }: Work, { id }: { id: string }): Promise<PaymentDetail> {
  const { rows } = await sql<Omit<PaymentDetail, 'applications' | 'events' | 'attempts' | 'entries'>>`
    select ${COLUMNS}, y.created_by_name as created_by, y.created_at,
      exists (select from ledger_entries e where e.idempotency_key = 'deposit ' || y.id) as is_deposited
    from payments y left join groups g on g.id = y.group_id where y.id = ${id}`.execute(tx);
  const [payment] = rows;
  if (!payment) throw new Refusal('not_found', 'This payment does not exist, or you may not see it.');
  const [applications, events, attempts, entries] = await Promise.all([
    sql<PaymentDetail['applications'][number]>`
      select a.id, a.bill_id, b.number as bill_number, b.period, a.cents, a.applied_on, a.applied_by_name as by, a.undone_by_name as undone_by, a.undone_at
      from payment_applications a join bills b on b.id = a.bill_id where a.payment_id = ${id} order by a.id`.execute(
      tx,
    ),
    sql<PaymentDetail['events'][number]>`
      select at, status, note, actor_name as by from payment_events where payment_id = ${id} order by place`.execute(
      tx,
    ),
    sql<PaymentDetail['attempts'][number]>`
      select id, processor, label, status, message, made_at from payment_attempts where payment_id = ${id} order by made_at`.execute(
      tx,
    ),
    entriesOf(tx, id),
  ]);
  note({ targetKind: 'payment', targetId: id, fields: ['premium'] });
  return { ...payment, applications: applications.rows, events: events.rows, attempts: attempts.rows, entries };
}
