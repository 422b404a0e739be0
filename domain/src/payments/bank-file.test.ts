import { describe, expect, it } from 'vitest';
import { bankDate, guessMapping, readBankRows } from './bank-file.ts';

describe('a bank or lockbox file', () => {
  it('is understood by its headings', () => {
    expect(guessMapping(['Posted Date', 'Check Number', 'Remitter', 'Amount', 'Invoice'])).toEqual({
      date: 0,
      reference: 1,
      payer: 2,
      amount: 3,
      bill: 4,
    });
    expect(guessMapping(['Date', 'Description', 'Debit', 'Credit'])).toEqual({
      date: 0,
      payer: 1,
      debit: 2,
      credit: 3,
    });
  });

  it.each(['2026-11-20', '11/20/2026', '11/20/26', '20261120'])('reads the date %s', (text) => {
    expect(bankDate(text)).toBe('2026-11-20');
  });
  it('reads no date that does not exist', () => {
    expect([bankDate('02/31/2026'), bankDate('20.11.2026'), bankDate('')]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['1,234.50', 1234_50],
    ['$1,234.50', 1234_50],
    ['(12.00)', -12_00],
    ['-12.00', -12_00],
  ])('reads the amount %s', (text, cents) => {
    expect(readBankRows([['11/20/2026', text]], { date: 0, amount: 1 }).rows[0]?.cents).toBe(cents);
  });

  it('takes amounts from a debit and a credit column, and names what it does not understand', () => {
    const { rows, problems } = readBankRows(
      [
        ['11/20/2026', '', '645.00'],
        ['11/20/2026', '25.00', ''],
        ['', '', ''],
        ['soon', '', '1.00'],
        ['11/20/2026', '', '1.2345'],
      ],
      { date: 0, debit: 1, credit: 2 },
    );
    expect(rows.map(({ row, cents }) => [row, cents])).toEqual([
      [2, 645_00],
      [3, -25_00],
    ]);
    expect(problems).toEqual([
      { row: 5, message: '“soon” is not a date.' },
      { row: 6, message: '“1.2345” is not an amount.' },
    ]);
  });
});
