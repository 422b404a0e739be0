import { wordsOf } from '../plain-words.ts';
import { columnOfHeading } from './rate-headings.ts';

type Table = readonly (readonly string[])[];

const MOST_ROWS_ABOVE = 10;
const MOST_NAMED = 20;

/**
 * Takes one curve out of a file with a column for each of several: the column that is asked for, or that has the name
 * of the code. A file with the column Factor, or without headings, stays as it is.
 */
export function curveOfFile(
  table: Table,
  { column, code }: { readonly column: string; readonly code: string },
): { readonly table: Table } | { readonly problem: string; readonly path: 'column' | 'file' } {
  const at = table
    .slice(0, MOST_ROWS_ABOVE)
    .findIndex((texts) => texts.some((text) => columnOfHeading(text) === 'age'));
  const headings = (table[at] ?? []).map((text) => text.trim());
  const ages = headings.findIndex((text) => columnOfHeading(text) === 'age');
  const curves = headings.flatMap((text, index) => (index === ages || text === '' ? [] : [{ text, index }]));
  const asked = wordsOf(column);
  const named = (name: string) => curves.filter(({ text }) => wordsOf(text) === name);
  const factors = curves.filter(({ text }) => columnOfHeading(text) === 'factor');
  if (at === -1 || (asked === '' && factors.length > 0)) return { table };
  const found = asked === '' ? (curves.length === 1 ? curves : named(wordsOf(code))) : named(asked);
  const [one] = found;
  const names = curves.slice(0, MOST_NAMED).map(({ text }) => text);
  const more = curves.length > MOST_NAMED ? ` and ${curves.length - MOST_NAMED} more` : '';
  if (found.length > 1) return { path: 'file', problem: `The column “${one?.text}” is in the file twice. Keep one.` };
  if (!one)
    return {
      path: 'column',
      problem:
        curves.length === 0
          ? 'The file has no column with factors.'
          : asked === ''
            ? `The file has several curves: ${names.join(', ')}${more}. Enter the column to import.`
            : `The file has no column “${column.trim()}”. It has ${names.join(', ')}${more}.`,
    };
  return {
    table: [['Age', 'Factor'], ...table.slice(at + 1).map((texts) => [texts[ages] ?? '', texts[one.index] ?? ''])],
  };
}
