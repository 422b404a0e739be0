import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { readStatus } from '@openbenefits/domain/files/census/coverage/status';
import { readRelationship, readTier, readYesNo } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { lastNameFirst, relationshipInName } from '@openbenefits/domain/files/census/values/name-cells';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { TableRow } from './table-row.ts';

type Cells = Map<CensusField, CellValue>;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const YES_IS_EMPLOYEE = words(
  'subscriber issubscriber subscriberyn subscriberflag isemployee employeeyn isprimary primary primaryyn primaryinsured primarymember primaryflag policyholder ispolicyholder',
);
const YES_IS_DEPENDENT = words('isdependent dependentyn dependent dependentflag isdep depyn depflag');
const COUNTED = words(
  'personnumber personno personseq depseq dependentsequence depsequence dependentnumber depno depnumber sequence seq seqno sequencenumber membersequence memberseq membersuffix suffixcode',
);
const OF_A_NUMBER = /(?:id|no|num|number|nbr|cert|key|code)$/;
/** Behind a heading: the number of the employee. */
const FIRST_NUMBER = /\s*\((0?[01])\)$/;
const COUNTED_BEHIND = /^(.*[\dA-Za-z])[-. /](\d{1,2})$/;
const LAST_FIRST = /last.*first/i;
const NAMES = ['fullName', 'firstName', 'lastName'] as const satisfies readonly CensusField[];

const textAt = ({ cells }: TableRow, index: number): string => String(cells[index] ?? '').trim();

/** A column that says only who is the employee: Subscriber (Y/N), Is Dependent, Person Number (00, 01 …). */
export type EmployeeFlag = {
  index: number;
  heading: string;
  isEmployee: (word: string) => boolean;
  /** A heading that tells the same without the other rows. */
  renamed: string;
};

/** Such a column among those that nobody knows, told by the words in it; a number that only counts the rows is none. */
export function employeeFlagIn(
  rows: readonly TableRow[],
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
): EmployeeFlag | undefined {
  for (const [index, text] of texts.entries()) {
    const heading = text.trim().replace(/\s+/g, ' ');
    if (!ignored.includes(heading)) continue;
    const meant = wordsOf(heading.replace(/\(.*$/s, ''));
    const told = rows.map((row) => textAt(row, index)).filter((word) => word !== '');
    if (YES_IS_EMPLOYEE.has(meant) || YES_IS_DEPENDENT.has(meant)) {
      const answers = new Set(told.map(readYesNo));
      if (answers.size === 2 && !answers.has(undefined))
        return {
          index,
          heading,
          isEmployee: (word) => readYesNo(word) === YES_IS_EMPLOYEE.has(meant),
          renamed: 'Relationship',
        };
    } else if (COUNTED.has(meant) && told.length > 1 && told.every((word) => /^\d{1,2}$/.test(word))) {
      const least = Math.min(...told.map(Number));
      const firsts = told.filter((word) => Number(word) === least).length;
      if (firsts < told.length && (least === 0 || firsts > 1))
        return { index, heading, isEmployee: (word) => Number(word) === least, renamed: 'Relationship' };
    }
  }
  return numberedFamilies(rows, texts, columns);
}

/** Of a job: nobody's dependent has it. */
const TELLS_OF_A_JOB: ReadonlySet<CensusField> = new Set<CensusField>(['hireDate', 'rehireDate', 'jobTitle', 'salary']);

/**
 * Takes out a column for member numbers that counts the people of each family (Member # 1, 2, 1, 2): kept as the
 * carrier's, it would call several people by one number.
 */
export function leaveCountsOut(
  rows: readonly TableRow[],
  { columns, ignored }: MatchedColumns,
  facts: Pick<FileFacts, 'columns'>,
): void {
  const column = columns.find(
    ({ field, dependent, how }) => field === 'memberId' && dependent === 0 && how !== 'remembered',
  );
  if (!column) return;
  const told = rows.map((row) => textAt(row, column.index)).filter((word) => word !== '');
  if (!told.every((word) => /^\d{1,2}$/.test(word)) || new Set(told).size === told.length) return;
  columns.splice(columns.indexOf(column), 1);
  ignored.push(column.heading);
  facts.columns = facts.columns.filter(({ heading }) => heading !== column.heading);
}

const A_LETTER = /^\p{L}$/u;

/** St that holds A and T is the status, and no state. Changes the column's field. */
export function settleStatusLetters(
  rows: readonly TableRow[],
  { columns }: Pick<MatchedColumns, 'columns'>,
  facts: Pick<FileFacts, 'columns'>,
): CensusColumn | undefined {
  const column = columns.find(
    ({ field, dependent, how, heading }) =>
      field === 'state' && dependent === 0 && how !== 'remembered' && /^st\.?$/i.test(heading.trim()),
  );
  if (!column || columns.some(({ field }) => field === 'status')) return undefined;
  const told = rows.map((row) => textAt(row, column.index)).filter((word) => word !== '');
  const meant = new Set(told.map((word) => readStatus(word)));
  if (!told.every((word) => A_LETTER.test(word)) || !meant.has('active') || !meant.has('left')) return undefined;
  column.field = 'status';
  facts.columns = facts.columns.map((one) => (one.heading === column.heading ? { ...one, field: 'status' } : one));
  return column;
}

/**
 * Numbers that count the people of a family behind a dash: 1001-00 is the employee, 1001-01 and 1001-02 are the
 * dependents. EMP-1, EMP-2 count the employees: no number stands before the dash, and who is not the first has a job,
 * too.
 */
function numberedFamilies(
  rows: readonly TableRow[],
  texts: readonly string[],
  columns: readonly CensusColumn[],
): EmployeeFlag | undefined {
  for (const [index, text] of texts.entries()) {
    if (!OF_A_NUMBER.test(wordsOf(text.replace(FIRST_NUMBER, '')))) continue;
    const told = rows
      .map((row) => textAt(row, index))
      .filter((word) => word !== '')
      .map((word) => COUNTED_BEHIND.exec(word));
    if (told.length === 0 || told.includes(null) || !told.every((match) => /\d/.test(match?.[1] ?? ''))) continue;
    const said = FIRST_NUMBER.exec(text)?.[1];
    const least = said === undefined ? Math.min(...told.map((match) => Number(match?.[2]))) : Number(said);
    const firsts = new Set(told.filter((match) => Number(match?.[2]) === least).map((match) => match?.[1]));
    const others = told.filter((match) => Number(match?.[2]) !== least);
    // Every family has its first, and some have more than that.
    if (
      said === undefined &&
      (least > 1 ||
        others.length === 0 ||
        others.some((match) => !firsts.has(match?.[1])) ||
        firsts.size + others.length !== told.length)
    )
      continue;
    const jobs = columns.filter(({ field, dependent }) => dependent === 0 && TELLS_OF_A_JOB.has(field));
    const isFirst = (row: TableRow): boolean => Number(COUNTED_BEHIND.exec(textAt(row, index))?.[2] ?? least) === least;
    if (said === undefined && rows.some((row) => !isFirst(row) && jobs.some((job) => textAt(row, job.index) !== '')))
      continue;
    const heading = text.trim().replace(/\s+/g, ' ');
    const renamed =
      said === undefined ? `${heading} (${told.find((match) => Number(match?.[2]) === least)?.[2]})` : heading;
    return { index, heading, isEmployee: (word) => Number(COUNTED_BEHIND.exec(word)?.[2]) === least, renamed };
  }
  return undefined;
}

/**
 * What tells who somebody is where no column does: a flag, a word beside the name, the order of the names under their
 * heading.
 */
export class RowSigns {
  private readonly areLastFirst: boolean;
  private readonly flag: EmployeeFlag | undefined;
  private readonly hasRelationships: boolean;
  private above: EnrollmentRecord | undefined;
  private isNameDoubtful = false;
  /** A column that not every row fills says whose relationship the row's own person has. */
  private isTold = false;
  private told: Tells = 'coverage';
  private toldAbove: Tells = 'coverage';
  private employee: EnrollmentRecord | undefined;
  /**
   * Whether a dependent of the list has been called otherwise than the employee above: then whoever is called so is a
   * namesake.
   */
  private hasOwnNames = false;

  /** `lastFirst`: the column of names, where the families of the list tell that the last name comes first. */
  constructor(
    columns: readonly CensusColumn[],
    flag: EmployeeFlag | undefined,
    hasRelationships: boolean,
    lastFirst?: CensusColumn,
  ) {
    const names = columns.filter(({ field }) => field === 'fullName');
    this.areLastFirst =
      names.length > 0 && (lastFirst !== undefined || names.every(({ heading }) => LAST_FIRST.test(heading)));
    this.flag = flag;
    this.hasRelationships = hasRelationships;
  }

  /** Puts what the signs of a row tell into the cells of its people. */
  settle(persons: ReadonlyMap<number, Cells>, row: TableRow): void {
    this.isNameDoubtful = false;
    this.isTold = false;
    if (this.areLastFirst) for (const cells of persons.values()) this.settleOrder(cells);
    const own = persons.get(0);
    if (!own || this.hasRelationships) return;
    this.told = tells(own);
    this.isTold = own.has('relationship');
    if (this.isTold) return;
    kindInLevel(own);
    const flagged = this.flag && !own.has('relationship') ? textAt(row, this.flag.index) : '';
    if (this.flag && flagged !== '') own.set('relationship', this.flag.isEmployee(flagged) ? 'employee' : 'dependent');
    for (const field of NAMES) {
      const told = relationshipInName(String(own.get(field) ?? ''));
      if (!told) continue;
      own.set(field, told.name);
      own.set('relationship', told.relationship);
    }
  }

  private settleOrder(cells: Cells): void {
    const name = cells.get('fullName');
    const ordered = typeof name === 'string' ? lastNameFirst(name) : name;
    if (ordered === undefined) this.isNameDoubtful ||= name !== undefined;
    else cells.set('fullName', ordered);
  }

  /** What is in doubt about the row's own person all the same. */
  problemsOf(record: EnrollmentRecord): RecordProblem[] {
    const found: RecordProblem[] = [];
    if (this.isNameDoubtful)
      found.push({
        field: 'lastName',
        code: 'name_order',
        ...worded(fileMessage('full_name_unclear')),
      });
    if (record.isSubscriber) this.employee = record;
    else if (!isNamesake(this.employee, record)) this.hasOwnNames = true;
    else if (this.employee?.familyKey === record.familyKey && !this.hasOwnNames)
      found.push(namedAs(this.employee, record));
    if (!this.hasRelationships && !this.isTold && record.isSubscriber && record.problems.length === 0) {
      const { above } = this;
      if (above?.employeeId !== undefined && above.employeeId === record.employeeId && isAnother(above, record))
        found.push({
          field: 'relationship',
          code: 'employee_twice',
          ...worded(fileMessage('employee_id_repeated', { line: above.line })),
        });
      else if (
        this.told === 'nothing' &&
        (this.toldAbove === 'job' || above?.coverages.some(({ tier }) => tier !== undefined && tier !== 'EMP')) &&
        above !== undefined &&
        sameLastName(above, record)
      )
        found.push({
          field: 'relationship',
          code: 'employee_bare',
          ...worded(fileMessage('maybe_dependent', { line: above.line })),
        });
      else if (
        this.told === 'coverage' &&
        above !== undefined &&
        sameLastName(above, record) &&
        isUnderLevelOf(above, record)
      )
        found.push({
          field: 'relationship',
          code: 'employee_bare',
          ...worded(fileMessage('maybe_dependent_of_plan', { line: above.line })),
        });
      else [this.above, this.toldAbove] = [record, this.told];
    }
    return found;
  }
}

/**
 * All plans of the row are those of the employee above, whose level covers more than the employee; the row names no
 * level, as rows of employees do.
 */
const isUnderLevelOf = (
  above: EnrollmentRecord,
  { coverages, employeeId, carrierMemberId }: EnrollmentRecord,
): boolean =>
  coverages.length > 0 &&
  employeeId === undefined &&
  carrierMemberId === undefined &&
  coverages.every(
    ({ planKey, tierKey, action }) =>
      action === 'compare' &&
      planKey !== undefined &&
      tierKey === undefined &&
      above.coverages.some((one) => one.planKey === planKey && one.tierKey !== undefined && one.tier !== 'EMP'),
  );

/**
 * Spouse, Child below Tier, in a row without a plan: who the row is about, and no level. Letters may be a level of
 * somebody's.
 */
function kindInLevel(cells: Cells): void {
  const cell = cells.get('tier');
  if (
    typeof cell !== 'string' ||
    wordsOf(cell).length < 3 ||
    readTier(cell) !== undefined ||
    [...cells.keys()].some((field) => field.startsWith('plan.'))
  )
    return;
  const kind = readRelationship(cell);
  if (kind === undefined || kind === 'self') return;
  cells.delete('tier');
  cells.set('relationship', cell);
}

/**
 * Also the birth date is the employee's: then nothing is said of the dependent, and whether it is a spouse or a child
 * is the least of it.
 */
function namedAs(employee: EnrollmentRecord | undefined, record: EnrollmentRecord): RecordProblem {
  const isRepeated = record.dateOfBirth !== undefined && employee?.dateOfBirth === record.dateOfBirth;
  const doubt = record.problems.findIndex(({ code }) => code === 'relationship_doubtful');
  if (isRepeated && doubt >= 0) record.problems.splice(doubt, 1);
  return {
    field: 'firstName',
    code: 'named_as_employee',
    ...worded(isRepeated ? fileMessage('dependent_repeats_employee') : fileMessage('dependent_named_as_employee')),
  };
}

/** Lists that name the employee in every row call the whole family so, where the column for the others is not known. */
function isNamesake(one: EnrollmentRecord | undefined, other: EnrollmentRecord): boolean {
  if (one?.firstName === undefined || other.firstName === undefined || one.suffix !== other.suffix) return false;
  return (
    one.firstName.toLowerCase() === other.firstName.toLowerCase() &&
    one.lastName?.toLowerCase() === other.lastName?.toLowerCase() &&
    one.middleName?.toLowerCase() === other.middleName?.toLowerCase()
  );
}

const OF_A_JOB: ReadonlySet<CensusField> = new Set<CensusField>([
  'employeeId',
  'hireDate',
  'rehireDate',
  'terminationDate',
  'jobTitle',
  'salary',
  'department',
  'classKey',
]);
const OF_COVERAGE = /^(?:plan|tier|enrolled|waived|from|until|status|action|line)\b/;

type Tells = 'job' | 'coverage' | 'nothing';
/** What a row tells that mostly employees have. */
function tells(cells: Cells): Tells {
  const fields = [...cells.keys()];
  return fields.some((field) => OF_A_JOB.has(field))
    ? 'job'
    : fields.some((field) => OF_COVERAGE.test(field))
      ? 'coverage'
      : 'nothing';
}

const sameLastName = (one: EnrollmentRecord, other: EnrollmentRecord): boolean =>
  other.lastName !== undefined && one.lastName?.toLowerCase() === other.lastName.toLowerCase() && isAnother(one, other);

function isAnother(one: EnrollmentRecord, other: EnrollmentRecord): boolean {
  return (
    one.firstName?.toLowerCase() !== other.firstName?.toLowerCase() &&
    (one.dateOfBirth !== other.dateOfBirth || one.ssn !== other.ssn)
  );
}
