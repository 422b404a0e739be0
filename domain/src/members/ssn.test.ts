import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateSsn } from './ssn.ts';

const kindOf = (digits: string): string => {
  const verdict = validateSsn(digits);
  return verdict.kind === 'refused' ? verdict.code : verdict.kind;
};

describe('validateSsn (SSA POMS RM 10201.035)', () => {
  it.each([
    ['123456701', 'ssn'],
    ['899999999', 'ssn'],
    ['000456704', 'ssn_area'],
    ['666456704', 'ssn_area'],
    ['123006704', 'ssn_group'],
    ['123450000', 'ssn_serial'],
    ['078051120', 'ssn_advertised'],
    ['987654320', 'ssn_advertised'],
    ['987654329', 'ssn_advertised'],
    ['999999999', 'ssn_placeholder'],
    ['000000000', 'ssn_placeholder'],
    ['900501234', 'itin'],
    ['900651234', 'itin'],
    ['912701234', 'itin'],
    ['999991234', 'itin'],
    ['900661234', 'ssn_area'],
    ['900931234', 'atin'],
    ['900891234', 'ssn_area'],
    ['900001234', 'ssn_area'],
    ['12345678', 'ssn_digits'],
    ['1234567890', 'ssn_digits'],
    ['12345678A', 'ssn_digits'],
  ])('%s is %s', (digits, kind) => expect(kindOf(digits)).toBe(kind));

  it('never repeats more of a number than a prefix that is never issued', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
        const verdict = validateSsn(digits);
        if (verdict.kind === 'refused') expect(verdict.message).not.toContain(digits.slice(3));
      }),
    );
  });
});
