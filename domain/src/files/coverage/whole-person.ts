import { fileText } from '../messages/file-message.ts';
import type { CalendarDate } from '../../calendar-date.ts';
import { type CoverageEffect, reinstateCoverage } from '../../coverage/coverage-change.ts';
import { COVERAGE_LINES, type CoverageLine } from '../../coverage-line.ts';
import { describeCoverage } from '../../coverage/describe-coverage.ts';
import { clipToSubscriber } from '../../coverage/family-spans.ts';
import { coveredUntil, hasCoverageAfter, sameSpans } from '../../coverage/span.ts';
import { stronger } from '../../members/member-change.ts';
import { type PersonDraft, spansOf } from '../../members/person-draft.ts';
import { fileSpansOf } from './file-span.ts';
import { applyWithinRetro, describeMoved, type RetroTerms } from './retro-ends.ts';

/** What a record did to all lines of a person, described line by line. */
export type WholeChange = { effect: CoverageEffect; descriptions: string[] };

/**
 * Ends every line of a person; `until` is the first day without coverage. A line that ended earlier is unchanged where
 * another reaches the day. Lines that the record has `listed` were ended, or not, by it.
 */
export function endAllLines(
  person: PersonDraft,
  until: CalendarDate,
  retro?: RetroTerms,
  listed?: ReadonlySet<CoverageLine>,
): WholeChange | { refused: string } {
  let effect: CoverageEffect = 'unchanged';
  const descriptions: string[] = [];
  const reaches = listed !== undefined || hasCoverageAfter(person, until);
  // Senders repeat an end for weeks: if the last lines ended on that day, it is on record, though others ended before.
  if (!reaches && COVERAGE_LINES.some((line) => spansOf(person, line).some((span) => span.until === until)))
    return { effect, descriptions };
  for (const line of COVERAGE_LINES) {
    if (listed?.has(line)) continue;
    const held = fileSpansOf(person, line);
    if (reaches && !held.some((span) => span.until === null || span.until > until)) continue;
    const result = applyWithinRetro(held, { kind: 'end', until }, retro);
    if ('refused' in result) return result;
    if (result.effect === 'unchanged') continue;
    person.spans[line] = result.spans;
    effect = stronger(effect, result.effect);
    descriptions.push(describeMoved(describeCoverage(line, result.effect, result.spans, undefined), result.movedFrom));
  }
  return { effect, descriptions };
}

/** Cancels every line of a person, as if it had never been. */
export function cancelAllLines(person: PersonDraft, retro?: RetroTerms): WholeChange | { refused: string } {
  const descriptions: string[] = [];
  for (const line of COVERAGE_LINES) {
    const result = applyWithinRetro(fileSpansOf(person, line), { kind: 'cancel' }, retro);
    if ('refused' in result) return result;
    if (result.effect === 'unchanged') continue;
    person.spans[line] = result.spans;
    descriptions.push(describeCoverage(line, 'voided', result.spans, undefined));
  }
  return { effect: descriptions.length > 0 ? 'voided' : 'unchanged', descriptions };
}

/**
 * Reinstates, without a gap, every line that ended last, for a record that names no line (025 without HD). A dependent
 * is reinstated as far as the subscriber is covered.
 */
export function reinstateLastLines(
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
): WholeChange | { refused: string; isBeyond?: boolean } {
  const end = coveredUntil(person);
  if (end === undefined) return { refused: fileText('nothing_to_reinstate') };
  const descriptions: string[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(person, line);
    if (end === null || held.at(-1)?.until !== end) continue;
    const result = reinstateCoverage(held, {});
    if ('refused' in result) return result;
    const spans = subscriber ? clipToSubscriber(result.spans, spansOf(subscriber, line)) : result.spans;
    if (sameSpans(held, spans)) continue;
    person.spans[line] = spans;
    descriptions.push(describeCoverage(line, 'reinstated', spans, undefined));
  }
  if (subscriber && end !== null && descriptions.length === 0)
    return {
      refused: fileText('subscriber_ended_too'),
      isBeyond: true,
    };
  return { effect: descriptions.length > 0 ? 'reinstated' : 'unchanged', descriptions };
}
