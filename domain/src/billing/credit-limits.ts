import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import { fromCents, subtract, ZERO } from '../money.ts';
import type { CreditLimit } from '../plans/credit-limit.ts';
import { billKey, type BillLine } from './bill-lines.ts';

/** When coverage ended, and when that was recorded. */
export type Notice = { readonly lastDay: CalendarDate; readonly noticedOn: CalendarDate };

/** Says why an amount is not credited. */
export const uncreditedReason = (noticeDays: number): string => `notice later than ${noticeDays} days`;

/** What lines give back of months, less what of it reverses a release of what was withheld before. */
function netCredits(lines: readonly BillLine[]): BillLine[] {
  const reversed = new Map(lines.flatMap((one) => (one.kind === 'uncredited' ? [[billKey(one), one.cents]] : [])));
  return lines
    .filter(({ kind }) => kind === 'retro')
    .map((line) => ({ ...line, cents: fromCents(line.cents + (reversed.get(billKey(line)) ?? 0)) }))
    .filter(({ cents }) => cents < 0);
}

/**
 * Returns the lines that charge again what a plan's limit does not credit, one per month, with the days that were
 * exceeded. The latest months are credited first. `limitOf` knows no limit, and `noticeOf` no notice, where a credit has
 * another cause than the end of coverage: a corrected rate is always credited in full.
 */
export function uncreditedLines(
  lines: readonly BillLine[],
  limitOf: (credit: BillLine) => CreditLimit | undefined,
  noticeOf: (credit: BillLine) => Notice | undefined,
): BillLine[] {
  const credits = netCredits(lines);
  const byCoverage = new Map<string, BillLine[]>();
  for (const credit of credits) {
    const key = `${credit.subscriberId} ${credit.line} ${credit.planId}`;
    byCoverage.set(key, [...(byCoverage.get(key) ?? []), credit]);
  }
  return [...byCoverage.values()].flatMap((ofCoverage) => {
    const late = ofCoverage.flatMap((credit) => {
      const [limit, notice] = [limitOf(credit), noticeOf(credit)];
      return limit && notice && daysBetween(notice.lastDay, notice.noticedOn) > limit.noticeDays
        ? [{ credit, limit }]
        : [];
    });
    return late
      .toSorted((a, b) => (a.credit.month < b.credit.month ? 1 : -1))
      .flatMap(({ credit, limit }, place): BillLine[] =>
        place < limit.creditMonths
          ? []
          : [
              {
                ...credit,
                kind: 'uncredited',
                cents: subtract(ZERO, credit.cents),
                employer: subtract(ZERO, credit.employer),
                noticeDays: limit.noticeDays,
              },
            ],
      );
  });
}
