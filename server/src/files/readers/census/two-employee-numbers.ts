import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { READER_LIMITS } from '../limits.ts';

type Told = Pick<EnrollmentRecord, 'employeeId' | 'ssn' | 'line'>;

/**
 * Employees of a list who share name and birth date under different employee IDs, where no two SSNs say whether they are one: two people, or one who was
 * entered twice. Taken for one, the second row would write over the first. Only the latest of a long list are remembered, as in SamePersonTwice.
 */
export class TwoEmployeeNumbers {
  #told = new Map<string, Told>();
  #before = new Map<string, Told>();

  /** What is wrong with an employee who is in order otherwise. */
  find(record: EnrollmentRecord): RecordProblem | undefined {
    const { isSubscriber, employeeId, ssn, line, dateOfBirth, firstName, lastName, groupKey } = record;
    if (!isSubscriber || employeeId === undefined || dateOfBirth === undefined || hasLeft(record)) return undefined;
    const key = `${groupKey ?? ''}|${dateOfBirth}|${firstName ?? ''}|${lastName ?? ''}`.toLowerCase();
    const other = this.#told.get(key) ?? this.#before.get(key);
    if (!other) {
      if (this.#told.size >= READER_LIMITS.peopleRemembered / 2) [this.#before, this.#told] = [this.#told, new Map()];
      this.#told.set(key, { employeeId, ssn, line });
      return undefined;
    }
    if (other.employeeId === employeeId || (other.ssn !== undefined && ssn !== undefined)) return undefined;
    return {
      field: 'employeeId',
      code: 'two_employee_numbers',
      message: `Line ${other.line} names somebody with this name and date of birth under another employee ID; nobody knows whether they are one person. Write one employee ID in both rows for one person; add the second of two people by hand`,
    };
  }
}

/** Payroll gives whoever comes back a new number; the row of the earlier employment says that it is over. */
const hasLeft = ({ action, terminationDate, leftBefore }: EnrollmentRecord): boolean =>
  action === 'end' || terminationDate !== undefined || leftBefore !== undefined;
