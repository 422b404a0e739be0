import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { PeopleKeys } from '../../members/people-lookup.ts';
import { SeenKeys } from '../staging/seen-keys.ts';

/** Of a larger group each key is asked for: gathering those of all its people may take longer than the file. */
const MOST_PEOPLE = 2000;

type Gathered = {
  ssn: string | null;
  last4: string | null;
  birth: string | null;
  name: string | null;
  employeeId: string | null;
  memberNumber: string;
  carrierId: string | null;
};

/**
 * The keys of the people of small groups, gathered once, so that a file that brings in a whole group does not ask the
 * database for every single person. May take a key for somebody's that is nobody's, never the other way round. Whoever
 * comes into a group later is found when the file is applied.
 */
export class KnownKeys {
  readonly #groups = new Set<string>();
  readonly #keys = new SeenKeys('likely');

  /** To be called before anybody of the group is looked for. */
  async gather(tx: Tx, groupId: string): Promise<void> {
    const { rows } =
      await sql<Gathered>`select encode(ssn_index, 'hex') as ssn, encode(ssn_last4_index, 'hex') as last4, encode(date_of_birth_index, 'hex') as birth, name_key as name, employee_id, member_number, encode(carrier_id_index, 'hex') as carrier_id
      from members where group_id = ${groupId} limit ${MOST_PEOPLE + 1}`.execute(tx);
    if (rows.length > MOST_PEOPLE) return;
    this.#groups.add(groupId);
    for (const { ssn, last4, birth, name, employeeId, memberNumber, carrierId } of rows) {
      if (birth && name !== null) this.#keys.hasOrAdd('b', groupId, birth, name);
      for (const [kind, key] of [
        ['s', ssn],
        ['l', last4],
        ['d', birth],
        ['e', employeeId],
        ['m', memberNumber],
        ['c', carrierId],
      ] as const)
        if (key) this.#keys.hasOrAdd(kind, groupId, key);
    }
  }

  #may(kind: string, groupId: string, key: string, rest = ''): boolean {
    return !this.#groups.has(groupId) || this.#keys.has(kind, groupId, key, rest);
  }

  mayHaveSsn(groupId: string, ssnKey: string): boolean {
    return this.#may('s', groupId, ssnKey);
  }

  mayBeBorn(groupId: string, birthKey: string, name: string): boolean {
    return this.#may('b', groupId, birthKey, name);
  }

  /** Those of the keys that somebody may have. */
  among({
    ssns,
    births,
    birthDays,
    lastFours,
    employeeIds,
    memberNumbers,
    carrierIds,
    memberIds,
  }: PeopleKeys): PeopleKeys {
    return {
      ssns: ssns.filter(([groupId, key]) => this.mayHaveSsn(groupId, key)),
      births: births.filter(([groupId, key, name]) => this.mayBeBorn(groupId, key, name)),
      birthDays: birthDays.filter(([groupId, key]) => this.#may('d', groupId, key)),
      lastFours: lastFours.filter(([groupId, key]) => this.#may('l', groupId, key)),
      employeeIds: employeeIds.filter(([groupId, key]) => this.#may('e', groupId, key)),
      memberNumbers: memberNumbers.filter(([groupId, key]) => this.#may('m', groupId, key)),
      carrierIds: carrierIds.filter(([groupId, key]) => this.#may('c', groupId, key)),
      memberIds,
    };
  }
}
