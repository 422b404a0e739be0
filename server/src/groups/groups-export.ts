import type { AdministeredGroup } from '@openbenefits/contract/group-admin';
import type { GroupRow } from '@openbenefits/contract/groups';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { groupFieldText } from '@openbenefits/domain/groups/field-label';
import {
  GROUP_COLUMNS,
  type GroupColumn,
  groupField,
  type StoredGroup,
} from '@openbenefits/domain/groups/group-fields';
import { GROUP_SORTS } from '@openbenefits/domain/groups/group-sorts';
import {
  GROUP_STATUS_LABEL,
  GROUP_STATUSES,
  GROUP_TYPE_LABEL,
  GROUP_TYPES,
} from '@openbenefits/domain/groups/group-status';
import { z } from 'zod';
import type { Tx } from '../db/connect.ts';
import { exportOf, type ExportReader } from '../downloads/export-lists.ts';
import type { ExportColumn } from '../downloads/table-file.ts';
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
type Row = GroupRow & Partial<AdministeredGroup> & { stored?: StoredGroup };

/** Fields that the list's own columns show already. */
const LISTED: readonly GroupColumn[] = [
  'companyName',
  'groupType',
  'industry',
  'city',
  'stateProvince',
  'employeeCount',
  'effectiveDate',
  'renewalDate',
];
/** A column for each further field of the group. The tax ID does not leave the server whole. */
const FIELD_COLUMNS: readonly ExportColumn<Row>[] = GROUP_COLUMNS.filter((name) => !LISTED.includes(name)).map(
  (name) => {
    const { kind, label } = groupField(name);
    const stored = (row: Row): StoredGroup[GroupColumn] => row.stored?.[name] ?? null;
    if (kind === 'date') return { header: label, kind: 'date', value: (row) => stored(row) as CalendarDate | null };
    if (kind === 'whole') return { header: label, kind: 'number', value: (row) => stored(row) as number | null };
    return { header: label, value: (row) => groupFieldText(name, stored(row)) };
  },
);

async function storedGroups(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, StoredGroup>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('groups')
    .select(['id', ...GROUP_COLUMNS])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...stored }) => [id, stored as StoredGroup]));
}

async function* pages(reader: ExportReader, wanted: Filter): AsyncGenerator<readonly Row[]> {
  const { tx } = reader;
  let cursor: string | undefined;
  do {
    const { rows, next } = await listGroups(reader, { ...wanted, cursor, limit: PAGE });
    const more = new Map((await withAdministration(tx, rows)).map((row) => [row.id, row]));
    const stored = await storedGroups(
      tx,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => {
      const fields = stored.get(row.id);
      return { ...row, ...more.get(row.id), ...(fields && { stored: fields }) };
    });
    cursor = next ?? undefined;
  } while (cursor);
}

/** The groups of a list, as its filter and order show them. */
export const groupsExport = exportOf<Filter, Row>({
  needs: 'groups.view',
  fileName: 'groups',
  fields: [...GROUP_COLUMNS, 'premium'],
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
      ...FIELD_COLUMNS,
    ],
    batches: pages(reader, wanted),
  }),
});
