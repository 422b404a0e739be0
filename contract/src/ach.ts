import { oc } from '@orpc/contract';
import { z } from 'zod';
import { askedApproval, waitingApproval } from './approvals.ts';
import { errors } from './errors.ts';
import { calendarDate, cents, clearName, fileName, id, idempotencyKey, instant, nameText } from './wire.ts';

const KINDS = ['checking', 'savings'] as const;
const routing = z
  .string()
  .trim()
  .regex(/^\d{9}$/, 'Enter nine digits.')
  .refine((digits) => !/^0+$/.test(digits), { message: 'Enter the routing number of a bank.' });
const account = z.string().trim().max(17, 'Enter at most 17 characters.');

const bankAccount = z.object({
  id,
  holder: z.string(),
  isPerson: z.boolean(),
  /** The company takes the 820 of a debit in addenda records. */
  isCtx: z.boolean(),
  kind: z.enum(KINDS),
  routing: z.string(),
  /** The account number is shown by its last digits; `reveal` gives it with a reason. */
  last4: z.string(),
  status: z.enum(['new', 'prenote_sent', 'deposits_sent', 'verified', 'disabled']),
  /** The day of the file with the prenote or the deposits; null while they wait for a file that is sent. */
  verificationSentOn: calendarDate.nullable(),
  statusReason: z.string().nullable(),
  addedBy: z.string(),
  addedAt: instant,
});
export type BankAccount = z.infer<typeof bankAccount>;

const bankSettings = z.object({
  bankName: z.string(),
  routing: z.string(),
  originId: z.string(),
  companyName: z.string(),
  companyId: z.string(),
  isBalanced: z.boolean(),
  settlementKind: z.enum(KINDS),
  settlementLast4: z.string(),
  /** HH:MM in the organization's time zone. */
  cutOff: z.string(),
  returnFee: cents,
  feeNoticeOn: calendarDate.nullable(),
});
export type BankSettings = z.infer<typeof bankSettings>;

const fileRow = z.object({
  id,
  reference: z.string(),
  madeOn: calendarDate,
  effectiveOn: calendarDate,
  status: z.enum(['draft', 'approved', 'sent', 'cancelled']),
  createdBy: z.string(),
  createdAt: instant,
  approvedBy: z.string().nullable(),
  sentAt: instant.nullable(),
  entries: z.number().int(),
  debits: cents,
  credits: cents,
});
export type AchFileRow = z.infer<typeof fileRow>;

const entry = z.object({
  id,
  batch: z.enum(['premium', 'retry', 'fee', 'prenote', 'deposit', 'refund']),
  groupId: id,
  groupName: z.string(),
  billNumber: z.string().nullable(),
  last4: z.string(),
  sec: z.enum(['CCD', 'CTX', 'PPD']),
  isDebit: z.boolean(),
  cents,
  trace: z.string(),
  isIncluded: z.boolean(),
  held: z.string().nullable(),
});
export type AchEntryRow = z.infer<typeof entry>;
const fileDetail = fileRow.extend({
  /** Who made a file or changed it never approves it. */
  isOwn: z.boolean(),
  approval: waitingApproval,
  /** Nobody was asked for approval since it changed, or what was approved is void: approval has to be asked for. */
  lacksApproval: z.boolean(),
  /** What an approver is told of the age of a draft. */
  age: z.string().nullable(),
  list: z.array(entry),
});
export type AchFileDetail = z.infer<typeof fileDetail>;

const achReturn = z.object({
  id,
  groupName: z.string().nullable(),
  kind: z.enum(['return', 'change']),
  code: z.string(),
  title: z.string(),
  cents,
  outcome: z.string(),
  /** A return that changed nothing counts for no retry and no rate. */
  isApplied: z.boolean(),
  bankCase: z.enum(['duplicate_return', 'not_ours', 'void']).nullable(),
  at: instant,
  paymentId: id.nullable(),
  fileName: z.string(),
});
export type AchReturn = z.infer<typeof achReturn>;

const restriction = z.object({
  id,
  from: calendarDate,
  until: calendarDate,
  reason: z.string(),
  setBy: z.string(),
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
  isInForce: z.boolean(),
});
export type PaymentRestriction = z.infer<typeof restriction>;

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['ACH'] }).errors(errors);
const of = z.object({ id });
const write = z.object({ id, idempotencyKey });
const reason = z.string().trim().min(1, 'Enter a reason.').max(300);

/** ACH: bank accounts, files to the bank, returns from it. The bytes of a file are at /downloads/ach/{id}. */
export const ach = {
  summary: route('/ach/summary', 'GET')
    .input(z.object({}))
    .output(
      z.object({
        waiting: cents,
        sent: cents,
        settled: cents,
        returned: cents,
        /** Debits and refunds that no file can take yet. */
        held: z.array(
          z.object({
            kind: z.enum(['debit', 'refund']),
            groupId: id,
            groupName: z.string(),
            entries: z.number().int(),
            cents,
            reason: z.string(),
          }),
        ),
        rates: z.array(
          z.object({
            name: z.enum(['unauthorized', 'administrative', 'overall']),
            returns: z.number().int(),
            debits: z.number().int(),
            share: z.number(),
            limit: z.number(),
          }),
        ),
      }),
    ),
  settings: {
    get: route('/ach/settings', 'GET').input(z.object({})).output(bankSettings.nullable()),
    /** In force once another person has approved it. */
    set: route('/ach/settings')
      .input(
        z.object({
          bankName: nameText(23).min(1, 'Enter the name of the bank.'),
          routing,
          originId: nameText(10).min(1, 'Enter the ID that the bank gave you.'),
          companyName: nameText(16).min(1, 'Enter the name that payers see.'),
          companyId: nameText(10).min(1, 'Enter the company ID.'),
          isBalanced: z.boolean(),
          settlementKind: z.enum(KINDS),
          /** Empty keeps the stored number. */
          settlementAccount: account,
          cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM.'),
          returnFee: cents.refine((value) => value >= 0 && value <= 100_00, {
            message: 'Enter a fee of at most $100.00.',
          }),
          feeNoticeOn: calendarDate.nullable(),
          idempotencyKey,
        }),
      )
      .output(askedApproval),
  },
  accounts: {
    list: route('/ach/accounts', 'GET')
      .input(z.object({ groupId: id }))
      .output(z.array(bankAccount)),
    add: route('/ach/accounts')
      .input(
        z.object({
          groupId: id,
          holder: clearName(60).refine((text) => text !== '', 'Enter the name on the account.'),
          isPerson: z.boolean(),
          kind: z.enum(KINDS),
          routing,
          account,
          idempotencyKey,
        }),
      )
      .output(of),
    reveal: route('/ach/accounts/{id}/reveal')
      .input(z.object({ id, reason: z.string().trim().max(300) }))
      .output(z.object({ account: z.string() })),
    verify: route('/ach/accounts/{id}/verify')
      .input(write.extend({ by: z.enum(['prenote', 'deposits']) }))
      .output(of),
    confirm: route('/ach/accounts/{id}/confirm')
      .input(write.extend({ cents: z.tuple([z.number().int(), z.number().int()]) }))
      .output(z.object({ verified: z.boolean(), triesLeft: z.number().int() })),
    setAddenda: route('/ach/accounts/{id}/addenda')
      .input(write.extend({ isCtx: z.boolean() }))
      .output(of),
    disable: route('/ach/accounts/{id}/disable').input(write.extend({ reason })).output(of),
  },
  /** Months in which a group pays by secured funds only: no debit is made. */
  restrictions: {
    list: route('/ach/restrictions', 'GET')
      .input(z.object({ groupId: id }))
      .output(z.array(restriction)),
    add: route('/ach/restrictions')
      .input(z.object({ groupId: id, from: calendarDate, until: calendarDate, reason, idempotencyKey }))
      .output(of),
    lift: route('/ach/restrictions/{id}/lift').input(write.extend({ reason })).output(of),
  },
  files: {
    list: route('/ach/files', 'GET').input(z.object({})).output(z.array(fileRow)),
    get: route('/ach/files/{id}', 'GET').input(of).output(fileDetail),
    /** Makes the next file, and asks for its approval (approvals.approve). */
    draft: route('/ach/files').input(z.object({ idempotencyKey })).output(of),
    include: route('/ach/files/{id}/entries')
      .input(write.extend({ entryId: id, isIncluded: z.boolean() }))
      .output(of),
    /** Asks for approval once more, where something has changed since; an approved file is a draft again. */
    ask: route('/ach/files/{id}/ask').input(write).output(of),
    cancel: route('/ach/files/{id}/cancel').input(write).output(of),
  },
  returns: {
    list: route('/ach/returns', 'GET').input(z.object({})).output(z.array(achReturn)),
    /** A file of returns and changes as the bank sent it; a file with problems changes nothing. */
    import: route('/ach/returns')
      .input(z.object({ name: fileName, text: z.string().max(5_000_000), idempotencyKey }))
      .output(z.object({ id, entries: z.number().int(), matched: z.number().int() })),
    retry: route('/ach/payments/{id}/retry')
      .input(write)
      .output(z.object({ id, lastDay: calendarDate })),
    fee: route('/ach/payments/{id}/fee')
      .input(write)
      .output(z.object({ cents, lastDay: calendarDate })),
  },
};
