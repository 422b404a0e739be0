import type { LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { type DueLine, REMITTANCE_METHOD_LABEL } from '@openbenefits/domain/payments/remittance/carrier-remittance';
import type { ApprovalFact, ApprovalSubject, Described } from '../../approvals/subject.ts';
import { sql } from 'kysely';
import { digestOf } from '../../approvals/subject-with.ts';
import type { Work } from '../../command.ts';
import { type NewPosting, postEntries, reverseEntry } from '../../ledger/ledger.ts';
import { sumOf } from './due-money.ts';
import { linesOf, lockedRemittance, type RemittanceRecord, requireStatus } from './remittance-records.ts';

/** The account whose balance is the carrier's: where the bill put the charge, months that have not begun in 2200. */
function accountOf({ kind, coveredMonth }: DueLine, today: CalendarDate): LedgerAccount {
  if (kind === 'adjustment') return '4010';
  if (kind === 'waiver') return '4020';
  return coveredMonth > today ? '2200' : '4000';
}

/** Premium of a group that was collected for the carrier leaves income and is due to it: what the bills had put there. */
function duePostings(groupId: string, lines: readonly DueLine[], today: CalendarDate): NewPosting[] {
  const alike = Map.groupBy(lines, (one) => `${accountOf(one, today)} ${one.line} ${one.coveredMonth}`);
  const earned = [...alike.values()].flatMap((ofMonth): NewPosting[] => {
    const [first] = ofMonth;
    return first
      ? [
          {
            groupId,
            line: first.line,
            coveredMonth: first.coveredMonth,
            account: accountOf(first, today),
            cents: sumOf(ofMonth),
          },
        ]
      : [];
  });
  return [...earned, { groupId, account: '2300', cents: subtract(ZERO, sumOf(lines)) }];
}

/** The money is due to the carrier in the ledger from now on. */
async function postDue(work: Work, remittance: RemittanceRecord): Promise<void> {
  const { tx, actor, now, today } = work;
  const { id } = remittance;
  const groups = Map.groupBy(await linesOf(tx, id), ({ groupId }) => groupId);
  // An entry per group: the database sums each entry at the end, which takes long for one of all groups.
  const entryIds = await postEntries(
    work,
    [...groups].map(([groupId, lines]) => ({
      kind: 'due_to_carrier',
      effectiveOn: today,
      memo: `Remittance ${remittance.number} to ${remittance.carrierName}`,
      idempotencyKey: `due to carrier ${id} ${groupId}`,
      postings: duePostings(groupId, lines, today),
    })),
  );
  await tx
    .updateTable('carrierRemittances')
    .set({
      status: 'approved',
      approvedBy: actor.id,
      approvedByName: actor.name,
      approvedAt: now,
      entryIds: entryIds.filter((one) => one !== undefined),
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a remittance that was not paid: its money can be remitted again, its ledger entries are reversed. */
export async function endRemittance(
  work: Work,
  remittance: RemittanceRecord,
  { reason, byName }: { reason: string; byName: string },
): Promise<void> {
  const { tx, today } = work;
  const { id, number, entryIds } = remittance;
  requireStatus(remittance, ['prepared', 'approved', 'sent']);
  for (const entryId of entryIds)
    await reverseEntry(work, entryId, { effectiveOn: today, memo: `Remittance ${number} is void` });
  await tx
    .updateTable('carrierRemittances')
    .set({ status: 'void', voidReason: reason, voidedByName: byName })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('carrierRemittanceLines').set({ isLive: false }).where('remittanceId', '=', id).execute();
}

/** So many earlier remittances are named. */
const NAMED_EARLIER = 5;

/** The carrier may have been paid by a remittance that was sent and voided since: the approver asks before it is paid again. */
async function sentBefore({ tx, services }: Work, { id, carrierName }: RemittanceRecord): Promise<ApprovalFact[]> {
  const { rows } = await sql<{ number: string; sentAt: string; voidedByName: string }>`
    select number, sent_at, voided_by_name from carrier_remittances
    where carrier_name = ${carrierName} and status = 'void' and sent_at is not null and id <> ${id}
    order by created_at desc, id desc limit ${NAMED_EARLIER}`.execute(tx);
  return rows.map(({ number, sentAt, voidedByName }) => ({
    label: 'Sent before',
    value: `${number} was sent on ${formatDate(services.clock.dayOf(sentAt))} and voided by ${voidedByName}`,
  }));
}

/** What goes to which payee, line by line, as it was prepared. */
async function describe(work: Work, id: string): Promise<Described> {
  const { tx } = work;
  const remittance = await lockedRemittance(tx, id);
  const { number, carrierName, method, through, cents, collection, createdBy } = remittance;
  const lines = await linesOf(tx, id);
  return {
    groupId: null,
    title: `Remittance ${number} to ${carrierName}`,
    link: '/payments/carrier-remittances',
    cents,
    authors: [createdBy],
    content: { number, carrierName, method, through, cents, collection, lines: digestOf(lines), sum: sumOf(lines) },
    facts: [
      { label: 'Amount', value: formatMoney(cents) },
      { label: 'Paid by', value: REMITTANCE_METHOD_LABEL[method] },
      { label: 'Payee', value: `${collection.payeeName}, ${collection.receiverQualifier} ${collection.receiverId}` },
      { label: 'Payer ID', value: collection.payerId },
      { label: 'Collected through', value: formatDate(through) },
      { label: 'Groups', value: counted(new Set(lines.map(({ groupId }) => groupId)).size, 'group') },
      { label: 'Lines', value: counted(lines.length, 'line') },
      ...(await sentBefore(work, remittance)),
    ],
  };
}

/** A carrier remittance: due to the carrier with its approval, and paid only as it was approved. */
export const CARRIER_REMITTANCE: ApprovalSubject = {
  kind: 'carrier_remittance',
  describe,
  async carryOut(work, id) {
    const remittance = await lockedRemittance(work.tx, id);
    requireStatus(remittance, ['prepared']);
    await postDue(work, remittance);
  },
  giveUp: async (work, id, reason) =>
    endRemittance(work, await lockedRemittance(work.tx, id), { reason, byName: work.actor.name }),
};
