import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { plainName } from '@openbenefits/domain/files/match-person';

/**
 * Dependents whom only their place ties to the employee above them, from the first one with another last name on: they wait for the next employee. Whoever has the name of that one perhaps stands
 * above its own employee, as in lists that were sorted; that is a question.
 */
export class PlacedDependents {
  private waiting: { record: EnrollmentRecord; isOther: boolean }[] = [];

  /** Whether the dependent waits. `lastNameAbove`: of the employee above. */
  keeps(record: EnrollmentRecord, lastNameAbove: string | undefined): boolean {
    const isOther = record.familyByPlace === true && Boolean(record.lastName && lastNameAbove) && plainName(record.lastName) !== plainName(lastNameAbove);
    if (!record.familyByPlace || (!isOther && this.waiting.length === 0)) return false;
    this.waiting.push({ record, isOther });
    return true;
  }

  /** Those who waited, as the next one below them tells; `next` is missing at the end of the list. */
  settled(next?: EnrollmentRecord): EnrollmentRecord[] {
    if (this.waiting.length === 0) return [];
    const { waiting } = this;
    this.waiting = [];
    for (const { record, isOther } of waiting) {
      if (!isOther || !next?.isSubscriber || plainName(next.lastName) !== plainName(record.lastName)) continue;
      record.problems.push({ field: 'familyKey', code: 'family_doubtful', message: 'Only the place ties this dependent to the employee above, who has another last name, and the next employee has the dependent’s; add a column with the employee ID or the subscriber’s SSN' });
      // Given back, the row must not say what nobody knows.
      delete record.familyKey;
      delete record.familyByPlace;
    }
    return waiting.map(({ record }) => record);
  }
}
