import { Refusal } from '@openbenefits/domain/refusal';
import { matchColumns, missingColumns, type CensusColumn, type MatchedColumns } from '@openbenefits/domain/files/census/census-columns';
import { relationshipOfPlace } from '@openbenefits/domain/files/census/field-of-heading';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/census-fields';
import type { GenderWords } from '@openbenefits/domain/files/census/census-genders';
import type { KindWords } from '@openbenefits/domain/files/census/census-kinds';
import { WordBook, type SenderMapping } from '@openbenefits/domain/files/census/census-mapping';
import { censusRecord } from '@openbenefits/domain/files/census/census-row';
import type { CensusCells, CensusLines, CensusPlace } from '@openbenefits/domain/files/census/census-row-cells';
import type { CellValue } from '@openbenefits/domain/files/census/census-values';
import type { DateContext } from '@openbenefits/domain/files/census/read-date';
import { DAYS_FIRST, noDates } from '@openbenefits/domain/files/census/date-order';
import { RelationshipLegend } from '@openbenefits/domain/files/census/relationship-legend';
import { isSamplePerson, SAMPLE_LEFT_OUT } from '@openbenefits/domain/files/census/sample-people';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { continued, isRowOfDependent, linesOf, personOf, textsOf, type Headings } from './census-headings.ts';
import { FamiliesByPlace } from './families-by-place.ts';
import { HeldRows, type ToldKinds } from './census-held-rows.ts';
import { HeadingSearch } from './heading-search.ts';
import { CellsByPerson } from './cells-by-person.ts';
import { electionsIn, planColumnsOf, type PlanColumn } from './census-plan-columns.ts';
import { CensusSponsors } from './census-sponsors.ts';
import { CutRows, withoutLost } from './cut-rows.ts';
import { DITTO_READ, DittoRows } from './ditto-rows.ts';
import { READER_LIMITS } from './limits.ts';
import { ListSections } from './list-sections.ts';
import type { ReaderInput, RowWatcher } from './reader.ts';
import type { RecordSink } from './record-sink.ts';
import { employeeFlagIn, RowSigns } from './row-signs.ts';
import { unreadColumns } from './unread-columns.ts';
import { isNamed, isNobody, isOfDependentsOnly } from './rows-of-nobody.ts';
import { LAST_FIRST_READ, lastNameFirstIn } from './names-of-families.ts';
import { RowsOfPeople } from './rows-of-people.ts';
import type { RowWriter, TableRow } from './table-row.ts';

/** A note on codes fills few cells. */
const NOTE_CELLS = 4;

/** How a format writes its rows. */
type TableOptions = { date1904?: boolean; rowOf?: RowWriter; /** Every row has a place for every column, also for what is empty at its end. */ hasAllCells?: boolean };


/**
 * Turns the rows of a list into records: finds the row of headings (titles may stand above it, and a second row of headings below), matches the
 * columns, leaves blank rows aside, and ties dependents to their employee.
 */
export class CensusTable {
  private readonly sink: RecordSink;
  private dates: DateContext;
  private datesOf: CensusPlace['datesOf'];
  private readonly mapping: SenderMapping;
  private words: WordBook;
  private readonly legend = new RelationshipLegend();
  private readonly watcher: RowWatcher | undefined;
  private columns: CensusColumn[] | undefined;
  private headings: Headings | undefined;
  private headingRow: TableRow | undefined;
  private readonly search: HeadingSearch;
  private rows: RowsOfPeople | undefined;
  private readonly rowOf: RowWriter | undefined;
  private lines: CensusLines = { named: new Set(), open: false, elections: false };
  private planColumns: readonly PlanColumn[] = [];
  private readonly hasAllCells: boolean;
  private cutRows: CutRows | undefined;
  private genders: GenderWords | undefined;
  private signs: RowSigns | undefined;
  private readonly dittos: DittoRows;
  private isOfDependents = false;
  private width = 0;
  private justFound = false;
  private cells: CellsByPerson | undefined;
  private hasRelationships = false;
  private held: HeldRows | undefined;
  private kinds: KindWords | undefined;
  private readonly sections = new ListSections();
  private readonly sponsors: CensusSponsors;
  private readonly families: FamiliesByPlace;
  /** Rows of our own template stood in the list. */
  private hasSamples = false;

  constructor(sink: RecordSink, { today, mapping, watcher }: Pick<ReaderInput, 'today' | 'mapping' | 'watcher'>, { date1904 = false, rowOf, hasAllCells = false }: TableOptions = {}) {
    this.hasAllCells = hasAllCells;
    this.sink = sink;
    this.sponsors = new CensusSponsors(sink);
    this.families = new FamiliesByPlace(sink);
    this.rowOf = rowOf;
    this.dittos = new DittoRows(rowOf);
    sink.facts.dates ??= noDates();
    this.mapping = mapping;
    this.search = new HeadingSearch(mapping.columns);
    this.words = new WordBook(mapping.words);
    this.watcher = watcher;
    this.dates = { today, date1904, dayFirst: mapping.dayFirst ?? undefined, orders: sink.facts.dates };
    sink.facts.dayFirst = mapping.dayFirst ?? false;
  }

  get hasHeadings(): boolean {
    return this.columns !== undefined;
  }

  /** True while headings may still be found in what follows. */
  get looksOn(): boolean {
    return this.search.looksOn;
  }

  /** Texts that were compared with headings so far. */
  get compared(): number {
    return this.search.compared;
  }

  /** Hands over the people who still wait; for a list that has ended, or is read no further. */
  release(): void {
    this.useHeld();
    this.families.release();
  }

  /** What the first rows tell together, and their people. */
  private useHeld(): void {
    const { held, headings, columns } = this;
    if (!held || !headings || !columns) return;
    this.held = undefined;
    const notes = this.useLegend(held.rows, headings);
    const told = held.told(this.words, this.legend);
    const genders = held.genders(this.words);
    this.genders = genders?.genders;
    if (this.mapping.dayFirst === null && held.areDaysFirst()) {
      this.dates = { ...this.dates, dayFirst: true };
      this.sink.facts.dayFirst = true;
      this.sink.remark('days_first', DAYS_FIRST);
    }
    this.settleDates(held);
    this.cutRows = new CutRows(held.rows, { columns, texts: headings.texts, width: this.width, hasAllCells: this.hasAllCells });
    if (told) this.useKinds(told, headings);
    const flag = this.hasRelationships ? undefined : employeeFlagIn(held.rows, headings.texts, headings.matched);
    if (flag && headings.matched.ignored.includes(flag.heading)) headings.matched.ignored.splice(headings.matched.ignored.indexOf(flag.heading), 1);
    const lastFirst = lastNameFirstIn(held.rows, columns, this.kinds);
    if (lastFirst) this.sink.remark('last_first', LAST_FIRST_READ);
    this.signs = new RowSigns(columns, flag, this.hasRelationships, lastFirst);
    const plans = this.useElections(held.rows, headings);
    // Rows that are given back come again without the others, by whose words theirs were understood: their heading tells it.
    this.rename(new Map([...(told?.heading === undefined ? [] : [[told.column.index, told.heading] as const]), ...(genders?.renamed ?? []), ...plans, ...(flag ? [[flag.index, flag.renamed] as const] : []), ...(lastFirst ? [[lastFirst.index, `${lastFirst.heading} (Last First)`] as const] : [])]), headings);
    for (const words of unreadColumns(held.rows, headings.texts, headings.matched, this.dates)) this.sink.remark('coverage_unread', words);
    if (flag && !columns.some(({ index }) => index === flag.index)) this.watcher?.settled(flag.index, 'employee_flag');
    if (flag) this.sink.facts.columns.push({ heading: flag.heading, field: 'relationship' });
    this.sink.facts.ignoredColumns = headings.matched.ignored.slice(0, READER_LIMITS.columns);
    for (const row of held.rows) if (!notes.has(row)) this.people(row, columns);
  }

  /** Dates with dots, or without any sign, are read as the columns show. */
  private settleDates(held: HeldRows): void {
    const { contexts, remarks, contrary } = held.dateStyles().settle(this.dates);
    this.datesOf = contexts;
    if (contrary && this.dates.orders) this.dates.orders.contrary = contrary;
    for (const words of remarks) this.sink.remark('date_style', words);
  }

  /** What the heading, and the notes above or below the people, say of codes; these notes are nobody. */
  private useLegend(rows: readonly TableRow[], { texts }: Headings): ReadonlySet<TableRow> {
    this.legend.take(texts.filter((text) => text.includes('=')));
    const notes = new Set(rows.filter(({ cells }) => cells.filter((cell) => cell !== undefined && cell !== '').length <= NOTE_CELLS && this.legend.take(cells)));
    const { words } = this.legend;
    if (words.length === 0) return new Set();
    this.words = new WordBook([...words, ...this.mapping.words]);
    this.watcher?.legend(words);
    this.sink.remark('legend_read', 'What the list says its codes for relationships mean was read');
    return notes;
  }

  private useKinds({ column, kinds, isNew }: ToldKinds, { matched }: Headings): void {
    this.kinds = kinds;
    if (!isNew) return;
    const place = matched.ignored.indexOf(column.heading.trim().replace(/\s+/g, ' '));
    if (place >= 0) matched.ignored.splice(place, 1);
    else matched.columns.splice(matched.columns.findIndex(({ index }) => index === column.index), 1);
    matched.columns.push(column);
    this.hasRelationships = true;
    this.isOfDependents = isRowOfDependent(matched.columns);
    this.sink.facts.columns.push({ heading: column.heading, field: 'relationship' });
  }

  private useElections(rows: readonly TableRow[], { texts, matched }: Headings): (readonly [number, string])[] {
    const { found, unsure } = electionsIn(rows, texts, matched, { lineOfPlan: this.sink.lineOfPlan, planId: this.sink.planId, marked: this.planColumns });
    for (const heading of unsure) this.sink.remark('plans_unread', `The column "${heading}" names plans and was not read; match the columns and say what it is`);
    if (found.length === 0) return [];
    matched.columns.push(...found);
    for (const { index } of found) this.watcher?.settled(index, 'plans_in_it');
    this.useLines(matched);
    this.sink.facts.columns.push(...found.map(({ heading, field }) => ({ heading, field })));
    return found.map(({ index, field }) => [index, field === 'plan.medical' ? 'Plan' : `Plan ${field.slice('plan.'.length)}`] as const);
  }

  private rename(renamed: ReadonlyMap<number, string>, { texts }: Headings): void {
    if (renamed.size > 0 && this.rowOf) this.sink.facts.head = this.rowOf(texts.map((text, index) => renamed.get(index) ?? (text || String(this.headingRow?.cells[index] ?? ''))));
  }

  private useLines(matched: MatchedColumns): void {
    this.lines = linesOf(matched);
    if (this.planColumns.length > 0) this.lines = { ...this.lines, named: new Set([...this.lines.named, ...this.planColumns.map(({ line }) => line)]) };
  }

  take(row: TableRow): void {
    if (!row.cells.some((cell) => cell !== undefined && cell !== '')) return;
    this.watcher?.row(row);
    if (!this.columns) {
      const headings = this.search.looksOn ? this.search.in(row) : undefined;
      if (!headings) {
        if (this.search.looksOn) this.legend.take(row.cells);
        return;
      }
      this.useHeadings(row, headings);
      this.justFound = true;
      return;
    }
    if (this.justFound && this.isSecondHeadingRow(row)) return;
    this.justFound = false;
    if (this.held?.take(row)) return;
    this.useHeld();
    this.people(row, this.columns);
  }

  /** Refuses the list when it had no headings, naming what is missing. */
  finish(): void {
    this.release();
    if (this.columns) {
      if (this.hasSamples && this.sink.facts.records === 0) throw new Refusal('invalid', 'The list holds nobody but the example people of our template, who are left out. Write your own people into it and send it again.');
      if (this.sink.facts.records === 0) this.sink.remark('no_members', 'The file holds headings and no people');
      return;
    }
    this.search.refuse();
  }

  private useHeadings(found: TableRow, headings: Headings): void {
    const { matched, texts } = headings;
    // Rows that are given back, and the columns that are shown, have the headings as they were understood.
    const isAsWritten = texts.length === found.cells.length && texts.every((text, index) => text === (found.cells[index] ?? '') || typeof found.cells[index] === 'number');
    const row = isAsWritten || !this.rowOf ? found : { ...found, cells: texts, raw: this.rowOf(texts) };
    this.headings = headings;
    this.columns = matched.columns;
    this.headingRow = found;
    this.width = texts.findLastIndex((text) => text !== '') + 1;
    this.planColumns = planColumnsOf(texts, matched, this.sink.lineOfPlan);
    this.useLines(matched);
    this.isOfDependents = isRowOfDependent(matched.columns);
    this.rows = new RowsOfPeople(this.sink, found, matched.columns, this.mapping.columns);
    this.cells = new CellsByPerson(matched.columns, this.planColumns);
    this.hasRelationships = matched.columns.some(({ field, dependent }) => field === 'relationship' && dependent === 0);
    this.held = HeldRows.for(texts, matched);
    this.kinds = undefined;
    this.dittos.above = undefined;
    this.watcher?.headings(row, matched);
    for (const { index } of this.planColumns) this.watcher?.settled(index, 'plan_code');
    const { facts } = this.sink;
    facts.columns = matched.columns
      .toSorted((a, b) => a.index - b.index)
      .map(({ heading, field, dependent }) => ({ heading, field: dependent ? `dependent ${dependent}: ${field}` : field }));
    facts.ignoredColumns = matched.ignored.slice(0, READER_LIMITS.columns);
    facts.head = row.raw;
  }

  /** Some templates name their columns twice, for programs and for people: the row that is understood better counts. Others write headings over two rows. */
  private isSecondHeadingRow(row: TableRow): boolean {
    // Nobody heads so many columns: such a row is not looked at cell by cell.
    if (!this.headings || row.cells.length > READER_LIMITS.columns) return false;
    this.justFound = false;
    const texts = textsOf(row.cells);
    const matched = matchColumns(texts, this.mapping.columns);
    const both = continued(this.headings, texts, this.mapping.columns);
    const known = this.headings.matched.columns.length;
    const isOne = missingColumns(matched.columns).length === 0 && matched.columns.length * 2 >= known;
    if (both && (!isOne || both.matched.columns.length > matched.columns.length)) this.useHeadings(row, both);
    else if (isOne && matched.columns.length > known) this.useHeadings(row, { texts, matched });
    return both !== undefined || isOne;
  }

  private people(written: TableRow, columns: readonly CensusColumn[]): void {
    if (this.sections.take(written)) {
      this.sink.remark('list_section', 'Rows that head a part of the list (such as Active, Terminated or COBRA) were read as that', written.line);
      return;
    }
    const whole = withoutLost(written);
    const row = this.dittos.read(whole, columns);
    const persons = this.cells?.of(row) ?? new Map<number, Map<CensusField, CellValue>>();
    this.signs?.settle(persons, row);
    const own = personOf(persons, columns, { isOfDependents: this.isOfDependents, hasRelationships: this.hasRelationships, kinds: this.kinds });
    if (own && !this.isOfDependents && isOfDependentsOnly(own, persons)) return this.dependentsBelow(own, persons, row);
    if (!own || !this.rows?.isPerson(own, row)) return;
    if (row !== whole) this.sink.remark('ditto', DITTO_READ, row.line);
    this.dittos.above = row.cells;
    if (this.isWider(row)) this.sink.remark('more_cells', 'Rows hold more cells than there are headings; those beyond were not read', row.line);
    const subscriber = this.add(own, row, false);
    this.beside(persons, row, subscriber.familyKey);
  }

  private dependentsBelow(own: CensusCells, persons: ReadonlyMap<number, Map<CensusField, CellValue>>, row: TableRow): void {
    const family = own.get('familyId') ?? own.get('employeeId');
    this.beside(persons, row, family === undefined ? this.families.above : String(family), family === undefined);
  }

  /** The people who stand in the row of their employee. `isByPlace`: only the row above says whose they are. */
  private beside(persons: ReadonlyMap<number, Map<CensusField, CellValue>>, row: TableRow, family: string | undefined, isByPlace = false): void {
    for (const [place, cells] of persons) {
      if (place === 0 || isNobody(cells)) continue;
      if (!isNamed(cells)) {
        if (cells.has('dateOfBirth') || cells.has('ssn')) this.sink.remark('dependent_unnamed', 'A birth date or an SSN of a spouse or child stands in the row without a name; nobody was taken in for it', row.line);
        continue;
      }
      const told = relationshipOfPlace(place);
      if (told && !cells.has('relationship')) cells.set('relationship', told);
      // Tied to the row's employee, whatever keys it carries itself.
      cells.delete('familyId');
      this.add(cells, row, true, family, isByPlace);
    }
  }

  private isWider({ cells }: TableRow): boolean {
    return cells.length > this.width && cells.some((cell, index) => index >= this.width && cell !== undefined && cell !== '');
  }

  private add(cells: CensusCells, row: TableRow, isDependent: boolean, family = this.families.above, isByPlace = !isDependent): EnrollmentRecord {
    const record = censusRecord(cells, {
      recordNo: this.sink.nextRecordNo,
      line: row.line,
      raw: row.raw,
      hasRelationships: this.hasRelationships,
      kinds: this.kinds,
      genders: this.genders,
      lineOfPlan: this.sink.lineOfPlan,
      familyAbove: family,
      isDependent,
      dates: this.dates,
      datesOf: this.datesOf,
      words: this.words,
      padZeros: this.mapping.padZeros,
      endDayNotCovered: this.mapping.endDayNotCovered,
      lines: this.lines,
      term: this.headings?.matched.term,
      eligible: this.headings?.matched.eligible,
    });
    if (isSamplePerson(record)) {
      this.hasSamples = true;
      this.sink.remark('sample_person', SAMPLE_LEFT_OUT, row.line);
      return record;
    }
    if (!isDependent && this.rows?.isNameOnly(cells))
      record.problems.push({ field: 'lastName', code: 'name_only', message: 'Nothing but a name stands in this row; without an SSN, a date of birth or an employee number nobody can tell whose it is' });
    for (const field of isDependent ? [] : (this.cells?.conflicts ?? []))
      record.problems.push({ field, code: 'column_twice', message: `Two columns hold different values for ${CENSUS_FIELD_LABEL[field].toLowerCase()}; leave the one that is meant` });
    for (const heading of isDependent ? [] : (this.cells?.unread ?? []))
      record.problems.push({ field: '', code: 'plan_mark_unknown', message: `The column "${heading}" is headed by a plan, and what stands in it is no mark, no coverage level and no refusal; write X or the level where the person has the plan, or leave the column out` });
    if (!isDependent) record.problems.push(...this.dittos.problems(), ...(this.signs?.problemsOf(record) ?? []));
    if (!isDependent) record.problems.push(...this.sections.problemsOf(record, cells));
    const cut = isDependent ? undefined : this.cutRows?.problemOf(row, record);
    if (cut) record.problems.push(cut);
    if (record.problems.length > 0 && this.isWider(row))
      record.problems.push({ field: '', code: 'more_cells', message: 'The row has more cells than there are headings: a cell with a separator in it needs quotation marks' });
    this.sponsors.note(cells);
    this.families.add(record, cells, !isByPlace);
    return record;
  }
}
