import type { CalendarDate } from '../calendar-date.ts';
import { type Cents, fromCents, subtract } from '../money.ts';

/** A bill with what is still owed of it. */
export type OpenBill = { readonly id: string; readonly dueDate: CalendarDate; readonly due: Cents };

/** Money that is there to pay bills: a payment, or a group's credit on account (`paymentId` null). */
export type AvailableMoney = { readonly paymentId: string | null; readonly cents: Cents };

export type Application = { readonly paymentId: string | null; readonly billId: string; readonly cents: Cents };

const oldestFirst = (a: OpenBill, b: OpenBill): number =>
  a.dueDate === b.dueDate ? (a.id < b.id ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1;

/**
 * Applies money to open bills: the named bill first, then the oldest (domain rules 4.9). What is more than is owed stays
 * unapplied; a bill is never paid by more than it is (case M12).
 */
export function applyMoney(
  money: readonly AvailableMoney[],
  bills: readonly OpenBill[],
  namedBill?: string | null,
): Application[] {
  const open = bills
    .filter(({ due }) => due > 0)
    .toSorted((a, b) => Number(b.id === namedBill) - Number(a.id === namedBill) || oldestFirst(a, b))
    .map((bill) => ({ ...bill }));
  const applications: Application[] = [];
  for (const { paymentId, cents } of money) {
    let left = cents;
    for (const bill of open) {
      const part = fromCents(Math.min(left, bill.due));
      if (part <= 0) continue;
      applications.push({ paymentId, billId: bill.id, cents: part });
      bill.due = subtract(bill.due, part);
      left = subtract(left, part);
    }
  }
  return applications;
}
