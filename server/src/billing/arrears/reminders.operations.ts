import type { MailingPreview } from '@openbenefits/contract/arrears';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { ARREARS } from './arrears-jobs.ts';
import { arrearsOf, type GroupArrears, overdueGroups } from './group-arrears.queries.ts';
import { contactOf, makeNotice } from './notices.ts';

type Read = Pick<Work, 'tx' | 'today'>;
const NO_ADDRESS = 'The group has no contact email. Add one to the group, or print the bill.';

/** Why a group with overdue bills gets no reminder; undefined where it gets one. */
function skipReason(
  { delinquency, credit, plan, contactEmail, contactName }: GroupArrears,
  remindedToday: ReadonlySet<string>,
): string | undefined {
  const { arrears, bill, paused } = delinquency;
  if (arrears === 0) return `Its credit and unapplied cash of ${formatMoney(credit)} cover what is overdue.`;
  if (paused === 'plan' && plan) return 'It keeps its installment plan.';
  if (!bill) return `The arrears of ${formatMoney(arrears)} are within the tolerance of the rule.`;
  if (paused === 'hold') return 'It is on hold.';
  if (paused === 'debit') return `A debit that covers the arrears of ${formatMoney(arrears)} is in process.`;
  if (remindedToday.has(bill.id)) return 'It was already reminded today.';
  return contactOf({ contactEmail, contactName }) ? undefined : NO_ADDRESS;
}

async function remindedToday({ tx, today }: Read): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ billId: string }>`
    select bill_id from arrears_notices where made_on = ${today}::date and bill_id is not null`.execute(tx);
  return new Set(rows.map(({ billId }) => billId));
}

/** Groups by whether they get a reminder now; each is reminded of its earliest unpaid bill. */
async function sorted({ tx, today }: Read, ids: readonly string[]) {
  const [groups, reminded] = await Promise.all([arrearsOf(tx, today, ids), remindedToday({ tx, today })]);
  const send: GroupArrears[] = [];
  const skipped: MailingPreview['skipped'] = [];
  for (const group of groups) {
    const reason = skipReason(group, reminded);
    if (reason === undefined) send.push(group);
    else skipped.push({ groupId: group.groupId, groupName: group.groupName, reason });
  }
  return { send, skipped };
}

export async function previewReminders(
  work: Read,
  { groupId }: { groupId?: string | undefined },
): Promise<MailingPreview> {
  const { send, skipped } = await sorted(work, await overdueGroups(work.tx, work.today, groupId));
  return {
    send: send.map((group) => {
      const bill = group.bills.find(({ id }) => id === group.delinquency.bill?.id);
      return {
        groupId: group.groupId,
        groupName: group.groupName,
        billId: bill?.id ?? null,
        billNumber: bill?.number ?? null,
        dueDate: bill?.dueDate ?? null,
        cents: group.delinquency.arrears,
        to: contactOf(group)?.address ?? '',
      };
    }),
    skipped,
  };
}

/** Sends the reminders of a preview. What was paid or reminded in the meantime is skipped with the reason. */
export async function sendReminders(
  work: Work,
  { billIds }: { billIds: readonly string[] },
): Promise<{ sent: number; skipped: MailingPreview['skipped'] }> {
  const { tx, today, note, services, actor } = work;
  const { rows } = await sql<{ groupId: string; dueDate: never; number: string }>`
    select distinct on (group_id) group_id, due_date, number from bills where id = any (${[...billIds]}::uuid[]) and state <> 'draft' order by group_id, due_date`.execute(
    tx,
  );
  const { send, skipped } = await sorted(
    work,
    rows.map(({ groupId }) => groupId),
  );
  const asked = new Set(billIds);
  let sent = 0;
  for (const group of send) {
    const { bill } = group.delinquency;
    const skip = (reason: string) => skipped.push({ groupId: group.groupId, groupName: group.groupName, reason });
    if (bill && !asked.has(bill.id))
      skip(`The earliest unpaid bill is now another one, due ${formatDate(bill.dueDate)}.`);
    else if (await makeNotice(work, group, { kind: 'reminder', ruleDay: null })) sent += 1;
    else skip('It was already reminded today.');
  }
  // The job makes the PDFs.
  if (sent > 0) await services.jobs.request(tx, ARREARS, actor.tenantId);
  note({ targetKind: 'bill', itemCount: sent, fields: ['reminder'], reason: `Reminders on ${formatDate(today)}` });
  return { sent, skipped };
}
