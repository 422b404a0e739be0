import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { readFullName } from '@openbenefits/domain/files/census/values/cell-values';
import { nameKey } from '@openbenefits/domain/files/match-person';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { isNameField, OF_EMPLOYEE } from './headings.ts';
import { READER_LIMITS } from '../limits.ts';
import type { TableRow } from './table-row.ts';

/**
 * The employees of a list that names them beside each person (Employee Name, Subscriber First Name): a dependent is the
 * family's whose employee its row names, wherever that one stands.
 */
export class NamedEmployees {
  readonly #columns: readonly CensusColumn[];
  /** The family of a name; 'several' where two employees bear it. */
  readonly #families = new Map<string, string>();

  private constructor(columns: readonly CensusColumn[]) {
    this.#columns = columns;
  }

  /** Undefined for a list whose columns do not name the employee beside the person. */
  static in(
    columns: readonly CensusColumn[],
    texts: readonly string[],
    isOfDependents: boolean,
  ): NamedEmployees | undefined {
    const names = columns.filter(({ field, dependent }) => dependent === 0 && isNameField(field));
    // Where the row is about a dependent with columns of its own, all others name the employee.
    const employees = isOfDependents ? names : names.filter(({ heading }) => OF_EMPLOYEE.test(heading.trim()));
    if (!isOfDependents && employees.length === names.length) return undefined;
    // Subscriber Name beside Member Name is left out, because the row is about the member.
    const leftOut = texts.flatMap((heading, index): CensusColumn[] => {
      const found =
        OF_EMPLOYEE.test(heading.trim()) && !columns.some((column) => column.index === index)
          ? fieldOfHeading(heading)
          : undefined;
      return found?.dependent === 0 && isNameField(found.field)
        ? [{ index, heading, field: found.field, dependent: 0, how: 'likely' }]
        : [];
    });
    const all = [...employees, ...leftOut];
    return all.length > 0 ? new NamedEmployees(all) : undefined;
  }

  #nameIn({ cells }: TableRow): { name: string; lastName: string } {
    const text = (field: CensusColumn['field']): string =>
      String(cells[this.#columns.find((column) => column.field === field)?.index ?? -1] ?? '').trim();
    const whole = text('fullName');
    const { firstName, lastName } =
      whole === '' ? { firstName: text('firstName'), lastName: text('lastName') } : readFullName(whole);
    return { name: nameKey(firstName, lastName), lastName: nameKey('', lastName) };
  }

  /** The employee who was noted last. */
  #above: { name: string; lastName: string } | undefined;

  /**
   * The family of a dependent whom only its place tells: that of the employee of its row; null where nobody so called
   * stands above it. Undefined where the row names nobody else.
   */
  familyOf(record: EnrollmentRecord, row: TableRow): string | null | undefined {
    const { name, lastName } = this.#nameIn(row);
    if (name === '' || name === nameKey(record.firstName, record.lastName)) return undefined;
    const family = this.#families.get(name);
    if (family !== undefined && family !== SEVERAL) return family;
    // A short form, or one of several of the name: the place tells.
    return this.#above !== undefined && (this.#above.name === name || this.#above.lastName === lastName)
      ? undefined
      : null;
  }

  note({ firstName, lastName, familyKey }: EnrollmentRecord): void {
    const name = nameKey(firstName, lastName);
    this.#above = { name, lastName: nameKey('', lastName) };
    if (name === '' || familyKey === undefined || this.#families.size >= READER_LIMITS.peopleRemembered) return;
    const known = this.#families.get(name);
    this.#families.set(name, known === undefined || known === familyKey ? familyKey : SEVERAL);
  }
}

const SEVERAL = '\u0000';
