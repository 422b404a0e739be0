import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { phoneDigits, shownContact, shownPhone, storedContact, storedPhone } from './phone.ts';

describe('a telephone number', () => {
  it.each([
    ['6175550123', '+16175550123'],
    ['16175550123', '+16175550123'],
    ['+16175550123', '+16175550123'],
    ['+1 (617) 555-0123', '+16175550123'],
    ['1-617-555-0123', '+16175550123'],
    ['617.555.0123', '+16175550123'],
    ['617/555-0123', '+16175550123'],
    ['(617)555-0123', '+16175550123'],
    ['617 555 0123', '+16175550123'],
    ['617\u00a0555\u20110123', '+16175550123'],
    ['617–555–0123', '+16175550123'],
    ['tel:+1-617-555-0123', '+16175550123'],
    ['6175550123.0', '+16175550123'],
    ['617-555-0123 x12', '+16175550123;ext=12'],
    ['617-555-0123x12', '+16175550123;ext=12'],
    ['(617) 555-0123 ext. 12', '+16175550123;ext=12'],
    ['6175550123 Extension: 1204', '+16175550123;ext=1204'],
    ['617-555-0123, #9', '+16175550123;ext=9'],
    ['+16175550123;ext=12', '+16175550123;ext=12'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+61 7 5550 123', '+6175550123'],
    ['+(617) 555-0123', '+16175550123'],
    ['+52 55 5350 0123 x7', '+525553500123;ext=7'],
  ])('%s is stored as %s', (text, stored) => {
    expect(storedPhone(text)).toBe(stored);
    expect(storedPhone(stored)).toBe(stored);
    expect(storedPhone(shownPhone(stored))).toBe(stored);
  });

  it.each([
    '',
    '5550123',
    '617555012',
    '61755501234',
    '0175550123',
    '1175550123',
    '6171550123',
    '6170550123',
    '1-800-FLOWERS',
    'none',
    'x12',
    '617-555-0123 or 617-555-0124',
    '6'.repeat(10_000),
    '+1 555',
    '(617) 555-0123 ask for Sam',
  ])('%s is none', (text) => {
    expect(storedPhone(text)).toBeUndefined();
    expect(phoneDigits(text)).toBeUndefined();
  });

  it.each([
    ['+16175550123', '(617) 555-0123', '6175550123'],
    ['+16175550123;ext=12', '(617) 555-0123 x12', '6175550123'],
    ['+442079460958', '+442079460958', '442079460958'],
    ['(617) 555-0123', '(617) 555-0123', '6175550123'],
    ['555-0123, evenings', '555-0123, evenings', undefined],
  ])('%s is shown as %s and sent as %s', (stored, shown, digits) => {
    expect(shownPhone(stored)).toBe(shown);
    expect(phoneDigits(stored)).toBe(digits);
  });

  test('of North America is the same number however it is grouped', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[2-9]\d\d[2-9]\d{6}$/),
        fc.constantFrom('', '-', '.', ' ', '/'),
        (digits, between) => {
          const written = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(between);
          for (const text of [written, `1${between}${written}`, `+1 ${written}`])
            expect(storedPhone(text)).toBe(`+1${digits}`);
        },
      ),
    );
  });
});

describe('an emergency contact', () => {
  it.each([
    ['Maria Lopez, 617-555-0123', 'Maria Lopez, +16175550123', 'Maria Lopez, (617) 555-0123'],
    [
      'Maria Lopez (spouse) (617) 555-0123 x12',
      'Maria Lopez (spouse), +16175550123;ext=12',
      'Maria Lopez (spouse), (617) 555-0123 x12',
    ],
    ['Maria Lopez: +44 20 7946 0958', 'Maria Lopez, +442079460958', 'Maria Lopez, +442079460958'],
    ['6175550123', '+16175550123', '(617) 555-0123'],
    ['Maria Lopez', 'Maria Lopez', 'Maria Lopez'],
    ['Maria Lopez, 555-0123', 'Maria Lopez, 555-0123', 'Maria Lopez, 555-0123'],
    [
      'Maria Lopez, 617-555-0123, evenings',
      'Maria Lopez, 617-555-0123, evenings',
      'Maria Lopez, 617-555-0123, evenings',
    ],
    ['', '', ''],
  ])('%s is stored as %s and shown as %s', (text, stored, shown) => {
    expect(storedContact(text)).toBe(stored);
    expect(storedContact(stored)).toBe(stored);
    expect(shownContact(stored)).toBe(shown);
    expect(storedContact(shown)).toBe(stored);
  });
});
