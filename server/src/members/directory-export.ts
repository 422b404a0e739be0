import { type DirectoryFilter, directoryFilter } from '@openbenefits/contract/directory';
import { REASON_FROM } from '@openbenefits/domain/members/directory';
import { MEMBER_STATUS_LABEL, type MemberStatus } from '@openbenefits/domain/members/member-status';
import { RELATIONSHIP_LABEL, type Relationship } from '@openbenefits/domain/relationship';
import { shownPhone } from '@openbenefits/domain/phone';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { exportOf, type ExportReader } from '../downloads/export-lists.ts';
import { allOf, and, conditionsOf } from './directory-filter.ts';
import { type After, type Order, orderBy, walk } from './directory-walk.ts';

const PAGE = 1000;

type Row = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  relationship: Relationship;
  status: MemberStatus;
  groupName: string;
  employeeId: string | null;
  memberNumber: string;
  email: string | null;
  phone: string | null;
  effectiveDate: string | null;
};

const IN_ORDER: Order = { sort: 'name', descending: false };
const KEYS = sql`m.id, m.last_name, m.first_name`;

async function rowsOf(tx: Tx, page: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${page})
    select m.id, ltrim(m.first_name || ' ' || m.last_name) as name, m.first_name, m.last_name, m.relationship, m.status, g.company_name as group_name, m.employee_id, m.member_number, m.email, m.phone, m.effective_date
    from page p join members m on m.id = p.id join groups g on g.id = m.group_id ${orderBy(IN_ORDER)}`.execute(tx);
  return rows;
}

/** Yields all members in name order, page by page, with constant memory. */
async function* everybody({ tx }: ExportReader, parts: readonly RawBuilder<boolean>[]): AsyncGenerator<readonly Row[]> {
  let after: After;
  let more = true;
  while (more) {
    const rows = await rowsOf(tx, walk(KEYS, parts, IN_ORDER, after, PAGE));
    const last = rows.at(-1);
    if (last) {
      yield rows;
      after = [last.lastName, last.firstName, last.id];
    }
    more = rows.length === PAGE;
  }
}

async function* pages(reader: ExportReader, filter: DirectoryFilter): AsyncGenerator<readonly Row[]> {
  const conditions = await conditionsOf(reader, filter);
  if (conditions.leaves === 'all' && !conditions.term && !conditions.covered) {
    yield* everybody(reader, conditions.parts);
    return;
  }
  // Found once, because the search is too slow to repeat for every page.
  const { rows } = await sql<{
    id: string;
  }>`select m.id from members m where ${and(allOf(conditions))} order by m.last_name, m.first_name, m.id`.execute(
    reader.tx,
  );
  for (let from = 0; from < rows.length; from += PAGE) {
    yield await rowsOf(
      reader.tx,
      sql`select * from unnest(${rows.slice(from, from + PAGE).map(({ id }) => id)}::uuid[]) as x(id)`,
    );
  }
}

async function count(reader: ExportReader, filter: DirectoryFilter, limit: number): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select count(*) as n from (select from members m where ${and(allOf(await conditionsOf(reader, filter)))} limit ${limit}) x`.execute(
    reader.tx,
  );
  return found.rows[0]?.n ?? 0;
}

/** Members of the directory: no SSN and no date of birth leaves in a list. */
export const directoryExport = exportOf<DirectoryFilter, Row>({
  needs: 'members.view',
  fileName: 'members',
  fields: ['name', 'contact', 'group', 'status'],
  // Experience, export of any table.
  reasonAbove: REASON_FROM,
  filter: directoryFilter,
  count,
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
      { header: 'Phone', width: 18, value: (row) => row.phone && shownPhone(row.phone) },
      { header: 'Effective date', kind: 'date', value: (row) => row.effectiveDate },
    ],
    batches: pages(reader, wanted),
  }),
});
