import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addRowRemarks } from './remarks-of-rows.ts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine, lineBits } from '@openbenefits/domain/coverage-line';
import { type FileFormat, placeInFile } from '@openbenefits/domain/files/file-format';
import { nameKey } from '@openbenefits/domain/files/match-person';
import { isNewbornName } from '@openbenefits/domain/files/newborn-name';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';
import type { Applied, Staged } from '../matching/staged-for-matching.ts';
import { idOfRecord } from '../matching/match-and-apply.ts';
import type { KnownKeys } from '../matching/known-keys.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import { SHARED_BY_AT_MOST } from '../../members/people-lookup.ts';
import { linesEnded } from './ended-and-back.ts';
import { RecordsByPerson } from './records-by-person.ts';

/** Rows that say it themselves; beyond them it is only counted. */
const MOST_TOLD = 10_000;

/** From when on somebody is covered in another family, and on which lines. */
export type Elsewhere = { readonly from: CalendarDate; readonly lines: number };

/** Coverage of a line that a record has given to somebody, to be looked for in other families of the group. */
export type Gained = {
  recordNo: number;
  groupId: string;
  familyId: string;
  ssnKey: string | null;
  birthKey: string | null;
  name: string;
  line: CoverageLine;
  from: CalendarDate;
  until: CalendarDate | null;
};

/** A record and whoever else may be the same person, in another family. */
type Pair = {
  readonly recordNo: number;
  readonly otherId: string;
  readonly lines: number;
  readonly from: CalendarDate;
  /** Without an end. */
  readonly goesOn: boolean;
  /** The same SSN, and another name and birth date: two people, of whom one has a wrong number. */
  readonly isOther?: boolean;
};
/** Somebody of the group who may be the person of a record. */
type Known = {
  place: number;
  otherId: string;
  familyId: string;
  birthKey: string | null;
  name: string;
  spans: [line: CoverageLine, from: CalendarDate, until: CalendarDate | null][] | null;
};
type Told = {
  recordNo: number;
  lines: number;
  isSubscriber: boolean;
  head: string | null;
  line: number | null;
  format: FileFormat;
  isOther: boolean;
};

/**
 * Who is covered twice once the file is applied: as a subscriber and as a dependent of the same group, or as a
 * dependent of two families. That is lawful (spouses who both work there) and refuses nobody, but one of the two is
 * often meant to end, or was sent by mistake. Looked at where a record gives coverage of a line: to somebody whom the
 * file brings in before or behind, by the keys of the file; to others, a dependent by one question for a chunk, and a
 * subscriber among those who were read for the match.
 */
export class CoveredTwice {
  readonly #newcomers = new RecordsByPerson();
  readonly #pairs = new Map<string, Pair>();
  /** By record and former dependent, the lines that end because the person goes on elsewhere by the record. */
  readonly #goneOn = new Map<string, number>();
  /** People beyond the rows that say it themselves. */
  #beyond = 0;

  /** Notes what a record gave to its person; returns what is to be asked of the database. */
  note(
    { record: { recordNo, isSubscriber }, groupId, identity }: Staged,
    { effect, person, touched }: Applied,
    before: PersonDraft['spans'],
    people: PeopleInHand,
    jobId: string,
  ): Gained[] {
    if (effect !== 'added' && effect !== 'changed' && effect !== 'reinstated') return [];
    for (const one of touched) if (one.lines) this.#goneOn.set(`${recordNo} ${one.person.id}`, lineBits(one.lines));
    // What reaches less far in the old than in the new.
    const lines = linesEnded(person.spans, before);
    if (lines.length === 0) return [];
    const familyId = person.subscriberId ?? person.id;
    const gained: Pick<Gained, 'line' | 'from' | 'until'>[] = [];
    for (const line of lines) {
      const is = person.spans[line]?.at(-1);
      if (!is) continue;
      const known = before[line]?.at(-1)?.until;
      gained.push({ line, from: known && known > is.from ? known : is.from, until: is.until });
    }
    const [first] = gained;
    if (!first) return [];
    if (effect === 'added') {
      const others = gained.some(({ until }) => until === null)
        ? this.#newcomers.othersOf(
            groupId,
            isNewbornName(identity.firstName) ? { ...identity, birthKey: null } : identity,
            recordNo,
          )
        : [];
      for (const other of others)
        this.#pair({
          recordNo,
          otherId: idOfRecord(jobId, other),
          lines: lineBits(lines),
          from: first.from,
          goesOn: true,
        });
    }
    if (isSubscriber) {
      for (const other of people.candidates(groupId, identity)) {
        if (other.isNew || other === person || (other.subscriberId ?? other.id) === familyId || !isSame(other, person))
          continue;
        for (const { line, from, until } of gained)
          if (
            other.spans[line]?.some(
              (held) => (held.until === null || held.until > from) && (until === null || held.from < until),
            )
          )
            this.#pair({ recordNo, otherId: other.id, lines: lineBits([line]), from, goesOn: until === null });
      }
      return [];
    }
    // Many births of a day are called alike before there is a name.
    const name =
      person.birthKey === null || isNewbornName(person.values.firstName)
        ? ''
        : nameKey(person.values.firstName, person.values.lastName);
    const { ssnKey, birthKey } = person;
    return ssnKey === null && name === ''
      ? []
      : gained.map(({ line, from, until }) => ({
          recordNo,
          groupId,
          familyId,
          ssnKey,
          birthKey,
          name,
          line,
          from,
          until,
        }));
  }

  #pair(pair: Pair): void {
    const key = `${pair.recordNo} ${pair.otherId}`;
    if ((pair.lines & ~(this.#goneOn.get(key) ?? 0)) === 0) return;
    const known = this.#pairs.get(key);
    if (known) this.#pairs.set(key, { ...known, lines: known.lines | pair.lines });
    else if (this.#pairs.size < MOST_TOLD) this.#pairs.set(key, pair);
    else this.#beyond += 1;
  }

  /**
   * Asks who of the group has the same coverage in another family: one question for the dependents of a chunk, each
   * looked up by itself, and what many of them share once. Of keys that are known to be nobody's nothing is asked.
   */
  async ask(tx: Tx, gained: readonly Gained[], keysOfGroups: KnownKeys): Promise<void> {
    const asked = new Map<string, { by: Gained; isBySsn: boolean; gained: Gained[] }>();
    const note = (key: string, one: Gained, isBySsn: boolean): void => {
      const known = asked.get(key);
      if (known) known.gained.push(one);
      else asked.set(key, { by: one, isBySsn, gained: [one] });
    };
    for (const one of gained) {
      if (one.ssnKey !== null && keysOfGroups.mayHaveSsn(one.groupId, one.ssnKey))
        note(`${one.groupId} ${one.ssnKey}`, one, true);
      if (one.name !== '' && keysOfGroups.mayBeBorn(one.groupId, one.birthKey ?? '', one.name))
        note(`${one.groupId} ${one.birthKey} ${one.name} ${one.ssnKey === null}`, one, false);
    }
    const keys = [...asked.values()];
    if (keys.length === 0) return;
    const { rows } =
      await sql<Known>`select k.place::int as place, m.id as other_id, m.family_id, encode(m.date_of_birth_index, 'hex') as birth_key, m.name_key as name,
        (select jsonb_agg(jsonb_build_array(s.line, lower(s.covered), upper(s.covered))) from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded)) as spans
      from unnest(${arrayOf(
        'uuid',
        keys.map(({ by }) => by.groupId),
      )}, ${arrayOf(
        'bytea',
        keys.map(({ by, isBySsn }) => (isBySsn ? by.ssnKey : null)),
      )}, ${arrayOf(
        'bytea',
        keys.map(({ by, isBySsn }) => (isBySsn ? null : by.birthKey)),
      )},
        ${arrayOf(
          'text',
          keys.map(({ by }) => by.name),
        )}, ${keys.map(({ by }) => by.ssnKey !== null)}::boolean[]) with ordinality as k(group_id, ssn, birth, name, has_ssn, place),
      lateral ((select id, coalesce(subscriber_id, id) as family_id, date_of_birth_index, name_key from members where ssn_index = k.ssn and group_id = k.group_id and removed_by is null limit ${SHARED_BY_AT_MOST + 1})
        union all (select id, coalesce(subscriber_id, id), date_of_birth_index, name_key from members where date_of_birth_index = k.birth and group_id = k.group_id and name_key = k.name and removed_by is null and (ssn_index is null or not k.has_ssn) limit ${SHARED_BY_AT_MOST + 1})) m`.execute(
        tx,
      );
    for (const other of rows) {
      const { isBySsn, gained: theirs } = keys[other.place - 1] ?? { isBySsn: false, gained: [] };
      for (const one of theirs) {
        const isCovered =
          other.familyId !== one.familyId &&
          other.spans?.some(
            (held) =>
              held[0] === one.line &&
              (held[2] === null || held[2] > one.from) &&
              (one.until === null || held[1] < one.until),
          );
        if (isCovered)
          this.#pair({
            recordNo: one.recordNo,
            otherId: other.otherId,
            lines: lineBits([one.line]),
            from: one.from,
            goesOn: one.until === null,
            isOther: isBySsn && isSomebodyElse(one, other),
          });
      }
    }
  }

  /** Whom the file covers in another family from now on, each with the first day of that and its lines. */
  get elsewhere(): ReadonlyMap<string, Elsewhere> {
    const found = new Map<string, Elsewhere>();
    for (const { otherId, from, lines, goesOn, isOther } of this.#pairs.values()) {
      if (isOther || !goesOn) continue;
      const known = found.get(otherId);
      found.set(otherId, { from: known && known.from < from ? known.from : from, lines: (known?.lines ?? 0) | lines });
    }
    return found;
  }

  /**
   * Says it in the rows of the file, as what the other is covered, unless the file itself ends that by then; a
   * dependent's own end that did nothing was the subscriber's. Returns how many people it is, and how many have the SSN
   * of somebody who is another.
   */
  async tell(tx: Tx, jobId: string): Promise<{ twice: number; others: number }> {
    const pairs = [...this.#pairs.values()];
    if (pairs.length === 0) return { twice: 0, others: 0 };
    const { rows } =
      await sql<Told>`select distinct on (k.record_no) k.record_no, k.lines & coalesce(o.lines, k.lines) as lines, coalesce(o.is_subscriber, m.subscriber_id is null) as is_subscriber, nullif(concat_ws(' ', nullif(h.first_name, ''), h.last_name), '') as head, o.line, k.is_other, (select u.format from file_jobs j join uploads u on u.id = j.upload_id where j.id = ${jobId}) as format
      from unnest(${pairs.map(({ recordNo }) => recordNo)}::int[], ${arrayOf(
        'uuid',
        pairs.map(({ otherId }) => otherId),
      )}, ${pairs.map(({ lines }) => lines)}::int[], ${arrayOf(
        'date',
        pairs.map(({ from }) => from),
      )}, ${pairs.map(({ isOther }) => isOther === true)}::boolean[]) as k(record_no, other_id, lines, first, is_other)
      left join members m on m.id = k.other_id left join members h on h.id = m.subscriber_id
      left join lateral (select c.is_subscriber, c.line, c.lines from ${rowsOf(sql`k.other_id`)} c where c.job_id = ${jobId} and c.action = 'added' limit 1) o on true
      where (m.id is not null or o.lines & k.lines > 0)
        and coalesce((select c.ends & k.lines = 0 or c.effective_date >= k.first from ${rowsOf(sql`k.other_id, m.subscriber_id`)} c where c.job_id = ${jobId} and (c.lines & k.lines > 0 or c.ends & k.lines > 0) and not (c.says_end and c.action = 'unchanged')
          order by c.member_id = k.other_id desc, c.record_no desc limit 1), true)
      order by k.record_no, k.is_other desc, is_subscriber desc`.execute(tx);
    await addRowRemarks(
      tx,
      jobId,
      rows.map((row) => ({ recordNo: row.recordNo, remarks: [messageOf(row)] })),
    );
    const others = rows.filter(({ isOther }) => isOther).length;
    return { twice: rows.length - others + this.#beyond, others };
  }
}

/**
 * What files did to somebody, looked up by the person: of rows that were just written the planner knows too little, and
 * reads all of a large file for each.
 */
const rowsOf = (memberIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from file_changes where member_id = any (array[${memberIds}]) offset 0)`;

/** Of one SSN: another name and another birth date, as far as both are known. */
const isSomebodyElse = (one: Gained, other: Known): boolean =>
  one.name !== '' &&
  one.name !== other.name &&
  one.birthKey !== null &&
  other.birthKey !== null &&
  one.birthKey !== other.birthKey;

/** Two SSNs are two people, whatever they are called. */
const isSame = (a: PersonDraft, b: PersonDraft): boolean =>
  a.ssnKey !== null && b.ssnKey !== null
    ? a.ssnKey === b.ssnKey
    : a.birthKey !== null &&
      a.birthKey === b.birthKey &&
      nameKey(a.values.firstName, a.values.lastName) === nameKey(b.values.firstName, b.values.lastName);

function messageOf({ lines, isSubscriber, head, line, format, isOther }: Told): FileMessage {
  if (isOther) return fileMessage('row_dependent_ssn_duplicate');
  const named = COVERAGE_LINES.filter((one) => lines & lineBits([one])).map((one) => COVERAGE_LINE_LABEL[one]);
  const as = isSubscriber ? 'as a subscriber' : head === null ? 'as a dependent' : `as a dependent of ${head}`;
  return fileMessage('row_duplicate_coverage', {
    lines: named,
    as: `${as}${line === null ? '' : ` (${placeInFile(format, line)})`}`,
  });
}
