import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { shownFileName } from '@openbenefits/domain/file-name';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import { LARGEST_PAYMENT } from '@openbenefits/domain/payments/largest-payment';
import { protectedNumberIn } from '@openbenefits/domain/protected-numbers';
import { z } from 'zod';
import './error-words.ts';

/**
 * Types as they travel: opaque ids in small letters, calendar dates as YYYY-MM-DD text, instants as ISO text, money as
 * integer cents.
 */
export const id = z.uuid().toLowerCase();
export const calendarDate = z
  .string()
  .refine((text) => parseCalendarDate(text) !== undefined, { message: 'Enter a valid date as MM/DD/YYYY.' })
  .transform((text) => text as CalendarDate);
export const instant = z.iso.datetime({ offset: true });
export const cents = z
  .number()
  .int({ message: 'Enter an amount in whole cents.' })
  .transform((value): Cents => fromCents(value === 0 ? 0 : value));

/** An amount of a payment, a refund or another movement of money: more than nothing, and at most what an ACH entry holds. */
export const paymentAmount = cents
  .refine((value) => value > 0, { message: 'Enter an amount of more than $0.00.' })
  .refine((value) => value <= LARGEST_PAYMENT, {
    message: `Enter an amount of at most ${formatMoney(LARGEST_PAYMENT)}.`,
  });

/** A name of one line, as people type it. */
export const nameText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Enter at most ${most} characters.`)
    .refine((text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text), {
      message: 'Remove line breaks and other control characters.',
    });

/** A name that is stored in clear: it contains no SSN and no bank account number. */
export const clearName = (most: number) =>
  nameText(most).superRefine((text, context) => {
    const message = protectedNumberIn(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** What a sent file is called, without signs that nobody sees. */
export const fileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform((name) => shownFileName(name) || 'file');

/** A cursor from the previous page (opaque) and the maximum number of rows. */
export const page = { cursor: z.string().max(500).optional(), limit: z.number().int().min(1).max(200).default(50) };
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), next: z.string().nullable(), total: z.number().int() });

/** A page without a count: rows do not wait for it. */
export const rowsOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), next: z.string().nullable() });

/** Sent with every write: the same key has one effect and one answer (trust P10). */
export const idempotencyKey = z.string().min(8).max(100).optional();

/** A yearly salary in cents, at most $100,000,000. */
export const annualSalary = z
  .number()
  .int()
  .min(0, 'Enter a salary of $0.00 or more.')
  .max(100_000_000_00, 'Enter a salary of at most $100,000,000.00.')
  .transform((value): Cents => fromCents(value));
