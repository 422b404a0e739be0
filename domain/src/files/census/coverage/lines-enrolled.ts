import { fileMessage, worded } from '../../messages/file-message.ts';
import type { CoverageLine } from '../../../coverage-line.ts';
import { COVERAGE_LINES, COVERAGE_LINE_LABEL } from '../../../coverage-line.ts';
import type { RecordProblem } from '../../enrollment-record.ts';
import type { CensusCells, CensusPlace } from '../row-cells.ts';
import { isWaived } from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import { linesIn } from './waivers.ts';

/**
 * What a column, an element or an attribute may be called that names the lines in which somebody is enrolled: Covered
 * Lines, Coverages, Enrolled In, LOBs.
 */
const NAMES =
  /^(?:(?:covered|enrolled|elected|selected|active|current|included|insured)?(?:lines?|lobs?|coverages?|coveragelines?|linesofcoverage|lineofcoverage|linesofbusiness|benefits?|benefitlines?|insurances?)|(?:lines?|lobs?|coverages?|benefits?|plans)(?:covered|enrolled|elected|selected|included|in)|(?:enrolled|covered|included|participates|participating)(?:in|for|under|by)|(?:enrolled|covered)(?:plans?|products?)|elections?|enrollments?|covered|enrolled|participation)$/;
export const mayNameLines = (name: string): boolean => NAMES.test(wordsOf(name));

/**
 * A column Enrolled, or one that is called otherwise, may name lines (Medical, Dental) where others say yes. An
 * employee has a plan of each of them, and whoever depends on one shares these and no other.
 */
export function withEnrolledLines(
  cells: CensusCells,
  place: CensusPlace,
  isSubscriber: boolean,
): { cells: CensusCells; place: CensusPlace; told: RecordProblem[] } | undefined {
  const cell = cells.get('enrolled');
  if (typeof cell !== 'string') return undefined;
  const lines = new Set(linesIn(cell));
  if (lines.size === 0) return undefined;
  const own = new Map(cells);
  own.delete('enrolled');
  const lineOf = (line: CoverageLine): CoverageLine =>
    line === 'medical' && place.lines?.open !== false
      ? (place.lineOfPlan?.(String(cells.get('plan.medical'))) ?? line)
      : line;
  const told: RecordProblem[] = [];
  for (const line of COVERAGE_LINES) {
    const plan = cells.get(`plan.${line}`);
    const isLeftOut = plan !== undefined && !isWaived(plan) && !lines.has(lineOf(line));
    if (!isSubscriber && isLeftOut) {
      own.delete(`plan.${line}`);
      own.delete(`tier.${line}`);
      told.push({
        field: 'enrolled',
        code: 'dependent_not_covered',
        ...worded(fileMessage('dependent_row_not_covered', { line: COVERAGE_LINE_LABEL[line] })),
      });
    }
    if (isSubscriber && (isLeftOut || (plan === undefined && lines.has(line))) && !cells.has(`enrolled.${line}`))
      own.set(`enrolled.${line}`, isLeftOut ? 'No' : 'Yes');
  }
  return {
    cells: own,
    place: isSubscriber ? place : { ...place, linesNamed: new Set([...(place.linesNamed ?? []), ...lines]) },
    told,
  };
}
