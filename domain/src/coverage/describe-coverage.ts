import { formatDate } from '../calendar-date.ts';
import type { CoverageEffect } from './coverage-change.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../coverage-line.ts';
import { lastDay, type Span } from './span.ts';

/** Describes a change of a coverage line for activity lists; names no person. `planName` where the plan is new. */
export function describeCoverage(
  line: CoverageLine,
  effect: CoverageEffect,
  spans: readonly Span[],
  planName: string | undefined,
): string {
  const name = planName ?? COVERAGE_LINE_LABEL[line];
  const last = spans.at(-1);
  if (effect === 'ended')
    return `${COVERAGE_LINE_LABEL[line]} ends ${last?.until ? formatDate(lastDay(last.until)) : 'before it started'}`;
  if (effect === 'voided') return `${COVERAGE_LINE_LABEL[line]} never took effect`;
  if (effect === 'reinstated') return `${COVERAGE_LINE_LABEL[line]} reinstated`;
  return last
    ? `${name} from ${formatDate(last.from)}${last.until ? ` to ${formatDate(lastDay(last.until))}` : ''}`
    : name;
}
