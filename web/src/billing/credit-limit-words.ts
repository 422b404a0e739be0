import type { CreditLimitTerms } from '@openbenefits/contract/bill-explanation';
import { type CalendarDate, daysBetween, formatDate } from '@openbenefits/domain/calendar-date';
import { plural, t } from '@lingui/core/macro';
import { monthName } from '../ui/month-name.ts';

/** Says which limit, of the carrier or the group, keeps a month charged, and which notice was later than it allows. */
export function creditLimitSentences(limit: CreditLimitTerms, month: CalendarDate): string[] {
  const { source, noticeDays, creditMonths, effectiveOn, planName, carrierName, lastDay, noticedOn } = limit;
  const days = plural(noticeDays, { one: '# day', other: '# days' });
  const past = monthName(month);
  if (source === 'write_off')
    return [t`${past} was written off. The credit reverses the write-off first, so the group does not get it.`];
  const sentences: string[] = [];
  if (source === 'group')
    sentences.push(
      t`The group's retro window is ${days}. Months that end before the window are not credited when notice of a termination comes later.`,
    );
  else if (creditMonths !== null && effectiveOn !== null) {
    const months = plural(creditMonths, { one: '# month', other: '# months' });
    const from = monthName(effectiveOn);
    sentences.push(
      t`${carrierName} credits at most ${months} for ${planName} when notice of a termination comes more than ${days} after the last day of coverage. The limit applies from ${from} on.`,
    );
  } else
    sentences.push(t`${carrierName} had a limit for ${planName}: notice within ${days} of the last day of coverage.`);
  if (lastDay !== null && noticedOn !== null) {
    const late = plural(daysBetween(lastDay, noticedOn), { one: '# day', other: '# days' });
    const [ended, noticed] = [formatDate(lastDay), formatDate(noticedOn)];
    sentences.push(t`Coverage ended on ${ended}. That was recorded on ${noticed}, ${late} later.`);
  }
  sentences.push(t`${past} is past the limit, so its premium stays charged.`);
  return sentences;
}
