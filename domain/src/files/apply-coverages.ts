import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../coverage/coverage-line.ts';
import { applyWaiver, WAIVED_WITHOUT_DAY } from '../coverage/waiver.ts';
import { applyWithinRetro, firstLost, type RetroTerms } from '../coverage/retro-end.ts';
import {
  describeAnew,
  describeCoverage,
  describeEarlier,
  describeMoved,
  type PersonEffect,
  sameSpans,
  stronger,
} from '../coverage/family-coverage.ts';
import { type CalendarDate, contains, formatDate, type Period } from '../calendar-date.ts';
import {
  type CoverageRequest,
  cutBefore,
  insideSubscriber,
  lastDay,
  named,
  type Span,
} from '../coverage/coverage-change.ts';
import { type PersonDraft, spansOf } from '../members/person-draft.ts';
import { ALONE, type Cut, type Refused, type ResolvedCoverage, type ResolvedRecord } from './resolved-record.ts';
import { isAfterEmployment, isContinued, isEndBeforeCobra, isOnCobra } from './ends-and-cobra.ts';
import { type CoverageAction, isSetting, isStating } from './enrollment-record.ts';

const KIND: Readonly<Record<Exclude<CoverageAction, 'waive'>, CoverageRequest['kind']>> = {
  add: 'set',
  change: 'set',
  compare: 'set',
  end: 'end',
  reinstate: 'reinstate',
  void: 'void',
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
): { effect: PersonEffect; said: string[] } | { refused: string } {
  const open = COVERAGE_LINES.filter((line) => spansOf(person, line).some(({ until }) => until === null));
  if (coverage.isOfAnyLine && open.length > 1)
    return {
      refused: `the file says that coverage is waived, but not which: this person has ${open.map((line) => COVERAGE_LINE_LABEL[line].toLowerCase()).join(' and ')}.`,
    };
  const line = coverage.isOfAnyLine ? (open[0] ?? coverage.line) : coverage.line;
  const result = applyWaiver(spansOf(person, line), coverage, retro?.today ?? today, retro);
  if (result && 'refused' in result) return result;
  if (!result || result.effect === 'unchanged') return { effect: 'unchanged', said: [] };
  person.spans[line] = result.spans;
  const words = describeMoved(describeCoverage(line, 'ended', result.spans, undefined), result.movedFrom);
  return { effect: 'ended', said: [result.isUndated ? `${words}, ${WAIVED_WITHOUT_DAY}` : words] };
}

/** Whether coverage of any line reaches less far than it did. */
const losesReach = (before: PersonDraft['spans'], after: PersonDraft['spans']): boolean =>
  COVERAGE_LINES.some(
    (line) => before[line] !== after[line] && reachesLessFar(after[line]?.at(-1), before[line]?.at(-1)),
  );

const reachesLessFar = (is: Period | undefined, was: Period | undefined): boolean =>
  was !== undefined && (is === undefined || (is.until !== null && (was.until === null || is.until < was.until)));

/** The spans that a change of one plan speaks of, whatever other plan follows. */
const ofPlan = (
  spans: readonly Span[],
  before: readonly Span[] | undefined,
  planId: string | undefined,
): readonly Span[] =>
  [...spans, ...(before ?? [])].some((span) => span.planId === planId)
    ? spans.filter((span) => span.planId === planId)
    : spans;

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

/** Marks what a record has ended before its time. */
const markCut = (before: readonly Span[], after: readonly Span[]): readonly Span[] =>
  after.map((span) =>
    !before.includes(span) && before.some(({ planId, from }) => planId === span.planId && from === span.from)
      ? { ...span, isCut: true }
      : span,
  );

/**
 * What the row says of a plan that an earlier record of the file has ended, and that goes on: the first day of all is
 * no news.
 */
function goesOnWords(
  { action, planId, planName, from }: ResolvedCoverage,
  before: readonly Span[],
  after: readonly Span[],
): string | undefined {
  if (!isSetting(action) || planName === undefined || from === undefined || !cutBefore(before, planId, from))
    return undefined;
  const whole = after.find((span) => span.planId === planId && contains(span, from) && span.from < from);
  return (
    whole &&
    `${planName} goes on from ${formatDate(from)}${whole.until === null ? '' : ` to ${formatDate(lastDay(whole.until))}`}`
  );
}

/** What the row says of a plan that the file names for a dependent whose subscriber changes to another in it. */
function keepsWords(
  { action, planName }: ResolvedCoverage,
  before: readonly Span[],
  after: readonly Span[],
): string | undefined {
  const left = before.find(({ followed }) => followed);
  const last = after.at(-1);
  if (
    !isSetting(action) ||
    planName === undefined ||
    !left ||
    !last ||
    !contains(last, left.from) ||
    last.planId === left.planId
  )
    return undefined;
  return `${planName} goes on${last.until === null ? '' : ` to ${formatDate(lastDay(last.until))}`}, beside the subscriber’s other plan from ${formatDate(left.from)}`;
}

/**
 * The coverages of a record by their places, in the order in which they are taken: the end of what was before what
 * begins behind it, whichever the sender writes first; else the end would take the addition of its line for what it
 * ends. One that names the addition's own first day takes that back, and stays behind it.
 */
export function inOrder(coverages: readonly ResolvedCoverage[]): readonly number[] {
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

export function applyCoverages(
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
  record: ResolvedRecord,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): { effect: PersonEffect; said: string[]; cut: Cut[] } | { refused: Refused } {
  let effect: PersonEffect = 'unchanged';
  const said: string[] = [];
  const cut: Cut[] = [];
  const before = person.spans;
  // COBRA stands apart from the employment’s coverage on both sides.
  const isAlone = isAfterEmployment(record) || isOnCobra(person, subscriber);
  person.spans = { ...before };
  // What a record takes back before it reinstates another plan may be what only followed the subscriber to that one.
  const takesBack = (of: CoverageLine): boolean =>
    record.coverages.some(({ line, action }) => line === of && action === 'void');
  for (const { line, action, planId, until } of record.coverages)
    if (action !== 'end' && action !== 'void' && !(action === 'reinstate' && takesBack(line)) && person.spans[line])
      person.spans[line] = named(spansOf(person, line), planId, until);
  for (const index of inOrder(record.coverages)) {
    const coverage = record.coverages[index] as ResolvedCoverage;
    if (isNewLevel(record, coverage, person)) continue;
    if (coverage.action === 'waive') {
      const waived = endWaived(person, coverage, today, retro);
      if ('refused' in waived)
        return {
          refused: { field: `coverages.${index}`, message: `${COVERAGE_LINE_LABEL[coverage.line]}: ${waived.refused}` },
        };
      effect = stronger(effect, waived.effect);
      said.push(...waived.said);
      continue;
    }
    const until =
      coverage.action === 'end'
        ? endedWith(subscriber && spansOf(subscriber, coverage.line), coverage.until)
        : coverage.until;
    const result = applyWithinRetro(
      spansOf(person, coverage.line),
      {
        kind: KIND[coverage.action],
        planId: coverage.planId,
        from: coverage.from,
        until,
        keepsOthers: isStating(coverage.action),
        anyPlan: record.action === 'end',
        goesOn: isSetting(coverage.action) && !isAlone,
        mayRepeat:
          coverage.action === 'end' && (isEndBeforeCobra(record, isOnCobra(person, subscriber)) ? 'at_once' : true),
      },
      retro,
    );
    const field = `coverages.${index}`;
    if ('refused' in result)
      return { refused: { field, message: `${COVERAGE_LINE_LABEL[coverage.line]}: ${result.refused}` } };
    let spans = result.spans;
    if (until !== coverage.until) cut.push(index);
    if (!record.isSubscriber) {
      const own = subscriber ? spansOf(subscriber, coverage.line) : [];
      spans = spans.flatMap((span) =>
        insideSubscriber(span, own).map((period) =>
          period.from === span.from && period.until === span.until ? span : { planId: span.planId, ...period },
        ),
      );
      const isBeyond =
        isSetting(coverage.action) &&
        !coverage.isByRules &&
        coverage.from !== undefined &&
        own.length > 0 &&
        insideSubscriber({ from: coverage.from, until: coverage.until ?? null }, own).length === 0;
      // A reinstatement of which nothing is left: the subscriber has ended as well.
      const again =
        result.effect === 'reinstated' && own.length > 0 && sameSpans(spansOf(person, coverage.line), spans)
          ? spans.at(-1)?.until
          : undefined;
      const beyond = isBeyond ? coverage.from : (again ?? undefined);
      if (beyond !== undefined || (spans.length === 0 && result.spans.length > 0)) {
        return {
          refused: {
            field,
            message: `The subscriber has no ${COVERAGE_LINE_LABEL[coverage.line].toLowerCase()} coverage that this dependent could share${beyond === undefined ? '' : ` from ${formatDate(beyond)} on`}.${beyond !== undefined && isContinued(record) ? ALONE : ''}`,
            ...(beyond !== undefined && { isBeyond: true }),
          },
        };
      }
      if (!sameSpans(spans, result.spans) && firstLost(result.spans, spans) !== undefined) cut.push(index);
    }
    const held = spansOf(person, coverage.line);
    if (sameSpans(held, spans)) continue;
    person.spans[coverage.line] = coverage.action === 'end' && !isAlone ? markCut(held, spans) : spans;
    // One more line for somebody who is here is a change of the person, and an undo of it removes nobody.
    effect = stronger(effect, result.effect === 'unchanged' || result.effect === 'added' ? 'changed' : result.effect);
    const words =
      goesOnWords(coverage, held, spans) ??
      keepsWords(coverage, held, spans) ??
      describeEarlier(coverage.line, result.effect, held, spans) ??
      describeAnew(result.effect, held, spans, coverage.planName) ??
      describeCoverage(
        coverage.line,
        result.effect,
        ofPlan(spans, before[coverage.line], coverage.planId),
        coverage.planName,
      );
    said.push(describeMoved(words, result.movedFrom));
  }
  // The end of a plan and the beginning of the next, as senders write a change of plan, end nobody.
  if ((effect === 'ended' || effect === 'voided') && !losesReach(before, person.spans)) effect = 'changed';
  return { effect, said, cut };
}
