import { type CalendarDate, daysBetween } from '../calendar-date.ts';

/** Buckets of what is owed, by the days since each bill was due. */
export const AGING_BUCKETS = ['current', 'days30', 'days60', 'days90', 'over90'] as const;
export type AgingBucket = (typeof AGING_BUCKETS)[number];

export const AGING_BUCKET_LABEL: Readonly<Record<AgingBucket, string>> = {
  current: 'Not yet due',
  days30: '1–30 days',
  days60: '31–60 days',
  days90: '61–90 days',
  over90: 'Over 90 days',
};

/** The last day of each bucket, counted from the due date. */
export const LAST_DAY_OF_BUCKET = { current: 0, days30: 30, days60: 60, days90: 90 } as const;

/** The bucket of a bill on a day; a bill that is due that day is current. */
export function agingBucket(dueDate: CalendarDate, on: CalendarDate): AgingBucket {
  const days = daysBetween(dueDate, on);
  return AGING_BUCKETS.find((bucket) => bucket !== 'over90' && days <= LAST_DAY_OF_BUCKET[bucket]) ?? 'over90';
}
