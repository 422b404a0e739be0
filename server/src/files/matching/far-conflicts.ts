import { type FileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import {
  type Identity,
  type KnownAs,
  knownAs,
  NAME_UNDER_OTHER_SSN,
  nameKey,
  plainName,
  SSN_OF_SOMEBODY_ELSE,
} from '@openbenefits/domain/files/match-person';
import { SeenKeys } from '../staging/seen-keys.ts';

const unsure = (message: FileMessage): RecordProblem => ({
  field: 'ssn',
  code: 'person_unsure',
  ...worded(message),
});

/**
 * New subscribers of a file who contradict each other, however far apart they stand: a rehearsal has only those of one
 * chunk in hand, while applying finds the earlier one in the group. The rules of matchPerson for two who are nobody's
 * match: one SSN with another birth date and first name, or one name and birth date under two SSNs.
 */
export class FarConflicts {
  readonly #seen = new SeenKeys('sure');

  /**
   * What is wrong with a subscriber whom nobody known fits; 'again' for one who is perhaps the same as an earlier one.
   */
  find(groupId: string, identity: Identity): RecordProblem | 'again' | undefined {
    const { ssnKey, birthKey, firstName, lastName, employeeId, carrierKey, previousIdentity } = identity;
    if (previousIdentity) return knownAs(identity).some((known) => this.#has(groupId, known)) ? 'again' : undefined;
    if (ssnKey && this.#seen.has('s', groupId, ssnKey)) {
      const isSame =
        !birthKey ||
        this.#seen.has('b', groupId, ssnKey, birthKey) ||
        this.#seen.has('f', groupId, ssnKey, plainName(firstName)) ||
        this.#seen.has('o', groupId, ssnKey);
      return isSame ? 'again' : unsure(SSN_OF_SOMEBODY_ELSE);
    }
    const name = nameKey(firstName, lastName);
    if (employeeId && this.#seen.has('e', groupId, employeeId))
      return this.#seen.has('x', groupId, employeeId, name) ? 'again' : undefined;
    if (!birthKey) return undefined;
    const [withSsn, without] = [
      this.#seen.has('n', groupId, birthKey, name),
      this.#seen.has('w', groupId, birthKey, name),
    ];
    if (without || (withSsn && !ssnKey)) return 'again';
    // A member number that both have makes them one person, whose SSN is corrected.
    return withSsn && !(carrierKey && this.#seen.has('c', groupId, carrierKey))
      ? unsure(NAME_UNDER_OTHER_SSN)
      : withSsn
        ? 'again'
        : undefined;
  }

  #has(groupId: string, { ssnKey, birthKey, firstName, lastName }: KnownAs): boolean {
    if (ssnKey !== null && this.#seen.has('s', groupId, ssnKey)) return true;
    if (birthKey === null) return false;
    const name = nameKey(firstName, lastName);
    return this.#seen.has('n', groupId, birthKey, name) || this.#seen.has('w', groupId, birthKey, name);
  }

  /** Notes a subscriber whom the file brings in. */
  note(groupId: string, { ssnKey, birthKey, firstName, lastName, employeeId, carrierKey }: Identity): void {
    const name = nameKey(firstName, lastName);
    if (ssnKey) {
      this.#seen.hasOrAdd('s', groupId, ssnKey);
      this.#seen.hasOrAdd('f', groupId, ssnKey, plainName(firstName));
      // Somebody without a birth date contradicts nobody's.
      if (birthKey) this.#seen.hasOrAdd('b', groupId, ssnKey, birthKey);
      else this.#seen.hasOrAdd('o', groupId, ssnKey);
    }
    if (employeeId) {
      this.#seen.hasOrAdd('e', groupId, employeeId);
      this.#seen.hasOrAdd('x', groupId, employeeId, name);
    }
    if (carrierKey) this.#seen.hasOrAdd('c', groupId, carrierKey);
    if (birthKey) this.#seen.hasOrAdd(ssnKey ? 'n' : 'w', groupId, birthKey, name);
  }
}
