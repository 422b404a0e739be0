import { type CalendarDate, formatDate } from '../../calendar-date.ts';
import { bankingDaysAfter } from '../banking-days.ts';

/** A debit that waited longer may have been paid another way meanwhile. */
const BANKING_DAYS = 5;

/** Why a file asks before it goes out; null where nothing in it is older than five banking days. */
export function oldDraftReason(oldest: CalendarDate, today: CalendarDate): string | null {
  if (bankingDaysAfter(oldest, BANKING_DAYS) >= today) return null;
  return `The file has entries from ${formatDate(oldest)}, more than ${BANKING_DAYS} banking days ago.`;
}
