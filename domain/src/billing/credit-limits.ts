import { addDays, type CalendarDate, daysBetween } from '../calendar-date.ts';
import { isBeyondRetro } from '../coverage/retro-window.ts';
import { fromCents, subtract, ZERO } from '../money.ts';
import type { CreditLimit } from '../plans/credit-limit.ts';
import { billKey, type BillLine, type LimitSource } from './bill-lines.ts';

/** When coverage ended, and when that was recorded. */
export type Notice = {
  readonly lastDay: CalendarDate;
  readonly noticedOn: CalendarDate;
  /** Coverage that ends because premium was not paid is no late notice of the group. */
  readonly isNonPayment?: boolean;
};

/** The limits of a credit that gives back coverage that ended; undefined is none. */
export type CreditTerms = {
  readonly limit: CreditLimit | undefined;
  /** The group's retro window in days. */
  readonly retroDays: number | undefined;
};

/**
 * Whether the group's retro window keeps a month charged: notice came after the window, and the month is not after the
 * month of the notice day less the window.
 */
const isBeyondWindow = (
  { lastDay, noticedOn, isNonPayment }: Notice,
  month: CalendarDate,
  retroDays: number,
): boolean =>
  isNonPayment !== true && isBeyondRetro(lastDay, noticedOn, retroDays) && month <= addDays(noticedOn, -retroDays);

/** Says why an amount is not credited. */
export const uncreditedReason = (
  noticeDays: number | null | undefined,
  source: LimitSource | null | undefined,
): string => (source === 'write_off' ? 'the month was written off' : `notice later than ${noticeDays ?? 0} days`);

/** What lines give back of months, less what of it reverses a release of what was withheld before. */
function netCredits(lines: readonly BillLine[]): BillLine[] {
  const reversed = new Map(lines.flatMap((one) => (one.kind === 'uncredited' ? [[billKey(one), one.cents]] : [])));
  return lines
    .filter(({ kind }) => kind === 'retro')
    .map((line) => ({ ...line, cents: fromCents(line.cents + (reversed.get(billKey(line)) ?? 0)) }))
    .filter(({ cents }) => cents < 0);
}

const chargedAgain = (credit: BillLine, limitSource: 'plan' | 'group', noticeDays: number): BillLine => ({
  ...credit,
  kind: 'uncredited',
  cents: subtract(ZERO, credit.cents),
  employer: subtract(ZERO, credit.employer),
  noticeDays,
  limitSource,
});

/**
 * Returns the lines that charge again what a plan's limit or the group's retro window does not credit, one per month,
 * with the days that were exceeded. A plan's limit credits the latest months first. `termsOf` knows no limit, and
 * `noticeOf` no notice, where a credit has another cause than the end of coverage: a corrected rate is always credited.
 */
export function uncreditedLines(
  lines: readonly BillLine[],
  termsOf: (credit: BillLine) => CreditTerms,
  noticeOf: (credit: BillLine) => Notice | undefined,
): BillLine[] {
  const byCoverage = new Map<string, BillLine[]>();
  for (const credit of netCredits(lines)) {
    const key = `${credit.subscriberId} ${credit.line} ${credit.planId}`;
    byCoverage.set(key, [...(byCoverage.get(key) ?? []), credit]);
  }
  return [...byCoverage.values()].flatMap((ofCoverage) => {
    let credited = 0;
    return ofCoverage
      .toSorted((a, b) => (a.month < b.month ? 1 : -1))
      .flatMap((credit): BillLine[] => {
        const [{ limit, retroDays }, notice] = [termsOf(credit), noticeOf(credit)];
        if (!notice) return [];
        if (limit && daysBetween(notice.lastDay, notice.noticedOn) > limit.noticeDays) {
          credited += 1;
          if (credited > limit.creditMonths) return [chargedAgain(credit, 'plan', limit.noticeDays)];
        }
        return retroDays !== undefined && isBeyondWindow(notice, credit.month, retroDays)
          ? [chargedAgain(credit, 'group', retroDays)]
          : [];
      });
  });
}

/**
 * Returns the lines that reverse write-offs: what credits give back of months that were written off, up to what was
 * written off and not reversed yet, in cents by month. `lines` have what limits do not credit.
 */
export function writeOffReversals(
  lines: readonly BillLine[],
  writtenOff: ReadonlyMap<CalendarDate, number>,
): BillLine[] {
  const left = new Map(writtenOff);
  const kept = new Set(lines.flatMap((one) => (one.limitSource === undefined ? [] : [billKey(one)])));
  return netCredits(lines).flatMap((credit): BillLine[] => {
    const reversed = Math.min(left.get(credit.month) ?? 0, subtract(ZERO, credit.cents));
    if (reversed <= 0 || kept.has(billKey(credit))) return [];
    left.set(credit.month, (left.get(credit.month) ?? 0) - reversed);
    return [{ ...credit, kind: 'uncredited', cents: fromCents(reversed), employer: ZERO, limitSource: 'write_off' }];
  });
}
