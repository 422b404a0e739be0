import type { HoldCause } from '@openbenefits/contract/bill-runs';
import { heldWords } from '@openbenefits/domain/plans/held-words';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Relationship } from '@openbenefits/domain/relationship';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { withdrawRequest } from '../approvals/approvals.operations.ts';
import type { Work } from '../command.ts';
import { addAuthor, lockedRun } from './bill-runs.operations.ts';
import { countHolds } from './write-drafts.ts';

type Row = Omit<HoldCause, 'text' | 'where' | 'memberId'> & {
  month: CalendarDate;
  reason: HeldReason;
  person: { id: string; name: string; relationship: Relationship } | null;
};

const MOST = 100;

/** Prices and rules of a plan and contributions of a group have one fix; what a member's record lacks has one per member. */
const OF_MEMBER = sql`h.reason ->> 'code' in ('no_age', 'no_salary')`;

/** The premiums of a run's drafts that have no price, by what has to be fixed; the most frequent causes first. */
export async function runHolds({ tx, note }: Pick<Work, 'tx' | 'note'>, { id }: { id: string }): Promise<HoldCause[]> {
  const { rows } = await sql<Row>`
    with found as (
      select h.*, h.reason ->> 'code' as code, case when h.reason ->> 'code' <> 'no_contribution' then h.plan_id end as of_plan,
        case when h.reason ->> 'code' = 'no_contribution' or ${OF_MEMBER} then h.group_id end as of_group,
        case when ${OF_MEMBER} then h.subscriber_id end as of_subscriber
      from bill_holds h join bills b on b.id = h.bill_id where b.run_id = ${id} and b.state = 'draft' and h.excluded_reason is null
    )
    select f.code, f.of_plan as plan_id, f.of_group as group_id, f.of_subscriber as subscriber_id, max(p.plan_name) as plan_name, max(g.company_name) as group_name,
      count(*)::integer as premiums, count(distinct f.bill_id)::integer as bills, min(f.covered_month) as month, (array_agg(f.reason))[1] as reason,
      (array_agg((select jsonb_build_object('id', d.id, 'name', ltrim(d.first_name || ' ' || d.last_name), 'relationship', d.relationship) from members d where d.id = (f.reason ->> 'memberId')::uuid)))[1] as person
    from found f join health_plans p on p.id = f.plan_id join groups g on g.id = f.group_id
    group by 1, 2, 3, 4 order by count(*) desc, 1, 2, 3, 4 limit ${MOST}`.execute(tx);
  note({ targetKind: 'bill_run', targetId: id, fields: ['name', 'premium'], itemCount: rows.length });
  return rows.map(({ reason, person, month, ...row }) => {
    const people = person ? [{ ...person, age: null }] : [];
    const { problem, fix, where, memberId } = heldWords({ planName: row.planName, month, people }, reason);
    return { ...row, text: `${problem.text} ${fix.text}`, where, memberId };
  });
}

type ExcludeInput = {
  id: string;
  code?: string | undefined;
  planId?: string | null | undefined;
  groupId?: string | null | undefined;
  subscriberId?: string | null | undefined;
  reason: string;
};

/** Leaves premiums without a price out of the drafts of a run, all or those of one cause, with one reason. */
export async function excludeRunHolds(
  work: Work,
  { id, code, planId, groupId, subscriberId, reason }: ExcludeInput,
): Promise<{ excluded: number }> {
  const { tx, actor, note } = work;
  const run = await lockedRun(tx, id);
  if (run.status !== 'review') throw new Refusal('state', 'This bill run is not in review.');
  const { rows } = await sql<{ billId: string }>`
    update bill_holds h set excluded_by = ${actor.id}, excluded_by_name = ${actor.name}, excluded_reason = ${reason}
    from bills b where b.id = h.bill_id and b.run_id = ${id} and b.state = 'draft' and h.excluded_reason is null
      ${code ? sql`and h.reason ->> 'code' = ${code}` : sql``} ${planId ? sql`and h.plan_id = ${planId}` : sql``}
      ${groupId ? sql`and h.group_id = ${groupId}` : sql``} ${subscriberId ? sql`and h.subscriber_id = ${subscriberId}` : sql``}
    returning h.bill_id`.execute(tx);
  if (rows.length === 0) throw new Refusal('state', 'These premiums have a price now. Load the page again.');
  await addAuthor(work, id);
  await withdrawRequest(work, 'bill_run', id, 'Premiums without a price were excluded.');
  await countHolds(tx, [...new Set(rows.map(({ billId }) => billId))]);
  note({ targetKind: 'bill_run', targetId: id, reason, itemCount: rows.length });
  return { excluded: rows.length };
}
