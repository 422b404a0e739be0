import { fileMessage, worded } from '../../messages/file-message.ts';
import type { CalendarDate } from '../../../calendar-date.ts';
import type { CoverageLine } from '../../../coverage-line.ts';
import type { RecordProblem } from '../../enrollment-record.ts';
import type { CensusField } from '../headings/fields.ts';
import { planInCell } from '../headings/plan-and-level.ts';
import type { CensusCells, CensusPlace } from '../row-cells.ts';
import { readTier } from '../values/cell-values.ts';
import type { CellValue } from '../values/cell-value.ts';
import { readDate } from '../values/read-date.ts';
import { readStatus } from './status.ts';

/** No cell with a word and a day is longer. */
const LONGEST = 120;
const DAY = '\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{2,4}|\\d{1,2}[- ][a-z]{3,9}[- ,]+\\d{2,4}|[a-z]{3,9}\\.? \\d{1,2},? \\d{4}';
const BETWEEN = '[\\s,;:(\\[\\p{Pd}/]+';
const SAYS_START = '(?:eff(?:ective)?|start(?:s|ing|ed)?|begin(?:s|ning)?|beg|from|as of)';
const SAYS_END =
  '(?:term(?:s|ed|inated|inates|inating|ination)?|end(?:s|ed|ing)?|cancel(?:led|ed|s)?|thru|through|until|to|last day)';
const DATE_OF = '(?:\\s*(?:date|dt|on|as of|eff(?:ective)?))?[.:\\s]*';

const STATUS_DAY = new RegExp(
  `^(\\D*?\\p{L})${BETWEEN}(?:(?:eff(?:ective)?|on|as of|date|since|from)[.:\\s]*){0,2}(${DAY})\\s*[)\\]]*$`,
  'iu',
);
const WORD_DAY = new RegExp(
  `^(.*[^\\s(\\[,;:\\p{Pd}/])${BETWEEN}(${SAYS_START}|${SAYS_END})${DATE_OF}(${DAY})\\s*[)\\]]*$`,
  'iu',
);
/** 2/1/2026 - 10/31/2026, from 2/1/2026 to 10/31/2026. */
const RANGE = new RegExp(
  `^(.*?[^\\s(\\[,;:\\p{Pd}/])${BETWEEN}(?:${SAYS_START}${DATE_OF})?(${DAY})\\s*(?:[\\p{Pd}]|to|thru|through|until)\\s*(${DAY})\\s*[)\\]]*$`,
  'iu',
);
/**
 * A cell of nothing but a first and a last day, or a first one of what goes on: 1/1/2026 - 12/31/2026, from 1/1/2026 to
 * present.
 */
const PERIOD = new RegExp(
  `^(?:${SAYS_START}${DATE_OF})?(${DAY})\\s*(?:[\\p{Pd}]|to|thru|through|until)\\s*(?:(${DAY})|present|current|ongoing|open|no end)$`,
  'iu',
);
/** No period is shorter than 1/1/26-1/1/27 or 1/1/2026-open. */
const SHORTEST_PERIOD = 13;
const IS_END = new RegExp(`^${SAYS_END}$`, 'i');

const STATUS_TOLD = {
  cobra: ['cobraBegin', fileMessage('cobra_date_in_cell')],
  left: ['terminationDate', fileMessage('status_date_as_termination')],
  waived: ['waivedFrom', fileMessage('status_date_as_waiver')],
} as const;
const STATUS_DAY_LEFT = fileMessage('status_date_unused');
const DAYS_OF_LEVEL = fileMessage('tier_date_as_start');
const DAYS_OF_LEVEL_LEFT = fileMessage('tier_date_unused');
const DAY_OF_LEVEL_DOUBTFUL = fileMessage('tier_date_unclear');
const COBRA_DAYS = ['cobraBegin', 'cobraEnd', 'cobraEventDate'] as const satisfies readonly CensusField[];
const DAYS_OF_PERIOD = fileMessage('period_in_cell');
const DAYS_OF_PLAN = fileMessage('plan_date_in_cell');

/** The word and the day of a status; undefined where no day stands behind it. */
export function statusAndDay(cell: CellValue): { status: string; day: string } | undefined {
  const [, status, day] =
    (typeof cell === 'string' && cell.length <= LONGEST && /\d/.test(cell) && STATUS_DAY.exec(cell.trim())) || [];
  return status === undefined || day === undefined ? undefined : { status, day };
}

/** What stands before the days of a cell, and the days; undefined where none does. */
export function daysBehind(cell: CellValue): { rest: string; from?: string; until?: string } | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST || !/\d/.test(cell)) return undefined;
  const [, whole, first, last] = RANGE.exec(cell.trim()) ?? [];
  if (whole !== undefined && first !== undefined && last !== undefined)
    return { rest: whole, from: first, until: last };
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

/** Family 1/1/2026, EE+SP (01/01/2026). */
const DAY_ALONE = new RegExp(`^(.*?[^\\s(\\[,;:\\p{Pd}/])${BETWEEN}(${DAY})\\s*[)\\]]*$`, 'iu');

const isOfLevel = (field: CensusField): boolean => field === 'tier' || field.startsWith('tier.');

const isOfStart = (field: CensusField): field is 'from' | `from.${CoverageLine}` =>
  field === 'from' || field.startsWith('from.');
const periodIn = (cell: CellValue | undefined): RegExpExecArray | null =>
  typeof cell === 'string' && cell.length >= SHORTEST_PERIOD && cell.length <= LONGEST
    ? PERIOD.exec(cell.trim())
    : null;

/**
 * Whether a status, a plan or a level holds two numbers with a sign between, or a first day is a period: asked of every
 * row, most of which have none.
 */
function mayHoldDays(cells: CensusCells): boolean {
  for (const field of cells.keys()) {
    if (isOfStart(field) && periodIn(cells.get(field))) return true;
    if (field !== 'status' && !field.startsWith('plan.') && !isOfLevel(field)) continue;
    const cell = cells.get(field);
    if (typeof cell === 'string' && cell.length <= LONGEST && /\d\D{1,12}\d/.test(cell)) return true;
  }
  return false;
}

/**
 * The cells with the days that stand behind a status or a plan in columns of their own, where no column says otherwise:
 * Terminated 10/31/2026, MED-PPO eff 2/1/2026. Undefined where there are none; what contradicts another column stays as
 * it is, and is asked.
 */
export function withDaysApart(
  cells: CensusCells,
  place: CensusPlace,
): { cells: CensusCells; told: RecordProblem[]; asked: RecordProblem[] } | undefined {
  if (!mayHoldDays(cells)) return undefined;
  const apart = new Map(cells);
  const told: RecordProblem[] = [];
  const asked: RecordProblem[] = [];
  const dayOf = (field: CensusField, day: CellValue): CalendarDate | undefined =>
    readDate(day, { ...(place.datesOf?.get(field) ?? place.dates), orders: undefined });
  told.push(...ofStatus(cells, { apart, place, dayOf }));
  for (const [field, cell] of cells)
    if (field.startsWith('plan.') && ofPlan(field, cell, { apart, place, dayOf }))
      told.push({ field, code: 'day_beside', ...worded(DAYS_OF_PLAN) });
    else if (isOfLevel(field))
      for (const one of ofLevel(field, cell, { apart, place, dayOf }))
        (one.code === 'day_doubtful' ? asked : told).push(one);
    else if (isOfStart(field) && ofStart(field, cells, { apart, place, dayOf }))
      told.push({ field, code: 'day_beside', ...worded(DAYS_OF_PERIOD) });
  return told.length + asked.length === 0 ? undefined : { cells: apart, told, asked };
}

type OfPlan = {
  apart: Map<CensusField, CellValue>;
  place: CensusPlace;
  dayOf: (field: CensusField, day: CellValue) => CalendarDate | undefined;
};

function ofStatus(cells: CensusCells, { apart, dayOf }: OfPlan): RecordProblem[] {
  const cell = cells.get('status');
  const beside = cell === undefined ? undefined : statusAndDay(cell);
  const status = beside?.status.replace(/\s+(?:since|from|as of|effective|eff|on|date)$/i, '') ?? '';
  const kind = beside && readStatus(status);
  if (!beside || kind === undefined) return [];
  const told = kind === 'left' || kind === 'waived' || kind === 'cobra' ? STATUS_TOLD[kind] : undefined;
  if (told === undefined || (kind === 'cobra' && COBRA_DAYS.some((field) => cells.has(field)))) {
    apart.set('status', status);
    return [{ field: 'status', code: 'day_beside', ...worded(STATUS_DAY_LEFT) }];
  }
  const [field, message] = told;
  if (cells.has(field) || (kind === 'left' && cells.has('until')) || dayOf(field, beside.day) === undefined) return [];
  apart.set('status', status).set(field, beside.day);
  return [{ field, code: 'day_beside', ...worded(message) }];
}

/**
 * The level alone, and its day as that of the coverage where no column says another one. Without a word beside it, only
 * the first of a month is taken for a start: any other may as well be the last day.
 */
function ofLevel(field: CensusField, cell: CellValue, { apart, place, dayOf }: OfPlan): RecordProblem[] {
  const { words } = place;
  const isLevel = (text: string): boolean => words.meaning('tier', text) !== undefined || readTier(text) !== undefined;
  if (typeof cell !== 'string' || cell.length > LONGEST || isLevel(cell)) return [];
  const [, bare, day] = DAY_ALONE.exec(cell.trim()) ?? [];
  const inWords = daysBehind(cell);
  const found: ReturnType<typeof daysBehind> =
    inWords ?? (bare !== undefined && day !== undefined ? { rest: bare, from: day } : undefined);
  if (!found || !isLevel(found.rest)) return [];
  const line = field.split('.')[1];
  const days: [CensusField, string][] = [];
  let isLeft = false;
  for (const part of ['from', 'until'] as const) {
    const said: string | undefined = found[part];
    if (said === undefined) continue;
    const own = (line === undefined ? part : `${part}.${line}`) as CensusField;
    const other = apart.has(own) ? own : apart.has(part) ? part : undefined;
    const isFirst = dayOf(own, said)?.endsWith('-01') ?? true;
    if (other === undefined && !inWords && !isFirst)
      return [{ field, code: 'day_doubtful', ...worded(DAY_OF_LEVEL_DOUBTFUL) }];
    // What is no day of the calendar is asked there.
    if (other === undefined) days.push([own, said]);
    else if (dayOf(other, apart.get(other) ?? '') !== dayOf(own, said)) isLeft = true;
  }
  apart.set(field, found.rest);
  for (const [own, day] of days) apart.set(own, day);
  return [{ field, code: 'day_beside', ...worded(isLeft ? DAYS_OF_LEVEL_LEFT : DAYS_OF_LEVEL) }];
}

/** The two days of a period; where a column says another last day, the cell stays as it is and is asked. */
function ofStart(field: 'from' | `from.${CoverageLine}`, cells: CensusCells, { apart, dayOf }: OfPlan): boolean {
  const [, first, last] = periodIn(cells.get(field)) ?? [];
  if (first === undefined || dayOf(field, first) === undefined) return false;
  if (last !== undefined) {
    const own = field.replace('from', 'until') as CensusField;
    const said = cells.get(own) ?? cells.get('until');
    const read = dayOf(own, last);
    if (read === undefined || (said !== undefined && dayOf(own, said) !== read)) return false;
    if (said === undefined) apart.set(own, last);
  }
  apart.set(field, first);
  return true;
}

function ofPlan(field: CensusField, cell: CellValue, { apart, place, dayOf }: OfPlan): boolean {
  const { lineOfPlan, words } = place;
  if (
    !lineOfPlan ||
    typeof cell !== 'string' ||
    lineOfPlan(cell) !== undefined ||
    words.meaning('waiver', cell) !== undefined
  )
    return false;
  const found = daysBehind(cell);
  if (!found) return false;
  const isPlan = (plan: string): boolean => lineOfPlan(plan) !== undefined;
  if (
    !isPlan(found.rest) &&
    planInCell(found.rest, isPlan, (word) => words.meaning('tier', word) ?? readTier(word)) === undefined
  )
    return false;
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
