import { addDays, type CalendarDate, formatDate, type Period } from '@openbenefits/domain/calendar-date';
import { t } from '@lingui/core/macro';

/** The last day of a period whose end is the first day after it. */
export const lastDay = (until: CalendarDate): CalendarDate => addDays(until, -1);

/** A period as people read it: both days belong to it. */
export const periodWords = ({ from, until }: Period): string =>
  until === null ? t`from ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(lastDay(until))}`;
