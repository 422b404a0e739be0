import { familyOfLine } from '@openbenefits/domain/files/family-place';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import { fieldOfHeading } from '@openbenefits/domain/files/census-columns';
import type { CensusField } from '@openbenefits/domain/files/census-fields';
import { WordBook, type SenderMapping } from '@openbenefits/domain/files/census-mapping';
import { censusRecord } from '@openbenefits/domain/files/census-row';
import { readStatus } from '@openbenefits/domain/files/census-status';
import { readRelationship, wordsOf, type CellValue } from '@openbenefits/domain/files/census-values';
import { noDates } from '@openbenefits/domain/files/date-order';
import type { ReaderInput } from './reader.ts';
import type { RecordSink } from './record-sink.ts';

/** The fields of one person as they were found, and the persons nested in its element. */
export type XmlPerson = { cells: Map<CensusField, CellValue>; tag: string; line: number; raw: string; nested: XmlPerson[] };

const PERSON_TAGS: ReadonlySet<string> = new Set(
  'employee ee subscriber member person dependent dep spouse child participant insured individual enrollee row record domesticpartner partner familymember policyholder'.split(
    ' ',
  ),
);
const WRAPPER_TAGS: ReadonlySet<string> = new Set(
  'name fullname personname address homeaddress mailingaddress contact contactinfo contactinformation demographics demographic personal personalinfo personaldata identification employment employmentinfo job'.split(
    ' ',
  ),
);
/** <Birth date="">, <Hire><Date>: the two names together are the field. */
const JOINED_TAGS: ReadonlySet<string> = new Set('birth hire termination employee legal home work mobile'.split(' '));
const ORGANIZATION_TAGS: ReadonlySet<string> = new Set('employer company sponsor organization organisation client group plansponsor'.split(' '));
const RELATIONSHIP_TAGS: ReadonlySet<string> = new Set(['spouse', 'child', 'domesticpartner', 'partner', 'employee', 'subscriber']);
const ELECTION_TAGS: ReadonlySet<string> = new Set('coverage election enrollment benefit benefitelection plan product deduction'.split(' '));
const LINES: ReadonlyMap<string, CoverageLine> = new Map<string, CoverageLine>([
  ['medical', 'medical'],
  ['health', 'medical'],
  ['dental', 'dental'],
  ['vision', 'vision'],
  ['life', 'life'],
  ['disability', 'disability'],
]);

/** True for an element that is one person: by its name, or by holding a name and something more. Where somebody has said which elements are names, they suffice. */
export function isPerson(tag: string, cells: ReadonlyMap<CensusField, CellValue>, areNamesTold = false): boolean {
  const named = (cells.has('firstName') && cells.has('lastName')) || cells.has('fullName');
  if (PERSON_TAGS.has(tag)) return named || cells.size > 1;
  return named && cells.size > (areNamesTold ? 1 : 2) && !WRAPPER_TAGS.has(tag) && lineOfTag(tag) === undefined;
}

export const isPersonTag = (tag: string): boolean => PERSON_TAGS.has(tag);

/** The field of a leaf element or an attribute: its own name, else together with the element around it (`<Name><First>`). */
export function fieldOfElement(tag: string, around: string): { field: CensusField; dependent: number } | undefined {
  // <Employer><Name> is no person's name.
  if (tag === 'name' && ORGANIZATION_TAGS.has(around)) return { field: 'sponsorName', dependent: 0 };
  return fieldOfHeading(tag) ?? (WRAPPER_TAGS.has(around) || JOINED_TAGS.has(around) ? fieldOfHeading(around + tag) : undefined);
}

/** Whether we would understand an element so by ourselves, in some place: only what differs from that is remembered of a sender. */
export const isOwnUnderstanding = (heading: string, field: CensusField | null): boolean => {
  const tag = wordsOf(heading);
  if (field === null) return fieldOfElement(tag, '') === undefined;
  return ['', ...WRAPPER_TAGS, ...JOINED_TAGS, ...ORGANIZATION_TAGS].some((around) => fieldOfElement(tag, around)?.field === field);
};

/** Coverage elements say their line by their name (`<Dental>`) or by a type inside: their plan, tier and dates are of that line. */
export function coverageCells(
  tag: string,
  cells: ReadonlyMap<CensusField, CellValue>,
  leaves: ReadonlyMap<string, string>,
): Map<CensusField, CellValue> | undefined {
  const type = ['type', 'line', 'benefittype', 'coveragetype', 'lineofcoverage', 'benefit', 'plantype']
    .map((name) => leaves.get(name))
    .find((value) => value !== undefined);
  const line = lineOfTag(tag) ?? (type === undefined ? undefined : lineOfTag(wordsOf(type)));
  // An election of what is not administered here (a savings account, a cover against accidents) is none of the lines that are.
  if (line === undefined) return type !== undefined && ELECTION_TAGS.has(tag) ? new Map() : undefined;
  const own = new Map<CensusField, CellValue>();
  for (const [field, value] of cells) {
    if (field === 'line') continue;
    if (field === 'plan.medical') own.set(`plan.${line}`, value);
    else if (field === 'tier' || field === 'from' || field === 'until') own.set(`${field}.${line}`, value);
    else if (field !== 'status') own.set(field, value);
  }
  // The status of an election is none of the person's.
  const status = cells.get('status');
  if (status !== undefined && readStatus(status) === 'waived') own.set(`plan.${line}`, 'Waived');
  return own;
}

function lineOfTag(tag: string): CoverageLine | undefined {
  return LINES.get(tag.replace(/(coverage|plan|benefit|election|enrollment)s?$/, ''));
}

/** Turns persons into records: the employee first, the persons nested in it as its dependents. */
export class XmlPeople {
  private readonly sink: RecordSink;
  private readonly today: CalendarDate;
  private readonly mapping: SenderMapping;
  private readonly words: WordBook;
  private readonly orders = noDates();
  private familyAbove: string | undefined;

  constructor(sink: RecordSink, { today, mapping }: Pick<ReaderInput, 'today' | 'mapping'>) {
    this.sink = sink;
    this.today = today;
    this.mapping = mapping;
    this.words = new WordBook(mapping.words);
    Object.assign(sink.facts, { dates: this.orders, dayFirst: mapping.dayFirst });
  }

  add(person: XmlPerson): void {
    const family = this.one(person, false);
    for (const nested of person.nested) this.nested(nested, family);
  }

  private nested(person: XmlPerson, family: string | undefined): void {
    this.one(person, true, family);
    for (const deeper of person.nested) this.nested(deeper, family);
  }

  private one(person: XmlPerson, isDependent: boolean, family = this.familyAbove): string | undefined {
    const { cells, tag, line, raw } = person;
    if (!cells.has('relationship') && RELATIONSHIP_TAGS.has(tag)) cells.set('relationship', tag);
    const isMarked =
      tag === 'dependent' || tag === 'dep' || (cells.has('relationship') && readRelationship(cells.get('relationship') ?? '') !== 'self');
    if (isDependent) cells.delete('familyId');
    const record = censusRecord(cells, {
      recordNo: this.sink.nextRecordNo,
      line,
      raw,
      hasRelationships: isMarked,
      familyAbove: family,
      isDependent,
      dates: { today: this.today, date1904: false, dayFirst: this.mapping.dayFirst, orders: this.orders },
      words: this.words,
      padZeros: this.mapping.padZeros,
    });
    if (record.isSubscriber) {
      record.familyKey ??= familyOfLine(line);
      this.familyAbove = record.familyKey;
    }
    this.sink.add(record);
    return record.familyKey;
  }
}
