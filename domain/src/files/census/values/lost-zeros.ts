import type { CellValue } from './cell-value.ts';

/** What a text is whole, and where a sheet that took it for a number has dropped its zeros. */
const FORMS = {
  ssn: { whole: /^\d{9}$/, short: /^\d{7,8}$/ },
  zip: { whole: /^\d{5}(?:-?\d{4})?$/, short: /^\d{4}$/ },
} as const;

/** Behind the heading of rows that are given back, which tell nothing alone. */
const ZEROS_LOST = '(leading zeros lost)';
export const withZerosLost = (heading: string): string =>
  heading.includes(ZEROS_LOST) ? heading : `${heading} ${ZEROS_LOST}`;

/**
 * Whether the texts of a column have gone through a sheet that took them for numbers: digits alone, some too few beside
 * whole ones, of which none begins with a zero. Where one does, or dashes stand in an SSN, the zeros were kept, and
 * what has too few digits has lost another.
 */
export function haveLostZeros(
  form: keyof typeof FORMS,
  headings: readonly string[],
  cells: readonly CellValue[],
): boolean {
  if (headings.some((heading) => heading.includes(ZEROS_LOST))) return true;
  const { whole, short } = FORMS[form];
  const told = cells.map((cell) => String(cell).trim()).filter((text) => /[1-9]/.test(text));
  return (
    told.some((text) => short.test(text)) &&
    told.some((text) => whole.test(text)) &&
    told.every((text) => short.test(text) || (whole.test(text) && !text.startsWith('0')))
  );
}
