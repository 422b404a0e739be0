import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, fromCents, subtract, ZERO } from '@openbenefits/domain/money';
import type { DueLine, LeftOutReason } from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { collectedOf } from '@openbenefits/domain/payments/remittance/due-to-carrier';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

export type DueMoney = {
  readonly lines: readonly DueLine[];
  readonly leftOut: readonly { groupId: string; billNumber: string; cents: Cents; reason: LeftOutReason }[];
};

type Bill = { id: string; groupId: string; number: string; isPosted: boolean; paid: Cents; paidLater: Cents };
type Charge = Pick<DueLine, 'planId' | 'planCode' | 'line' | 'coveredMonth' | 'kind' | 'subscribers'> & {
  billId: string;
  charged: Cents;
  before: Cents;
  isOwn: boolean;
};

/**
 * Bills with premium of the carrier that are not settled with it: not paid in full, or with money that was not remitted
 * yet; and bills that were remitted and then replaced or voided.
 */
async function unsettledBills(tx: Tx, carrier: string, since: CalendarDate, through: CalendarDate): Promise<Bill[]> {
  const { rows } = await sql<Bill>`
    with remitted as (
      select r.bill_id, sum(r.cents) as cents from carrier_remittance_lines r join carrier_remittances m on m.id = r.remittance_id
      where r.is_live and m.carrier_name = ${carrier} group by 1),
    charged as (
      select b.id, b.group_id, b.number, b.posted_at, sum(l.cents) as total, sum(l.cents) filter (where p.carrier_name = ${carrier}) as own
      from bills b join bill_lines l on l.bill_id = b.id join health_plans p on p.id = l.plan_id
      where b.state = 'posted' and b.period >= ${since}::date group by b.id, b.group_id, b.number, b.posted_at having bool_or(p.carrier_name = ${carrier}))
    select c.id, c.group_id, c.number, true as is_posted, a.cents as paid, a.later as paid_later from charged c
      cross join lateral (select coalesce(sum(a.cents) filter (where a.applied_on <= ${through}::date), 0)::bigint as cents, coalesce(sum(a.cents) filter (where a.applied_on > ${through}::date), 0)::bigint as later
        from payment_applications a where a.bill_id = c.id and a.undone_at is null) a
      left join remitted r on r.bill_id = c.id
    where (c.total > 0 or c.posted_at::date <= ${through}::date) and (a.cents < c.total or c.own <> coalesce(r.cents, 0))
    union all
    select b.id, b.group_id, b.number, false, 0, 0 from remitted r join bills b on b.id = r.bill_id where b.state <> 'posted' and r.cents <> 0
    order by 2, 3`.execute(tx);
  return rows;
}

/** What bills charge per plan, line and month, all carriers', with what was remitted of the carrier's before. */
async function chargesOf(tx: Tx, carrier: string, billIds: readonly string[]): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    with charged as (
      select l.bill_id, l.plan_id, l.line, l.covered_month, case when l.kind in ('premium', 'waiver') then l.kind else 'adjustment' end as kind,
        sum(l.cents)::bigint as charged, count(distinct l.subscriber_id)::integer as subscribers
      from bill_lines l where l.bill_id = any (${[...billIds]}::uuid[]) group by 1, 2, 3, 4, 5)
    select c.*, p.plan_code, p.carrier_name = ${carrier} as is_own,
      (select coalesce(sum(r.cents), 0)::bigint from carrier_remittance_lines r where r.is_live and r.bill_id = c.bill_id and r.plan_id = c.plan_id and r.line = c.line
        and r.covered_month = c.covered_month and r.kind = c.kind) as before
    from charged c join health_plans p on p.id = c.plan_id order by c.bill_id, p.plan_code, c.line, c.covered_month, c.kind`.execute(
    tx,
  );
  return rows;
}

const keyOf = ({ planId, line, coveredMonth, kind }: Charge): string => `${planId} ${line} ${coveredMonth} ${kind}`;

/**
 * What was collected for a carrier through a day and is not remitted: per bill, plan, line and covered month, with
 * corrections where money came back. What is billed and not collected is left out, with the reason.
 */
export async function dueMoney(
  tx: Tx,
  { carrier, since, through }: { carrier: string; since: CalendarDate; through: CalendarDate },
): Promise<DueMoney> {
  const bills = await unsettledBills(tx, carrier, since, through);
  const charges = Map.groupBy(
    await chargesOf(
      tx,
      carrier,
      bills.map(({ id }) => id),
    ),
    ({ billId }) => billId,
  );
  const lines: DueLine[] = [];
  const leftOut: { groupId: string; billNumber: string; cents: Cents; reason: LeftOutReason }[] = [];
  for (const { id, groupId, number, isPosted, paid, paidLater } of bills) {
    const ofBill = charges.get(id) ?? [];
    const collected = collectedOf(
      ofBill.map((one) => ({ key: keyOf(one), cents: one.charged })),
      paid,
    );
    let open = ZERO;
    for (const { isOwn, ...charge } of ofBill) {
      if (!isOwn) continue;
      const now = isPosted ? (collected.get(keyOf({ ...charge, isOwn })) ?? ZERO) : ZERO;
      if (isPosted) open = add(open, subtract(charge.charged, now));
      const cents = subtract(now, charge.before);
      if (cents !== 0) lines.push({ ...charge, billNumber: number, groupId, cents });
    }
    if (open > 0)
      leftOut.push({
        groupId,
        billNumber: number,
        cents: open,
        reason: paidLater > 0 ? 'paid_later' : paid > 0 ? 'partly_paid' : 'unpaid',
      });
  }
  return { lines, leftOut };
}

/** Subscribers of the carrier's plans on the bills, per group. */
export async function subscribersOf(tx: Tx, carrier: string, lines: readonly DueLine[]): Promise<Map<string, number>> {
  const bills = [...new Set(lines.map(({ billId }) => billId))];
  const { rows } = await sql<{ groupId: string; subscribers: number }>`
    select l.group_id, count(distinct l.subscriber_id)::integer as subscribers from bill_lines l join health_plans p on p.id = l.plan_id
    where l.bill_id = any (${bills}::uuid[]) and p.carrier_name = ${carrier} group by 1`.execute(tx);
  return new Map(rows.map(({ groupId, subscribers }) => [groupId, subscribers]));
}

export const sumOf = (lines: readonly DueLine[]): Cents =>
  fromCents(lines.reduce((total, { cents }) => total + cents, 0));
