import type { AchFileDetail, AchFileRow, AchReturn } from '@openbenefits/contract/ach';
import { addDays, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { RETURN_LIMITS, returnRule } from '@openbenefits/domain/payments/ach/return-codes';
import { type Cents, fromCents, ZERO } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { waitingApprovalOf } from '../../approvals/approvals.queries.ts';
import {
  entriesOf,
  type EntryRecord,
  type FileRecord,
  lockedFile,
  oldDraftReasonOf,
  secOf,
} from './ach-file-records.ts';
import { isRestricted } from './restrictions.ts';

const WATCHED_DAYS = 60;
const SHOWN = 50;

const FILE = sql`f.id, f.reference, f.made_on, f.effective_on, f.status, f.created_by_name as created_by, f.created_at, f.approved_by_name as approved_by, f.sent_at,
  (select count(*)::integer from ach_entries e where e.file_id = f.id and e.is_included) as entries,
  (select coalesce(sum(e.cents), 0)::bigint from ach_entries e where e.file_id = f.id and e.is_included and substr(e.code, 2, 1) >= '5') as debits,
  (select coalesce(sum(e.cents), 0)::bigint from ach_entries e where e.file_id = f.id and e.is_included and substr(e.code, 2, 1) < '5' and e.batch <> 'deposit') as credits`;

/** The newest files. */
export async function listFiles({ tx }: Work): Promise<AchFileRow[]> {
  const { rows } =
    await sql<AchFileRow>`select ${FILE} from ach_files f order by f.created_at desc, f.id desc limit ${SHOWN}`.execute(
      tx,
    );
  return rows;
}

/** What waits of a file's approval, and whether it lacks one: nobody was asked, or what was approved is void. */
async function approvalOf({ tx }: Work, { id, status }: FileRecord) {
  const { rows } = await sql<{ approval: AchFileDetail['approval']; isApproved: boolean }>`
    select ${waitingApprovalOf('ach_file', sql`${id}`)} as approval,
      exists (select from approvals a where a.subject_kind = 'ach_file' and a.subject_id = ${id} and a.status = 'approved') as is_approved`.execute(
    tx,
  );
  const { approval = null, isApproved = false } = rows[0] ?? {};
  const lacksApproval = (status === 'draft' && approval === null) || (status === 'approved' && !isApproved);
  return { approval, lacksApproval };
}

/** Why an entry of a file that was not sent must not go; null where it may. */
function heldReason({ accountStatus, isWanted }: EntryRecord, { status }: FileRecord): string | null {
  if (accountStatus === 'disabled') return 'The bank account was disabled.';
  return isWanted || status === 'sent' || status === 'cancelled' ? null : 'It was voided or withdrawn.';
}

/** A file with its entries; accounts by their last digits. */
export async function fileDetail(work: Work, { id }: { id: string }): Promise<AchFileDetail> {
  const { tx, actor, note } = work;
  const record = await lockedFile(tx, id);
  const { rows } = await sql<AchFileRow>`select ${FILE} from ach_files f where f.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A file is missing after it was read');
  note({ targetKind: 'ach_file', targetId: id, fields: ['bank_account'] });
  return {
    ...row,
    ...(await approvalOf(work, record)),
    isOwn: record.authors.includes(actor.id),
    age: record.status === 'draft' ? await oldDraftReasonOf(work, record) : null,
    list: (await entriesOf(tx, id)).map((entry) => ({
      id: entry.id,
      batch: entry.batch,
      groupId: entry.groupId,
      groupName: entry.groupName,
      billNumber: entry.billNumber,
      last4: entry.last4,
      sec: secOf(entry),
      isDebit: Number(entry.code[1]) >= 5,
      // The amounts of verification deposits are for their receiver to name.
      cents: entry.batch === 'deposit' ? ZERO : entry.cents,
      trace: entry.trace,
      isIncluded: entry.isIncluded,
      held: heldReason(entry, record),
    })),
  };
}

type Held = {
  kind: 'debit' | 'refund';
  groupId: string;
  groupName: string;
  entries: number;
  cents: Cents;
  reason: string;
};

/** Debits and approved refunds that no file can take yet, with the reason: each goes to the account it names. */
async function heldEntries(tx: Work['tx'], today: CalendarDate): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select 'debit' as kind, g.id as group_id, g.company_name as group_name, count(*)::integer as entries, sum(y.cents)::bigint as cents,
      case when y.bank_account_id is null then 'No bank account' when a.status = 'disabled' then 'The bank account was disabled' when a.status = 'verified' then 'The group pays by secured funds' else 'The bank account is not verified yet' end as reason
    from payments y join groups g on g.id = y.group_id left join bank_accounts a on a.id = y.bank_account_id
    where y.method = 'ach' and y.status = 'pending' and (a.status is distinct from 'verified' or ${isRestricted(sql`y.group_id`, today)}) group by 1, 2, 3, 6
    union all
    select 'refund', g.id, g.company_name, count(*)::integer, sum(r.cents)::bigint,
      case when a.status is null then 'No bank account' when a.status = 'disabled' then 'The bank account was disabled' else 'The bank account is not verified yet' end
    from refunds r join groups g on g.id = r.group_id left join bank_accounts a on a.id = r.bank_account_id
    where r.method = 'ach' and r.status = 'approved' and a.status is distinct from 'verified'
    group by 1, 2, 3, 6 order by 3, 1`.execute(tx);
  return rows;
}

/** The tiles, the debits that no file can take yet, and the return rates of sixty days. */
export async function achSummary({ tx, today }: Work) {
  const month = firstOfMonth(today);
  const sums = await sql<{ waiting: number; sent: number; settled: number; returned: number }>`
    select (select coalesce(sum(cents), 0)::bigint from payments where method = 'ach' and status = 'pending') as waiting,
      (select coalesce(sum(cents), 0)::bigint from payments where method = 'ach' and status = 'processing') as sent,
      (select coalesce(sum(cents), 0)::bigint from payments where method = 'ach' and status = 'completed' and received_on >= ${month}::date) as settled,
      (select coalesce(sum(cents), 0)::bigint from payments where method = 'ach' and status = 'returned' and received_on >= ${month}::date) as returned`.execute(
    tx,
  );
  const held = await heldEntries(tx, today);
  const codes = await sql<{ code: string; count: number }>`
    select code, count(*)::integer as count from ach_returns where kind = 'return' and is_applied and payment_id is not null and at >= ${addDays(today, -WATCHED_DAYS)}::date group by code`.execute(
    tx,
  );
  const debits = await sql<{ count: number }>`
    select count(*)::integer as count from ach_entries e join ach_files f on f.id = e.file_id where f.status = 'sent' and e.is_included and e.payment_id is not null and f.effective_on >= ${addDays(today, -WATCHED_DAYS)}::date`.execute(
    tx,
  );
  const all = debits.rows[0]?.count ?? 0;
  const rate = (name: keyof typeof RETURN_LIMITS) => {
    const returns = codes.rows.reduce((sum, { code, count }) => {
      const { rate: of } = returnRule(code);
      return of === name || (name === 'overall' && of !== 'none') ? sum + count : sum;
    }, 0);
    return { name, returns, debits: all, share: all === 0 ? 0 : returns / all, limit: RETURN_LIMITS[name] };
  };
  const [sum] = sums.rows;
  return {
    waiting: fromCents(sum?.waiting ?? 0),
    sent: fromCents(sum?.sent ?? 0),
    settled: fromCents(sum?.settled ?? 0),
    returned: fromCents(sum?.returned ?? 0),
    held,
    rates: [rate('unauthorized'), rate('administrative'), rate('overall')],
  };
}

/** Returns and changes, the newest first, with what followed. */
export async function listReturns({ tx }: Work): Promise<AchReturn[]> {
  const { rows } = await sql<Omit<AchReturn, 'title'>>`
    select r.id, g.company_name as group_name, r.kind, r.code, r.cents, r.outcome, r.is_applied, r.bank_case, r.at, r.payment_id, f.file_name from ach_returns r join ach_return_files f on f.id = r.file_id
      left join groups g on g.id = r.group_id order by r.at desc, r.id desc limit ${SHOWN}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    title: row.kind === 'return' ? returnRule(row.code).title : 'Change of account',
  }));
}
