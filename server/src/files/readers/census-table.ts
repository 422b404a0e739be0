import { familyOfLine } from '@openbenefits/domain/files/family-place';
import { matchColumns, missingColumns, relationshipOfPlace, type CensusColumn, type MatchedColumns } from '@openbenefits/domain/files/census-columns';
import type { CensusField } from '@openbenefits/domain/files/census-fields';
import { WordBook, type SenderMapping } from '@openbenefits/domain/files/census-mapping';
import { censusRecord, type CensusCells } from '@openbenefits/domain/files/census-row';
import type { CellValue, DateContext } from '@openbenefits/domain/files/census-values';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { READER_LIMITS } from './limits.ts';
import type { ReaderInput, RowWatcher } from './reader.ts';
import type { RecordSink } from './record-sink.ts';

/** One row of a list: its cells (undefined or blank where empty), the line or row it begins at, and its own bytes. */
export type TableRow = { cells: readonly (CellValue | undefined)[]; line: number; raw: string };

/**
 * Turns the rows of a list into records: finds the row of headings (titles may stand above it, and a second row of headings below), matches the
 * columns, leaves blank rows aside, and ties dependents to their employee.
 */
export class CensusTable {
  private readonly sink: RecordSink;
  private readonly dates: DateContext;
  private readonly mapping: SenderMapping;
  private readonly words: WordBook;
  private readonly watcher: RowWatcher | undefined;
  private columns: CensusColumn[] | undefined;
  private headingRow: TableRow | undefined;
  private nameColumn = 0;
  private justFound = false;
  private rowsAbove = 0;
  private bytesAbove = 0;
  private best: MatchedColumns | undefined;
  /** The numbers of the row's own person (0) and of those beside it, as the columns name them. */
  private places: readonly number[] = [0];
  private hasRelationships = false;
  private familyAbove: string | undefined;
  private lastSponsor = '';

  constructor(sink: RecordSink, { today, mapping, watcher }: Pick<ReaderInput, 'today' | 'mapping' | 'watcher'>, date1904 = false) {
    this.sink = sink;
    this.mapping = mapping;
    this.words = new WordBook(mapping.words);
    this.watcher = watcher;
    this.dates = { today, date1904, dayFirst: mapping.dayFirst };
  }

  get hasHeadings(): boolean {
    return this.columns !== undefined;
  }

  /** True while headings may still be found in what follows. */
  get looksOn(): boolean {
    return this.rowsAbove < READER_LIMITS.headerRows && this.bytesAbove < READER_LIMITS.headerBytes;
  }

  take(row: TableRow): void {
    if (!row.cells.some((cell) => cell !== undefined && cell !== '')) return;
    this.watcher?.row(row);
    if (!this.columns) {
      if (this.looksOn) this.lookForHeadings(row);
      return;
    }
    if (this.justFound && this.isSecondHeadingRow(row)) return;
    this.justFound = false;
    this.people(row, this.columns);
  }

  /** Refuses the list when it had no headings, naming what is missing. */
  finish(): void {
    if (this.columns) {
      if (this.sink.facts.records === 0) this.sink.remark('no_members', 'The file holds headings and no people');
      return;
    }
    const found = this.best?.columns ?? [];
    if (found.length < 2) {
      throw new Refusal(
        'invalid',
        'No row of headings was found. The list needs a row that names its columns, among them First Name and Last Name.',
      );
    }
    const missing = missingColumns(found);
    throw new Refusal(
      'invalid',
      `${missing.length === 1 ? 'The column' : 'The columns'} ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Found: ${found.map(({ heading }) => heading).join(', ')}.`,
      missing.map((name) => ({ path: name, message: `The column ${name} is missing` })),
    );
  }

  private lookForHeadings(row: TableRow): void {
    this.rowsAbove++;
    this.bytesAbove += row.raw.length;
    const matched = matchColumns(textsOf(row), this.mapping.columns);
    if (matched.columns.length > (this.best?.columns.length ?? 0)) this.best = matched;
    if (matched.columns.length < 2 || missingColumns(matched.columns).length > 0) return;
    this.useHeadings(row, matched);
    this.justFound = true;
  }

  private useHeadings(row: TableRow, matched: MatchedColumns): void {
    this.columns = matched.columns;
    this.headingRow = row;
    this.nameColumn =
      matched.columns.find(({ field, dependent }) => dependent === 0 && (field === 'lastName' || field === 'fullName'))?.index ?? 0;
    this.places = [...new Set([0, ...matched.columns.map(({ dependent }) => dependent)])].toSorted((a, b) => a - b);
    this.hasRelationships = matched.columns.some(({ field, dependent }) => field === 'relationship' && dependent === 0);
    this.watcher?.headings(row, matched);
    const { facts } = this.sink;
    facts.columns = matched.columns
      .toSorted((a, b) => a.index - b.index)
      .map(({ heading, field, dependent }) => ({ heading, field: dependent ? `dependent ${dependent}: ${field}` : field }));
    facts.ignoredColumns = matched.ignored.slice(0, READER_LIMITS.columns);
    facts.head = row.raw;
  }

  /** Some templates name their columns twice, for programs and for people. The row that is understood better counts. */
  private isSecondHeadingRow(row: TableRow): boolean {
    const matched = matchColumns(textsOf(row), this.mapping.columns);
    const known = this.columns?.length ?? 0;
    if (missingColumns(matched.columns).length > 0 || matched.columns.length * 2 < known) return false;
    if (matched.columns.length > known) this.useHeadings(row, matched);
    this.justFound = false;
    return true;
  }

  private people(row: TableRow, columns: readonly CensusColumn[]): void {
    const persons = new Map(this.places.map((place) => [place, new Map<CensusField, CellValue>()]));
    for (const { index, field, dependent } of columns) {
      const cell = row.cells[index];
      const cells = persons.get(dependent);
      if (cell !== undefined && cell !== '' && cells && !cells.has(field)) cells.set(field, cell);
    }
    const own = persons.get(0);
    if (!own || !this.isPerson(own, row)) return;
    const subscriber = this.add(own, row, false);
    for (const [place, cells] of persons) {
      if (place === 0 || (!cells.has('firstName') && !cells.has('fullName'))) continue;
      const told = relationshipOfPlace(place);
      if (told && !cells.has('relationship')) cells.set('relationship', told);
      this.add(withoutOwn(cells), row, true, subscriber.familyKey);
    }
  }

  private isPerson(cells: CensusCells, row: TableRow): boolean {
    if (cells.has('lastName') || cells.has('firstName') || cells.has('fullName')) {
      const repeated = this.isHeadingRow(row);
      if (repeated) this.sink.remark('repeated_headings', 'The row of headings is repeated further down', row.line);
      return !repeated;
    }
    if (cells.has('ssn') || cells.has('dateOfBirth') || cells.size > 2) return true;
    this.sink.remark('row_without_person', 'Rows without a name (totals, notes) were left aside', row.line);
    return false;
  }

  /** Every column is compared only where the name column already repeats its heading, which people's names do not. */
  private isHeadingRow(row: TableRow): boolean {
    const index = this.nameColumn;
    if (!this.headingRow || row.cells[index] !== this.headingRow.cells[index]) return false;
    return textsOf(row).join('\u0001') === textsOf(this.headingRow).join('\u0001');
  }

  private add(cells: CensusCells, row: TableRow, isDependent: boolean, family = this.familyAbove): EnrollmentRecord {
    const record = censusRecord(cells, {
      recordNo: this.sink.nextRecordNo,
      line: row.line,
      raw: row.raw,
      hasRelationships: this.hasRelationships,
      familyAbove: family,
      isDependent,
      dates: this.dates,
      words: this.words,
      padZeros: this.mapping.padZeros,
    });
    if (record.isSubscriber) {
      record.familyKey ??= familyOfLine(row.line);
      this.familyAbove = record.familyKey;
    } else if (!isDependent && !cells.has('familyId') && !cells.has('subscriberKey') && !cells.has('employeeId')) {
      record.familyByPlace = true;
      this.sink.remark('family_by_position', 'Dependents without a family number were tied to the employee above them', row.line);
    }
    this.sponsor(cells);
    this.sink.add(record);
    return record;
  }

  private sponsor(cells: CensusCells): void {
    const name = cells.get('sponsorName');
    const taxId = cells.get('sponsorTaxId');
    const key = `${name ?? ''}\u0001${taxId ?? ''}`;
    if (key === this.lastSponsor || key.length === 1) return;
    this.lastSponsor = key;
    const party = {
      name: name === undefined ? undefined : String(name),
      taxId: taxId === undefined ? undefined : String(taxId).replaceAll('-', ''),
    };
    const { sponsors } = this.sink.facts;
    if (sponsors.length < READER_LIMITS.groupKeys && !sponsors.some((known) => known.name === party.name && known.taxId === party.taxId)) {
      this.sink.taxId(party.taxId);
      sponsors.push(party);
    }
  }
}

/** A dependent in a wide row is tied to its row's employee, whatever keys it carries itself. */
function withoutOwn(cells: Map<CensusField, CellValue>): CensusCells {
  cells.delete('familyId');
  return cells;
}

function textsOf(row: TableRow): string[] {
  return Array.from(row.cells, (cell) => (typeof cell === 'string' ? cell : ''));
}
