import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type CoverageLine, lineBits } from '@openbenefits/domain/coverage-line';
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
export type Arrival = Elsewhere & {
  readonly groupId: string;
  readonly ssnKey: string | null;
  readonly birthKey: string | null;
  readonly name: string;
};

/** People without an SSN who are remembered until all groups of the file are known. */
const MOST_KEPT = 10_000;

/** The coverage that a record has given to its person, as far as it goes on. */
export function arrivalOf(
  groupId: string,
  { effect, person }: Applied,
  before: PersonDraft['spans'],
): Arrival | undefined {
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
  return ssnKey === null && name === ''
    ? undefined
    : { groupId, ssnKey, birthKey, name, from: first, lines: lineBits(days.map(([line]) => line)) };
}

/**
 * People of other groups whom a file of several groups covers in a group of its own: whoever is missing in the former
 * has moved to the latter.
 */
export class MovedGroups {
  readonly #moved = new Map<string, Elsewhere>();
  readonly #kept: Arrival[] = [];

  /** By the SSN at once, one question for a chunk; by birth date and name when the groups are known. */
  async ask(tx: Tx, arrivals: readonly Arrival[]): Promise<void> {
    const bySsn = arrivals.filter(({ ssnKey }) => ssnKey !== null);
    const known = new Set<Arrival>();
    if (bySsn.length > 0) {
      const { rows } = await sql<{
        place: number;
        id: string;
      }>`select k.place::int as place, m.id from unnest(${arrayOf(
        'uuid',
        bySsn.map(({ groupId }) => groupId),
      )}, ${arrayOf(
        'bytea',
        bySsn.map(({ ssnKey }) => ssnKey),
      )}) with ordinality as k(group_id, ssn, place),
        lateral (select id from members where ssn_index = k.ssn and group_id <> k.group_id and removed_by is null limit ${SHARED_BY_AT_MOST}) m`.execute(
        tx,
      );
      for (const { place, id } of rows) this.#note(id, bySsn[place - 1], known);
    }
    for (const one of arrivals)
      if (one.name !== '' && !known.has(one) && this.#kept.length < MOST_KEPT) this.#kept.push(one);
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

/**
 * Whoever an earlier file has moved ends in the old group on the day before the new one begins, and a file that names
 * the person in the new one alone says nothing else: nothing of that is missing, nor of a dependent who ended with that
 * and did not move along. Without this the end would be drawn to the end of the file's month, and days between the
 * groups be lost.
 */
export async function leaveOutMoved(
  tx: Tx,
  { jobId }: { readonly jobId: string },
  groups: readonly string[],
): Promise<void> {
  // First whoever has an end already: of nearly everybody who is missing it ends there, and nobody is looked for in
  // other groups.
  await sql`
    with bounded as materialized (select f.member_id, f.line, f.proposed_last_day from file_missing f where f.job_id = ${jobId} and not f.is_named
      and not exists (select from coverage_spans s where s.member_id = f.member_id and upper_inf(s.recorded) and (f.line is null or s.line = f.line) and upper_inf(s.covered)))
    delete from file_missing f using bounded b join members m on m.id = b.member_id where f.job_id = ${jobId} and f.member_id = b.member_id and f.line is not distinct from b.line
      and not exists (select from coverage_spans s where s.member_id = b.member_id and upper_inf(s.recorded) and (b.line is null or s.line = b.line) and upper(s.covered) > b.proposed_last_day + 1
        and not exists (select from unnest(array[m.id, m.subscriber_id]) as k(id) join members p on p.id = k.id, lateral (
            select id, group_id from members where ssn_index = p.ssn_index and removed_by is null
            union all select id, group_id from members where group_id = any (${[...groups]}::uuid[]) and date_of_birth_index = p.date_of_birth_index and name_key = p.name_key
              and (ssn_index is null or p.ssn_index is null) and removed_by is null
          ) o join file_changes c on c.member_id = o.id and c.job_id = ${jobId} and c.action not in ('ended', 'voided')
          join coverage_spans n on n.member_id = o.id and upper_inf(n.recorded) and n.line = s.line and lower(n.covered) = upper(s.covered)
          where o.group_id <> m.group_id))`.execute(tx);
}
