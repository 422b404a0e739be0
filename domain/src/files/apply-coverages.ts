import { fileMessage, fileText } from './messages/file-message.ts';
import { type CalendarDate, contains, formatDate, type Period } from '../calendar-date.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { describeCoverage } from '../coverage/describe-coverage.ts';
import { clipToSubscriber, insideSubscriber } from '../coverage/family-spans.ts';
import { firstLostDay } from '../coverage/retro-window.ts';
import { sameSpans, type Span } from '../coverage/span.ts';
import { type PersonEffect, stronger } from '../members/member-change.ts';
import { type PersonDraft, spansOf } from '../members/person-draft.ts';
import { describeChange } from './coverage/describe-change.ts';
import type { FileCoverageRequest } from './coverage/file-coverage-change.ts';
import { fileSpansOf, markEndedByRecord, markListed } from './coverage/file-span.ts';
import { applyWithinRetro, describeMoved, type RetroTerms } from './coverage/retro-ends.ts';
import { applyWaiver, WAIVED_WITHOUT_DAY } from './coverage/waiver.ts';
import { isAfterEmployment, isContinued, isEndBeforeCobra, isOnCobra } from './ends-and-cobra.ts';
import { type CoverageAction, isSetting, isStating } from './enrollment-record.ts';
import type { Cut, Refused, ResolvedCoverage, ResolvedRecord } from './resolved-record.ts';

const KIND: Readonly<Record<Exclude<CoverageAction, 'waive'>, FileCoverageRequest['kind']>> = {
  add: 'set',
  change: 'set',
  compare: 'set',
  end: 'end',
  reinstate: 'reinstate',
  void: 'cancel',
};

/**
 * The end of a dependent's coverage: that of the subscriber's where the file names a later day, because the dependent
 * has ended with it (domain rules 4.2).
 */
export function endedWith(
  subscriber: readonly Period[] | undefined,
  until: CalendarDate | undefined,
): CalendarDate | undefined {
  const last = subscriber?.reduce<CalendarDate | null>(
    (latest, own) => (own.until === null || latest === null ? null : own.until > latest ? own.until : latest),
    subscriber[0]?.until ?? null,
  );
  return last && until && last < until ? last : until;
}

/** Ends what the person has of a line that the file declines; the proposed day is that of the rehearsal. */
function endWaived(
  person: PersonDraft,
  coverage: ResolvedCoverage,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): { effect: PersonEffect; descriptions: string[] } | { refused: string } {
  const open = COVERAGE_LINES.filter((line) => spansOf(person, line).some(({ until }) => until === null));
  if (coverage.isOfAnyLine && open.length > 1)
    return {
      refused: fileText('waiver_line_missing', { lines: open.map((line) => COVERAGE_LINE_LABEL[line]) }),
    };
  const line = coverage.isOfAnyLine ? (open[0] ?? coverage.line) : coverage.line;
  const result = applyWaiver(fileSpansOf(person, line), coverage, retro?.today ?? today, retro);
  if (result && 'refused' in result) return result;
  if (!result || result.effect === 'unchanged') return { effect: 'unchanged', descriptions: [] };
  person.spans[line] = result.spans;
  const words = describeMoved(describeCoverage(line, 'ended', result.spans, undefined), result.movedFrom);
  return { effect: 'ended', descriptions: [result.isUndated ? `${words}, ${WAIVED_WITHOUT_DAY}` : words] };
}

/** Whether coverage of any line reaches less far than it did. */
const losesReach = (before: PersonDraft['spans'], after: PersonDraft['spans']): boolean =>
  COVERAGE_LINES.some(
    (line) => before[line] !== after[line] && reachesLessFar(after[line]?.at(-1), before[line]?.at(-1)),
  );

const reachesLessFar = (is: Period | undefined, was: Period | undefined): boolean =>
  was !== undefined && (is === undefined || (is.until !== null && (was.until === null || is.until < was.until)));

/**
 * Whether an end and an addition of one plan from the very next day, in one record, are how the sender writes a new
 * level: the coverage goes on, and neither a period ends nor another begins. Not of whoever goes on alone: there COBRA
 * follows the coverage of the employment.
 */
function isNewLevel(record: ResolvedRecord, end: ResolvedCoverage, { spans }: PersonDraft): boolean {
  if (end.action !== 'end' || end.until === undefined || isAfterEmployment(record)) return false;
  const { line, until } = end;
  return record.coverages.some(
    ({ line: of, action, from, planId }) =>
      of === line &&
      isSetting(action) &&
      from === until &&
      (end.planId === undefined || end.planId === planId) &&
      spans[line]?.some((span) => span.planId === planId && span.from < until && contains(span, until)),
  );
}

/**
 * The coverages of a record by their places, in the order in which they are taken: the end of what was before what
 * begins behind it, whichever the sender writes first; else the end would take the addition of its line for what it
 * ends. One that names the addition's own first day takes that back, and stays behind it.
 */
function inOrder(coverages: readonly ResolvedCoverage[]): readonly number[] {
  const places = coverages.map((_, place) => place);
  if (coverages.length < 2 || !coverages.some(({ action }) => action === 'end')) return places;
  const isEarlier = (place: number): boolean => {
    const end = coverages[place] as ResolvedCoverage;
    return coverages.some(
      ({ line, action, from }, other) =>
        end.action === 'end' &&
        end.until !== undefined &&
        other < place &&
        line === end.line &&
        isSetting(action) &&
        from !== undefined &&
        end.until <= from &&
        end.from !== from,
    );
  };
  const [earlier, others] = [places.filter(isEarlier), places.filter((place) => !isEarlier(place))];
  return [...earlier, ...others];
}

/** The people whom a record applies to, and the terms of the file. */
type Applying = {
  readonly person: PersonDraft;
  readonly subscriber: PersonDraft | undefined;
  readonly record: ResolvedRecord;
  readonly retro: RetroTerms | undefined;
  /** COBRA is separate from the coverage of the employment, on both sides. */
  readonly isAlone: boolean;
};
type AppliedLine = {
  readonly effect: PersonEffect;
  readonly spans: readonly Span[];
  readonly movedFrom: CalendarDate | undefined;
  /** What the record names reaches beyond the subscriber's coverage. */
  readonly isCut: boolean;
};

function requestOf(
  { person, subscriber, record, isAlone }: Applying,
  { action, planId, from }: ResolvedCoverage & { action: keyof typeof KIND },
  until: CalendarDate | undefined,
): FileCoverageRequest {
  const atOnce = isEndBeforeCobra(record, isOnCobra(person, subscriber));
  return {
    kind: KIND[action],
    planId,
    from,
    until,
    keepsOtherPlans: isStating(action),
    endsAnyPlan: record.action === 'end',
    resumesEnded: isSetting(action) && !isAlone,
    mayRepeat: action === 'end' && (atOnce ? 'at_once' : true),
  };
}

/** Returns the first day of a dependent's coverage without any of the subscriber's; undefined if there is some. */
function beyondSubscriber(
  coverage: ResolvedCoverage,
  effect: PersonEffect,
  subscriber: readonly Span[],
  held: readonly Span[],
  clipped: readonly Span[],
): CalendarDate | undefined {
  const { action, isByRules, from, until = null } = coverage;
  if (subscriber.length === 0) return undefined;
  const isOutside =
    isSetting(action) && !isByRules && from && insideSubscriber({ from, until }, subscriber).length === 0;
  if (isOutside) return from;
  // A reinstatement of which nothing is left: the subscriber has ended as well.
  return effect === 'reinstated' && sameSpans(held, clipped) ? (clipped.at(-1)?.until ?? undefined) : undefined;
}

/** Applies one coverage of a record to its line. */
function applyLine(
  applying: Applying,
  coverage: ResolvedCoverage & { action: keyof typeof KIND },
): AppliedLine | { refused: Omit<Refused, 'field'> } {
  const { person, subscriber, record, retro } = applying;
  const { line, action } = coverage;
  const label = COVERAGE_LINE_LABEL[line];
  const own = subscriber ? spansOf(subscriber, line) : [];
  const until = action === 'end' ? endedWith(subscriber && own, coverage.until) : coverage.until;
  const held = fileSpansOf(person, line);
  const result = applyWithinRetro(held, requestOf(applying, coverage, until), retro);
  if ('refused' in result)
    return { refused: { message: fileMessage('coverage_rule', { line: label, reason: result.refused }) } };
  const { effect, movedFrom } = result;
  const isEndCut = until !== coverage.until;
  if (record.isSubscriber) return { effect, movedFrom, spans: result.spans, isCut: isEndCut };
  const spans = clipToSubscriber(result.spans, own);
  const beyond = beyondSubscriber(coverage, effect, own, held, spans);
  if (beyond !== undefined || (spans.length === 0 && result.spans.length > 0)) {
    if (beyond === undefined) return { refused: { message: fileMessage('subscriber_without_line', { line: label }) } };
    const code = isContinued(record) ? 'subscriber_without_line_alone' : 'subscriber_without_line_from';
    return { refused: { message: fileMessage(code, { line: label, date: formatDate(beyond) }), isBeyond: true } };
  }
  const isCut = isEndCut || (!sameSpans(spans, result.spans) && firstLostDay(result.spans, spans) !== undefined);
  return { effect, movedFrom, spans, isCut };
}

/** Marks the plans that the record lists for a dependent who only follows the subscriber to them. */
function markListedPlans(person: PersonDraft, { coverages }: ResolvedRecord): void {
  // What a record cancels before it reinstates another plan may be what only followed the subscriber to that one.
  const cancels = (of: CoverageLine): boolean => coverages.some(({ line, action }) => line === of && action === 'void');
  for (const { line, action, planId, until } of coverages)
    if (action !== 'end' && action !== 'void' && !(action === 'reinstate' && cancels(line)) && person.spans[line])
      person.spans[line] = markListed(fileSpansOf(person, line), planId, until);
}

const isWaiver = (coverage: ResolvedCoverage): coverage is ResolvedCoverage & { action: 'waive' } =>
  coverage.action === 'waive';

/** Applies the coverages of a record to the person, in order; the first refusal refuses the record. */
export function applyCoverages(
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
  record: ResolvedRecord,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): { effect: PersonEffect; descriptions: string[]; cut: Cut[] } | { refused: Refused } {
  let effect: PersonEffect = 'unchanged';
  const descriptions: string[] = [];
  const cut: Cut[] = [];
  const before = person.spans;
  const isAlone = isAfterEmployment(record) || isOnCobra(person, subscriber);
  person.spans = { ...before };
  markListedPlans(person, record);
  for (const index of inOrder(record.coverages)) {
    const coverage = record.coverages[index] as ResolvedCoverage;
    const { line, action } = coverage;
    const field = `coverages.${index}`;
    if (isNewLevel(record, coverage, person)) continue;
    if (isWaiver(coverage)) {
      const waived = endWaived(person, coverage, today, retro);
      if ('refused' in waived)
        return {
          refused: {
            field,
            message: fileMessage('coverage_rule', { line: COVERAGE_LINE_LABEL[line], reason: waived.refused }),
          },
        };
      effect = stronger(effect, waived.effect);
      descriptions.push(...waived.descriptions);
      continue;
    }
    const applied = applyLine(
      { person, subscriber, record, retro, isAlone },
      { ...coverage, action: action as keyof typeof KIND },
    );
    if ('refused' in applied) return { refused: { field, ...applied.refused } };
    if (applied.isCut) cut.push(index);
    const held = fileSpansOf(person, line);
    const { spans } = applied;
    if (sameSpans(held, spans)) continue;
    person.spans[line] = action === 'end' && !isAlone ? markEndedByRecord(held, spans) : spans;
    // One more line for a person on record is a change of the person, and its undo removes nobody.
    const isChange = applied.effect === 'unchanged' || applied.effect === 'added';
    effect = stronger(effect, isChange ? 'changed' : applied.effect);
    const change = { line, effect: applied.effect, before: held, after: spans };
    descriptions.push(describeMoved(describeChange(coverage, change, before[line]), applied.movedFrom));
  }
  // The end of a plan and the start of the next, as senders write a change of plan, terminate nobody.
  if ((effect === 'ended' || effect === 'voided') && !losesReach(before, person.spans)) effect = 'changed';
  return { effect, descriptions, cut };
}
