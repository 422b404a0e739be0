import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import {
  CHILD_NUMBER,
  fieldOfHeading,
  SPOUSE_NUMBER,
} from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { readRelationship } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { isElectionTag, lineOfTag } from './coverage.ts';
import { isOneCovered, relationshipOfCovered } from './covered-people.ts';
import type { XmlPerson } from './xml-person.ts';

/** Not for elements that say themselves who somebody is; of a dependent, what says who it is to the employee. */
export function kindOf(tag: string, leaves: ReadonlyMap<string, string>): string | undefined {
  const words = KIND_TAGS.flatMap((name) => leaves.get(name) ?? []);
  if (isDependentTag(tag)) return words.find((word) => isOfDependentKind(word));
  return TELLING_TAGS.has(tag) ? undefined : words[0];
}

/** <Dependent>, and whom an election covers: never the employee's own element. */
export const isDependentTag = (tag: string): boolean => tag === 'dependent' || tag === 'dep' || isOneCovered(tag);

export function isOfDependentKind(word: CellValue): boolean {
  const relationship = readRelationship(word);
  return relationship !== undefined && relationship !== 'self';
}

/** <Spouse>, <Children>, <CoveredChild>: an element that says by its name who somebody is. */
export function relationshipOfTag(tag: string): string | undefined {
  if (RELATIONSHIP_TAGS.has(tag)) return tag;
  return OF_CHILDREN.test(tag) ? 'child' : relationshipOfCovered(tag);
}

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
const ORGANIZATION_TAGS: ReadonlySet<string> = new Set(
  'employer company sponsor organization organisation client group plansponsor'.split(' '),
);
const RELATIONSHIP_TAGS: ReadonlySet<string> = new Set([
  'spouse',
  'child',
  'domesticpartner',
  'partner',
  'employee',
  'subscriber',
]);
const OF_CHILDREN = /^child(?:ren)?(?:data|info|information|details?|record|group|row|entry)?$/;
const TELLING_TAGS: ReadonlySet<string> = new Set([...RELATIONSHIP_TAGS, 'ee', 'dependent', 'dep', 'policyholder']);
/** What may tell who somebody is where no element is a relationship: <Person type="Spouse">. */
const KIND_TAGS = ['type', 'category', 'kind', 'personcode', 'role'] as const;
export const isKindTag = (tag: string): boolean => KIND_TAGS.some((one) => one === tag);

/**
 * People who are named beside a family and are none of it, whatever is said of them. None of these ever stands around
 * the families themselves.
 */
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
  ...worded(fileMessage('beneficiaries_unread')),
};

/** An emergency contact by its name, number and relationship, as columns of a list would have it. */
export function emergencyCells(cells: ReadonlyMap<CensusField, CellValue>, text: string): [CensusField, CellValue][] {
  const name =
    cells.get('emergencyName') ??
    cells.get('fullName') ??
    [cells.get('firstName'), cells.get('lastName')].filter((part) => part !== undefined).join(' ');
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
  if (PERSON_TAGS.has(around.tag) && PERSON_TAGS.has(tag) && isOwnSelf(cells, around.cells)) return true;
  if (
    !PERSON_TAGS.has(around.tag) ||
    (tag !== 'person' && !(tag.startsWith(around.tag) && PART_OF_A_PERSON.has(tag.slice(around.tag.length))))
  )
    return false;
  return (
    (around.nested.length === 0 || !tag.endsWith('person')) &&
    !cells.has('relationship') &&
    !around.cells.has('firstName') &&
    !around.cells.has('lastName') &&
    !around.cells.has('fullName')
  );
}

const TELLING = ['ssn', 'firstName', 'lastName'] as const satisfies readonly CensusField[];
/**
 * <Subscriber …><Member relation="Self" …>, of the same name and number: the subscriber once more, with what is said
 * there.
 */
const isOwnSelf = (cells: ReadonlyMap<CensusField, CellValue>, around: ReadonlyMap<CensusField, CellValue>): boolean =>
  readRelationship(cells.get('relationship') ?? '') === 'self' &&
  (around.has('ssn') || around.has('lastName')) &&
  TELLING.every(
    (field) =>
      !around.has(field) ||
      !cells.has(field) ||
      wordsOf(String(cells.get(field))) === wordsOf(String(around.get(field))),
  ) &&
  TELLING.some((field) => around.has(field) && cells.has(field));

const ELECTION_LISTS: ReadonlySet<string> = new Set(
  'elections coverages enrollments benefits benefitelections plans'.split(' '),
);

export const LONE_ELECTION = fileMessage('plan_outside_person');
/**
 * What is asked of coverage that names nobody of its file, or several, and no number by which somebody of the group is
 * found.
 */
export const WHOSE_ELECTION = fileMessage('plan_person_unknown');
export const holdsPlan = (cells: ReadonlyMap<CensusField, CellValue>): boolean =>
  [...cells.keys()].some((field) => field.startsWith('plan.'));

/** An election in a list of its own, outside of people; or anywhere else outside of them, if it says whose it is. */
export function isLoneElection(
  cells: ReadonlyMap<CensusField, CellValue>,
  around: readonly { tag: string }[],
  areRefs: boolean,
): boolean {
  if (!holdsPlan(cells) || !areRefs || around.length === 0) return false;
  return (
    (around.length <= 2 && ELECTION_LISTS.has(around.at(-1)?.tag ?? '')) ||
    !around.some(({ tag }) => PERSON_TAGS.has(tag))
  );
}

const isNamed = (cells: ReadonlyMap<CensusField, CellValue>): boolean =>
  (cells.has('firstName') && cells.has('lastName')) || cells.has('fullName');

/** Whether something stands in the element of a person, by its name or by holding one (<Report_Entry>). */
export const isInPerson = (around: readonly { tag: string; cells: ReadonlyMap<CensusField, CellValue> }[]): boolean =>
  around.some(({ tag, cells }) => isPersonTag(tag) || isNamed(cells));

/**
 * True for an element that is one person: by its name, or by holding a name and something more. Where somebody has said
 * which elements are names, they suffice.
 */
export function isPerson(tag: string, cells: ReadonlyMap<CensusField, CellValue>, areNamesTold = false): boolean {
  const named = isNamed(cells);
  if (PERSON_TAGS.has(tag)) return named || cells.size > 1;
  if (isElectionTag(tag) && holdsPlan(cells)) return false;
  if (named && isOfDependent(tag)) return true;
  return (
    named &&
    cells.size > (areNamesTold ? 1 : 2) &&
    !WRAPPER_TAGS.has(tag) &&
    !OF_A_NAME.test(tag) &&
    lineOfTag(tag) === undefined
  );
}

export const isPersonTag = (tag: string): boolean => PERSON_TAGS.has(tag);

/** By the relationship or the name of the element, or of the one around it: <Dependents_group>. */
export const isToldDependent = (
  { cells, tag, kind }: Pick<XmlPerson, 'cells' | 'tag' | 'kind'>,
  around: string,
): boolean =>
  cells.has('relationship')
    ? readRelationship(cells.get('relationship') ?? '') !== 'self'
    : (kind !== undefined && isOfDependentKind(kind)) ||
      /^(?:dep|spouse|child|domesticpartner)/.test(tag) ||
      /^(?:dependent|spouse|child)/.test(around);

/** <Dependents>, <Dependent_Data>, <Spouse>: what is inside is of that person. */
const OF_A_DEPENDENT =
  /^(?:dep(?:endent)?s?|spouse|partner|domesticpartner|child(?:ren)?|familymembers?)(?:data|info|information|details?|record|group|row|entry)?$/;

/** <Dependent_Name> in <Dependents>: of whom the element is about, and nobody beside. */
function ofDependentInside(
  found: ReturnType<typeof fieldOfHeading>,
  around: string,
): ReturnType<typeof fieldOfHeading> {
  return found && FIRST_BESIDE.has(found.dependent) && isOfDependent(around) ? { ...found, dependent: 0 } : found;
}
const FIRST_BESIDE: ReadonlySet<number> = new Set([1, SPOUSE_NUMBER, CHILD_NUMBER + 1]);
export const isOfDependent = (tag: string): boolean => OF_A_DEPENDENT.test(tag);

export const severalPeople: RecordProblem = {
  field: 'firstName',
  code: 'several_people',
  ...worded(fileMessage('people_in_one_element')),
};

const OF_A_CHANGE = /^(?:transaction|maintenance|change|enrollmentchange|changerequest)$/;

/**
 * The field of a leaf element or an attribute: its own name, else together with the element around it
 * (`<Name><First>`).
 */
export function fieldOfElement(tag: string, around: string): { field: CensusField; dependent: number } | undefined {
  // <Employer><Name> is no person's name.
  if (tag === 'name' && ORGANIZATION_TAGS.has(around)) return { field: 'sponsorName', dependent: 0 };
  // <Transaction kind="TERM"> around people; of somebody alone it is another kind of word.
  if ((tag === 'type' || tag === 'kind' || tag === 'code') && OF_A_CHANGE.test(around))
    return { field: 'action', dependent: 0 };
  // A region is a state in an address (HR-XML), and elsewhere a part of the country that somebody works for.
  if (tag === 'region' && around.endsWith('address')) return { field: 'state', dependent: 0 };
  // <governmentIDs><idValue>, as ADP has it, <PersonLegalId> in HR-XML; of another kind than an SSN it has other
  // digits.
  if (tag === 'idvalue' && (around.startsWith('governmentid') || around === 'personlegalid'))
    return { field: 'ssn', dependent: 0 };
  // <genderCode><codeValue>F</codeValue>, as ADP has it.
  if (tag === 'codevalue') return fieldOfHeading(around);
  // <Given> and <Family> are the names of one person; elsewhere Family is a number.
  if (tag === 'family' && /names?$/.test(around)) return { field: 'lastName', dependent: 0 };
  return (
    ofDependentInside(fieldOfHeading(tag), around) ??
    (WRAPPER_TAGS.has(around) || JOINED_TAGS.has(around) ? fieldOfHeading(around + tag) : undefined)
  );
}

/**
 * Whether we would understand an element so by ourselves, in some place: only what differs from that is remembered of a
 * sender.
 */
export const isOwnUnderstanding = (heading: string, field: CensusField | null): boolean => {
  const tag = wordsOf(heading);
  if (field === null) return fieldOfElement(tag, '') === undefined;
  return ['', ...WRAPPER_TAGS, ...JOINED_TAGS, ...ORGANIZATION_TAGS].some(
    (around) => fieldOfElement(tag, around)?.field === field,
  );
};
