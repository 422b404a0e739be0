import { addDays, type CalendarDate, lastOfMonth } from '../../calendar-date.ts';
import type { CoverageResult } from '../../coverage/coverage-change.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../../coverage-line.ts';
import type { FileSpan } from './file-span.ts';
import { applyWithinRetro, type RetroTerms } from './retro-ends.ts';

/** What a row says of a line that ends because a file declines it and names no day; the safety stop counts these. */
export const WAIVED_WITHOUT_DAY = 'waived without a day';

/**
 * What a file says of a line that somebody does not take. `from`: the day from which that holds; `until`: the day after
 * a last day; `planId`: the plan that is declined, where one is named.
 */
export type Waiver = {
  readonly planId?: string | undefined;
  readonly from?: CalendarDate | undefined;
  readonly until?: CalendarDate | undefined;
};

/**
 * Ends what a person has of a line that a file declines: on the file's last day, else the day before the waiver begins.
 * A waiver from the first day of the coverage on, or from before it, says no such day: lists repeat there when the
 * coverage began, and "never covered" is not taken from a word. Then, and where there is no day at all, the end of
 * `today`'s month is proposed, as for people missing from a full file, and `isUndated` says so. What ends anyway, ended
 * before, or is another plan than the one declined, stays as it is.
 */
export function applyWaiver(
  current: readonly FileSpan[],
  { planId, from, until }: Waiver,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): (CoverageResult & { movedFrom?: CalendarDate; isUndated?: boolean }) | undefined {
  const held = planId === undefined ? current : current.filter((span) => span.planId === planId);
  const continues = (day: CalendarDate): boolean => held.some((span) => span.until === null || span.until > day);
  const [first] = held.map((span) => span.from).toSorted();
  const stated = until ?? (from !== undefined && first !== undefined && from > first ? from : undefined);
  if (stated !== undefined)
    return continues(stated) ? applyWithinRetro(current, { kind: 'end', until: stated, planId }, retro) : undefined;
  if (!held.some((span) => span.until === null)) return undefined;
  return {
    ...applyWithinRetro(current, { kind: 'end', until: addDays(lastOfMonth(today), 1), planId }, retro),
    isUndated: true,
  };
}

/** What the row of somebody new says whom it brings no coverage: what is declined, or that nothing is named. */
export function withoutCoverage(
  coverages: readonly { readonly line: CoverageLine; readonly action: string; readonly isOfAnyLine?: boolean }[],
): string {
  const waived = coverages.filter(({ action }) => action === 'waive');
  if (waived.length === 0) return 'No coverage named';
  return waived.some(({ isOfAnyLine }) => isOfAnyLine)
    ? 'Coverage waived'
    : `Waived: ${waived.map(({ line }) => COVERAGE_LINE_LABEL[line]).join(', ')}`;
}
