import type { PaymentRestriction } from '@openbenefits/contract/ach';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { returnRule } from '@openbenefits/domain/payments/ach/return-codes';
import { securedPeriod } from '@openbenefits/domain/payments/ach/secured-payments';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** Whether a group, by its column, pays by secured funds on a day. */
export const isRestricted = (groupId: RawBuilder<unknown>, on: CalendarDate): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment_restrictions x where x.group_id = ${groupId} and x.lifted_at is null and x.from_on <= ${on}::date and x.until_on > ${on}::date)`;

/** Why a group cannot be debited; undefined where it can. */
export async function restrictionOf(tx: Tx, groupId: string, on: CalendarDate): Promise<string | undefined> {
  const { rows } = await sql<{ untilOn: CalendarDate; reason: string }>`
    select until_on, reason from payment_restrictions
    where group_id = ${groupId} and lifted_at is null and from_on <= ${on}::date and until_on > ${on}::date order by until_on desc limit 1`.execute(
    tx,
  );
  const [row] = rows;
  return row && `The group pays by secured funds until ${formatDate(row.untilOn)}: ${row.reason}`;
}

export async function refuseRestricted(tx: Tx, groupId: string, on: CalendarDate, path?: string): Promise<void> {
  const reason = await restrictionOf(tx, groupId, on);
  if (reason === undefined) return;
  const message = `${reason} Take a wire, or a cashier's or certified check.`;
  if (path !== undefined) refuseIfAny([{ path, message }]);
  throw new Refusal('state', message);
}

type NewRestriction = { groupId: string; from: CalendarDate; until: CalendarDate; reason: string };

async function insertRestriction({ tx, actor, now }: Work, { groupId, from, until, reason }: NewRestriction) {
  const id = uuidv7();
  await tx
    .insertInto('paymentRestrictions')
    .values({ id, groupId, fromOn: from, untilOn: until, reason, setByName: actor.name, setAt: now })
    .execute();
  return { id };
}

/** Days on which debits of a group came back for want of money or consent; a retry is the same debit. */
async function returnDays({ tx, services }: Work, groupId: string): Promise<CalendarDate[]> {
  const { rows } = await sql<{ code: string; on: CalendarDate }>`
    select r.code, (r.at at time zone ${services.clock.zone()})::date as on from ach_returns r join payments y on y.id = r.payment_id
    where r.group_id = ${groupId} and r.kind = 'return' and r.is_applied and y.retry_of is null`.execute(tx);
  return rows.flatMap(({ code, on }) => (returnRule(code).effect === 'reopen' ? [on] : []));
}

/** Restricts groups whose second debit within six months came back; says so in the outcome of that return. */
export async function restrictAfterReturns(work: Work, fileId: string, groupIds: readonly string[]): Promise<void> {
  for (const groupId of new Set(groupIds)) {
    const period = securedPeriod(await returnDays(work, groupId));
    if (!period?.until || (await restrictionOf(work.tx, groupId, period.from)) !== undefined) continue;
    const reason = 'Two debits were returned within six months.';
    await insertRestriction(work, { groupId, from: period.from, until: period.until, reason });
    await sql`update ach_returns set outcome = outcome || ${` The group pays by secured funds until ${formatDate(period.until)}.`}
      where id = (select id from ach_returns where file_id = ${fileId} and group_id = ${groupId} and is_applied and kind = 'return' order by id desc limit 1)`.execute(
      work.tx,
    );
  }
}

export async function addRestriction(work: Work, restriction: NewRestriction): Promise<{ id: string }> {
  const { tx, note } = work;
  const group = await tx.selectFrom('groups').select('id').where('id', '=', restriction.groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  if (restriction.until <= restriction.from)
    refuseIfAny([{ path: 'until', message: 'The end is not after the start.' }]);
  note({ targetKind: 'group', targetId: restriction.groupId, reason: restriction.reason });
  return insertRestriction(work, restriction);
}

export async function liftRestriction(
  { tx, actor, now, note }: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  const { numUpdatedRows } = await tx
    .updateTable('paymentRestrictions')
    .set({ liftedAt: now, liftedByName: actor.name, liftReason: reason })
    .where('id', '=', id)
    .where('liftedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found', 'This restriction does not exist, or was lifted.');
  note({ targetKind: 'payment_restriction', targetId: id, reason });
  return { id };
}

/** Restrictions of a group, the newest first. */
export async function listRestrictions(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  { groupId }: { groupId: string },
): Promise<PaymentRestriction[]> {
  const { rows } = await sql<PaymentRestriction>`
    select id, from_on as "from", until_on as "until", reason, set_by_name as set_by, lifted_by_name as lifted_by, lift_reason,
      lifted_at is null and from_on <= ${today}::date and until_on > ${today}::date as is_in_force
    from payment_restrictions where group_id = ${groupId} order by set_at desc, id desc`.execute(tx);
  return rows;
}
