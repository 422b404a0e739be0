import { type FileMessage, fileMessage } from './messages/file-message.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';
import type { PersonDraft } from '../members/person-draft.ts';

/** What identifies the person of a record, with SSN, birth date and member id as keyed digests. */
export type Identity = Pick<
  EnrollmentRecord,
  'isSubscriber' | 'firstName' | 'lastName' | 'employeeId' | 'carrierMemberId' | 'previousIdentity' | 'byNumberAlone'
> & {
  readonly ssnKey: string | null;
  /** Of the last four digits of the SSN, as far as a list gives them. */
  readonly last4Key: string | null;
  readonly birthKey: string | null;
  /** Of the member id that the file gives (REF*23). */
  readonly carrierKey: string | null;
  readonly previousSsnKey: string | null;
  readonly previousBirthKey: string | null;
  /** Of the number that the file names as the former one (REF*Q4): as an SSN or a family's, and as a member id. */
  readonly former?: { readonly key: string; readonly carrierKey: string };
};

export type Match =
  | {
      readonly kind: 'found';
      readonly person: PersonDraft;
      /** Only the former number (REF*Q4) told it. */ readonly isByFormer?: true;
    }
  | { readonly kind: 'new' }
  | {
      readonly kind: 'unsure';
      readonly reason: FileMessage;
      /** Whom it may be, or contradicts. */ readonly people: readonly PersonDraft[];
    };

/** What most names are. */
const PLAIN = /^[A-Za-z0-9]*$/;

/** A name as it is compared: without case, accents, blanks and signs. */
export function plainName(text: string | number | null | undefined): string {
  const name = String(text ?? '');
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What a store may compare to leave out people whose name surely is another: the plain letters a to z and digits of the
 * first and the last name. Equal names have equal keys; names of other scripts share a key, and are told apart by
 * matchPerson.
 */
export function nameKey(
  firstName: string | number | null | undefined,
  lastName: string | number | null | undefined,
): string {
  const name = `${firstName ?? ''}${lastName ?? ''}`;
  return PLAIN.test(name) ? name.toLowerCase() : plainName(name).replace(/[^a-z0-9]/g, '');
}

/** One way to know the person of a record: as the record says, or as it was before a correction. */
export type KnownAs = {
  readonly ssnKey: string | null;
  readonly birthKey: string | null;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
};

/**
 * How the person may be known: where the file corrects an identity (NM1*74), first by what it was (NM1*70, which names
 * only what is corrected), then by what it is, since the same correction may come twice.
 */
export function knownAs({
  ssnKey,
  birthKey,
  firstName,
  lastName,
  previousIdentity: was,
  previousSsnKey,
  previousBirthKey,
}: Identity): readonly KnownAs[] {
  const now = { ssnKey, birthKey, firstName, lastName };
  if (!was || !(previousSsnKey || previousBirthKey || was.firstName || was.lastName)) return [now];
  return [
    {
      ssnKey: previousSsnKey ?? ssnKey,
      birthKey: previousBirthKey ?? birthKey,
      firstName: was.firstName ?? firstName,
      lastName: was.lastName ?? lastName,
    },
    now,
  ];
}

/** Why two of one SSN, or two of one name and birth date under different SSNs, are a question and no match. */
export const SSN_OF_SOMEBODY_ELSE = fileMessage('ssn_of_another_member');
export const NAME_UNDER_OTHER_SSN = fileMessage('name_under_another_ssn');

/** Why a number alone does not make two the same, where nothing else of them agrees. */
const NUMBER_ALONE = fileMessage('number_of_another_member');

const NUMBERS_APART = fileMessage('numbers_of_different_members');

/** Somebody who has married, of whom nothing but the number and the first name is known. */
const NAME_UNDER_EMPLOYEE_ID = fileMessage('employee_id_other_last_name');

/** The same of the last four digits, where a list gives no more. */
export const LAST_FOUR_DIFFER = fileMessage('last_four_differ_on_record');

/**
 * Whether the last four digits that a list gives are those on record; undefined where one of the two gives none, or the
 * list the whole SSN.
 */
export const sameLastFour = (
  { ssnKey, last4Key }: Pick<Identity, 'ssnKey' | 'last4Key'>,
  person: PersonDraft,
): boolean | undefined =>
  ssnKey !== null || last4Key === null || person.last4Key === null ? undefined : last4Key === person.last4Key;

const sameFirstName = (known: Pick<KnownAs, 'firstName'>, person: PersonDraft): boolean =>
  plainName(known.firstName) !== '' && plainName(known.firstName) === plainName(person.values.firstName);

/** The same employee number and birth date under another name, as after a marriage; two SSNs tell two people. */
const isRenamed = ({ ssnKey, birthKey, ...known }: KnownAs, person: PersonDraft): boolean =>
  birthKey !== null && birthKey === person.birthKey && sameFirstName(known, person) && !(ssnKey && person.ssnKey);

const mayBeRenamed = ({ ssnKey, birthKey, ...known }: KnownAs, person: PersonDraft): boolean =>
  sameFirstName(known, person) && !(birthKey && person.birthKey) && !(ssnKey && person.ssnKey);

const sameName = (known: Pick<KnownAs, 'firstName' | 'lastName'>, person: PersonDraft): boolean =>
  plainName(known.firstName) === plainName(person.values.firstName) &&
  plainName(known.lastName) === plainName(person.values.lastName);

function only(found: readonly PersonDraft[], what: string): Match | undefined {
  const [first, ...rest] = found;
  if (!first) return undefined;
  return rest.length === 0
    ? { kind: 'found', person: first }
    : {
        kind: 'unsure',
        reason: fileMessage('several_members_match', { what }),
        people: found,
      };
}

/**
 * Finds the person of a record among the people of its group (for a dependent: of its family). Order: member number
 * (ours, then the sender's), SSN (the old one first where the file corrects it), employee id with name or with birth
 * date, then birth date with name. Never guesses: two candidates are 'unsure'. Source: domain rules 4.1, matching.
 */
export function matchPerson(
  record: Identity,
  people: readonly PersonDraft[],
  subscriber: PersonDraft | undefined,
): Match {
  if (people.length === 0) return { kind: 'new' };
  const pool = people.filter((person) =>
    record.isSubscriber
      ? person.subscriberId === null
      : person.subscriberId !== null && person.subscriberId === subscriber?.id,
  );
  const matches = knownAs(record).map((known) => matchAs(known, record, pool));
  const found = matches.find(({ kind }) => kind === 'found');
  if (found) return found;
  const unsure = matches.find((match) => match.kind === 'unsure');
  const former = unsure === undefined || unsure.reason === NAME_UNDER_OTHER_SSN ? byFormer(record, pool) : undefined;
  return former ? { kind: 'found', person: former, isByFormer: true } : (unsure ?? { kind: 'new' });
}

/**
 * The one whom the sender called by another number until now, which is on record. It tells somebody only together with
 * the first name and the birth date: a dependent's may be the family's, and that of whoever goes on as a subscriber the
 * one of the subscriber before.
 */
function byFormer({ former, birthKey, firstName }: Identity, pool: readonly PersonDraft[]): PersonDraft | undefined {
  if (former === undefined || birthKey === null) return undefined;
  const same = pool.filter(
    (person) =>
      (person.ssnKey === former.key || person.carrierKey === former.carrierKey) &&
      person.birthKey === birthKey &&
      sameFirstName({ firstName }, person),
  );
  return same.length === 1 ? same[0] : undefined;
}

function matchAs(known: KnownAs, record: Identity, pool: readonly PersonDraft[]): Match {
  const { ssnKey: ssn, birthKey: birth } = known;
  const byNumber = record.carrierMemberId
    ? pool.filter((person) => person.memberNumber === record.carrierMemberId)
    : [];
  const bySsn = ssn ? pool.filter((person) => person.ssnKey === ssn) : [];
  const sharing = record.carrierKey ? pool.filter((person) => person.carrierKey === record.carrierKey) : [];
  const byCarrier =
    sharing.length === 1 ? sharing.filter((person) => isPlausible(known, record.isSubscriber, person)) : [];
  if (bySsn.length > 0 && [...byNumber, ...byCarrier].some((person) => !bySsn.includes(person))) {
    return {
      kind: 'unsure',
      reason: fileMessage('ssn_and_number_differ'),
      people: [...new Set([...bySsn, ...byNumber, ...byCarrier])],
    };
  }
  const numbered = only(byNumber, 'member number') ?? only(byCarrier, 'member number') ?? only(bySsn, 'SSN');
  if (numbered?.kind === 'found' && isSomebodyElse(known, numbered.person)) {
    return { kind: 'unsure', reason: SSN_OF_SOMEBODY_ELSE, people: [numbered.person] };
  }
  if (numbered?.kind === 'found' && isOtherByName(known, numbered.person))
    return { kind: 'unsure', reason: NUMBER_ALONE, people: [numbered.person] };
  if (record.byNumberAlone) return byNumbersAlone(record, ssn, numbered ?? only(sharing, 'member number'), pool);
  if (numbered) return numbered;
  const sharingNumber =
    record.isSubscriber && record.employeeId
      ? pool.filter((person) => person.values.employeeId === record.employeeId)
      : [];
  const employed =
    only(
      sharingNumber.filter((person) => sameName(known, person)),
      'employee ID',
    ) ??
    only(
      sharingNumber.filter(
        (person) => isRenamed(known, person) || (sameFirstName(known, person) && sameLastFour(record, person) === true),
      ),
      'employee ID',
    );
  if (employed) return employed;
  const byBirth = birth ? pool.filter((person) => person.birthKey === birth && sameName(known, person)) : [];
  // Another SSN with the same name and birth date: not the same person unless one of the two has none.
  const compatible = byBirth.filter(
    (person) => (!person.ssnKey || !ssn || person.ssnKey === ssn) && sameLastFour(record, person) !== false,
  );
  if (byBirth.length > 0 && compatible.length === 0) {
    return { kind: 'unsure', reason: NAME_UNDER_OTHER_SSN, people: byBirth };
  }
  const agreeing = record.last4Key === null ? [] : compatible.filter((person) => sameLastFour(record, person) === true);
  const born = only(agreeing.length === 1 ? agreeing : compatible, 'name and birth date');
  if (born) return born;
  if (!record.isSubscriber && !birth) {
    const byName = only(
      pool.filter((person) => sameName(known, person)),
      'name',
    );
    if (byName) return byName;
  }
  const renamed = sharingNumber.filter((person) => mayBeRenamed(known, person));
  if (renamed.length > 0) return { kind: 'unsure', reason: NAME_UNDER_EMPLOYEE_ID, people: renamed };
  return { kind: 'new' };
}

/** Where nothing but numbers tells who it is, all of them have to tell the same: any may be the one that is wrong. */
function byNumbersAlone(
  { employeeId }: Identity,
  ssn: Identity['ssnKey'],
  numbered: Match | undefined,
  pool: readonly PersonDraft[],
): Match {
  const employed = employeeId ? pool.filter((person) => person.values.employeeId === employeeId) : [];
  const match = numbered ?? only(employed, 'employee ID') ?? { kind: 'new' };
  if (match.kind !== 'found') return match;
  const { ssnKey, values } = match.person;
  const isOther =
    Boolean(employeeId && values.employeeId && values.employeeId !== employeeId) ||
    Boolean(ssn && ssnKey && ssnKey !== ssn);
  return isOther ? { kind: 'unsure', reason: NUMBERS_APART, people: [...new Set([match.person, ...employed])] } : match;
}

/**
 * Some senders give a family, or everybody, one member number: it tells a person only together with something else that
 * fits. Twins share their birth date.
 */
function isPlausible(known: KnownAs, isSubscriber: boolean, person: PersonDraft): boolean {
  const { ssnKey: ssn, birthKey: birth } = known;
  if (ssn !== null && person.ssnKey === ssn) return true;
  const isBirthday = birth !== null && person.birthKey === birth;
  const isFirstName = plainName(known.firstName) === plainName(person.values.firstName);
  if (isBirthday && isFirstName) return true;
  if (ssn !== null && person.ssnKey !== null) return false;
  return isSubscriber ? isBirthday || sameName(known, person) : isFirstName;
}

/**
 * The dependent that the new person of a record was until now: the same SSN, or the same name and birth date where not
 * both have an SSN. Of several the one who is covered; nobody where that is not certain. Source: domain rules 4.1, a
 * subscriber's end with a dependent who goes on as a subscriber.
 */
export function formerDependent(record: Identity, people: readonly PersonDraft[]): PersonDraft | undefined {
  const same = people.filter(
    (person) =>
      person.subscriberId !== null &&
      ((record.ssnKey !== null && person.ssnKey === record.ssnKey) ||
        (record.birthKey !== null &&
          person.birthKey === record.birthKey &&
          sameName({ firstName: record.firstName, lastName: record.lastName }, person) &&
          (!person.ssnKey || !record.ssnKey))),
  );
  if (same.length <= 1) return same[0];
  const covered = same.filter((person) =>
    Object.values(person.spans).some((spans) => spans.some(({ until }) => until === null)),
  );
  return covered.length === 1 ? covered[0] : undefined;
}

/**
 * Nothing but a number agrees: neither the first nor the last name is alike, and one of the two has no birth date. Who
 * marries keeps the first name, who is called by a short form the last.
 */
function isOtherByName({ birthKey, firstName, lastName }: KnownAs, { birthKey: theirs, values }: PersonDraft): boolean {
  if (birthKey !== null && theirs !== null) return false;
  const isOther = (said: string | undefined, known: string | number | null | undefined): boolean =>
    plainName(said) !== '' &&
    plainName(known) !== '' &&
    !plainName(said).startsWith(plainName(known)) &&
    !plainName(known).startsWith(plainName(said));
  return isOther(firstName, values.firstName) && isOther(lastName, values.lastName);
}

/** The same SSN with both another name and another birth date is a conflict, not a correction. */
function isSomebodyElse(known: KnownAs, person: PersonDraft): boolean {
  return (
    known.birthKey !== null &&
    person.birthKey !== null &&
    known.birthKey !== person.birthKey &&
    plainName(known.firstName) !== plainName(person.values.firstName)
  );
}
