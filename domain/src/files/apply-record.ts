import { type FileMessage, fileMessage } from './messages/file-message.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { endCoverage } from '../coverage/coverage-change.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { describeCoverage } from '../coverage/describe-coverage.ts';
import { sameSpans } from '../coverage/span.ts';
import { type PersonEffect, stronger, type Touched } from '../members/member-change.ts';
import { type PersonDraft, spansOf } from '../members/person-draft.ts';
import { settleByDates } from '../members/status-by-dates.ts';
import { applyCoverages, endedWith } from './apply-coverages.ts';
import { type FileSpan, fileSpansOf, markResumable } from './coverage/file-span.ts';
import { followInFile } from './coverage/follow-in-file.ts';
import type { RetroTerms } from './coverage/retro-ends.ts';
import { withoutCoverage } from './coverage/waiver.ts';
import { cancelAllLines, endAllLines, reinstateLastLines } from './coverage/whole-person.ts';
import { endOfLeaver } from './end-of-leaver.ts';
import { firstDaysAlone, isContinued, repeatsEnd, saysEnd } from './ends-and-cobra.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';
import type { Cut, RecordResult, Refused, ResolvedRecord } from './resolved-record.ts';
import { setValues } from './set-values.ts';
import { settleStatus } from './settled-status.ts';

/** What the row of a dependent says whose coverage in the file reaches beyond the subscriber's (domain rules 4.2). */
export const cutWords = (lines: readonly CoverageLine[]): FileMessage =>
  fileMessage('row_cut_to_subscriber', {
    lines: lines.length > 0 ? lines.map((line) => COVERAGE_LINE_LABEL[line]) : 'Coverage',
  });

/**
 * Notes that the file itself ends the dependent, who then neither ended only with the subscriber nor continues with it.
 * Where it ends single lines, a record of the dependent's own may add them again.
 */
function endOwn(person: PersonDraft, { coverages }: ResolvedRecord): void {
  for (const line of COVERAGE_LINES) {
    const held = fileSpansOf(person, line);
    if (!held.some(({ previousUntil }) => previousUntil !== undefined)) continue;
    person.spans[line] = held.map(({ previousUntil, ...span }): FileSpan =>
      previousUntil !== undefined && coverages.length > 0 ? { ...span, isEndedByRecord: true } : span,
    );
  }
}

type Family = { subscriber?: PersonDraft; dependents: readonly PersonDraft[]; created: boolean };
type Applied = { effect: PersonEffect; descriptions: string[]; cut: readonly Cut[] };

/** Ends everything that the person has, for a record that names a last day and no line. */
function endWhole(
  endsUntil: CalendarDate | undefined,
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
  retro: RetroTerms | undefined,
): Applied | { refused: Refused } {
  const field = 'endsUntil';
  if (!endsUntil) return { refused: { field, message: fileMessage('end_without_last_day') } };
  const whole = subscriber && COVERAGE_LINES.flatMap((line) => spansOf(subscriber, line));
  const until = endedWith(whole, endsUntil) ?? endsUntil;
  const ended = endAllLines(person, until, retro);
  if ('refused' in ended)
    return { refused: { field, message: fileMessage('rule_of_record', { reason: ended.refused }) } };
  return { ...ended, cut: until === endsUntil ? [] : ['whole'] };
}

/** Applies what the record says of the person's coverage. */
function applyToCoverage(
  record: ResolvedRecord,
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): Applied | { refused: Refused } {
  if (record.neverCovered) {
    const never = cancelAllLines(person, retro);
    return 'refused' in never
      ? { refused: { field: 'action', message: fileMessage('rule_of_record', { reason: never.refused }) } }
      : { ...never, cut: [] };
  }
  if (record.action === 'end' && record.coverages.length === 0)
    return endWhole(record.endsUntil, person, subscriber, retro);
  if (record.action === 'reinstate' && record.coverages.length === 0) {
    const back = reinstateLastLines(person, subscriber);
    return 'refused' in back
      ? {
          refused: {
            field: 'action',
            message: fileMessage('rule_of_record', { reason: back.refused }),
            ...(back.isBeyond && { isBeyond: true }),
          },
        }
      : { ...back, cut: [] };
  }
  const covered = applyCoverages(person, subscriber, record, today, retro);
  if ('refused' in covered) return covered;
  const others = endOfLeaver(record, person, retro);
  if ('refused' in others)
    return { refused: { field: 'endsUntil', message: fileMessage('rule_of_record', { reason: others.refused }) } };
  return {
    effect: stronger(covered.effect, others.effect),
    descriptions: [...covered.descriptions, ...others.descriptions],
    cut: covered.cut,
  };
}

/** Applies a change of the subscriber's coverage to the dependents; returns those who changed. */
function applyToDependents(
  record: ResolvedRecord,
  person: PersonDraft,
  before: PersonDraft['spans'],
  dependents: readonly PersonDraft[],
  wasStatus: PersonDraft['values']['benefitStatus'],
  today: CalendarDate,
): Touched[] {
  const touched: Touched[] = [];
  // A change of plan may be sent as two records. A subscriber who continues under COBRA or after a death does so alone:
  // each of the others is listed.
  const terms = {
    mayResume: record.coverages.length > 0,
    resumes: !isContinued(record) && record.action !== 'end',
    alone: firstDaysAlone(record, wasStatus),
    before,
  };
  for (const dependent of dependents) {
    const followed = followInFile(person, dependent, terms);
    if (!followed) continue;
    if (followed.effect === 'ended') settleByDates(dependent, today);
    else settleStatus(dependent, record.action, 'changed', today, true);
    touched.push({ person: dependent, effect: followed.effect as Touched['effect'], summary: followed.summary });
  }
  if (record.action === 'reinstate' || record.coverages.some(({ action }) => action === 'reinstate'))
    markResumable(person, before, dependents);
  return touched;
}

/**
 * Applies a record to its person and, where the subscriber's coverage changes, to the dependents. Works on the drafts
 * in place; on a refusal the caller discards the drafts of this record. Source: domain rules 4.1, "What each action
 * means to us"; `retro` is 4.10. Dependents end with their subscriber, and a person who continues as a subscriber
 * elsewhere loses nothing, so the window does not apply to either again.
 */
export function applyRecord(
  record: ResolvedRecord,
  person: PersonDraft,
  family: Family,
  today: CalendarDate,
  retro?: RetroTerms,
): RecordResult {
  if (repeatsEnd(record, person, family.subscriber)) return { effect: 'unchanged', touched: [], cut: [] };
  const revision = person.revision;
  const before = { ...person.spans };
  const wasStatus = person.values.benefitStatus;
  setValues(record, person);
  if (!record.isSubscriber && saysEnd(record)) endOwn(person, record);
  const applied = applyToCoverage(record, person, family.subscriber, today, retro);
  if ('refused' in applied) return applied;
  const { descriptions, cut } = applied;
  let { effect } = applied;
  const isOther = COVERAGE_LINES.some(
    (line) => before[line] !== person.spans[line] && !sameSpans(before[line] ?? [], spansOf(person, line)),
  );
  settleStatus(person, record.action, effect, today, isOther);
  // A full file also lists people who have left: a new person whose coverage is over, or ends on a known day, is not
  // simply active.
  if (family.created && COVERAGE_LINES.some((line) => spansOf(person, line).length > 0)) settleByDates(person, today);
  // Only the record that creates the person adds it; a later record of the same file changes it or nothing.
  if (family.created) effect = 'added';
  else if (effect === 'unchanged' && person.revision !== revision) effect = 'changed';
  if (effect === 'unchanged') return { effect, touched: [], cut };
  const summary =
    descriptions.join(', ') || (effect === 'added' ? withoutCoverage(record.coverages) : 'Personal details');
  const followed = record.isSubscriber
    ? applyToDependents(record, person, before, family.dependents, wasStatus, today)
    : [];
  return { effect, touched: [{ person, effect, summary }, ...followed], cut };
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
  const descriptions: string[] = [];
  const lines: CoverageLine[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(former, line);
    const from = spansOf(person, line)[0]?.from ?? (all ? first : undefined);
    if (!from || !held.some(({ until }) => until === null || until > from)) continue;
    const result = endCoverage(held, { until: from });
    if ('refused' in result || result.effect === 'unchanged') continue;
    former.spans[line] = result.spans;
    lines.push(line);
    descriptions.push(describeCoverage(line, 'ended', result.spans, undefined));
  }
  if (descriptions.length === 0) return [];
  settleByDates(former, today);
  return [
    {
      person: former,
      effect: 'ended',
      summary: `Goes on ${record.isSubscriber ? 'as a subscriber' : 'with another subscriber'}: ${descriptions.join(', ')}`,
      lines,
    },
  ];
}
