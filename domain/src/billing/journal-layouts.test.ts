import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { ENTRY_COLUMNS, QUICKBOOKS_COLUMNS, XERO_COLUMNS } from './journal-layouts.ts';

const on = calendarDateFrom('2026-10-05');
const valuesOf = <Row>(columns: readonly { value(row: Row): unknown }[], row: Row): unknown[] =>
  columns.map((column) => column.value(row));

it('hands a posting over with the name of its account and its value date', () => {
  const posting = {
    entryNo: '1',
    on,
    valueOn: calendarDateFrom('2026-09-28'),
    kind: 'receipt',
    memo: 'Payment 7',
    groupName: 'Kestrel',
  };
  expect(valuesOf(ENTRY_COLUMNS, { ...posting, account: '2000', cents: -1_250_05 })).toEqual([
    '1',
    '2026-10-05',
    '2026-09-28',
    'receipt',
    'Payment 7',
    '2000',
    'Unapplied cash',
    'Kestrel',
    null,
    1_250_05,
  ]);
});

it('hands days over as QuickBooks and Xero import them', () => {
  expect(valuesOf(QUICKBOOKS_COLUMNS, { on, account: '1000', cents: 1_250_05 })).toEqual([
    'OB-20261005',
    '10/05/2026',
    '1000 Bank',
    1_250_05,
    null,
    'Group benefits of 10/05/2026',
  ]);
  expect(valuesOf(XERO_COLUMNS, { on, account: '2000', cents: -5 })).toEqual([
    'OB-20261005 Group benefits',
    '10/05/2026',
    'Unapplied cash',
    '2000',
    'Tax Exempt',
    -5,
  ]);
});
