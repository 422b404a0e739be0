import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { placeInFile } from '@openbenefits/domain/files/file-format';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { matchPerson } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { RELATIONSHIP_LABEL } from '@openbenefits/domain/relationship';
import type { FamilyLink } from './family-links.ts';
import type { Staged } from './staged-for-matching.ts';
import type { MatchContext } from './match-context.ts';
import type { PeopleInHand } from './people-in-hand.ts';
import { ZEROS_LOST, FORMER_SSN, FORMER_NUMBER, type Head } from './family-head.ts';

const missing = (message: FileMessage): { problems: RecordProblem[] } => ({
  problems: [{ field: 'familyKey', code: 'subscriber_missing', ...worded(message) }],
});

/** An SSN that went through a spreadsheet or a number field begins without its zeros; nine digits or none. */
export const withZeros = ({ familyKey, source }: EnrollmentRecord): string | undefined =>
  source === 'edi834' && familyKey && /^\d{7,8}$/.test(familyKey) ? familyKey.padStart(9, '0') : undefined;

/**
 * The subscriber of a dependent: the one of this file, else whom the sender called so in an earlier one, else whoever
 * has the number as SSN, employee or member number, else who had it as SSN before that was corrected. Only where nobody
 * has it, a number that is too short for an SSN is tried as one that has lost its zeros: a subscriber of the group with
 * just that SSN cannot be meant by chance.
 */
export function subscriberOf(
  staged: Staged,
  people: PeopleInHand,
  link: FamilyLink | undefined,
  context: MatchContext,
): Head | { problems: RecordProblem[] } {
  const { families, numbers } = context;
  const { groupId, familyKey, paddedKey, record, identity } = staged;
  const earlier = numbers.get(groupId, familyKey);
  const called = earlier ? people.byId(earlier) : undefined;
  const found = link?.memberId
    ? people.byId(link.memberId)
    : called?.subscriberId === null
      ? called
      : people.byFamily(groupId, familyKey, record.familyKey);
  if (found) return { subscriber: found };
  const isOwn = familyKey !== null && familyKey === identity.ssnKey;
  const named =
    familyKey === null ? [] : people.withSsn(groupId, familyKey).filter(({ subscriberId }) => subscriberId !== null);
  const former = link || isOwn || named.length > 0 ? undefined : people.byId(numbers.former(groupId, familyKey) ?? '');
  if (former) return { subscriber: former, foundBy: FORMER_SSN };
  const padded = paddedKey && !link ? families.get(groupId, paddedKey) : undefined;
  const repaired = padded?.memberId
    ? people.byId(padded.memberId)
    : paddedKey && !link
      ? people.byFamily(groupId, paddedKey, undefined)
      : undefined;
  if (repaired) return { subscriber: repaired, foundBy: ZEROS_LOST };
  const renumbered = link ? undefined : headByFormer(staged, people, context);
  if (renumbered) return { subscriber: renumbered, foundBy: FORMER_NUMBER };
  const refusedLine = link?.memberId === null ? link.line : padded?.memberId === null ? padded.line : undefined;
  // Some senders give a dependent its own number here (CaliforniaChoice guide): whoever is known by it has a
  // subscriber.
  const [one] = named;
  const head = isOwn && named.length === 1 && one?.subscriberId ? people.byId(one.subscriberId) : undefined;
  if (head) return { subscriber: head };
  if (isOwn) return missing(fileMessage('family_number_is_own_ssn'));
  if (refusedLine !== undefined)
    return {
      problems: [
        {
          field: 'familyKey',
          code: 'subscriber_refused',
          ...worded(fileMessage('subscriber_rejected', { place: placeInFile(record.source, refusedLine) })),
        },
      ],
    };
  if (one)
    return missing(
      fileMessage('family_number_of_dependent', {
        field: placeOf(record),
        name: `${nameOf(one)}${ofHead(one, people)}`,
      }),
    );
  return missing(fileMessage('subscriber_not_found'));
}

/**
 * The subscriber whom the dependent's former number (REF*Q4) means as that of the family: of the one that has this
 * dependent, since the number may as well have been the dependent's own; else, of somebody new, of the only one that
 * has had it, unless it was the person's own as a subscriber.
 */
export function headByFormer(
  { groupId, record, identity }: Staged,
  people: PeopleInHand,
  { families, numbers }: Pick<MatchContext, 'families' | 'numbers'>,
): PersonDraft | undefined {
  const key = identity.former?.key;
  if (key === undefined) return undefined;
  const ids = [families.get(groupId, key)?.memberId, numbers.get(groupId, key), numbers.former(groupId, key)];
  const heads = [...ids.map((id) => people.byId(id ?? '')), people.byFamily(groupId, key, record.formerNumber)].filter(
    (head) => head?.subscriberId === null,
  );
  const known = heads.find((head) => matchPerson(identity, people.dependentsOf(head?.id ?? ''), head).kind === 'found');
  if (known) return known;
  const [only, ...others] = new Set(heads);
  return only &&
    others.length === 0 &&
    matchPerson({ ...identity, isSubscriber: true }, [only], undefined).kind === 'new'
    ? only
    : undefined;
}

const placeOf = ({ source }: EnrollmentRecord): string => (source === 'edi834' ? ' (REF*0F)' : '');
const nameOf = ({ values }: PersonDraft): string => [values.firstName, values.lastName].filter(Boolean).join(' ');

function ofHead({ subscriberId, relationship }: PersonDraft, people: PeopleInHand): string {
  const head = subscriberId === null ? undefined : people.byId(subscriberId);
  return head ? ` (${RELATIONSHIP_LABEL[relationship].toLowerCase()} of ${nameOf(head)})` : '';
}
