import type { CensusField } from '../headings/fields.ts';
import { isKept } from './kept-words.ts';
import type { CellValue } from './cell-value.ts';

/** What people write under a value that holds for the next row as well. */
const MARKS: ReadonlySet<string> = new Set([
  '"',
  "''",
  '""',
  '``',
  '\u201c',
  '\u201d',
  '\u201e',
  '\u3003',
  '-"-',
  '- " -',
  '--"--',
  'do.',
  '-do-',
  '- do -',
  'ditto',
  'same',
  'same as above',
  'see above',
  'as above',
  'same as employee',
  'same as ee',
  'same as subscriber',
]);
/** Longer cells are never looked up. */
const LONGEST = 18;
const BEGINS: readonly boolean[] = Array.from({ length: 256 }, (_, code) =>
  [...MARKS].some((mark) => mark.charCodeAt(0) === code || mark.toUpperCase().charCodeAt(0) === code),
);

/**
 * Whether a cell says only that it holds what stands above it. Asked of every cell of a list: most are told by their
 * first letter.
 */
export function isDitto(cell: CellValue): boolean {
  if (typeof cell !== 'string' || cell.length > LONGEST || cell === '') return false;
  const first = cell.charCodeAt(0);
  return (first > 255 || BEGINS[first] === true) && MARKS.has(cell.toLowerCase());
}

/** What is one person's own: nobody writes it once for two, and whose it is would be told by it. */
const OWN: ReadonlySet<CensusField> = new Set<CensusField>([
  'firstName',
  'middleName',
  'fullName',
  'ssn',
  'dateOfBirth',
  'memberId',
]);

/** Whether a mark may stand for the value above it. */
export const mayRepeat = (field: CensusField): boolean => !OWN.has(field);

/**
 * Same, in the place of a plan or a level, says as well that it stays as it is: whose it is that stands above, nobody
 * knows.
 */
const OF_COVERAGE = /^(?:plan|tier)(?:\.|$)/;
export const mayStay = (cell: CellValue, field: CensusField): boolean => OF_COVERAGE.test(field) && isKept(cell);

/**
 * Texts that may hold anything: a mark in one of them counts only beside a mark in another field, so that what we
 * export is read back as it was.
 */
const FREE: ReadonlySet<CensusField> = new Set<CensusField>([
  'addressLine1',
  'addressLine2',
  'city',
  'jobTitle',
  'department',
  'emergencyName',
  'reason',
]);
export const isFreeText = (field: CensusField): boolean => FREE.has(field);
