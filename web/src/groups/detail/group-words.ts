import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { RatingMethodology, WaitingPeriodStart } from '@openbenefits/domain/groups/group-terms';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';

export const METHODOLOGY_LABEL: Readonly<Record<RatingMethodology, MessageDescriptor>> = {
  composite: msg`Composite`,
  age_rated: msg`Age rated`,
};

export const lineLabel = (line: CoverageLine): string => COVERAGE_LINE_LABEL[line];

/**
 * Describes when a new employee's coverage starts (rule: domain, members/waiting-period; limit: 29 CFR 2590.715-2708).
 */
export function waitingPeriodWords(days: number, start: WaitingPeriodStart): string {
  const after =
    days === 0
      ? t`the hire date`
      : plural(days, { one: '# day after the hire date', other: '# days after the hire date' });
  switch (start) {
    case 'date_of_hire':
      return days === 0 ? t`Coverage starts on the hire date.` : t`Coverage starts ${after}.`;
    case 'first_of_month_following':
      return t`Coverage starts on the 1st of the month that follows ${after}.`;
    case 'first_of_month_coincident':
      return t`Coverage starts on the 1st of the month that falls on or follows ${after}.`;
    case 'first_of_quarter_following':
      return t`Coverage starts on the 1st of the quarter that follows ${after}.`;
  }
}

/** Returns a web address to link to; other schemes than http and https are shown as text. */
export function webAddress(text: string): string | undefined {
  try {
    const url = new URL(text.includes('://') ? text : `https://${text}`);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}
