import { type FileMessage, fileMessage, worded } from '../messages/file-message.ts';
import { isKept } from './values/kept-words.ts';
import { formatDate, lastOfMonth, type CalendarDate } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { CENSUS_FIELD_LABEL, type CensusField, type PlanNumber } from './headings/fields.ts';
import type { GenderWords } from './values/genders.ts';
import type { ChangedField } from './headings/changes-by-field.ts';
import type { KindWords } from './values/kinds.ts';
import type { WordBook } from './mapping.ts';
import { isNothing, isSheetError } from './values/cell-values.ts';
import { wordsOf } from '../../plain-words.ts';
import type { CellValue } from './values/cell-value.ts';
import { readDate, type DateContext } from './values/read-date.ts';
import { endInWords, monthEndBeside } from './coverage/end-in-words.ts';
import { firstOfMonth } from './values/month-dates.ts';
import { startInWords } from './coverage/start-in-words.ts';
import type { EligibleFrom } from './coverage/eligible-from.ts';
import type { TermColumn } from './headings/term-column.ts';
import type { RecordProblem } from '../enrollment-record.ts';
import { lastCovered } from '../coverage-period.ts';
import { shown } from '../shown-value.ts';

/** The filled cells of one person, by field. */
export type CensusCells = ReadonlyMap<CensusField, CellValue>;

/** Where a row stands and what stands around it. */
export type CensusPlace = {
  recordNo: number;
  line: number;
  raw: string;
  /** True when some column tells relationships; without one everybody is an employee. */
  hasRelationships: boolean;
  /** Whoever is told none is an employee all the same. */
  blankIsSelf?: boolean;
  /**
   * What the words of the column of relationships mean, decided from all of them; without it each is taken as it
   * stands.
   */
  kinds?: KindWords | undefined;
  /** What the words of the columns of genders mean; without it each is taken as it stands. */
  genders?: GenderWords | undefined;
  /** The last subscriber's key: dependents without a key belong to the employee above them. */
  familyAbove: string | undefined;
  /** The person is a dependent by its place (a Dep1 column, a nested element), whatever its relationship says. */
  isDependent: boolean;
  /** XML: lines of coverage of which the person has an element that says nothing else. */
  linesNamed?: ReadonlySet<CoverageLine> | undefined;
  dates: DateContext;
  /** Fields whose dates are written in a way of their own. */
  datesOf?: ReadonlyMap<CensusField, DateContext> | undefined;
  /** What the sender's own words mean; wins over ours. */
  words: WordBook;
  /** Digits without their leading zeros are SSNs and ZIP codes all the same, also where they are text. */
  padZeros: boolean;
  /** The list names nobody. */
  byNumberAlone?: boolean | undefined;
  /** Texts of digits whose leading zeros the list has lost. */
  zerosLost?: { readonly ssn: boolean; readonly zip: boolean } | undefined;
  /** A coverage end is the first day without coverage. */
  endDayNotCovered: boolean;
  /** Of which line a plan is, by its name or code. Asked only where plans are counted. */
  lineOfPlan?: (plan: string) => CoverageLine | undefined;
  /** What the columns of coverage are; without it nothing but their names is known of them. */
  lines?: CensusLines;
  /** A heading such as Term Date, and what it was taken for. */
  term?: TermColumn | undefined;
  /**
   * A heading such as Status Date, which does not say whether the day is the last one of what was, or the first of what
   * is.
   */
  statusDate?: string | undefined;
  /** Such a day is that of the termination, by the sender’s mapping. */
  endsByStatus?: boolean | undefined;
  /** Columns that say from when somebody may be covered. */
  eligible?: EligibleFrom | undefined;
  /** The year that the headings of plans name. */
  planYear?: number | undefined;
  /** The number of the subscriber is the SSN. */
  keyIsSsn?: true | undefined;
  /** Headings of columns that are not read and state coverage in this row. */
  unreadCoverage?: readonly string[] | undefined;
  /** Of a list of changes: which field has changed, what it was and what it is. */
  change?: ChangedField | undefined;
};

/**
 * `elections` is false where no column says that coverage is waived or taken. `named` are the lines that have a column
 * of their own for the plan; `open` is true where a column Plan does not say by its heading of which line it is;
 * `numbers` are the plans that are only counted.
 */
export type CensusLines = {
  readonly named: ReadonlySet<CoverageLine>;
  readonly open: boolean;
  readonly elections: boolean;
  readonly numbers?: readonly PlanNumber[];
  /** Whether each plan has a column for its own first day, and for its own last one. */
  readonly counted?: { readonly from: boolean; readonly until: boolean };
};

const NAMES: ReadonlySet<CensusField> = new Set(['firstName', 'middleName', 'lastName', 'fullName', 'suffix']);

/** Programs write null where there is no middle name; first and last names are taken as they stand, and so is Na. */
const PARTS_OF_NAMES: ReadonlySet<string> = new Set(['middleName', 'suffix']);
const NA = /^na[nt]?$/i;
function endUnclear(field: string, value: string, isMonthEnd: boolean, isTermination: boolean): FileMessage {
  if (isTermination) return fileMessage(isMonthEnd ? 'end_words_no_month' : 'end_words_no_day', { field, value });
  return fileMessage(isMonthEnd ? 'end_words_no_month_or_term' : 'end_words_no_day_or_term', { field, value });
}

/** The cells of a row as they are asked for, and what was found wrong with them. */
export class RowCells {
  protected readonly cells: CensusCells;
  protected readonly place: CensusPlace;
  protected readonly problems: RecordProblem[];
  protected readonly warnings: RecordProblem[];

  constructor(cells: CensusCells, place: CensusPlace, problems: RecordProblem[] = [], warnings: RecordProblem[] = []) {
    this.cells = cells;
    this.place = place;
    this.problems = problems;
    this.warnings = warnings;
  }

  /** Whether digits without their leading zeros are SSNs, also where they are text. */
  protected get padSsns(): boolean {
    return this.place.padZeros || this.place.zerosLost?.ssn === true;
  }

  /** Whether a cell says in the place of a plan or a level that what is on record stays. */
  protected isKept(cell: CellValue | undefined): boolean {
    return (
      cell !== undefined &&
      isKept(cell) &&
      this.place.lineOfPlan?.(String(cell)) === undefined &&
      this.place.words.meaning('waiver', cell) === undefined &&
      this.place.words.meaning('tier', cell) === undefined
    );
  }

  /** A cell that says in words that it holds nothing is as good as an empty one; a name is taken as it stands. */
  protected cell(field: CensusField): CellValue | undefined {
    const cell = this.cells.get(field);
    if (cell !== undefined && isSheetError(cell)) {
      this.errorOf(field);
      return undefined;
    }
    return cell !== undefined &&
      isNothing(cell) &&
      !(NAMES.has(field) && (!PARTS_OF_NAMES.has(field) || NA.test(String(cell))))
      ? undefined
      : cell;
  }

  private errorOf(field: CensusField): void {
    const message = fileMessage('cell_error', { field: CENSUS_FIELD_LABEL[field] });
    if (!this.warnings.some((known) => known.message === message.text)) this.warn(field, 'sheet_error', message);
  }

  protected text(field: CensusField): string | undefined {
    const cell = this.cell(field);
    if (cell === undefined) return undefined;
    const written = String(cell);
    // As web pages write the sign in O'Brien.
    const text = written.includes('&#') ? written.replace(/&#0?39;/g, "'") : written;
    // A line end typed into a cell is a blank to whoever reads the name or the address.
    return text.includes('\n') || text.includes('\r') ? text.replace(/\s*[\r\n]+\s*/g, ' ').trim() : text;
  }

  protected refuse(field: string, code: string, message: FileMessage): void {
    // A cell is asked for more than once.
    if (this.problems.some((one) => one.field === field && one.message === message.text)) return;
    this.problems.push({ field, code, ...worded(message) });
  }
  protected warn(field: string, code: string, message: FileMessage): void {
    this.warnings.push({ field, code, ...worded(message) });
  }

  private month(cell: CellValue): CalendarDate | undefined {
    const first = firstOfMonth(cell);
    if (first !== undefined) this.warn('coverages', 'first_of_month', fileMessage('month_as_first_day'));
    return first;
  }

  protected datesOf(field: CensusField): DateContext {
    return this.place.datesOf?.get(field) ?? this.place.dates;
  }

  protected date(field: CensusField, path: string, label: string): CalendarDate | undefined {
    const cell = this.cell(field);
    if (cell === undefined || cell === 0 || cell === '0' || (ENDS.test(field) && GOES_ON.has(wordsOf(String(cell)))))
      return undefined;
    const date = readDate(cell, this.datesOf(field)) ?? (STARTS.test(field) ? this.month(cell) : undefined);
    if (date === undefined && ENDS.test(field)) {
      const last = this.lastDayInWords(field, path, label, cell);
      if (last !== undefined) return last === 'unclear' ? undefined : last;
    }
    const inWords = date === undefined && STARTS.test(field) ? startInWords(cell) : undefined;
    if (inWords === 'unclear')
      this.refuse(path, 'start_in_words', fileMessage('start_words_unclear', { label, value: shown(String(cell)) }));
    else if (date === undefined && inWords === undefined)
      this.refuse(
        path,
        'not_a_date',
        isCompact(cell)
          ? fileMessage('date_digits_unclear', { field: label })
          : fileMessage('cell_not_a_date', { field: label, value: dateAsShown(cell) }),
      );
    if (date === undefined || date >= (ENDS.test(field) ? OPEN_END : LAST_YEAR)) return undefined;
    // Here a last day, whatever the sender calls it.
    return this.place.endDayNotCovered && COVERAGE_ENDS.test(field) ? lastCovered(date, true) : date;
  }

  /**
   * EOM, DOT: counted from the termination date beside it. Such words mean a last day, whatever the sender's dates do.
   */
  private lastDayInWords(
    field: CensusField,
    path: string,
    label: string,
    cell: CellValue,
  ): CalendarDate | 'unclear' | undefined {
    const said = shown(String(cell));
    const dayOf = (of: CensusField, text: CellValue): CalendarDate | undefined =>
      readDate(text, { ...this.datesOf(of), orders: undefined });
    const beside = monthEndBeside(cell, (text) => dayOf(field, text));
    if (beside !== undefined) {
      this.warn(field, 'end_in_words', fileMessage('month_end_in_cell', { field: CENSUS_FIELD_LABEL[field] }));
      return beside;
    }
    const rule = endInWords(cell);
    if (rule === undefined) return undefined;
    const left = field === 'terminationDate' || !COVERAGE_ENDS.test(field) ? undefined : this.cell('terminationDate');
    const day = left === undefined ? undefined : dayOf('terminationDate', left);
    if (day === undefined) {
      this.refuse(path, 'end_in_words', endUnclear(label, said, rule === 'month_end', field === 'terminationDate'));
      return 'unclear';
    }
    if (!this.warnings.some(({ code }) => code === 'end_in_words'))
      this.warn(
        'coverages',
        'end_in_words',
        rule === 'month_end'
          ? fileMessage('end_words_month', { value: said })
          : fileMessage('end_words_termination', { value: said }),
      );
    return rule === 'month_end' ? lastOfMonth(day) : day;
  }
}

/** Digits that may be a date in more than one way; what they are is told of nobody. */
export const isCompact = (cell: CellValue): boolean => /^\d{5,6}$/.test(String(cell).trim());

/** What people write in the place of a last day where there is none. */
const GOES_ON: ReadonlySet<string> = new Set(
  'active present current currently ongoing open openended stillactive stillemployed stillworking employed noend noenddate nodate'.split(
    ' ',
  ),
);
const STARTS = /^from/;

/**
 * A last day in or after this year means that there is none, as in an 834: programs write 12/31/2099, 12/31/2999 and
 * 12/31/9999.
 */
const OPEN_END = '2099-01-01';
const LAST_YEAR = '9999-01-01';
const COVERAGE_ENDS = /^until/;
const ENDS = /^(?:until|terminationDate|cobraEnd)/;

/** A date that is none, as it may be shown: as written when it has the shape of one, and never more than that. */
function dateAsShown(cell: CellValue): string {
  const text = String(cell);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return formatDate(`${compact[1]}-${compact[2]}-${compact[3]}` as CalendarDate);
  return /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(text) ? text : `"${shown(text)}"`;
}
