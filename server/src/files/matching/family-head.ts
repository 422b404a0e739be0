import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

/** What the row says, and the file counts, where it was repaired. */
export const ZEROS_LOST =
  'The subscriber number (REF*0F) has lost its leading zeros; the subscriber was found with them';

/** The same of a number that the subscriber had before it was corrected. */
export const FORMER_SSN = 'The subscriber’s number is the SSN that was corrected since; the subscriber was found by it';

/** The same of a number that the file names as the former one. */
export const FORMER_NUMBER = 'Found by the number that the file names as the former one (REF*Q4)';

/**
 * The subscriber of a dependent's record, and what is said of the number where it is not one that the subscriber has.
 */
export type Head = {
  readonly subscriber: PersonDraft;
  readonly foundBy?: typeof ZEROS_LOST | typeof FORMER_SSN | typeof FORMER_NUMBER;
};
