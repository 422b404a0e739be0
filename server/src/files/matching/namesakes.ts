import { type Identity, nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { KeyInGroup } from '../../members/people-lookup.ts';
import type { Staged } from './staged-for-matching.ts';

type Found = Map<string, string | string[]>;
/**
 * Employees of whom no SSN or no birth date is known, and all: a record that has neither may mean anybody of its name.
 */
type Whom = 'less known' | 'all';

const whomOf = ({ ssnKey, birthKey }: Identity): Whom => (ssnKey === null && birthKey === null ? 'all' : 'less known');

/** What a record has completed of somebody whom it found by the name. */
type Completed = Pick<PersonDraft, 'ssnKey' | 'last4Key' | 'birthKey'> & { employeeId: string | number | null };

/**
 * Who of a group has a name, and may be meant by a record that tells people by something else. No index leads from a
 * name to them, so a group is read once for all the records of a job that ask so: of most groups nobody is less known.
 * Whoever comes into the group by another hand in the meantime is not among them.
 */
export class Namesakes {
  readonly #groups = new Map<string, Found>();
  readonly #completed = new Map<string, Completed>();

  async #read(tx: Tx, groupId: string, whom: Whom): Promise<Found> {
    const key = `${whom} ${groupId}`;
    const known = this.#groups.get(key) ?? (whom === 'less known' ? this.#groups.get(`all ${groupId}`) : undefined);
    if (known) return known;
    const { rows } = await sql<{
      id: string;
      name: string;
    }>`select id, name_key as name from members where group_id = ${groupId} and subscriber_id is null ${whom === 'all' ? sql`` : sql`and (ssn_index is null or date_of_birth_index is null)`}`.execute(
      tx,
    );
    const found: Found = new Map();
    for (const { id, name } of rows) {
      const other = found.get(name);
      found.set(name, other === undefined ? id : [...(Array.isArray(other) ? other : [other]), id]);
    }
    this.#groups.set(key, found);
    return found;
  }

  /**
   * The ids of those whom subscribers may mean by their names; of many of one name some are enough to know that it
   * tells nobody.
   */
  async of(tx: Tx, subscribers: readonly Staged[]): Promise<KeyInGroup[]> {
    const keys: KeyInGroup[] = [];
    for (const { groupId, identity } of subscribers) {
      const name = nameKey(identity.firstName, identity.lastName);
      if (name === '') continue;
      const ids = (await this.#read(tx, groupId, whomOf(identity))).get(name);
      for (const id of ids === undefined ? [] : [ids].flat().slice(0, 20)) keys.push([groupId, id]);
    }
    return keys;
  }

  /**
   * Notes whom a record has found by the name: a rehearsal alters nobody, and reads the same person again further on.
   */
  complete({ id, ssnKey, last4Key, birthKey, values }: PersonDraft): void {
    this.#completed.set(id, { ssnKey, last4Key, birthKey, employeeId: values.employeeId ?? null });
  }

  /** People as they are read, with what records before have completed of them. */
  completed(people: PersonDraft[]): PersonDraft[] {
    if (this.#completed.size === 0) return people;
    for (const person of people) {
      const told = this.#completed.get(person.id);
      if (!told) continue;
      person.ssnKey ??= told.ssnKey;
      person.last4Key ??= told.last4Key;
      person.birthKey ??= told.birthKey;
      person.values.employeeId ??= told.employeeId;
    }
    return people;
  }
}
