import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { ENDING } from '@openbenefits/domain/files/ends-and-cobra';
import { addDays, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { isStating } from '@openbenefits/domain/files/enrollment-record';
import type { RowMessages, SeenRow } from './seen-row.ts';

/**
 * Another plan that a list names from the first day of the one on record, which began before today: perhaps the day of
 * the change stands elsewhere.
 */
export function takenBack({
  staged: {
    record: { source },
  },
  applied: {
    effect,
    person: { spans },
  },
  before,
  today,
}: SeenRow): RowMessages {
  if (source !== 'census' || effect === 'added') return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find((span) => span.from < today && (span.until === null || span.until > today));
    const is = was && spans[line]?.find(({ from }) => from === was.from);
    return was && is && is.planId !== was.planId
      ? [fileMessage('row_plan_replaced', { line: COVERAGE_LINE_LABEL[line], date: formatDate(was.from) })]
      : [];
  });
  return said;
}

/**
 * Another plan that a file puts in the place of the one on record from a day far back: its first day, or one beyond the
 * days that the group allows for ends. Many senders write the first day of the line there, and the premium of all those
 * months changes with it. A change (001) from a later day than the first is meant, as is what the record itself ends.
 */
export function replacedFarBack({
  staged: {
    record: { source },
  },
  applied: { coverages, effect, person, touched },
  before,
  group: { retroTermDays },
  today,
}: SeenRow): RowMessages {
  // The periods of somebody new may stand in several rows of a list.
  if (effect === 'added' || (source === 'census' && person.isNew)) return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find((span) => span.from < today && (span.until === null || span.until > today));
    const is = person.spans[line]?.find((span) => contains(span, today));
    const says = coverages.filter((one) => one.line === line);
    if (
      !was ||
      was.followsSubscriber ||
      !is ||
      is.planId === was.planId ||
      is.from < was.from ||
      is.from >= today ||
      says.some(({ action }) => ENDING.has(action))
    )
      return [];
    // Of a list it is told by itself.
    if (is.from === was.from)
      return source === 'census'
        ? []
        : [fileMessage('row_plan_replaced', { line: COVERAGE_LINE_LABEL[line], date: formatDate(was.from) })];
    return is.from < addDays(today, -retroTermDays) &&
      says.some(({ action, planId }) => planId === is.planId && isStating(action))
      ? [
          fileMessage('row_plan_replaced_far', {
            line: COVERAGE_LINE_LABEL[line],
            date: formatDate(is.from),
            days: retroTermDays,
          }),
        ]
      : [];
  });
  const others = touched.filter((one) => one.person !== person).length;
  return said.length > 0 && others > 0 ? [...said, fileMessage('row_dependents_too', { count: others })] : said;
}

/** The day of the change (303) was taken for the first day (348), which is that of the line. */
export function changesOn({
  staged: {
    record: { coverages },
  },
  applied: { coverages: resolved },
}: SeenRow): RowMessages {
  const said = resolved.flatMap(({ line, from, changedOn }, place) =>
    changedOn !== undefined && from === changedOn && coverages[place]?.from !== from
      ? [fileMessage('row_plan_changes_on', { line: COVERAGE_LINE_LABEL[line], date: formatDate(changedOn) })]
      : [],
  );
  return said;
}
