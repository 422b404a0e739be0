import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import { REFUSAL_REASON, type MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import { CHANGES_READ } from '@openbenefits/domain/files/census/changed-field';
import { WordBook, type SenderMapping } from '@openbenefits/domain/files/census/mapping';
import { noDates } from '@openbenefits/domain/files/census/values/date-order';
import { withZerosLost } from '@openbenefits/domain/files/census/values/lost-zeros';
import { NUMBERS_ALONE } from '@openbenefits/domain/files/census/headings/numbers-alone';
import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import { newRead } from '@openbenefits/domain/files/census/headings/new-and-old';
import { CellsByPerson } from './cells-by-person.ts';
import { isRowOfDependent, linesOf, secondHeadings, textsOf, type Headings } from './headings.ts';
import { HeldRows, type ToldKinds } from './held-rows.ts';
import {
  LEVELS_READ,
  type LevelColumn,
  levelColumnsOf,
  levelsBesidePlans,
  linesOfLevels,
  plansBesideLevels,
} from './level-columns.ts';
import { daysOfPlans, electionsIn, planColumnsOf, type PlanColumn, useLineColumn } from './plan-columns.ts';
import { dependentsColumnIn } from './dependents-in-cell.ts';
import { CutRows } from './cut-rows.ts';
import { HeadingSearch } from './heading-search.ts';
import { READER_LIMITS } from '../limits.ts';
import {
  settleIds,
  settleKeys,
  settleSsnsAsNumbers,
  settleSsnsOfEmployees,
  SSN_OF_EMPLOYEE,
  ssnsAsNumbers,
} from './keys-of-employees.ts';
import { Legends } from './legends.ts';
import { useLinesEnrolled } from './lines-enrolled.ts';
import { type ListMeaning, meaningOfHeadings, unreadMeaning } from './list-meaning.ts';
import { aloneIn } from './list-sections.ts';
import { isTitleOfPart } from './rows-of-nobody.ts';
import { LAST_FIRST_READ, lastNameFirstIn } from './names-of-families.ts';
import { settleEmployeesBeside, takeNamesOfDependents } from './employees-beside.ts';
import { NamedEmployees } from './named-employees.ts';
import { areOfEverybody, NUMBERS_OF_EVERYBODY } from './numbers-of-everybody.ts';
import { PeopleOfRows } from './people-of-rows.ts';
import type { ReaderInput, RowWatcher } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { employeeFlagIn, leaveCountsOut, RowSigns, settleStatusLetters } from './row-signs.ts';
import { areRowsForEach } from './rows-for-each.ts';
import { RowsOfPeople } from './rows-of-people.ts';
import type { RowWriter, TableRow } from './table-row.ts';
import { type TableBelow, TablesBelow } from './tables-below.ts';
import { signsOfMore } from './signs-of-more.ts';
import { unreadColumns, unreadCoverageColumns } from './unread-columns.ts';

/** How a format writes its rows. */
type TableOptions = {
  date1904?: boolean;
  rowOf?: RowWriter;
  /** Every row has a place for every column, also for what is empty at its end. */
  hasAllCells?: boolean;
  /** What the list is called: the name of its sheet. */
  title?: string;
};

/**
 * Turns the rows of a list into records: finds the row of headings (titles may stand above it, and a second row of
 * headings below), matches the columns, and leaves blank rows aside.
 */
export class CensusTable {
  private readonly sink: RecordSink;
  private readonly mapping: SenderMapping;
  private readonly legends = new Legends();
  private readonly watcher: RowWatcher | undefined;
  private headings: Headings | undefined;
  private headingRow: TableRow | undefined;
  private readonly search: HeadingSearch;
  private readonly rowOf: RowWriter | undefined;
  private planColumns: readonly PlanColumn[] = [];
  private levels: readonly LevelColumn[] = [];
  private readonly hasAllCells: boolean;
  private justFound = false;
  private held: HeldRows | undefined;
  /** What the list means, as far as its rows have told. */
  private meaning: ListMeaning;
  private readonly people: PeopleOfRows;
  private readonly tables: TablesBelow;
  /** Headings that rows are given back under. */
  private readonly renamed = new Map<number, string>();

  constructor(
    sink: RecordSink,
    { today, mapping, watcher, mends }: Pick<ReaderInput, 'today' | 'mapping' | 'watcher' | 'mends'>,
    { date1904 = false, rowOf, hasAllCells = false, title }: TableOptions = {},
  ) {
    this.hasAllCells = hasAllCells;
    this.sink = sink;
    this.rowOf = rowOf;
    sink.facts.dates ??= noDates();
    this.mapping = mapping;
    this.search = new HeadingSearch(mapping.columns);
    this.watcher = watcher;
    this.meaning = unreadMeaning(
      { today, date1904, dayFirst: mapping.dayFirst ?? undefined, orders: sink.facts.dates },
      new WordBook(mapping.words),
    );
    this.people = new PeopleOfRows(sink, mapping, this.meaning, { rowOf, title });
    this.tables = new TablesBelow(mapping.columns, rowOf, mends);
    sink.facts.dayFirst = mapping.dayFirst ?? false;
  }

  get hasHeadings(): boolean {
    return this.headings !== undefined;
  }

  /** True while headings may still be found in what follows. */
  get looksOn(): boolean {
    return this.search.looksOn;
  }

  /** Texts that were compared with headings so far. */
  get compared(): number {
    return this.search.compared;
  }

  /** Reads the list by a row of headings without names, where none with names has come, and what stands below it. */
  useNumbers(): void {
    const found = this.headings ? undefined : this.search.takeOfNumbers();
    if (!found) return;
    this.useHeadings(found.row, found.headings);
    this.sink.remark('numbers_alone', NUMBERS_ALONE);
    for (const row of found.below) this.take(row);
  }

  /** Hands over the people who still wait; for a list that has ended, or is read no further. */
  release(): void {
    this.useNumbers();
    this.useHeld();
    this.people.release();
  }

  /** What the first rows tell together, and their people. */
  private useHeld(): void {
    const { held, headings, meaning } = this;
    if (!held || !headings) return;
    this.held = undefined;
    meaning.crosses = held.readCrosses(this.rowOf);
    for (const message of meaning.crosses.messages) this.sink.remark('crosses', message);
    const { words: explained, notes } = this.legends.read(held.rows, headings, this.sink);
    if (explained.length > 0) {
      meaning.words = new WordBook([...explained, ...this.mapping.words]);
      this.watcher?.legend(explained);
    }
    leaveCountsOut(held.rows, headings.matched, this.sink.facts);
    const ofStatus = settleStatusLetters(held.rows, headings.matched, this.sink.facts);
    const told = held.told(meaning.words, this.legends.kinds);
    const genders = held.genders(meaning.words);
    meaning.genders = genders?.genders;
    const daysFirst = this.mapping.dayFirst === null ? held.areDaysFirst() : undefined;
    if (daysFirst !== undefined) {
      meaning.dates = { ...meaning.dates, dayFirst: true };
      this.sink.facts.dayFirst = true;
      this.sink.remark('days_first', daysFirst);
    }
    this.settleDates(held);
    if (meaning.dates.orders) held.countUnread(headings.texts, headings.matched.ignored, meaning.dates.orders);
    const [ssns, zips] = [held.withoutZeros('ssn'), held.withoutZeros('zip')];
    meaning.zerosLost = { ssn: ssns.length > 0, zip: zips.length > 0 };
    const width = this.tables.added.widthOf(headings.texts);
    meaning.cutRows = new CutRows(held.rows, {
      columns: meaning.columns,
      texts: headings.texts,
      width,
      hasAllCells: this.hasAllCells,
    });
    if (told) this.useKinds(told, headings);
    const asNumbers = settleSsnsAsNumbers(held.rows, headings.matched, meaning.kinds);
    if (asNumbers) this.sink.remark('ssn_as_number', ssnsAsNumbers(asNumbers));
    settleKeys(held.rows, headings.matched, meaning.kinds);
    const ofEmployees = settleSsnsOfEmployees(held.rows, headings.matched, meaning.kinds);
    if (ofEmployees) this.sink.remark('ssn_of_employee', SSN_OF_EMPLOYEE);
    const keys = [asNumbers, ofEmployees].flatMap((key) => (key && key.field !== 'employeeId' ? [key] : []));
    if (keys.some(({ field }) => field === 'subscriberKey')) meaning.keyIsSsn = true;
    for (const { heading, field } of keys)
      this.sink.facts.columns = this.sink.facts.columns.map((one) =>
        one.heading === heading ? { heading, field } : one,
      );
    meaning.areOfEverybody = areOfEverybody(held.rows, headings.matched, meaning.kinds);
    if (meaning.areOfEverybody) this.sink.remark('numbers_of_everybody', NUMBERS_OF_EVERYBODY);
    const ids = settleIds(held.rows, headings, meaning.kinds, this.sink.facts);
    const ofDependents = takeNamesOfDependents(held.rows, headings.matched, headings.texts);
    if (ofDependents) this.sink.facts.columns.push({ heading: ofDependents.heading, field: 'fullName' });
    const areBeside = settleEmployeesBeside(held.rows, headings.matched);
    if (areBeside || ofDependents) this.usePersons(headings);
    meaning.dependents = dependentsColumnIn(held.rows, headings, this.sink, this.watcher);
    const flag =
      meaning.hasRelationships || areBeside ? undefined : employeeFlagIn(held.rows, headings.texts, headings.matched);
    if (flag && headings.matched.ignored.includes(flag.heading))
      headings.matched.ignored.splice(headings.matched.ignored.indexOf(flag.heading), 1);
    const lastFirst = lastNameFirstIn(held.rows, meaning.columns, meaning.kinds);
    if (lastFirst) this.sink.remark('last_first', LAST_FIRST_READ);
    meaning.signs = new RowSigns(meaning.columns, flag, meaning.hasRelationships, lastFirst);
    const plans = this.useElections(held.rows, headings);
    // Plans may stand in a column that is known by what it holds.
    meaning.areRowsForEach = !meaning.isOfDependents && areRowsForEach(held.rows, meaning.columns);
    // Rows that are given back come again without the others, by whose words theirs were understood: their heading
    // tells it.
    this.rename(
      new Map([
        ...(told?.heading === undefined ? [] : [[told.column.index, told.heading] as const]),
        ...(genders?.renamed ?? []),
        ...[...ssns, ...zips].map(({ index, heading }) => [index, withZerosLost(heading)] as const),
        ...this.legends.headingsOfLevels(headings),
        ...plans,
        ...keys.map(({ index, field }) => [index, field === 'ssn' ? 'SSN' : 'Employee SSN'] as const),
        ...(flag ? [[flag.index, flag.renamed] as const] : []),
        ...(ofStatus ? [[ofStatus.index, 'Status'] as const] : []),
        ...(ids ? [[ids.index, 'Employee ID'] as const] : []),
        ...(lastFirst ? [[lastFirst.index, `${lastFirst.heading} (Last First)`] as const] : []),
      ]),
      headings,
    );
    for (const heading of headings.matched.old ?? []) this.sink.remark('old_left_out', newRead(heading));
    const unread = unreadColumns(held.rows, headings.texts, headings.matched, meaning.dates);
    const more = signsOfMore(held.rows, headings.texts, headings.matched, meaning.lines);
    for (const words of new Set([...unread, ...more, ...this.search.unreadTitles(headings.matched)]))
      this.sink.remark('coverage_unread', words);
    if (flag && !meaning.columns.some(({ index }) => index === flag.index))
      this.watcher?.settled(flag.index, 'employee_flag');
    if (flag) this.sink.facts.columns.push({ heading: flag.heading, field: 'relationship' });
    this.sink.facts.ignoredColumns = headings.matched.ignored.slice(0, READER_LIMITS.columns);
    this.meaning.unreadCoverage = unreadCoverageColumns(headings.texts, headings.matched.ignored);
    for (const row of held.rows) if (!notes.has(row)) this.people.take(row, this.meaning);
  }

  /** Dates with dots, or without any sign, are read as the columns show. */
  private settleDates(held: HeldRows): void {
    const { meaning } = this;
    const { contexts, remarks, contrary, datesOf } = held.dateStyles().settle(meaning.dates, this.mapping.datesOf);
    this.sink.facts.datesOf = { ...this.sink.facts.datesOf, ...datesOf };
    meaning.datesOf = contexts;
    if (contrary && meaning.dates.orders) meaning.dates.orders.contrary = contrary;
    for (const words of remarks) this.sink.remark('date_style', words);
  }

  private useKinds({ column, kinds, isNew, blankIsSelf }: ToldKinds, { matched }: Headings): void {
    this.meaning.kinds = kinds;
    this.meaning.blankIsSelf = blankIsSelf;
    if (blankIsSelf) this.sink.remark('blank_is_self', fileMessage('rows_as_employees'));
    if (!isNew) return;
    const place = matched.ignored.indexOf(column.heading.trim().replace(/\s+/g, ' '));
    if (place >= 0) matched.ignored.splice(place, 1);
    else
      matched.columns.splice(
        matched.columns.findIndex(({ index }) => index === column.index),
        1,
      );
    matched.columns.push(column);
    this.meaning.hasRelationships = true;
    this.meaning.isOfDependents = isRowOfDependent(matched.columns);
    this.sink.facts.columns.push({ heading: column.heading, field: 'relationship' });
  }

  /** Whose the columns are. */
  private usePersons({ texts, matched: { columns } }: Headings): void {
    const { meaning } = this;
    meaning.isOfDependents = isRowOfDependent(columns);
    meaning.hasRelationships = columns.some(
      (column) => column.field === 'relationship' && column.dependent === 0 && !isWhereFilled(column),
    );
    meaning.employees = NamedEmployees.in(columns, texts, meaning.isOfDependents);
    meaning.cells = new CellsByPerson(columns, this.planColumns, this.sink.planId);
  }

  private useElections(rows: readonly TableRow[], { texts, matched }: Headings): (readonly [number, string])[] {
    this.sink.facts.columns.push(
      ...useLineColumn(rows, texts, matched).map(({ heading, field }) => ({ heading, field })),
    );
    if (useLinesEnrolled(rows, { texts, matched }, this.sink)) this.useLines(matched);
    this.useLevels(rows, texts, matched);
    const plans = plansBesideLevels(rows, matched, this.sink.lineOfPlan);
    if (plans.length > 0) this.useLines(matched);
    const tiers = [...plans, ...levelsBesidePlans(rows, matched)];
    const { found, unsure } = electionsIn(rows, texts, matched, {
      lineOfPlan: this.sink.lineOfPlan,
      planId: this.sink.planId,
      marked: this.planColumns,
    });
    for (const heading of unsure) this.sink.remark('plans_unread', fileMessage('plan_column_ignored', { heading }));
    if (found.length === 0) return tiers;
    const days = daysOfPlans(found, texts, matched);
    matched.columns.push(...found, ...days);
    for (const { index } of found) this.watcher?.settled(index, 'plans_in_it');
    this.useLines(matched);
    this.sink.facts.columns.push(...[...found, ...days].map(({ heading, field }) => ({ heading, field })));
    return [
      ...tiers,
      ...found.map(
        ({ index, field }) =>
          [index, field === 'plan.medical' ? 'Plan' : `Plan ${field.slice('plan.'.length)}`] as const,
      ),
    ];
  }

  /** A column for each coverage level, marked for whoever has it. */
  private useLevels(rows: readonly TableRow[], texts: readonly string[], matched: MatchedColumns): void {
    const { found, unsure } = levelColumnsOf(rows, texts, matched, this.sink.lineOfPlan);
    for (const heading of unsure) this.sink.remark('levels_unread', fileMessage('price_columns_ignored', { heading }));
    if (found.length === 0) return;
    if (this.meaning.cells) this.meaning.cells.levels = found;
    this.levels = found;
    this.useLines(matched);
    this.sink.remark('levels_read', LEVELS_READ);
    for (const { index, heading, line } of found) {
      this.watcher?.settled(index, 'level_in_heading');
      this.sink.facts.columns.push({ heading, field: line === undefined ? 'tier' : `tier.${line}` });
    }
  }

  private rename(renamed: ReadonlyMap<number, string>, { texts }: Headings): void {
    for (const [index, heading] of renamed) this.renamed.set(index, heading);
    if (renamed.size > 0 && this.rowOf)
      this.sink.facts.head = this.rowOf(
        texts.map((text, index) => this.renamed.get(index) ?? (text || String(this.headingRow?.cells[index] ?? ''))),
      );
  }

  private useLines(matched: MatchedColumns): void {
    const lines = linesOf(matched);
    this.meaning.lines = {
      ...lines,
      named: new Set([...lines.named, ...this.planColumns.map(({ line }) => line), ...linesOfLevels(this.levels)]),
    };
  }

  take(row: TableRow): void {
    if (!row.cells.some((cell) => cell !== undefined && cell !== '')) return;
    if (!this.headings) {
      this.watcher?.row(row);
      const headings = this.search.looksOn ? this.search.in(row) : undefined;
      if (!headings) {
        if (this.search.looksOn) this.legends.take(row.cells);
        else this.useNumbers();
        return;
      }
      this.useHeadings(row, headings);
      this.justFound = true;
      return;
    }
    if (this.justFound && this.isSecondHeadingRow(row)) return;
    this.justFound = false;
    const below = this.tables.in(row, this.headings.texts);
    if (below === 'repeated') return this.sink.remark('repeated_headings', fileMessage('headings_repeated'), row.line);
    if (below) return this.useBelow(row, below);
    const placed = this.tables.placed(row, this.headings.texts.length);
    this.watcher?.row(placed);
    if (this.held?.take(placed)) return;
    this.useHeld();
    this.people.take(placed, this.meaning);
  }

  /** Refuses the list when it had no headings, naming what is missing. */
  finish(): void {
    this.release();
    if (this.headings) {
      if (this.people.hasSamples && this.sink.facts.records === 0)
        throw new Refusal('invalid', fileText('template_examples_only'));
      if (this.sink.facts.records === 0) this.sink.remark('no_members', fileMessage('census_empty'));
      return;
    }
    this.search.refuse();
  }

  /** The people above are handed over as they were understood; those below are read by their own headings. */
  private useBelow(row: TableRow, { headings, all, goesOn }: TableBelow): void {
    this.useHeld();
    this.sink.remark('table_below', fileMessage('second_headings_read'), row.line);
    const texts = headings.texts.map((text, index) => this.renamed.get(index) ?? text);
    this.useHeadings({ ...row, cells: texts, raw: this.rowOf?.(texts) ?? row.raw }, { ...headings, texts }, all);
    if (!goesOn) this.people.beginTable();
  }

  /** `all`: the columns of the whole list, where the headings are those of a table below another. */
  private useHeadings(written: TableRow, told: Headings, all?: TableBelow['all']): void {
    const [found, headings] = all ? [written, told] : this.tables.added.behind(written, told);
    const { matched, texts } = headings;
    // Rows that are given back, and the columns that are shown, have the headings as they were understood.
    const isAsWritten =
      texts.length === found.cells.length &&
      texts.every((text, index) => text === (found.cells[index] ?? '') || typeof found.cells[index] === 'number');
    const row = isAsWritten || !this.rowOf ? found : { ...found, cells: texts, raw: this.rowOf(texts) };
    this.headings = headings;
    this.headingRow = found;
    this.planColumns = planColumnsOf(texts, matched, this.sink.lineOfPlan);
    this.levels = [];
    const rows = new RowsOfPeople(this.sink, found, matched.columns, this.mapping.columns);
    this.meaning = { ...this.meaning, ...meaningOfHeadings(headings), rows };
    this.usePersons(headings);
    this.useLines(matched);
    this.held = HeldRows.for(texts, matched);
    this.people.begin(matched.columns, all ? undefined : this.search.rowAbove);
    if (all) this.watcher?.widened(row, { ...matched, ...all });
    else {
      this.watcher?.headings(row, matched);
      this.tables.begin(textsOf(written.cells), matched);
    }
    for (const { index } of this.planColumns) this.watcher?.settled(index, 'plan_code');
    for (const index of Object.values(matched.changes ?? {})) this.watcher?.settled(index, 'change');
    if (matched.changes) this.sink.remark('changes_read', CHANGES_READ);
    const { facts } = this.sink;
    if (matched.leftOut.includes(REFUSAL_REASON)) facts.ofRefused = true;
    facts.columns = (all ?? matched).columns
      .toSorted((a, b) => a.index - b.index)
      .map(({ heading, field, dependent }) => ({
        heading,
        field: dependent ? `dependent ${dependent}: ${field}` : field,
      }));
    facts.ignoredColumns = (all ?? matched).ignored.slice(0, READER_LIMITS.columns);
    facts.head = row.raw;
  }

  /**
   * Some templates name their columns twice, for programs and for people: the row that is understood better counts.
   * Others write headings over two rows.
   */
  private isSecondHeadingRow(row: TableRow): boolean {
    // Nobody heads so many columns: such a row is not looked at cell by cell.
    const { sent } = this.tables.added;
    if (!sent || row.cells.length > READER_LIMITS.columns || isTitleOfPart(aloneIn(row.cells) ?? '')) return false;
    this.justFound = false;
    const texts = textsOf(row.cells);
    const { isOne, better } = secondHeadings(sent, texts, this.mapping.columns);
    if (better) this.useHeadings(row, better);
    return isOne;
  }
}
