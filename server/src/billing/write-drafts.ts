import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import type { Compared, DraftLine, Run } from './bill-comparison.ts';
import { type ArrayType, arrayOf, columnOf, rowsOf } from '../db/pg-arrays.ts';
import type { BilledGroup } from './bill-header.ts';
import { linesDigest } from './lines-digest.ts';

/** A draft as it is written: `id` is that of the draft it replaces, if there is one. */
export type Draft = {
  readonly id: string;
  readonly groupId: string;
  readonly version: number;
  readonly group: BilledGroup;
  readonly compared: Compared;
  readonly subscribers: number;
  readonly premium: Cents;
  readonly retro: Cents;
  readonly total: Cents;
  readonly issueDate: CalendarDate;
  readonly dueDate: CalendarDate;
  readonly anomalies: readonly string[];
};

/** About so many lines are written by one statement: what it takes of memory stays small. */
const LINES_AT_ONCE = 10_000;
const MONTHS_AT_ONCE = 1000;

/**
 * Writes drafts with their lines and holds, each in place of what the draft had. A premium that was excluded by name
 * stays excluded while it has no price.
 */
export async function writeDrafts(tx: Tx, run: Run, drafts: readonly Draft[], seen: string): Promise<void> {
  if (drafts.length === 0) return;
  await writeBills(tx, run, drafts, seen);
  const ids = drafts.map(({ id }) => id);
  await sql`delete from bill_lines where bill_id = any (${ids}::uuid[])`.execute(tx);
  await writeHolds(tx, drafts, ids);
  await writeMonths(tx, drafts, ids);
  let some: Draft[] = [];
  let lines = 0;
  for (const draft of drafts) {
    some.push(draft);
    lines += draft.compared.lines.reduce((sum, { subscribers }) => sum + subscribers.length, 0);
    if (lines < LINES_AT_ONCE) continue;
    await writeLines(tx, some);
    [some, lines] = [[], 0];
  }
  if (lines > 0) await writeLines(tx, some);
}

type Row = DraftLine & { readonly id: string; readonly groupId: string };
const COLUMNS: readonly (readonly [string, ArrayType, (row: Row) => string | number | null | undefined])[] = [
  ['bill_id', 'uuid', ({ id }) => id],
  ['group_id', 'uuid', ({ groupId }) => groupId],
  ['line', 'text', ({ line }) => line],
  ['plan_id', 'uuid', ({ planId }) => planId],
  ['tier', 'text', ({ price }) => price?.tier],
  ['location_id', 'uuid', ({ price }) => price?.locationId],
  ['covered_month', 'date', ({ month }) => month],
  ['kind', 'text', ({ kind }) => kind],
  ['cents', 'bigint', ({ cents }) => cents],
  ['employer_cents', 'bigint', ({ employer }) => employer],
  ['people', 'int', ({ price }) => price?.people ?? 1],
  ['rate_table_id', 'uuid', ({ price }) => price?.rateTableId || null],
  ['cause_change', 'uuid', ({ causeChange }) => causeChange],
  ['notice_days', 'int', ({ noticeDays }) => noticeDays],
  ['limit_source', 'text', ({ limitSource }) => limitSource],
  ['cause_words', 'text', ({ causeWords }) => causeWords],
];

/**
 * Writes the lines of drafts. A line of many subscribers is sent once, with their IDs; the database makes a row of
 * each. A bill has its lines in one order, whatever order they were found in: one that is calculated again is the same.
 */
async function writeLines(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const rows = drafts.flatMap(({ id, groupId, compared }) => compared.lines.map((line) => ({ id, groupId, ...line })));
  const subscribers = rows.flatMap((row) => row.subscribers);
  const numbers = rows.flatMap((row, no) => row.subscribers.map(() => no));
  // Rows may be alike in all of their columns; their numbers never are.
  const { from } = rowsOf([
    columnOf('no', 'int', [...rows.keys()]),
    ...COLUMNS.map(([name, type, of]) => columnOf(name, type, rows.map(of))),
  ]);
  const columns = sql.join(COLUMNS.map(([name]) => sql.ref(name)));
  await sql`
    with r as materialized (select * from ${from}),
      s as (select unnest(${arrayOf('uuid', subscribers)}) as subscriber_id, unnest(${arrayOf('int', numbers)}) as no)
    insert into bill_lines (tenant_id, subscriber_id, place, ${columns})
    select tenant_id, subscriber_id, row_number() over (
      partition by bill_id order by subscriber_id, line collate "C", plan_id, covered_month, kind collate "C", limit_source
    ), ${columns}
    from s join r using (no)`.execute(tx);
}

async function writeBills(tx: Tx, run: Run, drafts: readonly Draft[], seen: string): Promise<void> {
  const rows = drafts.map((draft) => ({
    id: draft.id,
    group_id: draft.groupId,
    version: draft.version,
    billing_method: draft.group.billingMethod,
    header: draft.group.header,
    subscribers: draft.subscribers,
    premium: draft.premium,
    retro: draft.retro,
    total: draft.total,
    issue_date: draft.issueDate,
    due_date: draft.dueDate,
    anomalies: draft.anomalies,
    open_months: draft.compared.months.filter(({ choice }) => choice === 'ask').length,
    digest: `\\x${linesDigest(draft.compared.lines)}`,
  }));
  await sql`
    insert into bills (id, group_id, run_id, period, version, state, billing_method, cut_off_at, header, subscribers, held, premium_cents, retro_cents, total_cents, issue_date, due_date, anomalies, open_months, seen, lines_digest)
    select x.id, x.group_id, ${run.id}, ${run.period}::date, x.version, 'draft', x.billing_method, ${run.cutOffAt}::timestamptz, x.header, x.subscribers, 0, x.premium, x.retro, x.total, x.issue_date, x.due_date,
      x.anomalies, x.open_months, ${seen}::pg_snapshot, x.digest
    from jsonb_to_recordset(${JSON.stringify(rows)}) as x(id uuid, group_id uuid, version integer, billing_method text, header jsonb, subscribers integer, premium bigint, retro bigint, total bigint,
      issue_date date, due_date date, anomalies jsonb, open_months integer, digest bytea)
    on conflict (tenant_id, id) do update set run_id = excluded.run_id, version = excluded.version, billing_method = excluded.billing_method, cut_off_at = excluded.cut_off_at, header = excluded.header,
      subscribers = excluded.subscribers, premium_cents = excluded.premium_cents, retro_cents = excluded.retro_cents, total_cents = excluded.total_cents, issue_date = excluded.issue_date,
      due_date = excluded.due_date, held = excluded.held, anomalies = excluded.anomalies, open_months = excluded.open_months, seen = excluded.seen, lines_digest = excluded.lines_digest, is_stale = false, posting = null`.execute(
    tx,
  );
}

async function writeHolds(tx: Tx, drafts: readonly Draft[], ids: readonly string[]): Promise<void> {
  const holds = drafts.flatMap(({ id, compared }) => compared.held.map((hold) => ({ ...hold, bill: id })));
  const written = sql`jsonb_to_recordset(${JSON.stringify(holds)}) as x(bill uuid, "subscriberId" uuid, "groupId" uuid, line text, "planId" uuid, month date, reason jsonb)`;
  await sql`delete from bill_holds h where h.bill_id = any (${[...ids]}::uuid[])
    and not exists (select from ${written} where x.bill = h.bill_id and x."subscriberId" = h.subscriber_id and x.line = h.line and x."planId" = h.plan_id and x.month = h.covered_month)`.execute(
    tx,
  );
  if (holds.length === 0) return;
  await sql`insert into bill_holds (bill_id, subscriber_id, group_id, line, plan_id, covered_month, reason)
    select x.bill, x."subscriberId", x."groupId", x.line, x."planId", x.month, x.reason from ${written}
    on conflict (tenant_id, bill_id, subscriber_id, line, plan_id, covered_month) do update set reason = excluded.reason`.execute(
    tx,
  );
  await countHolds(tx, ids);
}

/** Writes which earlier months without a bill drafts have or ask about. */
async function writeMonths(tx: Tx, drafts: readonly Draft[], ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('billMonths')
    .where('billId', 'in', [...ids])
    .execute();
  const rows = drafts.flatMap(({ id, groupId, compared }) =>
    compared.months.map((month) => ({ ...month, billId: id, groupId })),
  );
  for (let from = 0; from < rows.length; from += MONTHS_AT_ONCE)
    await tx
      .insertInto('billMonths')
      .values(rows.slice(from, from + MONTHS_AT_ONCE))
      .execute();
}

/** Counts the premiums of drafts that nobody has excluded; a draft without one needs no look for them. */
export async function countHolds(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update bills b set held = h.open, anomalies = case when h.open > 0 then b.anomalies else b.anomalies - 'held' end
    from (select d.id, (select count(*)::integer from bill_holds o where o.bill_id = d.id and o.excluded_reason is null) as open from bills d where d.id = any (${[...ids]}::uuid[])) h
    where b.id = h.id and b.state = 'draft'`.execute(tx);
}
