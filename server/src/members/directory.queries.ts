import type { DirectoryFilter, DirectoryRow, DirectoryStats } from '@openbenefits/contract/directory';
import { addDays, addMonths, type CalendarDate, firstOfMonth, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { NEW_DAYS } from '@openbenefits/domain/members/directory';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import { encodeCursor, likePattern } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';
import { allOf, and, type Conditions, conditionsOf, matchesTerm } from './directory-filter.ts';
import { type After, afterOf, KEYS, type Order, orderBy, pick, walk } from './directory-walk.ts';

export type DirectoryQuestion = DirectoryFilter & Order & { cursor?: string | undefined; limit: number };

type Found = DirectoryRow & { firstName: string; lastName: string };

/**
 * Conditions without an index are first checked along the order for this many members: common matches fill the page,
 * otherwise they are rare.
 */
const WALK = 20_000;
/** By name and nothing else the index alone is read, which is quicker. */
const INDEX_WALK = 50_000;
/** Reading a member's coverage costs ten times as much as reading the name. */
const COVERAGE_WALK = 2000;
/** Beyond this many hits a search only says 'more than'. */
const COUNT_CAP = 10_000;
const ALL = 1_000_000;

const COLUMNS = sql`m.id, m.last_name, m.first_name`;

/** Returns the rows of a page from its ids, which `page` selects. */
async function read(tx: Tx, page: RawBuilder<unknown>, order: Order, today: CalendarDate): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with page as materialized (${page})
    select m.id, ltrim(m.first_name || ' ' || m.last_name) as name, m.first_name, m.last_name, m.relationship, m.group_id, g.company_name as group_name, m.member_number, m.employee_id, m.email, m.phone,
      m.status, m.effective_date, m.created_at as added_at,
      coalesce((select array_agg(s.line order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], s.line)) from coverage_spans s
        where s.member_id = m.id and upper_inf(s.recorded) and s.covered @> ${today}::date), '{}') as lines
    from page p join members m on m.id = p.id join groups g on g.id = m.group_id
    ${order.sort === 'group' ? sql`order by (g.company_name, g.id, m.last_name, m.first_name, m.id) ${sql.raw(order.descending ? 'desc' : 'asc')}` : orderBy(order)}`.execute(
    tx,
  );
  return rows;
}

/** Walks a section of the order first, and uses the indexes if that did not fill the page. */
async function stretchThenPick(
  { tx, today }: Work,
  { parts, term, covered, leaves }: Conditions,
  order: Order,
  after: After,
  limit: number,
): Promise<Found[]> {
  const each = [...parts, ...(term ? [matchesTerm(term)] : []), ...(covered ? [covered.each] : [])];
  const columns =
    parts.length === 0 ? sql`${COLUMNS}, m.search_text` : sql`${COLUMNS}, m.search_text, m.subscriber_id, m.status`;
  const length = covered ? COVERAGE_WALK : parts.length === 0 && order.sort === 'name' ? INDEX_WALK : WALK;
  const stretch = walk(columns, [], order, after, length);
  const near = await read(
    tx,
    sql`select * from (${stretch}) m where ${and(each)} ${orderBy(order)} limit ${limit}`,
    order,
    today,
  );
  if (near.length === limit) return near;
  const byTerm =
    term && leaves === 'all'
      ? sql<boolean>`m.id in (select find_members(fold(${likePattern(term)}), ${ALL}))`
      : term && matchesTerm(term);
  return read(
    tx,
    pick(COLUMNS, [...parts, ...(byTerm ? [byTerm] : []), ...(covered ? [covered.all] : [])], order, after, limit),
    order,
    today,
  );
}

function find(work: Work, conditions: Conditions, order: Order, after: After, limit: number): Promise<Found[]> {
  const { parts, term, covered, leaves } = conditions;
  if (leaves === 'all' && !term && !covered) {
    // Without any filter no value decides which index is right: written into the text, the statement is prepared.
    const most = parts.length === 0 ? sql.lit(limit) : limit;
    return read(work.tx, walk(COLUMNS, parts, order, after, most), order, work.today);
  }
  // Rare statuses have an index in name order.
  const isFound =
    leaves === 'set' || (leaves === 'status' && !covered && (order.sort === 'name' || term !== undefined));
  if (!isFound) return stretchThenPick(work, conditions, order, after, limit);
  return read(work.tx, pick(COLUMNS, allOf(conditions), order, after, limit), order, work.today);
}

/**
 * Returns a page of the directory. First rows come within 100 ms at a million members (bench/src/directory.bench.ts).
 */
export async function directoryPage(
  work: Work,
  { cursor, limit, sort, descending, ...filter }: DirectoryQuestion,
): Promise<{ rows: DirectoryRow[]; next: string | null }> {
  const order = { sort, descending };
  const after = afterOf(cursor, sort);
  const found = await find(work, await conditionsOf(work, filter), order, after, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  work.note({ targetKind: 'directory', fields: ['name', 'contact', 'coverage'], itemCount: page.length });
  return {
    rows: page.map(({ firstName: _, lastName: __, ...row }) => row),
    next: found.length > limit && last ? encodeCursor(KEYS[sort].map((key) => last[key])) : null,
  };
}

/**
 * Counts the matches of the filter. Common terms are counted while walking, up to the limit; rare ones by the trigram
 * index.
 */
export async function directoryTotal(
  work: Work,
  filter: DirectoryFilter,
): Promise<{ total: number; atLeast: boolean }> {
  const { parts, term, covered, leaves } = await conditionsOf(work, filter);
  const others = covered ? [...parts, covered.all] : parts;
  const count = async (source: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${source}`.execute(work.tx);
    return rows[0]?.total ?? 0;
  };
  if (!term) return { total: await count(sql`members m where ${and(others)}`), atLeast: false };
  let condition = matchesTerm(term);
  if (leaves === 'all') {
    const order: Order = { sort: 'name', descending: false };
    const sample = await count(
      sql`(${walk(sql`${COLUMNS}, m.search_text`, [], order, undefined, WALK)}) m where ${condition}`,
    );
    if (sample < WALK / 400)
      condition = sql<boolean>`m.id in (select find_members(fold(${likePattern(term)}), ${ALL}))`;
  }
  const total = await count(
    sql`(select from members m where ${and([condition, ...others])} limit ${COUNT_CAP + 1}) hit`,
  );
  return { total: Math.min(total, COUNT_CAP), atLeast: total > COUNT_CAP };
}

/** Returns the four cards, counted in one pass, with the month-ends of the last year as running sums. */
export async function directoryStats(tx: Tx, today: CalendarDate): Promise<DirectoryStats> {
  const { rows } = await sql<{
    month: CalendarDate;
    records: number;
    dependents: number;
    recent: number;
    pending: number;
  }>`
    select greatest(date_trunc('month', created_at)::date, ${addMonths(firstOfMonth(today), -11)}::date) as month, count(*) as records, count(subscriber_id) as dependents,
      count(*) filter (where created_at >= ${addDays(today, -NEW_DAYS)}::timestamptz) as recent, count(*) filter (where status = 'pending') as pending
    from members group by 1 order by 1`.execute(tx);
  const sum = (key: 'records' | 'dependents' | 'recent' | 'pending', until?: CalendarDate): number =>
    rows.reduce((total, row) => (until === undefined || row.month <= until ? total + row[key] : total), 0);
  const months = Array.from({ length: 12 }, (_, index) => lastOfMonth(addMonths(firstOfMonth(today), index - 11)));
  const total = sum('records');
  const dependents = sum('dependents');
  return {
    total,
    dependents,
    subscribers: total - dependents,
    new: sum('recent'),
    pending: sum('pending'),
    trends: {
      total: months.map((month) => sum('records', month)),
      dependents: months.map((month) => sum('dependents', month)),
    },
  };
}

/** Plans of the organization, line by line. */
export async function directoryPlans(tx: Tx) {
  const { rows } = await sql<{
    id: string;
    name: string;
    line: 'medical';
  }>`select id, plan_name as name, line from health_plans
    order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], line), position, plan_name`.execute(
    tx,
  );
  return rows;
}
