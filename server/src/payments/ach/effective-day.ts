import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { bankingDaysAfter } from '@openbenefits/domain/payments/banking-days';
import type { Work } from '../../command.ts';

/** The day on which a file settles that is approved now: after the bank's cut-off (HH:MM) it goes a banking day later. */
export function effectiveDay(
  { today, now, services }: Pick<Work, 'today' | 'now' | 'services'>,
  cutOff: string,
): CalendarDate {
  const zone = { timeZone: services.clock.zone(), hour: '2-digit', minute: '2-digit' } as const;
  const time = new Intl.DateTimeFormat('en-GB', zone).format(new Date(now));
  return bankingDaysAfter(today, time > cutOff ? 2 : 1);
}
