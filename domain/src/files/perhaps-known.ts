import { type FileMessage, fileMessage } from './messages/file-message.ts';
import type { PersonDraft, PersonValues } from '../members/person-draft.ts';
import { resemblance } from '../members/same-person.ts';
import { type Identity, type Match, nameKey, plainName, sameLastFour } from './match-person.ts';

const nameOf = (person: PersonDraft): string =>
  [person.values.firstName, person.values.lastName].filter(Boolean).join(' ');

/** Whether a list says too little of a new employee to tell them from somebody of the same birth date. */
export const asksByBirthDay = ({ isSubscriber, ssnKey, birthKey }: Identity, source: string): boolean =>
  source === 'census' && isSubscriber && ssnKey === null && birthKey !== null;

/**
 * Somebody with the birth date of a list's new employee who may be the same under another name, as after a marriage:
 * with the same last four digits of the SSN, or with the same or nearly the same first name, where no digits and no two
 * employee numbers tell them apart. Why nobody is taken in beside them, in words; undefined where nobody is like that.
 */
export function perhapsKnown(record: Identity, sameDay: readonly PersonDraft[]): FileMessage | undefined {
  const employees = sameDay.filter(
    ({ subscriberId, birthKey }) => subscriberId === null && birthKey === record.birthKey,
  );
  const byDigits = employees.find((one) => sameLastFour(record, one) === true && !areTwoNumbers(record, one));
  if (byDigits) return fileMessage('maybe_same_by_last_four', { name: nameOf(byDigits) });
  const byName = employees.find(
    (one) => sameLastFour(record, one) === undefined && !areTwoNumbers(record, one) && isNearlyCalled(record, one),
  );
  return byName && fileMessage('maybe_same_by_name', { name: nameOf(byName) });
}

/** Whether a list tells of the SSN of a new employee no more than its end. */
export const asksByLastFour = ({ isSubscriber, ssnKey, last4Key }: Identity, source: string): boolean =>
  source === 'census' && isSubscriber && ssnKey === null && last4Key !== null;

/**
 * Somebody whose SSN ends with the four digits that a list gives of a new employee, under the same name with another
 * birth date, or under nearly the same name where the two birth dates do not tell them apart. Of ten thousand people
 * one has the same four by chance. Why nobody is taken in beside them, in words.
 */
export function perhapsOfNumber(record: Identity, ending: readonly PersonDraft[]): FileMessage | undefined {
  const isOtherDay = ({ birthKey }: PersonDraft): boolean =>
    record.birthKey !== null && birthKey !== null && record.birthKey !== birthKey;
  const isSameName = ({ values }: PersonDraft): boolean =>
    plainName(values.firstName) === plainName(record.firstName) &&
    plainName(values.lastName) === plainName(record.lastName);
  const one = ending.find(
    (person) =>
      person.subscriberId === null &&
      sameLastFour(record, person) === true &&
      !areTwoNumbers(record, person) &&
      (isSameName(person) ? isOtherDay(person) : !isOtherDay(person) && mayBeCalledSo(record, person)),
  );
  return (
    one && fileMessage(isSameName(one) ? 'maybe_same_ssn_end_birth' : 'maybe_same_ssn_end_name', { name: nameOf(one) })
  );
}

/** Benjamin for Ben; the last name alone is that of a family. */
const mayBeCalledSo = (record: Identity, person: PersonDraft): boolean =>
  isNearlyCalled(record, person) || plainName(record.lastName) === plainName(person.values.lastName);

/**
 * A refused row of a list that is sent again, of somebody whom only name and birth date tell: under another employee ID
 * than the one on record it is the question that it was refused for, since the row comes without the one that named the
 * other.
 */
export function isUnderOtherNumber(record: Identity, person: PersonDraft): boolean {
  const isNumbered =
    (record.ssnKey !== null && record.ssnKey === person.ssnKey) ||
    sameLastFour(record, person) === true ||
    record.carrierMemberId !== undefined;
  return record.isSubscriber && !isNumbered && areTwoNumbers(record, person);
}

/** Whether a list says nothing of an employee but the name, and what says who it is has to be asked for by that. */
export const isNameAlone = (
  {
    isSubscriber,
    ssnKey,
    last4Key,
    birthKey,
    carrierKey,
    employeeId,
    carrierMemberId,
    former,
    firstName,
    lastName,
  }: Identity,
  source: string,
): boolean =>
  source === 'census' &&
  isSubscriber &&
  ssnKey === null &&
  last4Key === null &&
  birthKey === null &&
  carrierKey === null &&
  employeeId === undefined &&
  carrierMemberId === undefined &&
  former === undefined &&
  nameKey(firstName, lastName) !== '';

/** The employees of a group who are called so. */
export const namesakesOf = ({ firstName, lastName }: Identity, people: readonly PersonDraft[]): PersonDraft[] =>
  people.filter(
    ({ subscriberId, values }) =>
      subscriberId === null &&
      plainName(values.firstName) === plainName(firstName) &&
      plainName(values.lastName) === plainName(lastName),
  );

/** What is said where a row with nothing but a name would add somebody, or change somebody, of that name. */
export const NAME_ALONE = fileMessage('name_only_match');

/** What is said where nothing but the name could be compared, and does not tell. */
const NAME_UNCOMPARED = fileMessage('name_match_no_number');

/** Whether an identifier that both have is another one: two people of one name. */
const isTold = (record: Identity, person: PersonDraft): boolean =>
  (record.ssnKey !== null && person.ssnKey !== null && record.ssnKey !== person.ssnKey) ||
  (record.birthKey !== null && person.birthKey !== null && record.birthKey !== person.birthKey) ||
  sameLastFour(record, person) === false ||
  areTwoNumbers(record, person);

/** What somebody has once: of two people of one name it may differ, of one it does not. */
const OWN = ['gender', 'hireDate'] as const;

function areContrary(said: PersonValues, { values }: PersonDraft): boolean {
  const initials = [said.middleName, values.middleName].map((name) => plainName(name)[0]);
  // Jr. beside none may be the son.
  if (plainName(said.suffix) !== plainName(values.suffix)) return true;
  return (
    (initials[0] !== undefined && initials[1] !== undefined && initials[0] !== initials[1]) ||
    OWN.some(
      (field) =>
        plainName(said[field]) !== '' &&
        plainName(values[field]) !== '' &&
        plainName(said[field]) !== plainName(values[field]),
    )
  );
}

/**
 * The employee of a group whom a record means that has other identifiers than are on record, as after a list of names
 * alone: the only one of the name, where nothing contradicts. Whoever ends, changes or comes back is not told by a
 * name. Added beside, everybody would be there twice.
 */
export function knownByName(
  record: Identity,
  said: PersonValues,
  people: readonly PersonDraft[],
  mayEnd: boolean,
): Match {
  const called = namesakesOf(record, people);
  const [only, ...others] = called.filter((person) => !isTold(record, person));
  if (only === undefined || record.previousIdentity) return { kind: 'new' };
  const isSure =
    called.length === 1 &&
    others.length === 0 &&
    !mayEnd &&
    !areContrary(said, only) &&
    (record.carrierKey === null || only.carrierKey === null || record.carrierKey === only.carrierKey);
  return isSure ? { kind: 'found', person: only } : { kind: 'unsure', reason: NAME_UNCOMPARED, people: called };
}

/**
 * The dependent of a family who was named without a birth date until now: the only one of the name, where nothing
 * contradicts.
 */
export function bornByName(
  record: Identity,
  said: PersonValues,
  dependents: readonly PersonDraft[],
): PersonDraft | undefined {
  const called = dependents.filter(
    ({ values }) =>
      plainName(values.firstName) === plainName(record.firstName) &&
      plainName(values.lastName) === plainName(record.lastName),
  );
  const [only] = called;
  return only &&
    called.length === 1 &&
    record.birthKey !== null &&
    only.birthKey === null &&
    !isTold(record, only) &&
    !areContrary(said, only)
    ? only
    : undefined;
}

const areTwoNumbers = ({ employeeId }: Identity, { values }: PersonDraft): boolean =>
  Boolean(employeeId && values.employeeId && employeeId !== values.employeeId);

function isNearlyCalled({ firstName, lastName }: Identity, { values }: PersonDraft): boolean {
  const theirs = { firstName: String(values.firstName ?? ''), lastName: String(values.lastName ?? '') };
  if (plainName(firstName) !== '' && plainName(firstName) === plainName(theirs.firstName)) return true;
  return resemblance({ firstName: firstName ?? '', lastName: lastName ?? '' }, theirs) !== 'different';
}
