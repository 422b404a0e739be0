import type { CalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import { type Cents, fromCents, subtract, ZERO } from '../money.ts';
import { BILL_LINE_KIND, type BillLine } from './bill-lines.ts';
import type { LedgerAccount } from './ledger-accounts.ts';

export type Posting = {
  readonly account: LedgerAccount;
  readonly cents: Cents;
  readonly line: CoverageLine | null;
  readonly coveredMonth: CalendarDate | null;
};

/** The account that a line's amount goes against: months that have begun are income, later ones are billed in advance. */
function accountOf({ kind, month, limitSource }: BillLine, today: CalendarDate): LedgerAccount {
  if (limitSource === 'write_off') return '5000';
  return kind === 'premium' && month > today ? '2200' : BILL_LINE_KIND[kind].account;
}

/**
 * The postings of a bill (money engine, section 4): the receivable against premium, adjustments and waivers, per line
 * of coverage and month. A bill whose credits exceed its charges shows 0.00 due; the rest is a credit on account.
 */
export function billPostings(lines: readonly BillLine[], today: CalendarDate): Posting[] {
  const sums = new Map<string, Posting>();
  let total = 0;
  for (const one of lines) {
    const account = accountOf(one, today);
    const key = `${account} ${one.line} ${one.month}`;
    const cents = fromCents((sums.get(key)?.cents ?? 0) - one.cents);
    sums.set(key, { account, cents, line: one.line, coveredMonth: one.month });
    total += one.cents;
  }
  const claim: Posting = {
    account: total >= 0 ? '1100' : '2010',
    cents: fromCents(total),
    line: null,
    coveredMonth: null,
  };
  return [claim, ...sums.values()].filter(({ cents }) => cents !== 0);
}

/** The postings that bring premium billed in advance into income at the start of its month. */
export const recognitionPostings = (advance: readonly Posting[]): Posting[] =>
  advance.flatMap(({ cents, line, coveredMonth }): Posting[] => [
    { account: '2200', cents: subtract(ZERO, cents), line, coveredMonth },
    { account: '4000', cents, line, coveredMonth },
  ]);
