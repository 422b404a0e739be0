import type { CalendarDate } from '../../../calendar-date.ts';
import type { RecordProblem } from '../../enrollment-record.ts';
import type { CensusField } from '../headings/fields.ts';
import { planInCell } from '../headings/plan-and-level.ts';
import type { CensusCells, CensusPlace } from '../row-cells.ts';
import { readTier, type CellValue } from '../values/cell-values.ts';
import { readDate } from '../values/read-date.ts';
import { readStatus } from './status.ts';

/** No cell with a word and a day is longer. */
const LONGEST = 120;
const DAY = '\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{2,4}|\\d{1,2}[- ][a-z]{3,9}[- ,]+\\d{2,4}|[a-z]{3,9}\\.? \\d{1,2},? \\d{4}';
const BETWEEN = '[\\s,;:(\\[\\p{Pd}/]+';
const SAYS_START = '(?:eff(?:ective)?|start(?:s|ing|ed)?|begin(?:s|ning)?|beg|from|as of)';
const SAYS_END = '(?:term(?:s|ed|inated|inates|inating|ination)?|end(?:s|ed|ing)?|cancel(?:led|ed|s)?|thru|through|until|to|last day)';
const DATE_OF = '(?:\\s*(?:date|dt|on|as of|eff(?:ective)?))?[.:\\s]*';

const STATUS_DAY = new RegExp(`^(\\D*?\\p{L})${BETWEEN}(?:(?:eff(?:ective)?|on|as of|date|since|from)[.:\\s]*){0,2}(${DAY})\\s*[)\\]]*$`, 'iu');
const WORD_DAY = new RegExp(`^(.*[^\\s(\\[,;:\\p{Pd}/])${BETWEEN}(${SAYS_START}|${SAYS_END})${DATE_OF}(${DAY})\\s*[)\\]]*$`, 'iu');
/** 2/1/2026 - 10/31/2026, from 2/1/2026 to 10/31/2026. */
const RANGE = new RegExp(
  `^(.*?[^\\s(\\[,;:\\p{Pd}/])${BETWEEN}(?:${SAYS_START}${DATE_OF})?(${DAY})\\s*(?:[\\p{Pd}]|to|thru|through|until)\\s*(${DAY})\\s*[)\\]]*$`,
  'iu',
);
const IS_END = new RegExp(`^${SAYS_END}$`, 'i');

const STATUS_TOLD = {
  left: ['terminationDate', 'A day beside a status (such as Terminated 10/31/2026) was read as the last day of employment'],
  waived: ['waivedFrom', 'A day beside a status (such as Waived 1/1/2026) was read as the day from which coverage is waived'],
} as const;
export const DAYS_OF_PLAN = 'A day beside the plan in its cell (such as eff 2/1/2026 or term 10/31/2026) was read as the first or last day of its coverage';

/** The word and the day of a status; undefined where no day stands behind it. */
export function statusAndDay(cell: CellValue): { status: string; day: string } | undefined {
  const [, status, day] = (typeof cell === 'string' && cell.length <= LONGEST && /\d/.test(cell) && STATUS_DAY.exec(cell.trim())) || [];
  return status === undefined || day === undefined ? undefined : { status, day };
}

/** What stands before the days of a cell, and the days; undefined where none does. */
export function daysBehind(cell: CellValue): { rest: string; from?: string; until?: string } | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST || !/\d/.test(cell)) return undefined;
  const [, whole, first, last] = RANGE.exec(cell.trim()) ?? [];
  if (whole !== undefined && first !== undefined && last !== undefined) return { rest: whole, from: first, until: last };
  let rest = cell.trim();
  const found: { from?: string; until?: string } = {};
  for (let match = WORD_DAY.exec(rest); match; match = WORD_DAY.exec(rest)) {
    const [, before = '', word = '', day] = match;
    const part = IS_END.test(word) ? 'until' : 'from';
    if (day === undefined || found[part] !== undefined) return undefined;
    found[part] = day;
    rest = before.replace(/[\s([]+$/, '');
  }
  return found.from === undefined && found.until === undefined ? undefined : { rest, ...found };
}

/** Whether a status or a plan holds two numbers with a sign between: asked of every row, most of which have none. */
function mayHoldDays(cells: CensusCells): boolean {
  for (const [field, cell] of cells)
    if (typeof cell === 'string' && (field === 'status' || field.startsWith('plan.')) && cell.length <= LONGEST && /\d\D{1,12}\d/.test(cell)) return true;
  return false;
}

/**
 * The cells with the days that stand behind a status or a plan in columns of their own, where no column says otherwise: Terminated 10/31/2026, MED-PPO eff
 * 2/1/2026. Undefined where there are none; what contradicts another column stays as it is, and is asked.
 */
export function withDaysApart(cells: CensusCells, place: CensusPlace): { cells: CensusCells; told: RecordProblem[] } | undefined {
  if (!mayHoldDays(cells)) return undefined;
  const apart = new Map(cells);
  const told: RecordProblem[] = [];
  const dayOf = (field: CensusField, day: CellValue): CalendarDate | undefined =>
    readDate(day, { ...(place.datesOf?.get(field) ?? place.dates), orders: undefined });
  const status = cells.get('status');
  const beside = status === undefined ? undefined : statusAndDay(status);
  const kind = beside && readStatus(beside.status);
  if (beside && (kind === 'left' || kind === 'waived')) {
    const [field, message] = STATUS_TOLD[kind];
    if (!cells.has(field) && !(kind === 'left' && cells.has('until')) && dayOf(field, beside.day) !== undefined) {
      apart.set('status', beside.status).set(field, beside.day);
      told.push({ field, code: 'day_beside', message });
    }
  }
  for (const [field, cell] of cells)
    if (field.startsWith('plan.') && ofPlan(field, cell, { apart, place, dayOf })) told.push({ field, code: 'day_beside', message: DAYS_OF_PLAN });
  return told.length === 0 ? undefined : { cells: apart, told };
}

type OfPlan = { apart: Map<CensusField, CellValue>; place: CensusPlace; dayOf: (field: CensusField, day: CellValue) => CalendarDate | undefined };

function ofPlan(field: CensusField, cell: CellValue, { apart, place, dayOf }: OfPlan): boolean {
  const { lineOfPlan, words } = place;
  if (!lineOfPlan || typeof cell !== 'string' || lineOfPlan(cell) !== undefined || words.meaning('waiver', cell) !== undefined) return false;
  const found = daysBehind(cell);
  if (!found) return false;
  const isPlan = (plan: string): boolean => lineOfPlan(plan) !== undefined;
  if (!isPlan(found.rest) && planInCell(found.rest, isPlan, (word) => words.meaning('tier', word) ?? readTier(word)) === undefined) return false;
  const of = field.slice('plan.'.length);
  const days: [CensusField, string][] = [];
  for (const part of ['from', 'until'] as const) {
    const day = found[part];
    if (day === undefined) continue;
    const own = `${part}.${of}` as CensusField;
    const said = apart.get(own) ?? apart.get(part);
    const read = dayOf(own, day);
    if (read === undefined || (said !== undefined && dayOf(apart.has(own) ? own : part, said) !== read)) return false;
    if (said === undefined) days.push([own, day]);
  }
  apart.set(field, found.rest);
  for (const [own, day] of days) apart.set(own, day);
  return true;
}
