import { RECURRENCES, RECURRING_STATUSES } from '@openbenefits/domain/payments/recurrence';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, paymentAmount } from './wire.ts';

const recurring = z.object({
  id,
  groupId: id,
  groupName: z.string(),
  bankAccountId: id,
  last4: z.string(),
  frequency: z.enum(RECURRENCES),
  anchorDay: z.number().int(),
  shift: z.enum(['next', 'previous']),
  /** Null is what is due, less what is on its way. */
  fixedCents: cents.nullable(),
  startsOn: calendarDate,
  noticeDays: z.number().int(),
  status: z.enum(RECURRING_STATUSES),
  statusReason: z.string().nullable(),
  /** Null where it is paused or ended. */
  nextPayment: calendarDate.nullable(),
  nextIsSkipped: z.boolean(),
  lastPayment: calendarDate.nullable(),
  lastCents: cents.nullable(),
  /** What would be taken now. */
  expected: cents,
});
export type RecurringPayment = z.infer<typeof recurring>;

const terms = {
  bankAccountId: id,
  frequency: z.enum(RECURRENCES),
  anchorDay: z.number().int().min(1, 'Enter a day from 1 to 31.').max(31, 'Enter a day from 1 to 31.'),
  shift: z.enum(['next', 'previous']),
  fixedCents: paymentAmount.nullable(),
  startsOn: calendarDate,
  noticeDays: z.number().int().min(0).max(30, 'Enter at most 30 days.'),
};
const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Payments'] }).errors(errors);
const write = z.object({ id, idempotencyKey });
const of = z.object({ id });

/** Recurring payments: an ACH debit of a group in every period. */
export const recurringPayments = {
  list: route('/recurring-payments', 'GET')
    .input(z.object({ groupId: id.optional() }))
    .output(z.array(recurring)),
  setUp: route('/recurring-payments')
    .input(z.object({ groupId: id, ...terms, idempotencyKey }))
    .output(of),
  edit: route('/recurring-payments/{id}').input(write.extend(terms)).output(of),
  pause: route('/recurring-payments/{id}/pause')
    .input(write.extend({ reason: z.string().trim().min(1, 'Enter a reason.').max(200) }))
    .output(of),
  resume: route('/recurring-payments/{id}/resume').input(write).output(of),
  /** Skips the next payment, or cancels the skip. The same answer twice changes nothing. */
  skip: route('/recurring-payments/{id}/skip')
    .input(write.extend({ isSkipped: z.boolean() }))
    .output(of),
  end: route('/recurring-payments/{id}/end').input(write).output(of),
};
