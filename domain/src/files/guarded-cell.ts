/**
 * A spreadsheet runs a cell that begins like a formula, in wide letters too (OWASP, CSV injection; ASVS 1.2.10).
 * Exports put an apostrophe before such a text, the census readers take it away again, so that what was exported is
 * read back as it was.
 */
const DANGEROUS = /^[=+\-@＝＋－＠\t\r\n\0]/;
const GUARDED = /^'(?=[=+\-@＝＋－＠\t\r\n\0'])/;

/**
 * The text as an export writes it: never the beginning of a formula. An apostrophe that is there already gets another,
 * to be told apart.
 */
export const guardedCell = (text: string): string => (DANGEROUS.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** The text that `guardedCell` was given. */
export const unguardedCell = (text: string): string => text.replace(GUARDED, '');

/** ="019450102", by which programs keep a sheet from taking a text for a number: the text. */
export const unquotedFormula = (text: string): string => text.replace(/^="([^"]*)"$/, '$1');
