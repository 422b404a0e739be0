import type { CalendarDate } from '../calendar-date.ts';
import type { Cents } from '../money.ts';

/** What a bill is shown as (specification 2, section 4), with the states that no invoice list has: Draft and the ended ones. */
export const BILL_STATUSES = ['draft', 'paid', 'outstanding', 'overdue', 'replaced', 'void'] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

export const BILL_STATUS_LABEL: Readonly<Record<BillStatus, string>> = {
  draft: 'Draft',
  paid: 'Paid',
  outstanding: 'Outstanding',
  overdue: 'Overdue',
  replaced: 'Replaced',
  void: 'Void',
};

export type BillState = 'draft' | 'posted' | 'replaced' | 'void';

/** Derived from the ledger and the due date, never stored (money engine, section 5). */
export function billStatus(state: BillState, due: Cents, dueDate: CalendarDate, today: CalendarDate): BillStatus {
  if (state !== 'posted') return state;
  if (due <= 0) return 'paid';
  return dueDate < today ? 'overdue' : 'outstanding';
}
