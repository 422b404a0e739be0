import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { familyOfLine } from '@openbenefits/domain/files/family-place';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { plainName } from '@openbenefits/domain/files/match-person';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { RecordSink } from './record-sink.ts';

/**
 * Hands the people of a list to its sink. Dependents without a key belong to the employee above them. From the first
 * one with another last name on they wait for the next employee: whoever has the name of that one perhaps stands above
 * its own employee, as in lists that were sorted; that is a question.
 */
export class FamiliesByPlace {
  private readonly sink: RecordSink;
  /** The key of the employee above. */
  above: string | undefined;
  private lastNameAbove: string | undefined;
  private waiting: { record: EnrollmentRecord; isOther: boolean }[] = [];

  constructor(sink: RecordSink) {
    this.sink = sink;
  }

  /** `isBeside`: the person stands in the row of another, who says whose it is. */
  add(record: EnrollmentRecord, cells: CensusCells, isBeside: boolean): void {
    if (record.isSubscriber) {
      record.familyKey ??= familyOfLine(record.line);
      this.above = record.familyKey;
      this.lastNameAbove = record.lastName;
    } else if (
      !isBeside &&
      record.lastName !== this.lastNameAbove &&
      record.problems.some(({ code }) => code === 'relationship_unknown')
    ) {
      // Perhaps the next employee: those below are not given to the one above.
      this.above = undefined;
    } else if (
      !isBeside &&
      record.familyKey !== undefined &&
      !cells.has('familyId') &&
      !cells.has('subscriberKey') &&
      !cells.has('employeeId')
    ) {
      record.familyByPlace = true;
    }
    const isOther =
      record.familyByPlace === true &&
      Boolean(record.lastName && this.lastNameAbove) &&
      plainName(record.lastName) !== plainName(this.lastNameAbove);
    if (record.familyByPlace && (isOther || this.waiting.length > 0)) this.waiting.push({ record, isOther });
    else {
      this.release(record);
      this.handOver(record);
    }
  }

  /** Hands over those who wait, as the next person tells; `next` is missing at the end of the list. */
  release(next?: EnrollmentRecord): void {
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    for (const { record, isOther } of waiting) {
      if (isOther && next?.isSubscriber && plainName(next.lastName) === plainName(record.lastName)) {
        record.problems.push({
          field: 'familyKey',
          code: 'family_doubtful',
          ...worded(fileMessage('family_by_place_unclear')),
        });
        // Given back, the row must not say what nobody knows.
        delete record.familyKey;
        delete record.familyByPlace;
      }
      this.handOver(record);
    }
  }

  private handOver(record: EnrollmentRecord): void {
    record.recordNo = this.sink.nextRecordNo;
    if (record.familyByPlace) this.sink.remark('family_by_position', fileMessage('family_by_place'), record.line);
    this.sink.add(record);
  }
}
