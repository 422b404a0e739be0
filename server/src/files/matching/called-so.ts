import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { Match } from '@openbenefits/domain/files/match-person';
import { isNameAlone, knownByName, NAME_ALONE, namesakesOf } from '@openbenefits/domain/files/perhaps-known';
import type { PersonDraft, PersonValues } from '@openbenefits/domain/members/person-draft';
import type { Staged } from './staged-for-matching.ts';
import type { MatchContext } from './match-context.ts';
import type { PeopleInHand } from './people-in-hand.ts';

export function refuse(
  field: string,
  code: string,
  message: FileMessage,
  known: readonly PersonDraft[] = [],
): { problems: RecordProblem[] } {
  return {
    problems: [{ field, code, ...worded(message), ...(known.length > 0 && { known: known.map(({ id }) => id) }) }],
  };
}

/** Whether a record of the job has brought the person in. */
export const isOfJob = (id: string, jobId: string): boolean => id.slice(18) === jobId.slice(18);

/**
 * `isByName`: nothing but the name could be compared; `isNamesake`: nothing but the name is said, so the row may tell
 * again what is known, and nothing else.
 */
export type CalledSo = { person: PersonDraft; isByName?: true; isNamesake?: true };

/**
 * The employee whom only the name of a record tells, or the row above that it goes on; undefined where it tells nobody,
 * or more has told the person.
 */
export function calledSo(
  { record, identity, groupId, familyKey }: Staged,
  match: Match,
  said: PersonValues,
  people: PeopleInHand,
  { families, jobId }: MatchContext,
  isOfKnown: boolean,
): CalledSo | undefined | { problems: RecordProblem[] } {
  if (record.goesOnAbove) {
    const above = people.byId(families.get(groupId, familyKey)?.memberId ?? '');
    if (!above) return refuse('lastName', 'row_above_missing', fileMessage('row_above_rejected'));
    return isOfJob(above.id, jobId) ? { person: above } : { person: above, isNamesake: true };
  }
  if (match.kind !== 'new') return undefined;
  if (isNameAlone(identity, record.source)) {
    const namesakes = namesakesOf(identity, people.called(groupId, identity));
    const [namesake, ...others] = namesakes;
    if (namesake && (others.length > 0 || isOfJob(namesake.id, jobId)))
      return refuse('ssn', 'name_alone', NAME_ALONE, namesakes);
    return namesake && { person: namesake, isNamesake: true };
  }
  const known = knownByName(
    identity,
    said,
    people.called(groupId, identity).filter(({ id }) => !isOfJob(id, jobId)),
    isOfKnown,
  );
  if (known.kind === 'unsure') return refuse('ssn', 'name_alone', known.reason, known.people);
  return known.kind === 'found' ? { person: known.person, isByName: true } : undefined;
}
