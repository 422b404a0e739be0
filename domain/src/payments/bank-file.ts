import { type CalendarDate, calendarDateOf, parseCalendarDate } from '../calendar-date.ts';
import { LARGEST_PAYMENT } from './largest-payment.ts';
import { type Cents, parseMoney, subtract, ZERO } from '../money.ts';

/** What a column of a lockbox or bank file can mean. */
export const BANK_FIELDS = [
  'date',
  'amount',
  'debit',
  'credit',
  'reference',
  'payer',
  'bill',
  'group',
  'trace',
] as const;
export type BankField = (typeof BANK_FIELDS)[number];
export const BANK_FIELD_LABEL: Readonly<Record<BankField, string>> = {
  date: 'Date',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  reference: 'Reference or check number',
  payer: 'Payer',
  bill: 'Bill number',
  group: 'CIM number or group',
  trace: 'Trace number of an 820',
};

/** Columns by field: where each is, from 0. */
export type BankMapping = Readonly<Partial<Record<BankField, number>>>;

const HEADINGS: readonly (readonly [BankField, RegExp])[] = [
  ['trace', /trace|trn/],
  ['date', /date|posted|received/],
  ['credit', /^credit|deposit|credit amount/],
  ['debit', /^debit|withdrawal|debit amount/],
  ['amount', /amount|total|sum/],
  ['bill', /bill|invoice/],
  ['group', /cim|group|account name|customer/],
  ['payer', /payer|remitter|from|name|description|memo/],
  ['reference', /check|reference|ref|serial|number|id$/],
];

/** Guesses what each column of a file is from its headings; the first column of a kind has it. */
export function guessMapping(headings: readonly string[]): BankMapping {
  const mapping: Partial<Record<BankField, number>> = {};
  for (const [index, heading] of headings.entries()) {
    const text = heading.trim().toLowerCase();
    const found = HEADINGS.find(([field, words]) => mapping[field] === undefined && words.test(text));
    if (found) mapping[found[0]] = index;
  }
  return mapping;
}

/** Dates as banks write them: 2026-11-20, 11/20/2026, 11/20/26, 20261120. */
export function bankDate(text: string): CalendarDate | undefined {
  const trimmed = text.trim();
  const iso = parseCalendarDate(trimmed);
  if (iso) return iso;
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(trimmed);
  if (slashed) {
    const year = Number(slashed[3]);
    return calendarDateOf(slashed[3]?.length === 2 ? 2000 + year : year, Number(slashed[1]), Number(slashed[2]));
  }
  const plain = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  return plain ? calendarDateOf(Number(plain[1]), Number(plain[2]), Number(plain[3])) : undefined;
}

export type BankRow = {
  readonly row: number;
  readonly date: CalendarDate;
  /** Positive is money that came; money that went out is no payment. */
  readonly cents: Cents;
  readonly reference: string;
  readonly payer: string;
  readonly bill: string;
  readonly group: string;
  readonly trace: string;
};
export type BankRowProblem = { readonly row: number; readonly message: string };

const cell = (cells: readonly string[], index: number | undefined): string =>
  index === undefined ? '' : (cells[index] ?? '').trim();

/** The amount of a row: signed, in brackets, with a thousands separator, or in a debit and a credit column. */
function amountOf(cells: readonly string[], { amount, debit, credit }: BankMapping): Cents | undefined {
  if (amount !== undefined) return parseMoney(cell(cells, amount));
  const [out, came] = [cell(cells, debit), cell(cells, credit)];
  if (came !== '') return parseMoney(came);
  const spent = out === '' ? undefined : parseMoney(out);
  return spent === undefined ? undefined : subtract(ZERO, spent < 0 ? subtract(ZERO, spent) : spent);
}

/** Reads rows of a lockbox or bank file by their mapping; a row that is not understood is named with its cell. */
export function readBankRows(
  rows: readonly (readonly string[])[],
  mapping: BankMapping,
): { rows: readonly BankRow[]; problems: readonly BankRowProblem[] } {
  const read: BankRow[] = [];
  const problems: BankRowProblem[] = [];
  for (const [index, cells] of rows.entries()) {
    const row = index + 2;
    if (cells.every((one) => one.trim() === '')) continue;
    const date = bankDate(cell(cells, mapping.date));
    const cents = amountOf(cells, mapping);
    if (!date) problems.push({ row, message: `“${cell(cells, mapping.date)}” is not a date.` });
    if (cents === undefined)
      problems.push({ row, message: `“${cell(cells, mapping.amount ?? mapping.credit)}” is not an amount.` });
    if (cents !== undefined && Math.abs(cents) > LARGEST_PAYMENT)
      problems.push({
        row,
        message: `“${cell(cells, mapping.amount ?? mapping.credit)}” is more than one payment can be.`,
      });
    if (!date || cents === undefined) continue;
    const text = (field: BankField) => cell(cells, mapping[field]);
    read.push({
      row,
      date,
      cents,
      reference: text('reference'),
      payer: text('payer'),
      bill: text('bill'),
      group: text('group'),
      trace: text('trace'),
    });
  }
  return { rows: read, problems };
}
