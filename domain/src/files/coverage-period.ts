import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { CoverageAction } from './enrollment-record.ts';

/** The dates that an 834 states for one line of coverage and for the person; each is optional. */
export type StatedDates = {
  /** HD: DTP 348 benefit begin. */
  benefitBegin: CalendarDate | undefined;
  /** HD: DTP 349 benefit end as it is sent, the last day of coverage for most senders. */
  benefitEnd: CalendarDate | undefined;
  /** HD: DTP 303 maintenance effective. */
  maintenance: CalendarDate | undefined;
  /** Person: DTP 356 eligibility begin. */
  eligibilityBegin: CalendarDate | undefined;
  /** Person: the first day without coverage by DTP 357. */
  eligibilityUntil: CalendarDate | undefined;
  /** Person: DTP 303 maintenance effective. */
  personMaintenance: CalendarDate | undefined;
};

export type CoveragePeriod = {
  action: CoverageAction;
  from: CalendarDate | undefined;
  until: CalendarDate | undefined;
};

/**
 * The first day without coverage, of an end as it is sent (349, 357, the coverage end of a list): the day after,
 * because it is the last day covered (domain rules 4.1), or that day itself where the sender's profile says so.
 */
export const uncoveredFrom = (sent: CalendarDate, endDayNotCovered: boolean): CalendarDate =>
  endDayNotCovered ? sent : dayAfter(sent);

/** The last day covered, of such an end. */
export const lastCovered = (sent: CalendarDate, endDayNotCovered: boolean): CalendarDate =>
  addDays(uncoveredFrom(sent, endDayNotCovered), -1);

/**
 * The half-open period of a line of coverage, and its action. 349 is a last day, so the period ends the day after. A
 * last day that is the first day or the day before it means that the coverage never took effect: void (CMS companion
 * guide; some partners send the same day). Of a sender whose 349 is the first day without coverage, only the same day
 * means that: the day after is one day of coverage. A change or a comparison without a first day that names a last day
 * is an end. An ending line without 349 ends with the person's 357, else 303. Source: domain rules 4.1, "What each
 * action means to us".
 */
export function coveragePeriod(action: CoverageAction, dates: StatedDates, endDayNotCovered = false): CoveragePeriod {
  const from = dates.benefitBegin ?? startWithoutBegin(action, dates);
  const until = dates.benefitEnd && uncoveredFrom(dates.benefitEnd, endDayNotCovered);
  if (dates.benefitBegin && until && action !== 'void' && neverInForce(dates.benefitBegin, until, endDayNotCovered))
    return { action: 'void', from, until: undefined };
  // A change or a comparison that names a last day and no first says of known coverage that it ends.
  if (until && !dates.benefitBegin && (action === 'change' || action === 'compare') && (!from || from >= until))
    return { action: 'end', from: undefined, until };
  if (until) return { action, from, until };
  if (action === 'end') return { action, from, until: endsUntil(dates) };
  const eligible = dates.eligibilityUntil;
  return { action, from, until: action !== 'void' && eligible && (!from || from < eligible) ? eligible : undefined };
}

/**
 * Without 348: a new coverage starts with eligibility (356), else when the maintenance takes effect (303); a changed
 * one the other way round.
 */
function startWithoutBegin(action: CoverageAction, dates: StatedDates): CalendarDate | undefined {
  if (action === 'end') return undefined;
  const maintenance = dates.maintenance ?? dates.personMaintenance;
  return action === 'change' ? (maintenance ?? dates.eligibilityBegin) : (dates.eligibilityBegin ?? maintenance);
}

/** The first day without coverage for a person whose benefits end: after 357, else after 303 (a last day here). */
export function endsUntil(
  dates: Pick<StatedDates, 'maintenance' | 'eligibilityUntil' | 'personMaintenance'>,
): CalendarDate | undefined {
  if (dates.eligibilityUntil) return dates.eligibilityUntil;
  const last = dates.maintenance ?? dates.personMaintenance;
  return last && dayAfter(last);
}

const neverInForce = (first: CalendarDate, until: CalendarDate, endDayNotCovered: boolean): boolean =>
  until === first || (!endDayNotCovered && until === dayAfter(first));

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
