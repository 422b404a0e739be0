import { fileMessage } from '../../messages/file-message.ts';
import type { CoverageLine } from '../../../coverage-line.ts';
import { planInCell } from '../headings/plan-and-level.ts';
import type { CellValue } from '../values/cell-value.ts';

type LineOfPlan = (plan: string) => CoverageLine | undefined;

/** No cell with several plans is longer. */
const LONGEST = 200;
/** Between several plans of a cell: each may have its level beside it, where these tell them apart. */
const BETWEEN_PLANS = [/[;,|\n]/, /[,;/&+|\n]/, /[,;/&+|\n]|\band\b/i] as const;
/** What stands between several plans and in the name of none. */
const SURELY_BETWEEN = /[;|\n]/;

/** One of several plans in a cell; of no line where nobody knows it. */
type PlanOfCell = { readonly planKey: string; readonly line: CoverageLine | undefined };

/**
 * The parts of a cell that are plans of different lines, each with or without its level; undefined where it is no list
 * of such. A part that nobody knows is one where a semicolon or a line break parts it from others, or where one of them
 * is known (`isAsked`: so that it is asked for by itself, and not with the others as one plan).
 */
function plansInCell(cell: string, lineOfPlan: LineOfPlan, isAsked = false): PlanOfCell[] | undefined {
  if (cell.length > LONGEST) return undefined;
  const lineIn = (part: string): CoverageLine | undefined => {
    const whole = lineOfPlan(part);
    const inside = whole === undefined ? planInCell(part, (plan) => lineOfPlan(plan) !== undefined) : undefined;
    return inside ? lineOfPlan(inside.planKey) : whole;
  };
  const inParts = BETWEEN_PLANS.map((between) =>
    cell
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((planKey): PlanOfCell => ({ planKey, line: lineIn(planKey) })),
  );
  const all = inParts.filter((parts) => parts.length > 1);
  const areDifferent = (parts: readonly PlanOfCell[]): boolean => {
    const lines = parts.flatMap(({ line }) => line ?? []);
    return new Set(lines).size === lines.length;
  };
  const known = all.find((parts) => parts.every(({ line }) => line !== undefined) && areDifferent(parts));
  const plain = inParts[0] ?? [];
  if (known || !isAsked || plain.length < 2 || planInCell(cell, (plan) => lineOfPlan(plan) !== undefined)) return known;
  return areDifferent(plain) && (SURELY_BETWEEN.test(cell) || plain.some(({ line }) => line !== undefined))
    ? plain
    : undefined;
}

/** What a file is told of several plans in one cell, once. */
export const PLANS_IN_CELL = fileMessage('plans_in_one_cell');

/**
 * The plans of a cell that is none as a whole, in the column of a line or of any line. Of a line's column one of them
 * is of that line, and no other column tells of the others' (`isNamed`). `line` is left out where it is that of the
 * column.
 */
export function plansOfColumn(
  cell: CellValue,
  {
    line,
    isOfAnyLine,
    lineOfPlan,
    isNamed,
  }: {
    line: CoverageLine;
    isOfAnyLine: boolean;
    lineOfPlan: LineOfPlan | undefined;
    isNamed: (line: CoverageLine) => boolean;
  },
): { planKey: CellValue; line?: CoverageLine }[] {
  const alone = [{ planKey: cell }];
  if (typeof cell !== 'string' || !lineOfPlan || lineOfPlan(cell) !== undefined) return alone;
  const parts = plansInCell(cell, lineOfPlan, isOfAnyLine);
  if (!parts) return alone;
  if (isOfAnyLine) return parts.map(({ planKey }) => ({ planKey }));
  const others = parts.flatMap((one) => (one.line === line || one.line === undefined ? [] : one.line));
  if (others.length !== parts.length - 1 || others.some(isNamed)) return alone;
  return parts.map((one) =>
    one.line === line || one.line === undefined ? { planKey: one.planKey } : { planKey: one.planKey, line: one.line },
  );
}
