import type { CalendarDate } from '../calendar-date.ts';
import { add, type Cents, fromCents, ZERO } from '../money.ts';

/** What moved a group's balance, as a statement names it. */
export const STATEMENT_KINDS = ['bill', 'replaced', 'payment', 'returned', 'credit'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export type StatementEntry = {
  readonly id: string;
  readonly on: CalendarDate;
  readonly kind: StatementKind;
  readonly text: string;
  readonly note: string;
  /** More than zero is owed by the group. */
  readonly cents: Cents;
};

export type StatementLine = StatementEntry & { readonly balance: Cents };

export type StatementSums = {
  readonly opening: Cents;
  /** Bills less those that were replaced. */
  readonly bills: Cents;
  /** Payments less those that were returned. */
  readonly payments: Cents;
  readonly credits: Cents;
  readonly closing: Cents;
};

/** Runs a balance through the entries of a period and adds up its parts. */
export function statementOf(
  opening: Cents,
  entries: readonly StatementEntry[],
): { lines: StatementLine[]; sums: StatementSums } {
  let balance: number = opening;
  const lines = entries.map((entry) => ({ ...entry, balance: fromCents((balance += entry.cents)) }));
  const sumOf = (...kinds: readonly StatementKind[]): Cents =>
    add(ZERO, ...entries.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents));
  return {
    lines,
    sums: {
      opening,
      bills: sumOf('bill', 'replaced'),
      payments: sumOf('payment', 'returned'),
      credits: sumOf('credit'),
      closing: fromCents(balance),
    },
  };
}
