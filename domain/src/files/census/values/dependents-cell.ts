import type { CensusField } from '../headings/fields.ts';
import { readRelationship } from './cell-values.ts';
import type { CellValue } from './cell-value.ts';

/** No cell that names a family is longer. */
const LONGEST = 1000;
const MOST = 15;
/** Between dependents: the first by which every part names one counts. Brackets hold what is said of one. */
const BETWEEN = [/[;|\n]/, /,(?![^()[\]]*[)\]])/, /[;,&+|\n](?![^()[\]]*[)\]])|\band\b/i] as const;
const A_DATE = /\b(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})\b/g;
const AN_SSN = /\b\d{3}-\d{2}-\d{4}\b/g;
const OF_A_DATE = /\b(?:dob|d\.o\.b\.|birth ?date|date of birth|born|b\.)\s*:?/gi;
const OF_AN_SSN = /\bssn\s*[:#]?/gi;
/** What parts a name from what is said of somebody. */
const SIGNS = /[()[\],:=/]|\s[\p{Pd}]\s|\s[\p{Pd}]$|^[\p{Pd}]\s/u;
const A_NAME = /^\p{L}[\p{L}\p{M}'\u2019. -]*$/u;
const MOST_WORDS = 5;
/** Spouse Anna: the word stands before the name. */
const WORD_FIRST = /^(\p{L}{3,})\s+(\p{L}.*)$/u;

type Cells = Map<CensusField, CellValue>;

/** One letter may as well be an initial, and a number an age. */
const isKind = (word: string): boolean => {
  const relationship = /\p{L}{2}/u.test(word) ? readRelationship(word) : undefined;
  return relationship !== undefined && relationship !== 'self';
};

/**
 * The dependents of whom one cell of their employee's row tells, each with the name and the relationship in so many
 * words: Anna (spouse); Ben Abbott - Child - 05/06/2012. Birth dates and SSNs are taken where they stand there.
 * Undefined where a part says anything else, or less.
 */
export function dependentsInCell(cell: CellValue): Cells[] | undefined {
  const text = String(cell).trim();
  if (typeof cell !== 'string' || text.length > LONGEST) return undefined;
  for (const between of BETWEEN) {
    const parts = text.split(between).filter((part) => part.trim() !== '');
    const people = parts.length > MOST ? [] : parts.map(dependentIn);
    if (people.length > 0 && people.every((one) => one !== undefined) && areLastNames(people)) return people;
  }
  return undefined;
}

/**
 * Abbott, Ann; Abbott, Ben: what stands before a comma is the last name where all of several have it. Ann, Ben may as
 * well be two.
 */
function areLastNames(people: readonly Cells[]): boolean {
  const before = people.map((cells) => /^(.+), /.exec(String(cells.get('fullName') ?? ''))?.[1]);
  return new Set(before).size === 1 && (before[0] === undefined || before.length > 1);
}

function dependentIn(part: string): Cells | undefined {
  const [dates, ssns] = [part.match(A_DATE) ?? [], part.match(AN_SSN) ?? []];
  if (dates.length > 1 || ssns.length > 1) return undefined;
  const said = part
    .replace(AN_SSN, ' , ')
    .replace(A_DATE, ' , ')
    .replace(OF_A_DATE, ' , ')
    .replace(OF_AN_SSN, ' , ')
    .split(SIGNS)
    .map((piece) => piece.replace(/\s+/g, ' ').trim())
    .filter((piece) => piece !== '');
  const kinds = said.filter(isKind);
  const names = said.filter((piece) => !isKind(piece));
  if (kinds.length === 0 && names.length === 1) {
    const [, kind = '', name = ''] = WORD_FIRST.exec(names[0] ?? '') ?? [];
    return isKind(kind) ? cellsOf([name], kind, dates[0], ssns[0]) : undefined;
  }
  const [kind, ...others] = kinds;
  // Anna (spouse), Ben
  const isBetween = said.indexOf(kind ?? '') > 0 && said.indexOf(kind ?? '') < said.length - 1;
  return kind !== undefined && others.length === 0 && !isBetween ? cellsOf(names, kind, dates[0], ssns[0]) : undefined;
}

/** `names`: the name, or the last name and the first one, which a comma parted. */
function cellsOf(
  names: readonly string[],
  relationship: string,
  born: string | undefined,
  ssn: string | undefined,
): Cells | undefined {
  const name = names.join(', ');
  if (
    names.length === 0 ||
    names.length > 2 ||
    !names.every((one) => A_NAME.test(one)) ||
    name.split(' ').length > MOST_WORDS
  )
    return undefined;
  const cells: Cells = new Map([
    [name.includes(' ') ? 'fullName' : 'firstName', name],
    ['relationship', relationship],
  ]);
  if (born !== undefined) cells.set('dateOfBirth', born);
  if (ssn !== undefined) cells.set('ssn', ssn);
  return cells;
}
