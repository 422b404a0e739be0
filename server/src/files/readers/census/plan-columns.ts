import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { PLAN_NUMBERS, type CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { planNumbersOf } from '@openbenefits/domain/files/census/headings/numbered-plans';
import { OTHER_LINES, readLine } from '@openbenefits/domain/files/census/coverage/line';
import { isWaiverReason } from '@openbenefits/domain/files/census/coverage/waiver-reasons';
import { planInCell } from '@openbenefits/domain/files/census/headings/plan-and-level';
import {
  isElected,
  isNothing,
  isWaived,
  readTier,
  readYesNo,
  saysWaived,
} from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { TableRow } from './table-row.ts';
import type { LineOfPlan } from './same-person-twice.ts';

export type PlanColumn = { index: number; heading: string; line: CoverageLine; planKey: string };

const plain = (heading: string): string => heading.trim().replace(/\s+/g, ' ');

/** Medical PPO (MED-PPO). */
const IN_BRACKETS = /\(([^()]+)\)$/;

/** The plan that heads a column, with or without its price (MED-PPO $412.33), or behind another name. */
function planOfHeading(heading: string, lineOfPlan: LineOfPlan | undefined): string | undefined {
  if (!lineOfPlan || lineOfPlan(heading) !== undefined) return heading;
  const [, behind] = IN_BRACKETS.exec(heading) ?? [];
  if (behind !== undefined && lineOfPlan(behind) !== undefined) return behind;
  const inside = planInCell(heading, (plan) => lineOfPlan(plan) !== undefined);
  return inside?.isPriced && inside.tierKey === undefined ? inside.planKey : heading;
}

/** Columns that are headed by the code of a plan. Takes them from the ignored ones. */
export function planColumnsOf(
  texts: readonly string[],
  { ignored }: MatchedColumns,
  lineOfPlan: LineOfPlan | undefined,
): PlanColumn[] {
  return texts.flatMap((text, index): PlanColumn[] => {
    const heading = plain(text);
    const planKey = ignored.includes(heading) ? planOfHeading(heading, lineOfPlan) : undefined;
    const line = planKey === undefined ? undefined : lineOfPlan?.(planKey);
    if (planKey === undefined || line === undefined) return [];
    ignored.splice(ignored.indexOf(heading), 1);
    return [{ index, heading, line, planKey }];
  });
}

/** Empty, in words or as an amount: nobody has the plan. */
const saysNo = (cell: CellValue): boolean =>
  isWaived(cell) || isNothing(cell) || readYesNo(cell) === false || /^\$? ?[0.,-]+$/.test(String(cell).trim());

/**
 * A column for each plan, headed by its code, with a mark or a level in the row of whoever has it. Two plans of a line
 * are conflicts; where none is taken and Waived stands below one, the line is declined; `unread` are headings of
 * columns in which something else stands (an amount, a word), so that nobody knows whether the person has the plan.
 */
export function markPlans(
  columns: readonly PlanColumn[],
  row: TableRow,
  cells: Map<CensusField, CellValue>,
  conflicts: Set<CensusField>,
  unread: Set<string>,
): void {
  const declined = new Map<CoverageLine, CellValue>();
  for (const { index, heading, line, planKey } of columns) {
    const cell = row.cells[index];
    if (cell === undefined || cell === '') continue;
    const isLevel = readTier(cell) !== undefined && !isElected(cell);
    if (saysWaived(cell) && readYesNo(cell) === undefined) declined.set(line, cell);
    if (!isLevel && !isElected(cell) && readYesNo(cell) !== true) {
      if (!saysNo(cell)) unread.add(heading);
      continue;
    }
    if (cells.has(`plan.${line}`)) conflicts.add(`plan.${line}`);
    else cells.set(`plan.${line}`, planKey);
    if (isLevel) cells.set(`tier.${line}`, cell);
  }
  for (const [line, cell] of declined) if (!cells.has(`plan.${line}`)) cells.set(`plan.${line}`, cell);
}

/** What a column that names the line of each row may be headed by; Line may as well count the rows. */
const OF_LINES: ReadonlySet<string> = new Set(
  'line lines lob loc linetype lineofbusiness coverageline coveragekind kind type typeofcoverage typeofplan typeofbenefit typeofinsurance policytype product producttype productline category'.split(
    ' ',
  ),
);

/**
 * A column that nobody knows and that holds nothing but lines of coverage, in a list whose plans do not say by their
 * heading of which they are. Moves it from the ignored ones.
 */
export function useLineColumn(
  rows: readonly TableRow[],
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
): CensusColumn[] {
  const own = columns.filter((column) => column.dependent === 0 && !isWhereFilled(column));
  if (
    ignored.length === 0 ||
    own.some(({ field }) => field === 'line' || /^(?:plan|tier)\.(?!medical)/.test(field)) ||
    !own.some(({ field }) => field === 'plan.medical' || field === 'tier' || field === 'action')
  )
    return [];
  for (const [index, text] of texts.entries()) {
    const heading = plain(text);
    if (!ignored.includes(heading) || !OF_LINES.has(wordsOf(heading))) continue;
    const told = rows.flatMap(({ cells }) => cells[index] ?? []).filter((cell) => cell !== '' && !isNothing(cell));
    if (
      told.length === 0 ||
      !told.every((cell) => readLine(cell) !== undefined || OTHER_LINES.has(wordsOf(String(cell))))
    )
      continue;
    ignored.splice(ignored.indexOf(heading), 1);
    const found: CensusColumn = { index, heading, field: 'line', dependent: 0, how: 'likely' };
    columns.push(found);
    return [found];
  }
  return [];
}
/** Plan Import ID, Carrier Plan Code: beside the name of the plan it is the same plan. */
const IS_CODE = /plan.*(?:id|code|key)$/;

/** Whether a cell holds a plan beside other things, or several. */
function mayNamePlans(cell: CellValue | undefined, lineOfPlan: LineOfPlan): boolean {
  if (typeof cell !== 'string' || cell.length > LONGEST_PLANS) return false;
  return cell.split(BESIDE_PLANS).some((part) => part.length > 2 && lineOfPlan(part) !== undefined);
}
const LONGEST_PLANS = 200;
const BESIDE_PLANS = /[\s;,|()[\]/&+]+/;

/**
 * Columns that nobody knows by their headings and that hold nothing but plans, as the next plans of the row. `unsure`
 * are those that name plans among other things, or plans of a line that another column names in the same row, as a
 * description beside a code does. `marked` are the columns that are headed by a plan.
 */
export function electionsIn(
  rows: readonly TableRow[],
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
  {
    lineOfPlan,
    planId,
    marked,
  }: {
    lineOfPlan: LineOfPlan | undefined;
    planId: (planKey: string) => string | undefined;
    marked: readonly PlanColumn[];
  },
): { found: CensusColumn[]; unsure: string[] } {
  const found: CensusColumn[] = [];
  const unsure: string[] = [];
  if (!lineOfPlan || ignored.length === 0) return { found, unsure };
  const lineIn = (row: TableRow, index: number): CoverageLine | undefined => {
    const cell = row.cells[index];
    if (typeof cell !== 'string' || isWaived(cell)) return undefined;
    return lineOfPlan(cell) ?? lineOfPlan(planInCell(cell, (plan) => lineOfPlan(plan) !== undefined)?.planKey ?? '');
  };
  const isUnknown = (cell: CellValue | undefined): boolean =>
    typeof cell === 'string' &&
    cell !== '' &&
    !isWaived(cell) &&
    !isElected(cell) &&
    lineOfPlan(cell) === undefined &&
    !isWaiverReason(cell);
  const fits = ({ field, heading }: CensusColumn, line: CoverageLine | undefined): boolean =>
    field === `plan.${line}` || (field === 'plan.medical' && !/med|health/.test(wordsOf(heading)));
  const known = columns
    .filter((column) => column.dependent === 0 && column.field.startsWith('plan.') && !isWhereFilled(column))
    .map(({ index }) => index);
  const numbers = PLAN_NUMBERS.filter((number) => !planNumbersOf(columns.map(({ field }) => field)).includes(number));
  for (const [index, text] of texts.entries()) {
    if (!ignored.includes(plain(text))) continue;
    const told = rows.filter(
      ({ cells }) =>
        cells[index] !== undefined &&
        cells[index] !== '' &&
        !isNothing(cells[index]) &&
        !isWaived(cells[index]) &&
        !(isWaiverReason(cells[index]) && lineOfPlan(String(cells[index])) === undefined),
    );
    const plans = told.filter((row) => lineIn(row, index) !== undefined);
    const [number] = numbers;
    const before = (row: TableRow): number[] =>
      [...known, ...found.map((one) => one.index)].filter((other) => lineIn(row, other) === lineIn(row, index));
    const isAgain = (row: TableRow): boolean => before(row).length > 0;
    const isAnother = (row: TableRow): boolean =>
      before(row).some((other) => planId(String(row.cells[other])) !== planId(String(row.cells[index])));
    // Plans among other words, or several in a cell.
    if (plans.length === 0 && told.some(({ cells }) => mayNamePlans(cells[index], lineOfPlan)))
      unsure.push(plain(text));
    if (plans.length === 0 || (plans.length === told.length && plans.every((row) => isAgain(row) && !isAnother(row))))
      continue;
    // Current and New, 2025 and 2026: which of the two counts is a question.
    const rival = found.find((one) => plans.some((row) => isAnother(row) && before(row).includes(one.index)));
    if (rival) {
      found.splice(found.indexOf(rival), 1);
      ignored.push(rival.heading);
      unsure.push(rival.heading, plain(text));
      continue;
    }
    const named = IS_CODE.test(wordsOf(text))
      ? columns.find(
          (one) =>
            one.dependent === 0 &&
            one.field.startsWith('plan.') &&
            plans.length === told.length &&
            told.every((row) => isUnknown(row.cells[one.index]) && fits(one, lineIn(row, index))),
        )
      : undefined;
    if (named) {
      ignored.splice(ignored.indexOf(plain(text)), 1);
      found.push({ index, heading: plain(text), field: named.field, dependent: 0, how: 'likely' });
    } else if (plans.length < told.length || number === undefined || plans.some(isAgain)) unsure.push(plain(text));
    else {
      numbers.shift();
      ignored.splice(ignored.indexOf(plain(text)), 1);
      found.push({
        index,
        heading: plain(text),
        field: known.length + marked.length + found.length === 0 ? 'plan.medical' : `plan.${number}`,
        dependent: 0,
        how: 'likely',
      });
    }
  }
  return { found, unsure };
}

const OF_A_START = /^(?:eff(?:ective)?|start|begin|from)(?:date|dt|on)?$/;
const OF_AN_END = /^(?:end|term(?:ination)?|stop|thru|through|until|to|cancel)(?:date|dt|on)?$/;

/**
 * Start and End behind the only plan of a row, with contributions between them at most: the days of coverage, as behind
 * a column that is called Plan.
 */
function daysBehind(
  { index: place }: CensusColumn,
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
): CensusColumn[] {
  const next = Math.min(...columns.map(({ index }) => index).filter((index) => index > place));
  const isTold = (part: 'from' | 'until'): boolean =>
    columns.some(({ field }) => field === part || field.startsWith(`${part}.`));
  return texts.flatMap((text, index): CensusColumn[] => {
    const heading = plain(text);
    const words = wordsOf(heading);
    const part = OF_A_START.test(words) ? 'from' : OF_AN_END.test(words) ? 'until' : undefined;
    if (index < place || index > next || part === undefined || isTold(part) || !ignored.includes(heading)) return [];
    ignored.splice(ignored.indexOf(heading), 1);
    return [{ index, heading, field: part, dependent: 0, how: 'likely' }];
  });
}

/** Coverage 1 Eff beside Coverage 1, in which plans stand: its own days. Takes them from the ignored ones. */
export function daysOfPlans(
  found: readonly CensusColumn[],
  texts: readonly string[],
  matched: MatchedColumns,
): CensusColumn[] {
  const { ignored } = matched;
  const [only, ...others] = found;
  const hasOther = matched.columns.some(({ field }) => field.startsWith('plan.'));
  const behind = only && others.length === 0 && !hasOther ? daysBehind(only, texts, matched) : [];
  if (behind.length > 0) return behind;
  return found.flatMap((plan) => {
    const own = wordsOf(plan.heading);
    return texts.flatMap((text, index): CensusColumn[] => {
      const heading = plain(text);
      const words = wordsOf(heading);
      if (own === '' || !words.startsWith(own) || !ignored.includes(heading)) return [];
      const rest = words.slice(own.length);
      const part = OF_A_START.test(rest) ? 'from' : OF_AN_END.test(rest) ? 'until' : undefined;
      if (part === undefined) return [];
      ignored.splice(ignored.indexOf(heading), 1);
      return [
        {
          index,
          heading,
          field: `${part}.${plan.field.slice('plan.'.length)}` as CensusField,
          dependent: 0,
          how: 'likely',
        },
      ];
    });
  });
}
