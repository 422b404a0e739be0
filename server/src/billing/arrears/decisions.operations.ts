import { type Installment, planProgress, problemsOfPlan } from '@openbenefits/domain/billing/installment-plan';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { dateRangeProblems } from '@openbenefits/domain/date-range';
import { mailAddress } from '@openbenefits/domain/mail-address';
import { add } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { lockBalance } from '../../payments/group-balance.ts';
import { arrearsOf, type GroupArrears } from './group-arrears.queries.ts';

const NO_GROUP = 'This group does not exist, or you may not see it.';

/** Reads a group's arrears; decisions about one group are made one after the other. */
async function lockedArrears({ tx, today }: Work, groupId: string): Promise<GroupArrears> {
  await lockBalance(tx, groupId);
  const [group] = await arrearsOf(tx, today, [groupId]);
  if (!group) throw new Refusal('not_found', NO_GROUP);
  return group;
}

async function openHold(tx: Tx, groupId: string, today: CalendarDate): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from arrears_holds where group_id = ${groupId} and lifted_on is null and (until_on is null or until_on >= ${today}::date)`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Stops the clock of a group from today, with a reason, until a day or until the hold is lifted. */
export async function holdGroup(
  work: Work,
  { groupId, until, reason }: { groupId: string; until: CalendarDate | null; reason: string },
): Promise<{ id: string }> {
  const { tx, today, actor, now, note } = work;
  await lockedArrears(work, groupId);
  if (until !== null && until < today)
    refuseIfAny([{ path: 'until', message: 'Enter today or a later date, or leave it blank.' }]);
  refuseIfAny(dateRangeProblems('until', until, today));
  if (await openHold(tx, groupId, today))
    throw new Refusal('state', 'This group is on hold already. Lift that hold first.');
  const id = uuidv7();
  await tx
    .insertInto('arrearsHolds')
    .values({ id, groupId, fromOn: today, untilOn: until, reason, madeByName: actor.name, madeAt: now })
    .execute();
  note({ targetKind: 'group', targetId: groupId, reason, fields: ['hold'] });
  return { id };
}

/** Lifts a hold: the clock runs again from today. */
export async function liftHold({ tx, today, actor, note }: Work, { id }: { id: string }): Promise<{ id: string }> {
  const hold = await tx
    .updateTable('arrearsHolds')
    .set({ liftedOn: today, liftedByName: actor.name })
    .where('id', '=', id)
    .where('liftedOn', 'is', null)
    .returning('groupId')
    .executeTakeFirst();
  if (!hold) throw new Refusal('not_found', 'This hold does not exist, or it was lifted already.');
  note({ targetKind: 'group', targetId: hold.groupId, fields: ['hold'] });
  return { id };
}

/** Agrees to payment in installments. They cover what is overdue today and stop its clock while they are paid. */
export async function makePlan(
  work: Work,
  { groupId, installments }: { groupId: string; installments: readonly Installment[] },
): Promise<{ id: string }> {
  const { tx, today, actor, now, note } = work;
  const group = await lockedArrears(work, groupId);
  if (group.plan) throw new Refusal('state', 'This group has an installment plan already. End it first.');
  const { arrears } = group.delinquency;
  if (arrears <= 0) throw new Refusal('state', 'This group has no arrears to pay in installments.');
  refuseIfAny(problemsOfPlan(installments, arrears, today));
  const id = uuidv7();
  await tx
    .insertInto('installmentPlans')
    .values({
      id,
      groupId,
      madeOn: today,
      coversDueUntil: addDays(today, -1),
      arrearsCents: arrears,
      installments: JSON.stringify(installments),
      madeByName: actor.name,
      madeAt: now,
    })
    .execute();
  note({ targetKind: 'group', targetId: groupId, fields: ['installments'], itemCount: installments.length });
  return { id };
}

/** Ends an installment plan; the clock runs again from today, or from the day after a missed installment. */
export async function endPlan(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { tx, today, actor, note } = work;
  const found = await tx
    .selectFrom('installmentPlans')
    .select('groupId')
    .where('id', '=', id)
    .where('endedOn', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'This installment plan does not exist, or it has ended.');
  const { plan, bills } = await lockedArrears(work, found.groupId);
  if (plan?.id !== id) throw new Refusal('state', 'This installment plan has ended.');
  const owed = add(...bills.filter(({ dueDate }) => dueDate <= plan.coversDueUntil).map((bill) => bill.owed));
  const { missedOn } = planProgress(plan, owed, today);
  await tx
    .updateTable('installmentPlans')
    .set({ endedOn: today, endedByName: actor.name, stoppedUntil: missedOn ?? addDays(today, -1) })
    .where('id', '=', id)
    .execute();
  note({ targetKind: 'group', targetId: found.groupId, fields: ['installments'] });
  return { id };
}

/** Says who gets a copy of a group's letters, or that nobody does. */
export async function setBroker(
  { tx, note }: Work,
  { groupId, broker }: { groupId: string; broker: { name: string; email: string } | null },
): Promise<{ groupId: string }> {
  const group = await tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', NO_GROUP);
  if (broker) {
    refuseIfAny([
      ...(broker.name === '' ? [{ path: 'broker.name', message: 'Enter the name of the broker.' }] : []),
      ...(mailAddress(broker.email) ? [] : [{ path: 'broker.email', message: 'Enter a valid email address.' }]),
    ]);
    await tx
      .insertInto('groupBrokers')
      .values({ groupId, ...broker })
      .onConflict((row) => row.columns(['tenantId', 'groupId']).doUpdateSet(broker))
      .execute();
  } else await tx.deleteFrom('groupBrokers').where('groupId', '=', groupId).execute();
  note({ targetKind: 'group', targetId: groupId, fields: ['broker'] });
  return { groupId };
}
