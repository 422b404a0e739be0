import type { CensusColumn } from './census-column.ts';
import type { CensusField } from './fields.ts';
import { wordsOf } from '../../../plain-words.ts';

/** What a heading was taken for that may mean the last day of employment or of coverage. */
export type TermColumn = {
  readonly heading: string;
  readonly of: 'coverage' | 'employment';
  /**
   * End behind a plan, or behind the start in a row about one line: it ends the lines of the list, and nobody’s
   * employment.
   */
  readonly isBeside?: true;
  /** A Start beside neither plans nor the job, read as the first day of coverage. */
  readonly begins?: string;
};

/** Headings that do not say of what. Employment End Date and Last Day Worked do. */
const OF_EITHER: ReadonlySet<string> = new Set(
  'term termdate terminationdate termdt termination dateoftermination dateofterm dateterminated terminatedon terminateddate terminationeffectivedate terminationeffective termeffectivedate termeffdate'.split(
    ' ',
  ),
);
/** Columns of somebody's job, or of coverage that goes on after it: beside them the day is that of the job. */
const OF_THE_JOB: ReadonlySet<CensusField> = new Set<CensusField>([
  'hireDate',
  'rehireDate',
  'cobra',
  'cobraBegin',
  'cobraEvent',
  'cobraEventDate',
]);
export const STATUS_OF_COVERAGE = /enroll|elect|coverage|^ben/;

/**
 * Eff Date and Term Date without a hire date are the two ends of coverage, as carriers and benefit systems export them,
 * and so is a Term Date beside a line of coverage: nobody has left a job then. Beside a hire date, a status of
 * employment or COBRA the day is that of the job, with which coverage ends; unless another column is that, or the list
 * has a row for each line and the day stands directly behind its start. Changes the column's field; undefined where no
 * heading is in doubt.
 */
export function settleTerm(columns: readonly CensusColumn[]): TermColumn | undefined {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const terms = own.filter(({ field }) => field === 'terminationDate');
  const term = terms.find(({ heading, how }) => how !== 'remembered' && OF_EITHER.has(wordsOf(heading)));
  if (
    !term ||
    !own.some(({ field }) => field === 'line' || isPart(field, 'from')) ||
    own.some(({ field }) => isPart(field, 'until'))
  )
    return undefined;
  const isOfJob = own.some(
    ({ field, heading }) => OF_THE_JOB.has(field) || (field === 'status' && !STATUS_OF_COVERAGE.test(wordsOf(heading))),
  );
  const isOfRow = isDirectlyBehindStart(term, columns) && own.some(({ field }) => field === 'line');
  if (isOfJob && terms.length === 1 && !isOfRow) return { heading: term.heading, of: 'employment' };
  term.field = 'until';
  return { heading: term.heading, of: 'coverage', ...(isOfJob && { isBeside: true }) };
}

/**
 * Effective Date, Termination Date: in a row about one line of coverage both are of that line, wherever a hire date
 * stands (Employee Navigator).
 */
const isDirectlyBehindStart = (term: CensusColumn, columns: readonly CensusColumn[]): boolean =>
  columns.some(({ field, dependent, index }) => field === 'from' && dependent === 0 && index === term.index - 1);

const isPart = (field: CensusField, part: 'from' | 'until'): boolean => field === part || field.startsWith(`${part}.`);
