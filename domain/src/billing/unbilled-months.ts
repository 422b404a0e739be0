import { type CalendarDate } from '../calendar-date.ts';
import { type Cents, fromCents, ZERO } from '../money.ts';
import { billKey, type BillKey, type BillLine, billLines, type Expected, type Posted } from './bill-lines.ts';

/** What is done about months of a group that no bill has. */
export const UNBILLED_CHOICES = ['bill', 'own_run', 'never'] as const;
export type UnbilledChoice = (typeof UNBILLED_CHOICES)[number];

/** A month that no bill has, with what it should have been billed and what it was. */
export type UnbilledMonth<Price extends Expected = Expected> = {
  readonly month: CalendarDate;
  /** Null until it is decided. */
  readonly choice: 'bill' | 'never' | null;
  readonly expected: readonly Price[];
  /** What should have been billed when it was decided never to bill the month. */
  readonly expectedThen: readonly Expected[];
  readonly held: readonly BillKey[];
  readonly posted: readonly Posted[];
};

/** What a bill says of an earlier month without a bill. */
export type BillMonth = {
  readonly month: CalendarDate;
  readonly choice: 'ask' | 'bill' | 'nothing';
  readonly subscribers: number;
  readonly held: number;
  readonly cents: Cents;
};

/** No month is this one, so that every difference is one of an earlier month. */
const NO_PERIOD = '0001-01-01' as CalendarDate;

const lineOf = ({ subscriberId, line, month }: BillKey): string => `${subscriberId} ${line} ${month}`;

/**
 * Returns what is still to be billed of a month that is never billed: what was added or raised since the decision.
 * What was taken away since is not credited, because it was never charged.
 */
function expectedBeyond<Price extends Expected>(
  expected: readonly Price[],
  expectedThen: readonly Expected[],
): Price[] {
  const left = new Map<string, { cents: number; employer: number }>();
  for (const one of expectedThen) {
    const before = left.get(lineOf(one)) ?? { cents: 0, employer: 0 };
    left.set(lineOf(one), {
      cents: before.cents + one.premium + one.waiver,
      employer: before.employer + one.employer,
    });
  }
  return expected.map((one) => {
    const then = left.get(lineOf(one));
    if (!then) return one;
    const total = one.premium + one.waiver;
    const taken = Math.max(0, Math.min(then.cents, total));
    const employer = Math.max(0, Math.min(one.employer - then.employer, total - taken));
    left.set(lineOf(one), { cents: then.cents - taken, employer: Math.max(0, then.employer - one.employer) });
    return { ...one, premium: fromCents(total - taken), waiver: ZERO, employer: fromCents(employer) };
  });
}

/**
 * The lines of a month without a bill, and what the bill says of the month. Nothing of it is billed before it is decided
 * whether it is; a month with nothing to bill is no question.
 */
export function billUnbilledMonth(one: UnbilledMonth): { lines: BillLine[]; says: BillMonth | null } {
  const { month, choice, held } = one;
  const heldKeys = new Set(held.map(billKey));
  const posted = one.posted.filter((known) => !heldKeys.has(billKey(known)));
  const expected = choice === 'never' ? expectedBeyond(one.expected, one.expectedThen) : one.expected;
  const lines = billLines(NO_PERIOD, expected, posted);
  if (choice === 'never') return { lines, says: null };
  const says: BillMonth = {
    month,
    choice: lines.length === 0 && held.length === 0 ? 'nothing' : (choice ?? 'ask'),
    subscribers: new Set([...lines, ...held].map(({ subscriberId }) => subscriberId)).size,
    held: held.length,
    cents: fromCents(lines.reduce((sum, { cents }) => sum + cents, 0)),
  };
  return { lines: says.choice === 'ask' ? [] : lines, says };
}
