import type { AgingRow } from '@openbenefits/contract/arrears';
import { AGING_BUCKET_LABEL, AGING_BUCKETS } from '@openbenefits/domain/billing/aging';
import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../../downloads/export-lists.ts';
import { agingByGroup, agingTotals } from './aging.queries.ts';

const PAGE = 500;

const filter = z.object({
  on: z
    .string()
    .refine((text) => parseCalendarDate(text) !== undefined)
    .transform((text) => text as CalendarDate)
    .optional(),
  search: z.string().max(200).optional(),
});
type Filter = z.infer<typeof filter>;

async function* pages(reader: ExportReader, wanted: Filter): AsyncGenerator<readonly AgingRow[]> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await agingByGroup(reader, { ...wanted, cursor, limit: PAGE });
    yield rows;
    cursor = next ?? undefined;
  } while (cursor);
}

/** What groups owe by age, as the page shows it. */
export const agingExport = exportOf<Filter, AgingRow>({
  needs: 'billing.view',
  fileName: 'aging',
  fields: ['premium'],
  reasonAbove: null,
  filter,
  count: async (reader, wanted) => {
    const { active, ended } = await agingTotals(reader, wanted);
    return active.groups + ended.groups;
  },
  table: (reader, wanted) => ({
    sheet: 'Aging',
    columns: [
      { header: 'Group', width: 30, value: (row) => row.groupName },
      { header: 'Status', value: (row) => (row.isEnded ? 'Terminated' : 'Active') },
      { header: 'As of', kind: 'date', value: () => wanted.on ?? reader.today },
      ...AGING_BUCKETS.map((bucket) => ({
        header: AGING_BUCKET_LABEL[bucket],
        kind: 'money' as const,
        value: (row: AgingRow) => row.buckets[bucket],
      })),
      { header: 'Total', kind: 'money', value: (row) => row.total },
    ],
    batches: pages(reader, wanted),
  }),
});
