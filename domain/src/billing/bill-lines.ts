import type { CalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { LedgerAccount } from './ledger-accounts.ts';
import { type Cents, fromCents, subtract, ZERO } from '../money.ts';

/**
 * What bill lines are for. Fees are no lines: they are owed separately (payments/fees-owed.ts). `section` is where a bill
 * adds them up; `account` what their amounts go against, with premium of later months billed in advance; `isCompared`
 * whether bills are compared by them. A retro line adjusts an earlier month and names it.
 */
export const BILL_LINE_KIND = {
  premium: { label: 'Premium', section: 'premium', account: '4000', isCompared: true },
  waiver: { label: 'Waiver', section: 'premium', account: '4020', isCompared: true },
  retro: { label: 'Adjustment', section: 'adjustment', account: '4010', isCompared: true },
  credit: { label: 'Credit', section: 'adjustment', account: '4010', isCompared: false },
  uncredited: { label: 'Not credited', section: 'adjustment', account: '4010', isCompared: true },
} as const satisfies Record<
  string,
  { label: string; section: 'premium' | 'adjustment'; account: LedgerAccount; isCompared: boolean }
>;
export type BillLineKind = keyof typeof BILL_LINE_KIND;
export const BILL_LINE_KINDS = Object.keys(BILL_LINE_KIND) as [BillLineKind, ...BillLineKind[]];

/** The kinds whose sum is what bills have of a month. */
export const COMPARED_KINDS = BILL_LINE_KINDS.filter((kind) => BILL_LINE_KIND[kind].isCompared);
/** The kinds that a bill adds up in a section. */
export const kindsOf = (section: (typeof BILL_LINE_KIND)[BillLineKind]['section']): BillLineKind[] =>
  BILL_LINE_KINDS.filter((kind) => BILL_LINE_KIND[kind].section === section);

/**
 * What keeps an amount charged: the carrier's limit for the plan, the retro window of the group, or a write-off of the
 * month, which a credit reverses before the group gets any of it.
 */
export const LIMIT_SOURCES = ['plan', 'group', 'write_off'] as const;
export type LimitSource = (typeof LIMIT_SOURCES)[number];

/** One subscriber's line and plan in one month: what bills are compared by. */
export type BillKey = {
  readonly subscriberId: string;
  readonly line: CoverageLine;
  readonly planId: string;
  /** The first of the covered month. */
  readonly month: CalendarDate;
};

/** What should be billed for a key in all, as known at a cut-off. A waiver is negative. */
export type Expected = BillKey & { readonly premium: Cents; readonly waiver: Cents; readonly employer: Cents };

/** What posted bills have for a key: the sum of its lines, and what of it was deliberately not credited. */
export type Posted = BillKey & { readonly billed: Cents; readonly employer: Cents; readonly uncredited: Cents };

export type BillLine = BillKey & {
  readonly kind: BillLineKind;
  readonly cents: Cents;
  readonly employer: Cents;
  /** For what is not credited: the days of notice that were exceeded. */
  readonly noticeDays?: number;
  readonly limitSource?: LimitSource;
};

export const billKey = ({ subscriberId, line, planId, month }: BillKey): string =>
  `${subscriberId} ${line} ${planId} ${month}`;

/**
 * The lines of a bill: what should be, minus what was billed, per key (money engine, section 1.4). What is billed for
 * the first time of the billed month is a premium line with its waiver; every other difference is a retro line with its
 * month. A key that is billed as it should be has no line, so a second run is empty.
 */
export function billLines(period: CalendarDate, expected: readonly Expected[], posted: readonly Posted[]): BillLine[] {
  const known = new Map(posted.map((one) => [billKey(one), one]));
  const lines = expected.flatMap((one): BillLine[] => {
    const key = billKey(one);
    const before = known.get(key);
    known.delete(key);
    return before || one.month !== period ? difference(one, before) : firstLines(one);
  });
  // Billed, and nothing should have been: all of it is given back, but for what was deliberately not credited.
  for (const before of known.values())
    lines.push(...difference({ ...before, premium: ZERO, waiver: ZERO, employer: ZERO }, before));
  return lines;
}

const keyOf = ({ subscriberId, line, planId, month }: BillKey): BillKey => ({ subscriberId, line, planId, month });

/** The lines of what is billed for the first time: the premium, and a waiver beside it. */
export function firstLines(one: Expected): BillLine[] {
  const lines: BillLine[] = [];
  if (one.premium !== 0) lines.push({ ...keyOf(one), kind: 'premium', cents: one.premium, employer: one.employer });
  if (one.waiver !== 0) lines.push({ ...keyOf(one), kind: 'waiver', cents: one.waiver, employer: ZERO });
  return lines;
}

/**
 * What is due now against what was billed. What was once not credited and is due again is charged and released in the
 * same amount, so that it is paid once. Where the bill that withheld an amount has ended and its release has not, the
 * release is reversed: what is withheld is never less than nothing.
 */
function difference(one: Expected, before: Posted | undefined): BillLine[] {
  const withheld = before?.uncredited ?? ZERO;
  const cents = fromCents(one.premium + one.waiver + withheld - (before?.billed ?? 0));
  const released = withheld < 0 ? withheld : fromCents(Math.max(0, Math.min(withheld, cents)));
  const employer = fromCents(one.employer - (before?.employer ?? 0));
  const lines: BillLine[] = [];
  if (cents !== 0) lines.push({ ...keyOf(one), kind: 'retro', cents, employer });
  if (released !== 0)
    lines.push({ ...keyOf(one), kind: 'uncredited', cents: subtract(ZERO, released), employer: ZERO });
  return lines;
}
