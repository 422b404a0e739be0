import {
  type ArrearsBill,
  type ClockStop,
  type Delinquency,
  delinquencyOf,
  premiumOwed,
} from '@openbenefits/domain/billing/delinquency';
import { type DatedRule, type DelinquencyRule, ruleFor } from '@openbenefits/domain/billing/delinquency-rule';
import type { Installment, InstallmentPlan } from '@openbenefits/domain/billing/installment-plan';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { datedRules } from './delinquency-rules.ts';

export type OpenBill = ArrearsBill & { readonly number: string; readonly owed: Cents };

/** A group with what its delinquency is derived from. */
export type GroupArrears = {
  readonly groupId: string;
  readonly groupName: string;
  readonly status: GroupStatus;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  /** Bills with premium that is still owed after the group's own money, the oldest first. */
  readonly bills: readonly OpenBill[];
  readonly credit: Cents;
  readonly delinquency: Delinquency;
  /** The rule of the earliest bill, or of today where none is open. */
  readonly rule: DelinquencyRule;
  readonly plan: (InstallmentPlan & { readonly id: string }) | null;
};

type Group = {
  groupId: string;
  groupName: string;
  status: GroupStatus;
  contactName: string | null;
  contactEmail: string | null;
  state: string;
  gracePeriodDays: number;
  carriers: string[];
  credit: number;
  inFlight: number;
};
type Bill = Omit<ArrearsBill, 'open' | 'charged'> & {
  groupId: string;
  number: string;
  open: number;
  charged: number;
};
type Hold = { groupId: string; from: CalendarDate; until: CalendarDate | null; liftedOn: CalendarDate | null };
type Plan = {
  id: string;
  groupId: string;
  madeOn: CalendarDate;
  coversDueUntil: CalendarDate;
  installments: Installment[];
  endedOn: CalendarDate | null;
  stoppedUntil: CalendarDate | null;
};

const CREDIT = sql`(coalesce((select -sum(p.cents) from ledger_postings p where p.group_id = g.id and p.account = '2010'), 0)
  + coalesce((select sum(x.cents) from payments y join payment_balances x on x.payment_id = y.id where y.group_id = g.id and y.status = 'completed'), 0))::bigint`;

/**
 * Debits that were sent, and recurring ones that wait for the next file. One for a bill that is not past due covers no
 * arrears.
 */
const inFlightOn = (
  today: CalendarDate,
) => sql`coalesce((select sum(y.cents) from payments y left join bills b on b.id = y.bill_id
  where y.group_id = g.id and y.method = 'ach' and (y.status = 'processing' or y.status = 'pending' and y.source = 'recurring')
    and (b.id is null or b.due_date < ${today}::date)), 0)::bigint`;

async function readGroups(tx: Tx, today: CalendarDate, ids: readonly string[]) {
  const of = sql`any (${[...ids]}::uuid[])`;
  return Promise.all([
    sql<Group>`
      select g.id as group_id, g.company_name as group_name, g.status, g.contact_name, g.contact_email, g.state_province as state, g.grace_period_days,
        array(select distinct h.carrier_name from group_plan_assignments a join health_plans h on h.id = a.plan_id where a.group_id = g.id and a.status = 'active') as carriers,
        ${CREDIT} as credit, ${inFlightOn(today)} as in_flight
      from groups g where g.id = ${of}`.execute(tx),
    sql<Bill>`
      select b.group_id, b.id, b.number, b.period, b.due_date, x.cents as open, greatest(b.total_cents, 0)::bigint as charged,
        not exists (select from bills f where f.group_id = b.group_id and f.state = 'posted' and f.period < b.period) as is_first
      from bill_balances x join bills b on b.id = x.bill_id where x.group_id = ${of} and x.cents > 0 and b.state = 'posted'`.execute(
      tx,
    ),
    sql<Hold>`select group_id, from_on as from, until_on as until, lifted_on from arrears_holds where group_id = ${of}`.execute(
      tx,
    ),
    sql<Plan>`
      select id, group_id, made_on, covers_due_until, installments, ended_on, stopped_until from installment_plans where group_id = ${of}`.execute(
      tx,
    ),
    datedRules(tx),
  ]);
}

/** The days on which a hold stopped the clock; a hold that was lifted ends the day before. */
function stopOf({ from, until, liftedOn }: Hold): ClockStop[] {
  const last = liftedOn === null ? until : addDays(liftedOn, -1);
  return last !== null && last < from ? [] : [{ from, until: last }];
}

/** Past plans stopped the clock like holds. */
const stopsOf = (holds: readonly Hold[], plans: readonly Plan[]): ClockStop[] => [
  ...holds.flatMap(stopOf),
  ...plans.flatMap(({ madeOn, endedOn, stoppedUntil }) =>
    endedOn !== null && stoppedUntil !== null && stoppedUntil >= madeOn ? [{ from: madeOn, until: stoppedUntil }] : [],
  ),
];

function arrearsOfGroup(
  group: Group,
  found: { bills: readonly Bill[]; holds: readonly Hold[]; plans: readonly Plan[]; rules: readonly DatedRule[] },
  today: CalendarDate,
): GroupArrears {
  const { state, carriers, gracePeriodDays, credit, inFlight, ...shown } = group;
  const bills = found.bills.map(({ open, charged, groupId: _, ...bill }) => ({
    ...bill,
    charged: fromCents(charged),
    open: fromCents(open),
  }));
  const owed = premiumOwed(bills, fromCents(credit)) as OpenBill[];
  const plan = found.plans.find(({ endedOn }) => endedOn === null) ?? null;
  const ruleOf = (dueDate: CalendarDate) => ruleFor(found.rules, { state, carriers, gracePeriodDays }, dueDate);
  const delinquency = delinquencyOf({
    bills,
    credit: fromCents(credit),
    inFlight: fromCents(inFlight),
    ruleOf,
    holds: stopsOf(found.holds, found.plans),
    plan,
    today,
  });
  return {
    ...shown,
    credit: fromCents(credit),
    bills: owed,
    delinquency,
    rule: ruleOf(delinquency.bill?.dueDate ?? today),
    plan,
  };
}

/** The delinquency of groups on a day, in the order of the ids, derived from what the ledger says now. */
export async function arrearsOf(tx: Tx, today: CalendarDate, ids: readonly string[]): Promise<GroupArrears[]> {
  if (ids.length === 0) return [];
  const [groups, bills, holds, plans, rules] = await readGroups(tx, today, ids);
  const byGroup = <Row extends { groupId: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ groupId }) => groupId);
  const [ofBills, ofHolds, ofPlans] = [byGroup(bills.rows), byGroup(holds.rows), byGroup(plans.rows)];
  const byId = new Map(groups.rows.map((group) => [group.groupId, group]));
  return ids.flatMap((id) => {
    const group = byId.get(id);
    if (!group) return [];
    const found = {
      bills: ofBills.get(id) ?? [],
      holds: ofHolds.get(id) ?? [],
      plans: ofPlans.get(id) ?? [],
      rules,
    };
    return [arrearsOfGroup(group, found, today)];
  });
}

/** The groups with bills past their due date. */
export async function overdueGroups(tx: Tx, today: CalendarDate, groupId?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select x.group_id as id from bill_balances x join groups g on g.id = x.group_id
    where x.cents > 0 and x.due_date < ${today}::date ${groupId ? sql`and x.group_id = ${groupId}` : sql``}
    group by x.group_id, g.company_name order by g.company_name, x.group_id`.execute(tx);
  return rows.map(({ id }) => id);
}
