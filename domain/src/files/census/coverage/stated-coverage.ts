import type { CensusField } from '../headings/fields.ts';
import { lineInHeading } from '../headings/line-in-heading.ts';
import { isNothing, isSheetError, isWaived, isWaivedTier, readTier, readYesNo } from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';
import { isKept } from '../values/kept-words.ts';
import { isUndecided } from './status.ts';

/** Columns that state coverage: the plan, its level, its first and last day, or that the person is enrolled. */
const COVERAGE_FIELD = /^(?:plan|tier|from|until|enrolled)(?:\.|$)/;
const AN_END = /^until(?:\.|$)/;
/** Spending accounts and savings plans, which bring no coverage. */
const OTHER_BENEFIT = /fsa|hsa|hra|flex|spending|saving|reimburs|commut|parking|transit|401|403|retire|pension/;
const NO_AMOUNT = /^[\s$0.,]*$/;

/** Whether a cell states coverage: it is filled, and does not decline it, leave it open, or keep what is on record. */
const statesCoverage = (cell: CellValue): boolean =>
  !isNothing(cell) &&
  !isWaived(cell) &&
  !isWaivedTier(cell) &&
  !isKept(cell) &&
  !isUndecided(cell) &&
  !isSheetError(cell) &&
  (readYesNo(cell) !== false || readTier(cell) !== undefined) &&
  !NO_AMOUNT.test(String(cell));

/**
 * Returns where a person's row states coverage: its coverage fields and, in `unread`, the headings of columns that are
 * not read. A last day alone is none: many lists write the end of the plan year into every row.
 */
export function statedCoverage(cells: ReadonlyMap<CensusField, CellValue>, unread: readonly string[] = []): string[] {
  if (OTHER_BENEFIT.test(wordsOf(String(cells.get('line') ?? '')))) return [];
  const fields = [...cells].flatMap(([field, cell]) =>
    COVERAGE_FIELD.test(field) && statesCoverage(cell) ? [field] : [],
  );
  return unread.length > 0 || fields.some((field) => !AN_END.test(field)) ? [...fields, ...unread] : [];
}

/** Headings of columns that belong to coverage, whatever exactly they hold: groupPlanId, Option, Premium, Carrier. */
const COVERAGE_HEADING = /coverage|benefit|plan|tier|option|premium|deduct|insur|enrol|elect|carrier|policy|^cov/;
/**
 * What is no coverage of this person now: eligibility, plan years, other accounts, other people, and what was before.
 */
const OTHER_HEADING =
  /fsa|hsa|hra|elig|class|group$|year|window|deadline|prior|previous|former|original|current|old|401|403|retire|pension|saving|spouse|partner|child|depend|^dep|benefic|note|comment|reason|status|tobacco|eoi|salar|paid|paycheck|frequency|phone|email|address/;

/** Headings of what coverage costs or insures; the same words stand over pay and cost centers, which are none. */
const AMOUNT_HEADING = /contribut|cost|per ?pay|rates?$|volume|package/;
const OTHER_AMOUNT = /cent(er|re)|unit|code|hour|pay ?rate|bill|wage|annual|bonus|union|charit|loan/;

/** Whether the heading of a column that is not read belongs to coverage. */
export function isCoverageHeading(heading: string): boolean {
  const words = wordsOf(heading);
  if (OTHER_HEADING.test(words)) return false;
  return (
    COVERAGE_HEADING.test(words) ||
    lineInHeading(words) !== undefined ||
    (AMOUNT_HEADING.test(words) && !OTHER_AMOUNT.test(words))
  );
}

/** Whether a cell below such a heading states coverage. */
export const isCoverageCell = (cell: CellValue | undefined): boolean =>
  cell !== undefined && cell !== '' && statesCoverage(cell);
