import type { MailingPreview } from '@openbenefits/contract/arrears';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { contactOf } from './notices.ts';

type Period = { from: CalendarDate; to: CalendarDate };
type PeriodOrNone = { [Key in keyof Period]?: Period[Key] | undefined };
type Read = Pick<Work, 'tx' | 'today'>;
type Group = {
  groupId: string;
  groupName: string;
  contactName: string | null;
  contactEmail: string | null;
  cents: Cents;
  sentToday: boolean;
};

/** Groups that get a statement: those named, or all with an open bill. */
async function statementGroups(
  { tx, today }: Read,
  ids: readonly string[] | undefined,
  { from, to }: PeriodOrNone,
): Promise<Group[]> {
  const { rows } = await sql<Omit<Group, 'cents'> & { cents: number }>`
    select g.id as group_id, g.company_name as group_name, g.contact_name, g.contact_email,
      coalesce((select sum(x.cents) from bill_balances x where x.group_id = g.id), 0)::bigint as cents,
      exists (select from arrears_notices n where n.group_id = g.id and n.kind = 'statement' and n.made_on = ${today}::date and n.facts ->> 'from' = ${from ?? null} and n.facts ->> 'to' = ${to ?? null}) as sent_today
    from groups g where ${ids ? sql`g.id = any (${[...ids]}::uuid[])` : sql`g.id in (select x.group_id from bill_balances x where x.cents > 0)`}
    order by g.company_name, g.id`.execute(tx);
  return rows.map((row) => ({ ...row, cents: fromCents(row.cents) }));
}

function skipReason(group: Group): string | undefined {
  if (group.sentToday) return 'It already got the statement of this period today.';
  return contactOf(group) ? undefined : 'The group has no contact email. Add one to the group, or print the statement.';
}

const skippedOf = (groups: readonly Group[]): MailingPreview['skipped'] =>
  groups.flatMap((group) => {
    const reason = skipReason(group);
    return reason === undefined ? [] : [{ groupId: group.groupId, groupName: group.groupName, reason }];
  });

export async function previewStatements(
  work: Read,
  { groupId, ...period }: PeriodOrNone & { groupId?: string | undefined },
): Promise<MailingPreview> {
  const groups = await statementGroups(work, groupId === undefined ? undefined : [groupId], period);
  return {
    send: groups
      .filter((group) => skipReason(group) === undefined)
      .map((group) => ({
        groupId: group.groupId,
        groupName: group.groupName,
        billId: null,
        billNumber: null,
        dueDate: null,
        cents: group.cents,
        to: contactOf(group)?.address ?? '',
      })),
    skipped: skippedOf(groups),
  };
}

type Input = Period & { groupIds: readonly string[] };

/** Mails each group's contact a link to its statement of a period, at most once a day for each period. */
export async function sendStatements(
  work: Work,
  { groupIds, from, to }: Input,
): Promise<{ sent: number; skipped: MailingPreview['skipped'] }> {
  const { tx, today, now, actor, note } = work;
  if (from > to) refuseIfAny([{ path: 'to', message: 'Enter a date on or after the first day.' }]);
  const groups = await statementGroups(work, groupIds, { from, to });
  let sent = 0;
  for (const group of groups) {
    const address = contactOf(group);
    if (!address || skipReason(group) !== undefined) continue;
    const { groupId, groupName } = group;
    const id = uuidv7();
    const { rows } = await sql<{ id: string }>`
      insert into arrears_notices (id, group_id, kind, made_on, made_at, made_by_name, facts, sent_to)
      values (${id}, ${groupId}, 'statement', ${today}::date, ${now}::timestamptz, ${actor.name}, ${JSON.stringify({ from, to })}::jsonb, ${address.address})
      on conflict do nothing returning id`.execute(tx);
    if (rows.length === 0) continue;
    const period = `${formatDate(from)} – ${formatDate(to)}`;
    const mailId = await sendMail(work, {
      to: address,
      template: 'statement',
      data: { groupName, group: groupId, from, to, period },
    });
    await tx.updateTable('arrearsNotices').set({ mailId }).where('id', '=', id).execute();
    sent += 1;
  }
  note({ targetKind: 'group', itemCount: sent, fields: ['statement'] });
  return { sent, skipped: skippedOf(groups) };
}
