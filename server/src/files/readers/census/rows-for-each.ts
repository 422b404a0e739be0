import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import { SOME_DEPENDENT } from '@openbenefits/domain/files/census/row';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { isNothing, isWaived } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { readDate } from '@openbenefits/domain/files/census/values/read-date';
import type { ListMeaning } from './list-meaning.ts';
import type { TableRow } from './table-row.ts';

const KEYS = ['ssn', 'employeeId', 'memberId', 'familyId', 'fullName'] as const satisfies readonly CensusField[];
const NAMES: ReadonlySet<CensusField> = new Set<CensusField>(['firstName', 'fullName']);
const OF_COVERAGE = /^(?:plan|tier|from|until|waived|enrolled|line|action)(?:\.|$)/;
/** A level counts whom the employee takes along. */
const OF_DEPENDENTS = /^(?:plan|from|until|waived|enrolled|line|action)(?:\.|$)/;

/**
 * What the rows of a list name of plans: those of employees alone, by employee, and those in which somebody stands
 * beside.
 */
export type PlansOfRows = {
  readonly alone: ReadonlyMap<string, ReadonlySet<string>>;
  readonly beside: readonly (readonly [key: string, plans: string[]])[];
};

export function plansOfRows(
  rows: readonly TableRow[],
  columns: readonly CensusColumn[],
  key: CensusColumn,
  named: readonly CensusColumn[],
): PlansOfRows {
  const plans = columns.filter(({ field, dependent }) => dependent === 0 && field.startsWith('plan.'));
  const alone = new Map<string, Set<string>>();
  const beside: (readonly [key: string, plans: string[]])[] = [];
  for (const { cells } of rows) {
    const whose = String(cells[key.index] ?? '').trim();
    if (whose === '') continue;
    const taken = plans
      .map(({ index }) => cells[index])
      .filter((cell) => cell !== undefined && !isWaived(cell))
      .map((cell) => wordsOf(String(cell)));
    const isBeside = named.some(
      ({ index }) => cells[index] !== undefined && cells[index] !== '' && !isNothing(cells[index]),
    );
    if (isBeside) beside.push([whose, taken]);
    else alone.set(whose, new Set([...(alone.get(whose) ?? []), ...taken]));
  }
  return { alone, beside };
}

/**
 * Whether each person has a row: the employee's names no dependent, and each dependent stands beside the employee in
 * one of its own. Then the plans of such a row are the dependent's; where the employee has no row alone that names
 * these plans, they are the employee's, with a dependent beside.
 */
export function areRowsForEach(rows: readonly TableRow[], columns: readonly CensusColumn[]): boolean {
  const own = KEYS.map((field) => columns.find((column) => column.field === field && column.dependent === 0)).find(
    (column) => column !== undefined,
  );
  const named = columns.filter(({ field, dependent }) => dependent === 1 && NAMES.has(field));
  if (
    !own ||
    named.length === 0 ||
    columns.some(({ field, dependent }) => dependent > 1 || (dependent === 1 && OF_COVERAGE.test(field))) ||
    !columns.some((column) => column.field.startsWith('plan.') && !isWhereFilled(column))
  )
    return false;
  const { alone, beside } = plansOfRows(rows, columns, own, named);
  return (
    beside.length > 0 &&
    beside.every(([key, taken]) => taken.every((plan) => alone.get(key)?.has(plan)) && alone.has(key))
  );
}

/**
 * Enrollee Type: Dependent, in a row that repeats the employee of the row above and names whom it is about beside, with
 * a relationship: nobody but the latter stands in it, with the coverage of the row. So it is where such a row comes
 * alone, as refused rows do.
 */
export function isAboutBeside(
  own: CensusCells,
  persons: ReadonlyMap<number, CensusCells>,
  above: CensusCells | undefined,
  kinds: KindWords | undefined,
): boolean {
  const relationship = own.get('relationship');
  if (
    relationship === undefined ||
    !persons.get(1)?.has('relationship') ||
    (kinds?.of(relationship) ?? 'self') === 'self'
  )
    return false;
  if (!above) return SOME_DEPENDENT.has(wordsOf(String(relationship)));
  const isSame = (field: CensusField): boolean =>
    wordsOf(String(own.get(field) ?? '')) === wordsOf(String(above.get(field) ?? ''));
  return NAME_FIELDS.every(isSame) && TELLS.every((field) => !own.has(field) || isSame(field));
}
const NAME_FIELDS = ['firstName', 'lastName', 'fullName'] as const satisfies readonly CensusField[];
const TELLS = ['ssn', 'dateOfBirth', 'employeeId', 'memberId'] as const satisfies readonly CensusField[];

/**
 * The first days in a row that repeats the employee of the row above and names somebody beside, where they are later
 * and all that differs: the dependent's own. The employee has begun before.
 */
export function laterStarts(
  own: CensusCells,
  above: CensusCells | undefined,
  { dates, datesOf }: Pick<ListMeaning, 'dates' | 'datesOf'>,
): [CensusField, CellValue][] {
  if (!above || own.size !== above.size) return [];
  const differing = [...own].filter(([field, cell]) => above.get(field) !== cell);
  const dayOf = (field: CensusField, cell: CellValue | undefined) =>
    cell === undefined ? undefined : readDate(cell, datesOf?.get(field) ?? dates);
  const isLater = ([field, cell]: [CensusField, CellValue]): boolean => {
    const [known, day] = OF_START.test(field) ? [dayOf(field, above.get(field)), dayOf(field, cell)] : [];
    return known !== undefined && day !== undefined && day > known;
  };
  return differing.every(isLater) ? differing : [];
}
const OF_START = /^from(?:\.|$)/;
export const LATER_STARTS = fileMessage('later_start_of_dependent');

/** By what such a row says whose it is, alone. */
export function familyIn(own: CensusCells): string | undefined {
  const ssn = own.get('ssn');
  const key =
    own.get('familyId') ?? own.get('employeeId') ?? (ssn === undefined ? undefined : String(ssn).replaceAll('-', ''));
  return key === undefined ? undefined : String(key);
}

/** The employee without the coverage of such a row, and the dependent with it. */
export function dividedRow(
  own: CensusCells,
  persons: ReadonlyMap<number, Map<CensusField, CellValue>>,
): Map<CensusField, CellValue> {
  const dependent = persons.get(1);
  for (const [field, cell] of own)
    if (OF_DEPENDENTS.test(field) && dependent && !dependent.has(field)) dependent.set(field, cell);
  return new Map([...own].filter(([field]) => !OF_COVERAGE.test(field)));
}
