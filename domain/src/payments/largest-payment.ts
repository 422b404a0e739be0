import { fromCents } from '../money.ts';

/** The largest amount of one payment: what an ACH entry has room for (domain rules 4.14). */
export const LARGEST_PAYMENT = fromCents(99_999_999_99);
