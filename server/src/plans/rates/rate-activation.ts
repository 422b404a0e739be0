import {
  addDays,
  addMonths,
  type CalendarDate,
  firstOfNextMonth,
  formatDate,
  type Period,
} from '@openbenefits/domain/calendar-date';
import { dateSeries } from '@openbenefits/domain/date-series';
import { counted } from '@openbenefits/domain/counted';
import { errorsOf, gridProblems } from '@openbenefits/domain/plans/rate-grid-problems';
import {
  gapsBetween,
  type RatePeriod,
  replacedBy,
  takeOver,
  type TakenOver,
} from '@openbenefits/domain/plans/rate-periods';
import { rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import { tableOf } from '@openbenefits/domain/plans/table-settings';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Methodology } from '../rate-books.ts';
import {
  cellsOfTables,
  lockedDraft,
  periodsInForce,
  RATE_TABLE,
  type RateTableRecord,
  rateTableById,
  storedCells,
} from './rate-table-record.ts';
import { lockPlan } from './rate-tables.operations.ts';

/** What keeps a version a draft: its errors, as sentences. */
export async function faultsOf(tx: Tx, table: RateTableRecord): Promise<string[]> {
  const cells = storedCells((await cellsOfTables(tx, [table.id])).get(table.id) ?? []);
  const errors = errorsOf(gridProblems(table.settings, rowsOfCells(table.settings, cells)));
  if (errors.length > 0) return errors.map(({ place, text }) => (place === null ? text : `${place}: ${text}`));
  return tableOf(table.settings, cells) ? [] : ['The version cannot be priced.'];
}

/** Why this person cannot activate the version now. */
async function refusalOf(tx: Tx, table: RateTableRecord, actorId: string): Promise<string | null> {
  if (table.status !== 'draft') return `Version ${table.versionNo} is active already.`;
  const faults = await faultsOf(tx, table);
  if (faults.length > 0)
    return `${counted(faults.length, 'problem')} ${faults.length === 1 ? 'keeps' : 'keep'} this version a draft.`;
  if (table.authors.includes(actorId)) return 'You entered or changed this version, so another person activates it.';
  return null;
}

const MOST_MONTHS = 120;

/** First days of the months of a period that have begun, of at most ten years. */
function begunMonths({ from, until }: Period, today: CalendarDate): CalendarDate[] {
  const months: CalendarDate[] = [];
  const next = firstOfNextMonth(today);
  const end = until !== null && until < next ? until : next;
  for (const month of dateSeries((step) => addMonths(from, step))) {
    if (month >= end || months.length === MOST_MONTHS) break;
    months.push(month);
  }
  return months;
}

async function numbersOf(tx: Tx, planId: string): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('rateTables').select(['id', 'versionNo']).where('planId', '=', planId).execute();
  return new Map(rows.map(({ id, versionNo }) => [id, versionNo]));
}

/** Returns what activation would do. */
export async function previewActivation({ tx, actor, today }: Work, { id }: { id: string }) {
  const table = await rateTableById(tx, id);
  const current = await periodsInForce(tx, table.planId, table.methodology);
  const { taken, periods } = takeOver(current, { tableId: id, from: table.from, until: table.until });
  const numbers = await numbersOf(tx, table.planId);
  const gap = gapsBetween(periods).find(({ until }) => until === table.from) ?? null;
  return {
    refusal: await refusalOf(tx, table, actor.id),
    taken: taken.map((one) => ({ ...one, after: [...one.after], versionNo: numbers.get(one.tableId) ?? 0 })),
    begunMonths: begunMonths(table, today),
    gap,
  };
}

const LEAST_REASON = 4;

async function requireActivatable(work: Work, table: RateTableRecord, reason: string): Promise<void> {
  const faults = await faultsOf(work.tx, table);
  if (faults.length > 0)
    throw new Refusal(
      'state',
      `${counted(faults.length, 'problem')} ${faults.length === 1 ? 'keeps' : 'keep'} this version a draft.`,
      faults.map((message) => ({ path: 'cells', message })),
    );
  const [first] = begunMonths(table, work.today);
  if (first && reason.length < LEAST_REASON) {
    const message = `This version applies to months that have begun, from ${formatDate(first)}. Enter a reason of at least ${LEAST_REASON} characters.`;
    throw new Refusal('invalid', message, [{ path: 'reason', message }]);
  }
}

/** Closes the recorded periods that change, and adds what holds from now on. */
export async function replacePeriods(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  plan: { planId: string; methodology: Methodology },
  before: readonly RatePeriod[],
  after: readonly RatePeriod[],
): Promise<void> {
  const keyOf = ({ tableId, from, until }: RatePeriod): string => `${tableId} ${from} ${until}`;
  const [was, is] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  for (const { tableId, from, until } of before.filter((period) => !is.has(keyOf(period))))
    await sql`update rate_periods set recorded = tstzrange(lower(recorded), greatest(${now}::timestamptz, lower(recorded)))
      where plan_id = ${plan.planId} and methodology = ${plan.methodology} and table_id = ${tableId}
        and valid = daterange(${from}::date, ${until}::date) and upper_inf(recorded)`.execute(tx);
  for (const { tableId, from, until } of after.filter((period) => !was.has(keyOf(period))))
    await sql`insert into rate_periods (id, plan_id, table_id, methodology, valid, recorded)
      values (${uuidv7()}, ${plan.planId}, ${tableId}, ${plan.methodology}, daterange(${from}::date, ${until}::date), tstzrange(${now}::timestamptz, null))`.execute(
      tx,
    );
}

/**
 * Activates a draft, once that is approved: it takes over from its first day to its end. Rejects one with errors, and
 * months that have begun without a reason.
 */
export async function activateNow(work: Work, id: string, reason: string): Promise<void> {
  const { tx, actor, now } = work;
  const { planId, version } = await rateTableById(tx, id);
  const plan = await lockPlan(tx, planId);
  const table = await lockedDraft(work, id, version);
  await requireActivatable(work, table, reason);
  const before = await periodsInForce(tx, planId, table.methodology);
  const added = { tableId: table.id, from: table.from, until: table.until };
  const { taken, periods } = takeOver(before, added);
  await replacePeriods(work, table, before, periods);
  const replaced = replacedBy(periods, taken);
  if (replaced.length > 0)
    await tx
      .updateTable('rateTables')
      .set({ status: 'replaced', updatedAt: now })
      .where('id', 'in', replaced)
      .execute();
  await tx
    .updateTable('rateTables')
    .set({
      status: 'active',
      version: table.version + 1,
      updatedAt: now,
      activatedBy: actor.id,
      activatedByName: actor.name,
      activatedAt: now,
      activationReason: reason || null,
    })
    .where('id', '=', table.id)
    .execute();
  await recordChange(work, {
    kind: 'rates_activated',
    summary: `Activated version ${table.versionNo} of the rates of ${plan.name} from ${formatDate(table.from)}`,
    reason: reason || undefined,
    effectiveDate: table.from,
    items: [
      {
        entity: RATE_TABLE,
        entityId: table.id,
        action: 'changed',
        before: { Status: 'Draft', periods: before },
        after: { Status: 'Active', periods },
      },
      ...(await itemsOfTaken(tx, planId, taken)),
    ],
  });
}

const periodText = ({ from, until }: Period): string =>
  until === null ? `from ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(addDays(until, -1))}`;

async function itemsOfTaken(tx: Tx, planId: string, taken: readonly TakenOver[]) {
  const numbers = await numbersOf(tx, planId);
  return taken.map(({ tableId, before, after }) => ({
    entity: RATE_TABLE,
    entityId: tableId,
    action: 'changed' as const,
    before: { [`Version ${numbers.get(tableId)}, in force`]: periodText(before) },
    after: { [`Version ${numbers.get(tableId)}, in force`]: after.map(periodText).join(', ') || 'Replaced' },
  }));
}
