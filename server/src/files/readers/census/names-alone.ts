import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { isNameField } from './headings.ts';
import { READER_LIMITS } from '../limits.ts';
import { digestOf, LatestTexts } from './latest-texts.ts';

/** What tells people apart. */
export const TELLING = [
  'ssn',
  'ssnLast4',
  'dateOfBirth',
  'employeeId',
  'memberId',
  'familyId',
] as const satisfies readonly CensusField[];

/**
 * A row that says of its person the very same as the row above, and nothing that tells people apart: the employee is
 * repeated for a dependent beside, or by mistake.
 */
export const isRepeated = (cells: CensusCells, above: CensusCells | undefined): boolean =>
  above !== undefined &&
  cells.size === above.size &&
  [...cells.keys()].some((field) => !isNameField(field)) &&
  !TELLING.some((field) => cells.has(field)) &&
  [...cells].every(([field, cell]) => above.get(field) === cell);

export const REPEATED = fileMessage('same_name_rows_merged');

/**
 * Employees of a list who share a name, of whom nothing else is said: two people, or one in two rows. Only the latest
 * of a long list are remembered, as in SamePersonTwice.
 */
export class NamesAlone {
  /** The line of each name. */
  readonly #told = new LatestTexts(READER_LIMITS.peopleRemembered);

  /** What is wrong with an employee who is in order otherwise. */
  find({
    isSubscriber,
    ssn,
    ssnLast4,
    dateOfBirth,
    employeeId,
    carrierMemberId,
    firstName,
    lastName,
    groupKey,
    goesOnAbove,
    line,
  }: EnrollmentRecord): RecordProblem | undefined {
    if (!isSubscriber || goesOnAbove || (ssn ?? ssnLast4 ?? dateOfBirth ?? employeeId ?? carrierMemberId) !== undefined)
      return undefined;
    const key = digestOf(groupKey?.toLowerCase(), firstName?.toLowerCase(), lastName?.toLowerCase());
    const other = this.#told.get(key);
    if (other !== undefined)
      return {
        field: 'ssn',
        code: 'name_alone',
        ...worded(fileMessage('same_name_rows_unclear', { line: other })),
      };
    this.#told.set([key], String(line));
    return undefined;
  }
}
