import { MEMBER_STATUS_LABEL, MEMBER_STATUSES, type MemberStatus } from '@openbenefits/domain/members/member-status';
import { RELATIONSHIP_LABEL, type Relationship } from '@openbenefits/domain/members/relationship';
import { sql } from 'kysely';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../exports/export-lists.ts';

const PAGE = 1000;
/** From this many people on somebody says what the file is for (experience, export of any table). */
const REASON_ABOVE = 500;

const filter = z.object({ groupId: z.uuid().optional(), status: z.enum(MEMBER_STATUSES).optional() });
type Filter = z.infer<typeof filter>;
type Row = { id: string; name: string; relationship: Relationship; status: MemberStatus; groupName: string; employeeId: string | null; memberNumber: string; email: string | null; phone: string | null; effectiveDate: string | null };

const where = ({ groupId, status }: Filter) => sql<boolean>`${groupId ? sql`m.group_id = ${groupId}` : sql`true`} and ${status ? sql`m.status = ${status}` : sql`true`}`;

async function* pages({ tx }: ExportReader, wanted: Filter): AsyncGenerator<readonly Row[]> {
  for (let after = '00000000-0000-0000-0000-000000000000', more = true; more; ) {
    const { rows } = await sql<Row>`
      select m.id, m.first_name || ' ' || m.last_name as name, m.relationship, m.status, g.company_name as group_name, m.employee_id, m.member_number, m.email, m.phone, m.effective_date
      from members m join groups g on g.id = m.group_id where ${where(wanted)} and m.id > ${after} order by m.id limit ${PAGE}`.execute(tx);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? after;
    more = rows.length === PAGE;
  }
}

/** Members of the directory: no SSN and no date of birth leaves in a list. */
export const directoryExport = exportOf<Filter, Row>({
  needs: 'members.view',
  fileName: 'members',
  fields: ['name', 'contact', 'group', 'status'],
  reasonAbove: REASON_ABOVE,
  filter,
  count: async ({ tx }, wanted, limit) => (await sql<{ n: number }>`select count(*) as n from (select from members m where ${where(wanted)} limit ${limit}) x`.execute(tx)).rows[0]?.n ?? 0,
  table: (reader, wanted) => ({
    sheet: 'Members',
    columns: [
      { header: 'Name', width: 28, value: (row) => row.name },
      { header: 'Relationship', width: 16, value: (row) => RELATIONSHIP_LABEL[row.relationship] },
      { header: 'Group', width: 36, value: (row) => row.groupName },
      { header: 'Status', width: 20, value: (row) => MEMBER_STATUS_LABEL[row.status] },
      { header: 'Employee ID', value: (row) => row.employeeId },
      { header: 'Member number', value: (row) => row.memberNumber },
      { header: 'Email', width: 32, value: (row) => row.email },
      { header: 'Phone', width: 18, value: (row) => row.phone },
      { header: 'Effective date', kind: 'date', value: (row) => row.effectiveDate },
    ],
    batches: pages(reader, wanted),
  }),
});
