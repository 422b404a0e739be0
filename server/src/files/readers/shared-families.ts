import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { plainName } from '@openbenefits/domain/files/match-person';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';

/**
 * Families remembered, each in the place that its number is hashed to; for one that takes the place of another, that is
 * forgotten.
 */
const FAMILIES = 2 ** 13;
/**
 * A place: digests of the family's number and of its latest subscriber's SSN, birth date and name, its state, and how
 * many records of dependents have followed it.
 */
const NUMBER = 0;
const SSN = 1;
const BIRTH = 2;
const NAME = 3;
const STATE = 4;
const DEPENDENTS = 5;
const SIZE = 8;

/**
 * What is known of a family: several subscribers have come under its number; dependents followed the latest of them;
 * dependents have stood between them; the latest leaves.
 */
const SHARED = 1;
const HAS_DEPENDENTS = 2;
const BY_PLACE = 4;
const LEAVES = 8;

const PROBLEM: RecordProblem = {
  field: 'familyKey',
  code: 'family_shared',
  ...worded(fileMessage('family_number_shared')),
};

/**
 * Records of dependents under one subscriber: no family needs so many, also with a record for each line of each of
 * them. A number that everybody bears would make one family of a whole list.
 */
export const MOST_DEPENDENTS = 100;

const TOO_MANY: RecordProblem = {
  field: 'familyKey',
  code: 'family_too_large',
  ...worded(fileMessage('family_too_large', { most: MOST_DEPENDENTS })),
};

const BASIS = 0x811c9dc5;

/** FNV-1a; 0 stands for no text. */
function hashOf(text: string | undefined, from = BASIS): number {
  if (text === undefined) return 0;
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return hash === 0 ? 1 : hash;
}

const numberOf = (familyKey: string, groupKey: string | undefined): number =>
  groupKey === undefined ? hashOf(familyKey) : hashOf(groupKey, hashOf(familyKey));

/** Letters and digits without case, as plainName compares them; only letters beyond ASCII are looked at closely. */
function nameHash(name: string | undefined, from: number): number {
  if (name === undefined) return from;
  let hash = from;
  for (let at = 0; at < name.length; at++) {
    let letter = name.charCodeAt(at);
    if (letter > 127) return hashOf(plainName(name), from);
    if (letter >= 65 && letter <= 90) letter += 32;
    if ((letter >= 97 && letter <= 122) || (letter >= 48 && letter <= 57)) hash = Math.imul(hash ^ letter, 0x01000193);
  }
  return hash;
}

/**
 * Family numbers that a file gives to several subscribers. Where dependents stand between them they belong to the one
 * that they follow. Where they come after all of them, or behind families of other numbers, their place says nothing,
 * and nobody is guessed for them (domain rules 4.1: never create where two candidates remain). Asked for every record
 * of a file, so it keeps digests in arrays of one length and none of the texts.
 */
export class SharedFamilies {
  readonly #families = new Int32Array(FAMILIES * SIZE);
  /** Dependents of families whose subscriber has not come: the number and how many. */
  readonly #lone = new Int32Array(FAMILIES * 2);
  #above = -1;
  #keyAbove: string | undefined;
  #groupAbove: string | undefined;

  /** Takes the records in file order; what is wrong with a dependent of whom nobody knows whose it is. */
  find({
    familyKey,
    groupKey,
    isSubscriber,
    ssn,
    dateOfBirth,
    firstName,
    lastName,
    action,
    previousIdentity,
  }: EnrollmentRecord): RecordProblem | undefined {
    if (familyKey === undefined) return undefined;
    const isAbove = familyKey === this.#keyAbove && groupKey === this.#groupAbove;
    const number = isAbove ? 0 : numberOf(familyKey, groupKey);
    const at = isAbove ? this.#above : (number & (FAMILIES - 1)) * SIZE;
    const isKnown = isAbove || this.#families[at] === number;
    if (!isSubscriber) return isKnown ? this.#dependent(at) : this.#loneDependent(number);
    this.#keyAbove = familyKey;
    this.#groupAbove = groupKey;
    this.#above = at;
    if (isKnown && previousIdentity !== undefined) return undefined;
    const ssnHash = hashOf(ssn);
    const birth = hashOf(dateOfBirth);
    const name = nameHash(lastName, nameHash(firstName, BASIS));
    if (isKnown && this.#isSame(at, ssnHash, birth, name)) return undefined;
    const families = this.#families;
    const state = isKnown ? (families[at + STATE] as number) : 0;
    // Whoever leaves may hand the number on: a dependent goes on as a subscriber under it.
    const isShared = (state & SHARED) !== 0 || (isKnown && (state & LEAVES) === 0 && action !== 'end');
    const isByPlace = (state & (BY_PLACE | HAS_DEPENDENTS)) !== 0;
    if (!isKnown) families[at + NUMBER] = number;
    families[at + SSN] = ssnHash;
    families[at + BIRTH] = birth;
    families[at + NAME] = name;
    families[at + DEPENDENTS] = 0;
    families[at + STATE] = (isShared ? SHARED : 0) | (isByPlace ? BY_PLACE : 0) | (action === 'end' ? LEAVES : 0);
    return undefined;
  }

  #dependent(at: number): RecordProblem | undefined {
    const state = (this.#families[at + STATE] as number) | HAS_DEPENDENTS;
    this.#families[at + STATE] = state;
    const dependents = (this.#families[at + DEPENDENTS] as number) + 1;
    this.#families[at + DEPENDENTS] = dependents;
    if (dependents > MOST_DEPENDENTS) return TOO_MANY;
    return (state & SHARED) !== 0 && !((state & BY_PLACE) !== 0 && at === this.#above) ? PROBLEM : undefined;
  }

  #loneDependent(number: number): RecordProblem | undefined {
    const at = (number & (FAMILIES - 1)) * 2;
    const dependents = this.#lone[at] === number ? (this.#lone[at + 1] as number) + 1 : 1;
    this.#lone[at] = number;
    this.#lone[at + 1] = dependents;
    return dependents > MOST_DEPENDENTS ? TOO_MANY : undefined;
  }

  /** The same person again, as where each line of coverage has a record of its own. */
  #isSame(at: number, ssn: number, birth: number, name: number): boolean {
    const families = this.#families;
    if (name === families[at + NAME]) return true;
    return ssn !== 0 && families[at + SSN] !== 0 ? ssn === families[at + SSN] : birth === families[at + BIRTH];
  }
}
