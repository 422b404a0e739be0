import type { MatchedColumns } from '@openbenefits/domain/files/census/census-columns';
import { isElected, readDate, readTier, wordsOf, type CellValue, type DateContext } from '@openbenefits/domain/files/census/census-values';
import type { TableRow } from './table-row.ts';

const OF_COVERAGE = /^(?:cov|ben|plan|med|den|vis|life|std|ltd|ded|elect|enrol|policy|insur)|coverage|benefit|medical|dental|vision|health|deduction/;
const OF_AN_END = /start|begin|eff|end|stop|term|thru|through|expir|cancel|enroll(?:ed|ment)?da?te?$/;
/** What was before, what is not asked for yet, and what is the plan's own. */
const OF_OTHERS = /year|prior|previous|rate|spouse|child|dep(?:endent)?\d?/;
const OF_A_LINE = /medical|dental|vision|health|disabilit|hmo|ppo|hdhp|^(?:med|den|vis|life)/;
/** A coverage level of one letter may as well be any other code. */
const SHORTEST_LEVEL = 2;

/** Columns that nobody knows and that look as if they told of coverage, in words: what stands in them would be missed by nobody. */
export function unreadColumns(rows: readonly TableRow[], texts: readonly string[], { ignored }: MatchedColumns, dates: DateContext): string[] {
  const context = { ...dates, orders: undefined };
  const isDate = (cell: CellValue): boolean => readDate(cell, context) !== undefined;
  const isMark = (cell: CellValue): boolean => typeof cell === 'string' && (isElected(cell) || (cell.length >= SHORTEST_LEVEL && readTier(cell) !== undefined));
  return texts.flatMap((text, index) => {
    const heading = text.trim().replace(/\s+/g, ' ');
    if (!ignored.includes(heading)) return [];
    const words = wordsOf(heading);
    const holds = (is: (cell: CellValue) => boolean): boolean => rows.some(({ cells }) => cells[index] !== undefined && cells[index] !== '' && is(cells[index]));
    const what = OF_COVERAGE.test(words) && OF_AN_END.test(words) && !OF_OTHERS.test(words) && holds(isDate) ? 'when coverage begins or ends' : OF_A_LINE.test(words) && holds(isMark) ? 'who has coverage' : undefined;
    return what === undefined ? [] : [`The column "${heading}" may tell ${what}, and was not read; match the columns and say what it is`];
  });
}
