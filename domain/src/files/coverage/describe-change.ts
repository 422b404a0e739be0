import { contains, formatDate } from '../../calendar-date.ts';
import type { CoverageEffect } from '../../coverage/coverage-change.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../../coverage-line.ts';
import { describeCoverage } from '../../coverage/describe-coverage.ts';
import { lastDay, type Span } from '../../coverage/span.ts';
import { isSetting } from '../enrollment-record.ts';
import type { ResolvedCoverage } from '../resolved-record.ts';
import { endedJustBefore, type FileSpan } from './file-span.ts';

/** A line before and after a record. */
export type LineChange = {
  readonly line: CoverageLine;
  readonly effect: CoverageEffect;
  readonly before: readonly FileSpan[];
  readonly after: readonly FileSpan[];
};

const toLastDay = (until: Span['until']): string => (until === null ? '' : ` to ${formatDate(lastDay(until))}`);

/** Describes a plan that an earlier record of the file has ended, and that continues. */
function describeContinued(
  { action, planId, planName, from }: ResolvedCoverage,
  { before, after }: LineChange,
): string | undefined {
  if (!isSetting(action) || planName === undefined || from === undefined || !endedJustBefore(before, planId, from))
    return undefined;
  const whole = after.find((span) => span.planId === planId && contains(span, from) && span.from < from);
  return whole && `${planName} goes on from ${formatDate(from)}${toLastDay(whole.until)}`;
}

/** Describes a plan that the file lists for a dependent whose subscriber changes to another plan in it. */
function describeKept({ action, planName }: ResolvedCoverage, { before, after }: LineChange): string | undefined {
  const left = before.find(({ followsSubscriber }) => followsSubscriber);
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
  const other = `beside the subscriber’s other plan from ${formatDate(left.from)}`;
  return `${planName} goes on${toLastDay(last.until)}, ${other}`;
}

/** Describes the end of one of several periods where others are unchanged. */
function describeEarlier({ line, effect, before, after }: LineChange): string | undefined {
  const [last, was] = [after.at(-1), before.find((span) => !after.includes(span))];
  if (!last || !was || (effect !== 'ended' && effect !== 'voided')) return undefined;
  const period = `${COVERAGE_LINE_LABEL[line]} from ${formatDate(was.from)}`;
  if (!before.includes(last) || last.from < was.from)
    return effect === 'voided' ? `${period} never took effect` : undefined;
  const is = after.find(({ planId, from }) => planId === was.planId && from === was.from);
  const end = is?.until ? `ends ${formatDate(lastDay(is.until))}` : 'never took effect';
  return `${period} ${end}, and what began later stays`;
}

/** Describes a reinstatement with another plan, or from another day than before. */
function describeNewPeriod({ effect, before, after }: LineChange, planName: string | undefined): string | undefined {
  const last = after.at(-1);
  if (
    effect !== 'reinstated' ||
    !last ||
    !planName ||
    before.some(({ planId, from }) => planId === last.planId && from === last.from)
  )
    return undefined;
  return `${planName} reinstated from ${formatDate(last.from)}${toLastDay(last.until)}`;
}

/** Returns the spans of the plan that the record names, if there are any, whatever other plan follows. */
const ofPlan = (
  spans: readonly Span[],
  before: readonly Span[] | undefined,
  planId: string | undefined,
): readonly Span[] =>
  [...spans, ...(before ?? [])].some((span) => span.planId === planId)
    ? spans.filter((span) => span.planId === planId)
    : spans;

/** Describes what a record did to a line. `beforeRecord`: the line before the record's first coverage. */
export const describeChange = (
  coverage: ResolvedCoverage,
  change: LineChange,
  beforeRecord: readonly Span[] | undefined,
): string =>
  describeContinued(coverage, change) ??
  describeKept(coverage, change) ??
  describeEarlier(change) ??
  describeNewPeriod(change, coverage.planName) ??
  describeCoverage(change.line, change.effect, ofPlan(change.after, beforeRecord, coverage.planId), coverage.planName);
