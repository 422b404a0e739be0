import { worded } from '@openbenefits/domain/files/messages/file-message';
import { settleTerm, type TermColumn } from '@openbenefits/domain/files/census/headings/term-column';
import { eligibleFromIn, type EligibleFrom } from '@openbenefits/domain/files/census/coverage/eligible-from';
import { familyOfLine } from '@openbenefits/domain/files/family-place';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { GenderWords } from '@openbenefits/domain/files/census/values/genders';
import { KindWords, tellsKinds } from '@openbenefits/domain/files/census/values/kinds';
import { WordBook, type SenderMapping } from '@openbenefits/domain/files/census/mapping';
import { censusRecord } from '@openbenefits/domain/files/census/row';
import type { CensusPlace } from '@openbenefits/domain/files/census/row-cells';
import { DateStyles } from '@openbenefits/domain/files/census/values/date-styles';
import { LEVEL_LEGEND_READ, LevelLegend } from '@openbenefits/domain/files/census/values/level-legend';
import type { DateContext } from '@openbenefits/domain/files/census/values/read-date';
import { areDaysFirst, noDates } from '@openbenefits/domain/files/census/values/date-order';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { READER_LIMITS } from '../limits.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { settleCovered, UNREAD, WHO_IS_DESCRIBED } from './covered-families.ts';
import { type ElectionApart, ElectionsApart, idOf, mergeElection, numberIn, personWith } from './elections.ts';
import type { KnownPerson } from './xml-person.ts';
import { FamiliesInWait } from './families-in-wait.ts';
import type { XmlNames } from './names.ts';
import { withSaid } from './said-around.ts';
import { isDependentTag, isOfDependentKind, relationshipOfTag, WHOSE_ELECTION } from './person-elements.ts';
import type { XmlPerson } from './xml-person.ts';

const withNested = (person: XmlPerson): XmlPerson[] => [
  person,
  ...person.nested.flatMap(withNested),
  ...(person.covered ?? []).flatMap(({ described }) => described ?? []),
];
const NAMES_A_FAMILY = ['familyId', 'subscriberKey', 'employeeId'] as const satisfies readonly CensusField[];

/** Turns persons into records: the employee first, the persons nested in it as its dependents. */
export class XmlPeople {
  private readonly sink: RecordSink;
  private readonly today: CalendarDate;
  private readonly mapping: SenderMapping;
  private words: WordBook;
  /** What the file itself says its codes for coverage levels mean. */
  private readonly levels = new LevelLegend();
  private readonly orders = noDates();
  private familyAbove: string | undefined;
  private held: XmlPerson[] | undefined = [];
  private heldBytes = 0;
  private kinds: KindWords;
  private areKindsTold = false;

  private readonly names: XmlNames;
  private genders: GenderWords | undefined;
  private dayFirst: boolean | undefined;
  private datesOf: CensusPlace['datesOf'];
  private term: TermColumn | undefined;
  private eligible: EligibleFrom | undefined;

  constructor(sink: RecordSink, { today, mapping }: Pick<ReaderInput, 'today' | 'mapping'>, names: XmlNames) {
    this.names = names;
    this.dayFirst = mapping.dayFirst ?? undefined;
    this.sink = sink;
    this.today = today;
    this.mapping = mapping;
    this.words = new WordBook(mapping.words);
    this.kinds = new KindWords([], this.words);
    Object.assign(sink.facts, { dates: this.orders, dayFirst: mapping.dayFirst ?? false });
  }

  private readonly elections = new ElectionsApart();
  /** As soon as an election has spoken of others than its employee. */
  private wait: FamiliesInWait | undefined;

  /** A comment, or what stands outside of people, where the first are not handed over yet. */
  note(text: string): void {
    if (this.held) this.levels.take([text]);
  }

  /** Coverage that stands beside its person: put to it as soon as both are known. */
  election(election: ElectionApart): void {
    const known = election.of ? election.of.known : this.held ? undefined : this.elections.find(election);
    if (known) this.putElection(known, election);
    else if (election.of) this.strayElection(election);
    else if (!this.elections.wait(election)) this.strayElection(election);
  }

  private putElection(known: KnownPerson, election: ElectionApart): void {
    const isOfOthers = election.covered.length > 0;
    if (known.person && isOfOthers) this.wait ??= new FamiliesInWait();
    if (known.person) return mergeElection(known.person, election);
    // Whoever stands by its place below an employee is that employee's, whatever is said of another in between.
    const above = this.familyAbove;
    const apart = personWith(known, election);
    this.one(isOfOthers ? { ...apart, warnings: [...apart.warnings, UNREAD] } : apart, known.isDependent, known.family);
    this.familyAbove = above;
  }

  /** Coverage that names nobody of the file is of whoever in the group has its number. */
  private strayElection(election: ElectionApart): void {
    const { cells, line, raw, problems, warnings, covered } = election;
    const above = this.familyAbove;
    const number = this.elections.isOfNobody(election) ? numberIn(election) : undefined;
    const asked = number ? [] : [{ field: 'familyKey', code: 'election_alone', ...worded(WHOSE_ELECTION) }];
    this.one(
      {
        cells: new Map([...(number ?? []), ...cells]),
        tag: 'election',
        line,
        raw,
        nested: [],
        problems: [...problems, ...asked],
        warnings: covered.length > 0 ? [...warnings, UNREAD] : warnings,
        byNumberAlone: true,
      },
      false,
      above,
    );
    this.familyAbove = above;
  }

  /** Ends the document: coverage whose person has not come is a question. */
  finish(): void {
    this.release();
    for (const words of this.names.unread(this.dates())) this.sink.remark('coverage_unread', words);
    while (this.next());
    for (const election of this.elections.takeWaiting()) {
      const known = this.elections.find(election);
      if (known) this.putElection(known, election);
      else this.strayElection(election);
    }
  }

  /** The first wait until it is known what the words for their relationships mean. */
  add(person: XmlPerson): void {
    person.known = this.elections.note(person, false);
    for (const nested of person.nested.flatMap(withNested)) nested.known = this.elections.note(nested, true);
    if ((person.covered ?? []).length > 0) this.wait ??= new FamiliesInWait();
    if (!this.held) return this.put(person);
    this.held.push(person);
    this.heldBytes += person.raw.length;
    if (this.held.length >= READER_LIMITS.heldRows || this.heldBytes > READER_LIMITS.heldBytes) this.release();
  }

  /** Hands over those who still wait; at the end of the document. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    if (this.levels.words.length > 0) {
      this.words = new WordBook([...this.levels.words, ...this.mapping.words]);
      this.sink.remark('level_legend_read', LEVEL_LEGEND_READ);
    }
    for (const election of this.elections.takeWaiting()) this.election(election);
    const words = held.flatMap(({ cells }) => cells.get('relationship') ?? []).map(String);
    const kinds = held.flatMap(({ cells, kind }) => (cells.has('relationship') || kind === undefined ? [] : [kind]));
    this.areKindsTold = tellsKinds(kinds, this.words, { areAllEmployed: false, lookLikeFamilies: true });
    this.kinds = new KindWords(this.areKindsTold ? [...words, ...kinds] : words, this.words);
    const everybody = held.flatMap(withNested);
    // Decided by all names of the first people, and kept: the field of a name is the same in the whole file.
    this.term = settleTerm(this.names.matched.columns.map((column) => ({ ...column })));
    this.eligible = eligibleFromIn(this.names.matched.columns);
    const ofGender = this.names.matched.columns.filter(({ field }) => field === 'gender').map(({ heading }) => heading);
    this.genders = new GenderWords(
      ofGender,
      everybody.map(({ cells }) => String(cells.get('gender') ?? '')),
      this.words,
    );
    const dateNames = this.names.matched.columns
      .filter(({ field }) => field === 'dateOfBirth' || field === 'hireDate')
      .map(({ heading }) => heading);
    const dates = everybody.flatMap(({ cells }) =>
      [cells.get('dateOfBirth'), cells.get('hireDate')].flatMap((cell) => (cell === undefined ? [] : [String(cell)])),
    );
    const daysFirst = this.dayFirst === undefined ? areDaysFirst(dateNames, dates) : undefined;
    if (daysFirst !== undefined) {
      this.dayFirst = true;
      this.sink.facts.dayFirst = true;
      this.sink.remark('days_first', daysFirst);
    }
    const styles = new DateStyles();
    for (const { cells } of everybody) for (const [field, cell] of cells) styles.add(field, cell);
    const { contexts, remarks: said, contrary, datesOf } = styles.settle(this.dates(), this.mapping.datesOf);
    this.sink.facts.datesOf = datesOf;
    this.datesOf = contexts;
    if (contrary) this.orders.contrary = contrary;
    for (const text of said) this.sink.remark('date_style', text);
    for (const person of held) this.put(person);
  }

  private dates(): DateContext {
    return { today: this.today, date1904: false, dayFirst: this.dayFirst, orders: this.orders };
  }

  /** Who may be of a family of whom elections speak waits until that is known. */
  private put(person: XmlPerson): void {
    if (!this.wait) return this.handOver(person);
    this.wait.push(person, this.isMarked(person));
    while (this.wait.isFull) this.next();
  }

  private next(): boolean {
    const person = this.wait?.shift();
    if (!this.wait || !person) return false;
    const employee = person.covered?.length ? person : this.wait.employeeOf(person);
    if (employee) settleCovered(employee, this.wait.familyOf(employee), this.words);
    const owner = this.wait.takeOwner(person);
    this.wait.forget(person);
    this.handOver(person, owner?.known?.family);
    return true;
  }

  private handOver(person: XmlPerson, owner?: string): void {
    const family = this.one(person, false, owner ?? this.familyCalled(person) ?? this.familyAround(person));
    for (const nested of person.nested) this.nested(nested, family);
  }

  /**
   * The family of a dependent who stands beside the employee and names the id of that element (<dep empId="1">). Where
   * an employee of the file has it as a number, that is meant.
   */
  private familyCalled(person: XmlPerson): string | undefined {
    const { cells, mayBeOf } = person;
    if (!mayBeOf?.length || !this.isMarked(person)) return undefined;
    const numbers = NAMES_A_FAMILY.filter((field) => cells.has(field));
    if (numbers.some((field) => this.elections.hasEmployee(field, cells.get(field) ?? ''))) return undefined;
    const employee = this.elections.employeeCalled(mayBeOf);
    if (employee?.family === undefined) return undefined;
    for (const field of numbers) if (mayBeOf.includes(String(cells.get(field)))) cells.delete(field);
    return employee.family;
  }

  /** The family of a dependent by its place, or by what it calls its employee. */
  private familyAround({ employeeRef, isApart }: XmlPerson): string | undefined {
    if (employeeRef !== undefined)
      return this.elections.find({ refs: [['id', idOf(employeeRef)]], covered: [] })?.family;
    return isApart ? undefined : this.familyAbove;
  }

  private nested(person: XmlPerson, family: string | undefined): void {
    this.one(person, true, family);
    for (const deeper of person.nested) this.nested(deeper, family);
  }

  /** Not the employee's own element, by its name or by what it says. */
  private isMarked({ tag, cells }: XmlPerson): boolean {
    const told = cells.get('relationship') ?? relationshipOfTag(tag);
    return isDependentTag(tag) || (told !== undefined && this.kinds.of(told) !== 'self');
  }

  private kindTold({ tag, kind }: XmlPerson, isDependent: boolean): string | undefined {
    if (kind === undefined) return undefined;
    if (!isDependent && !isDependentTag(tag)) return this.areKindsTold ? kind : undefined;
    return isOfDependentKind(kind) ? kind : undefined;
  }

  private one(person: XmlPerson, isDependent: boolean, family: string | undefined): string | undefined {
    const { cells, tag, line, raw } = person;
    const told = cells.has('relationship') ? undefined : (this.kindTold(person, isDependent) ?? relationshipOfTag(tag));
    if (told !== undefined) cells.set('relationship', told);
    const isMarked = this.isMarked(person);
    if (isDependent) cells.delete('familyId');
    const left = cells.get('terminationDate');
    if (this.term?.of === 'coverage' && left !== undefined) {
      cells.delete('terminationDate');
      cells.set('until', left);
    }
    const record = censusRecord(cells, {
      recordNo: this.sink.nextRecordNo,
      line,
      raw: withSaid(raw, person.said),
      hasRelationships: isMarked,
      kinds: this.kinds,
      genders: this.genders,
      lineOfPlan: this.sink.lineOfPlan,
      familyAbove: family,
      isDependent,
      linesNamed: person.lines?.size ? person.lines : undefined,
      dates: this.dates(),
      datesOf: this.datesOf,
      words: this.words,
      padZeros: this.mapping.padZeros,
      endDayNotCovered: this.mapping.endDayNotCovered,
      term: this.term,
      eligible: this.eligible,
      planYear: this.names.matched.planYear,
    });
    if (person.byNumberAlone) record.byNumberAlone = true;
    if (person.isDescribed) this.tellDescribed(record);
    record.problems.push(...person.problems);
    record.warnings.push(...person.warnings);
    if (record.isSubscriber) {
      record.familyKey ??= familyOfLine(line);
      this.familyAbove = record.familyKey;
    } else if (isDependent || !NAMES_A_FAMILY.some((field) => cells.has(field))) record.familyByPlace = true;
    this.sink.add(record);
    if (person.known)
      Object.assign(person.known, { person: undefined, family: isDependent ? family : record.familyKey });
    return record.familyKey;
  }

  private tellDescribed(record: EnrollmentRecord): void {
    const missing = record.problems.findIndex(({ code }) => code === 'relationship_missing');
    if (missing >= 0)
      record.problems[missing] = { field: 'relationship', code: 'relationship_missing', ...worded(WHO_IS_DESCRIBED) };
  }
}
