import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { ZERO } from '@openbenefits/domain/money';
import { mailAddress } from '@openbenefits/domain/mail-address';
import { previousBankingDay } from '@openbenefits/domain/payments/banking-days';
import { nextPayment } from '@openbenefits/domain/payments/recurrence';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import { sendMail } from '../../mail/send-mail.ts';
import type { Services } from '../../request-context.ts';
import { restrictionOf } from '../ach/restrictions.ts';
import { addPayment } from '../payment-records.ts';
import { amountsDue } from './recurring.queries.ts';
import { lockedRecurring, type RecurringRecord } from './recurring.operations.ts';
import { systemActor } from '../../policy/actor.ts';

/** The job that tells groups of debits and makes them (jobs/registry.ts). */
export const RECURRING_PAYMENTS = { name: 'recurring-payments', schedule: '5 * * * *' } as const;

type Means = Pick<Services, 'db' | 'clock' | 'vault' | 'stopping'>;
type Group = { status: string; name: string; email: string | null; account: string };

/** Why a recurring payment stops by itself; undefined where it does not. */
function obstacle({ status, account }: Group): string | undefined {
  if (status !== 'active') return 'The group is suspended or has ended';
  return account === 'verified' ? undefined : 'The bank account is not verified any more';
}

async function groupOf(tx: Tx, { groupId, bankAccountId }: RecurringRecord): Promise<Group> {
  const { rows } = await sql<Group>`
    select g.status, g.company_name as name, g.contact_email as email, a.status as account from groups g join bank_accounts a on a.id = ${bankAccountId} where g.id = ${groupId}`.execute(
    tx,
  );
  const [group] = rows;
  if (!group) throw new Error('A recurring payment has no group');
  return group;
}

/** The months of a recurring payment that were announced to the group, and those that are done. */
async function draftMonths(tx: Tx, id: string): Promise<{ announced: CalendarDate[]; done: CalendarDate[] }> {
  const drafts = await tx
    .selectFrom('recurringDrafts')
    .select(['month', 'status'])
    .where('recurringId', '=', id)
    .execute();
  const { announced = [], done = [] } = Object.groupBy(drafts, ({ status }) =>
    status === 'noticed' ? 'announced' : 'done',
  );
  const months = (rows: typeof drafts) => rows.map(({ month }) => month as CalendarDate);
  return { announced: months(announced), done: months(done) };
}

/** Works on one recurring payment: at most one draft per month, kept by its key. */
async function workOnOne(
  { clock, vault }: Means,
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<'told' | 'made' | undefined> {
  const record = await lockedRecurring(tx, id);
  if (record.status !== 'active') return undefined;
  const [today, now] = [clock.today(), clock.now()];
  const drafts = await draftMonths(tx, id);
  const { month, day } = nextPayment(record, today, drafts.done);
  const group = await groupOf(tx, record);
  const stop = obstacle(group) ?? (await restrictionOf(tx, record.groupId, today));
  // The file of the banking day before takes effect on the day itself.
  const makeOn = previousBankingDay(addDays(day, -1));
  if (today < addDays(makeOn, 0 - record.noticeDays)) return undefined;
  if (stop) {
    await tx
      .updateTable('recurringPayments')
      .set({ status: 'paused', statusReason: stop })
      .where('id', '=', id)
      .execute();
    return undefined;
  }
  const row = { recurringId: id, groupId: record.groupId, month, plannedOn: day, changedAt: now };
  if (today < makeOn) {
    if (drafts.announced.includes(month)) return undefined;
    const to = group.email ? mailAddress(group.email) : undefined;
    if (to)
      await sendMail(
        { tx, now, actor: { tenantId }, services: { vault } },
        { to, template: 'debit_notice', data: { groupName: group.name, day, group: record.groupId } },
      );
    await tx
      .insertInto('recurringDrafts')
      .values({ ...row, status: 'noticed', told: to?.address ?? null })
      .execute();
    return 'told';
  }
  const cents = record.fixedCents ?? (await amountsDue(tx, [record.groupId])).get(record.groupId) ?? ZERO;
  const actor = systemActor(tenantId);
  const payment =
    cents > 0
      ? await addPayment(
          { tx, now, today, actor },
          {
            groupId: record.groupId,
            method: 'ach',
            kind: 'monthly_premium',
            source: 'recurring',
            cents,
            reference: `REC-${day.replaceAll('-', '')}-${id.slice(-6).toUpperCase()}`,
            receivedOn: today,
            billId: null,
          },
          'Waits for the next ACH file',
        )
      : null;
  if (payment)
    await tx.updateTable('payments').set({ bankAccountId: record.bankAccountId }).where('id', '=', payment).execute();
  const done = { status: payment ? 'made' : 'nothing_due', paymentId: payment, cents, changedAt: now };
  await tx
    .insertInto('recurringDrafts')
    .values({ ...row, ...done })
    .onConflict((conflict) => conflict.columns(['tenantId', 'recurringId', 'month']).doUpdateSet(done))
    .execute();
  return payment ? 'made' : undefined;
}

/** Tells groups of the debits that come, and makes those whose day has come, one by one. */
export async function workOnRecurring(services: Means, tenantId: string): Promise<string> {
  const { db, stopping } = services;
  const active = await inTenant(db, tenantId, (tx) =>
    tx.selectFrom('recurringPayments').select('id').where('status', '=', 'active').orderBy('id').execute(),
  );
  const counts = { told: 0, made: 0 };
  for (const { id } of active) {
    if (stopping.aborted) break;
    const done = await inTenant(db, tenantId, (tx) => workOnOne(services, tx, tenantId, id));
    if (done) counts[done] += 1;
  }
  return `${counts.told} groups told, ${counts.made} debits made`;
}
