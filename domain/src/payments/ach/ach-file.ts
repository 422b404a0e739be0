import type { CalendarDate } from '../../calendar-date.ts';
import type { Cents } from '../../money.ts';

/** Kinds of entries: companies (CCD), companies with an 820 (CTX), people (PPD), people online (WEB), changes (COR). */
export const SEC_CODES = ['CCD', 'CTX', 'PPD', 'WEB', 'COR'] as const;
export type SecCode = (typeof SEC_CODES)[number];

export type AccountKind = 'checking' | 'savings';

/** Transaction codes by account and direction; a prenote has no amount. A return or change is read with its own code. */
export const TRANSACTION_CODES = {
  checking: { credit: '22', debit: '27', creditPrenote: '23', debitPrenote: '28' },
  savings: { credit: '32', debit: '37', creditPrenote: '33', debitPrenote: '38' },
} as const;

const isDebitCode = (code: string): boolean => Number(code[1]) >= 5;

/** One entry. `routing` has nine digits, `trace` fifteen: the first eight of our bank and a number that never repeats. */
export type AchEntry = {
  readonly code: string;
  readonly routing: string;
  readonly account: string;
  readonly cents: Cents;
  readonly id: string;
  readonly name: string;
  readonly discretionary: string;
  readonly addenda: readonly AchAddenda[];
  readonly trace: string;
};

/** Text with a payment (05), the reason of a return (99), or a notification of change (98). */
export type AchAddenda =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'return';
      readonly code: string;
      readonly originalTrace: string;
      readonly originalRdfi: string;
      readonly information: string;
    }
  | {
      readonly kind: 'change';
      readonly code: string;
      readonly originalTrace: string;
      readonly originalRdfi: string;
      readonly corrected: string;
    };

export type AchBatch = {
  readonly companyName: string;
  readonly companyId: string;
  readonly companyData: string;
  readonly sec: SecCode;
  readonly description: string;
  readonly effectiveOn: CalendarDate | null;
  /** The first eight digits of the originating bank. */
  readonly odfi: string;
  readonly entries: readonly AchEntry[];
};

export type AchFile = {
  /** Routing numbers of nine digits, or an identification of ten characters. */
  readonly destination: string;
  readonly origin: string;
  readonly createdOn: CalendarDate;
  /** HHMM. */
  readonly createdAt: string;
  /** A to Z, then 0 to 9: the files of a day in order. */
  readonly modifier: string;
  readonly destinationName: string;
  readonly originName: string;
  readonly reference: string;
  readonly batches: readonly AchBatch[];
};

/** Sums of entries: a batch's and a file's control records carry them. */
export function achTotals(entries: readonly AchEntry[]): { debits: number; credits: number; records: number } {
  let debits = 0;
  let credits = 0;
  let records = 0;
  for (const { code, cents, addenda } of entries) {
    if (isDebitCode(code)) debits += cents;
    else credits += cents;
    records += 1 + addenda.length;
  }
  return { debits, credits, records };
}
