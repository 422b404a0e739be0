import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import { CrossMarks } from '@openbenefits/domain/files/census/values/cell-marks';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { plainHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { GenderWords } from '@openbenefits/domain/files/census/values/genders';
import {
  areSurelyKinds,
  KindWords,
  legendOf,
  mayTellKinds,
  tellsKinds,
} from '@openbenefits/domain/files/census/values/kinds';
import type { WordBook } from '@openbenefits/domain/files/census/mapping';
import type { RelationshipLegend } from '@openbenefits/domain/files/census/values/relationship-legend';
import { areDaysFirst, countShown, type DateOrders } from '@openbenefits/domain/files/census/values/date-order';
import { haveLostZeros } from '@openbenefits/domain/files/census/values/lost-zeros';
import { DateStyles, isDateField } from '@openbenefits/domain/files/census/values/date-styles';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { isRowOfDependent } from './headings.ts';
import type { RowWriter, TableRow } from './table-row.ts';
import { readCrosses } from './crossed-cells.ts';
import { READER_LIMITS } from '../limits.ts';

const EMPLOYED: ReadonlySet<CensusField> = new Set<CensusField>(['hireDate', 'salary', 'jobTitle']);
const OF_FAMILIES: readonly CensusField[] = ['familyId', 'subscriberKey', 'employeeId'];

const OF_SSNS = /ssn|social/i;

/** Behind the heading of rows that are given back, which would be in doubt alone. */
const EMPLOYEES_BLANK = '(employees blank)';

/**
 * What the first rows told: the column of relationships, and what its words mean. `heading` is one that tells both
 * without those rows.
 */
export type ToldKinds = {
  column: CensusColumn;
  kinds: KindWords;
  isNew: boolean;
  heading: string | undefined;
  /** Nobody is called an employee, and who is called nothing is one. */
  blankIsSelf: boolean;
};

export type ToldGenders = { genders: GenderWords; renamed: (readonly [index: number, heading: string])[] };

/**
 * The first rows of a list, kept back until it is known what the words of its column of relationships mean (S is the
 * subscriber or the spouse), and whether a column that is only called Type is one.
 */
export class HeldRows {
  readonly rows: TableRow[] = [];
  private bytes = 0;
  private readonly columns: readonly CensusColumn[];
  private readonly relationships: readonly CensusColumn[];
  private readonly isNew: boolean;

  /** Columns that nobody knows, of which one may be that of relationships all the same. */
  private readonly others: readonly CensusColumn[];

  private constructor(
    columns: readonly CensusColumn[],
    relationships: readonly CensusColumn[],
    isNew: boolean,
    others: readonly CensusColumn[] = [],
  ) {
    this.others = others;
    this.columns = columns;
    this.relationships = relationships;
    this.isNew = isNew;
  }

  static for(texts: readonly string[], { columns, ignored }: MatchedColumns): HeldRows {
    const known = columns.filter(
      (column) => column.field === 'relationship' && column.dependent === 0 && !isWhereFilled(column),
    );
    if (known.length > 0) return new HeldRows(columns, known, false);
    const index = texts.findIndex((text) => mayTellKinds(text) && ignored.includes(text.trim().replace(/\s+/g, ' ')));
    const role = columns.find(
      ({ field, dependent, heading, how }) =>
        field === 'jobTitle' && dependent === 0 && how !== 'remembered' && wordsOf(heading) === 'role',
    );
    if (index < 0 && role) return new HeldRows(columns, [{ ...role, field: 'relationship' }], true);
    const mistaken = columns
      .filter(
        ({ field, dependent, how }) =>
          (field === 'status' || field === 'classKey') && dependent === 0 && how !== 'remembered',
      )
      .map((column): CensusColumn => ({ ...column, field: 'relationship' }));
    const others = texts.flatMap((text, at): CensusColumn[] =>
      ignored.includes(text.trim().replace(/\s+/g, ' '))
        ? [{ index: at, heading: text, field: 'relationship', dependent: 0, how: 'likely' }]
        : [],
    );
    // Status, or Class, may as well say EE, SP and CH.
    if (index < 0) return new HeldRows(columns, [], true, [...others, ...mistaken]);
    return new HeldRows(
      columns,
      [{ index, heading: texts[index] ?? '', field: 'relationship', dependent: 0, how: 'likely' }],
      true,
    );
  }

  /** Keeps a row; false where it can keep no more. */
  take(row: TableRow): boolean {
    if (this.rows.length >= READER_LIMITS.heldRows || this.bytes > READER_LIMITS.heldBytes) return false;
    this.rows.push(row);
    this.bytes += row.raw.length;
    return true;
  }

  /** What crosses mean, by the marks beside them; the rows are read so from here on. */
  readCrosses(rowOf: RowWriter | undefined): CrossMarks {
    const marks = new CrossMarks(this.rows.flatMap(({ cells }) => cells));
    for (const [index, row] of this.rows.entries()) this.rows[index] = readCrosses(row, marks, rowOf);
    return marks;
  }

  told(book: WordBook, explained: RelationshipLegend): ToldKinds | undefined {
    const sure = this.others.find((one) => areSurelyKinds(this.wordsIn([one]), book));
    const columns = sure ? [sure] : this.relationships;
    const [column] = columns;
    if (!column) return undefined;
    const words = this.wordsIn(columns);
    if (
      !sure &&
      this.isNew &&
      !tellsKinds(words, book, { areAllEmployed: this.areAllEmployed(), lookLikeFamilies: this.lookLikeFamilies() })
    )
      return undefined;
    const kinds = new KindWords([...words, ...legendOf(column.heading)], book);
    const { legend } = kinds;
    const isExplained =
      explained.words.length > 0 &&
      words.some((word) => explained.words.some((one) => wordsOf(one.word) === wordsOf(word)));
    const heading = isExplained
      ? explained.heading
      : legend.length > 0
        ? `Relationship (${legend.join('/').toUpperCase()})`
        : this.isNew
          ? 'Relationship'
          : undefined;
    // Where the dependent has columns of its own, a row that names none is the employee's anyway.
    const blankIsSelf =
      !isRowOfDependent([...this.columns, column]) &&
      (column.heading.includes(EMPLOYEES_BLANK) ||
        (words.length > 0 &&
          words.every((word) => (kinds.of(word) ?? 'self') !== 'self') &&
          this.areBlanksHeads(columns)));
    return {
      column,
      kinds,
      isNew: this.isNew,
      heading: heading ?? (blankIsSelf ? `Relationship ${EMPLOYEES_BLANK}` : undefined),
      blankIsSelf,
    };
  }

  /**
   * What the words of the columns of genders mean, with the columns and a heading that tells it without these rows;
   * undefined for a list without one.
   */
  genders(book: WordBook): ToldGenders | undefined {
    const columns = this.columns.filter(({ field }) => field === 'gender');
    if (columns.length === 0) return undefined;
    const genders = new GenderWords(
      columns.map(({ heading }) => heading),
      this.rows.flatMap((row) => columns.map(({ index }) => textAt(row, index))),
      book,
    );
    const { legend } = genders;
    return {
      genders,
      renamed:
        legend.length > 0
          ? columns.map(({ index, heading }) => [
              index,
              `${heading.replace(/\s*\(.*$/s, '')} (${legend.join('/').toUpperCase()})`,
            ])
          : [],
    };
  }

  /** The columns of SSNs, or of ZIP codes, that have lost their leading zeros. */
  withoutZeros(form: 'ssn' | 'zip'): readonly CensusColumn[] {
    const columns = this.columns.filter(
      ({ field, heading }) => field === form || (form === 'ssn' && field === 'subscriberKey' && OF_SSNS.test(heading)),
    );
    const headings = columns.map(({ heading }) => heading);
    const cells = this.rows.flatMap((row) => columns.flatMap(({ index }) => row.cells[index] ?? []));
    return haveLostZeros(form, headings, cells) ? columns : [];
  }

  /** Whether the headings of the dates, and the dates, are of a country where the day comes first. */
  areDaysFirst(): FileMessage | undefined {
    const columns = this.columns.filter(({ field }) => isDateField(field));
    return areDaysFirst(
      columns.map(({ heading }) => heading),
      this.rows.flatMap((row) => columns.map(({ index }) => textAt(row, index))),
    );
  }

  /** How the columns write their dates. */
  dateStyles(): DateStyles {
    const styles = new DateStyles();
    for (const { field, index } of this.columns)
      if (isDateField(field))
        for (const { cells } of this.rows) if (cells[index] !== undefined) styles.add(field, cells[index]);
    return styles;
  }

  /** Dates in columns that nobody reads show in which order the others are written, too. */
  countUnread(texts: readonly string[], ignored: readonly string[], orders: DateOrders): void {
    for (const [index, text] of texts.entries())
      if (ignored.includes(plainHeading(text))) for (const row of this.rows) countShown(orders, textAt(row, index));
  }

  private wordsIn(columns: readonly CensusColumn[]): string[] {
    return this.rows
      .flatMap((row) => columns.map(({ index }) => textAt(row, index)).find((text) => text !== '') ?? [])
      .filter((word) => wordsOf(word) !== wordsOf(columns[0]?.heading ?? ''));
  }

  /**
   * Whether whoever has no relationship is the one of each family to whom the others belong, by a number of the family.
   */
  private areBlanksHeads(columns: readonly CensusColumn[]): boolean {
    const key = OF_FAMILIES.map((field) => this.columns.find((one) => one.field === field && one.dependent === 0)).find(
      (one) => one !== undefined,
    );
    if (!key) return false;
    const heads = new Set<string>();
    const others: string[] = [];
    for (const row of this.rows) {
      const family = textAt(row, key.index).toLowerCase();
      const isBlank = columns.every(({ index }) => textAt(row, index) === '');
      if (isBlank && (family === '' || heads.has(family))) return false;
      if (isBlank) heads.add(family);
      else others.push(family);
    }
    return others.every((family) => heads.has(family));
  }

  private areAllEmployed(): boolean {
    const told = this.columns.filter(({ field, dependent }) => dependent === 0 && EMPLOYED.has(field));
    return this.rows.every((row) => told.some(({ index }) => textAt(row, index) !== ''));
  }

  private lookLikeFamilies(): boolean {
    const ofField = (field: CensusField): string[] => {
      const column = this.columns.find((one) => one.field === field && one.dependent === 0);
      return column ? this.rows.map((row) => textAt(row, column.index).toLowerCase()) : [];
    };
    const areTwice = (field: CensusField): boolean => {
      const keys = ofField(field).filter((key) => key !== '');
      return new Set(keys).size < keys.length;
    };
    const lastNames = ofField('lastName');
    return (
      OF_FAMILIES.some(areTwice) ||
      lastNames.some((name, index) => index > 0 && name !== '' && name === lastNames[index - 1])
    );
  }
}

const textAt = ({ cells }: TableRow, index: number): string => String(cells[index] ?? '').trim();
