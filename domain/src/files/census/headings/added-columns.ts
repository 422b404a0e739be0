import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../../../coverage-line.ts';
import type { MappedColumn } from '../mapping.ts';
import { matchColumns, type MatchedColumns } from './columns.ts';
import type { CensusColumn } from './census-column.ts';
import type { CensusField } from './fields.ts';
import { areOfNumbers } from './numbers-alone.ts';

/**
 * Stands behind the heading of a column that somebody has added to refused rows. An empty cell of such a column says
 * nothing: its row means what it meant before. Without the mark, a column Relationship would ask for one in every row,
 * and an empty place for a plan would be coverage that is not wanted.
 */
const WHERE_FILLED = '(where filled in)';

/** A column that can be added: `heading` without the mark, as people call it. */
export type AddedColumn = { readonly heading: string; readonly field: CensusField };

/** Of a line that the list tells apart by columns of its own. */
const ofLine = (line: CoverageLine): AddedColumn[] => [
  { heading: `${COVERAGE_LINE_LABEL[line]} Plan`, field: `plan.${line}` },
  { heading: `${COVERAGE_LINE_LABEL[line]} Coverage Level`, field: `tier.${line}` },
  { heading: `${COVERAGE_LINE_LABEL[line]} Start Date`, field: `from.${line}` },
  { heading: `${COVERAGE_LINE_LABEL[line]} End Date`, field: `until.${line}` },
];

/** What a list may lack, in the order in which people look for it. The plan of any line says itself of which it is. */
const OFFERED: readonly AddedColumn[] = [
  { heading: 'SSN', field: 'ssn' },
  { heading: 'Date of Birth', field: 'dateOfBirth' },
  { heading: 'Gender', field: 'gender' },
  { heading: 'Relationship', field: 'relationship' },
  { heading: 'Disabled', field: 'handicapped' },
  { heading: 'Subscriber ID', field: 'subscriberKey' },
  { heading: 'Employee ID', field: 'employeeId' },
  { heading: 'Member ID', field: 'memberId' },
  { heading: 'Email', field: 'email' },
  { heading: 'Phone', field: 'phone' },
  { heading: 'Address', field: 'addressLine1' },
  { heading: 'City', field: 'city' },
  { heading: 'State', field: 'state' },
  { heading: 'ZIP', field: 'zip' },
  { heading: 'Country', field: 'country' },
  { heading: 'Job Title', field: 'jobTitle' },
  { heading: 'Department', field: 'department' },
  { heading: 'Class', field: 'classKey' },
  { heading: 'Location', field: 'locationKey' },
  { heading: 'Annual Salary', field: 'salary' },
  { heading: 'Hire Date', field: 'hireDate' },
  { heading: 'Rehire Date', field: 'rehireDate' },
  { heading: 'Termination Date', field: 'terminationDate' },
  { heading: 'Employment Status', field: 'status' },
  { heading: 'COBRA', field: 'cobra' },
  { heading: 'COBRA Start Date', field: 'cobraBegin' },
  { heading: 'COBRA End Date', field: 'cobraEnd' },
  { heading: 'COBRA Event', field: 'cobraEvent' },
  { heading: 'COBRA Event Date', field: 'cobraEventDate' },
  { heading: 'Action', field: 'action' },
  { heading: 'Plan', field: 'plan.medical' },
  { heading: 'Coverage Level', field: 'tier' },
  { heading: 'Coverage Start Date', field: 'from' },
  { heading: 'Coverage End Date', field: 'until' },
  ...COVERAGE_LINES.flatMap(ofLine),
];

/** How the heading of an added column is written in the list. */
export const headingOf = ({ heading }: Pick<AddedColumn, 'heading'>): string => `${heading} ${WHERE_FILLED}`;
/** Whether an empty cell below a heading says nothing, not even that nothing is there. */
export const isWhereFilled = ({ heading }: Pick<CensusColumn, 'heading'>): boolean => heading.includes(WHERE_FILLED);

/** Whose text is somebody's own: in an empty cell of another row it is never meant. */
const OF_ONE: ReadonlySet<CensusField> = new Set([
  'ssn',
  'dateOfBirth',
  'subscriberKey',
  'employeeId',
  'memberId',
  'email',
  'phone',
]);
/** Whether what is put into an empty cell of an added column may as well be meant for all others that are empty. */
export const mayBeOfMany = (column: Pick<CensusColumn, 'heading'>): boolean =>
  isWhereFilled(column) && !OFFERED.some((one) => OF_ONE.has(one.field) && headingOf(one) === column.heading);
/** The heading of a column as people call it, without the mark. */
export const plainlyCalled = (heading: string): string => heading.replace(` ${WHERE_FILLED}`, '');

/** What a list is understood as, to be compared: everything but one column. */
function understoodBut({ columns, ...rest }: MatchedColumns, index: number): string {
  const others = columns
    .filter((column) => column.index !== index)
    .map(({ index: at, field, dependent }) => [at, field, dependent]);
  return JSON.stringify([others, rest]);
}

/**
 * The headings of a list and what columns can be added behind them: those that are read as just their field, and beside
 * which every other column, and the list as a whole, means what it did.
 */
export class ColumnsToAdd {
  readonly #headings: readonly string[];
  readonly #remembered: readonly MappedColumn[];
  readonly #matched: MatchedColumns;
  readonly #before: string;

  constructor(headings: readonly string[], remembered: readonly MappedColumn[]) {
    this.#headings = headings;
    this.#remembered = remembered;
    this.#matched = matchColumns(headings, remembered);
    this.#before = understoodBut(this.#matched, headings.length);
  }

  /** One after the other: beside a thousand headings each takes a while. */
  *all(): Generator<AddedColumn, void, undefined> {
    for (const one of OFFERED) if (this.#isFree(one)) yield one;
  }

  /** The column of that heading, if it can be added. */
  called(heading: string): AddedColumn | undefined {
    return OFFERED.find((one) => one.heading === heading && this.#isFree(one));
  }

  /**
   * The column to put into what is read from one of these fields, the better ones first; undefined where the list has
   * one, or none can be added.
   */
  missing(fields: readonly CensusField[]): AddedColumn | undefined {
    if (fields.length === 0 || fields.some((field) => this.#has(field))) return undefined;
    const plan = fields.find((field) => field.startsWith('plan.'));
    // A single column for plans holds those of all lines.
    if (plan !== undefined && this.#matched.columns.some(({ field }) => field.startsWith('plan.') && !this.#isOfLines))
      return undefined;
    const found = fields.flatMap((field) => {
      const called = OFFERED.filter((one) => one.field === field);
      return field === 'plan.medical' && this.#isOfLines ? called.toReversed() : called;
    });
    const general = plan !== undefined && !this.#isOfLines ? OFFERED.filter(({ heading }) => heading === 'Plan') : [];
    const ofAny = this.#isOfLines
      ? found
      : found.toSorted((a, b) => Number(a.field.includes('.')) - Number(b.field.includes('.')));
    return [...general, ...ofAny].find((one) => this.#isFree(one));
  }

  /** Medical Level, Dental Start Date: the list tells lines of coverage by columns. */
  get #isOfLines(): boolean {
    return this.#matched.columns.some(
      ({ field, heading }) => field.includes('.') && (field !== 'plan.medical' || /med|health/i.test(heading)),
    );
  }

  #has(field: CensusField): boolean {
    return this.#matched.columns.some((column) => column.field === field && column.dependent === 0);
  }

  #isFree(one: AddedColumn): boolean {
    const { columns } = this.#matched;
    if (this.#has(one.field)) return false;
    // Beside columns of dependents it would say whom a row is about; whom a number tells has no other relationship than
    // that of an employee.
    if (one.field === 'relationship' && (columns.some(({ dependent }) => dependent > 0) || areOfNumbers(this.#matched)))
      return false;
    const index = this.#headings.length;
    const after = matchColumns([...this.#headings, headingOf(one)], this.#remembered);
    const own = after.columns.filter((column) => column.index === index);
    return (
      own.length === 1 &&
      own[0]?.field === one.field &&
      own[0].dependent === 0 &&
      understoodBut(after, index) === this.#before
    );
  }
}
