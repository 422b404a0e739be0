import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { READER_LIMITS } from '../limits.ts';
import { digestOf, LatestTexts } from './latest-texts.ts';

/** The line, the employee ID, and whether an SSN stands beside it. */
type Told = [line: number, employeeId: string, hasSsn: boolean];

/**
 * Employees of a list who share name and birth date under different employee IDs, where no two SSNs say whether they
 * are one: two people, or one who was entered twice. Taken for one, the second row would write over the first. Only the
 * latest of a long list are remembered, as in SamePersonTwice.
 */
export class TwoEmployeeNumbers {
  readonly #told = new LatestTexts(READER_LIMITS.peopleRemembered);

  /** What is wrong with an employee who is in order otherwise. */
  find(record: EnrollmentRecord): RecordProblem | undefined {
    const { isSubscriber, employeeId, ssn, line, dateOfBirth, firstName, lastName, groupKey } = record;
    if (!isSubscriber || employeeId === undefined || dateOfBirth === undefined || hasLeft(record)) return undefined;
    const key = digestOf(groupKey?.toLowerCase(), dateOfBirth, firstName?.toLowerCase(), lastName?.toLowerCase());
    const told = this.#told.get(key);
    if (told === undefined) {
      this.#told.set([key], JSON.stringify([line, employeeId, ssn !== undefined] satisfies Told));
      return undefined;
    }
    const [lineAbove, other, hadSsn] = JSON.parse(told) as Told;
    if (other === employeeId || (hadSsn && ssn !== undefined)) return undefined;
    return {
      field: 'employeeId',
      code: 'two_employee_numbers',
      ...worded(fileMessage('employee_id_of_another_row', { line: lineAbove })),
    };
  }
}

/** Payroll gives whoever comes back a new number; the row of the earlier employment says that it is over. */
const hasLeft = ({ action, terminationDate, leftBefore }: EnrollmentRecord): boolean =>
  action === 'end' || terminationDate !== undefined || leftBefore !== undefined;
