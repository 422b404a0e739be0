import type { BillRow } from '@openbenefits/contract/billing';
import { BILL_STATUS_LABEL, BILL_STATUSES } from '@openbenefits/domain/billing/bill-status';
import { counted } from '@openbenefits/domain/counted';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../downloads/export-lists.ts';
import { invoiceTotals, listInvoices } from './bill-rows.queries.ts';

const PAGE = 500;

const filter = z.object({
  groupId: z.uuid().optional(),
  search: z.string().max(200).optional(),
  status: z.enum(BILL_STATUSES).optional(),
});
type Filter = z.infer<typeof filter>;

async function* pages({ tx, today }: ExportReader, wanted: Filter): AsyncGenerator<readonly BillRow[]> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await listInvoices(tx, today, { ...wanted, cursor, limit: PAGE });
    yield rows;
    cursor = next ?? undefined;
  } while (cursor);
}

/** Export Report of the billing dashboard: bills as the filter shows them, with their totals (specification 2). */
export const billsExport = exportOf<Filter, BillRow>({
  needs: 'billing.view',
  fileName: 'bills',
  fields: ['bill', 'premium'],
  reasonAbove: null,
  filter,
  count: async ({ tx, today }, wanted) => (await invoiceTotals(tx, today, wanted)).total,
  table: (reader, wanted) => ({
    sheet: 'Bills',
    columns: [
      { header: 'Group', width: 28, value: (row) => row.groupName },
      { header: 'Bill', width: 16, value: (row) => row.number },
      { header: 'Month', kind: 'date', value: (row) => row.period },
      { header: 'Issue date', kind: 'date', value: (row) => row.issueDate },
      { header: 'Due date', kind: 'date', value: (row) => row.dueDate },
      { header: 'Status', value: (row) => BILL_STATUS_LABEL[row.status] },
      { header: 'Subscribers', kind: 'number', value: (row) => row.subscribers },
      { header: 'Premium', kind: 'money', width: 14, value: (row) => row.premium },
      { header: 'Adjustments', kind: 'money', width: 14, value: (row) => row.retro },
      { header: 'Amount', kind: 'money', width: 14, value: (row) => row.total },
      { header: 'Open', kind: 'money', width: 14, value: (row) => row.due },
    ],
    batches: pages(reader, wanted),
    totals: async () => {
      const { amount, open, total } = await invoiceTotals(reader.tx, reader.today, wanted);
      return [
        `Total, ${counted(total, 'bill', 'bills')}`,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        amount,
        open,
      ];
    },
  }),
});
