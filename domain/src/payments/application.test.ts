import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { fromCents } from '../money.ts';
import { applyMoney, type OpenBill } from './application.ts';

const bill = (id: string, due: number): OpenBill => ({
  id,
  dueDate: calendarDateFrom(`2026-${id}-01`),
  due: fromCents(due),
});
const pay = (cents: number, paymentId = 'p') => [{ paymentId, cents: fromCents(cents) }];

describe('money applied to open bills', () => {
  const three = [bill('03', 350_00), bill('01', 400_00), bill('02', 300_00)];

  it('pays the oldest first and leaves the last one open (case M12, 1)', () => {
    expect(applyMoney(pay(900_00), three)).toEqual([
      { paymentId: 'p', billId: '01', cents: 400_00 },
      { paymentId: 'p', billId: '02', cents: 300_00 },
      { paymentId: 'p', billId: '03', cents: 200_00 },
    ]);
  });

  it('pays the named bill first, then the oldest; the rest stays unapplied (case M12, 2)', () => {
    expect(applyMoney(pay(650_00), [bill('03', 150_00)], '03')).toEqual([
      { paymentId: 'p', billId: '03', cents: 150_00 },
    ]);
    expect(applyMoney(pay(500_00), three, '03')).toEqual([
      { paymentId: 'p', billId: '03', cents: 350_00 },
      { paymentId: 'p', billId: '01', cents: 150_00 },
    ]);
  });

  it('never pays a bill by more than it is, nor applies more of a payment than there is', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 6 });
    fc.assert(
      fc.property(amounts, amounts, (dues, money) => {
        const bills = dues.map((due, index) => bill(String(index + 1).padStart(2, '0'), due));
        const available = money.map((cents, index) => ({ paymentId: `p${index}`, cents: fromCents(cents) }));
        const applied = applyMoney(available, bills, '02');
        const sum = (of: (one: (typeof applied)[number]) => boolean) =>
          applied.filter(of).reduce((total, { cents }) => total + cents, 0);
        for (const { id, due } of bills) expect(sum(({ billId }) => billId === id)).toBeLessThanOrEqual(due);
        for (const { paymentId, cents } of available)
          expect(sum((one) => one.paymentId === paymentId)).toBeLessThanOrEqual(cents);
        const owed = dues.reduce((total, due) => total + due, 0);
        const paid = money.reduce((total, cents) => total + cents, 0);
        expect(sum(() => true)).toBe(Math.min(owed, paid));
      }),
    );
  });
});
