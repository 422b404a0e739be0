import type { CellValue } from './cell-values.ts';

const WHOLE = /^\d{9}$/;
const SHORT = /^\d{7,8}$/;

/** Behind the heading of rows that are given back, which tell nothing alone. */
const ZEROS_LOST = '(leading zeros lost)';
export const withZerosLost = (heading: string): string => (heading.includes(ZEROS_LOST) ? heading : `${heading} ${ZEROS_LOST}`);

/**
 * Whether SSNs of a text have gone through a sheet that took them for numbers: digits alone, some too few, and none whole that begins with a zero. Where one
 * does, or dashes stand in it, the zeros were kept, and a number with too few digits has lost another. One number alone tells nothing.
 */
export function haveLostZeros(headings: readonly string[], ssns: readonly CellValue[]): boolean {
  if (headings.some((heading) => heading.includes(ZEROS_LOST))) return true;
  const told = ssns.map((cell) => String(cell).trim()).filter((text) => /[1-9]/.test(text));
  const short = told.filter((text) => SHORT.test(text));
  return short.length > 0 && told.length > 1 && told.every((text) => SHORT.test(text) || (WHOLE.test(text) && !text.startsWith('0')));
}
