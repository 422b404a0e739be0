import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { dateRangeProblems } from '@openbenefits/domain/date-range';
import type { Cents } from '@openbenefits/domain/money';
import {
  nextPayment,
  type Recurrence,
  type RecurringStatus,
  type Schedule,
} from '@openbenefits/domain/payments/recurrence';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { refuseRestricted } from '../ach/restrictions.ts';

export type RecurringRecord = Schedule & {
  id: string;
  groupId: string;
  bankAccountId: string;
  fixedCents: Cents | null;
  noticeDays: number;
  status: RecurringStatus;
};

/** Reads a recurring payment and locks it until the end of the transaction. */
export async function lockedRecurring(tx: Tx, id: string): Promise<RecurringRecord> {
  const { rows } = await sql<RecurringRecord>`
    select id, group_id, bank_account_id, frequency, anchor_day, shift, fixed_cents, starts_on, notice_days, status from recurring_payments where id = ${id} for update`.execute(
    tx,
  );
  const [record] = rows;
  if (!record) throw new Refusal('not_found', 'This recurring payment does not exist, or you may not see it.');
  return record;
}

type Terms = {
  bankAccountId: string;
  frequency: Recurrence;
  anchorDay: number;
  shift: 'next' | 'previous';
  fixedCents: Cents | null;
  startsOn: CalendarDate;
  noticeDays: number;
};

async function requireUsable({ tx, today }: Work, groupId: string, { bankAccountId, startsOn }: Terms, isNew: boolean) {
  const account = await tx
    .selectFrom('bankAccounts')
    .select(['groupId', 'status'])
    .where('id', '=', bankAccountId)
    .executeTakeFirst();
  await refuseRestricted(tx, groupId, today, 'bankAccountId');
  refuseIfAny([
    ...(account?.groupId === groupId
      ? []
      : [{ path: 'bankAccountId', message: 'Choose a bank account of this group.' }]),
    ...(account?.groupId === groupId && account.status !== 'verified'
      ? [{ path: 'bankAccountId', message: 'This bank account is not verified. Verify it before the first debit.' }]
      : []),
    ...(isNew && startsOn < today ? [{ path: 'startsOn', message: 'The first day is in the past.' }] : []),
    ...(isNew ? dateRangeProblems('startsOn', startsOn, today) : []),
  ]);
}

const stored = ({ bankAccountId, frequency, anchorDay, shift, fixedCents, startsOn, noticeDays }: Terms) => ({
  bankAccountId,
  frequency,
  anchorDay,
  shift,
  fixedCents,
  startsOn,
  noticeDays,
});

async function requireOneOfDue(tx: Tx, groupId: string, { fixedCents }: Terms, except?: string): Promise<void> {
  if (fixedCents !== null) return;
  const other = await tx
    .selectFrom('recurringPayments')
    .select('id')
    .where('groupId', '=', groupId)
    .where('fixedCents', 'is', null)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  if (other && other.id !== except)
    throw new Refusal('conflict', 'This group already has a recurring payment of what is due. Edit or end that one.');
}

/** Sets up a recurring payment of a group. */
export async function setUpRecurring(
  work: Work,
  { groupId, ...terms }: Terms & { groupId: string },
): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const group = await tx.selectFrom('groups').select('status').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  await requireUsable(work, groupId, terms, true);
  await requireOneOfDue(tx, groupId, terms);
  const id = uuidv7();
  await tx
    .insertInto('recurringPayments')
    .values({ id, groupId, ...stored(terms), status: 'active', createdByName: actor.name, createdAt: now })
    .execute();
  note({ targetKind: 'recurring_payment', targetId: id });
  return { id };
}

export async function editRecurring(work: Work, { id, ...terms }: Terms & { id: string }): Promise<{ id: string }> {
  const { tx, note } = work;
  const record = await lockedRecurring(tx, id);
  if (record.status === 'ended') throw new Refusal('state', 'This recurring payment has ended. Set up a new one.');
  await requireUsable(work, record.groupId, terms, terms.startsOn !== record.startsOn);
  await requireOneOfDue(tx, record.groupId, terms, id);
  await tx.updateTable('recurringPayments').set(stored(terms)).where('id', '=', id).execute();
  note({ targetKind: 'recurring_payment', targetId: id });
  return { id };
}

async function setStatus(
  work: Work,
  id: string,
  status: RecurringStatus,
  reason: string | null,
): Promise<{ id: string }> {
  await work.tx.updateTable('recurringPayments').set({ status, statusReason: reason }).where('id', '=', id).execute();
  work.note({ targetKind: 'recurring_payment', targetId: id, reason: reason ?? undefined });
  return { id };
}

export async function pauseRecurring(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  const record = await lockedRecurring(work.tx, id);
  if (record.status !== 'active') throw new Refusal('state', 'This recurring payment is not active.');
  return setStatus(work, id, 'paused', reason);
}

export async function resumeRecurring(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const record = await lockedRecurring(work.tx, id);
  if (record.status !== 'paused') throw new Refusal('state', 'This recurring payment is not paused.');
  await requireUsable(work, record.groupId, record, false);
  return setStatus(work, id, 'active', null);
}

export async function endRecurring(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const record = await lockedRecurring(work.tx, id);
  if (record.status === 'ended') throw new Refusal('state', 'This recurring payment has already ended.');
  return setStatus(work, id, 'ended', null);
}

/** Skips the next payment of a recurring one, or cancels the skip. The same answer twice changes nothing. */
export async function skipNext(
  work: Work,
  { id, isSkipped }: { id: string; isSkipped: boolean },
): Promise<{ id: string }> {
  const { tx, now, today, note } = work;
  const record = await lockedRecurring(tx, id);
  if (record.status !== 'active') throw new Refusal('state', 'This recurring payment is not active.');
  const drafts = await tx
    .selectFrom('recurringDrafts')
    .select(['month', 'status'])
    .where('recurringId', '=', id)
    .execute();
  const made = drafts.flatMap(({ month, status }) =>
    status === 'made' || status === 'nothing_due' ? [month as CalendarDate] : [],
  );
  const next = nextPayment(record, today, made);
  note({ targetKind: 'recurring_payment', targetId: id });
  if (!isSkipped) {
    await tx
      .deleteFrom('recurringDrafts')
      .where('recurringId', '=', id)
      .where('month', '=', next.month)
      .where('status', '=', 'skipped')
      .execute();
    return { id };
  }
  const row = { status: 'skipped', plannedOn: next.day, changedAt: now };
  await tx
    .insertInto('recurringDrafts')
    .values({ recurringId: id, groupId: record.groupId, month: next.month, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'recurringId', 'month']).doUpdateSet(row))
    .execute();
  return { id };
}
