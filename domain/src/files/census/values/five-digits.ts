import { addDays, type CalendarDate } from '../../../calendar-date.ts';
import type { CensusField } from '../headings/fields.ts';
import type { CellValue } from './cell-value.ts';
import { type DateContext, type FiveDigits, mayLackZero, serialDate } from './read-date.ts';

const A_LIFE = 100 * 365;
const FIRST_DAY = '1950-01-01';
const AHEAD = 20 * 365;

/** A day of a sheet that somebody may have been born on, or that a list of now may speak of. */
function isLikely(text: string, { today, date1904 }: DateContext, isBirth: boolean): boolean {
  const day = serialDate(Number(text), date1904);
  if (day === undefined) return false;
  const [first, last]: [CalendarDate | string, CalendarDate] = isBirth
    ? [addDays(today, -A_LIFE), today]
    : [FIRST_DAY, addDays(today, AHEAD)];
  return day >= first && day <= last;
}

/**
 * What the numbers of five digits in the columns of a list are. Texts are days of a spreadsheet where all of a column
 * are likely days so, and not all of them may as well be dates that have lost a zero; a column that shows it speaks for
 * the others. Numbers of a workbook are, unless all of a column may be such dates and one is no likely day.
 */
export function fiveDigitsOf(
  columns: ReadonlyMap<CensusField, readonly CellValue[]>,
  context: DateContext,
): ReadonlyMap<CensusField, FiveDigits> {
  const seen = [...columns].map(([field, cells]) => {
    const isBirth = field === 'dateOfBirth';
    const texts = cells.map(String);
    return {
      field,
      areNumbers: cells.every((cell) => typeof cell === 'number'),
      areLikely: texts.every((text) => isLikely(text, context, isBirth)),
      mayAllLackZero: texts.every((text) => mayLackZero(text, context, isBirth)),
    };
  });
  const areSerials =
    seen.some(({ areLikely, mayAllLackZero }) => areLikely && !mayAllLackZero) &&
    seen.every(({ areLikely }) => areLikely);
  const found = new Map<CensusField, FiveDigits>();
  for (const { field, areNumbers, areLikely, mayAllLackZero } of seen) {
    if (areLikely && (areSerials || !mayAllLackZero)) found.set(field, 'serials');
    else if (areNumbers && !areLikely && mayAllLackZero) found.set(field, 'none');
  }
  return found;
}
