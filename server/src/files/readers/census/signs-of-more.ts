import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { lineInHeading } from '@openbenefits/domain/files/census/headings/line-in-heading';
import { readRelationship, readTier, readYesNo } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { TableRow } from './table-row.ts';

/** Medical Deduction, Pre-Tax Dental, MED125 (section 125): what is paid for coverage that somebody has. */
const OF_COST = /deduct|ded(?:amt|amount)?$|pretax|posttax|premium|contrib|cost|share|perpay|125$/;
/** What is saved is no premium. */
const OF_SAVING = /fsa|hsa|hra|saving|spending|flex|reimburs/;
const OF_ENROLLED =
  /(?:enrolled|covered|members?)(?:people|persons?|members?|individuals?|dependents?|deps?|family|familymembers?|names?)?$/;
const OF_LINE = /^(?:medical|dental|vision|health|med|den|vis)(?:plan|ins(?:urance)?|coverage)?/;
/** Spouse, # of Children, Spouse Covered. */
const OF_RELATIVES =
  /^(?:no|num|number|nbr|count)?(?:of)?(?:covered|enrolled|eligible)?(?:spouses?|partner|dependents?|children|child|kids?|familymembers?)(?:no|num|number|count|covered|enrolled|yn)?$/;

const isFilled = (cell: CellValue | undefined): cell is CellValue => cell !== undefined && cell !== '';
const isPaid = (cell: CellValue | undefined): boolean =>
  typeof cell === 'number'
    ? cell > 0
    : typeof cell === 'string' && /^\$? ?\d[\d,]*(?:\.\d+)?$/.test(cell.trim()) && /[1-9]/.test(cell);
const OF_AMOUNT = /premium|amount|^amt|amt$|charge|rate$|total$|balance|cost$/;
const isCredit = (cell: CellValue | undefined): boolean =>
  typeof cell === 'number'
    ? cell < 0
    : typeof cell === 'string' && /^\s*(?:-\s*\$?|\$\s*-|\(\s*\$?)\s*\d[\d,]*(?:\.\d+)?\s*\)?\s*$/.test(cell);
/** Yes, or how many they are. */
const areThere = (cell: CellValue | undefined): boolean =>
  isFilled(cell) && (/^0*[1-9]\d?$/.test(String(cell).trim()) || readYesNo(cell) === true);

/** Covers Spouse?, Children Covered: yes or no to somebody who is named beside. */
const SAYS_WHO_IS_COVERED =
  /^(?:is)?(?:covers?|covering|enrolls?|includes?)(?:the)?(?:spouse|partner|child(?:ren)?|dep(?:endent)?s?|family)(?:yn)?$|^(?:spouse|partner|child(?:ren)?|dep(?:endent)?s?|family)(?:is|are|to ?be)?(?:covered|enrolled|included|elected)(?:yn)?$/;

const NAMES = new Set(['firstName', 'middleName', 'lastName', 'fullName', 'suffix']);
const namesIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** Whether a cell names somebody else than whom the row is about. */
function namesOthers({ cells }: TableRow, index: number, columns: readonly CensusColumn[]): boolean {
  const cell = cells[index];
  if (typeof cell !== 'string' || !/[,;&\n]| and /.test(cell) || /\d/.test(cell)) return false;
  const own = new Set(
    columns
      .filter(({ field, dependent }) => dependent === 0 && NAMES.has(field))
      .flatMap((one) => namesIn(String(cells[one.index] ?? ''))),
  );
  return namesIn(cell).some((name) => name !== 'and' && !own.has(name));
}

/**
 * Columns that nobody reads and that show that the list means more than it says: what is paid for a line of which
 * nothing else tells, the names of who is covered by it, and how many dependents there are where it names none.
 */
export function signsOfMore(
  rows: readonly TableRow[],
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
  { named, open }: { named: ReadonlySet<CoverageLine>; open: boolean },
): FileMessage[] {
  // Spouse and Child may stand below the level.
  const levels = columns.filter(({ field, dependent }) => field === 'tier' && dependent === 0);
  const isKind = (cell: CellValue | undefined): boolean =>
    typeof cell === 'string' &&
    cell.length > 2 &&
    readTier(cell) === undefined &&
    (readRelationship(cell) ?? 'self') !== 'self';
  const namesDependents =
    columns.some(({ field, dependent }) => dependent > 0 || field === 'relationship') ||
    rows.some(({ cells }) => levels.some(({ index }) => isKind(cells[index])));
  return texts.flatMap((text, index) => {
    const heading = text.trim().replace(/\s+/g, ' ');
    if (!ignored.includes(heading)) return [];
    const words = wordsOf(heading.replace('#', ''));
    const line = lineInHeading(words);
    if (
      line !== undefined &&
      !open &&
      !named.has(line) &&
      OF_COST.test(words) &&
      !OF_SAVING.test(words) &&
      rows.some(({ cells }) => isPaid(cells[index]))
    )
      return [fileMessage('cost_column_only', { heading, line: COVERAGE_LINE_LABEL[line] })];
    if (OF_LINE.test(words) && OF_ENROLLED.test(words) && rows.some((row) => namesOthers(row, index, columns)))
      return [fileMessage('dependents_column_ignored', { heading })];
    if (
      SAYS_WHO_IS_COVERED.test(words) &&
      rows.some(({ cells }) => isFilled(cells[index]) && readYesNo(cells[index]) === false)
    )
      return [fileMessage('exclusions_column_ignored', { heading })];
    if (OF_AMOUNT.test(words) && rows.some(({ cells }) => isCredit(cells[index])))
      return [fileMessage('negative_amounts_ignored', { heading })];
    if (
      !namesDependents &&
      OF_RELATIVES.test(words.replace(/(?<=.)number$/, '')) &&
      rows.some(({ cells }) => areThere(cells[index]))
    )
      return [fileMessage('dependents_not_listed', { heading })];
    return [];
  });
}
