import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { type BirthParts, birthOf } from '@openbenefits/domain/files/census/headings/birth-parts';
import type { ChangedField } from '@openbenefits/domain/files/census/headings/changes-by-field';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { relationshipOfPlace } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import { isCoverageCell } from '@openbenefits/domain/files/census/coverage/stated-coverage';
import { censusRecord } from '@openbenefits/domain/files/census/row';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { isDitto } from '@openbenefits/domain/files/census/values/ditto-marks';
import { isSamplePerson, SAMPLE_LEFT_OUT } from '@openbenefits/domain/files/census/sample-people';
import { wrongInAddress } from '@openbenefits/domain/files/judge-address';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { linesFor, personOf } from './headings.ts';
import { CensusSponsors } from './sponsors.ts';
import { readCrosses } from './crossed-cells.ts';
import { withoutLost } from './cut-rows.ts';
import { DITTO_READ, DittoRows, MERGED_READ } from './ditto-rows.ts';
import { dependentsUnread, takeDependents } from './dependents-in-cell.ts';
import { FamiliesByPlace } from '../families-by-place.ts';
import type { ListMeaning } from './list-meaning.ts';
import { GOES_ON, LinesOfPerson } from './lines-of-person.ts';
import { aloneIn, ListSections } from './list-sections.ts';
import { isRepeated, REPEATED } from './names-alone.ts';
import { PLAN_TITLES_READ, PlanTitles } from './plan-titles.ts';
import type { RecordSink } from '../record-sink.ts';
import { withoutOwnNumber } from './numbers-of-everybody.ts';
import { dividedRow, familyIn, isAboutBeside, LATER_STARTS, laterStarts } from './rows-for-each.ts';
import { isNamed, isNobody, isOfDependentsOnly } from './rows-of-nobody.ts';
import { stillOpenIn } from './still-open.ts';
import { ENDS_TWICE } from './same-person-twice.ts';
import { BLANK_GOES_ON, withPersonAbove } from './rows-going-on.ts';
import type { RowWriter, TableRow } from './table-row.ts';

const NAME_ONLY = {
  field: 'lastName',
  code: 'name_only',
  ...worded(fileMessage('row_name_only')),
} as const satisfies RecordProblem;
const NO_NUMBER = {
  field: 'ssn',
  code: 'number_missing',
  ...worded(fileMessage('row_without_number')),
} as const satisfies RecordProblem;

/** The row with its birth date as one, in the place of the month. */
function withBirth(row: TableRow, { month, day, year }: BirthParts): TableRow {
  const cells = [...row.cells];
  cells[month] = birthOf(cells[month], cells[day], cells[year]);
  cells[day] = cells[year] = undefined;
  return { ...row, cells };
}

/** What may tie the rows of a family together; the first that a row has counts. */
export const FAMILY_KEYS = ['familyId', 'subscriberKey', 'employeeId'] as const satisfies readonly CensusField[];

/**
 * The people of a list's rows, as its columns and words are understood: each row's own person, those beside it, and the
 * family they are of.
 */
export class PeopleOfRows {
  private readonly sink: RecordSink;
  private readonly mapping: SenderMapping;
  private readonly dittos: DittoRows;
  private readonly rowOf: RowWriter | undefined;
  private readonly sections = new ListSections();
  private readonly planTitles: PlanTitles;
  private readonly lines = new LinesOfPerson();
  private readonly sponsors: CensusSponsors;
  private readonly families: FamiliesByPlace;
  private meaning: ListMeaning;
  /** The row above is somebody's. */
  private goesOn = false;
  /** The employee of the row above. */
  private above: { cells: CensusCells; familyKey: string | undefined } | undefined;
  /** What is in doubt of everybody who stands beside the row's own person. */
  private doubt: RecordProblem[] = [];
  /** Rows of our own template stood in the list. */
  hasSamples = false;

  constructor(
    sink: RecordSink,
    mapping: SenderMapping,
    meaning: ListMeaning,
    { rowOf, title }: { rowOf: RowWriter | undefined; title: string | undefined },
  ) {
    this.sections.begin(title ?? '');
    this.sink = sink;
    this.meaning = meaning;
    this.mapping = mapping;
    this.sponsors = new CensusSponsors(sink);
    this.families = new FamiliesByPlace(sink);
    this.dittos = new DittoRows(rowOf);
    this.planTitles = new PlanTitles(sink.lineOfPlan, rowOf);
    this.rowOf = rowOf;
  }

  /** Headings were found: what stood above them is no row of a person, and may be the plan of the people below. */
  begin(columns: readonly CensusColumn[], title: TableRow | undefined): void {
    this.dittos.above = undefined;
    if (!title) return;
    if (this.planTitles.take(title, columns) && this.planTitles.isRead)
      this.sink.remark('plan_title', PLAN_TITLES_READ, title.line);
    this.sections.begin(aloneIn(title.cells) ?? '', title.line);
  }

  /**
   * A table with other columns begins: its dependents are not those of the employee who happens to stand last above it.
   */
  beginTable(): void {
    this.families.release();
    this.families.above = undefined;
  }

  /** Hands over the people who still wait. */
  release(): void {
    this.families.release();
  }

  /** Takes a row, whoever stands in it. */
  take(written: TableRow, meaning: ListMeaning): void {
    this.meaning = meaning;
    const { columns } = meaning;
    if (written.isStruck) return this.sink.remark('row_struck', fileMessage('struck_rows_skipped'), written.line);
    if (this.sections.take(written)) {
      this.sink.remark('list_section', fileMessage('section_rows_read'), written.line);
      return;
    }
    if (this.planTitles.take(written, columns)) {
      if (this.planTitles.isRead) this.sink.remark('plan_title', PLAN_TITLES_READ, written.line);
      return;
    }
    const whole = withoutLost(readCrosses(written, meaning.crosses, this.rowOf));
    const marked = this.dittos.read(whole, columns);
    const named = withPersonAbove(
      marked,
      this.goesOn ? this.dittos.above : undefined,
      columns,
      this.sink.lineOfPlan,
      this.rowOf,
    );
    const row = this.planTitles.in(named, columns);
    this.goesOn = false;
    const persons =
      this.meaning.cells?.of(meaning.birth ? withBirth(row, meaning.birth) : row) ??
      new Map<number, Map<CensusField, CellValue>>();
    this.meaning.signs?.settle(persons, row);
    const { dependents } = meaning;
    if (dependents && !takeDependents(dependents, row, persons))
      this.sink.remark('dependents_unread', dependentsUnread(dependents.heading), row.line);
    const own = personOf(persons, columns, {
      isOfDependents: this.meaning.isOfDependents,
      hasRelationships: this.meaning.hasRelationships,
      kinds: this.meaning.kinds,
    });
    if (own && !this.meaning.isOfDependents && isOfDependentsOnly(own, persons))
      return this.dependentsBelow(own, persons, row);
    if (!own || !this.meaning.rows?.isPerson(own, row)) return;
    if (named !== marked) this.sink.remark('blank_goes_on', BLANK_GOES_ON, row.line);
    if (marked !== whole)
      this.sink.remark(
        'ditto',
        whole.merged && !columns.some(({ index }) => isDitto(whole.cells[index] ?? '')) ? MERGED_READ : DITTO_READ,
        row.line,
      );
    this.dittos.above = row.cells;
    this.goesOn = true;
    if (this.isWider(row)) this.sink.remark('more_cells', fileMessage('cells_without_heading'), row.line);
    const isBeside = [...persons].some(([place, cells]) => place > 0 && isNamed(cells) && !isNobody(cells));
    if (isBeside && isAboutBeside(own, persons, this.above?.cells, meaning.kinds)) {
      dividedRow(own, persons);
      return this.beside(persons, row, this.above?.familyKey ?? familyIn(own), familyIn(own) === undefined);
    }
    if (meaning.areRowsForEach && isBeside)
      return this.beside(persons, row, this.add(dividedRow(own, persons), row, false).familyKey);
    if (isBeside) this.settleStarts(own, persons, row);
    if (isRepeated(own, this.above?.cells)) {
      this.sink.remark('row_repeated', REPEATED, row.line);
      return this.beside(persons, row, this.above?.familyKey);
    }
    const { familyKey, isSubscriber, problems } = this.add(own, row, false);
    this.above = isSubscriber && problems.length === 0 ? { cells: own, familyKey } : undefined;
    this.doubt = problems.filter(({ code }) => code === ENDS_TWICE);
    this.beside(persons, row, familyKey);
    this.doubt = [];
  }

  /** The day on which a dependent comes to an employee who has begun before. */
  private settleStarts(
    own: Map<CensusField, CellValue>,
    persons: ReadonlyMap<number, Map<CensusField, CellValue>>,
    row: TableRow,
  ): void {
    const starts = laterStarts(own, this.above?.cells, this.meaning);
    const [first] = starts;
    if (!first) return;
    for (const [field] of starts) own.set(field, this.above?.cells.get(field) ?? '');
    for (const [place, cells] of persons)
      if (place > 0 && isNamed(cells) && !cells.has('from')) cells.set('from', first[1]);
    this.sink.remark('later_starts', LATER_STARTS, row.line);
  }

  private dependentsBelow(
    own: CensusCells,
    persons: ReadonlyMap<number, Map<CensusField, CellValue>>,
    row: TableRow,
  ): void {
    const family = own.get('familyId') ?? own.get('employeeId');
    this.beside(persons, row, family === undefined ? this.families.above : String(family), family === undefined);
  }

  /** The people who stand in the row of their employee. `isByPlace`: only the row above says whose they are. */
  private beside(
    persons: ReadonlyMap<number, Map<CensusField, CellValue>>,
    row: TableRow,
    family: string | undefined,
    isByPlace = false,
  ): void {
    // In a list that names no plans, the day of a row is nobody else's.
    const from = this.meaning.lines.named.size === 0 ? persons.get(0)?.get('from') : undefined;
    for (const [place, cells] of persons) {
      if (place === 0 || isNobody(cells)) continue;
      if (from !== undefined && !cells.has('from')) cells.set('from', from);
      if (!isNamed(cells)) {
        if (cells.has('dateOfBirth') || cells.has('ssn'))
          this.sink.remark('dependent_unnamed', fileMessage('dependent_without_name'), row.line);
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
    return (
      cells.length > this.meaning.width &&
      cells.some((cell, index) => index >= this.meaning.width && cell !== undefined && cell !== '')
    );
  }

  /** What a row of a list of changes says has changed. */
  private changeIn({ cells }: TableRow): ChangedField | undefined {
    const { changes } = this.meaning;
    return changes && { field: cells[changes.field], was: cells[changes.was], is: cells[changes.is] };
  }

  /** Headings of columns that are not read and state coverage in the row. */
  private unreadCoverageIn({ cells }: TableRow): string[] | undefined {
    const { unreadCoverage } = this.meaning;
    return unreadCoverage.length === 0
      ? undefined
      : unreadCoverage.flatMap(({ index, heading }) => (isCoverageCell(cells[index]) ? [heading] : []));
  }

  private add(
    written: CensusCells,
    row: TableRow,
    isDependent: boolean,
    family = this.families.above,
    isByPlace = !isDependent,
  ): EnrollmentRecord {
    const cells = this.meaning.areOfEverybody ? withoutOwnNumber(written, this.meaning.kinds) : written;
    const record = censusRecord(cells, {
      recordNo: this.sink.nextRecordNo,
      line: row.line,
      raw: row.raw,
      hasRelationships: this.meaning.hasRelationships,
      blankIsSelf: this.meaning.blankIsSelf,
      kinds: this.meaning.kinds,
      genders: this.meaning.genders,
      lineOfPlan: this.sink.lineOfPlan,
      familyAbove: family,
      isDependent,
      dates: this.meaning.dates,
      datesOf: this.meaning.datesOf,
      words: this.meaning.words,
      padZeros: this.mapping.padZeros,
      endDayNotCovered: this.mapping.endDayNotCovered,
      lines: this.meaning.lines.added.length === 0 ? this.meaning.lines : linesFor(this.meaning.lines, cells),
      term: this.meaning.term,
      statusDate: this.meaning.statusDate,
      endsByStatus: this.meaning.endsByStatus,
      eligible: this.meaning.eligible,
      planYear: this.meaning.planYear,
      keyIsSsn: this.meaning.keyIsSsn,
      zerosLost: this.meaning.zerosLost,
      byNumberAlone: this.meaning.areOfNumbers,
      unreadCoverage: isDependent ? undefined : this.unreadCoverageIn(row),
      change: isDependent ? undefined : this.changeIn(row),
    });
    if (isSamplePerson(record)) {
      this.hasSamples = true;
      this.sink.remark('sample_person', SAMPLE_LEFT_OUT, row.line);
      return record;
    }
    const isSame = !isDependent && this.lines.settle(record, cells);
    if (isSame) this.sink.remark('goes_on_above', GOES_ON, row.line);
    if (!isDependent && !isSame && this.meaning.rows?.isNameOnly(cells))
      record.problems.push(this.meaning.areOfNumbers ? NO_NUMBER : NAME_ONLY);
    for (const field of isDependent ? [] : (this.meaning.cells?.conflicts ?? []))
      record.problems.push({
        field,
        code: 'column_twice',
        ...worded(fileMessage('columns_contradict', { field: CENSUS_FIELD_LABEL[field] })),
      });
    for (const heading of isDependent ? [] : (this.meaning.cells?.unread ?? []))
      record.problems.push({
        field: '',
        code: 'plan_mark_unknown',
        ...worded(fileMessage('plan_column_unreadable', { heading })),
      });
    if (isDependent) record.problems.push(...this.doubt);
    if (!isDependent)
      record.problems.push(...this.dittos.problems(), ...(this.meaning.signs?.problemsOf(record) ?? []));
    if (!isDependent)
      record.problems.push(...this.sections.problemsOf(record, cells), ...this.planTitles.problemsOf(record));
    if (!isDependent && this.meaning.reasons) record.problems.push(...stillOpenIn(row, this.meaning.reasons));
    const cut = isDependent ? undefined : this.meaning.cutRows?.problemOf(row, record);
    if (cut) record.problems.push(cut);
    // A comma in an address without quotation marks moves all that stands behind it.
    if ((record.problems.length > 0 || wrongInAddress(record).length > 0) && this.isWider(row))
      record.problems.push({
        field: '',
        code: 'more_cells',
        ...worded(fileMessage('row_too_long')),
      });
    this.sponsors.note(cells);
    const named =
      isByPlace && !record.isSubscriber && !FAMILY_KEYS.some((field) => cells.has(field))
        ? this.meaning.employees?.familyOf(record, row)
        : undefined;
    if (named === null) {
      record.problems.push({
        field: 'familyKey',
        code: 'family_doubtful',
        ...worded(fileMessage('employee_not_above')),
      });
      delete record.familyKey;
    } else if (named !== undefined) record.familyKey = named;
    this.families.add(record, cells, !isByPlace || named !== undefined);
    // Given back alone, the row needs a column with the family.
    if (named) record.familyByPlace = true;
    if (record.isSubscriber) this.meaning.employees?.note(record);
    if (!isDependent || isByPlace) this.lines.note(record, cells, isSame);
    return record;
  }
}
