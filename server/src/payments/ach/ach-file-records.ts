import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import type { AccountKind, SecCode } from '@openbenefits/domain/payments/ach/ach-file';
import { oldDraftReason } from '@openbenefits/domain/payments/ach/old-draft';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Place } from '../../vault.ts';

type FileStatus = 'draft' | 'approved' | 'sent' | 'cancelled';
export type FileRecord = {
  id: string;
  reference: string;
  madeOn: CalendarDate;
  modifier: string;
  effectiveOn: CalendarDate;
  status: FileStatus;
  createdBy: string;
  createdByName: string;
  createdAt: string;
  authors: string[];
  approvedByName: string | null;
  approvedAt: string | null;
  contentEncrypted: string | null;
  sha256: string | null;
};

export type EntryBatch = 'premium' | 'retry' | 'fee' | 'prenote' | 'deposit' | 'refund';
export type EntryRecord = {
  id: string;
  groupId: string;
  groupName: string;
  cim: string;
  batch: EntryBatch;
  paymentId: string | null;
  refundId: string | null;
  feeId: string | null;
  bankAccountId: string;
  code: string;
  cents: Cents;
  trace: string;
  isIncluded: boolean;
  holder: string;
  isPerson: boolean;
  isCtx: boolean;
  kind: AccountKind;
  routing: string;
  accountEncrypted: string;
  last4: string;
  accountStatus: string;
  individualId: string | null;
  takesNoAddenda: boolean;
  billNumber: string | null;
  refundNumber: string | null;
  /** What it pays or collects is still to be paid or collected. */
  isWanted: boolean;
};

/** People are debited as PPD, companies as CCD, or as CTX where they take the 820 of a debit with it. */
export function secOf({
  isPerson,
  isCtx,
  takesNoAddenda,
  batch,
}: EntryRecord): Extract<SecCode, 'PPD' | 'CCD' | 'CTX'> {
  if (isPerson) return 'PPD';
  return isCtx && !takesNoAddenda && (batch === 'premium' || batch === 'retry') ? 'CTX' : 'CCD';
}

export const contentPlace = (tenant: string, id: string): Place => ({
  table: 'ach_files',
  column: 'content_encrypted',
  row: id,
  tenant,
});

/** Reads a file and locks it until the end of the transaction. */
export async function lockedFile(tx: Tx, id: string): Promise<FileRecord> {
  const { rows } = await sql<FileRecord>`
    select id, reference, made_on, modifier, effective_on, status, created_by, created_by_name, created_at, authors, approved_by_name, approved_at, content_encrypted, sha256 from ach_files where id = ${id} for update`.execute(
    tx,
  );
  const [file] = rows;
  if (!file) throw new Refusal('not_found', 'This ACH file does not exist.');
  return file;
}

/** Makes the actor one of the authors of a file. */
export async function addAuthor({ tx, actor }: Pick<Work, 'tx' | 'actor'>, id: string): Promise<void> {
  await sql`update ach_files set authors = array_append(authors, ${actor.id}) where id = ${id}`.execute(tx);
}

/** What an approver is told of the age of a file: it, or a debit in it, is older than five banking days. */
export async function oldDraftReasonOf(
  { tx, today, services }: Pick<Work, 'tx' | 'today' | 'services'>,
  { id, createdAt }: FileRecord,
): Promise<string | null> {
  const { rows } = await sql<{ oldest: string | null }>`
    select min(y.created_at) as oldest from ach_entries e join payments y on y.id = e.payment_id where e.file_id = ${id} and e.is_included`.execute(
    tx,
  );
  const days = [createdAt, rows[0]?.oldest ?? createdAt].map((instant) => services.clock.dayOf(instant));
  const [oldest = today] = days.toSorted();
  return oldDraftReason(oldest, today);
}

/** The entries of a file in the order of their traces; `lock` keeps their accounts as they are to the end. */
export async function entriesOf(tx: Tx, fileId: string, lock?: 'lock'): Promise<EntryRecord[]> {
  const { rows } = await sql<EntryRecord>`
    select e.id, e.group_id, g.company_name as group_name, g.cim_number as cim, e.batch, e.payment_id, e.refund_id, e.fee_id, e.bank_account_id, e.code, e.cents, e.trace, e.is_included,
      a.holder, a.is_person, a.is_ctx, a.kind, a.routing, a.account_encrypted, a.last4, a.status as account_status, a.individual_id, a.takes_no_addenda,
      (select b.number from payments y join bills b on b.id = y.bill_id where y.id = e.payment_id) as bill_number,
      (select r.number from refunds r where r.id = e.refund_id) as refund_number,
      coalesce((select y.status = 'pending' from payments y where y.id = e.payment_id), (select r.status = 'approved' from refunds r where r.id = e.refund_id),
        (select f.status = 'charged' from return_fees f where f.id = e.fee_id), true) as is_wanted
    from ach_entries e join groups g on g.id = e.group_id join bank_accounts a on a.id = e.bank_account_id where e.file_id = ${fileId} order by e.trace
    ${lock ? sql`for share of a` : sql``}`.execute(tx);
  return rows;
}
