import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type CoverageLine, lineBits } from '@openbenefits/domain/coverage/coverage-line';
import { nameKey } from '@openbenefits/domain/files/match-person';
import { isNewbornName } from '@openbenefits/domain/files/newborn-name';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import { arrayOf } from '../../../db/pg-arrays.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Applied } from '../../matching/staged-for-matching.ts';
import { SHARED_BY_AT_MOST } from '../../../members/people-lookup.ts';
import type { Elsewhere } from '../covered-twice.ts';
import { linesEnded } from '../ended-and-back.ts';

/** Whoever comes into a group by a file: by what the person may be known in another group, and the coverage. */
export type Arrival = Elsewhere & { readonly groupId: string; readonly ssnKey: string | null; readonly birthKey: string | null; readonly name: string };

/** People without an SSN who are remembered until all groups of the file are known. */
const MOST_KEPT = 10_000;

/** The coverage that a record has given to its person, as far as it goes on. */
export function arrivalOf(groupId: string, { effect, person }: Applied, before: PersonDraft['spans']): Arrival | undefined {
  if (effect !== 'added' && effect !== 'changed' && effect !== 'reinstated') return undefined;
  // What reaches less far in the old than in the new.
  const days = linesEnded(person.spans, before).flatMap((line): [CoverageLine, CalendarDate][] => {
    const is = person.spans[line]?.at(-1);
    return is?.until === null ? [[line, is.from]] : [];
  });
  const [first] = days.map(([, from]) => from).toSorted();
  if (first === undefined) return undefined;
  const { ssnKey, birthKey, values } = person;
  const name = birthKey === null || isNewbornName(values.firstName) ? '' : nameKey(values.firstName, values.lastName);
  return ssnKey === null && name === '' ? undefined : { groupId, ssnKey, birthKey, name, from: first, lines: lineBits(days.map(([line]) => line)) };
}

/** People of other groups whom a file of several groups covers in a group of its own: whoever is missing in the former has moved to the latter. */
export class MovedGroups {
  readonly #moved = new Map<string, Elsewhere>();
  readonly #kept: Arrival[] = [];

  /** By the SSN at once, one question for a chunk; by birth date and name when the groups are known. */
  async ask(tx: Tx, arrivals: readonly Arrival[]): Promise<void> {
    const bySsn = arrivals.filter(({ ssnKey }) => ssnKey !== null);
    const known = new Set<Arrival>();
    if (bySsn.length > 0) {
      const { rows } = await sql<{ place: number; id: string }>`select k.place::int as place, m.id from unnest(${arrayOf(
        'uuid',
        bySsn.map(({ groupId }) => groupId),
      )}, ${arrayOf(
        'bytea',
        bySsn.map(({ ssnKey }) => ssnKey),
      )}) with ordinality as k(group_id, ssn, place),
        lateral (select id from members where ssn_index = k.ssn and group_id <> k.group_id and removed_by is null limit ${SHARED_BY_AT_MOST}) m`.execute(tx);
      for (const { place, id } of rows) this.#note(id, bySsn[place - 1], known);
    }
    for (const one of arrivals) if (one.name !== '' && !known.has(one) && this.#kept.length < MOST_KEPT) this.#kept.push(one);
  }

  /** Whom the file covers in another of its groups, each with the first day of that and its lines. */
  async in(tx: Tx, groups: readonly string[]): Promise<ReadonlyMap<string, Elsewhere>> {
    const kept = groups.length > 1 ? this.#kept : [];
    if (kept.length === 0) return this.#moved;
    const { rows } = await sql<{ place: number; id: string }>`select k.place::int as place, m.id from unnest(${arrayOf(
      'uuid',
      kept.map(({ groupId }) => groupId),
    )}, ${arrayOf(
      'bytea',
      kept.map(({ birthKey }) => birthKey),
    )}, ${arrayOf(
      'text',
      kept.map(({ name }) => name),
    )}, ${kept.map(({ ssnKey }) => ssnKey !== null)}::boolean[]) with ordinality as k(group_id, birth, name, has_ssn, place),
      unnest(${[...groups]}::uuid[]) as g(id),
      lateral (select id from members where group_id = g.id and g.id <> k.group_id and date_of_birth_index = k.birth and name_key = k.name and removed_by is null
        and (ssn_index is null or not k.has_ssn) limit ${SHARED_BY_AT_MOST}) m`.execute(tx);
    for (const { place, id } of rows) this.#note(id, kept[place - 1]);
    return this.#moved;
  }

  #note(id: string, arrival: Arrival | undefined, known?: Set<Arrival>): void {
    if (!arrival) return;
    known?.add(arrival);
    const before = this.#moved.get(id);
    const from = before && before.from < arrival.from ? before.from : arrival.from;
    this.#moved.set(id, { from, lines: (before?.lines ?? 0) | arrival.lines });
  }
}
