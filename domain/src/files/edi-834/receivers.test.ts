import { describe, expect, it } from 'vitest';
import { distinctReceivers, isAddressedElsewhere } from './receivers.ts';

describe('the receiver of an interchange (ISA08)', () => {
  it('is compared without the blanks that fill it up and without capitals', () => {
    expect(isAddressedElsewhere('openbenefits   ', ['OPENBENEFITS'])).toBe(false);
    expect(isAddressedElsewhere('OPEN  BENEFITS', ['Open Benefits', 'X'])).toBe(false);
    expect(isAddressedElsewhere('OTHERTPA', ['OPENBENEFITS', 'OBTEST'])).toBe(true);
  });

  it('is nobody’s fault where no receiver is known, or none is named', () => {
    expect(isAddressedElsewhere('ANYBODY', [])).toBe(false);
    expect(isAddressedElsewhere('   ', ['OPENBENEFITS'])).toBe(false);
  });

  it('is kept once, as it was written first', () => {
    expect(distinctReceivers(['OpenBenefits ', 'OPENBENEFITS', '', 'OBTEST'])).toEqual(['OpenBenefits', 'OBTEST']);
  });
});
