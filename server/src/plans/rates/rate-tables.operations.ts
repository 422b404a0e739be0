import type { SentFile } from '@openbenefits/contract/rating-data';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { readRateFile } from '@openbenefits/domain/plans/rate-file';
import {
  applyEdits,
  type BasisPoints,
  type GridEdits,
  increased,
  increaseBlock,
  MOST_ROWS,
} from '@openbenefits/domain/plans/rate-grid';
import { errorsOf, gridProblems } from '@openbenefits/domain/plans/rate-grid-problems';
import { problemsOfRatePeriod } from '@openbenefits/domain/plans/rate-periods';
import { blankRow, GRID_COLUMNS, type GridRow, hasAgeGroups, rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import type { RatingMethod } from '@openbenefits/domain/plans/rate-table';
import { methodologyOf, type TableSettings } from '@openbenefits/domain/plans/table-settings';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../../change-sets.ts';
import { withdrawRequest } from '../../approvals/approvals.operations.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { differencesBetween, periodTexts, writeCells } from './rate-cells.ts';
import { cellsOfTables, lockedDraft, RATE_TABLE, type RateTableRecord, rateTableById } from './rate-table-record.ts';
import { cellsOfFile } from './sent-file.ts';

type Dates = { from: CalendarDate; until: CalendarDate | null };

const problem = (path: string, message: string): Refusal => new Refusal('invalid', message, [{ path, message }]);

/** Locks the plan, so that version numbers and periods follow each other. */
export async function lockPlan(tx: Tx, planId: string): Promise<{ id: string; name: string; line: string }> {
  const plan = await tx
    .selectFrom('healthPlans')
    .select(['id', 'planName as name', 'line'])
    .where('id', '=', planId)
    .forUpdate()
    .executeTakeFirst();
  if (!plan) throw new Refusal('not_found', 'This plan does not exist.');
  return plan;
}

/** Volume is for life and disability, the other methods for all other lines. */
function requireMethodOfLine(method: RatingMethod, line: string): void {
  const isVolume = line === 'life' || line === 'disability';
  if (method === 'volume' && !isVolume)
    throw problem(
      'method',
      'Rates by volume are for life and disability plans. Choose composite, banded or age curve.',
    );
}

/** Stores `method` apart from the other settings. */
const storedSettings = ({ method: _method, ...settings }: TableSettings): string => JSON.stringify(settings);

type Contents = { settings: TableSettings; rows: readonly GridRow[] };

async function contentsOf(tx: Tx, table: Pick<RateTableRecord, 'id' | 'settings'>): Promise<Contents> {
  const cells = await cellsOfTables(tx, [table.id]);
  return { settings: table.settings, rows: rowsOfCells(table.settings, cells.get(table.id) ?? []) };
}

/** A copy with every rate raised; a curve raises its base and keeps its factors. */
function raised({ settings, rows }: Contents, by: BasisPoints): Contents {
  if (by === 0) return { settings, rows };
  if (settings.method === 'age_curve')
    return { rows, settings: { ...settings, base: settings.base === null ? null : increased(settings.base, by) } };
  const all = {
    from: { row: 0, column: 0 },
    to: { row: rows.length - 1, column: GRID_COLUMNS[settings.method].length - 1 },
  };
  return { settings, rows: increaseBlock(rows, settings.method, all, by) };
}

/** The factors of the state's curve that the settings name, copied into the version. */
async function withCurve(
  tx: Tx,
  settings: TableSettings,
  rows: readonly GridRow[],
  from: CalendarDate,
): Promise<readonly GridRow[]> {
  if (settings.method !== 'age_curve' || settings.curve === null) return rows;
  const curve = await tx
    .selectFrom('ageCurves')
    .select('factors')
    .where('code', '=', settings.curve)
    .where('validFrom', '<=', from)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!curve) throw problem('curve', `There is no age curve “${settings.curve}” on ${formatDate(from)}.`);
  return rows.map((row) => ({
    ...row,
    values: { factor: { amount: curve.factors[row.place] ?? null, entered: null } },
  }));
}

async function readFile(file: SentFile, present: TableSettings | null) {
  const read = readRateFile(await cellsOfFile(file), present);
  if ('problem' in read) throw problem('file', read.problem);
  return read;
}

type NewContent =
  | { kind: 'empty'; settings: TableSettings }
  | { kind: 'copy'; tableId: string; increase: BasisPoints }
  | { kind: 'file'; file: SentFile };

type Made = Contents & { source: string | null; copiedFrom: string | null; remarks: readonly string[]; how: string };

async function contentOfNew({ tx }: Work, planId: string, from: CalendarDate, content: NewContent): Promise<Made> {
  const none = { source: null, copiedFrom: null, remarks: [] };
  if (content.kind === 'empty') {
    const { settings } = content;
    // A row to begin with, which a paste replaces.
    const first = hasAgeGroups(settings.method) ? [blankRow(0)] : rowsOfCells(settings, []);
    return { ...none, settings, rows: await withCurve(tx, settings, first, from), how: 'empty' };
  }
  if (content.kind === 'file') {
    const { settings, rows, remarks } = await readFile(content.file, null);
    return { ...none, settings, rows, remarks, source: content.file.name, how: `from ${content.file.name}` };
  }
  const original = await rateTableById(tx, content.tableId);
  if (original.planId !== planId) throw problem('tableId', 'Copy a version of the same plan.');
  const copy = raised(await contentsOf(tx, original), content.increase);
  const by = content.increase === 0 ? '' : `, changed by ${(content.increase / 100).toFixed(2)}%`;
  return { ...none, ...copy, copiedFrom: original.id, how: `from version ${original.versionNo}${by}` };
}

/** Makes a draft of a new version: empty, copied, raised by a percentage, or from a file. */
export async function createRateTable(
  work: Work,
  input: { planId: string; from: CalendarDate; until: CalendarDate | null; content: NewContent },
): Promise<{ id: string; version: number; remarks: string[] }> {
  const { tx, actor, now, note } = work;
  refuseIfAny(problemsOfRatePeriod(input));
  const plan = await lockPlan(tx, input.planId);
  const made = await contentOfNew(work, input.planId, input.from, input.content);
  requireMethodOfLine(made.settings.method, plan.line);
  const id = uuidv7();
  const { rows: inserted } = await sql<{ versionNo: number }>`
    insert into rate_tables (id, plan_id, version_no, method, valid, status, settings, source, copied_from, created_by, created_by_name, authors, created_at, updated_at)
    select ${id}, ${input.planId}, coalesce(max(version_no), 0) + 1, ${made.settings.method}, daterange(${input.from}::date, ${input.until}::date), 'draft',
      ${storedSettings(made.settings)}::jsonb, ${made.source}, ${made.copiedFrom}, ${actor.id}, ${actor.name}, ${[actor.id]}::text[], ${now}, ${now}
    from rate_tables where plan_id = ${input.planId} returning version_no`.execute(tx);
  await writeCells(work, id, made.settings, [], made.rows);
  const { after } = differencesBetween(null, made);
  await recordChange(work, {
    kind: 'rates_version_created',
    summary: `Created version ${inserted[0]?.versionNo} of the rates of ${plan.name} ${made.how}`,
    effectiveDate: input.from,
    items: [{ entity: RATE_TABLE, entityId: id, action: 'added', after: { ...periodTexts(input), ...after } }],
  });
  note({ targetKind: RATE_TABLE, targetId: id });
  return { id, version: 1, remarks: [...made.remarks] };
}

/** Saves a draft's new state and its history entry; returns the new version of the record. */
async function saveDraft(
  work: Work,
  table: RateTableRecord,
  before: Contents,
  after: Contents,
  also: { period?: Dates | undefined; source?: string; summary?: string },
): Promise<{ id: string; version: number; updatedAt: string }> {
  const { tx, actor, now, note } = work;
  if (after.rows.length > MOST_ROWS) throw problem('rows', `A rate table has at most ${MOST_ROWS} rows.`);
  const dates = also.period ?? table;
  const changes = differencesBetween(before, after);
  const [wasPeriod, isPeriod] = [periodTexts(table), periodTexts(dates)];
  for (const name of Object.keys(isPeriod))
    if (wasPeriod[name] !== isPeriod[name]) {
      changes.names.push(name);
      changes.before[name] = wasPeriod[name] ?? null;
      changes.after[name] = isPeriod[name] ?? null;
    }
  note({ targetKind: RATE_TABLE, targetId: table.id, itemCount: changes.names.length });
  if (changes.names.length === 0 && also.source === undefined)
    return { id: table.id, version: table.version, updatedAt: table.updatedAt };
  await withdrawRequest(work, 'rate_version', table.id, 'The draft was changed.');
  // Before the cells: a set of tiers or a method without some kinds of cells drops them.
  await writeCells(work, table.id, after.settings, before.rows, after.rows);
  await sql`
    update rate_tables set method = ${after.settings.method}, settings = ${storedSettings(after.settings)}::jsonb,
      valid = daterange(${dates.from}::date, ${dates.until}::date), version = version + 1, updated_at = ${now},
      authors = array(select unnest(authors) union select ${actor.id})
      ${also.source === undefined ? sql`` : sql`, source = ${also.source}`} where id = ${table.id}`.execute(tx);
  await recordChange(work, {
    kind: 'rates_edited',
    summary:
      also.summary ??
      `Changed ${counted(changes.names.length, 'entry', 'entries')} of version ${table.versionNo} of the rates of ${(await planOf(tx, table.planId)).name}`,
    effectiveDate: dates.from,
    items: [
      { entity: RATE_TABLE, entityId: table.id, action: 'changed', before: changes.before, after: changes.after },
    ],
  });
  return { id: table.id, version: table.version + 1, updatedAt: now };
}

async function planOf(tx: Tx, planId: string): Promise<{ name: string; line: string }> {
  const plan = await tx
    .selectFrom('healthPlans')
    .select(['planName as name', 'line'])
    .where('id', '=', planId)
    .executeTakeFirstOrThrow();
  return plan;
}

/** Saves changed cells, settings and the period of a draft. Rejects 'stale' where another user saved since. */
export async function saveRateTable(
  work: Work,
  input: {
    id: string;
    version: number;
    edits?: GridEdits | undefined;
    settings?: TableSettings | undefined;
    period?: Dates | undefined;
    source?: string | undefined;
  },
): Promise<{ id: string; version: number; updatedAt: string }> {
  if (input.period) refuseIfAny(problemsOfRatePeriod(input.period));
  const table = await lockedDraft(work, input.id, input.version);
  const before = await contentsOf(work.tx, table);
  // What was not read is given up only by naming what is left of it.
  const settings = { ...(input.settings ?? table.settings), unread: input.settings?.unread ?? table.settings.unread };
  if (settings.method !== table.method)
    throw problem('settings', 'The rating method of a version cannot be changed. Make a new version.');
  const edited = input.edits ? applyEdits(before.rows, table.method, input.edits) : before.rows;
  const rows =
    settings.method === 'composite'
      ? rowsOfCells(settings, []).map((row) => edited.find(({ key }) => key === row.key) ?? row)
      : edited;
  return saveDraft(work, table, before, { settings, rows }, { period: input.period, source: input.source });
}

/** Replaces the rates of a draft by those of a file. Text that is no amount is kept at its cell. */
export async function importRates(
  work: Work,
  input: { id: string; version: number; file: SentFile },
): Promise<{ id: string; version: number; remarks: string[]; rows: number; problems: number }> {
  const table = await lockedDraft(work, input.id, input.version);
  const { name, line } = await planOf(work.tx, table.planId);
  const before = await contentsOf(work.tx, table);
  const read = await readFile(input.file, table.settings);
  requireMethodOfLine(read.settings.method, line);
  if (methodologyOf(read.settings.method) !== methodologyOf(table.method))
    throw problem('file', 'This file has rates of another methodology. Make a new version from it.');
  const { version } = await saveDraft(work, table, before, read, {
    source: input.file.name,
    summary: `Imported ${input.file.name} into version ${table.versionNo} of the rates of ${name}`,
  });
  const problems = errorsOf(gridProblems(read.settings, read.rows)).length;
  return { id: table.id, version, remarks: [...read.remarks], rows: read.rows.length, problems };
}

/** Deletes a draft. Its rates stay in the history. */
export async function removeRateTable(
  work: Work,
  input: { id: string; version: number },
): Promise<{ id: string; planId: string }> {
  const table = await lockedDraft(work, input.id, input.version);
  await withdrawRequest(work, 'rate_version', table.id, 'The draft was deleted.');
  const contents = await contentsOf(work.tx, table);
  const { after } = differencesBetween(null, contents);
  const { name } = await planOf(work.tx, table.planId);
  await sql`update rate_tables set copied_from = null where copied_from = ${table.id}`.execute(work.tx);
  // A version that was in force once is kept, since a price as it was known then needs it.
  const wasInForce = await work.tx
    .selectFrom('ratePeriods')
    .select('id')
    .where('tableId', '=', table.id)
    .limit(1)
    .executeTakeFirst();
  if (wasInForce)
    await work.tx
      .updateTable('rateTables')
      .set({ status: 'replaced', updatedAt: work.now })
      .where('id', '=', table.id)
      .execute();
  else await work.tx.deleteFrom('rateTables').where('id', '=', table.id).execute();
  await recordChange(work, {
    kind: 'rates_deleted',
    summary: `Deleted the draft version ${table.versionNo} of the rates of ${name}`,
    effectiveDate: table.from,
    items: [{ entity: RATE_TABLE, entityId: table.id, action: 'removed', before: { ...periodTexts(table), ...after } }],
  });
  work.note({ targetKind: RATE_TABLE, targetId: table.id });
  return { id: table.id, planId: table.planId };
}
