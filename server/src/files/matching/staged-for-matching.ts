import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { Identity } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { PersonEffect, Touched } from '@openbenefits/domain/members/member-change';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import type { EarlierHire } from './settled-hire.ts';
import type { Head } from './family-head.ts';

/** A record with its keys; digests are hex text. The record's own bytes stay packed until it is refused. */
export type Staged = {
  record: EnrollmentRecord;
  rawOf: (index: number) => string;
  index: number;
  packKey: number;
  groupId: string;
  familyKey: string | null;
  /** Of a family number that may have lost its zeros: the digest with them. */
  paddedKey: string | null;
  identity: Identity;
  /**
   * 'before': it stands before the addition of its person in the file, and may wait for it; 'before_end': it is an
   * addition, before the end of what was; 'before_own': it is a new subscriber, before its record as a dependent;
   * 'before_correction': it has an SSN that a record behind it corrects to another; 'again': behind that; 'last':
   * behind the whole file.
   */
  place?: 'before' | 'before_end' | 'before_own' | 'before_correction' | 'again' | 'last' | undefined;
};

/**
 * `coverages`: what the record names, in its order, and behind it what a list means without naming it; `cut`: what is
 * said of those that the file names beyond the subscriber's; `foundBy`: what is said of the number by which the
 * subscriber, or the person, was found; `earlierHire`: what became of a hire date before the one on record.
 */
export type Applied = {
  effect: PersonEffect;
  touched: Touched[];
  person: PersonDraft;
  coverages: readonly ResolvedCoverage[];
  cut?: FileMessage;
  foundBy?: Head['foundBy'];
  /** Nothing but the name could be compared. */
  isByName?: true;
  earlierHire?: EarlierHire;
  /** What of the identity on record was another, in words. */
  replaced?: string;
};
