import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { isSetting } from '@openbenefits/domain/files/enrollment-record';
import type { RowMessages, SeenRow } from './seen-row.ts';

/**
 * A plan with a first and a last day inside the coverage of another one: that goes on again behind it, because nothing
 * in the file ends it. Not where the record names that, too.
 */
export function comesBack({
  applied: {
    coverages,
    person: { spans },
  },
  before,
}: SeenRow): RowMessages {
  const said = coverages.flatMap(({ line, planId, action, from, until }) => {
    if (!isSetting(action) || from === undefined || until === undefined) return [];
    const again = spans[line]?.find((span) => span.planId !== planId && span.from === until);
    const isNamed = coverages.some((one) => one.line === line && one.planId === again?.planId);
    const wasWhole =
      again &&
      !isNamed &&
      before[line]?.some(
        (span) => span.planId === again.planId && span.from < from && (span.until === null || span.until > until),
      );
    return wasWhole
      ? [fileMessage('earlier_plan_continues', { line: COVERAGE_LINE_LABEL[line], date: formatDate(until) })]
      : [];
  });
  return said;
}
