import type { PersonDraft } from '../members/person-draft.ts';
import { resemblance } from '../members/same-person.ts';
import { type Identity, nameKey, plainName, sameLastFour } from './match-person.ts';

const nameOf = (person: PersonDraft): string => [person.values.firstName, person.values.lastName].filter(Boolean).join(' ');

/** Whether a list says too little of a new employee to tell them from somebody of the same birth date. */
export const asksByBirthDay = ({ isSubscriber, ssnKey, birthKey }: Identity, source: string): boolean => source === 'census' && isSubscriber && ssnKey === null && birthKey !== null;

/**
 * Somebody with the birth date of a list's new employee who may be the same under another name, as after a marriage: with the same last four digits of the SSN, or with the same or nearly the same first name, where
 * no digits and no two employee numbers tell them apart. Why nobody is taken in beside them, in words; undefined where nobody is like that.
 */
export function perhapsKnown(record: Identity, sameDay: readonly PersonDraft[]): string | undefined {
  const employees = sameDay.filter(({ subscriberId, birthKey }) => subscriberId === null && birthKey === record.birthKey);
  const byDigits = employees.find((one) => sameLastFour(record, one) === true && !areTwoNumbers(record, one));
  if (byDigits) return `${nameOf(byDigits)} of this group has this birth date and these last four digits of the SSN under another name; nobody knows whether it is the same person. Send the whole SSN or the employee ID, or correct the name of one of the two.`;
  const byName = employees.find((one) => sameLastFour(record, one) === undefined && !areTwoNumbers(record, one) && isNearlyCalled(record, one));
  return byName && `${nameOf(byName)} of this group has this birth date and nearly this name; nobody knows whether it is the same person. Send the SSN or the employee ID, or correct the name of one of the two.`;
}

/**
 * A refused row of a list that is sent again, of somebody whom only name and birth date tell: under another employee ID than the one on record it is the question that it was refused for, since the row
 * comes without the one that named the other.
 */
export function isUnderOtherNumber(record: Identity, person: PersonDraft): boolean {
  const isNumbered = (record.ssnKey !== null && record.ssnKey === person.ssnKey) || sameLastFour(record, person) === true || record.carrierMemberId !== undefined;
  return record.isSubscriber && !isNumbered && areTwoNumbers(record, person);
}

/** Whether a list says nothing of an employee but the name, and what says who it is has to be asked for by that. */
export const isNameAlone = ({ isSubscriber, ssnKey, last4Key, birthKey, carrierKey, employeeId, carrierMemberId, former, firstName, lastName }: Identity, source: string): boolean =>
  source === 'census' && isSubscriber && ssnKey === null && last4Key === null && birthKey === null && carrierKey === null && employeeId === undefined && carrierMemberId === undefined && former === undefined && nameKey(firstName, lastName) !== '';

/** The employees of a group who are called so. */
export const namesakesOf = ({ firstName, lastName }: Identity, people: readonly PersonDraft[]): PersonDraft[] =>
  people.filter(({ subscriberId, values }) => subscriberId === null && plainName(values.firstName) === plainName(firstName) && plainName(values.lastName) === plainName(lastName));

/** What is said where a row with nothing but a name would add somebody, or change somebody, of that name. */
export const NAME_ALONE = 'Somebody of this name is in this group, and the row says no more than the name; nobody knows whether it is the same person. Send the SSN, the date of birth or the employee ID.';

const areTwoNumbers = ({ employeeId }: Identity, { values }: PersonDraft): boolean => Boolean(employeeId && values.employeeId && employeeId !== values.employeeId);

function isNearlyCalled({ firstName, lastName }: Identity, { values }: PersonDraft): boolean {
  const theirs = { firstName: String(values.firstName ?? ''), lastName: String(values.lastName ?? '') };
  if (plainName(firstName) !== '' && plainName(firstName) === plainName(theirs.firstName)) return true;
  return resemblance({ firstName: firstName ?? '', lastName: lastName ?? '' }, theirs) !== 'different';
}
