import { describe, expect, it } from 'vitest';
import { bankDate, bankTable, guessColumns, guessMapping, readBankRows, unreadBankFormat } from './bank-file.ts';

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

describe('the shapes of bank files', () => {
  const read = (text: string) => {
    const table = bankTable(text.split('\n').map((line) => line.split('|')));
    const { headings, rows, firstRow } = table;
    const found = readBankRows(rows, guessColumns(table), { columns: headings.length, firstRow });
    return { ...found, rows: found.rows.map(({ row, cents }) => [row, cents]) };
  };

  it.each([
    [
      'an unsigned amount with a type column',
      'Transaction Date|Transaction Type|Transaction Amount|Balance\n11/23/26|Credit|1840.25|1\n11/23/26|Debit|2500.00|2\n11/24/26|Credit|612.40|3',
      [
        [2, 1840_25],
        [3, -2500_00],
        [4, 612_40],
      ],
    ],
    [
      'a debit and a credit column, one of them signed',
      'Date|Amount Debit|Amount Credit\n11/23/2026||1840.25\n11/24/2026|-35.00|\n11/24/2026|35.00|0.00',
      [
        [2, 1840_25],
        [3, -35_00],
        [4, -35_00],
      ],
    ],
    [
      'lines above the headings',
      'River City Bank\nPeriod: 11/01/2026 - 11/30/2026\n\nPosted|Money in|Money out|Balance\n11/23/2026|1840.25||9.00\n11/24/2026||35.00|8.00',
      [
        [5, 1840_25],
        [6, -35_00],
      ],
    ],
    [
      'no headings',
      '11/23/2026|1840.25|*||PPD\n11/24/2026|612.40|*|20114|CHECK\n11/24/2026|-35.00|*||SERVICE CHARGE',
      [
        [1, 1840_25],
        [2, 612_40],
        [3, -35_00],
      ],
    ],
  ])('%s', (_about, text, rows) => expect(read(text)).toEqual({ rows, problems: [] }));

  it('names a row with more cells than headings, and reads the others', () => {
    expect(read('Date|Payer|Amount|Reference\n11/23/2026|PINE|19|990.00|17\n11/24/2026|OAK|612.40|18')).toEqual({
      rows: [[3, 612_40]],
      problems: [{ row: 2, message: expect.stringContaining('5 cells, but there are 4 headings') }],
    });
  });

  it.each([
    ['a word that is neither', 'Date|Type|Amount\n11/23/2026|TRANSFER|19.00'],
    ['a blank type', 'Date|Type|Amount\n11/23/2026||19.00'],
    ['a reversed credit', 'Date|Debit or Credit|Amount\n11/23/2026|Credit reversal|19.00'],
    [
      'a blank type beside debits without a minus',
      'Date|Type|Amount\n11/23/2026||19.00\n11/23/2026|Debit|5.00\n11/23/2026|Debit|-1.00',
    ],
    ['neither the debit nor the credit of an amount', 'Date|Amount|Debit|Credit\n11/23/2026|19.00||'],
  ])('an unsigned amount with %s is no receipt', (_about, text) => {
    const { rows, problems } = read(text);
    expect(rows.filter(([, cents = 0]) => cents > 0)).toEqual([]);
    expect(problems).toMatchObject([{ row: 2, message: expect.stringContaining('whether the money came in') }]);
  });

  it('takes a blank type as money in where money out has a minus', () => {
    expect(read('Date|Type|Amount\n11/23/2026||19.00\n11/24/2026|Debit|-5.00').rows).toEqual([
      [2, 19_00],
      [3, -5_00],
    ]);
  });

  it('has its first line as headings where a person says so', () => {
    const lines = [
      ['2026-11-23', '19.00'],
      ['2026-11-24', '20.00'],
    ];
    expect(bankTable(lines)).toMatchObject({ isWithoutHeadings: true, firstRow: 1 });
    expect(bankTable(lines, 'headings')).toEqual({
      headings: lines[0],
      rows: [lines[1]],
      firstRow: 2,
      isWithoutHeadings: false,
    });
  });

  it.each([
    ['Account Number', 'bank', 'ownAccount'],
    ['Account Number', 'lockbox', 'account'],
    ['Payer Account', 'bank', 'account'],
  ] as const)('%s of a %s file is the %s', (heading, kind, field) => {
    expect(guessMapping(['Date', 'Amount', heading], kind)).toEqual({ date: 0, amount: 1, [field]: 2 });
  });

  it.each([
    ['a BAI2', '01,RIVERCITY,OPENBEN,261124,0700,1,80,,2/'],
    ['a BAI2', '\uFEFF01,RIVERCITY,OPENBEN,261124,0700,1,80,,2/'],
    ['an OFX', 'OFXHEADER:100'],
    ['a QFX', 'OFXHEADER:100\n<OFX><INTU.BID>3000'],
    ['a QIF', '!Type:Bank'],
    ['an MT940', ':20:STARTUMS\r\n:25:021000021/4471\r\n:28C:00001/001\r\n:60F:C261123USD18220,75\r\n'],
    ['an MT940', '{1:F01RIVRUS33AXXX0000000000}{2:I940OPENUS33XXXXN}{4:\n:20:1\n:21:2\n:25:4471\n'],
    ['a camt.053', '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">'],
    [undefined, 'Date,Amount\n'],
  ])('tells %s by its beginning', (name, text) => expect(unreadBankFormat(text)).toBe(name));
});
