import { fileMessage } from '../../messages/file-message.ts';
import type { CensusColumn } from './census-column.ts';
import type { CensusField } from './fields.ts';
import { OWN_OF_A_PERSON } from './field-of-heading.ts';

/** By which an employee of the group is told without a name. */
const NUMBERS: readonly CensusField[] = ['ssn', 'employeeId', 'memberId'];
const OF_COVERAGE = /^(?:plan|enrolled|waived|until|terminationDate|action)(?:\.|$)/;
const NAMES: ReadonlySet<CensusField> = new Set(['firstName', 'lastName', 'fullName', 'middleName']);
/** Of a column that nobody knows, which may hold names all the same. */
const MAY_HEAD_NAMES = /name|employee|member|worker|associate|participant|person|nombre|apellido/i;
const MAY_BE_A_NAME = /^\p{L}[\p{L}'\u2019.-]*(?:, ?|\s+)\p{L}[\p{L}'\u2019. -]*$/u;

export const NUMBERS_ALONE = fileMessage('members_by_number_only');

/**
 * SSN, Plan, Effective Date: coverage of people who are there, each told by a number alone. Dependents cannot be told
 * so.
 */
export const areOfNumbers = ({
  columns,
  ignored,
}: {
  columns: readonly CensusColumn[];
  ignored: readonly string[];
}): boolean =>
  columns.length >= 2 &&
  columns.some(({ field, dependent }) => dependent === 0 && NUMBERS.includes(field)) &&
  columns.some(({ field }) => OF_COVERAGE.test(field)) &&
  !columns.some(
    ({ field, dependent }) =>
      NAMES.has(field) || field === 'relationship' || (dependent > 0 && OWN_OF_A_PERSON.has(field)),
  ) &&
  !ignored.some((heading) => MAY_HEAD_NAMES.test(heading));

/** Whether a column holds names, to go by its values. */
export function mayHoldNames(values: readonly string[]): boolean {
  const told = values.filter((value) => value !== '');
  return told.length > 1 && new Set(told).size === told.length && told.every((value) => MAY_BE_A_NAME.test(value));
}
