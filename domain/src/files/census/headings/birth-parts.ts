import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';

/** In which columns the month, the day and the year of birth stand, where each has one. */
export type BirthParts = { readonly month: number; readonly day: number; readonly year: number };

const OF_BIRTH =
  '(?:employees?|emp|ee|members?|mbr|subscribers?)?(?:dateofbirth|dob|birthdate|birthday|birth|bday|born)';
const PARTS = { month: 'month|mon|mo|mm|m', day: 'day|dd|d', year: 'year|yr|yyyy|yy|y' } as const;
const patternOf = (part: keyof typeof PARTS): RegExp =>
  new RegExp(`^(?:${OF_BIRTH}(?:${PARTS[part]})|(?:${PARTS[part]})(?:of)?${OF_BIRTH})$`);
const [MONTH, DAY, YEAR] = [patternOf('month'), patternOf('day'), patternOf('year')];

/** Birth Day alone is the whole date. */
const isDay = (words: string): boolean => DAY.test(words) || words === 'birthday';

/** Date of Birth Month: of a part of it, whichever. */
export function isBirthPart(heading: string): boolean {
  const words = wordsOf(heading);
  return MONTH.test(words) || DAY.test(words) || YEAR.test(words);
}

/** Birth Month, Birth Day and Birth Year; undefined where one is missing or said to be something else. */
export function birthPartsIn(
  headings: readonly string[],
  isTold: (heading: string) => boolean,
): BirthParts | undefined {
  const words = headings.map(wordsOf);
  const year = words.findIndex((one) => YEAR.test(one));
  // Nearly all lists have none.
  if (year < 0) return undefined;
  const [month, day] = [words.findIndex((one) => MONTH.test(one)), words.findIndex(isDay)];
  if (month < 0 || day < 0 || [month, day, year].some((index) => isTold(headings[index] ?? ''))) return undefined;
  return { month, day, year };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * The date of three cells, in a form in which no two parts can be taken for each other; as they stand where they are no
 * date.
 */
export function birthOf(month: CellValue = '', day: CellValue = '', year: CellValue = ''): string {
  const [m, d, y] = [month, day, year].map((cell) => String(cell).trim());
  if (m === '' && d === '' && y === '') return '';
  const name = /^\d{1,2}$/.test(m ?? '') ? MONTHS[Number(m) - 1] : m?.replace(/\.$/, '');
  return name === undefined || name === '' || d === '' || y === ''
    ? `${m || '?'}/${d || '?'}/${y || '?'}`
    : `${d}-${name}-${y}`;
}
