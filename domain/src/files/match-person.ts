import type { EnrollmentRecord } from './enrollment-record.ts';
import type { PersonDraft } from '../members/person-draft.ts';

/** What identifies the person of a record, with SSN, birth date and member id as keyed digests. */
export type Identity = Pick<EnrollmentRecord, 'isSubscriber' | 'firstName' | 'lastName' | 'employeeId' | 'carrierMemberId' | 'previousIdentity'> & {
  readonly ssnKey: string | null;
  readonly birthKey: string | null;
  /** Of the member id that the file gives (REF*23). */
  readonly carrierKey: string | null;
  readonly previousSsnKey: string | null;
  readonly previousBirthKey: string | null;
};

export type Match = { readonly kind: 'found'; readonly person: PersonDraft } | { readonly kind: 'new' } | { readonly kind: 'unsure'; readonly reason: string };

const plain = (text: string | number | null | undefined): string =>
  String(text ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * What a store may compare to leave out people whose name surely is another: the plain letters a to z and digits of the first and the last name.
 * Equal names have equal keys; names of other scripts share a key, and are told apart by matchPerson.
 */
export const nameKey = (firstName: string | number | null | undefined, lastName: string | number | null | undefined): string => plain(`${firstName ?? ''}${lastName ?? ''}`).replace(/[^a-z0-9]/g, '');

const sameName = (record: Identity, person: PersonDraft): boolean => plain(record.firstName) === plain(person.values.firstName) && plain(record.lastName) === plain(person.values.lastName);

function only(found: readonly PersonDraft[], what: string): Match | undefined {
  const [first, ...rest] = found;
  if (!first) return undefined;
  return rest.length === 0 ? { kind: 'found', person: first } : { kind: 'unsure', reason: `More than one person in this group has this ${what}; nobody was changed.` };
}

/**
 * Finds the person of a record among the people of its group (for a dependent: of its family). Order: member number (ours, then the sender's), SSN (the old one where the
 * file corrects it), employee id, then birth date with name. Never guesses: two candidates are 'unsure'. Source: domain rules 4.1, matching.
 */
export function matchPerson(record: Identity, people: readonly PersonDraft[], subscriber: PersonDraft | undefined): Match {
  const pool = people.filter((person) => (record.isSubscriber ? person.subscriberId === null : person.subscriberId !== null && person.subscriberId === subscriber?.id));
  const byNumber = record.carrierMemberId ? pool.filter((person) => person.memberNumber === record.carrierMemberId) : [];
  const ssn = record.previousSsnKey ?? record.ssnKey;
  const bySsn = ssn ? pool.filter((person) => person.ssnKey === ssn) : [];
  const sharing = record.carrierKey ? pool.filter((person) => person.carrierKey === record.carrierKey) : [];
  const byCarrier = sharing.length === 1 ? sharing.filter((person) => isPlausible(record, person)) : [];
  if (byCarrier.some((person) => bySsn.length > 0 && !bySsn.includes(person))) {
    return { kind: 'unsure', reason: 'The SSN and the member number (REF*23) of this record belong to two people of this group.' };
  }
  const numbered = only(byNumber, 'member number') ?? only(byCarrier, 'member number') ?? only(bySsn, 'SSN');
  if (numbered?.kind === 'found' && !record.previousIdentity && isSomebodyElse(record, numbered.person)) {
    return { kind: 'unsure', reason: 'This SSN already belongs to somebody with another name and birth date in this group.' };
  }
  if (numbered) return numbered;
  const byEmployee = record.isSubscriber && record.employeeId ? pool.filter((person) => person.values.employeeId === record.employeeId && sameName(record, person)) : [];
  const employed = only(byEmployee, 'employee ID');
  if (employed) return employed;
  const birth = record.previousBirthKey ?? record.birthKey;
  const byBirth = birth ? pool.filter((person) => person.birthKey === birth && sameName(record, person)) : [];
  // Another SSN with the same name and birth date: not the same person unless one of the two has none.
  const compatible = byBirth.filter((person) => !person.ssnKey || !ssn || person.ssnKey === ssn);
  if (byBirth.length > 0 && compatible.length === 0) {
    return { kind: 'unsure', reason: 'Somebody with this name and birth date is in this group under another SSN; correct the SSN or the file first.' };
  }
  const born = only(compatible, 'name and birth date');
  if (born) return born;
  if (!record.isSubscriber && !birth) {
    const byName = only(pool.filter((person) => sameName(record, person)), 'name');
    if (byName) return byName;
  }
  return { kind: 'new' };
}

/** Some senders give a family, or everybody, one member number: it tells a person only together with something else that fits. Twins share their birth date. */
function isPlausible(record: Identity, person: PersonDraft): boolean {
  const [birth, ssn] = [record.previousBirthKey ?? record.birthKey, record.previousSsnKey ?? record.ssnKey];
  if (ssn !== null && person.ssnKey === ssn) return true;
  const isBirthday = birth !== null && person.birthKey === birth;
  const isFirstName = plain(record.previousIdentity?.firstName ?? record.firstName) === plain(person.values.firstName);
  if (isBirthday && isFirstName) return true;
  if (ssn !== null && person.ssnKey !== null) return false;
  return record.isSubscriber ? isBirthday || sameName(record, person) : isFirstName;
}

/**
 * The dependent that the new person of a record was until now: the same SSN, or the same name and birth date where not both have an SSN. Of several the one
 * who is covered; nobody where that is not certain. Source: domain rules 4.1, a subscriber's end with a dependent who goes on as a subscriber.
 */
export function formerDependent(record: Identity, people: readonly PersonDraft[]): PersonDraft | undefined {
  const same = people.filter((person) => person.subscriberId !== null && ((record.ssnKey !== null && person.ssnKey === record.ssnKey) || (record.birthKey !== null && person.birthKey === record.birthKey && sameName(record, person) && (!person.ssnKey || !record.ssnKey))));
  if (same.length <= 1) return same[0];
  const covered = same.filter((person) => Object.values(person.spans).some((spans) => spans.some(({ until }) => until === null)));
  return covered.length === 1 ? covered[0] : undefined;
}

/** The same SSN with both another name and another birth date is a conflict, not a correction. */
function isSomebodyElse(record: Identity, person: PersonDraft): boolean {
  return record.birthKey !== null && person.birthKey !== null && record.birthKey !== person.birthKey && plain(record.firstName) !== plain(person.values.firstName);
}
