import type { AgingRow, AgingTotals } from '@openbenefits/contract/arrears';
import { AGING_BUCKETS, type AgingBucket, LAST_DAY_OF_BUCKET } from '@openbenefits/domain/billing/aging';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';
import { delinquentRows } from './delinquent-groups.queries.ts';

type Read = Pick<Work, 'tx' | 'today'>;
export type AgingFilter = { on?: CalendarDate | undefined; search?: string | undefined };

/** What was owed of each bill on a day. Today it is kept with every posting; an earlier day is added up. */
function balancesOn(on: CalendarDate, today: CalendarDate, group?: RawBuilder<unknown>): RawBuilder<unknown> {
  return on >= today
    ? sql`select x.bill_id, x.group_id, x.cents, x.due_date from bill_balances x where x.cents > 0 ${group ? sql`and x.group_id = ${group}` : sql``}`
    : sql`select s.bill_id, s.group_id, s.cents, b.due_date from (
        select p.bill_id, p.group_id, sum(p.cents) as cents from ledger_postings p join ledger_entries e on e.id = p.entry_id
        where p.account = '1100' and p.bill_id is not null ${group ? sql`and p.group_id = ${group}` : sql``} and e.effective_on <= ${on}::date
        group by p.bill_id, p.group_id having sum(p.cents) > 0) s join bills b on b.id = s.bill_id`;
}

/** The bucket of a balance `x`, as `agingBucket` of domain. */
const bucketOn = (on: CalendarDate): RawBuilder<unknown> => {
  const days = sql`(${on}::date - x.due_date)`;
  const { current, days30, days60, days90 } = LAST_DAY_OF_BUCKET;
  return sql`case when ${days} <= ${sql.lit(current)} then 'current' when ${days} <= ${sql.lit(days30)} then 'days30'
    when ${days} <= ${sql.lit(days60)} then 'days60' when ${days} <= ${sql.lit(days90)} then 'days90' else 'over90' end`;
};

const ENDED = sql`(g.status in ('terminated', 'inactive'))`;

const matching = (search: string | undefined): RawBuilder<unknown> => {
  const term = search?.trim();
  return term ? sql`g.id in (select find_groups(fold(${likePattern(term)})))` : sql`true`;
};

type Row = { groupId: string; groupName: string; isEnded: boolean; notYetDue: AgingRow['notYetDue'] } & Record<
  AgingBucket,
  number
>;

/**
 * What each group owes by age, active groups first: group by group in their order, so that a page reads no more than its
 * own. What comes next is known as of today only.
 */
export async function agingByGroup(
  { tx, today }: Read,
  { on = today, search, cursor, limit }: AgingFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: AgingRow[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['any', 'any', 'id']) : undefined;
  const sumOf = (bucket: AgingBucket) =>
    sql`coalesce(sum(x.cents) filter (where ${bucketOn(on)} = ${sql.lit(bucket)}), 0)::bigint as ${sql.ref(bucket)}`;
  const { rows } = await sql<Row>`
    select g.id as group_id, g.company_name as group_name, g.is_ended, o.*
    from (
      select g.id, g.company_name, ${ENDED} as is_ended, ${ENDED}::text as place from groups g
      where ${matching(search)} ${after ? sql`and (${ENDED}::text, g.company_name, g.id) > (${after[0]}, ${after[1]}, ${after[2]}::uuid)` : sql``}
      order by place, g.company_name, g.id
    ) g cross join lateral (
      select ${sql.join(AGING_BUCKETS.map(sumOf))},
        (array_agg(jsonb_build_object('issueDate', b.issue_date, 'dueDate', b.due_date) order by b.due_date) filter (where ${bucketOn(on)} = 'current'))[1] as not_yet_due
      from (${balancesOn(on, today, sql`g.id`)}) x join bills b on b.id = x.bill_id having count(*) > 0
    ) o
    order by g.place, g.company_name, g.id limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const steps = new Map(
    on === today
      ? (
          await delinquentRows(
            tx,
            today,
            page.map(({ groupId }) => groupId),
          )
        ).map((row) => [row.groupId, row])
      : [],
  );
  return {
    rows: page.map(({ groupId, groupName, isEnded, notYetDue, ...sums }) => ({
      groupId,
      groupName,
      isEnded,
      buckets: Object.fromEntries(
        AGING_BUCKETS.map((bucket) => [bucket, fromCents(sums[bucket])]),
      ) as AgingRow['buckets'],
      total: fromCents(AGING_BUCKETS.reduce((sum, bucket) => sum + sums[bucket], 0)),
      notYetDue,
      next: steps.get(groupId) ?? null,
    })),
    next: rows.length > limit && last ? encodeCursor([String(last.isEnded), last.groupName, last.groupId]) : null,
  };
}

type Bucket = { bucket: AgingBucket; isEnded: boolean; cents: number; bills: number; firstDue: CalendarDate };

/** The sums of the book by age, beside the balances of the ledger on the same day. */
export async function agingTotals({ tx, today }: Read, { on = today, search }: AgingFilter): Promise<AgingTotals> {
  const balances = balancesOn(on, today);
  const [sums, groups, ledger] = await Promise.all([
    sql<Bucket>`
      with balances as (${balances})
      select ${bucketOn(on)} as bucket, ${ENDED} as is_ended, sum(x.cents)::bigint as cents, count(*)::integer as bills, min(x.due_date) as first_due
      from balances x join groups g on g.id = x.group_id where ${matching(search)} group by 1, 2`.execute(tx),
    sql<{ isEnded: boolean; groups: number }>`
      with balances as (${balances})
      select ${ENDED} as is_ended, count(distinct g.id)::integer as groups from balances x join groups g on g.id = x.group_id where ${matching(search)} group by 1`.execute(
      tx,
    ),
    sql<{ account: string; cents: number }>`
      select p.account, sum(p.cents)::bigint as cents from ledger_postings p join groups g on g.id = p.group_id
        ${on < today ? sql`join ledger_entries e on e.id = p.entry_id and e.effective_on <= ${on}::date` : sql``}
      where p.account in ('1100', '2000', '2010') and ${matching(search)} group by 1`.execute(tx),
  ]);
  const account = (number: string) => ledger.rows.find((row) => row.account === number)?.cents ?? 0;
  const sumOf = (rows: readonly Bucket[]) => fromCents(rows.reduce((sum, { cents }) => sum + cents, 0));
  const section = (isEnded: boolean) => ({
    groups: groups.rows.find((row) => row.isEnded === isEnded)?.groups ?? 0,
    cents: sumOf(sums.rows.filter((row) => row.isEnded === isEnded)),
  });
  return {
    on,
    buckets: AGING_BUCKETS.map((bucket) => {
      const own = sums.rows.filter((row) => row.bucket === bucket);
      const dues = own.map(({ firstDue }) => firstDue).toSorted();
      return {
        bucket,
        cents: sumOf(own),
        bills: own.reduce((sum, { bills }) => sum + bills, 0),
        firstDue: dues[0] ?? null,
      };
    }),
    active: section(false),
    ended: section(true),
    total: sumOf(sums.rows),
    ledger: fromCents(account('1100')),
    unapplied: fromCents(-account('2000')),
    credits: fromCents(-account('2010')),
  };
}
