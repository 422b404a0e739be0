import { fileMessage } from '../../messages/file-message.ts';
import { FIELDS_OF_LINE } from '../headings/fields.ts';
import { shown } from '../../shown-value.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../../../coverage-line.ts';
import { isEmptyBox } from '../values/cell-marks.ts';
import { OTHER_LINES, readLine } from './line.ts';
import { type CensusCells, RowCells } from '../row-cells.ts';
import { isUndecided, readStatus, soundsLikeEnd } from './status.ts';
import { isWaiverReason } from './waiver-reasons.ts';
import { isBlank, isElected, isWaived, readYesNo, saysWaived } from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';

const ENDS = ['until', 'terminationDate'] as const;

type ElectionField = 'waived' | 'enrolled' | `${'waived' | 'enrolled'}.${CoverageLine}`;

/**
 * What a column beside the plan says of a line: coverage is taken, or is not; `taken` is undefined where it says
 * something that is neither.
 */
export type Election = { taken: boolean | undefined; by: ElectionField; cell: CellValue };

/**
 * Columns that say yes or no to the coverage of a line, or of all: Waive Medical, Dental Declined, Opt Out, Vision
 * Enrolled?
 */
export class RowWaivers extends RowCells {
  private isTold = false;

  /** The column of the line itself counts before one that speaks of all. Undefined where none says anything. */
  of(line: CoverageLine): Election | undefined {
    const own = FIELDS_OF_LINE[line];
    return this.first(own.waived, own.enrolled, line) ?? this.first('waived', 'enrolled', line);
  }

  private first(waives: ElectionField, enrolls: ElectionField, line: CoverageLine): Election | undefined {
    const waived = this.said(waives, line);
    const enrolled = this.said(enrolls, line);
    if (waived && enrolled && waived.taken === !enrolled.taken)
      this.refuse(
        enrolled.by,
        'election_contradicts',
        fileMessage('waived_and_elected', { line: COVERAGE_LINE_LABEL[line] }),
      );
    return enrolled?.taken !== undefined && waived?.taken === undefined ? enrolled : (waived ?? enrolled);
  }

  private said(by: ElectionField, line: CoverageLine): Election | undefined {
    const cell = this.cells.get(by);
    if (cell === undefined) return undefined;
    if (by.startsWith('enrolled')) {
      const taken =
        this.yes(cell) ??
        (isElected(cell) || wordsOf(String(cell)) === 'e'
          ? true
          : this.isNone(cell)
            ? false
            : { active: true, waived: false }[String(readStatus(cell))]);
      // Who has left has had it until the day that another column tells.
      if (taken === undefined && soundsLikeEnd(cell))
        return ENDS.some((field) => this.cells.has(field)) || this.cells.has(FIELDS_OF_LINE[line].until)
          ? undefined
          : { taken, by, cell };
      if (taken === undefined && isUndecided(cell)) return { taken, by, cell };
      // A column that is called Enrolled may as well hold a day.
      return taken === undefined && by === 'enrolled' ? this.untold(cell) : { taken, by, cell };
    }
    const named = linesIn(String(cell));
    if (named.length > 0) return named.includes(line) ? { taken: false, by, cell } : undefined;
    // N/A, a dash and an empty box in a column for waivers say that there is none.
    if (isBlank(cell) || isEmptyBox(cell) || NO_WAIVER.has(wordsOf(String(cell)))) return undefined;
    const waives = this.yes(cell) ?? (isElected(cell) ? false : this.isNone(cell) ? true : undefined);
    return { taken: waives === undefined ? undefined : !waives, by, cell };
  }

  /** Submitted, See notes: said of nobody's coverage that is read here. */
  private untold(cell: CellValue): undefined {
    if (!/\d/.test(String(cell)) && !this.isTold)
      this.warn('enrolled', 'status_unknown', fileMessage('coverage_status_unknown', { value: shown(String(cell)) }));
    this.isTold = true;
  }

  private yes(cell: CellValue): boolean | undefined {
    const told = this.place.words.meaning('yes_no', cell);
    return told ? told === 'yes' : readYesNo(cell);
  }

  private isNone(cell: CellValue): boolean {
    return this.place.words.meaning('waiver', cell) !== undefined || isWaived(cell) || isWaiverReason(cell);
  }
}

/**
 * Whether nothing but the plan stands for a line whose status says Waived: systems name the one that was offered there
 * (Namely).
 */
export const isDeclinedPlan = (
  cells: CensusCells,
  { by, cell }: Pick<Election, 'by' | 'cell'>,
  line: CoverageLine,
  tier: CellValue | undefined,
): boolean =>
  by === `enrolled.${line}` &&
  saysWaived(cell) &&
  readYesNo(cell) === undefined &&
  tier === undefined &&
  !cells.has(`from.${line}`) &&
  !cells.has('from');
const NO_WAIVER: ReadonlySet<string> = new Set(['na', 'none', 'notwaived', 'notapplicable', 'null']);

/**
 * Medical, Dental: the lines that a cell names (Dental Vision, Medical only), beside what is not administered here
 * (HSA); none where something else stands there too.
 */
export function linesIn(text: string): CoverageLine[] {
  const lines = text
    .replace(/\bad\s*&\s*d\b/gi, 'add')
    .split(/[,;/&+|\n]|\band\b/i)
    .map((part) => part.replace(/\bonly\s*$/i, '').trim())
    .filter((part) => part !== '' && !OTHER_LINES.has(wordsOf(part)))
    .flatMap((part) => readLine(part) ?? part.split(/\s+/).map(readLine));
  return lines.every((line) => line !== undefined) ? lines : [];
}
