import {
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
  formatDate,
  lastOfMonth,
} from '@openbenefits/domain/calendar-date';
import { formatMoney, fromCents } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ask } from '../../approvals/approvals.operations.ts';
import type { ApprovalSubject } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { lockMonths } from '../ledger.ts';
import { balancesAt, closeChecklist } from './months.queries.ts';

const named = (month: CalendarDate): string => month.slice(0, 7);

async function closings(tx: Tx): Promise<CalendarDate[]> {
  const rows = await tx.selectFrom('ledgerClosings').select('month').orderBy('month').execute();
  return rows.map(({ month }) => calendarDateFrom(month));
}

async function firstEntryMonth(tx: Tx): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ month: CalendarDate | null }>`
    select date_trunc('month', min(effective_on))::date as month from ledger_entries`.execute(tx);
  return rows[0]?.month ?? undefined;
}

/** Refuses a month that cannot close now: months close in order, once they are over. */
async function requireClosable({ tx, today }: Work, month: CalendarDate): Promise<void> {
  refuseIfAny(month === firstOfMonth(month) ? [] : [{ path: 'month', message: 'Choose the first day of a month.' }]);
  if (month >= firstOfMonth(today)) throw new Refusal('state', `${named(month)} is not over yet.`);
  const closed = await closings(tx);
  if (closed.includes(month)) throw new Refusal('state', `${named(month)} is closed already.`);
  const last = closed.at(-1);
  const next = last ? addMonths(last, 1) : await firstEntryMonth(tx);
  if (next === undefined) throw new Refusal('state', 'There are no entries yet, so there is nothing to close.');
  if (month !== next) throw new Refusal('state', `Months close in order. Close ${named(next)} first.`);
}

async function record(
  work: Work,
  kind: 'closed' | 'reopened',
  month: CalendarDate,
  {
    trialBalance,
    sha256,
    askedByName,
    reason,
  }: { trialBalance: string; sha256: string; askedByName: string; reason: string },
): Promise<void> {
  await work.tx
    .insertInto('ledgerClosingEvents')
    .values({
      id: uuidv7(),
      month,
      kind,
      trialBalance,
      sha256,
      reason,
      askedByName,
      approvedByName: work.actor.name,
      at: work.now,
    })
    .execute();
}

async function requestOf(
  { tx }: Work,
  kind: string,
  month: string,
): Promise<{ by: string; byName: string; reason: string }> {
  const { rows } = await sql<{ by: string; byName: string; reason: string }>`
    select requested_by as by, requested_by_name as by_name, reason from approvals
    where subject_kind = ${kind} and subject_id = ${month} order by requested_at desc, id desc limit 1`.execute(tx);
  return rows[0] ?? { by: '', byName: '', reason: '' };
}

/** Closes a month with its trial balance as it is. */
export const MONTH_CLOSE: ApprovalSubject = {
  kind: 'month_close',
  async describe(work, id) {
    const month = calendarDateFrom(id);
    await lockMonths(work.tx);
    const { balances, sha256 } = await balancesAt(work.tx, month);
    const checks = await closeChecklist(work, { month });
    return {
      groupId: null,
      title: `Close of ${named(month)}`,
      link: '/billing/months',
      cents: null,
      authors: [],
      content: { month, sha256 },
      facts: [
        { label: 'Entries to', value: formatDate(lastOfMonth(month)) },
        ...balances.map(({ account, name, cents }) => ({
          label: `${account} ${name}`,
          value: cents < 0 ? `${formatMoney(fromCents(-cents))} credit` : `${formatMoney(fromCents(cents))} debit`,
        })),
        { label: 'Bill runs not posted', value: String(checks.drafts) },
        { label: 'Payments not applied', value: `${checks.unapplied}, ${formatMoney(checks.unappliedCents)}` },
        { label: 'Payments of no group', value: String(checks.unassigned) },
        { label: 'Refunds that failed', value: String(checks.failedRefunds) },
        { label: 'Carrier bills not reconciled', value: String(checks.unreconciled) },
        { label: 'ACH files not sent', value: String(checks.openFiles) },
      ],
    };
  },
  async carryOut(work, id) {
    const month = calendarDateFrom(id);
    await requireClosable(work, month);
    const { balances, sha256 } = await balancesAt(work.tx, month);
    const trialBalance = JSON.stringify(balances);
    const { byName, reason } = await requestOf(work, 'month_close', id);
    await work.tx
      .insertInto('ledgerClosings')
      .values({
        month,
        closedBy: work.actor.id,
        closedByName: work.actor.name,
        closedAt: work.now,
        trialBalance,
        sha256,
      })
      .execute();
    await record(work, 'closed', month, { trialBalance, sha256, askedByName: byName, reason });
  },
  giveUp: () => Promise.resolve(),
};

/** Opens the newest closed month again; what was frozen stays in the history. */
export const MONTH_REOPEN: ApprovalSubject = {
  kind: 'month_reopen',
  async describe({ tx }, id) {
    const month = calendarDateFrom(id);
    await lockMonths(tx);
    const closing = await tx
      .selectFrom('ledgerClosings')
      .select(['closedByName', 'closedAt', 'sha256'])
      .where('month', '=', month)
      .executeTakeFirst();
    if (!closing) throw new Refusal('state', `${named(month)} is open.`);
    return {
      groupId: null,
      title: `Reopening of ${named(month)}`,
      link: '/billing/months',
      cents: null,
      authors: [],
      content: { month, ...closing },
      facts: [
        { label: 'Month', value: named(month) },
        { label: 'Closed by', value: closing.closedByName },
      ],
    };
  },
  async carryOut(work, id) {
    const { tx } = work;
    const closing = await tx.selectFrom('ledgerClosings').selectAll().where('month', '=', id).executeTakeFirstOrThrow();
    const { byName, reason } = await requestOf(work, 'month_reopen', id);
    await tx.deleteFrom('ledgerClosings').where('month', '=', id).execute();
    await record(work, 'reopened', calendarDateFrom(id), {
      trialBalance: JSON.stringify(closing.trialBalance),
      sha256: closing.sha256,
      askedByName: byName,
      reason,
    });
  },
  giveUp: () => Promise.resolve(),
};

type Asked = { approvalId: string; waitsBecause: string | null };

/** Asks for the close of a month. */
export async function closeMonth(work: Work, { month }: { month: CalendarDate }): Promise<Asked> {
  await requireClosable(work, month);
  work.note({ targetKind: 'ledger_month', targetId: month });
  return ask(work, MONTH_CLOSE, month);
}

/** Asks for the newest closed month to be opened again. */
export async function reopenMonth(
  work: Work,
  { month, reason }: { month: CalendarDate; reason: string },
): Promise<Asked> {
  const last = (await closings(work.tx)).at(-1);
  if (last === undefined) throw new Refusal('state', 'No month is closed.');
  if (month !== last)
    throw new Refusal('state', `Months reopen in order, the newest first. Reopen ${named(last)} first.`);
  work.note({ targetKind: 'ledger_month', targetId: month, reason });
  return ask(work, MONTH_REOPEN, month, reason);
}
