import { type EnrollmentCoverage, isSetting } from '../enrollment-record.ts';

const isSame = (a: EnrollmentCoverage, b: EnrollmentCoverage): boolean =>
  a.line === b.line &&
  a.planKey === b.planKey &&
  (a.planRefs ?? []).join() === (b.planRefs ?? []).join() &&
  isSetting(a.action) &&
  isSetting(b.action);

/**
 * Periods of one plan that follow each other without a gap, or overlap, in one record are one period: senders begin
 * another with each plan year, level or month. Taken one by one, the first would end what goes on, and the next begin
 * it again. The level that counts is that of the last. Returns the same list where nothing is joined.
 */
export function joinedPeriods(coverages: EnrollmentCoverage[]): EnrollmentCoverage[] {
  if (!coverages.some(({ until }) => until !== undefined)) return coverages;
  const joined: EnrollmentCoverage[] = [];
  for (const next of coverages) {
    const { from } = next;
    const before =
      from === undefined
        ? undefined
        : joined.find(
            (one) =>
              isSame(one, next) &&
              one.from !== undefined &&
              one.from < from &&
              one.until !== undefined &&
              one.until >= from,
          );
    if (!before) joined.push(next);
    else if (next.until === undefined || next.until >= (before.until ?? ''))
      Object.assign(before, { until: next.until, tier: next.tier, tierKey: next.tierKey });
  }
  return joined.length === coverages.length ? coverages : joined;
}
