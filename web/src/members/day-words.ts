import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { useLingui } from '@lingui/react/macro';
import { today } from '../groups/today.ts';

/** Text for a record without data on its day: today, or another date. */
export function useDayWords(asOf: CalendarDate): { uncovered: string; unrated: string; nothingKnown: string } {
  const { t } = useLingui();
  const day = formatDate(asOf);
  const isToday = asOf === today();
  return {
    uncovered: isToday ? t`No coverage today` : t`No coverage on ${day}`,
    unrated: isToday ? t`No plan with a rate today` : t`No plan with a rate on ${day}`,
    nothingKnown: t`Nothing is on record for ${day}. The date is before the hire date and any coverage`,
  };
}
