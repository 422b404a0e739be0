import {
  matchColumns,
  missingColumns,
  OF_MEMBER,
  type MatchedColumns,
} from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { isBirthPart } from '@openbenefits/domain/files/census/headings/birth-parts';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import { levelHeading } from '@openbenefits/domain/files/census/headings/level-heading';
import type { MappedColumn } from '@openbenefits/domain/files/census/mapping';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { isNumbered, planNumbersOf } from '@openbenefits/domain/files/census/headings/numbered-plans';
import type { CensusCells, CensusLines } from '@openbenefits/domain/files/census/row-cells';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';

export const textsOf = (cells: readonly (CellValue | undefined)[]): string[] =>
  Array.from(cells, (cell) => (typeof cell === 'string' ? cell : ''));

/** A row of headings as it is understood, with the texts that it was understood by. */
export type Headings = { texts: string[]; matched: MatchedColumns };

/** Whether a row can head a list: two columns that are known, and the names among them. */
export const canHead = ({ columns }: MatchedColumns): boolean =>
  columns.length >= 2 && missingColumns(columns).length === 0;

/**
 * Understands a row of headings under another one that says whose or of which line the columns below it are (Employee,
 * Spouse; Medical, Dental), as merged cells do: its text holds for the empty cells after it too. Only where the two
 * together say more than the lower one alone.
 */
export function understood(
  texts: string[],
  above: readonly string[] | undefined,
  remembered: readonly MappedColumn[],
): Headings {
  const alone = matchColumns(texts, remembered);
  if (!above) return { texts, matched: alone };
  let over = '';
  // EE, FAM, EE, FAM below two plans say nothing without them.
  const repeated = new Set(
    texts
      .filter(
        (text, index) =>
          isLevelAlone(text) && texts.some((other, at) => at < index && wordsOf(other) === wordsOf(text)),
      )
      .map(wordsOf),
  );
  const joined = Array.from({ length: Math.max(texts.length, above.length) }, (_, index) => {
    const text = texts[index] ?? '';
    over = withoutFillers(above[index] ?? '') || over;
    // SSN beside Name over First and Last: a heading of both rows.
    if (text === '') return fieldOfHeading(above[index] ?? '') === undefined ? text : (above[index] ?? text);
    if (over === '') return text;
    const together = `${over} ${text}`;
    const found = fieldOfHeading(together);
    return (found && (found.dependent > 0 || found.field.includes('.'))) ||
      isOfLevel(together) ||
      isBirthPart(together) ||
      repeated.has(wordsOf(text))
      ? together
      : text;
  });
  const isAlone = joined.every((text, index) => text === (texts[index] ?? ''));
  const matched = isAlone ? alone : matchColumns(joined, remembered);
  const words = wordByWord(above, texts, remembered);
  if (words && meanings(words.matched) > Math.max(meanings(alone), meanings(matched)) + 1) return words;
  if (isAlone) return { texts, matched: alone };
  // Family below Medical is no number of a family.
  const levels = joined.filter(
    (text, index) => isOfLevel(text) || (repeated.has(wordsOf(texts[index] ?? '')) && text !== texts[index]),
  ).length;
  const gain = meanings(matched) + levels - meanings(alone);
  return canHead(matched) && (gain > 0 || (gain === 0 && linesTold(matched) > linesTold(alone)))
    ? { texts: joined, matched }
    : { texts, matched: alone };
}

/** Spouse Information, Employee Data: of whom the columns below are. */
const withoutFillers = (text: string): string =>
  text
    .replace(/\b(?:information|info|data|details?|section)\b/gi, '')
    .replace(/[\s:]+$/, '')
    .trim();

/** EE+SP, of whatever plan. */
function isLevelAlone(heading: string): boolean {
  const found = heading === '' ? undefined : levelHeading(heading);
  return found !== undefined && found.line === undefined;
}

/** Medical EE+SP, of a line and a coverage level. */
const isOfLevel = (heading: string): boolean => levelHeading(heading)?.line !== undefined;

/**
 * Headings that are written over two rows, word by word: Date of / Birth. Undefined where the second row adds nothing
 * to the first.
 */
function continued(
  first: Headings,
  second: readonly string[],
  remembered: readonly MappedColumn[],
): Headings | undefined {
  const both = wordByWord(first.texts, second, remembered);
  return both && meanings(both.matched) > meanings(first.matched) ? both : undefined;
}

function wordByWord(
  first: readonly string[],
  second: readonly string[],
  remembered: readonly MappedColumn[],
): Headings | undefined {
  const texts = Array.from({ length: Math.max(first.length, second.length) }, (_, index) =>
    `${first[index] ?? ''} ${second[index] ?? ''}`.trim(),
  );
  const matched = matchColumns(texts, remembered);
  return canHead(matched) ? { texts, matched } : undefined;
}

/**
 * Whether the row below one of headings is one, too, and how the two are understood better than the first alone: by the
 * second, word by word, or by both where the second leaves columns to the first.
 */
export function secondHeadings(
  first: Headings,
  texts: string[],
  remembered: readonly MappedColumn[],
): { isOne: boolean; better?: Headings } {
  const matched = matchColumns(texts, remembered);
  const both = continued(first, texts, remembered);
  const known = first.matched.columns.length;
  const isWhole = missingColumns(matched.columns).length === 0 && matched.columns.length * 2 >= known;
  const over = isWhole ? understood(texts, first.texts, remembered) : undefined;
  if (over && over.matched.columns.length > Math.max(known, matched.columns.length, both?.matched.columns.length ?? 0))
    return { isOne: true, better: over };
  if (both && (!isWhole || both.matched.columns.length > matched.columns.length)) return { isOne: true, better: both };
  return {
    isOne: both !== undefined || isWhole,
    ...(isWhole && matched.columns.length > known && { better: { texts, matched } }),
  };
}

/** Plan, Tier, Plan, Tier below Medical and Dental: counted, they do not say of which line they are. */
const linesTold = ({ columns }: MatchedColumns): number =>
  new Set(
    columns.flatMap(({ field }) =>
      field.includes('.') && !isNumbered(field) ? [field.slice(field.indexOf('.'))] : [],
    ),
  ).size;

/** Two columns of one meaning count once. */
const meanings = ({ columns }: MatchedColumns): number =>
  new Set(columns.map(({ field, dependent }) => `${dependent} ${field}`)).size;

/**
 * `added`: columns for plans that were added to refused rows. They are columns of the list for a row that fills them,
 * and for no other.
 */
export type ListLines = CensusLines & { readonly added: readonly CensusColumn[] };

const isOpen = ({ field, heading }: CensusColumn): boolean =>
  field === 'plan.medical' && !/med|health/.test(wordsOf(heading));
const lineOf = (field: CensusField): CoverageLine => field.slice('plan.'.length) as CoverageLine;

/** The columns of coverage as they are for one row. */
export function linesFor(lines: ListLines, cells: CensusCells): CensusLines {
  const filled = lines.added.filter(({ field }) => cells.has(field));
  return filled.length === 0
    ? lines
    : {
        ...lines,
        named: new Set([...lines.named, ...filled.map(({ field }) => lineOf(field))]),
        open: lines.open || filled.some(isOpen),
      };
}

/**
 * What the columns of coverage are: which lines have a plan of their own, and whether a column names plans without a
 * line.
 */
export function linesOf({ columns: all }: MatchedColumns): ListLines {
  const added = all.filter((column) => column.field.startsWith('plan.') && isWhereFilled(column));
  const columns = added.length === 0 ? all : all.filter((column) => !added.includes(column));
  const plans = columns.filter(
    ({ field, dependent, how }) => dependent === 0 && field.startsWith('plan.') && how !== 'remembered',
  );
  const fields = columns.filter(({ dependent }) => dependent === 0).map(({ field }) => field);
  const isCounted = (part: 'from' | 'until'): boolean =>
    fields.some((field) => field.startsWith(`${part}.`) && isNumbered(field));
  const ofLines = columns.filter(({ field }) => field.startsWith('plan.') && !isNumbered(field));
  return {
    named: new Set(ofLines.map(({ field }) => lineOf(field))),
    open: plans.some(isOpen),
    added,
    numbers: planNumbersOf(fields),
    counted: { from: isCounted('from'), until: isCounted('until') },
    elections: columns.some(({ field }) => /^(?:waived|enrolled)\b/.test(field)),
  };
}

/**
 * Columns that say again what an earlier one says: where their values differ, only one can be meant. A plan may well
 * have a code and a name.
 */
export function twinsOf(columns: readonly CensusColumn[]): ReadonlySet<number> {
  const first = new Set<string>();
  const twins = columns
    .toSorted((a, b) => a.index - b.index)
    .filter(({ field, dependent, heading }) => {
      const key = `${dependent} ${field} ${field === 'ssn' || field === 'dateOfBirth' ? '' : wordsOf(heading)}`;
      const isAgain = first.has(key);
      first.add(key);
      return isAgain && isSingle(field);
    });
  return new Set(twins.map(({ index }) => index));
}
const isSingle = (field: CensusField): boolean =>
  field === 'ssn' ||
  field === 'dateOfBirth' ||
  field === 'tier' ||
  field === 'from' ||
  field === 'until' ||
  field.includes('.');

const NAMES: readonly CensusField[] = ['firstName', 'middleName', 'lastName', 'suffix', 'fullName'];
export const isNameField = (field: CensusField): boolean => NAMES.includes(field);

/**
 * Some lists give each person a row with the employee's name in it as well (Employee Last Name, Dependent Last Name,
 * Relationship): then the columns of the dependent hold the person whom the row is about, and those of the employee say
 * to whom it belongs. Told by a relationship of the row and none of the dependent's own.
 */
export function isRowOfDependent(columns: readonly CensusColumn[]): boolean {
  const has = (dependent: number, field: CensusField): boolean =>
    columns.some((column) => column.dependent === dependent && column.field === field);
  const isNamed = has(1, 'fullName') || (has(1, 'firstName') && has(1, 'lastName')) || has(1, 'firstName');
  return (
    isNamed && has(0, 'relationship') && !has(1, 'relationship') && columns.every(({ dependent }) => dependent <= 1)
  );
}

const TOLD_OF_PERSONS: ReadonlySet<CensusField> = new Set(['ssn', 'dateOfBirth', 'gender']);
export const OF_EMPLOYEE = /^(?:employee|emp|ee|sub|subscriber|worker|policyholder|primary)\b/i;

/**
 * The cells of the person of such a row: the dependent's own where the list has a column for them, else those of the
 * row.
 */
function ofDependentRow(
  own: ReadonlyMap<CensusField, CellValue>,
  dependent: ReadonlyMap<CensusField, CellValue>,
  columns: readonly CensusColumn[],
): Map<CensusField, CellValue> {
  const theirs = new Set(columns.filter((column) => column.dependent === 1).map(({ field }) => field));
  // Employee DOB is nobody else's, also where the list has no column for the dependent's.
  // So is what stands among the employee's where the dependent's own birth date or SSN has a column.
  const haveOwn = theirs.has('dateOfBirth') || theirs.has('ssn');
  // What stands behind all of the dependent's columns is of whom the row is about, unless something is told there of
  // the employee, too.
  const last = Math.max(...columns.filter(({ dependent: place }) => place === 1).map(({ index }) => index));
  const isBehind = columns.some(
    ({ dependent: place, field, index }) =>
      place === 0 && index > last && TOLD_OF_PERSONS.has(field) && theirs.has(field),
  );
  const employees = new Set(
    columns
      .filter(
        ({ dependent: place, field, heading, index }) =>
          place === 0 &&
          TOLD_OF_PERSONS.has(field) &&
          ((haveOwn && (isBehind || index < last)) || OF_EMPLOYEE.test(heading.trim())),
      )
      .map(({ field }) => field),
  );
  const cells = new Map(
    [...own].filter(([field]) => !isNameField(field) && !theirs.has(field) && !employees.has(field)),
  );
  for (const [field, cell] of dependent) cells.set(field, cell);
  const employee = own.get('ssn');
  if ((theirs.has('ssn') || employees.has('ssn')) && employee !== undefined && !cells.has('subscriberKey'))
    cells.set('subscriberKey', employee);
  return cells;
}

/**
 * Participant Name, Participant Type, Employee Gender: in the row of somebody else the last is still the employee's.
 */
function ofEmployeeAlone(columns: readonly CensusColumn[]): CensusField[] {
  const ofRow = columns.filter(({ dependent, how }) => dependent === 0 && how !== 'remembered');
  if (!ofRow.some(({ field, heading }) => isNameField(field) && OF_MEMBER.test(wordsOf(heading)))) return [];
  return ofRow.flatMap(({ field, heading }) =>
    (field === 'gender' || field === 'dateOfBirth') &&
    OF_EMPLOYEE.test(heading.trim()) &&
    ofRow.filter((one) => one.field === field).length === 1
      ? [field]
      : [],
  );
}

/** Of the columns of a list, which are asked about for each of its rows. */
const employeeAlone = new WeakMap<readonly CensusColumn[], CensusField[]>();

function ofMemberRow(
  own: Map<CensusField, CellValue>,
  columns: readonly CensusColumn[],
  kinds: KindWords | undefined,
): Map<CensusField, CellValue> {
  const relationship = own.get('relationship');
  if (relationship === undefined || (kinds?.of(relationship) ?? 'other') === 'self') return own;
  let fields = employeeAlone.get(columns);
  if (!fields) employeeAlone.set(columns, (fields = ofEmployeeAlone(columns)));
  for (const field of fields) own.delete(field);
  return own;
}

type RowsAbout = { isOfDependents: boolean; hasRelationships: boolean; kinds: KindWords | undefined };

/**
 * The cells of whom a row is about, of those that stand in it: the dependent's where each has a row with the employee's
 * name in it.
 */
export function personOf(
  persons: ReadonlyMap<number, Map<CensusField, CellValue>>,
  columns: readonly CensusColumn[],
  { isOfDependents, hasRelationships, kinds }: RowsAbout,
): Map<CensusField, CellValue> | undefined {
  const own = persons.get(0);
  const dependent = isOfDependents ? persons.get(1) : undefined;
  if (own && !isOfDependents) return ofMemberRow(own, columns, kinds);
  if (!own || !dependent) return own;
  const isNamed = dependent.has('firstName') || dependent.has('fullName');
  // The employee's own row, where each dependent has one of its own below.
  if (!isNamed && hasRelationships && !own.has('relationship')) own.set('relationship', 'employee');
  const relationship = own.get('relationship');
  const cells =
    isNamed && relationship !== undefined && (kinds?.of(relationship) ?? 'other') !== 'self'
      ? ofDependentRow(own, dependent, columns)
      : own;
  dependent.clear();
  return cells;
}
