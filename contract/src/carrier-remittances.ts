import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import {
  LEFT_OUT_REASONS,
  REMITTANCE_METHODS,
  REMITTANCE_STATUSES,
} from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ackAnswer } from './acknowledgements.ts';
import { askedApproval, waitingApproval } from './approvals.ts';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant, nameText, page, rowsOf } from './wire.ts';

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Carrier remittances'] }).errors(errors);
const write = z.object({ id, idempotencyKey });
const of = z.object({ id });
const carrierName = z.string().trim().min(1, 'Choose a carrier.').max(200);
/** ISA05 to ISA08: letters, digits and plain punctuation. */
const code = z
  .string()
  .trim()
  .regex(/^[!-)+-9;-=?-}]*$/, 'Use letters, digits and plain punctuation only.');

/** How premium that is collected for a carrier goes to it. */
const collection = z.object({
  isActive: z.boolean(),
  /** The first billed month whose money is remitted. */
  since: calendarDate.refine((day) => day >= '2000-01-01' && day <= '2100-01-01', {
    message: 'Choose a month from 2000 on.',
  }),
  payeeName: z
    .string()
    .trim()
    .min(1, 'Enter the name of the payee.')
    .max(60, 'At most 60 characters.')
    .regex(/^[!-)+-9;-}À-ž ]*$/u, 'Use letters, digits and plain punctuation only.'),
  payerId: code.min(1, 'Enter the payer ID.').max(10, 'At most 10 characters.'),
  senderQualifier: code.length(2, 'Two characters, such as ZZ.'),
  senderId: code.min(2, 'At least two characters.').max(15, 'At most 15 characters (ISA06).'),
  receiverQualifier: code.length(2, 'Two characters, such as ZZ.'),
  receiverId: code.min(2, 'At least two characters.').max(15, 'At most 15 characters (ISA08).'),
  usage: z.enum(['T', 'P']),
});
export type CarrierCollection = z.infer<typeof collection>;

const carrier = z.object({ carrierName: z.string(), plans: z.number().int(), collection: collection.nullable() });
export type Carrier = z.infer<typeof carrier>;

const preview = z.object({
  cents,
  subscribers: z.number().int(),
  /** Credits of bills, and corrections of what was remitted before, in the sum. */
  corrections: cents,
  groups: z.array(
    z.object({ groupId: id, groupName: z.string(), subscribers: z.number().int(), cents, corrections: cents }),
  ),
  /** Billed for the carrier and not in the sum. */
  leftOut: z.array(
    z.object({ groupId: id, groupName: z.string(), billNumber: z.string(), cents, reason: z.enum(LEFT_OUT_REASONS) }),
  ),
});
export type RemittancePreview = z.infer<typeof preview>;

const row = z.object({
  id,
  number: z.string(),
  carrierName: z.string(),
  /** As the carrier was set up when it was prepared: what is approved. */
  payeeName: z.string(),
  receiverId: z.string(),
  through: calendarDate,
  method: z.enum(REMITTANCE_METHODS),
  status: z.enum(REMITTANCE_STATUSES),
  cents,
  groups: z.number().int(),
  subscribers: z.number().int(),
  createdBy: z.string(),
  createdAt: instant,
  /** The one who prepared it never approves it. */
  isOwn: z.boolean(),
  approval: waitingApproval,
  approvedBy: z.string().nullable(),
  sentAt: instant.nullable(),
  /** What the carrier answered to the 820. */
  answer: ackAnswer.nullable(),
  answeredAt: instant.nullable(),
  paidOn: calendarDate.nullable(),
  paidBy: z.string().nullable(),
  reference: z.string().nullable(),
  voidReason: z.string().nullable(),
  voidedBy: z.string().nullable(),
});
export type CarrierRemittanceRow = z.infer<typeof row>;

const line = z.object({
  groupId: id,
  groupName: z.string(),
  billId: id,
  billNumber: z.string(),
  planName: z.string(),
  line: z.enum(COVERAGE_LINES),
  coveredMonth: calendarDate,
  charged: cents,
  before: cents,
  cents,
  subscribers: z.number().int(),
});
export type CarrierRemittanceLine = z.infer<typeof line>;

/** Premium collected for carriers, remitted with an 820. The file is at /downloads/carrier-remittances/{id}. */
export const carrierRemittances = {
  carriers: route('/carrier-remittances/carriers', 'GET').input(z.object({})).output(z.array(carrier)),
  /** In force once another person has approved it. */
  setCarrier: route('/carrier-remittances/carriers')
    .input(collection.extend({ carrierName, idempotencyKey }))
    .output(askedApproval),
  preview: route('/carrier-remittances/preview', 'GET')
    .input(z.object({ carrierName, through: calendarDate }))
    .output(preview),
  /** Reserves the money, and asks for approval (approvals.approve); `cents` is the sum that was seen. */
  prepare: route('/carrier-remittances')
    .input(z.object({ carrierName, through: calendarDate, method: z.enum(REMITTANCE_METHODS), cents, idempotencyKey }))
    .output(z.object({ id, number: z.string() })),
  list: route('/carrier-remittances', 'GET')
    .input(z.object({ ...page }))
    .output(rowsOf(row)),
  get: route('/carrier-remittances/{id}', 'GET')
    .input(of)
    .output(row.extend({ lines: z.array(line), hasMore: z.boolean() })),
  pay: route('/carrier-remittances/{id}/pay')
    .input(
      write.extend({
        paidOn: calendarDate,
        reference: nameText(60).min(1, 'Enter the check number or the bank’s reference.'),
      }),
    )
    .output(of),
  /** One whose file was made is void once another person has approved that. */
  void: route('/carrier-remittances/{id}/void')
    .input(write.extend({ reason: z.string().trim().min(1, 'Enter a reason.').max(300) }))
    .output(of.extend({ waitsBecause: z.string().nullable() })),
};
