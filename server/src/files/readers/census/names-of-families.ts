import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { readRelationship } from '@openbenefits/domain/files/census/values/cell-values';
import type { TableRow } from './table-row.ts';

export const LAST_FIRST_READ = fileMessage('names_last_first');

/** Families of a list that are enough to tell in which order its names are written. */
const ENOUGH = 2;

const textAt = ({ cells }: TableRow, index: number): string => String(cells[index] ?? '').trim();

const INITIAL = /^\p{L}\.?$/u;

/**
 * HILL GUS T: an initial stands behind a first name, and is nobody's last name; where it stands last in some names and
 * in the middle of none, the last name comes first.
 */
function areInitialsLast(rows: readonly TableRow[], { index }: CensusColumn): boolean {
  let last = 0;
  for (const row of rows) {
    const text = textAt(row, index);
    const words = text.split(/\s+/);
    if (text.includes(',') || words.slice(0, -1).some((word) => INITIAL.test(word))) return false;
    if (words.length > 2 && INITIAL.test(words.at(-1) ?? '')) last += 1;
  }
  return last > 0;
}

/**
 * Whether a list that has one column for names, and no word on their order, writes the last name first: dependents
 * share the first word with the employee above them, and never the last one. Undefined where a comma tells it, or the
 * rows do not.
 */
export function lastNameFirstIn(
  rows: readonly TableRow[],
  columns: readonly CensusColumn[],
  kinds: KindWords | undefined,
): CensusColumn | undefined {
  const own = (field: CensusColumn['field']): CensusColumn | undefined =>
    columns.find((one) => one.field === field && one.dependent === 0);
  const [name, relationship] = [own('fullName'), own('relationship')];
  if (!name || own('lastName') || name.how === 'remembered') return undefined;
  if (areInitialsLast(rows, name)) return /last.*first/i.test(name.heading) ? undefined : name;
  if (!relationship) return undefined;
  let employee: string[] | undefined;
  let [first, last] = [0, 0];
  for (const row of rows) {
    const text = textAt(row, name.index);
    if (text.includes(',')) return undefined;
    const words = text.toLowerCase().split(/\s+/);
    const kind = kinds ? kinds.of(textAt(row, relationship.index)) : readRelationship(textAt(row, relationship.index));
    if (kind === 'self') employee = words;
    else if (kind !== undefined && employee && words.length > 1 && employee.length > 1) {
      if (words[0] === employee[0]) first += 1;
      if (words.at(-1) === employee.at(-1)) last += 1;
    }
  }
  return first >= ENOUGH && last === 0 ? name : undefined;
}
