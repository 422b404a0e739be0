import { settleTerm, type TermColumn } from '@openbenefits/domain/files/census/headings/term-column';
import { eligibleFromIn, type EligibleFrom } from '@openbenefits/domain/files/census/coverage/eligible-from';
import { familyOfLine } from '@openbenefits/domain/files/family-place';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { CHILD_NUMBER, fieldOfHeading, SPOUSE_NUMBER } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { GenderWords } from '@openbenefits/domain/files/census/values/genders';
import { KindWords, tellsKinds } from '@openbenefits/domain/files/census/values/kinds';
import { WordBook, type SenderMapping } from '@openbenefits/domain/files/census/mapping';
import { censusRecord } from '@openbenefits/domain/files/census/row';
import type { CensusPlace } from '@openbenefits/domain/files/census/row-cells';
import { DateStyles } from '@openbenefits/domain/files/census/values/date-styles';
import { LEVEL_LEGEND_READ, LevelLegend } from '@openbenefits/domain/files/census/values/level-legend';
import { readRelationship, wordsOf, type CellValue } from '@openbenefits/domain/files/census/values/cell-values';
import type { DateContext } from '@openbenefits/domain/files/census/values/read-date';
import { areDaysFirst, DAYS_FIRST, noDates } from '@openbenefits/domain/files/census/values/date-order';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { OF_NOBODY } from '@openbenefits/domain/files/judge';
import { READER_LIMITS } from '../limits.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { isElectionTag, lineOfTag } from './coverage.ts';
import { type ElectionApart, ElectionsApart, type KnownPerson, mergeElection, personWith } from './elections.ts';
import type { XmlNames } from './names.ts';

/**
 * The fields of one person as they were found, and the persons nested in its element. `kind` is a word that may tell a relationship where none is told;
 * `problems` and `warnings` are what its elements contradict each other in, and what they name that is not administered here.
 */
export type XmlPerson = {
  cells: Map<CensusField, CellValue>;
  tag: string;
  line: number;
  raw: string;
  nested: XmlPerson[];
  kind?: string | undefined;
  problems: readonly RecordProblem[];
  warnings: readonly RecordProblem[];
  /** The ids by which only the file knows the person, and what is kept to put coverage from elsewhere to it. */
  ids?: readonly string[];
  known?: KnownPerson | undefined;
};

/** Not for elements that say themselves who somebody is. */
export const kindOf = (tag: string, leaves: ReadonlyMap<string, string>): string | undefined =>
  TELLING_TAGS.has(tag) ? undefined : KIND_TAGS.map((name) => leaves.get(name)).find((word) => word !== undefined);

const PERSON_TAGS: ReadonlySet<string> = new Set(
  'employee ee worker subscriber member person dependent dep spouse child participant insured individual enrollee row record domesticpartner partner familymember policyholder'.split(
    ' ',
  ),
);
const WRAPPER_TAGS: ReadonlySet<string> = new Set(
  'name fullname personname address homeaddress mailingaddress contact contactinfo contactinformation demographics demographic personal personalinfo personaldata identification employment employmentinfo job'.split(
    ' ',
  ),
);
/** <Name_Detail_Data>: however a program calls what holds a name and nothing else. */
const OF_A_NAME = /names?(?:detail|details)?(?:data|info|type)?$/;
/** <Birth date="">, <Hire><Date>: the two names together are the field. */
const JOINED_TAGS: ReadonlySet<string> = new Set('birth hire termination employee legal home work mobile'.split(' '));
const ORGANIZATION_TAGS: ReadonlySet<string> = new Set('employer company sponsor organization organisation client group plansponsor'.split(' '));
const RELATIONSHIP_TAGS: ReadonlySet<string> = new Set(['spouse', 'child', 'domesticpartner', 'partner', 'employee', 'subscriber']);
const OF_CHILDREN = /^child(?:ren)?(?:data|info|information|details?|record|group|row|entry)?$/;
const TELLING_TAGS: ReadonlySet<string> = new Set([...RELATIONSHIP_TAGS, 'ee', 'dependent', 'dep', 'policyholder']);
/** What may tell who somebody is where no element is a relationship: <Person type="Spouse">. */
const KIND_TAGS = ['type', 'category', 'kind', 'personcode', 'role'] as const;

/** People who are named beside a family and are none of it, whatever is said of them. None of these ever stands around the families themselves. */
const OUTSIDER_TAGS: ReadonlySet<string> = new Set(
  'beneficiary beneficiaries primarybeneficiary contingentbeneficiary emergencycontact emergencycontacts physician primarycarephysician primarycareprovider pcp'.split(
    ' ',
  ),
);

export const isOutsiderTag = (tag: string): boolean => OUTSIDER_TAGS.has(tag);
export const isEmergencyTag = (tag: string): boolean => tag.startsWith('emergencycontact');
export const outsiderLeftOut: RecordProblem = {
  field: '',
  code: 'outsider_left_out',
  message: 'Beneficiaries and physicians are no dependents; they were not read',
};

/** An emergency contact by its name, number and relationship, as columns of a list would have it. */
export function emergencyCells(cells: ReadonlyMap<CensusField, CellValue>, text: string): [CensusField, CellValue][] {
  const name =
    cells.get('emergencyName') ?? cells.get('fullName') ?? [cells.get('firstName'), cells.get('lastName')].filter((part) => part !== undefined).join(' ');
  const told: [CensusField, CellValue | undefined][] = [
    ['emergencyName', name || text.trim() || undefined],
    ['emergencyPhone', cells.get('emergencyPhone') ?? cells.get('phone')],
    ['emergencyRelationship', cells.get('emergencyRelationship') ?? cells.get('relationship')],
  ];
  return told.filter((cell): cell is [CensusField, CellValue] => cell[1] !== undefined);
}

/** <SubscriberPerson>, <Worker_Data>: what is said of whoever the element around it is. */
const PART_OF_A_PERSON: ReadonlySet<string> = new Set('person data info information details record profile'.split(' '));

/** <Subscriber><SubscriberPerson>: the name and the numbers of whoever the element around it is, as HR-XML has it. */
export function isPersonOf(
  tag: string,
  cells: ReadonlyMap<CensusField, CellValue>,
  around: { tag: string; cells: ReadonlyMap<CensusField, CellValue>; nested: readonly XmlPerson[] },
): boolean {
  if (!PERSON_TAGS.has(around.tag) || (tag !== 'person' && !(tag.startsWith(around.tag) && PART_OF_A_PERSON.has(tag.slice(around.tag.length))))) return false;
  return (
    (around.nested.length === 0 || !tag.endsWith('person')) &&
    !cells.has('relationship') &&
    !around.cells.has('firstName') &&
    !around.cells.has('lastName') &&
    !around.cells.has('fullName')
  );
}

const ELECTION_LISTS: ReadonlySet<string> = new Set('elections coverages enrollments benefits benefitelections plans'.split(' '));

export const LONE_ELECTION =
  'A plan stands outside of the person it is for and brings nobody coverage; elections are read inside the element of their person, or where they name just one person of the file by an ID';
export const holdsPlan = (cells: ReadonlyMap<CensusField, CellValue>): boolean => [...cells.keys()].some((field) => field.startsWith('plan.'));

/** An election in a list of its own, outside of people; or anywhere else outside of them, if it says whose it is. */
export function isLoneElection(cells: ReadonlyMap<CensusField, CellValue>, around: readonly { tag: string }[], areRefs: boolean): boolean {
  if (!holdsPlan(cells) || !areRefs || around.length === 0) return false;
  return (around.length <= 2 && ELECTION_LISTS.has(around.at(-1)?.tag ?? '')) || !around.some(({ tag }) => PERSON_TAGS.has(tag));
}

/**
 * True for an element that is one person: by its name, or by holding a name and something more. Where somebody has said which elements are names, they suffice.
 */
export function isPerson(tag: string, cells: ReadonlyMap<CensusField, CellValue>, areNamesTold = false): boolean {
  const named = (cells.has('firstName') && cells.has('lastName')) || cells.has('fullName');
  if (PERSON_TAGS.has(tag)) return named || cells.size > 1;
  if (isElectionTag(tag) && holdsPlan(cells)) return false;
  if (named && isOfDependent(tag)) return true;
  return named && cells.size > (areNamesTold ? 1 : 2) && !WRAPPER_TAGS.has(tag) && !OF_A_NAME.test(tag) && lineOfTag(tag) === undefined;
}

export const isPersonTag = (tag: string): boolean => PERSON_TAGS.has(tag);

/** By the relationship or the name of the element, or of the one around it: <Dependents_group>. */
export const isToldDependent = ({ cells, tag }: Pick<XmlPerson, 'cells' | 'tag'>, around: string): boolean =>
  cells.has('relationship')
    ? readRelationship(cells.get('relationship') ?? '') !== 'self'
    : /^(?:dep|spouse|child|domesticpartner)/.test(tag) || /^(?:dependent|spouse|child)/.test(around);

/** <Dependents>, <Dependent_Data>, <Spouse>: what is inside is of that person. */
const OF_A_DEPENDENT =
  /^(?:dep(?:endent)?s?|spouse|partner|domesticpartner|child(?:ren)?|familymembers?)(?:data|info|information|details?|record|group|row|entry)?$/;

/** <Dependent_Name> in <Dependents>: of whom the element is about, and nobody beside. */
function ofDependentInside(found: ReturnType<typeof fieldOfHeading>, around: string): ReturnType<typeof fieldOfHeading> {
  return found && FIRST_BESIDE.has(found.dependent) && isOfDependent(around) ? { ...found, dependent: 0 } : found;
}
const FIRST_BESIDE: ReadonlySet<number> = new Set([1, SPOUSE_NUMBER, CHILD_NUMBER + 1]);
export const isOfDependent = (tag: string): boolean => OF_A_DEPENDENT.test(tag);

export const severalPeople: RecordProblem = {
  field: 'firstName',
  code: 'several_people',
  message: 'Several people stand in one element (such as Children); give each an element of its own',
};

/** The field of a leaf element or an attribute: its own name, else together with the element around it (`<Name><First>`). */
export function fieldOfElement(tag: string, around: string): { field: CensusField; dependent: number } | undefined {
  // <Employer><Name> is no person's name.
  if (tag === 'name' && ORGANIZATION_TAGS.has(around)) return { field: 'sponsorName', dependent: 0 };
  // A region is a state in an address (HR-XML), and elsewhere a part of the country that somebody works for.
  if (tag === 'region' && around.endsWith('address')) return { field: 'state', dependent: 0 };
  // <Given> and <Family> are the names of one person; elsewhere Family is a number.
  if (tag === 'family' && around.endsWith('name')) return { field: 'lastName', dependent: 0 };
  return ofDependentInside(fieldOfHeading(tag), around) ?? (WRAPPER_TAGS.has(around) || JOINED_TAGS.has(around) ? fieldOfHeading(around + tag) : undefined);
}

/** Whether we would understand an element so by ourselves, in some place: only what differs from that is remembered of a sender. */
export const isOwnUnderstanding = (heading: string, field: CensusField | null): boolean => {
  const tag = wordsOf(heading);
  if (field === null) return fieldOfElement(tag, '') === undefined;
  return ['', ...WRAPPER_TAGS, ...JOINED_TAGS, ...ORGANIZATION_TAGS].some((around) => fieldOfElement(tag, around)?.field === field);
};

const withNested = (person: XmlPerson): XmlPerson[] => [person, ...person.nested.flatMap(withNested)];

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

  /** A comment, or what stands outside of people, where the first are not handed over yet. */
  note(text: string): void {
    if (this.held) this.levels.take([text]);
  }

  /** Coverage that stands beside its person: put to it as soon as both are known. */
  election(election: ElectionApart): void {
    const known = this.held ? undefined : this.elections.find(election);
    if (known) this.putElection(known, election);
    else if (!this.elections.wait(election)) this.refuseElection(election);
  }

  private putElection(known: KnownPerson, election: ElectionApart): void {
    if (known.person) return mergeElection(known.person, election);
    // Whoever stands by its place below an employee is that employee's, whatever is said of another in between.
    const above = this.familyAbove;
    this.one(personWith(known, election), known.isDependent, known.family);
    this.familyAbove = above;
  }

  private refuseElection({ cells, line, raw }: ElectionApart): void {
    const above = this.familyAbove;
    this.one(
      { cells, tag: 'election', line, raw, nested: [], problems: [{ field: 'lastName', code: OF_NOBODY, message: LONE_ELECTION }], warnings: [] },
      false,
    );
    this.familyAbove = above;
  }

  /** Ends the document: coverage whose person has not come is a question. */
  finish(): void {
    this.release();
    for (const election of this.elections.takeWaiting()) {
      const known = this.elections.find(election);
      if (known) this.putElection(known, election);
      else this.refuseElection(election);
    }
  }

  /** The first wait until it is known what the words for their relationships mean. */
  add(person: XmlPerson): void {
    person.known = this.elections.note(person, false);
    for (const nested of person.nested.flatMap(withNested)) nested.known = this.elections.note(nested, true);
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
    const dateNames = this.names.matched.columns.filter(({ field }) => field === 'dateOfBirth' || field === 'hireDate').map(({ heading }) => heading);
    const dates = everybody.flatMap(({ cells }) =>
      [cells.get('dateOfBirth'), cells.get('hireDate')].flatMap((cell) => (cell === undefined ? [] : [String(cell)])),
    );
    if (this.dayFirst === undefined && areDaysFirst(dateNames, dates)) {
      this.dayFirst = true;
      this.sink.facts.dayFirst = true;
      this.sink.remark('days_first', DAYS_FIRST);
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

  private put(person: XmlPerson): void {
    const family = this.one(person, false);
    for (const nested of person.nested) this.nested(nested, family);
  }

  private nested(person: XmlPerson, family: string | undefined): void {
    this.one(person, true, family);
    for (const deeper of person.nested) this.nested(deeper, family);
  }

  private one(person: XmlPerson, isDependent: boolean, family = this.familyAbove): string | undefined {
    const { cells, tag, line, raw } = person;
    if (!isDependent && !cells.has('relationship') && person.kind !== undefined && this.areKindsTold) cells.set('relationship', person.kind);
    if (!cells.has('relationship') && RELATIONSHIP_TAGS.has(tag)) cells.set('relationship', tag);
    if (!cells.has('relationship') && OF_CHILDREN.test(tag)) cells.set('relationship', 'child');
    const isMarked = tag === 'dependent' || tag === 'dep' || (cells.has('relationship') && this.kinds.of(cells.get('relationship') ?? '') !== 'self');
    if (isDependent) cells.delete('familyId');
    const left = cells.get('terminationDate');
    if (this.term?.of === 'coverage' && left !== undefined) {
      cells.delete('terminationDate');
      cells.set('until', left);
    }
    const record = censusRecord(cells, {
      recordNo: this.sink.nextRecordNo,
      line,
      raw,
      hasRelationships: isMarked,
      kinds: this.kinds,
      genders: this.genders,
      lineOfPlan: this.sink.lineOfPlan,
      familyAbove: family,
      isDependent,
      dates: this.dates(),
      datesOf: this.datesOf,
      words: this.words,
      padZeros: this.mapping.padZeros,
      endDayNotCovered: this.mapping.endDayNotCovered,
      term: this.term,
      eligible: this.eligible,
      planYear: this.names.matched.planYear,
    });
    record.problems.push(...person.problems);
    record.warnings.push(...person.warnings);
    if (record.isSubscriber) {
      record.familyKey ??= familyOfLine(line);
      this.familyAbove = record.familyKey;
    } else if (isDependent || !['familyId', 'subscriberKey', 'employeeId'].some((field) => cells.has(field as CensusField))) record.familyByPlace = true;
    this.sink.add(record);
    if (person.known) Object.assign(person.known, { person: undefined, family: isDependent ? family : record.familyKey });
    return record.familyKey;
  }
}
