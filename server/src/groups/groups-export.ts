import type { AdministeredGroup } from '@openbenefits/contract/group-admin';
import type { GroupRow } from '@openbenefits/contract/groups';
import { GROUP_SORTS } from '@openbenefits/domain/groups/group-sorts';
import {
  GROUP_STATUS_LABEL,
  GROUP_STATUSES,
  GROUP_TYPE_LABEL,
  GROUP_TYPES,
} from '@openbenefits/domain/groups/group-status';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../downloads/export-lists.ts';
import { withAdministration } from './administration.queries.ts';
import { countGroups, listGroups } from './groups.queries.ts';

const PAGE = 200;

const filter = z.object({
  search: z.string().max(200).optional(),
  status: z.enum(GROUP_STATUSES).optional(),
  type: z.enum(GROUP_TYPES).optional(),
  renewsWithin: z.number().int().min(1).max(366).optional(),
  sort: z.enum(GROUP_SORTS).default('name'),
  descending: z.boolean().default(false),
});
type Filter = z.infer<typeof filter>;
type Row = GroupRow & Partial<AdministeredGroup>;

async function* pages({ tx, today }: ExportReader, wanted: Filter): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await listGroups({ tx, today }, { ...wanted, cursor, limit: PAGE });
    const more = new Map((await withAdministration(tx, rows)).map((row) => [row.id, row]));
    yield rows.map((row) => ({ ...row, ...more.get(row.id) }));
    cursor = next ?? undefined;
  } while (cursor);
}

/** The groups of a list, as its filter and order show them. */
export const groupsExport = exportOf<Filter, Row>({
  needs: 'groups.view',
  fileName: 'groups',
  fields: ['company', 'premium'],
  reasonAbove: null,
  filter,
  count: async ({ tx, today }, wanted) => countGroups(tx, wanted, today),
  table: (reader, wanted) => ({
    sheet: 'Groups',
    columns: [
      { header: 'Group', width: 36, value: (row) => row.name },
      { header: 'CIM number', width: 20, value: (row) => row.cim },
      { header: 'Status', value: (row) => GROUP_STATUS_LABEL[row.status] },
      { header: 'Type', width: 18, value: (row) => GROUP_TYPE_LABEL[row.type] },
      { header: 'Industry', width: 24, value: (row) => row.industry ?? 'Not specified' },
      { header: 'City', value: (row) => row.city },
      { header: 'State', value: (row) => row.state },
      { header: 'Employees', kind: 'number', value: (row) => row.employees },
      { header: 'Enrolled', kind: 'number', value: (row) => row.enrolled },
      { header: 'Effective date', kind: 'date', value: (row) => row.effectiveDate },
      { header: 'Renewal date', kind: 'date', value: (row) => row.renewalDate },
      { header: 'Monthly premium', kind: 'money', value: (row) => row.monthlyPremium },
      { header: 'Administrator', width: 24, value: (row) => row.admin ?? 'Not assigned' },
      { header: 'Administrator email', width: 32, value: (row) => row.adminEmail ?? null },
      { header: 'Plan type', value: (row) => row.planType ?? 'Standard Plan' },
    ],
    batches: pages(reader, wanted),
  }),
});
