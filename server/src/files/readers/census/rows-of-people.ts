import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import { matchColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { areOfNumbers } from '@openbenefits/domain/files/census/headings/numbers-alone';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { MappedColumn } from '@openbenefits/domain/files/census/mapping';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import { Refusal } from '@openbenefits/domain/refusal';
import { canHead, isNameField, textsOf } from './headings.ts';
import type { RecordSink } from '../record-sink.ts';
import {
  hasNoNumbers,
  isFooter,
  isNote,
  isTitleOfPart,
  COUNT_ALONE,
  isCountOfAll,
  isToFillIn,
  isTrailer,
  isTotalWithCounts,
  showsErrorsOnly,
} from './rows-of-nobody.ts';
import type { TableRow } from './table-row.ts';

/** Something that tells a person from others; a name with a plan may also be a total. */
const TELLING: ReadonlySet<CensusField> = new Set<CensusField>([
  'ssn',
  'dateOfBirth',
  'employeeId',
  'memberId',
  'relationship',
  'gender',
  'email',
  'phone',
  'hireDate',
  'familyId',
  'subscriberKey',
  'addressLine1',
  'zip',
]);
const NOTE_LEFT = fileMessage('note_rows_skipped');
const BESIDE_TOTALS = [
  'employeeId',
  'familyId',
  'relationship',
  'subscriberKey',
  'ssn',
  'memberId',
] as const satisfies readonly CensusField[];

/** A note, and neither a footer nor a title of a part, which are told as such. */
const isNoteAlone = (text: string, cells: CensusCells): boolean =>
  isNote(text) && !isFooter(text) && !(cells.size === 1 && isTitleOfPart(text));

/** Which rows below the headings are about somebody, and which are totals, notes, errors, or the headings again. */
export class RowsOfPeople {
  private readonly sink: RecordSink;
  private readonly headingRow: TableRow;
  private readonly remembered: readonly MappedColumn[];
  private readonly isTelling: boolean;
  private readonly areOfNumbers: boolean;
  private readonly nameColumn: number;

  constructor(
    sink: RecordSink,
    headingRow: TableRow,
    columns: readonly CensusColumn[],
    remembered: readonly MappedColumn[],
  ) {
    this.sink = sink;
    this.headingRow = headingRow;
    this.remembered = remembered;
    const own = columns.filter(({ dependent }) => dependent === 0);
    this.areOfNumbers = areOfNumbers({ columns, ignored: [] });
    this.isTelling = own.some(({ field }) => TELLING.has(field));
    this.nameColumn = own.find(({ field }) => field === 'lastName' || field === 'fullName')?.index ?? 0;
  }

  isPerson(cells: CensusCells, row: TableRow): boolean {
    if (showsErrorsOnly(cells)) {
      this.sink.remark('row_of_errors', fileMessage('error_rows_skipped'), row.line);
      return false;
    }
    if (
      isToFillIn(cells) ||
      (!cells.has('dateOfBirth') && BESIDE_TOTALS.some((field) => COUNT_ALONE.test(String(cells.get(field) ?? ''))))
    ) {
      this.sink.remark('row_without_person', fileMessage('nameless_rows_skipped'), row.line);
      return false;
    }
    if (isTrailer(row.cells)) {
      this.sink.remark('row_trailer', fileMessage('trailer_row_skipped'), row.line);
      return false;
    }
    if (
      hasNoNumbers(cells) &&
      [...cells].some(([field, cell]) => (isNameField(field) || cells.size === 1) && isNoteAlone(String(cell), cells))
    ) {
      this.sink.remark('row_note', NOTE_LEFT, row.line);
      return false;
    }
    if (cells.has('lastName') || cells.has('firstName') || cells.has('fullName')) {
      if (isTotalWithCounts(cells) || (this.isNameOnly(cells) && isCountOfAll(cells, row.cells))) {
        this.sink.remark('row_without_person', fileMessage('nameless_rows_skipped'), row.line);
        return false;
      }
      if (
        this.isNameOnly(cells) &&
        [...cells].some(
          ([field, cell]) =>
            isNameField(field) && (isFooter(String(cell)) || (cells.size === 1 && isTitleOfPart(String(cell)))),
        )
      ) {
        this.sink.remark('row_without_person', fileMessage('nameless_rows_skipped'), row.line);
        return false;
      }
      const repeated = this.isHeadingRow(row);
      if (repeated) this.sink.remark('repeated_headings', fileMessage('headings_repeated'), row.line);
      return !repeated;
    }
    if (cells.has('ssn') || cells.has('dateOfBirth') || cells.size > (this.areOfNumbers ? 1 : 2)) return true;
    this.sink.remark('row_without_person', fileMessage('nameless_rows_skipped'), row.line);
    return false;
  }

  /** A name and nothing that tells whose, in a list that has columns for that: perhaps a total or a note. */
  isNameOnly(cells: CensusCells): boolean {
    return this.isTelling && ![...cells.keys()].some((field) => TELLING.has(field));
  }

  /** Every column is compared only where the name column already repeats its heading, which people's names do not. */
  private isHeadingRow(row: TableRow): boolean {
    const index = this.nameColumn;
    if (row.cells[index] !== this.headingRow.cells[index]) return false;
    if (textsOf(row.cells).join('\u0001') === textsOf(this.headingRow.cells).join('\u0001')) return true;
    // A second table below the first: its columns are others, and what stands in them would be taken for something
    // else.
    if (canHead(matchColumns(textsOf(row.cells), this.remembered)))
      throw new Refusal('invalid', fileText('second_headings', { line: row.line }));
    return false;
  }
}
