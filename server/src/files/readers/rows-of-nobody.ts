import type { CensusField } from '@openbenefits/domain/files/census/census-fields';
import type { CensusCells } from '@openbenefits/domain/files/census/census-row-cells';
import { isNothing, isSheetError } from '@openbenefits/domain/files/census/census-values';

/** What stands where a name should, under or between the people of a list. */
export const TOTAL = /^\W*(?:sub|grand)?[ -]?totals?\b|^\W*(?:head)?count\b|^\W*(?:notes?|prepared by|as of|end of (?:list|report|file))\b|^\d+ (?:employees?|members?|people|records?|rows?|lives|dependents?|participants?)$/i;
/** The word alone where a number or a relationship should be: the row below the people. */
export const TOTAL_ALONE = /^\W*(?:sub|grand)?[ -]?totals?\W*$/i;

/** N/A, a dash or None where a dependent's name would stand, and nothing that tells of one. Na and Nan are names. */
export function isNobody(cells: CensusCells): boolean {
  const name = cells.get('firstName') ?? cells.get('fullName') ?? '';
  if (!isNothing(name) || /^nan?$/i.test(String(name))) return false;
  return ['dateOfBirth', 'ssn'].every((field) => isNothing(cells.get(field as CensusField) ?? 'n/a'));
}

/** Formulas that were drawn down further than the list. */
export function showsErrorsOnly(cells: CensusCells): boolean {
  for (const cell of cells.values()) if (!isSheetError(cell)) return false;
  return cells.size > 0;
}

const TELLS_A_PERSON = ['firstName', 'lastName', 'fullName', 'ssn', 'dateOfBirth'] as const satisfies readonly CensusField[];

export const isNamed = (cells: CensusCells): boolean => cells.has('firstName') || cells.has('fullName');

/** The row of a second dependent, whose employee is only named in the one above. */
export function isOfDependentsOnly(own: CensusCells, persons: ReadonlyMap<number, CensusCells>): boolean {
  return !TELLS_A_PERSON.some((field) => own.has(field)) && [...persons].some(([place, cells]) => place > 0 && isNamed(cells) && !isNobody(cells));
}
