import type { BillHeader } from '@openbenefits/domain/billing/bill-document';
import type { Delinquency } from '@openbenefits/domain/billing/delinquency';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { type MailAddress, mailAddress } from '@openbenefits/domain/mail-address';
import { type Cents, formatMoney } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { sendMail } from '../../mail/send-mail.ts';
import type { GroupArrears, OpenBill } from './group-arrears.queries.ts';

/** What a notice says, kept as it was when it was made. No member is named. */
export type NoticeFacts = {
  readonly kind: 'reminder' | 'letter';
  readonly madeOn: CalendarDate;
  readonly header: BillHeader;
  readonly bills: readonly { readonly number: string; readonly dueDate: CalendarDate; readonly owed: Cents }[];
  readonly arrears: Cents;
  readonly lastGraceDay: CalendarDate | null;
  readonly coverageEnd: CalendarDate | null;
};

export type NoticeWork = Pick<Work, 'tx' | 'now' | 'today'> & {
  actor: Pick<Work['actor'], 'tenantId' | 'name'>;
  services: Pick<Work['services'], 'vault'>;
};
type NewNotice = { kind: 'reminder' | 'letter'; ruleDay: number | null };

/** The group's contact as it can be mailed; undefined without a valid address. */
export const contactOf = ({ contactEmail, contactName }: Pick<GroupArrears, 'contactEmail' | 'contactName'>) =>
  contactEmail ? (mailAddress(contactEmail, contactName ?? '') ?? mailAddress(contactEmail)) : undefined;

const dateOrNull = (date: CalendarDate | null): string | null => (date === null ? null : formatDate(date));

async function headerOf(tx: Tx, billId: string): Promise<BillHeader> {
  const bill = await tx.selectFrom('bills').select('header').where('id', '=', billId).executeTakeFirstOrThrow();
  return bill.header as unknown as BillHeader;
}

const factsOf = (
  { delinquency, bills }: GroupArrears,
  kind: NewNotice['kind'],
  header: BillHeader,
  today: CalendarDate,
): NoticeFacts => ({
  kind,
  madeOn: today,
  header,
  bills: bills.flatMap(({ number, dueDate, owed }) => (dueDate < today ? [{ number, dueDate, owed }] : [])),
  arrears: delinquency.arrears,
  lastGraceDay: delinquency.lastGraceDay,
  coverageEnd: delinquency.coverageEnd,
});

async function mailNotice(
  work: NoticeWork,
  to: MailAddress,
  bill: OpenBill,
  { groupName, delinquency }: { groupName: string; delinquency: Delinquency },
  kind: NewNotice['kind'],
): Promise<string> {
  return sendMail(work, {
    to,
    template: 'arrears',
    data: {
      kind,
      groupName,
      number: bill.number,
      due: formatDate(bill.dueDate),
      owed: formatMoney(bill.owed),
      lastGraceDay: dateOrNull(delinquency.lastGraceDay),
      coverageEnd: dateOrNull(delinquency.coverageEnd),
      bill: bill.id,
    },
  });
}

/**
 * Makes a notice about a group's earliest bill and mails it to the group's contact, a letter also to the broker. The
 * job makes its PDF. Returns false where the bill has a notice of this day, or of this day of the rule.
 */
export async function makeNotice(
  work: NoticeWork,
  group: GroupArrears,
  { kind, ruleDay }: NewNotice,
): Promise<boolean> {
  const { tx, today, now, actor } = work;
  const { groupId, delinquency, bills, rule } = group;
  const bill = bills.find(({ id }) => id === delinquency.bill?.id);
  if (!bill) return false;
  const id = uuidv7();
  const facts = factsOf(group, kind, await headerOf(tx, bill.id), today);
  const { rows } = await sql<{ id: string }>`
    insert into arrears_notices (id, group_id, bill_id, kind, rule_day, made_on, made_at, made_by_name, facts)
    values (${id}, ${groupId}, ${bill.id}, ${kind}, ${ruleDay}, ${today}::date, ${now}::timestamptz, ${actor.name}, ${JSON.stringify(facts)}::jsonb)
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return false;
  const to = contactOf(group);
  const broker =
    kind === 'letter' && rule.copiesBroker
      ? await tx.selectFrom('groupBrokers').select(['name', 'email']).where('groupId', '=', groupId).executeTakeFirst()
      : undefined;
  const copy = broker && (mailAddress(broker.email, broker.name) ?? mailAddress(broker.email));
  const mailId = to ? await mailNotice(work, to, bill, group, kind) : null;
  const copyMailId = copy ? await mailNotice(work, copy, bill, group, kind) : null;
  await tx
    .updateTable('arrearsNotices')
    .set({ mailId, copyMailId, sentTo: to?.address ?? null, copiedTo: copy?.address ?? null })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Copies from the mails whether notices were delivered: mails are removed after 90 days, the proof stays. */
export async function keepProofs(tx: Tx): Promise<void> {
  await sql`update arrears_notices n set mail_state = m.state, mail_settled_at = m.settled_at
    from mails m where m.id = n.mail_id and n.mail_state is null and m.state <> 'waiting'`.execute(tx);
  await sql`update arrears_notices n set copy_mail_state = m.state
    from mails m where m.id = n.copy_mail_id and n.copy_mail_state is null and m.state <> 'waiting'`.execute(tx);
}
