import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { Identity } from '@openbenefits/domain/files/match-person';
import { isNewbornName } from '@openbenefits/domain/files/newborn-name';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

const GENDER = { female: 'F', male: 'M' } as const;

/** Whether the record and the person are of different gender, as far as both are known. */
export const isOtherGender = ({ gender }: EnrollmentRecord, { values }: PersonDraft): boolean =>
  gender !== undefined &&
  Object.hasOwn(GENDER, gender) &&
  typeof values.gender === 'string' &&
  'FM'.includes(values.gender) &&
  values.gender !== GENDER[gender as keyof typeof GENDER];

const unsure = (message: FileMessage): { problems: RecordProblem[] } => ({
  problems: [{ field: 'firstName', code: 'person_alike', ...worded(message) }],
});

/**
 * A dependent whom nothing else finds, of a family in which a child of that birth date is known: births are sent as
 * "Baby boy", the name comes later. The name takes the place of the stand-in where just one can be meant; a stand-in
 * beside a child with a name is a question, because it may be a twin. `isOfFile`: people whom this file itself has
 * named are somebody else.
 */
export function newbornOf(
  record: EnrollmentRecord,
  { ssnKey, birthKey, firstName }: Identity,
  family: readonly PersonDraft[],
  isOfFile: (person: PersonDraft) => boolean,
): PersonDraft | { problems: RecordProblem[] } | undefined {
  if (birthKey === null) return undefined;
  const born = family.filter(
    (one) =>
      one.birthKey === birthKey &&
      (ssnKey === null || one.ssnKey === null) &&
      !isOtherGender(record, one) &&
      !isOfFile(one),
  );
  const unnamed = born.filter(({ values }) => isNewbornName(values.firstName));
  if (isNewbornName(firstName)) {
    return born.length > unnamed.length ? unsure(fileMessage('newborn_unclear')) : undefined;
  }
  const [only, ...others] = unnamed;
  return others.length > 0 ? unsure(fileMessage('newborns_without_names')) : only;
}
