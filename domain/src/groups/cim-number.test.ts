import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cimNumberOf } from './cim-number.ts';

const year = fc.integer({ min: 2000, max: 2199 });
const running = fc.integer({ min: 1, max: 999_999 });

test('has the specified form: CIM-, the year, six digits and three digits', () => {
  expect(cimNumberOf(2026, 1)).toMatch(/^CIM-2026000001\d{3}$/);
  fc.assert(
    fc.property(year, running, (y, n) => {
      expect(cimNumberOf(y, n)).toMatch(new RegExp(`^CIM-${y}${String(n).padStart(6, '0')}\\d{3}$`));
    }),
  );
});

test('is the same for the same group and another for another', () => {
  fc.assert(
    fc.property(year, running, running, (y, a, b) => {
      expect(cimNumberOf(y, a) === cimNumberOf(y, b)).toBe(a === b);
    }),
  );
});

test('its last three digits notice every single wrong digit', () => {
  fc.assert(
    fc.property(year, running, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 9 }), (y, n, place, shift) => {
      const digits = Array.from(String(n).padStart(6, '0'));
      digits[place] = String((Number(digits[place]) + shift) % 10);
      const other = Number(digits.join(''));
      fc.pre(other >= 1);
      expect(cimNumberOf(y, other).slice(-3)).not.toBe(cimNumberOf(y, n).slice(-3));
    }),
  );
});

test('its last three digits notice two neighbours that changed places', () => {
  fc.assert(
    fc.property(year, running, fc.integer({ min: 0, max: 4 }), (y, n, place) => {
      const digits = Array.from(String(n).padStart(6, '0'));
      [digits[place], digits[place + 1]] = [digits[place + 1] ?? '', digits[place] ?? ''];
      const other = Number(digits.join(''));
      fc.pre(other !== n && other >= 1);
      expect(cimNumberOf(y, other).slice(-3)).not.toBe(cimNumberOf(y, n).slice(-3));
    }),
  );
});

test.each([0, -1, 1_000_000, 1.5, Number.NaN])('refuses %s as the running number', (n) => {
  expect(() => cimNumberOf(2026, n)).toThrow(RangeError);
});
