import { formatDate, parseCalendarDate } from '../calendar-date.ts';
import type { Problem } from '../refusal.ts';

/** What a plan's carrier credits after a late notice: this many months, if the notice is later than so many days (case M9). */
export type CreditLimit = { readonly noticeDays: number; readonly creditMonths: number };

/** The form of a limit that holds from a month on; without a limit, every month is credited from then on. */
export type CreditLimitForm = { readonly effectiveOn: string; readonly limit: CreditLimit | null };

const [MOST_DAYS, MOST_MONTHS] = [3650, 120];

/** Says what a limit does, in words. */
const creditLimitText = (limit: CreditLimit | null): string =>
  limit === null
    ? 'Every month is credited'
    : `Notice later than ${limit.noticeDays} ${limit.noticeDays === 1 ? 'day' : 'days'}: ${limit.creditMonths} ${limit.creditMonths === 1 ? 'month is' : 'months are'} credited`;

export function problemsOfCreditLimit({ effectiveOn, limit }: CreditLimitForm): Problem[] {
  const from = parseCalendarDate(effectiveOn);
  const problems: Problem[] = [];
  if (!from || !effectiveOn.endsWith('-01'))
    problems.push({ path: 'effectiveOn', message: 'Enter the first day of a month.' });
  if (limit && !(limit.noticeDays >= 0 && limit.noticeDays <= MOST_DAYS))
    problems.push({ path: 'limit.noticeDays', message: `Enter 0 to ${MOST_DAYS.toLocaleString('en-US')} days.` });
  if (limit && !(limit.creditMonths >= 0 && limit.creditMonths <= MOST_MONTHS))
    problems.push({ path: 'limit.creditMonths', message: `Enter 0 to ${MOST_MONTHS} months.` });
  return problems;
}

/** Names the day from which a limit holds, for the history. */
export const creditLimitEntry = ({ effectiveOn, limit }: CreditLimitForm): string => {
  const from = parseCalendarDate(effectiveOn);
  return `From ${from ? formatDate(from) : effectiveOn}: ${creditLimitText(limit)}`;
};
