import { type CalendarDate, calendarDateOf, parseCalendarDate } from '../calendar-date.ts';
import { LARGEST_PAYMENT } from './largest-payment.ts';
import { type Cents, parseMoney, subtract, ZERO } from '../money.ts';

/** What a column of a lockbox or bank file can mean. */
export const BANK_FIELDS = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'reference',
  'payer',
  'bill',
  'group',
  'account',
  'ownAccount',
  'trace',
] as const;
export type BankField = (typeof BANK_FIELDS)[number];
export const BANK_FIELD_LABEL: Readonly<Record<BankField, string>> = {
  date: 'Date',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  direction: 'Debit or credit',
  reference: 'Reference or check number',
  payer: 'Payer',
  bill: 'Bill number',
  group: 'CIM number or group',
  account: 'Account number of the payer',
  ownAccount: 'Our account number',
  trace: 'Trace number of an 820',
};

/** Columns by field: where each is, from 0. */
export type BankMapping = Readonly<Partial<Record<BankField, number>>>;

const HEADINGS: readonly (readonly [BankField, RegExp])[] = [
  ['trace', /trace|trn/],
  [
    'direction',
    /^((trans(action)?|tran|txn) )?type$|^(debit|dr|d)\W*(or\W+)?(credit|cr|c)\b|^(credit|cr|c)\W*(or\W+)?(debit|dr|d)\b|indicator$|^details$|^direction$/,
  ],
  ['date', /date|posted|received/],
  ['credit', /\bcredit|deposit|(money|paid) in$/],
  ['debit', /\bdebit|withdrawal|(money|paid) out$/],
  ['amount', /amount|total|sum/],
  ['bill', /bill|invoice/],
  ['account', /^(payer|payor|remitter|originator|sender|from|customer)'?s? (bank )?acc(oun)?t/],
  ['group', /cim|group|account name|customer/],
  ['ownAccount', /^((our|bank|to) )?acc(oun)?t( (no\.?|number|#))?$/],
  ['payer', /payer|remitter|from|name|description|memo/],
  ['reference', /check|reference|ref|serial|number|id$/],
];

/** A lockbox lists the account that each check is drawn on, a statement the account that it is of. */
export type BankFileKind = 'lockbox' | 'bank';

/** Guesses what each column of a file is from its headings; the first column of a kind has it. */
export function guessMapping(headings: readonly string[], kind: BankFileKind = 'bank'): BankMapping {
  const mapping: Partial<Record<BankField, number>> = {};
  for (const [index, heading] of headings.entries()) {
    const text = heading.trim().toLowerCase();
    const found = HEADINGS.find(([field, words]) => mapping[field] === undefined && words.test(text));
    if (found) mapping[found[0]] = index;
  }
  if (kind === 'lockbox' && mapping.account === undefined && mapping.ownAccount !== undefined) {
    mapping.account = mapping.ownAccount;
    delete mapping.ownAccount;
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
  readonly account: string;
  readonly ownAccount: string;
  readonly trace: string;
};
export type BankRowProblem = { readonly row: number; readonly message: string };

const cell = (cells: readonly string[], index: number | undefined): string =>
  index === undefined ? '' : (cells[index] ?? '').trim();

const IN = /credit|deposit|dslip|^(cr?|in|\+)$/;
const OUT = /debit|withdraw|charge|fee|^(check|dr?|out|-)$/;
/** What takes an earlier row back: of a debit it is money in, of a credit money out. */
const TAKES_BACK = /revers|return|correct|adjust|chargeback|nsf/;

const outgoing = (cents: Cents): Cents => (cents < 0 ? cents : subtract(ZERO, cents));

/** Which way the money of a row went by its words; undefined where they do not say it. */
function directionOf(cells: readonly string[], { debit, credit, direction }: BankMapping): 'in' | 'out' | undefined {
  const word = cell(cells, direction).toLowerCase();
  if (TAKES_BACK.test(word)) return undefined;
  const [isIn, isOut] = [IN.test(word), OUT.test(word)];
  if (isIn || isOut) return isIn && isOut ? undefined : isIn ? 'in' : 'out';
  if (debit === undefined || credit === undefined) return undefined;
  const [out, came] = [debit, credit].map((column) => (parseMoney(cell(cells, column)) ?? 0) !== 0);
  return out === came ? undefined : out ? 'out' : 'in';
}

/** Whether something of the file besides the sign says which way the money went. */
const saysDirection = ({ debit, credit, direction }: BankMapping): boolean =>
  direction !== undefined || (debit !== undefined && credit !== undefined);

/** Whether money that went out has a minus: some row has one, and no row of a debit is without. */
const isSignedFile = (rows: readonly (readonly string[])[], mapping: BankMapping): boolean => {
  const amounts = rows.map((cells) => [parseMoney(cell(cells, mapping.amount)) ?? 0, cells] as const);
  return (
    amounts.some(([cents]) => cents < 0) &&
    !amounts.some(([cents, cells]) => cents > 0 && directionOf(cells, mapping) === 'out')
  );
};

/**
 * The amount of a row: signed, in brackets, with a thousands separator, unsigned next to a word for its direction, or
 * in a debit and a credit column. Undefined where the row does not say whether the money came in.
 */
function amountOf(cells: readonly string[], mapping: BankMapping, isSigned: boolean): Cents | undefined {
  const { amount, debit, credit } = mapping;
  if (amount !== undefined) {
    const cents = parseMoney(cell(cells, amount));
    if (cents === undefined || cents < 0 || !saysDirection(mapping)) return cents;
    const way = directionOf(cells, mapping);
    if (way === 'out') return outgoing(cents);
    return way === 'in' || isSigned ? cents : undefined;
  }
  const [out, came] = [debit, credit].map((column) => {
    const text = cell(cells, column);
    return text === '' ? ZERO : parseMoney(text);
  });
  if (out === undefined || came === undefined || (out !== 0 && came !== 0)) return undefined;
  if (cell(cells, debit) === '' && cell(cells, credit) === '') return undefined;
  return out === 0 ? came : outgoing(out);
}

/** Formats of banks that are not tables, with the article of their name, by what they begin with. */
const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['a BAI2', /^01,[^,\n]*,[^,\n]*,\d{6},/],
  ['a QFX', /<INTU\.BID>/i],
  ['an OFX', /^OFXHEADER|<\?OFX|<OFX>/i],
  ['a QIF', /^!(type|account|option)[: ]/i],
  ['a camt.053', /camt\.05[2-4]|<BkToCstmr/i],
  // Its reference, then its account: fields 20, 21 and 25, below a SWIFT header or lines of the bank.
  ['an MT940', /(?:^|[\r\n}])\s*:20:[^\r\n]*[\r\n]+(?::21:[^\r\n]*[\r\n]+)?:25P?:/],
];

/** Returns the name of a bank format that is not read, as “an OFX”, so that it is refused by its name. */
export const unreadBankFormat = (text: string): string | undefined =>
  FORMATS.find(([, begins]) =>
    // A byte order mark is white space as well.
    begins.test(text.trimStart().slice(0, 4000)),
  )?.[0];

/** Lines above the headings: the name of the bank, the account, the period. */
const MOST_LINES_ABOVE = 20;
const isMoney = (text: string): boolean => /\d\.\d{2}\)?$/.test(text.trim()) && parseMoney(text) !== undefined;
const isData = (cells: readonly string[]): boolean =>
  cells.some((one) => bankDate(one) !== undefined) && cells.some(isMoney);

export type BankTable = {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The row of the file that the first of `rows` is, from 1. */
  readonly firstRow: number;
  /** No line reads as headings: the columns have numbers, and a person says whether the first line is data. */
  readonly isWithoutHeadings: boolean;
};

/** What the first line of a file without known headings is, by the person who imports it. */
export const FIRST_LINES = ['data', 'headings'] as const;
export type FirstLine = (typeof FIRST_LINES)[number];

/** Finds the headings of a bank file: below lines about the account, nowhere, or where a person says that they are. */
export function bankTable(lines: readonly (readonly string[])[], firstLine?: FirstLine): BankTable {
  if (firstLine === 'headings')
    return { headings: lines[0] ?? [], rows: lines.slice(1), firstRow: 2, isWithoutHeadings: false };
  const above = lines.slice(0, MOST_LINES_ABOVE);
  const named = above.findIndex((cells) => {
    const { date, amount, credit } = guessMapping(cells);
    return date !== undefined && (amount ?? credit) !== undefined && !isData(cells);
  });
  const first = above.findIndex(isData);
  if (
    first >= 0 &&
    (named < 0 || named > first) &&
    (first === 0 || lines[first - 1]?.length !== lines[first]?.length)
  ) {
    const rows = lines.slice(first);
    const columns = Math.max(...rows.map((cells) => cells.length));
    const headings = Array.from({ length: columns }, (_, index) => `Column ${index + 1}`);
    return { headings, rows, firstRow: first + 1, isWithoutHeadings: true };
  }
  const at = Math.max(named, 0);
  return { headings: lines[at] ?? [], rows: lines.slice(at + 1), firstRow: at + 2, isWithoutHeadings: false };
}

/** Guesses the columns of a table: by its headings, or by its first row where it has none. */
export function guessColumns(
  { headings, rows, isWithoutHeadings }: BankTable,
  kind: BankFileKind = 'bank',
): BankMapping {
  if (!isWithoutHeadings) return guessMapping(headings, kind);
  const [first = []] = rows;
  const date = first.findIndex((one) => bankDate(one) !== undefined);
  return { date, amount: first.findIndex((one, index) => index !== date && isMoney(one)) };
}

function noAmount(cells: readonly string[], { amount, debit, credit, direction }: BankMapping): string {
  const texts = (amount === undefined ? [credit, debit] : [amount]).map((column) => cell(cells, column));
  const wrong = texts.find((text) => text !== '' && parseMoney(text) === undefined);
  if (wrong !== undefined || texts.every((text) => text === '')) return `“${wrong ?? ''}” is not an amount.`;
  if (amount === undefined) return 'The row has a debit and a credit. Keep one of them.';
  const word = cell(cells, direction);
  return word === ''
    ? 'The row does not say whether the money came in. Write Debit or Credit.'
    : `“${word}” does not say whether the money came in. Write Debit or Credit.`;
}

/** Reads rows of a lockbox or bank file by their mapping; a row that is not understood is named with its cell. */
export function readBankRows(
  rows: readonly (readonly string[])[],
  mapping: BankMapping,
  { columns = Number.MAX_SAFE_INTEGER, firstRow = 2 }: { columns?: number; firstRow?: number } = {},
): { rows: readonly BankRow[]; problems: readonly BankRowProblem[] } {
  const read: BankRow[] = [];
  const problems: BankRowProblem[] = [];
  const isSigned = isSignedFile(rows, mapping);
  for (const [index, cells] of rows.entries()) {
    const row = index + firstRow;
    if (cells.every((one) => one.trim() === '')) continue;
    if (cells.slice(columns).some((one) => one.trim() !== '')) {
      const message = `The row has ${cells.length} cells, but there are ${columns} headings. Put quotation marks around a value with a comma.`;
      problems.push({ row, message });
      continue;
    }
    const date = bankDate(cell(cells, mapping.date));
    const cents = amountOf(cells, mapping, isSigned);
    if (!date) problems.push({ row, message: `“${cell(cells, mapping.date)}” is not a date.` });
    if (cents === undefined) problems.push({ row, message: noAmount(cells, mapping) });
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
      account: text('account'),
      ownAccount: text('ownAccount'),
      trace: text('trace'),
    });
  }
  return { rows: read, problems };
}
