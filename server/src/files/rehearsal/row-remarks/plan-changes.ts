import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import { ENDING } from '@openbenefits/domain/files/ends-and-cobra';
import { addDays, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { isStating } from '@openbenefits/domain/files/enrollment-record';
import type { SeenRow } from './seen-row.ts';

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
}: SeenRow): string | undefined {
  if (source !== 'census' || effect === 'added') return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find((span) => span.from < today && (span.until === null || span.until > today));
    const is = was && spans[line]?.find(({ from }) => from === was.from);
    return was && is && is.planId !== was.planId
      ? [
          `${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(was.from)}, the first day of the one on record, which is taken back`,
        ]
      : [];
  });
  return said.length > 0 ? said.join('; ') : undefined;
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
}: SeenRow): string | undefined {
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
        : [
            `${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(was.from)}, the first day of the one on record, which is taken back`,
          ];
    return is.from < addDays(today, -retroTermDays) &&
      says.some(({ action, planId }) => planId === is.planId && isStating(action))
      ? [
          `${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(is.from)} on, further back than the ${retroTermDays} days that the group allows for ends`,
        ]
      : [];
  });
  const others = touched.filter((one) => one.person !== person).length;
  return said.length > 0
    ? `${said.join('; ')}${others > 0 ? `, for ${others} ${others === 1 ? 'dependent' : 'dependents'} too` : ''}`
    : undefined;
}

/** The day of the change (303) was taken for the first day (348), which is that of the line. */
export function changesOn({
  staged: {
    record: { coverages, source },
  },
  applied: { coverages: resolved },
}: SeenRow): string | undefined {
  const [change, first] = source === 'census' ? ['', ''] : [' (303)', ' (348)'];
  const said = resolved.flatMap(({ line, from, changedOn }, place) =>
    changedOn !== undefined && from === changedOn && coverages[place]?.from !== from
      ? [
          `${COVERAGE_LINE_LABEL[line]}: the plan changes on ${formatDate(changedOn)}${change}; the first day of the line${first} stays`,
        ]
      : [],
  );
  return said.length > 0 ? said.join('; ') : undefined;
}
