import { type FileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import {
  isOpenPlusOne,
  plusOneRead,
  plusOneTier,
  plusOneUnknown,
} from '@openbenefits/domain/files/census/values/plus-one';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';

/** Records of a family that are waited for; no family with "plus one" has so many. */
const MOST = 50;

/**
 * The levels "plus one" of a list, which mean the spouse or a child: they wait for the dependents behind their
 * employee, who tell which. The records of the open family are kept back by the sink.
 */
export class PlusOnes {
  #open:
    | {
        familyKey: string | undefined;
        groupKey: string | undefined;
        employees: EnrollmentRecord[];
        dependents: EnrollmentRecord[];
      }
    | undefined;
  readonly #tell: (code: string, message: FileMessage, line: number) => void;

  constructor(tell: (code: string, message: FileMessage, line: number) => void) {
    this.#tell = tell;
  }

  /** Takes the records in the order of the list. */
  add(record: EnrollmentRecord): void {
    const { isSubscriber, familyKey, groupKey } = record;
    if (this.#open && (this.#open.familyKey !== familyKey || this.#open.groupKey !== groupKey || this.waiting >= MOST))
      this.settle();
    if (!isSubscriber) this.#open?.dependents.push(record);
    // An employee may have a row for each plan.
    else if (this.#open) this.#open.employees.push(record);
    else if (familyKey !== undefined && record.coverages.some(isOpenPlusOne))
      this.#open = { familyKey, groupKey, employees: [record], dependents: [] };
    else if (familyKey === undefined) this.#settleOne(record, []);
  }

  /** How many of the latest records wait. */
  get waiting(): number {
    return this.#open ? this.#open.employees.length + this.#open.dependents.length : 0;
  }

  /** The family has ended. */
  settle(): void {
    const open = this.#open;
    this.#open = undefined;
    for (const employee of open?.employees ?? []) this.#settleOne(employee, open?.dependents ?? []);
  }

  #settleOne(employee: EnrollmentRecord, dependents: readonly EnrollmentRecord[]): void {
    for (const [index, coverage] of employee.coverages.entries()) {
      if (!isOpenPlusOne(coverage)) continue;
      const tier = plusOneTier(coverage, dependents);
      const message = tier ? plusOneRead(coverage, tier) : plusOneUnknown(coverage);
      employee.warnings.push({
        field: `coverages.${index}.tierKey`,
        code: tier ? 'plus_one_read' : 'tier_unknown',
        ...worded(message),
      });
      if (tier) coverage.tier = tier;
      else this.#tell('tier_unknown', message, employee.line);
    }
  }
}
