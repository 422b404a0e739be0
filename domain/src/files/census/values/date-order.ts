import { type FileMessage, fileMessage } from '../../messages/file-message.ts';
/**
 * How the dates of a list are written: how many are days only if the day, or the month, comes first, and how many are
 * days either way.
 */
export type DateOrders = {
  dayFirst: number;
  monthFirst: number;
  either: number;
  /** Of those that are days either way: with dots, which nothing in the list decides and nobody has said. */
  dotted?: number;
  /** Columns that show another order than the others. */
  contrary?: ContraryDates;
};

/** Dates of columns that were read in the order which they alone show. */
export type ContraryDates = { showing: number; doubtful: number; readDayFirst: boolean };

export const noDates = (): DateOrders => ({ dayFirst: 0, monthFirst: 0, either: 0 });

/**
 * Counts a date of two numbers and a year, in the order in which they are written. The same number twice is the same
 * day either way.
 */
export function countOrder(orders: DateOrders, first: number, second: number, isDotted = false): void {
  // 85-03-14 begins with its year.
  if (first > 31 || second > 31) return;
  if (first > 12 && second <= 12) orders.dayFirst++;
  else if (second > 12 && first <= 12) orders.monthFirst++;
  else if (first !== second && first <= 12) {
    orders.either++;
    if (isDotted) orders.dotted = (orders.dotted ?? 0) + 1;
  }
}

/** Counts a date of a column that nobody reads, as far as it shows an order. */
export function countShown(orders: DateOrders, text: string): void {
  const [, first, second] = TWO_NUMBERS.exec(text) ?? [];
  const own = noDates();
  if (first !== undefined) countOrder(own, Number(first), Number(second));
  orders.dayFirst += own.dayFirst;
  orders.monthFirst += own.monthFirst;
}

/** The dates of a list that are in doubt, how many show it, and why. */
export type DoubtfulOrder = ContraryDates & { why?: 'dots' | 'columns' };

/** The dates of a list that are in doubt; null where none are. */
export function doubtfulOrder(orders: DateOrders, readDayFirst: boolean): DoubtfulOrder | null {
  if (orders.contrary) return { ...orders.contrary, why: 'columns' };
  if (isOrderDoubtful(orders, readDayFirst))
    return { showing: readDayFirst ? orders.monthFirst : orders.dayFirst, doubtful: orders.either, readDayFirst };
  return orders.dotted && !readDayFirst
    ? { showing: orders.dayFirst, doubtful: orders.dotted, readDayFirst, why: 'dots' }
    : null;
}

/**
 * Whether dates that are days either way were probably read the wrong way round: some others exist only in the other
 * order, and none in the one that was read. Lists with both hold typing errors.
 */
function isOrderDoubtful({ dayFirst, monthFirst, either }: DateOrders, readDayFirst: boolean): boolean {
  return either > 0 && (readDayFirst ? monthFirst > 0 && dayFirst === 0 : dayFirst > 0 && monthFirst === 0);
}

const TWO_NUMBERS = /^(\d{1,2})[/. -](\d{1,2})[/. -](?:\d{2}|\d{4})$/;
/**
 * Headings of languages in whose countries the day comes first. Spanish is not among them: it is written in the United
 * States, too.
 */
const DAY_FIRST = /geburt|eintritt|naissance|embauche/i;

/** Of one date alone it may be a slip. */
const FEWEST_SHOWING = 2;

/**
 * Why a list is read with the day first, in words: by such headings, unless its dates show that the month comes first;
 * and by its dates, where several are days only so, and the others are the same day either way.
 */
export function areDaysFirst(headings: readonly string[], dates: Iterable<string>): FileMessage | undefined {
  const isToldByHeadings = headings.some((heading) => DAY_FIRST.test(heading));
  const orders = noDates();
  for (const date of dates) {
    const [, first, second] = TWO_NUMBERS.exec(date) ?? [];
    if (first !== undefined) countOrder(orders, Number(first), Number(second));
  }
  const { dayFirst, monthFirst, either } = orders;
  if (isToldByHeadings) return dayFirst > 0 || (monthFirst === 0 && either > 0) ? DAYS_FIRST : undefined;
  return dayFirst >= FEWEST_SHOWING && monthFirst === 0 && either === 0 ? DAYS_SHOWN : undefined;
}

const DAYS_SHOWN = fileMessage('dates_day_first');
const DAYS_FIRST = fileMessage('dates_day_first_by_language');
