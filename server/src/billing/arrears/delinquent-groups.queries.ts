import type {
  ArrearsNotice,
  DelinquentGroup,
  DelinquentGroupDetail,
  GroupDelinquency,
} from '@openbenefits/contract/arrears';
import { noticeDue, proposedStep } from '@openbenefits/domain/billing/delinquency';
import { planProgress } from '@openbenefits/domain/billing/installment-plan';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, formatMoney } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';
import type { Tx } from '../../db/connect.ts';
import { arrearsOf, type GroupArrears } from './group-arrears.queries.ts';
import { overLimit, reinstatements } from './reinstatements.ts';

type Read = Pick<Work, 'tx' | 'today'>;
type Made = { groupId: string; billId: string; kind: 'reminder' | 'letter'; on: CalendarDate; ruleDay: number | null };

/** The last notice about each group's earliest bill, and the days of the rule that were done for it. */
async function noticesMade(tx: Tx, groupIds: readonly string[]): Promise<Map<string, Made[]>> {
  const { rows } = await sql<Made>`
    select group_id, bill_id, kind, made_on as on, rule_day from arrears_notices
    where group_id = any (${[...groupIds]}::uuid[]) and bill_id is not null order by made_at`.execute(tx);
  return Map.groupBy(rows, ({ groupId }) => groupId);
}

function delinquencyRow(
  { delinquency, bills }: GroupArrears,
  made: readonly Made[],
  today: CalendarDate,
): GroupDelinquency {
  const { bill, notices, ...found } = delinquency;
  const days = made.flatMap(({ billId, ruleDay }) => (billId === bill?.id && ruleDay !== null ? [ruleDay] : []));
  const due = noticeDue(delinquency, days, today);
  const next = due ?? notices.find(({ dueOn }) => dueOn > today);
  return {
    ...found,
    billId: bill?.id ?? null,
    billNumber: bills.find(({ id }) => id === bill?.id)?.number ?? null,
    dueDate: bill?.dueDate ?? null,
    nextNotice: next ? { kind: next.kind, on: next.dueOn } : null,
  };
}

function installmentOf({ plan, bills }: GroupArrears, today: CalendarDate): DelinquentGroup['installment'] {
  if (!plan) return null;
  const owed = add(...bills.filter(({ dueDate }) => dueDate <= plan.coversDueUntil).map((bill) => bill.owed));
  const { next } = planProgress(plan, owed, today);
  return next && { ...next, of: plan.installments.length };
}

/** Groups by what is to be done with them, for lists. */
export async function delinquentRows(tx: Tx, today: CalendarDate, ids: readonly string[]): Promise<DelinquentGroup[]> {
  const [groups, made, proposed] = await Promise.all([
    arrearsOf(tx, today, ids),
    noticesMade(tx, ids),
    sql<{
      groupId: string;
    }>`select distinct group_id from arrears_proposals where group_id = any (${[...ids]}::uuid[])`.execute(tx),
  ]);
  const wereProposed = new Set(proposed.rows.map(({ groupId }) => groupId));
  return groups.map((group) => {
    const own = made.get(group.groupId) ?? [];
    const last = own.findLast(({ billId }) => billId === group.delinquency.bill?.id);
    const isOut = group.status === 'suspended' || group.status === 'terminated';
    const isPaid = group.delinquency.state === 'current' && group.delinquency.arrears === 0;
    return {
      ...delinquencyRow(group, own, today),
      groupId: group.groupId,
      groupName: group.groupName,
      status: group.status,
      step:
        isOut && isPaid && wereProposed.has(group.groupId)
          ? ('reinstate' as const)
          : proposedStep(group.delinquency, group.status),
      lastNotice: last ? { kind: last.kind, on: last.on } : null,
      installment: installmentOf(group, today),
    };
  });
}

export async function groupState({ tx, today }: Read, { groupId }: { groupId: string }): Promise<GroupDelinquency> {
  const [groups, made] = await Promise.all([arrearsOf(tx, today, [groupId]), noticesMade(tx, [groupId])]);
  const [group] = groups;
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return delinquencyRow(group, made.get(groupId) ?? [], today);
}

/**
 * Groups with bills past their due date, the oldest bill first, then those that were suspended or terminated for arrears
 * and owe nothing any more.
 */
export async function listDelinquent(
  { tx, today }: Read,
  { search, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ rows: DelinquentGroup[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['any', 'id']) : undefined;
  const term = search?.trim();
  const { rows } = await sql<{ id: string; oldest: CalendarDate }>`
    with found as (
      select x.group_id as id, min(x.due_date) as oldest from bill_balances x
      where x.cents > 0 and x.due_date < ${today}::date group by x.group_id
      union all
      select g.id, date '9999-12-31' from groups g where g.status in ('suspended', 'terminated') and exists (select from arrears_proposals p where p.group_id = g.id)
        and not exists (select from bill_balances x where x.group_id = g.id and x.cents > 0 and x.due_date < ${today}::date)
    )
    select id, oldest from found
    where ${term ? sql`id in (select find_groups(fold(${likePattern(term)})))` : sql`true`}
      ${after ? sql`and (oldest, id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by oldest, id limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: await delinquentRows(
      tx,
      today,
      page.map(({ id }) => id),
    ),
    next: rows.length > limit && last ? encodeCursor([last.oldest, last.id]) : null,
  };
}

const NOTICES_SHOWN = 100;

async function noticesOf(tx: Tx, groupId: string): Promise<ArrearsNotice[]> {
  const { rows } = await sql<ArrearsNotice>`
    select n.id, n.kind, b.number as bill_number, n.made_at, n.made_by_name as made_by, n.sent_to as to, n.copied_to,
      coalesce(n.mail_state, m.state) as delivery, coalesce(n.mail_settled_at, m.settled_at) as delivered_at, n.pdf_key is not null as has_pdf
    from arrears_notices n left join bills b on b.id = n.bill_id left join mails m on m.id = n.mail_id
    where n.group_id = ${groupId} order by n.made_at desc, n.id desc limit ${sql.lit(NOTICES_SHOWN)}`.execute(tx);
  return rows;
}

type Decisions = Pick<DelinquentGroupDetail, 'broker' | 'hold'> & { planBy: string | null };

async function decisionsOf(tx: Tx, groupId: string, today: CalendarDate): Promise<Decisions> {
  const [broker, hold, plan] = await Promise.all([
    tx.selectFrom('groupBrokers').select(['name', 'email']).where('groupId', '=', groupId).executeTakeFirst(),
    sql<NonNullable<Decisions['hold']>>`
      select id, from_on as from, until_on as until, reason, made_by_name as by from arrears_holds
      where group_id = ${groupId} and lifted_on is null and (until_on is null or until_on >= ${today}::date) order by from_on desc limit 1`.execute(
      tx,
    ),
    sql<{ by: string }>`
      select made_by_name as by from installment_plans where group_id = ${groupId} and ended_on is null`.execute(tx),
  ]);
  return { broker: broker ?? null, hold: hold.rows[0] ?? null, planBy: plan.rows[0]?.by ?? null };
}

/** A group's delinquency with its rule, the decisions about it and every notice. */
export async function delinquentGroup(
  { tx, today }: Read,
  { groupId }: { groupId: string },
): Promise<DelinquentGroupDetail> {
  const [groups, [row], decisions, notices, count] = await Promise.all([
    arrearsOf(tx, today, [groupId]),
    delinquentRows(tx, today, [groupId]),
    decisionsOf(tx, groupId, today),
    noticesOf(tx, groupId),
    reinstatements(tx, groupId, today),
  ]);
  const [group] = groups;
  if (!group || !row) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const { plan, rule } = group;
  const owed = plan
    ? add(...group.bills.filter(({ dueDate }) => dueDate <= plan.coversDueUntil).map((bill) => bill.owed))
    : null;
  return {
    ...row,
    contactName: group.contactName,
    contactEmail: group.contactEmail,
    broker: decisions.broker,
    hold: decisions.hold,
    rule: {
      scope: 'default',
      scopeValue: '',
      ...rule,
      tolerancePercent: rule.tolerancePercent ?? 0,
      isFirstPaymentStrict: rule.isFirstPaymentStrict ?? false,
      reminderDays: [...rule.reminderDays],
      letterDays: [...rule.letterDays],
    },
    plan:
      plan && owed !== null
        ? {
            id: plan.id,
            madeOn: plan.madeOn,
            by: decisions.planBy ?? '',
            missedOn: planProgress(plan, owed, today).missedOn,
            installments: [...plan.installments],
          }
        : null,
    notices,
    reinstateObstacle:
      group.delinquency.arrears > 0
        ? `Arrears of ${formatMoney(group.delinquency.arrears)} are not paid.`
        : (overLimit(rule, count) ?? null),
  };
}
