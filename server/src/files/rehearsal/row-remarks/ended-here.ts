import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { addDays, type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { endsRepeated, isOnCobra } from '@openbenefits/domain/files/ends-and-cobra';
import { isSetting, isStating } from '@openbenefits/domain/files/enrollment-record';
import { startAfterAnother } from '@openbenefits/domain/files/coverage/file-coverage-change';
import type { RowMessages, SeenRow } from './seen-row.ts';

/**
 * What is said of the record's coverages, one after the other. Asked of everybody in a file, with functions that are
 * made once: one that is made for a record is compiled for it.
 */
function saidOfEach(seen: SeenRow, messageOf: (seen: SeenRow, place: number) => FileMessage | undefined): RowMessages {
  let said: FileMessage[] | undefined;
  for (let place = 0; place < seen.applied.coverages.length; place++) {
    const message = messageOf(seen, place);
    if (message !== undefined) (said ??= []).push(message);
  }
  return said;
}

/**
 * Coverage that the file names without an end, as going on, and that has an end here which nothing in it takes back: a
 * full file after an end by another hand, an addition that is repeated, a change of something else that is sent with
 * the coverage as it was.
 */
export function staysEnded(seen: SeenRow): RowMessages {
  const { action } = seen.staged.record;
  return seen.applied.cut !== undefined || action === 'end' || action === 'reinstate'
    ? undefined
    : saidOfEach(seen, staysEndedOn);
}

function staysEndedOn(
  { staged: { record }, applied: { coverages: resolved, person }, subscriber }: SeenRow,
  place: number,
): FileMessage | undefined {
  const { line, planId, action: does, isByRules } = resolved[place] as (typeof resolved)[number];
  const last = person.spans[line]?.at(-1);
  if (!last?.until || !isSetting(does) || last.planId !== planId) return undefined;
  const coverage = record.coverages[place];
  if (!coverage || coverage.until !== undefined || (coverage.from !== undefined && coverage.from >= last.until))
    return undefined;
  // A dependent who is named without a day shares what the subscriber has, and ends with it.
  if ((isByRules || coverage.from === undefined) && subscriber?.spans[line]?.at(-1)?.until === last.until)
    return undefined;
  // The record itself says the end, beside the beginning.
  if (resolved.some((one) => one.line === line && one.action === 'end' && one.until === last.until)) return undefined;
  return fileMessage('row_stays_terminated', {
    line: COVERAGE_LINE_LABEL[line],
    date: formatDate(addDays(last.until, -1)),
  });
}

/**
 * Coverage of a dependent that ended with the subscriber, whom the file reinstates, and that it names beside that: it
 * goes on.
 */
export function goesOnWithSubscriber({
  staged: {
    record: { action },
  },
  applied: {
    person: { spans },
  },
  before,
}: SeenRow): RowMessages {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said: FileMessage[] = [];
  for (const line of COVERAGE_LINES) {
    const was = before[line]?.find(({ mayResume }) => mayResume);
    const isBack =
      was?.until &&
      spans[line]?.some((span) => span.planId === was.planId && contains(span, was.until as CalendarDate));
    if (!isBack) continue;
    said.push(fileMessage('row_reinstated_with_subscriber', { line: COVERAGE_LINE_LABEL[line] }));
  }
  return said;
}

/**
 * A plan of which the file names a first day on which another was covered here: that stays, unless it is a change (001,
 * 026).
 */
export const startsBeforeAnother = (seen: SeenRow): RowMessages => saidOfEach(seen, startsBeforeOn);

function startsBeforeOn(
  { staged: { record }, applied: { coverages: resolved }, before }: SeenRow,
  place: number,
): FileMessage | undefined {
  const {
    line,
    planId,
    action,
    until,
    isByRules,
    from: taken,
    changedOn,
  } = resolved[place] as (typeof resolved)[number];
  const held = before[line];
  const { from, byEligibility } = record.coverages[place] ?? {};
  if (
    held === undefined ||
    !isStating(action) ||
    byEligibility ||
    from === undefined ||
    planId === undefined ||
    isByRules
  )
    return undefined;
  if (taken !== from && taken === changedOn) return undefined;
  const known = startAfterAnother(held, { planId, from, ...(until ? { until } : {}) });
  return known === undefined
    ? undefined
    : fileMessage('row_earlier_start', {
        line: COVERAGE_LINE_LABEL[line],
        from: formatDate(from),
        until: formatDate(addDays(known, -1)),
      });
}

/**
 * A plan that the file names without an end, and that another has followed here, or will: the file knows nothing of the
 * change, or it was taken back. What follows stays, because many full files name only what holds on their day. Not
 * where the record names the other, too.
 */
export function followedHere(seen: SeenRow): RowMessages {
  const { action } = seen.staged.record;
  return action === 'end' || action === 'reinstate' ? undefined : saidOfEach(seen, followedOn);
}

function followedOn(
  { staged: { record }, applied: { coverages: resolved, person } }: SeenRow,
  place: number,
): FileMessage | undefined {
  const { line, planId, action: does, until } = resolved[place] as (typeof resolved)[number];
  const from = record.coverages[place]?.from;
  const held = person.spans[line];
  // Of one period none is followed.
  if (
    held === undefined ||
    held.length < 2 ||
    !isSetting(does) ||
    until !== undefined ||
    from === undefined ||
    planId === undefined
  )
    return undefined;
  const named = held.find((span) => span.planId === planId && contains(span, from));
  const next = named?.until
    ? held.find((span) => span.from >= (named.until ?? '') && span.planId !== planId)
    : undefined;
  if (
    !next ||
    held.some((span) => span.planId === planId && span.from >= next.from) ||
    resolved.some((other) => other.line === line && other.planId === next.planId)
  )
    return undefined;
  return fileMessage('row_other_plan_follows', { line: COVERAGE_LINE_LABEL[line], date: formatDate(next.from) });
}

/**
 * Coverage that has an end here and that a change (001) covers beyond it. Whoever says so may mean it, though a
 * reinstatement (025) or an addition (021) would say it. What an earlier record of the file has ended is a change of
 * plan, sent as two.
 */
export function opensAgain(seen: SeenRow): RowMessages {
  const { action } = seen.staged.record;
  return seen.isEndedHere || action === 'end' || action === 'reinstate' ? undefined : saidOfEach(seen, opensAgainOn);
}

function opensAgainOn(
  { staged: { record }, applied: { coverages, person }, before }: SeenRow,
  place: number,
): FileMessage | undefined {
  const { line, action: does } = coverages[place] as (typeof coverages)[number];
  if (
    (does !== 'change' && (does !== 'compare' || record.action !== 'change')) ||
    before[line]?.some(({ mayResume }) => mayResume)
  )
    return undefined;
  const was = before[line]?.at(-1)?.until;
  const is = person.spans[line]?.at(-1);
  if (!was || !is || (is.until !== null && is.until <= was)) return undefined;
  return fileMessage('row_change_reopens', {
    line: COVERAGE_LINE_LABEL[line],
    end: formatDate(addDays(was, -1)),
    start: formatDate(is.from > was ? is.from : was),
  });
}

/** An end that is known already, of coverage after which other has begun: senders repeat it for weeks. */
export function endsAgain({
  staged: {
    record: { action, endsUntil, benefitStatus },
  },
  applied: { coverages, person },
  before,
  subscriber,
}: SeenRow): RowMessages {
  const lines = endsRepeated({ action, endsUntil, benefitStatus, coverages }, before, isOnCobra(person, subscriber));
  return lines.length > 0 ? fileMessage('row_end_repeated') : undefined;
}
