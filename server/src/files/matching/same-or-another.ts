import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { isNewbornName } from '@openbenefits/domain/files/newborn-name';
import { isPartner } from '@openbenefits/domain/relationship';
import { resemblance } from '@openbenefits/domain/members/same-person';
import { type Identity, plainName } from '@openbenefits/domain/files/match-person';
import { isOfJob } from './called-so.ts';
import { isOtherGender } from './newborns.ts';

/**
 * A dependent who was here before and shares the birth date, under nearly the same name (a short form, a slip, a
 * suffix), where no two SSNs tell them apart.
 */
export function isAlike(
  { ssnKey, birthKey, firstName, lastName }: Identity,
  { id, birthKey: theirBirth, ssnKey: theirs, values }: PersonDraft,
  jobId: string,
): boolean {
  if (birthKey === null || theirBirth !== birthKey || (ssnKey !== null && theirs !== null) || isOfJob(id, jobId))
    return false;
  return (
    resemblance(
      { firstName: firstName ?? '', lastName: lastName ?? '' },
      { firstName: String(values.firstName ?? ''), lastName: String(values.lastName ?? '') },
    ) !== 'different'
  );
}

/**
 * A dependent who was here before under the same name, with another birth date or none, and whom the file does not name
 * beside it: a birth date that was corrected, or another child.
 */
export function isNamesake(
  { ssnKey, birthKey, firstName, lastName }: Identity,
  { relationship }: EnrollmentRecord,
  one: PersonDraft,
  jobId: string,
): boolean {
  if (
    birthKey === one.birthKey ||
    (ssnKey !== null && one.ssnKey !== null) ||
    isOfJob(one.id, jobId) ||
    isNewbornName(firstName)
  )
    return false;
  return (
    isPartner(relationship) === isPartner(one.relationship) &&
    plainName(firstName) === plainName(one.values.firstName) &&
    plainName(lastName) === plainName(one.values.lastName)
  );
}

/**
 * Newborns of one name and birth date, a girl and a boy, whom nothing else tells apart: the second is no correction of
 * the first.
 */
export const isOtherTwin = (
  record: EnrollmentRecord,
  { ssnKey, carrierKey }: Identity,
  person: PersonDraft,
  jobId: string,
): boolean =>
  !record.isSubscriber &&
  ssnKey === null &&
  carrierKey === null &&
  isOfJob(person.id, jobId) &&
  isOtherGender(record, person);

/**
 * The last name of a dependent for whom a list names none: as it is known of the family's one dependent of that first
 * name and birth date, else the subscriber's.
 */
export function familyName(
  { firstName, birthKey }: Identity,
  subscriber: PersonDraft,
  dependents: readonly PersonDraft[],
): string {
  const same = dependents.filter(
    (one) => plainName(one.values.firstName) === plainName(firstName) && (!birthKey || one.birthKey === birthKey),
  );
  return String((same.length === 1 ? same[0] : subscriber)?.values.lastName ?? '');
}
