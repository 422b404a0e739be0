import { addDays, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import { type EnrollmentRecord, isSetting, type RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Staged } from './match-and-apply.ts';

/**
 * Some senders sort a file by what it does: ends first, then additions. The end of somebody who is known comes before what begins behind it, as it stands; one of somebody whom nobody knows yet, and whom the same file
 * brings in further on, waits for that (decisions/0024). Looked for within a pack, in which families stand together and which is the same whenever the file is gone through.
 */

const isEnd = ({ action, coverages }: EnrollmentRecord): boolean => action === 'end' || (coverages.length > 0 && coverages.every((one) => one.action === 'end' || one.action === 'void'));
const isAddition = ({ action, coverages }: EnrollmentRecord): boolean => action !== 'end' && coverages.some((one) => isSetting(one.action));

const keyOf = ({ isSubscriber, ssn, dateOfBirth, firstName, lastName, groupKey }: EnrollmentRecord): string => `${groupKey} ${isSubscriber} ${ssn ?? `${dateOfBirth} ${nameKey(firstName, lastName)}`}`;

/** The places of the ends that stand before the addition of their person, and of the dependents between the two: behind the others, the ends last. */
export function mayWait(records: readonly EnrollmentRecord[]): readonly number[] {
  if (!records.some(isEnd)) return [];
  const added = new Set<string>();
  const ends: number[] = [];
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index] as EnrollmentRecord;
    if (isAddition(record)) added.add(keyOf(record));
    else if (isEnd(record) && added.has(keyOf(record))) ends.unshift(index);
  }
  if (ends.length === 0) return [];
  const isWaiting = new Set(ends);
  const families = new Set<string | undefined>();
  const between = records.flatMap((record, index) => {
    if (record.isSubscriber && isWaiting.has(index)) families.add(record.familyKey);
    else if (record.isSubscriber) families.delete(record.familyKey);
    return !record.isSubscriber && !isWaiting.has(index) && families.has(record.familyKey) ? [index] : [];
  });
  return [...between, ...ends];
}

const WAITS_FOR: ReadonlySet<string> = new Set(['person_missing', 'subscriber_missing', 'subscriber_refused', 'beyond_subscriber']);

/** Whether a record waits for the addition behind it: nobody knows its person, or its family, yet, or the family is covered again only there. */
export const waits = ({ place }: Staged, problems: readonly RecordProblem[]): boolean => place === 'before' && problems.some(({ code }) => WAITS_FOR.has(code));

/** Whether a record that stands behind the additions of its pack once more was taken in its place. */
export const isTaken = ({ place, record }: Staged, waiting: Set<number>): boolean => place === 'again' && !waiting.delete(record.recordNo);

/** How many records a chunk has, each counted once. */
export const countOnce = (slices: readonly (readonly Staged[])[]): number => slices.reduce((sum, slice) => sum + slice.filter(({ place }) => place !== 'again').length, 0);

/** An end that has waited and lies before all that its person has had here: it was of coverage that nobody knows, and takes nothing back. */
export function endsBefore({ place, record }: Staged, { spans }: PersonDraft): RecordProblem | undefined {
  if (place !== 'again' || !isEnd(record)) return undefined;
  const ends = record.coverages.length > 0 ? record.coverages.map(({ line, until }) => ({ lines: [line], until })) : [{ lines: [...COVERAGE_LINES], until: record.endsUntil }];
  for (const { lines, until } of ends) {
    const [first] = lines.flatMap((line) => (spans[line] ?? []).map(({ from }) => from)).toSorted();
    if (first === undefined || until === undefined || first < until) continue;
    return { field: 'endsUntil', code: 'ends_before_addition', message: `This person comes into the group with this file, from ${formatDate(first)} on; the end on ${formatDate(addDays(until, -1))}, which stands before it, ends nothing.` };
  }
  return undefined;
}
