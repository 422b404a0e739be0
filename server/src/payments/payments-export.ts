import type { PaymentRow } from '@openbenefits/contract/payments';
import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { PAYMENT_METHOD_LABEL, PAYMENT_METHODS } from '@openbenefits/domain/payments/payment-method';
import {
  PAYMENT_KIND_LABEL,
  PAYMENT_SOURCE_LABEL,
  PAYMENT_STATUS_LABEL,
  PAYMENT_STATUSES,
} from '@openbenefits/domain/payments/payment-status';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../downloads/export-lists.ts';
import { listPayments, paymentTotals } from './payments.queries.ts';

const PAGE = 500;

const day = z
  .string()
  .refine((text) => parseCalendarDate(text) !== undefined)
  .transform((text) => text as CalendarDate);
const filter = z.object({
  groupId: z.uuid().optional(),
  search: z.string().max(200).optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  method: z.enum(PAYMENT_METHODS).optional(),
  from: day.optional(),
  to: day.optional(),
  unapplied: z.boolean().optional(),
});
type Filter = z.infer<typeof filter>;

async function* pages({ tx }: ExportReader, wanted: Filter): AsyncGenerator<readonly PaymentRow[]> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await listPayments(tx, { ...wanted, cursor, limit: PAGE });
    yield rows;
    cursor = next ?? undefined;
  } while (cursor);
}

/** The payments of a list, as its filter shows them. */
export const paymentsExport = exportOf<Filter, PaymentRow>({
  needs: 'billing.view',
  fileName: 'payments',
  fields: ['payment'],
  reasonAbove: null,
  filter,
  count: async ({ tx }, wanted) => (await paymentTotals(tx, wanted)).total,
  table: (reader, wanted) => ({
    sheet: 'Payments',
    columns: [
      { header: 'Group', width: 30, value: (row) => row.groupName ?? row.payer },
      { header: 'Type', value: (row) => PAYMENT_KIND_LABEL[row.kind] },
      { header: 'Method', value: (row) => PAYMENT_METHOD_LABEL[row.method] },
      { header: 'Reference', width: 24, value: (row) => row.reference },
      { header: 'Received', kind: 'date', value: (row) => row.receivedOn },
      { header: 'Status', value: (row) => PAYMENT_STATUS_LABEL[row.status] },
      { header: 'Amount', kind: 'money', value: (row) => row.cents },
      { header: 'Fee', kind: 'money', value: (row) => row.fee },
      { header: 'Unapplied', kind: 'money', value: (row) => row.unapplied },
      { header: 'Source', value: (row) => PAYMENT_SOURCE_LABEL[row.source] },
      { header: 'Reason', width: 30, value: (row) => row.reason },
    ],
    batches: pages(reader, wanted),
  }),
});
