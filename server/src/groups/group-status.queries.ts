import type { StatusEffects } from '@openbenefits/contract/group-editing';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { lastMonthKept } from '@openbenefits/domain/coverage/retro-window';
import { isBeyondRetro, isReinstatement, statusRefusal } from '@openbenefits/domain/groups/status-changes';
import { add } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { premiumTotals } from '../coverage/premium-totals.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { ReinstatementRefusal } from './group-coverage.ts';
import { isUndoneWhole } from '../undone-changes.ts';
import type { Tx } from '../db/connect.ts';

type Planned = { to: GroupStatus; effectiveDate: CalendarDate; reason: string; by: string; at: string };

/**
 * Returns the group's scheduled status. It counts as canceled if its coverage change was undone as a whole; an undo for
 * one family does not affect it.
 */
export async function plannedStatus(
  tx: Tx,
  groupId: string,
): Promise<(Planned & { id: string; changeId: string }) | null> {
  const row = await tx
    .selectFrom('groupStatusChanges as p')
    .select([
      'p.id',
      'p.changeId',
      'p.toStatus as to',
      'p.effectiveDate',
      'p.reason',
      'p.madeByName as by',
      'p.madeAt as at',
    ])
    .where('p.groupId', '=', groupId)
    .where('p.appliedAt', 'is', null)
    .where('p.cancelledAt', 'is', null)
    .where(sql<boolean>`not ${isUndoneWhole(sql.ref('p.change_id'))}`)
    .executeTakeFirst();
  return (row as (Planned & { id: string; changeId: string }) | undefined) ?? null;
}

/**
 * Returns the change that terminated all coverage with the group's last termination; null if there is none or it was
 * undone.
 */
async function endedWith(tx: Tx, groupId: string): Promise<StatusEffects['endedWith']> {
  const { rows } = await sql<{ changeId: string; people: number; effectiveDate: CalendarDate }>`
    select p.change_id, p.effective_date, (select count(*) from change_items i where i.change_id = p.change_id and i.entity = 'member') as people
    from group_status_changes p join changes c on c.id = p.change_id
    where p.group_id = ${groupId} and p.to_status = 'terminated' and p.applied_at is not null and c.kind = 'termination' and not ${isUndoneWhole(sql.ref('p.change_id'))}
    order by p.applied_at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The past months from a day on that employees of a group paid a share of (45 CFR 147.128). */
async function paidMonthsAfter(
  tx: Tx,
  groupId: string,
  from: CalendarDate,
  today: CalendarDate,
): Promise<CalendarDate[]> {
  if (from >= today) return [];
  const { rows } = await sql<{ month: CalendarDate }>`
    select distinct x.month from employee_shares(array(
      select distinct s.subscriber_id from coverage_spans s where s.group_id = ${groupId} and upper_inf(s.recorded)
        and s.covered && daterange(${from}::date, ${today}::date)), ${from}::date, ${today}::date) x order by 1`.execute(
    tx,
  );
  return rows.map(({ month }) => month);
}

/**
 * Counts the members affected by a status change before it is made. For a termination, members whose coverage continues
 * after the effective date, its last day; otherwise members covered on the effective date.
 */
export async function statusPreview(
  pricing: Pricing,
  input: { id: string; to: GroupStatus; effectiveDate: CalendarDate },
  today: CalendarDate,
  reinstatementRefusal: ReinstatementRefusal,
): Promise<StatusEffects> {
  const { tx } = pricing;
  const group = await tx
    .selectFrom('groups')
    .select(['status', 'retroTermDays', 'cobraEnabled'])
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const on = input.effectiveDate;
  const until = addDays(on, 1);
  const within =
    input.to === 'terminated'
      ? sql`(upper_inf(covered) or upper(covered) > ${until}::date)`
      : sql`covered @> ${on}::date`;
  const people = await sql<{ subscribers: number; dependents: number; neverBegins: number; cobra: number }>`
    select count(distinct member_id) filter (where member_id = subscriber_id) as subscribers, count(distinct member_id) filter (where member_id <> subscriber_id) as dependents,
      count(distinct member_id) filter (where lower(covered) >= ${until}::date) as never_begins,
      count(distinct member_id) filter (where covered @> ${on}::date and line in ('medical', 'dental', 'vision')) as cobra
    from coverage_spans where group_id = ${input.id} and upper_inf(recorded) and ${within}`.execute(tx);
  const lines = await sql<{ line: CoverageLine; people: number }>`
    select line, count(distinct member_id) as people from coverage_spans where group_id = ${input.id} and upper_inf(recorded) and ${within}
    group by line order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], line)`.execute(
    tx,
  );
  const premiums = await premiumTotals(pricing, [input.id], on);
  const files = await sql<{
    waiting: number;
  }>`select count(*) as waiting from file_jobs where group_id = ${input.id} and status in ('queued', 'processing', 'held', 'paused')`.execute(
    tx,
  );
  const counts = people.rows[0] ?? { subscribers: 0, dependents: 0, neverBegins: 0, cobra: 0 };
  return {
    refusal:
      statusRefusal(group.status as GroupStatus, input.to) ??
      (isReinstatement(group.status as GroupStatus, input.to)
        ? await reinstatementRefusal({ tx, today }, input.id)
        : undefined) ??
      null,
    beyondRetro: isBeyondRetro(input, today, group.retroTermDays),
    keptThrough: input.to === 'terminated' ? lastMonthKept(on, today, group.retroTermDays) : null,
    paidMonths: input.to === 'terminated' ? await paidMonthsAfter(tx, input.id, until, today) : [],
    subscribers: counts.subscribers,
    dependents: counts.dependents,
    byLine: lines.rows,
    monthlyPremium: premiums.some(({ subscribers, held }) => subscribers > held)
      ? add(...premiums.map(({ monthly }) => monthly))
      : null,
    neverBegins: counts.neverBegins,
    cobra: group.cobraEnabled ? counts.cobra : null,
    filesWaiting: files.rows[0]?.waiting ?? 0,
    endedWith: input.to === 'active' ? await endedWith(tx, input.id) : null,
  };
}
