import { type CalendarDate, formatDate, parseCalendarDate } from '../calendar-date.ts';
import { dateRangeProblems } from '../date-range.ts';
import { add, type Cents, formatMoney } from '../money.ts';
import type { Problem } from '../refusal.ts';

export type Installment = { readonly on: CalendarDate; readonly cents: Cents };

/** An agreement to pay arrears in parts. It covers the bills that were due by a day and stops their clock while kept. */
export type InstallmentPlan = {
  readonly madeOn: CalendarDate;
  readonly coversDueUntil: CalendarDate;
  readonly installments: readonly Installment[];
};

export type PlanProgress = {
  /** The first installment that was not paid by its day; null while the plan is kept. */
  readonly missedOn: CalendarDate | null;
  readonly next: (Installment & { readonly number: number }) | null;
};

/**
 * Returns how a plan is kept, by what is still owed of its bills: never more than the installments that are still to
 * come. A missed installment that is paid late keeps the plan again.
 */
export function planProgress({ installments }: InstallmentPlan, owed: Cents, today: CalendarDate): PlanProgress {
  const inOrder = installments.toSorted((a, b) => (a.on < b.on ? -1 : 1));
  const sumAfter = (index: number): Cents => add(...inOrder.slice(index + 1).map(({ cents }) => cents));
  const missed = inOrder.find(({ on }, index) => on < today && owed > sumAfter(index));
  const index = inOrder.findIndex((_, place) => owed > sumAfter(place));
  const next = inOrder[index];
  return { missedOn: missed?.on ?? null, next: next ? { ...next, number: index + 1 } : null };
}

const MAX_INSTALLMENTS = 24;

export function problemsOfPlan(
  installments: readonly { on: string; cents: number | null }[],
  arrears: Cents,
  today: CalendarDate,
): Problem[] {
  const found: Problem[] = [];
  if (installments.length === 0 || installments.length > MAX_INSTALLMENTS)
    return [{ path: 'installments', message: `Enter 1 to ${MAX_INSTALLMENTS} installments.` }];
  let before: string = '';
  let sum = 0;
  for (const [index, { on, cents }] of installments.entries()) {
    const date = parseCalendarDate(on);
    if (!date) found.push({ path: `installments.${index}.on`, message: 'Enter a date.' });
    else if (date < today) found.push({ path: `installments.${index}.on`, message: 'Enter today or a later date.' });
    else if (date <= before)
      found.push({ path: `installments.${index}.on`, message: 'Enter a date after the one before.' });
    else found.push(...dateRangeProblems(`installments.${index}.on`, date, today));
    if (cents === null || !(cents > 0))
      found.push({ path: `installments.${index}.cents`, message: 'Enter an amount of more than $0.00.' });
    before = on;
    sum += cents ?? 0;
  }
  if (found.length === 0 && sum !== arrears)
    found.push({
      path: 'installments',
      message: `The installments must add up to the arrears of ${formatMoney(arrears)} on ${formatDate(today)}.`,
    });
  return found;
}
