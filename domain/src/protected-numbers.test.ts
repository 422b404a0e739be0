import { describe, expect, it } from 'vitest';
import { mayBeSsn, protectedNumberIn, withoutProtectedNumbers } from './protected-numbers.ts';

const SSN = 'This looks like a Social Security number. Names here are stored in clear: leave it out.';
const ACCOUNT = 'This looks like a bank account number. Names here are stored in clear: leave it out.';

describe('a number in a name that is stored in clear', () => {
  it.each([
    ['Ann Abbott 219-45-0001.pdf', SSN, 'Ann Abbott •••••0001.pdf'],
    ['Enrollment_219_45_0001_signed.pdf', SSN, 'Enrollment_•••••0001_signed.pdf'],
    ['219450001', SSN, '•••••0001'],
    ['SSN219450001', SSN, 'SSN•••••0001'],
    ['Ann 219–45–0001', SSN, 'Ann •••••0001'],
    ['Ann 219 45 0001', SSN, 'Ann •••••0001'],
    // Wide digits and signs that nobody sees.
    ['Ann ２１９-45-0001', SSN, 'Ann •••••0001'],
    ['Ann 219\u200b450\u2060001', SSN, 'Ann •••••0001'],
    ['Kestrel Avionics acct 1234567890', ACCOUNT, 'Kestrel Avionics acct •••••7890'],
    ['WIRE 12345678901234567 KESTREL 219-45-0001', SSN, 'WIRE •••••4567 KESTREL •••••0001'],
  ])('is found in %s', (name, refusal, hidden) => {
    expect(protectedNumberIn(name)).toBe(refusal);
    expect(withoutProtectedNumbers(name)).toBe(hidden);
  });

  it.each([
    'Summary of Benefits 2026-01-01.pdf',
    'Rates 01-01-2026 to 12-31-2026.xlsx',
    'Gold 500 20 2026.pdf',
    'PPO_500_20_2026.pdf',
    'scan_20260131093000.pdf',
    'Call 555-123-4567',
    'Kestrel Avionics, ZIP 60601-1234, EIN 12-3456789',
    'Check 12345678',
    '123456789012345678901234',
  ])('is not found in %s', (name) => {
    expect(protectedNumberIn(name)).toBeUndefined();
    expect(withoutProtectedNumbers(name)).toBe(name);
  });
});

it.each([
  ['219-45-0001', true],
  ['219450001-01', true],
  ['M-219450001', false],
])('an ID such as %s may be an SSN: %s', (id, isIt) => expect(mayBeSsn(id)).toBe(isIt));
