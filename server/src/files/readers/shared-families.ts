import { plainName } from '@openbenefits/domain/files/match-person';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';

/** What tells a subscriber from others; a whole record would keep the text that it was read from. */
type Subscriber = Pick<EnrollmentRecord, 'ssn' | 'firstName' | 'lastName' | 'dateOfBirth' | 'action'>;

/** The latest subscriber of a family number; how many have come under it; whether dependents followed one of them before the next came. */
type Family = { latest: Subscriber; subscribers: number; hasDependents: boolean; isByPlace: boolean };

/** Families remembered. A number that many share comes again and again, and is not forgotten. */
const REMEMBERED = 10_000;

/**
 * Family numbers that a file gives to several subscribers. Where dependents stand between them they belong to the one that they follow. Where they come after
 * all of them, or behind families of other numbers, their place says nothing, and nobody is guessed for them (domain rules 4.1: never create where two candidates remain).
 */
export class SharedFamilies {
  readonly #families = new Map<string, Family>();
  #above: Family | undefined;

  /** Takes the records in file order; what is wrong with a dependent of whom nobody knows whose it is. */
  find(record: EnrollmentRecord): RecordProblem | undefined {
    const { familyKey, groupKey, isSubscriber } = record;
    if (familyKey === undefined) return undefined;
    const key = groupKey === undefined ? familyKey : `${familyKey} ${groupKey}`;
    const family = this.#families.get(key);
    if (isSubscriber) this.#note(key, family, record);
    else if (family) {
      family.hasDependents = true;
      if (family.subscribers > 1 && !(family.isByPlace && family === this.#above)) return SHARED;
    }
    return undefined;
  }

  #note(key: string, family: Family | undefined, { ssn, firstName, lastName, dateOfBirth, action, previousIdentity }: EnrollmentRecord): void {
    const latest: Subscriber = { ssn, firstName, lastName, dateOfBirth, action };
    this.#above = family;
    if (family && (previousIdentity !== undefined || isSame(family.latest, latest))) return;
    if (!family) {
      this.#above = { latest, subscribers: 1, hasDependents: false, isByPlace: false };
      if (this.#families.size >= REMEMBERED) for (const oldest of this.#families.keys()) if (this.#families.delete(oldest)) break;
      this.#families.set(key, this.#above);
      return;
    }
    // Whoever leaves may hand the number on: a dependent goes on as a subscriber under it.
    if (family.latest.action !== 'end' && action !== 'end') family.subscribers++;
    family.isByPlace ||= family.hasDependents;
    family.hasDependents = false;
    family.latest = latest;
    this.#families.delete(key);
    this.#families.set(key, family);
  }
}

const SHARED: RecordProblem = {
  field: 'familyKey',
  code: 'family_shared',
  message: 'Several subscribers of this file have this family number, and the place of this dependent does not say to which it belongs. Give each family a number of its own, or put dependents behind their subscribers.',
};

/** The same person again, as where each line of coverage has a record of its own. */
function isSame(one: Subscriber, other: Subscriber): boolean {
  if (one.ssn !== undefined && other.ssn !== undefined) return one.ssn === other.ssn || sameName(one, other);
  return one.dateOfBirth === other.dateOfBirth || sameName(one, other);
}

const sameName = (one: Subscriber, other: Subscriber): boolean => plainName(one.firstName) === plainName(other.firstName) && plainName(one.lastName) === plainName(other.lastName);
