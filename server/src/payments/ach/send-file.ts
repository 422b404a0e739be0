import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { oldDraftReason } from '@openbenefits/domain/payments/ach/old-draft';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requireApproval } from '../../approvals/approvals.operations.ts';
import { markConsulted } from '../../approvals/consulted.ts';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { sendPayment } from '../payment-records.ts';
import { lockedRefund } from '../refunds/refund-records.ts';
import { markRefundPaid } from '../refunds/refunds.operations.ts';
import { contentPlace, entriesOf, type EntryRecord, type FileRecord, lockedFile } from './ach-file-records.ts';
import { ACH_FILE } from './file-approval.ts';

async function markSent(
  work: Work,
  { batch, paymentId, refundId, feeId, bankAccountId, groupId, cents }: EntryRecord,
  file: FileRecord,
) {
  const { tx, today } = work;
  if (paymentId !== null) await sendPayment(work, paymentId, `Sent to the bank in ${file.reference}`);
  if (refundId !== null)
    await markRefundPaid(work, await lockedRefund(tx, refundId), {
      status: 'sent',
      reference: file.reference,
      paidOn: file.effectiveOn,
    });
  if (feeId !== null) {
    await postEntry(work, {
      kind: 'fee_sent',
      effectiveOn: today,
      memo: `Return fee in ${file.reference}`,
      idempotencyKey: `fee sent ${feeId}`,
      postings: [
        { account: '1010', cents, groupId },
        { account: '1110', cents: fromCents(0 - cents), groupId },
      ],
    });
    await tx.updateTable('returnFees').set({ status: 'sent' }).where('id', '=', feeId).execute();
  }
  if (batch === 'prenote' || batch === 'deposit')
    await tx.updateTable('bankAccounts').set({ prenoteOn: file.effectiveOn }).where('id', '=', bankAccountId).execute();
}

/** A file that was approved long ago was approved for other days: it is made and approved again. */
async function requireFresh({ services, today }: Work, { reference, approvedAt }: FileRecord): Promise<void> {
  const approvedOn = approvedAt && services.clock.dayOf(approvedAt);
  if (approvedOn && oldDraftReason(approvedOn, today) !== null)
    throw new Refusal(
      'state',
      `${reference} was approved on ${formatDate(approvedOn)}, more than five banking days ago. Cancel it and make a new file.`,
    );
}

/** Marks everything in an approved file as sent. What it has must still be what was approved. */
async function send(work: Work, file: FileRecord): Promise<void> {
  const { tx, now } = work;
  const { id } = file;
  await requireApproval(work, ACH_FILE, id);
  await requireFresh(work, file);
  for (const entry of await entriesOf(tx, id)) if (entry.isIncluded) await markSent(work, entry, file);
  await tx.updateTable('achFiles').set({ status: 'sent', sentAt: now }).where('id', '=', id).execute();
}

/**
 * The bytes of an approved file, as they were made at its approval. The first call marks everything in it as sent, in
 * one transaction. Whoever has the bytes is remembered: they have the amounts of verification deposits.
 */
export async function sentFile(
  work: Work,
  { id }: { id: string },
): Promise<{ name: string; content: string; sha256: string }> {
  const { tx, actor, services, note } = work;
  const file = await lockedFile(tx, id);
  note({ targetKind: 'ach_file', targetId: id, fields: ['bank_account'] });
  if (file.status === 'approved') await send(work, file);
  // What was sent went as it was approved, and stays what it is.
  else if (file.status === 'sent') markConsulted(tx, 'ach_file');
  else throw new Refusal('state', 'The file has to be approved before it goes to the bank.');
  if (file.contentEncrypted === null || file.sha256 === null) throw new Error('An approved file has no bytes');
  await sql`update ach_files set downloaded_by = array_append(downloaded_by, ${actor.id}) where id = ${id} and ${actor.id} <> all (downloaded_by)`.execute(
    tx,
  );
  return {
    name: `${file.reference}.ach`,
    content: services.vault.open(file.contentEncrypted, contentPlace(actor.tenantId, id)),
    sha256: file.sha256,
  };
}
