import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Application, applyMoney } from '@openbenefits/domain/payments/application';
import { add, type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import { postEntry, reverseEntry } from '../ledger/ledger.ts';
import { payFeesOwed } from './fees-owed.ts';
import { availableMoney, lockBalance, openBills } from './group-balance.ts';

export type MoneyWork = Pick<Work, 'tx' | 'actor' | 'now' | 'today'>;

async function writeApplication(
  work: MoneyWork,
  groupId: string,
  { paymentId, billId, cents }: Application,
  on: CalendarDate,
): Promise<void> {
  const entryId = await postEntry(work, {
    kind: 'application',
    effectiveOn: on,
    memo: paymentId === null ? 'Credit used for a bill' : 'Payment of a bill',
    billId,
    postings: [
      { account: paymentId === null ? '2010' : '2000', cents, groupId, billId, paymentId },
      { account: '1100', cents: subtract(ZERO, cents), groupId, billId, paymentId },
    ],
  });
  if (!entryId) throw new Error('An application posted nothing');
  await work.tx
    .insertInto('paymentApplications')
    .values({
      id: uuidv7(),
      groupId,
      paymentId,
      billId,
      cents,
      entryId,
      appliedOn: on,
      appliedByName: work.actor.name,
    })
    .execute();
}

const lesser = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/**
 * Pays the open bills of a group with what it has: the named bill first, then the oldest. With a payment named, only
 * its money is used; or only some of the credit on account. Returns what was applied.
 */
export async function applyAvailable(
  work: MoneyWork,
  groupId: string,
  {
    paymentId,
    billId,
    on = work.today,
    credit,
  }: { paymentId?: string; credit?: Cents; billId?: string | null | undefined; on?: CalendarDate } = {},
): Promise<Cents> {
  const { tx } = work;
  await lockBalance(tx, groupId);
  const money = await availableMoney(tx, groupId);
  const used =
    credit === undefined
      ? money.filter((one) => paymentId === undefined || one.paymentId === paymentId)
      : money.flatMap((one) => (one.paymentId === null ? [{ ...one, cents: lesser(one.cents, credit) }] : []));
  if (used.length === 0) return ZERO;
  const bills = await openBills(tx, groupId);
  const applications = applyMoney(used, bills, billId);
  for (const application of applications) await writeApplication(work, groupId, application, on);
  const paid = (found: readonly Application[]) => add(...found.map(({ cents }) => cents));
  // Premium comes first: fees are paid once no bill is open.
  if (paid(applications) === add(...bills.map(({ due }) => due)))
    await payFeesOwed(
      work,
      groupId,
      used.map(({ paymentId: id, cents }) => ({
        paymentId: id,
        cents: subtract(cents, paid(applications.filter((one) => one.paymentId === id))),
      })),
    );
  return add(...applications.map(({ cents }) => cents));
}

/** Undoes every application of a payment. */
export async function undoApplications(work: MoneyWork, paymentId: string): Promise<void> {
  const applied = await work.tx
    .selectFrom('paymentApplications')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('undoneAt', 'is', null)
    .execute();
  for (const { id } of applied) await undoApplication(work, id);
}

type Applied = { id: string; groupId: string; entryId: string; undoneAt: string | null; number: string | null };

/** Undoes an application on both sides: the bill is owed again, and the money is there again (case M12, 4). */
export async function undoApplication(work: MoneyWork, id: string): Promise<void> {
  const { tx, actor, now, today } = work;
  const { rows } = await sql<Applied>`
    select a.id, a.group_id, a.entry_id, a.undone_at, b.number from payment_applications a join bills b on b.id = a.bill_id where a.id = ${id} for update of a`.execute(
    tx,
  );
  const [application] = rows;
  if (!application) throw new Refusal('not_found', 'This application of a payment does not exist.');
  if (application.undoneAt !== null) throw new Refusal('state', 'This application was already undone.');
  await lockBalance(tx, application.groupId);
  const undone = await reverseEntry(work, application.entryId, {
    effectiveOn: today,
    memo: `Payment no longer applied to bill ${application.number}`,
  });
  await tx
    .updateTable('paymentApplications')
    .set({ undoneEntryId: undone, undoneByName: actor.name, undoneAt: now })
    .where('id', '=', id)
    .execute();
}
