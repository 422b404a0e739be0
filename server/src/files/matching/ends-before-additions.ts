import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { type EnrollmentRecord, isSetting, type RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { isContinued } from '@openbenefits/domain/files/ends-and-cobra';
import { nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import { LATE_FROM } from '../staging/staged-packs.ts';
import { goesOn } from './ends-unnamed.ts';
import type { Staged } from './staged-for-matching.ts';

/**
 * Some senders sort a file by what it does: ends first, then additions. The end of somebody who is known comes before
 * what begins behind it, as it stands; one of somebody whom nobody knows yet, and whom the same file brings in further
 * on, waits for that (decisions/0024). Within a pack, in which families stand together and which is the same whenever
 * the file is gone through, it waits for the pack's end; else for the end of the file, since nobody knows what comes
 * yet.
 *
 * Others put additions first (INS03 021 before 024): what begins again for somebody who is covered waits, within a
 * pack, for the end of what was. Taken where it stands it would do nothing, because that plan goes on over its first
 * day, and the end would then end everything.
 *
 * Who has an SSN that a record further on corrects to another (NM1*74 with the old one in NM1*70) waits, within a pack,
 * until it is free.
 */

const isEnd = ({ action, coverages }: EnrollmentRecord): boolean =>
  action === 'end' || (coverages.length > 0 && coverages.every((one) => one.action === 'end' || one.action === 'void'));
const isAddition = ({ action, coverages }: EnrollmentRecord): boolean =>
  action !== 'end' && coverages.some((one) => isSetting(one.action));

const keyOf = ({ isSubscriber, ssn, dateOfBirth, firstName, lastName, groupKey }: EnrollmentRecord): string =>
  `${groupKey} ${isSubscriber} ${ssn ?? `${dateOfBirth} ${nameKey(firstName, lastName)}`}`;

type Place = 'before' | 'before_end' | 'before_own' | 'before_correction';
/** Places of records that may wait, in the order in which they are looked at again behind the pack, each with why. */
export type MayWait = ReadonlyMap<number, Place>;
const NOBODY_WAITS: MayWait = new Map();

/** New subscribers whom the pack covers as dependents, too, further on, and the dependents between the two. */
function beforeOwn(records: readonly EnrollmentRecord[]): { heads: number[]; between: number[] } {
  const covered = new Set<string>();
  const heads: number[] = [];
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index] as EnrollmentRecord;
    if (record.ssn === undefined || (record.isSubscriber && covered.size === 0) || !isAddition(record)) continue;
    if (!record.isSubscriber) covered.add(record.ssn);
    else if (covered.has(record.ssn)) heads.unshift(index);
  }
  if (heads.length === 0) return { heads, between: [] };
  const families = new Set(heads.map((index) => familyOf(records[index] as EnrollmentRecord)));
  return {
    heads,
    between: records.flatMap((record, index) =>
      index > (heads[0] as number) && !record.isSubscriber && families.has(familyOf(record)) ? [index] : [],
    ),
  };
}

/**
 * Records whose SSN somebody gives up further on in the pack, each with its family behind it. The one that stands last
 * comes first, since it may free what the one before it waits for.
 */
function beforeCorrections(records: readonly EnrollmentRecord[]): number[] {
  const given = new Set<string>();
  const waiting: number[] = [];
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index] as EnrollmentRecord;
    const { ssn, previousIdentity: was } = record;
    if (ssn !== undefined && given.has(ssn)) {
      waiting.push(index);
      if (record.isSubscriber)
        records.forEach(
          (one, at) => at > index && !one.isSubscriber && familyOf(one) === familyOf(record) && waiting.push(at),
        );
    }
    if (was?.ssn !== undefined && was.ssn !== ssn) given.add(was.ssn);
  }
  return waiting;
}

/**
 * The ends that stand before the addition of their person, and the dependents between the two: behind the others, the
 * ends last. Behind those the additions that stand before the end of what was, of the person or of the subscriber.
 * Behind those the subscribers who come as dependents, too. First of all who has an SSN that is corrected further on.
 */
export function mayWait(records: readonly EnrollmentRecord[]): MayWait {
  const own = beforeOwn(records);
  const corrected = beforeCorrections(records);
  const waiting = records.some(isEnd) ? waitForEnds(records) : NOBODY_WAITS;
  if (own.heads.length + corrected.length === 0) return waiting;
  const first = corrected.map((index) => [index, 'before_correction'] as const);
  const last = [
    ...own.heads.map((index) => [index, 'before_own'] as const),
    ...own.between.map((index) => [index, 'before'] as const),
  ];
  const places: Map<number, Place> = new Map(first);
  for (const [index, place] of [...waiting, ...last]) if (!places.has(index)) places.set(index, place);
  return places;
}

function waitForEnds(records: readonly EnrollmentRecord[]): MayWait {
  const added = new Set<string>();
  const over = new Map<string, EnrollmentRecord[]>();
  const ends: number[] = [];
  const additions: number[] = [];
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index] as EnrollmentRecord;
    const key = keyOf(record);
    if (isAddition(record)) {
      added.add(key);
      const later = [...(over.get(key) ?? []), ...((!record.isSubscriber && over.get(familyOf(record))) || [])];
      if (later.some((end) => endsWhatWas(end, record))) additions.unshift(index);
    } else if (isEnd(record)) {
      if (added.has(key)) ends.unshift(index);
      for (const of of record.isSubscriber && record.familyKey ? [key, familyOf(record)] : [key])
        over.set(of, [...(over.get(of) ?? []), record]);
    }
  }
  if (ends.length + additions.length === 0) return NOBODY_WAITS;
  const isWaiting = new Set([...ends, ...additions]);
  const heads = new Set(ends);
  const families = new Set<string | undefined>();
  const between = records.flatMap((record, index) => {
    if (record.isSubscriber && heads.has(index)) families.add(record.familyKey);
    else if (record.isSubscriber) families.delete(record.familyKey);
    return !record.isSubscriber && !isWaiting.has(index) && families.has(record.familyKey) ? [index] : [];
  });
  return new Map([
    ...[...between, ...ends].map((index) => [index, 'before'] as const),
    ...additions.map((index) => [index, 'before_end'] as const),
  ]);
}

const familyOf = ({ groupKey, familyKey }: EnrollmentRecord): string => `${groupKey} family ${familyKey}`;

/**
 * Whether an end lies before, or directly before, the first day of what a record adds: of that plan, or of everything.
 */
function endsWhatWas(end: EnrollmentRecord, { coverages }: EnrollmentRecord): boolean {
  const isOver = (until: CalendarDate | undefined, from: CalendarDate | undefined): boolean =>
    until !== undefined && from !== undefined && until <= from;
  return coverages.some(
    ({ line, action, planKey, from }) =>
      isSetting(action) &&
      (end.coverages.length === 0
        ? isOver(end.endsUntil, from)
        : end.coverages.some(
            (one) =>
              one.action === 'end' &&
              one.line === line &&
              (one.planKey === undefined || planKey === undefined || one.planKey === planKey) &&
              one.from !== from &&
              isOver(one.until, from),
          )),
  );
}

/**
 * An addition before the end of what was, of somebody who is covered, or whose subscriber is, over its first day: it
 * waits for that end.
 */
export function goesOnUntilEnd(
  { place }: Staged,
  coverages: readonly ResolvedCoverage[],
  holders: readonly (PersonDraft | undefined)[],
): RecordProblem | undefined {
  if (place !== 'before_end') return undefined;
  const index = coverages.findIndex(
    ({ line, action, from }) =>
      isSetting(action) &&
      from !== undefined &&
      holders.some((one) => one?.spans[line]?.some((span) => span.from < from && contains(span, from))),
  );
  return index < 0
    ? undefined
    : {
        field: `coverages.${index}.from`,
        code: ENDS_FURTHER_ON,
        ...worded(fileMessage('termination_later_in_file')),
      };
}

/**
 * A new subscriber who is a dependent here, and whom the file covers as that further on: who comes as both is both,
 * whichever stands first (decisions/0024). Taken where it stands, it would end what the dependent has.
 */
export const isOwnFurtherOn = ({ place, record }: Staged, former: PersonDraft | undefined): RecordProblem | undefined =>
  place === 'before_own' && former !== undefined && !isContinued(record)
    ? {
        field: 'isSubscriber',
        code: ENDS_FURTHER_ON,
        ...worded(fileMessage('dependent_later_in_file')),
      }
    : undefined;

/**
 * The same where nobody knows yet whether the file covers the dependent further on: the new subscriber is taken behind
 * the file, so that it does not matter in which pack either stands.
 */
export const isOwnPerhapsFurtherOn = (
  { place, record }: Staged,
  former: PersonDraft | undefined,
  isCovered: (id: string) => boolean,
): RecordProblem | undefined =>
  place !== 'last' &&
  former !== undefined &&
  goesOn(former) &&
  isAddition(record) &&
  !isContinued(record) &&
  !isCovered(former.id)
    ? {
        field: 'isSubscriber',
        code: OWN_PERHAPS_FURTHER_ON,
        ...worded(fileMessage('maybe_dependent_later_in_file')),
      }
    : undefined;

/**
 * The subscriber may be waiting for a number that is somebody else's until then; the dependent would come into that
 * family.
 */
export const isBehindCorrected = ({ place, record }: Staged): RecordProblem | undefined =>
  place === 'before_correction' && !record.isSubscriber
    ? {
        field: 'familyKey',
        code: 'number_given_up',
        ...worded(fileMessage('number_released_later')),
      }
    : undefined;

const ENDS_FURTHER_ON = 'ends_further_on';
const OWN_PERHAPS_FURTHER_ON = 'own_perhaps_further_on';

/** Whether a record is to be taken behind the file, whoever comes. */
export const isForTheEnd = (problems: readonly RecordProblem[]): boolean =>
  problems.some(({ code }) => code === OWN_PERHAPS_FURTHER_ON);

const WAITS_FOR: ReadonlySet<string> = new Set([
  'person_missing',
  'subscriber_missing',
  'subscriber_refused',
  'beyond_subscriber',
]);

/**
 * Ends of somebody unknown, and, behind a subscriber who may be waiting, dependents without one, wait for the end of
 * the file.
 */
const ENDS_WAIT_FOR: ReadonlySet<string> = new Set(['person_missing', 'subscriber_missing']);
const DEPENDENTS_WAIT_FOR: ReadonlySet<string> = new Set(['subscriber_missing', 'beyond_subscriber']);

const CORRECTIONS_FREE: ReadonlySet<string> = new Set(['person_unsure', 'number_given_up']);

const ADDITIONS_WAIT_FOR: ReadonlySet<string> = new Set([...WAITS_FOR, ENDS_FURTHER_ON]);

/**
 * What a record waits for, if it does, until the addition behind it: nobody knows its person, or its family, yet, or
 * the family is covered again only there.
 */
export function waits(
  { place, packKey, record }: Staged,
  problems: readonly RecordProblem[],
): 'pack' | 'file' | undefined {
  const isFor = (codes: ReadonlySet<string>): boolean => problems.some(({ code }) => codes.has(code));
  if (isForTheEnd(problems)) return 'file';
  if (place === 'before') return isFor(WAITS_FOR) ? 'pack' : undefined;
  if (place === 'before_end' || place === 'before_own') return isFor(ADDITIONS_WAIT_FOR) ? 'pack' : undefined;
  if (place === 'before_correction' && isFor(CORRECTIONS_FREE)) return 'pack';
  if (place === 'last' || (place === 'again' && !isAddition(record))) return undefined;
  if (isEnd(record)) return isFor(ENDS_WAIT_FOR) ? 'file' : undefined;
  // Dependents who come late come behind every subscriber anyway.
  return !record.isSubscriber && packKey < LATE_FROM && isFor(DEPENDENTS_WAIT_FOR) ? 'file' : undefined;
}

/**
 * Of a record that waits behind more than may: the rehearsal says it, and the deed, which could wait for any number,
 * leaves the record alone.
 */
export const TOO_MANY_WAIT: RecordProblem = {
  field: 'action',
  code: 'too_many_wait',
  ...worded(fileMessage('too_many_deferred')),
};

/** Records that have waited, in the order in which they are taken: whoever is added before the ends. */
export const lastInOrder = <S extends Staged>(waiting: readonly S[]): { others: S[]; ends: S[] } => ({
  others: waiting.filter(({ record }) => !isEnd(record)),
  ends: waiting.filter(({ record }) => isEnd(record)),
});

/** Whether somebody for whom others may wait is brought in by a record. */
export const mayAnswer = ({ record }: Staged): boolean => record.isSubscriber || isAddition(record);

/** Whether a record that stands behind the additions of its pack once more was taken in its place. */
export const isTaken = ({ place, record }: Staged, waiting: Set<number>): boolean =>
  place === 'again' && !waiting.delete(record.recordNo);

/**
 * An end that has waited and lies before all that its person has had here: it was of coverage that nobody knows, and
 * takes nothing back.
 */
export function endsBefore({ place, record }: Staged, { spans }: PersonDraft): RecordProblem | undefined {
  if ((place !== 'again' && place !== 'last') || !isEnd(record)) return undefined;
  const ends =
    record.coverages.length > 0
      ? record.coverages.map(({ line, until }) => ({ lines: [line], until }))
      : [{ lines: [...COVERAGE_LINES], until: record.endsUntil }];
  for (const { lines, until } of ends) {
    const [first] = lines.flatMap((line) => (spans[line] ?? []).map(({ from }) => from)).toSorted();
    if (first === undefined || until === undefined || first < until) continue;
    return {
      field: 'endsUntil',
      code: 'ends_before_addition',
      ...worded(
        fileMessage('termination_before_addition', { start: formatDate(first), end: formatDate(addDays(until, -1)) }),
      ),
    };
  }
  return undefined;
}
