import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { plainName } from '@openbenefits/domain/files/match-person';
import { TELLING } from './names-alone.ts';

const OF_COVERAGE = /^(?:plan|tier|enrolled|waived|waivedFrom|from|until|changedOn|status|action|line)(?:\.|$)/;
const SAID_ONCE = [
  'ssn',
  'ssnLast4',
  'dateOfBirth',
  'employeeId',
  'carrierMemberId',
] as const satisfies readonly (keyof EnrollmentRecord)[];

export const GOES_ON = fileMessage('rows_of_same_employee');

const linesOf = ({ coverages }: EnrollmentRecord, cells: CensusCells): string[] =>
  coverages.length > 0 ? coverages.map(({ line }) => line) : cells.has('line') ? [plainName(cells.get('line'))] : [];

/** Whether two rows say nothing of their person that differs. */
const agree = (one: CensusCells, other: CensusCells): boolean =>
  [...one].every(
    ([field, cell]) =>
      OF_COVERAGE.test(field) || !other.has(field) || plainName(String(cell)) === plainName(String(other.get(field))),
  );

/**
 * The employee of the row above, in a list that has a row for each line of coverage: whoever stands directly below
 * under the same name, with other lines and nothing that contradicts, is the same, though no row, or only the first,
 * says who that is.
 */
export class LinesOfPerson {
  #above: { record: EnrollmentRecord; cells: CensusCells; lines: Set<string> } | undefined;

  /** Makes an employee's record that goes on the one above say so; true where it does. */
  settle(record: EnrollmentRecord, cells: CensusCells): boolean {
    const { record: first, cells: known, lines } = this.#above ?? {};
    if (
      !first ||
      !known ||
      !lines ||
      !record.isSubscriber ||
      TELLING.some((field: CensusField) => cells.has(field) && cells.get(field) !== known.get(field))
    )
      return false;
    const own = linesOf(record, cells);
    if (
      own.length === 0 ||
      lines.size === 0 ||
      own.some((line) => lines.has(line)) ||
      plainName(record.lastName) === '' ||
      plainName(record.lastName) !== plainName(first.lastName) ||
      plainName(record.firstName) !== plainName(first.firstName)
    )
      return false;
    if (
      record.suffix !== first.suffix ||
      record.action === 'end' ||
      record.coverages.some(({ lineByPlan }) => lineByPlan) ||
      !agree(cells, known)
    )
      return false;
    if (SAID_ONCE.every((field) => record[field] === first[field])) {
      if (SAID_ONCE.some((field) => field !== 'ssnLast4' && first[field] !== undefined)) return false;
      record.goesOnAbove = true;
    } else
      Object.assign(
        record,
        Object.fromEntries(SAID_ONCE.flatMap((field) => (first[field] === undefined ? [] : [[field, first[field]]]))),
      );
    if (first.familyKey !== undefined) record.familyKey = first.familyKey;
    return true;
  }

  /** Notes whom the row is about; a row of anybody else, or that is refused, ends it. */
  note(record: EnrollmentRecord, cells: CensusCells, isSame: boolean): void {
    if (!record.isSubscriber || record.problems.length > 0) this.#above = undefined;
    else if (isSame && this.#above) for (const line of linesOf(record, cells)) this.#above.lines.add(line);
    else this.#above = { record: { ...record }, cells, lines: new Set(linesOf(record, cells)) };
  }
}
