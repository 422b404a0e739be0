import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { CoverageAction } from './enrollment-record.ts';

/** The dates that an 834 states for one line of coverage and for the person; each is optional. */
export type StatedDates = {
  /** HD: DTP 348 benefit begin. */
  benefitBegin: CalendarDate | undefined;
  /** HD: DTP 349 benefit end, the last day of coverage. */
  benefitEnd: CalendarDate | undefined;
  /** HD: DTP 303 maintenance effective. */
  maintenance: CalendarDate | undefined;
  /** Person: DTP 356 eligibility begin. */
  eligibilityBegin: CalendarDate | undefined;
  /** Person: the day after DTP 357. */
  eligibilityUntil: CalendarDate | undefined;
  /** Person: DTP 303 maintenance effective. */
  personMaintenance: CalendarDate | undefined;
};

export type CoveragePeriod = { action: CoverageAction; from: CalendarDate | undefined; until: CalendarDate | undefined };

/**
 * The half-open period of a line of coverage, and its action. 349 is a last day, so the period ends the day after. A last day that is the
 * first day or the day before it means that the coverage never took effect: void (CMS companion guide; some partners send the same day).
 * An ending line without 349 ends with the person's 357, else 303. Source: domain rules 4.1, "What each action means to us".
 */
export function coveragePeriod(action: CoverageAction, dates: StatedDates): CoveragePeriod {
  const from = dates.benefitBegin ?? startWithoutBegin(action, dates);
  const until = dates.benefitEnd ? dayAfter(dates.benefitEnd) : undefined;
  if (dates.benefitBegin && dates.benefitEnd && action !== 'void' && neverInForce(dates.benefitBegin, dates.benefitEnd))
    return { action: 'void', from, until: undefined };
  if (until) return { action, from, until };
  if (action === 'end') return { action, from, until: endsUntil(dates) };
  const eligible = dates.eligibilityUntil;
  return { action, from, until: action !== 'void' && eligible && (!from || from < eligible) ? eligible : undefined };
}

/** Without 348: a new coverage starts with eligibility (356), else when the maintenance takes effect (303); a changed one the other way round. */
function startWithoutBegin(action: CoverageAction, dates: StatedDates): CalendarDate | undefined {
  if (action === 'end') return undefined;
  const maintenance = dates.maintenance ?? dates.personMaintenance;
  return action === 'change' ? (maintenance ?? dates.eligibilityBegin) : (dates.eligibilityBegin ?? maintenance);
}

/** The first day without coverage for a person whose benefits end: after 357, else after 303 (a last day here). */
export function endsUntil(dates: Pick<StatedDates, 'maintenance' | 'eligibilityUntil' | 'personMaintenance'>): CalendarDate | undefined {
  if (dates.eligibilityUntil) return dates.eligibilityUntil;
  const last = dates.maintenance ?? dates.personMaintenance;
  return last && dayAfter(last);
}

function neverInForce(first: CalendarDate, last: CalendarDate): boolean {
  return last === first || dayAfter(last) === first;
}

let previous: CalendarDate | undefined;
let following: CalendarDate | undefined;

/** Files repeat one end date for many people: the last answer is kept. */
function dayAfter(date: CalendarDate): CalendarDate {
  if (date !== previous || !following) {
    following = date >= '9999-12-31' ? date : addDays(date, 1);
    previous = date;
  }
  return following;
}
