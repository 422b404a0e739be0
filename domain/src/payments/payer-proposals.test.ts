import { describe, expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import { nameSimilarity, nameWords, proposeGroups } from './payer-proposals.ts';

const hilltop = {
  groupId: 'hilltop',
  names: ['Hilltop Charter Schools'],
  bills: [
    { number: 'INV-2026-000123', due: fromCents(4182_35) },
    { number: 'INV-2026-000188', due: fromCents(100_00) },
  ],
};
const harbor = {
  groupId: 'harbor',
  names: ['Harbor Steel, Inc.'],
  bills: [{ number: 'INV-2026-000124', due: fromCents(645_00) }],
};
const propose = (payer: string, cents: number, reference = '') =>
  proposeGroups({ payer, reference, cents: fromCents(cents) }, [harbor, hilltop]);

describe('a payment that matches nothing', () => {
  it.each([
    ['HILLTOP CHARTER SCHL', 12_00, '', [{ groupId: 'hilltop', reasons: ['name'] }]],
    ['Hilltop Chrtr Schls ACH PMT', 12_00, '', [{ groupId: 'hilltop', reasons: ['name'] }]],
    ['HARBOR STEEL CO', 645_00, '', [{ groupId: 'harbor', reasons: ['name', 'amount'] }]],
    ['R. HOLLOWAY', 4282_35, '', [{ groupId: 'hilltop', reasons: ['amount'] }]],
    ['DEPOSIT', 1_00, 'premium inv 2026 000124', [{ groupId: 'harbor', reasons: ['bill_number'] }]],
    [
      'HILLTOP CHARTER SCHL',
      645_00,
      '',
      [
        { groupId: 'hilltop', reasons: ['name'] },
        { groupId: 'harbor', reasons: ['amount'] },
      ],
    ],
    ['R. HOLLOWAY', 12_00, '', []],
  ])('%s, %d cents: proposes groups by bill number, name and amount', (payer, cents, reference, proposals) => {
    expect(propose(payer, cents, reference)).toEqual(proposals);
  });

  it('is not proposed for a group that shares one common word', () => {
    const words = nameWords('Hilltop Landscaping Services LLC');
    expect(nameSimilarity(words, nameWords('Hilltop Charter Schools'))).toBeLessThan(0.6);
    expect(nameWords('The Company of Payments, Inc.')).toEqual(['payments']);
  });
});
