import type { CalendarDate } from '../calendar-date.ts';
import { formatDate } from '../calendar-date.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from './ledger-accounts.ts';

/** A posting of the journal, as the accountant reads it. */
export type JournalPosting = {
  readonly entryNo: string;
  readonly on: CalendarDate;
  /** The day that back-dated money is about, where its month was closed. */
  readonly valueOn: CalendarDate | null;
  readonly kind: string;
  readonly memo: string;
  readonly account: LedgerAccount;
  readonly groupName: string | null;
  readonly cents: number;
};

/** The layouts in which a month's journal is handed over. */
export const JOURNAL_LAYOUTS = ['entries', 'quickbooks', 'xero'] as const;
export type JournalLayout = (typeof JOURNAL_LAYOUTS)[number];

export type JournalColumn<Row> = {
  readonly header: string;
  /** Money is in cents. */
  readonly kind?: 'text' | 'money';
  value(row: Row): string | number | null;
};

const debit = (cents: number): number | null => (cents > 0 ? cents : null);
const credit = (cents: number): number | null => (cents < 0 ? -cents : null);
const accountName = (account: LedgerAccount): string => `${account} ${LEDGER_ACCOUNTS[account]}`;

/** Every posting with its account's name. */
export const ENTRY_COLUMNS: readonly JournalColumn<JournalPosting>[] = [
  { header: 'Entry', value: ({ entryNo }) => entryNo },
  { header: 'Date', value: ({ on }) => on },
  { header: 'Value date', value: ({ on, valueOn }) => valueOn ?? on },
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'Memo', value: ({ memo }) => memo },
  { header: 'Account', value: ({ account }) => account },
  { header: 'Account name', value: ({ account }) => LEDGER_ACCOUNTS[account] },
  { header: 'Group', value: ({ groupName }) => groupName ?? '' },
  { header: 'Debit', kind: 'money', value: ({ cents }) => debit(cents) },
  { header: 'Credit', kind: 'money', value: ({ cents }) => credit(cents) },
];

/** What one day moved on one account. Accounting software takes few lines per journal, so days are summed. */
export type DaySum = { readonly on: CalendarDate; readonly account: LedgerAccount; readonly cents: number };

const numberOf = ({ on }: DaySum): string => `OB-${on.replaceAll('-', '')}`;

/** The headings of QuickBooks Online's import of journal entries. */
export const QUICKBOOKS_COLUMNS: readonly JournalColumn<DaySum>[] = [
  { header: '*JournalNo', value: numberOf },
  { header: '*JournalDate', value: ({ on }) => formatDate(on) },
  { header: '*AccountName', value: ({ account }) => accountName(account) },
  { header: '*Debits', kind: 'money', value: ({ cents }) => debit(cents) },
  { header: '*Credits', kind: 'money', value: ({ cents }) => credit(cents) },
  { header: 'Description', value: ({ on }) => `Group benefits of ${formatDate(on)}` },
];

/** The headings of Xero's import of manual journals; credits are negative there. */
export const XERO_COLUMNS: readonly JournalColumn<DaySum>[] = [
  { header: '*Narration', value: (row) => `${numberOf(row)} Group benefits` },
  { header: '*Date', value: ({ on }) => formatDate(on) },
  { header: 'Description', value: ({ account }) => LEDGER_ACCOUNTS[account] },
  { header: '*AccountCode', value: ({ account }) => account },
  { header: '*TaxRate', value: () => 'Tax Exempt' },
  { header: '*Amount', kind: 'money', value: ({ cents }) => cents },
];
