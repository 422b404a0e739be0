/** How the dates of a list are written: how many are days only if the day, or the month, comes first, and how many are days either way. */
export type DateOrders = { dayFirst: number; monthFirst: number; either: number };

export const noDates = (): DateOrders => ({ dayFirst: 0, monthFirst: 0, either: 0 });

/** Counts a date of two numbers and a year, in the order in which they are written. The same number twice is the same day either way. */
export function countOrder(orders: DateOrders, first: number, second: number): void {
  if (first > 12 && second <= 12) orders.dayFirst++;
  else if (second > 12 && first <= 12) orders.monthFirst++;
  else if (first !== second && first <= 12) orders.either++;
}

/** The dates of a list that are in doubt, and how many show it; null where none are. */
export function doubtfulOrder(orders: DateOrders, readDayFirst: boolean): { showing: number; doubtful: number; readDayFirst: boolean } | null {
  return isOrderDoubtful(orders, readDayFirst) ? { showing: readDayFirst ? orders.monthFirst : orders.dayFirst, doubtful: orders.either, readDayFirst } : null;
}

/**
 * Whether dates that are days either way were probably read the wrong way round: some others exist only in the other order, and none in the one that was
 * read. Lists with both hold typing errors.
 */
export function isOrderDoubtful({ dayFirst, monthFirst, either }: DateOrders, readDayFirst: boolean): boolean {
  return either > 0 && (readDayFirst ? monthFirst > 0 && dayFirst === 0 : dayFirst > 0 && monthFirst === 0);
}
