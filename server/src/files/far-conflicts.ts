import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { type Identity, NAME_UNDER_OTHER_SSN, nameKey, plainName, SSN_OF_SOMEBODY_ELSE } from '@openbenefits/domain/files/match-person';
import { SeenKeys } from './seen-keys.ts';

const unsure = (message: string): RecordProblem => ({ field: 'ssn', code: 'person_unsure', message });

/**
 * New subscribers of a file who contradict each other, however far apart they stand: a rehearsal has only those of one chunk in hand, while applying finds
 * the earlier one in the group. The rules of matchPerson for two who are nobody's match: one SSN with another birth date and first name, or one name and
 * birth date under two SSNs.
 */
export class FarConflicts {
  readonly #seen = new SeenKeys('sure');

  /** What is wrong with a subscriber whom nobody known fits. */
  find(groupId: string, { ssnKey, birthKey, firstName, lastName, employeeId, carrierKey, previousIdentity }: Identity): RecordProblem | undefined {
    if (!ssnKey || !birthKey || previousIdentity) return undefined;
    if (this.#seen.has('s', groupId + ssnKey)) {
      const isSame = this.#seen.has('b', groupId + ssnKey + birthKey) || this.#seen.has('f', groupId + ssnKey + plainName(firstName)) || this.#seen.has('o', groupId + ssnKey);
      return isSame ? undefined : unsure(SSN_OF_SOMEBODY_ELSE);
    }
    const named = groupId + birthKey + nameKey(firstName, lastName);
    // An employee ID or a member number that both have makes them one person, whose SSN is corrected.
    if ((employeeId && this.#seen.has('e', groupId + employeeId)) || (carrierKey && this.#seen.has('c', groupId + carrierKey))) return undefined;
    return this.#seen.has('n', named) && !this.#seen.has('w', named) ? unsure(NAME_UNDER_OTHER_SSN) : undefined;
  }

  /** Notes a subscriber whom the file brings in. */
  note(groupId: string, { ssnKey, birthKey, firstName, lastName, employeeId, carrierKey }: Identity): void {
    const note = (kind: string, key: string): void => void this.#seen.hasOrAdd(kind, groupId + key);
    if (ssnKey) {
      note('s', ssnKey);
      note('f', ssnKey + plainName(firstName));
      // Somebody without a birth date contradicts nobody's.
      if (birthKey) note('b', ssnKey + birthKey);
      else note('o', ssnKey);
    }
    if (employeeId) note('e', employeeId);
    if (carrierKey) note('c', carrierKey);
    if (birthKey) note(ssnKey ? 'n' : 'w', birthKey + nameKey(firstName, lastName));
  }
}
