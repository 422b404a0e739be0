import type { BillRow } from '@openbenefits/contract/billing';
import { type BillState, billStatus, type BillStatus } from '@openbenefits/domain/billing/bill-status';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';

type Stored = Omit<BillRow, 'status'> & { state: BillState };

/** What is still owed of a bill: the balance of the receivable that is posted to it. */
const DUE = sql<number>`coalesce((select x.cents from bill_balances x where x.bill_id = b.id), 0)::bigint`;
const IS_OPEN = sql`exists (select from bill_balances x where x.bill_id = b.id and x.cents > 0)`;

export const BILL_COLUMNS = sql`b.id, b.group_id, b.header ->> 'groupName' as group_name, b.number, b.version, b.period, b.issue_date, b.due_date, b.subscribers,
  b.premium_cents as premium, b.retro_cents as retro, b.total_cents as total, ${DUE} as due, b.state, b.held, b.anomalies`;

export const billRowOf = ({ state, ...row }: Stored, today: CalendarDate): BillRow => ({
  ...row,
  status: billStatus(state, fromCents(row.due), row.dueDate, today),
});

/** A status as a condition on bills as `b`. */
function ofStatus(status: BillStatus, today: CalendarDate): RawBuilder<boolean> {
  switch (status) {
    case 'paid':
      return sql`b.state = 'posted' and not ${IS_OPEN}`;
    case 'overdue':
      return sql`b.state = 'posted' and ${IS_OPEN} and b.due_date < ${today}::date`;
    case 'outstanding':
      return sql`b.state = 'posted' and ${IS_OPEN} and b.due_date >= ${today}::date`;
    default:
      return sql`b.state = ${status}`;
  }
}

export type InvoiceFilter = {
  groupId?: string | undefined;
  search?: string | undefined;
  status?: BillStatus | undefined;
};

function invoicesWhere({ groupId, search, status }: InvoiceFilter, today: CalendarDate): RawBuilder<unknown> {
  const term = search?.trim();
  return sql.join(
    [
      status ? ofStatus(status, today) : sql`b.state = 'posted'`,
      ...(groupId ? [sql`b.group_id = ${groupId}`] : []),
      // By the group as it is called now; reading every bill's own header would take too long.
      ...(term
        ? [sql`(b.number like ${likePattern(term)} or b.group_id in (select find_groups(fold(${likePattern(term)}))))`]
        : []),
    ],
    sql` and `,
  );
}

/** Bills that were posted, the newest first. */
export async function listInvoices(
  tx: Tx,
  today: CalendarDate,
  { cursor, limit, ...filter }: InvoiceFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: BillRow[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['any', 'id']) : undefined;
  const { rows } = await sql<Stored>`
    select ${BILL_COLUMNS} from bills b
    where ${invoicesWhere(filter, today)} ${after ? sql`and (b.period, b.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by b.period desc, b.id desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => billRowOf(row, today)),
    next: rows.length > limit && last ? encodeCursor([last.period, last.id]) : null,
  };
}

/** How many bills a filter finds, and their sums. */
export async function invoiceTotals(
  tx: Tx,
  today: CalendarDate,
  filter: InvoiceFilter,
): Promise<{ total: number; amount: Cents; open: Cents }> {
  const { rows } = await sql<{ total: number; amount: number; open: number }>`
    select count(*)::integer as total, coalesce(sum(b.total_cents), 0)::bigint as amount, coalesce(sum(x.cents), 0)::bigint as open
    from bills b left join bill_balances x on x.bill_id = b.id where ${invoicesWhere(filter, today)}`.execute(tx);
  const [sum] = rows;
  return { total: sum?.total ?? 0, amount: fromCents(sum?.amount ?? 0), open: fromCents(sum?.open ?? 0) };
}

/** The bills of a run, those that deserve a look first. */
export async function billsOfRun(
  tx: Tx,
  today: CalendarDate,
  {
    id,
    anomaly,
    search,
    cursor,
    limit,
  }: {
    id: string;
    anomaly?: string | undefined;
    search?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ rows: BillRow[]; next: string | null; total: number }> {
  const run = await tx.selectFrom('billRuns').select('id').where('id', '=', id).executeTakeFirst();
  if (!run) throw new Refusal('not_found', 'This bill run does not exist.');
  const term = search?.trim();
  const where = sql.join(
    [
      sql`b.run_id = ${id} and b.state in ('draft', 'posted')`,
      ...(anomaly ? [sql`b.anomalies ? ${anomaly}`] : []),
      ...(term ? [sql`fold(b.header ->> 'groupName') like fold(${likePattern(term)})`] : []),
    ],
    sql` and `,
  );
  const key = sql`b.header ->> 'groupName'`;
  const after = cursor ? decodeCursor(cursor, ['any', 'id']) : undefined;
  const { rows } = await sql<Stored>`
    select ${BILL_COLUMNS} from bills b where ${where} ${after ? sql`and (${key}, b.id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by ${key}, b.id limit ${limit + 1}`.execute(tx);
  const total = await sql<{ total: number }>`select count(*)::integer as total from bills b where ${where}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => billRowOf(row, today)),
    next: rows.length > limit && last ? encodeCursor([last.groupName, last.id]) : null,
    total: total.rows[0]?.total ?? 0,
  };
}
