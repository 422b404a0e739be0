import type { CalendarDate } from '../calendar-date.ts';
import type { RetroTerms } from '../coverage/retro-end.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../coverage/coverage-line.ts';
import { markBack } from '../coverage/back-with-subscriber.ts';
import { applyCoverage } from '../coverage/coverage-change.ts';
import {
  describeCoverage,
  endEverything,
  followSubscriber,
  type PersonEffect,
  reopenLast,
  sameSpans,
  settleUnlessOpen,
  stronger,
  type Touched,
  voidEverything,
} from '../coverage/family-coverage.ts';
import { type PersonDraft, spansOf } from '../members/person-draft.ts';
import { withoutCoverage } from '../coverage/waiver.ts';
import type { Cut, RecordResult, ResolvedRecord } from './resolved-record.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';
import { applyCoverages, endedWith } from './apply-coverages.ts';
import { endOfLeaver } from './end-of-leaver.ts';
import { firstDaysAlone, isContinued, repeatsEnd, saysEnd } from './ends-and-cobra.ts';
import { setValues } from './set-values.ts';
import { settleStatus } from './settled-status.ts';

/** What the row of a dependent says whose coverage in the file reaches beyond the subscriber's (domain rules 4.2). */
export const cutWords = (lines: readonly CoverageLine[]): string =>
  `${lines.length > 0 ? lines.map((line) => COVERAGE_LINE_LABEL[line]).join(', ') : 'Coverage'} in the file reaches beyond the subscriber’s coverage and was cut to it`;

/**
 * The file ends the dependent itself: it does not only end with the subscriber, and does not go on with it. Where it
 * ends single lines, a record of the dependent's own may add them again.
 */
function endOwn(person: PersonDraft, { coverages }: ResolvedRecord): void {
  for (const line of COVERAGE_LINES)
    if (person.spans[line]?.some(({ lost }) => lost !== undefined))
      person.spans[line] = spansOf(person, line).map(({ lost, ...span }) =>
        lost !== undefined && coverages.length > 0 ? { ...span, isCut: true } : span,
      );
}

/**
 * Applies a record to its person and, where the subscriber's coverage changes, to the dependents. Works on the drafts
 * in place; on a refusal the caller throws the drafts of this record away. Source: domain rules 4.1, "What each action
 * means to us"; `retro` is 4.10. Dependents end with their subscriber, and whoever goes on as a subscriber elsewhere
 * loses nothing, so neither is asked for the window again.
 */
export function applyRecord(
  record: ResolvedRecord,
  person: PersonDraft,
  family: { subscriber?: PersonDraft; dependents: readonly PersonDraft[]; created: boolean },
  today: CalendarDate,
  retro?: RetroTerms,
): RecordResult {
  if (repeatsEnd(record, person, family.subscriber)) return { effect: 'unchanged', touched: [], cut: [] };
  const revision = person.revision;
  const before = { ...person.spans };
  const wasStatus = person.values.benefitStatus;
  setValues(record, person);
  if (!record.isSubscriber && saysEnd(record)) endOwn(person, record);
  let effect: PersonEffect = 'unchanged';
  let said: string[] = [];
  let cut: Cut[] = [];
  if (record.neverCovered) {
    const never = voidEverything(person, retro);
    if ('refused' in never) return { refused: { field: 'action', message: never.refused } };
    ({ effect, said } = never);
  } else if (record.action === 'end' && record.coverages.length === 0) {
    if (!record.endsUntil)
      return { refused: { field: 'endsUntil', message: 'An end needs the last day of coverage (DTP 357 or 303).' } };
    const whole = family.subscriber
      ? COVERAGE_LINES.flatMap((line) => spansOf(family.subscriber as PersonDraft, line))
      : undefined;
    const until = endedWith(whole, record.endsUntil) ?? record.endsUntil;
    if (until !== record.endsUntil) cut = ['whole'];
    const ended = endEverything(person, until, retro);
    if ('refused' in ended) return { refused: { field: 'endsUntil', message: ended.refused } };
    ({ effect, said } = ended);
  } else if (record.action === 'reinstate' && record.coverages.length === 0) {
    const back = reopenLast(person, family.subscriber);
    if ('refused' in back)
      return { refused: { field: 'action', message: back.refused, ...(back.isBeyond && { isBeyond: true }) } };
    ({ effect, said } = back);
  } else {
    const covered = applyCoverages(person, family.subscriber, record, today, retro);
    if ('refused' in covered) return covered;
    ({ effect, said, cut } = covered);
    const others = endOfLeaver(record, person, retro);
    if ('refused' in others) return { refused: { field: 'endsUntil', message: others.refused } };
    effect = stronger(effect, others.effect);
    said.push(...others.said);
  }
  settleStatus(
    person,
    record.action,
    effect,
    today,
    COVERAGE_LINES.some(
      (line) => before[line] !== person.spans[line] && !sameSpans(before[line] ?? [], spansOf(person, line)),
    ),
  );
  // A full file also names who has left: somebody new whose coverage is over, or ends on a known day, is not simply
  // active.
  if (family.created && COVERAGE_LINES.some((line) => spansOf(person, line).length > 0))
    settleUnlessOpen(person, today);
  // Only the record that brought the person in adds it; a later record of the same file about it changes it or nothing.
  if (family.created) effect = 'added';
  else if (effect === 'unchanged' && person.revision !== revision) effect = 'changed';
  const touched: Touched[] = [];
  if (effect !== 'unchanged')
    touched.push({
      person,
      effect,
      summary: said.join(', ') || (effect === 'added' ? withoutCoverage(record.coverages) : 'Personal details'),
    });
  if (record.isSubscriber && effect !== 'unchanged') {
    // A change of plan may be sent as two records. Whoever goes on under COBRA or after a death does so alone: each of
    // the others is named.
    const how = {
      mayGoOn: record.coverages.length > 0,
      goesOn: !isContinued(record) && record.action !== 'end',
      alone: firstDaysAlone(record, wasStatus),
      was: before,
    };
    for (const dependent of family.dependents) {
      const followed = followSubscriber(person, dependent, how);
      if (!followed) continue;
      if (followed.effect === 'ended') settleUnlessOpen(dependent, today);
      else settleStatus(dependent, record.action, 'changed', today, true);
      touched.push({ person: dependent, effect: followed.effect as Touched['effect'], summary: followed.summary });
    }
    if (record.action === 'reinstate' || record.coverages.some(({ action }) => action === 'reinstate'))
      markBack(person, before, family.dependents);
  }
  return { effect, touched, cut };
}

/**
 * A dependent goes on as a subscriber, or with one: what the dependent has ends the day before. After a death, a
 * divorce or as COBRA every line does; a child who is hired keeps the lines that the job does not give. Returns the
 * former dependent where anything ended. Domain rules 4.1, split.
 */
export function endFormer(
  former: PersonDraft,
  person: PersonDraft,
  record: Pick<EnrollmentRecord, 'benefitStatus' | 'maintenanceReason' | 'isSubscriber'>,
  today: CalendarDate,
): Touched[] {
  const starts = COVERAGE_LINES.flatMap((line) => spansOf(person, line).map(({ from }) => from)).toSorted();
  const [first] = starts;
  if (!first) return [];
  const all = !record.isSubscriber || isContinued(record);
  const said: string[] = [];
  const lines: CoverageLine[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(former, line);
    const from = spansOf(person, line)[0]?.from ?? (all ? first : undefined);
    if (!from || !held.some(({ until }) => until === null || until > from)) continue;
    const result = applyCoverage(held, { kind: 'end', until: from });
    if ('refused' in result || result.effect === 'unchanged') continue;
    former.spans[line] = result.spans;
    lines.push(line);
    said.push(describeCoverage(line, 'ended', result.spans, undefined));
  }
  if (said.length === 0) return [];
  settleUnlessOpen(former, today);
  return [
    {
      person: former,
      effect: 'ended',
      summary: `Goes on ${record.isSubscriber ? 'as a subscriber' : 'with another subscriber'}: ${said.join(', ')}`,
      lines,
    },
  ];
}
