import type { CensusColumn } from '@openbenefits/domain/files/census/census-columns';
import type { KindWords } from '@openbenefits/domain/files/census/census-kinds';
import { readRelationship } from '@openbenefits/domain/files/census/census-values';
import type { TableRow } from './table-row.ts';

/** Families of a list that are enough to tell in which order its names are written. */
const ENOUGH = 2;

const textAt = ({ cells }: TableRow, index: number): string => String(cells[index] ?? '').trim();

/**
 * Whether a list that has one column for names, and no word on their order, writes the last name first: dependents share the first word with the employee above them, and never the last one.
 * Undefined where a comma tells it, or the rows do not.
 */
export function lastNameFirstIn(rows: readonly TableRow[], columns: readonly CensusColumn[], kinds: KindWords | undefined): CensusColumn | undefined {
  const own = (field: CensusColumn['field']): CensusColumn | undefined => columns.find((one) => one.field === field && one.dependent === 0);
  const [name, relationship] = [own('fullName'), own('relationship')];
  if (!name || !relationship || own('lastName') || name.how === 'remembered') return undefined;
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
