import { addMonths, type CalendarDate, type Period } from '../../calendar-date.ts';

const WITHIN_MONTHS = 6;
const RESTRICTED_MONTHS = 12;

/**
 * The months in which a group pays by secured funds only: twelve from its second returned debit within six months. A
 * retry is the same debit. Null where the last return is the first within six months.
 */
export function securedPeriod(returnedOn: readonly CalendarDate[]): Period | null {
  const [before, last] = returnedOn.toSorted().slice(-2);
  if (!before || !last || last > addMonths(before, WITHIN_MONTHS)) return null;
  return { from: last, until: addMonths(last, RESTRICTED_MONTHS) };
}
