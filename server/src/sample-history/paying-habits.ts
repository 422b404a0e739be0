import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { PAYMENT_METHODS, type PaymentMethod } from '@openbenefits/domain/payments/payment-method';

/** Shares of the money by method, and of the payments that come through (specification 2, section 9). */
const SHARE: Readonly<Record<PaymentMethod, number>> = { ach: 0.72, wire: 0.18, credit_card: 0.08, check: 0.02 };
const SUCCESS: Readonly<Record<PaymentMethod, number>> = { ach: 0.985, wire: 0.992, credit_card: 0.948, check: 0.961 };

export type PayingGroup = { readonly id: string; readonly cents: number; readonly preferred: PaymentMethod | null };

/**
 * Chooses how groups of the sample pay that have not paid yet, the largest first, so that the shares come out of what was
 * paid by each method and what they will pay: the way a group has chosen where that still has room, else the method
 * that is furthest behind its share.
 */
export function payingMethods(
  groups: readonly PayingGroup[],
  paid: Readonly<Record<PaymentMethod, number>>,
): Map<string, PaymentMethod> {
  const total = PAYMENT_METHODS.reduce((sum, method) => sum + paid[method], 0);
  const expected = groups.reduce((sum, { cents }) => sum + cents, total);
  const room = new Map(PAYMENT_METHODS.map((method) => [method, SHARE[method] * expected - paid[method]]));
  const chosen = new Map<string, PaymentMethod>();
  for (const { id, cents, preferred } of groups.toSorted((a, b) => b.cents - a.cents || (a.id < b.id ? -1 : 1))) {
    const most = PAYMENT_METHODS.reduce((best, method) =>
      (room.get(method) ?? 0) > (room.get(best) ?? 0) ? method : best,
    );
    const method = preferred !== null && (room.get(preferred) ?? 0) >= cents ? preferred : most;
    chosen.set(id, method);
    room.set(method, (room.get(method) ?? 0) - cents);
  }
  return chosen;
}

/** Returns whether the next payment of a method fails, so that its success rate comes out. */
export const failsNext = (method: PaymentMethod, ended: number, failed: number): boolean =>
  (failed + 1) / (ended + 1) <= 1 - SUCCESS[method];

/** A number of 0 to 999 that is the same for the same text in every run. */
function stable(text: string): number {
  let value = 7;
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) % 1_000_003;
  return value % 1000;
}

/** Of a thousand groups so many pay weeks late, and so many of the newest bills are not paid at all. */
const LATE = 40;
const UNPAID = 12;

/** The day on which a group pays a bill: around the due date, some weeks late, a few not at all. */
export function payingDay(groupId: string, dueDate: CalendarDate): CalendarDate | undefined {
  const habit = stable(groupId);
  if (habit < UNPAID) return addDays(dueDate, 75);
  const month = stable(`${groupId} ${dueDate}`);
  if (month < LATE) return addDays(dueDate, 12 + (month % 25));
  return addDays(dueDate, (month % 9) - 6);
}
