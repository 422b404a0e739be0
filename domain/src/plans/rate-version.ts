import type { CalendarDate, Period } from '../calendar-date.ts';

/**
 * Which version of a plan's rates prices a group's month: the one in force when the group's plan year began, for the whole
 * plan year, or the one of the month (a large group whose contract says so). Small groups: 45 CFR 156.80(d)(3).
 */
export const RATE_VERSIONS = ['plan_year', 'own_date'] as const;
export type RateVersionRule = (typeof RATE_VERSIONS)[number];

export const RATE_VERSION_LABEL: Readonly<Record<RateVersionRule, string>> = {
  plan_year: 'Locked for the plan year',
  own_date: 'Change on their date',
};

const holdsOn = ({ from, until }: Period, day: CalendarDate): boolean => from <= day && (until === null || day < until);

/**
 * Returns the version that prices a day of a contract which began on `start`: that of the start, or the first one since
 * where the plan had no rates yet. Of two versions that hold on a day the later in the list wins: a draft.
 */
export function versionForContract<Version extends Period>(
  versions: readonly Version[],
  start: CalendarDate,
  on: CalendarDate,
): Version | undefined {
  const locked = versions.findLast((version) => holdsOn(version, start));
  if (locked) return locked;
  const since = versions.filter(({ from }) => from > start && from <= on);
  return since.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))[0];
}
