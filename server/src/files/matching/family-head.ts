import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

/** What the row says, and the file counts, where it was repaired. */
export const ZEROS_LOST = fileMessage('row_family_number_zeros');

/** The same of a number that the subscriber had before it was corrected. */
export const FORMER_SSN = fileMessage('row_family_number_former_ssn');

/** The same of a number that the file names as the former one. */
export const FORMER_NUMBER = fileMessage('row_former_number_match');

/**
 * The subscriber of a dependent's record, and what is said of the number where it is not one that the subscriber has.
 */
export type Head = {
  readonly subscriber: PersonDraft;
  readonly foundBy?: FileMessage;
};
