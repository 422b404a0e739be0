import type { RateCellEntry, RateVersion } from '@openbenefits/contract/rate-tables';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RatePeriod } from '@openbenefits/domain/plans/rate-periods';
import type { RatingMethod } from '@openbenefits/domain/plans/rate-table';
import type { StoredCell } from '@openbenefits/domain/plans/rate-row';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { timeWords } from '../../clock.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Methodology } from '../rate-books.ts';

export const RATE_TABLE = 'rate_table';

/** A version as it is stored, without its cells. */
export type RateTableRecord = {
  id: string;
  planId: string;
  versionNo: number;
  method: RatingMethod;
  methodology: Methodology;
  status: RateVersion['status'];
  from: CalendarDate;
  until: CalendarDate | null;
  settings: TableSettings;
  source: string | null;
  copiedFrom: string | null;
  version: number;
  createdBy: string;
  createdByName: string;
  createdAt: string;
  /** Everyone who created the version or changed any part of it. */
  authors: readonly string[];
  updatedAt: string;
  activatedBy: string | null;
  activatedByName: string | null;
  activatedAt: string | null;
  activationReason: string | null;
};

const COLUMNS = sql`t.id, t.plan_id, t.version_no, t.method, t.methodology, t.status, lower(t.valid) as "from", upper(t.valid) as until,
  t.settings || jsonb_build_object('method', t.method) as settings, t.source, t.copied_from, t.version, t.created_by, t.created_by_name, t.created_at,
  t.authors, t.updated_at, t.activated_by, t.activated_by_name, t.activated_at, t.activation_reason`;

const MISSING = 'This version of rates does not exist. It may have been deleted.';

/** Returns a version; `locked` to the end of the transaction. Rejects 'not_found'. */
export async function rateTableById(tx: Tx, id: string, locked = false): Promise<RateTableRecord> {
  const { rows } = await sql<RateTableRecord>`select ${COLUMNS} from rate_tables t where t.id = ${id}
    ${locked ? sql`for update` : sql``}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found', MISSING);
  return found;
}

/** Returns a draft, locked. Rejects a version that is no draft, and changes based on outdated values. */
export async function lockedDraft(work: Work, id: string, seen: number): Promise<RateTableRecord> {
  const table = await rateTableById(work.tx, id, true);
  if (table.status !== 'draft')
    throw new Refusal(
      'state',
      `Version ${table.versionNo} is active and cannot be changed. Make a new version instead.`,
    );
  if (table.version !== seen) {
    const last = await lastChangeOf(work.tx, id);
    const who = last
      ? `${last.by} changed this version on ${timeWords(last.at, work.services.clock)}.`
      : 'This version was changed in the meantime.';
    throw new Refusal('stale', `${who} Your entries are still on this page. Load the current rates to go on.`);
  }
  return table;
}

/** Returns who changed a version last, as the history says. */
export async function lastChangeOf(tx: Tx, id: string): Promise<{ by: string; at: string } | null> {
  const { rows } = await sql<{ by: string; at: string }>`
    select c.actor_name as by, c.made_at as at from changes c join change_items i on i.tenant_id = c.tenant_id and i.change_id = c.id
    where i.entity = ${RATE_TABLE} and i.entity_id = ${id} order by c.made_at desc, c.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

type CellRow = RateCellEntry & { tableId: string };

/** Returns the cells of versions, by version. */
export async function cellsOfTables(tx: Tx, ids: readonly string[]): Promise<Map<string, RateCellEntry[]>> {
  const { rows } = await sql<CellRow>`
    select table_id, place, kind, age_from, age_to, age_entered, amount, entered, entered_by_name as by, entered_at as at
    from rate_cells where table_id = any (${[...ids]}::uuid[])`.execute(tx);
  const cells = new Map<string, RateCellEntry[]>(ids.map((id) => [id, []]));
  for (const { tableId, ...cell } of rows) cells.get(tableId)?.push(cell);
  return cells;
}

export const storedCells = (cells: readonly RateCellEntry[]): StoredCell[] => [...cells];

/** Returns the versions of plans in the order of their numbers, each with the periods in which it is in force. */
export async function versionsOfPlans(
  tx: Tx,
  planIds: readonly string[],
): Promise<(RateVersion & { planId: string })[]> {
  const { rows } = await sql<RateVersion & { planId: string }>`
    select t.id, t.plan_id, t.version_no, t.method, t.methodology, t.status, lower(t.valid) as "from", upper(t.valid) as until, t.created_by_name as created_by,
      coalesce((select jsonb_agg(jsonb_build_object('from', lower(r.valid), 'until', upper(r.valid)) order by r.valid)
        from rate_periods r where r.table_id = t.id and upper_inf(r.recorded)), '[]') as periods
    from rate_tables t where t.plan_id = any (${[...planIds]}::uuid[]) order by t.plan_id, t.version_no`.execute(tx);
  return rows;
}

/** Returns the periods of a plan and methodology that are in force as known now. */
export async function periodsInForce(tx: Tx, planId: string, methodology: Methodology): Promise<RatePeriod[]> {
  const { rows } = await sql<RatePeriod>`
    select table_id, lower(valid) as "from", upper(valid) as until from rate_periods
    where plan_id = ${planId} and methodology = ${methodology} and upper_inf(recorded) order by valid`.execute(tx);
  return rows;
}
