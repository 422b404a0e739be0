import { mailAddress } from '@openbenefits/domain/mail-address';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { withdrawRequest } from '../approvals/approvals.operations.ts';
import type { Work } from '../command.ts';
import { sendMail } from '../mail/send-mail.ts';
import { billRecord } from './bill-detail.queries.ts';
import { addAuthor, lockedRun } from './bill-runs.operations.ts';
import { countHolds } from './write-drafts.ts';

/** Mails the group's contact a link to the bill, and marks it as sent: from now on it is adjusted, not replaced. */
export async function emailBill(work: Work, { id }: { id: string }): Promise<{ to: string }> {
  const { tx, now, note } = work;
  const bill = await billRecord(tx, id);
  if (bill.state !== 'posted' || bill.number === null) throw new Refusal('state', 'Only a posted bill can be sent.');
  const to = bill.header.contactEmail ? mailAddress(bill.header.contactEmail) : undefined;
  if (!to)
    throw new Refusal(
      'state',
      'The group has no contact email. Add one to the group, then run the bill again or print it.',
    );
  await sendMail(work, {
    to,
    template: 'bill',
    data: { number: bill.number, groupName: bill.groupName, period: bill.period.slice(0, 7), bill: id },
  });
  await tx.updateTable('bills').set({ sentAt: now }).where('id', '=', id).execute();
  note({ targetKind: 'bill', targetId: id });
  return { to: to.address };
}

/** Says which file a reprint is: the one that was made when the bill was posted. */
export async function reprintBill({ tx, note }: Work, { id }: { id: string }): Promise<{ id: string; sha256: string }> {
  const bill = await tx.selectFrom('bills').select(['state', 'pdfSha256']).where('id', '=', id).executeTakeFirst();
  if (!bill) throw new Refusal('not_found', 'This bill does not exist, or you may not see it.');
  if (bill.pdfSha256 === null)
    throw new Refusal(
      'state',
      bill.state === 'draft' ? 'A draft has no bill to print yet.' : 'The PDF is being made. Try again in a minute.',
    );
  note({ targetKind: 'bill', targetId: id });
  return { id, sha256: bill.pdfSha256 };
}

type HoldInput = {
  id: string;
  subscriberId: string;
  line: CoverageLine;
  planId: string;
  coveredMonth: CalendarDate;
  reason: string;
};

/** Leaves a premium without a price out of a draft, by name and with a reason. */
export async function excludeHold(
  work: Work,
  { id, subscriberId, line, planId, coveredMonth, reason }: HoldInput,
): Promise<{ id: string }> {
  const { tx, actor, note } = work;
  const bill = await billRecord(tx, id);
  // The run first: nobody posts it while one of its drafts becomes ready.
  await lockedRun(tx, bill.runId);
  if (bill.state !== 'draft') throw new Refusal('state', 'This bill was already posted.');
  const { numAffectedRows } =
    await sql`update bill_holds set excluded_by = ${actor.id}, excluded_by_name = ${actor.name}, excluded_reason = ${reason}
    where bill_id = ${id} and subscriber_id = ${subscriberId} and line = ${line} and plan_id = ${planId} and covered_month = ${coveredMonth}::date`.execute(
      tx,
    );
  if (numAffectedRows === 0n) throw new Refusal('not_found', 'This premium has a price now. Load the page again.');
  await addAuthor(work, bill.runId);
  await withdrawRequest(work, 'bill_run', bill.runId, 'A premium without a price was excluded.');
  await countHolds(tx, [id]);
  note({ targetKind: 'bill', targetId: id, reason, itemCount: 1 });
  return { id };
}
