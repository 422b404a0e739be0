import type { RateRow, RateTableDetail, RateVersion } from '@openbenefits/contract/rate-tables';
import { addDays, type CalendarDate, contains } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Cents } from '@openbenefits/domain/money';
import { ratio } from '@openbenefits/domain/plans/exact-cents';
import { isUnread } from '@openbenefits/domain/plans/rate-grid';
import { cellText, GRID_COLUMNS, type GridRow, rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../policy/actor.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';
import type { Tx } from '../../db/connect.ts';
import { waitingRequest } from '../../approvals/approvals.queries.ts';
import { cellsOfTables, lastChangeOf, RATE_TABLE, rateTableById, versionsOfPlans } from './rate-table-record.ts';

type ListedTable = {
  id: string;
  planId: string;
  planCode: string;
  planName: string;
  versionNo: number;
  method: RateRow['method'];
  status: RateRow['status'];
  from: CalendarDate;
  until: CalendarDate | null;
  settings: TableSettings;
};

/** How many versions are read at once; most have several rows. */
const TABLES_AT_ONCE = 26;

/** A curve or age groups fill a page with one or two versions, tiers with a dozen; cells are read as they are needed. */
const FIRST_TABLES = 2;

type Question = {
  search: string;
  planId?: string | undefined;
  versions: 'current' | 'all';
  cursor?: string | undefined;
  limit: number;
};

function filterOf({ search, planId, versions }: Question, today: CalendarDate): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  if (planId) parts.push(sql<boolean>`t.plan_id = ${planId}`);
  if (versions === 'current')
    parts.push(
      sql<boolean>`(t.status = 'draft' or exists (select from rate_periods r where r.table_id = t.id and upper_inf(r.recorded) and (upper_inf(r.valid) or upper(r.valid) > ${today}::date)))`,
    );
  const term = search.trim();
  if (term !== '') {
    const like = likePattern(term);
    parts.push(sql<boolean>`(p.plan_name ilike ${like} or p.plan_code ilike ${like} or p.carrier_name ilike ${like})`);
  }
  return sql.join(parts, sql` and `);
}

/** Returns versions from a place on, in the order of the list. */
async function tablesFrom(
  tx: Tx,
  where: RawBuilder<boolean>,
  after: readonly [string, string, number] | null,
  includesIt: boolean,
): Promise<ListedTable[]> {
  const compare = includesIt ? sql`<=` : sql`<`;
  const from = after
    ? sql<boolean>`((p.plan_name, t.plan_id) > (${after[0]}, ${after[1]}::uuid) or (p.plan_name = ${after[0]} and t.plan_id = ${after[1]}::uuid and t.version_no ${compare} ${after[2]}))`
    : sql<boolean>`true`;
  const { rows } = await sql<ListedTable>`
    select t.id, t.plan_id, p.plan_code, p.plan_name, t.version_no, t.method, t.status, lower(t.valid) as "from", upper(t.valid) as until,
      t.settings || jsonb_build_object('method', t.method) as settings
    from rate_tables t join health_plans p on p.tenant_id = t.tenant_id and p.id = t.plan_id
    where ${where} and ${from} order by p.plan_name, t.plan_id, t.version_no desc limit ${TABLES_AT_ONCE}`.execute(tx);
  return rows;
}

async function countRows(tx: Tx, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(case t.method
        when 'composite' then case t.settings ->> 'tiers' when 'two' then 2 when 'three' then 3 when 'five' then 5 else 4 end
        when 'age_curve' then 65
        else greatest(1, (select count(distinct c.place) from rate_cells c where c.tenant_id = t.tenant_id and c.table_id = t.id)) end), 0)::int as total
    from rate_tables t join health_plans p on p.tenant_id = t.tenant_id and p.id = t.plan_id where ${where}`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}

/** Returns rates of all plans row by row: by plan, the newest version first, then by age or tier. */
export async function listRates(
  tx: Tx,
  question: Question,
  today: CalendarDate,
): Promise<{ rows: RateRow[]; next: string | null; total: number }> {
  const where = filterOf(question, today);
  const cursor = question.cursor ? decodeCursor(question.cursor, ['text', 'id', 'number', 'number']) : null;
  const counting = countRows(tx, where);
  let after = cursor ? ([String(cursor[0]), String(cursor[1]), Number(cursor[2])] as const) : null;
  const skip = cursor ? Number(cursor[3]) : 0;
  const found: { row: RateRow; key: (string | number)[] }[] = [];
  let includesIt = cursor !== null;
  while (found.length <= question.limit) {
    const tables = await tablesFrom(tx, where, after, includesIt);
    for (let at = 0, many = FIRST_TABLES; at < tables.length && found.length <= question.limit; at += many, many *= 4) {
      const some = tables.slice(at, at + many);
      const cells = await cellsOfTables(
        tx,
        some.map(({ id }) => id),
      );
      for (const table of some) {
        const rows = listedRows(table, rowsOfCells(table.settings, cells.get(table.id) ?? []));
        rows.forEach((row, index) => {
          const isSeen = cursor !== null && table.planId === cursor[1] && table.versionNo === cursor[2] && index < skip;
          if (!isSeen) found.push({ row, key: [table.planName, table.planId, table.versionNo, index + 1] });
        });
      }
    }
    const last = tables.at(-1);
    if (!last || tables.length < TABLES_AT_ONCE) break;
    after = [last.planName, last.planId, last.versionNo];
    includesIt = false;
  }
  const page = found.slice(0, question.limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    next: found.length > question.limit && last ? encodeCursor(last.key) : null,
    total: await counting,
  };
}

const NONE = {
  tier: null,
  rate: null,
  factor: null,
  perUnit: null,
  employee: null,
  spouse: null,
  child: null,
  family: null,
} as const;

function listedRows({ settings, id, ...table }: ListedTable, rows: readonly GridRow[]): RateRow[] {
  const about = { ...table, ...NONE, tableId: id };
  if (rows.length === 0) return [{ ...about, id, ageGroup: '', unread: 0 }];
  return rows.map((row) => {
    const amount = (column: keyof GridRow['values']): Cents | null =>
      (row.values[column]?.amount ?? null) as Cents | null;
    const factor = amount('factor');
    return {
      ...about,
      id: `${id}-${row.key}`,
      ageGroup: row.tier ? '' : cellText(row, 'age'),
      tier: row.tier,
      rate: settings.method === 'age_curve' ? pricedFactor(settings, factor, rows) : amount('rate'),
      factor,
      perUnit: amount('per_unit'),
      employee: amount('employee'),
      spouse: amount('spouse'),
      child: amount('child'),
      family: amount('family'),
      unread: GRID_COLUMNS[settings.method].filter((column) => isUnread(row, column)).length,
    };
  });
}

/** The rate of an age before area and tobacco. */
function pricedFactor(
  { base, baseIs }: Extract<TableSettings, { method: 'age_curve' }>,
  factor: number | null,
  rows: readonly GridRow[],
): Cents | null {
  const per = baseIs === 'factor_one' ? 1000 : (rows[21]?.values.factor?.amount ?? null);
  return base === null || factor === null || per === null ? null : ratio(base, factor, per);
}

/** Returns all plans with their versions, by name. */
export async function plansWithRates(
  tx: Tx,
): Promise<{ id: string; code: string; name: string; line: CoverageLine; versions: RateVersion[] }[]> {
  const plans = await tx
    .selectFrom('healthPlans')
    .select(['id', 'planCode as code', 'planName as name', 'line'])
    .orderBy('planName')
    .orderBy('id')
    .execute();
  const versions = await versionsOfPlans(
    tx,
    plans.map(({ id }) => id),
  );
  const byPlan = Map.groupBy(versions, ({ planId }) => planId);
  return plans.map((plan) => ({ ...plan, line: plan.line as CoverageLine, versions: byPlan.get(plan.id) ?? [] }));
}

/** The version that a draft is compared with: the one in force on the day before, or the one it was copied from. */
function earlierOf(
  versions: readonly RateVersion[],
  table: { id: string; method: string; from: CalendarDate; copiedFrom: string | null },
) {
  const others = versions.filter(({ id, method }) => id !== table.id && method === table.method);
  const day = addDays(table.from, -1);
  return (
    others.find(({ periods }) => periods.some((period) => contains(period, day))) ??
    others.find(({ id }) => id === table.copiedFrom)
  );
}

/** Returns a version with its cells, its plan's versions, and what it is compared with. */
export async function rateTableDetail(tx: Tx, id: string, actor: Actor): Promise<RateTableDetail> {
  const table = await rateTableById(tx, id);
  const plan = await tx
    .selectFrom('healthPlans')
    .select(['id', 'planCode as code', 'planName as name', 'line'])
    .where('id', '=', table.planId)
    .executeTakeFirst();
  if (!plan) throw new Refusal('not_found', 'This plan does not exist.');
  const [versions, lastChange, activationChangeId, approvalAsked] = await Promise.all([
    versionsOfPlans(tx, [table.planId]),
    lastChangeOf(tx, id),
    activationOf(tx, id),
    waitingRequest(tx, 'rate_version', id),
  ]);
  const undoAsked = activationChangeId === null ? null : await waitingRequest(tx, 'rate_undo', activationChangeId);
  const earlier = earlierOf(versions, table);
  const cells = await cellsOfTables(tx, earlier ? [id, earlier.id] : [id]);
  const copied = versions.find((version) => version.id === table.copiedFrom);
  const settings = earlier ? (await rateTableById(tx, earlier.id)).settings : null;
  return {
    ...table,
    plan: { ...plan, line: plan.line as CoverageLine },
    createdBy: table.createdByName,
    periods: versions.find((version) => version.id === id)?.periods ?? [],
    copiedFrom: copied ? { id: copied.id, versionNo: copied.versionNo } : null,
    created: { by: table.createdByName, at: table.createdAt },
    lastChange,
    activated: table.activatedAt
      ? { by: table.activatedByName ?? '', at: table.activatedAt, reason: table.activationReason }
      : null,
    undoAsked: undoAsked && { by: undoAsked.by, at: undoAsked.at },
    approvalAsked: approvalAsked && { by: approvalAsked.by, at: approvalAsked.at },
    isAuthor: table.authors.includes(actor.id),
    cells: cells.get(id) ?? [],
    versions,
    before:
      earlier && settings
        ? { id: earlier.id, versionNo: earlier.versionNo, settings, cells: cells.get(earlier.id) ?? [] }
        : null,
    activationChangeId,
  };
}

/** Returns the activation of a version in the history, unless it was undone. */
export async function activationOf(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select c.id from changes c join change_items i on i.tenant_id = c.tenant_id and i.change_id = c.id
    where c.kind = 'rates_activated' and i.entity = ${RATE_TABLE} and i.entity_id = ${id}
      and not exists (select from changes u where u.tenant_id = c.tenant_id and u.undoes = c.id)
    order by c.made_at desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
