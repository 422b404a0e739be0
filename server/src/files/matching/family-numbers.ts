import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';

type Noted = { groupId: string; digest: string; memberId: string; isFoundAnyway: boolean };

/**
 * What a sender calls the families of its groups, over all its files: a dependent who comes alone finds the subscriber
 * of an earlier file by it. Numbers are keyed digests as hex digits, because they may be SSNs (domain rules 4.1,
 * matching: 0F is the subscriber's SSN, an employee id or a number of the sender).
 */
export class FamilyNumbers {
  readonly #partnerId: string | null;
  readonly #known = new Map<string, string>();
  /** Subscribers by a former SSN. */
  readonly #former = new Map<string, string>();
  readonly #asked = new Set<string>();
  #fresh = new Map<string, Noted>();
  #areFirst = false;

  constructor(partnerId: string | null) {
    this.#partnerId = partnerId;
  }

  /**
   * The same sender's, for a transaction that runs beside others: what it notes is written with its own effect.
   * `areFirst`: no other change has noted numbers in the group, so none is looked for.
   */
  apart(areFirst: boolean): FamilyNumbers {
    const numbers = new FamilyNumbers(this.#partnerId);
    numbers.#areFirst = areFirst;
    return numbers;
  }

  /** The subscriber whom an earlier file called so; known only after `load`. */
  get(groupId: string, digest: string | null): string | undefined {
    return digest === null ? undefined : this.#known.get(groupId + digest);
  }

  /** The one subscriber whose SSN that was before it was corrected, by a file or by hand; known only after `load`. */
  former(groupId: string, digest: string | null): string | undefined {
    return digest === null ? undefined : this.#former.get(groupId + digest);
  }

  /** Reads the numbers among `wanted` that were not asked for yet. A subscriber who was merged since is followed. */
  async load(tx: Tx, wanted: readonly (readonly [groupId: string, digest: string])[]): Promise<void> {
    const fresh = wanted.filter(([groupId, digest]) => !this.#asked.has(groupId + digest));
    if (fresh.length === 0) return;
    for (const [groupId, digest] of fresh) this.#asked.add(groupId + digest);
    const { rows } = await sql<{ groupId: string; digest: string; memberId: string }>`
      select distinct on (f.group_id, f.family_index) f.group_id, encode(f.family_index, 'hex') as digest, coalesce(m.id, merged_into(merged_into(f.member_id)), merged_into(f.member_id)) as member_id
      from unnest(${arrayOf(
        'uuid',
        fresh.map(([groupId]) => groupId),
      )}, ${arrayOf(
        'bytea',
        fresh.map(([, digest]) => digest),
      )}) as k(group_id, value)
        join family_numbers f on f.group_id = k.group_id and f.family_index = k.value left join members m on m.id = f.member_id
      where f.partner_id is not distinct from ${this.#partnerId} and (m.id is not null or merged_into(f.member_id) is not null) order by f.group_id, f.family_index, f.noted_at desc, f.change_id desc`.execute(
      tx,
    );
    for (const { groupId, digest, memberId } of rows) this.#known.set(groupId + digest, memberId);
    await this.#loadFormer(tx, fresh);
  }

  /** A number that several people have had tells nobody. */
  async #loadFormer(tx: Tx, fresh: readonly (readonly [groupId: string, digest: string])[]): Promise<void> {
    const { rows } = await sql<{ groupId: string; digest: string; memberId: string }>`
      select group_id, digest, min(member_id::text) as member_id from former_subscribers(${arrayOf(
        'uuid',
        fresh.map(([groupId]) => groupId),
      )}, ${arrayOf(
        'text',
        fresh.map(([, digest]) => digest),
      )}) group by group_id, digest having count(*) = 1`.execute(tx);
    for (const { groupId, digest, memberId } of rows) this.#former.set(groupId + digest, memberId);
  }

  /**
   * Notes what the file calls the family of a subscriber it was applied to; the first of a file stands.
   * `isFoundAnyway`: the number is one of the subscriber's own.
   */
  note(groupId: string, digest: string, memberId: string, isFoundAnyway: boolean): void {
    const key = groupId + digest;
    if (!this.#fresh.has(key)) this.#fresh.set(key, { groupId, digest, memberId, isFoundAnyway });
  }

  /** Writes what was noted since the last time, in the transaction of its effect; what is known already is left out. */
  async write(tx: Tx, changeId: string, now: string): Promise<void> {
    const noted = [...this.#fresh.values()].filter(({ isFoundAnyway }) => !(this.#areFirst && isFoundAnyway));
    this.#fresh = new Map();
    if (noted.length === 0) return;
    const rows = sql`unnest(${arrayOf(
      'uuid',
      noted.map(({ groupId }) => groupId),
    )}, ${arrayOf(
      'bytea',
      noted.map(({ digest }) => digest),
    )}, ${arrayOf(
      'uuid',
      noted.map(({ memberId }) => memberId),
    )}, ${arrayOf(
      'boolean',
      noted.map(({ isFoundAnyway }) => isFoundAnyway),
    )}) as x(group_id, family_index, member_id, is_found_anyway)`;
    const unknown = sql`left join lateral (select f.member_id from family_numbers f where f.group_id = x.group_id and f.family_index = x.family_index and f.partner_id is not distinct from ${this.#partnerId}::uuid
          order by f.noted_at desc, f.change_id desc limit 1) latest on true
      where latest.member_id is distinct from x.member_id and (latest.member_id is not null or not x.is_found_anyway)`;
    await sql`insert into family_numbers (partner_id, group_id, family_index, member_id, change_id, noted_at)
      select ${this.#partnerId}::uuid, x.group_id, x.family_index, x.member_id, ${changeId}, ${now}::timestamptz from ${rows} ${this.#areFirst ? sql`` : unknown}
      on conflict do nothing`.execute(tx);
  }
}
