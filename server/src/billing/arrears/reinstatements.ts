import { addMonths, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { DelinquencyRule } from '@openbenefits/domain/billing/delinquency-rule';
import { counted } from '@openbenefits/domain/counted';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { ReinstatementRefusal } from '../../groups/group-coverage.ts';
import { arrearsOf } from './group-arrears.queries.ts';

/** How often a group was reinstated in the last twelve months after its coverage was at risk for arrears. */
export async function reinstatements(tx: Tx, groupId: string, today: CalendarDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from group_status_changes c
    where c.group_id = ${groupId} and c.from_status in ('suspended', 'terminated') and c.to_status = 'active' and c.applied_at is not null
      and c.effective_date > ${addMonths(today, -12)}::date
      and exists (select from arrears_proposals p where p.group_id = c.group_id and p.proposed_on <= c.effective_date)`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Why a group may not be reinstated once more under its rule; undefined where it may. */
export const overLimit = ({ reinstatements: limit }: Pick<DelinquencyRule, 'reinstatements'>, count: number) =>
  limit !== null && count >= limit
    ? `The group was reinstated ${counted(count, 'time')} in twelve months. The limit of its delinquency rule is ${limit}.`
    : undefined;

/** Whether the last suspension or termination of a group was for arrears: it followed a proposal. */
async function isOutForArrears(tx: Tx, groupId: string): Promise<boolean> {
  const { rows } = await sql<{ isOut: boolean }>`
    select exists (select from arrears_proposals p where p.group_id = c.group_id and p.proposed_on <= c.effective_date
        and p.proposed_on >= coalesce((select max(a.effective_date) from group_status_changes a
          where a.group_id = c.group_id and a.to_status = 'active' and a.applied_at is not null and a.id < c.id), '-infinity')) as is_out
    from group_status_changes c where c.group_id = ${groupId} and c.to_status in ('suspended', 'terminated') and c.applied_at is not null
    order by c.id desc limit 1`.execute(tx);
  return rows[0]?.isOut ?? false;
}

/** The limit of reinstatements in twelve months, for groups that are out for arrears (domain rules 4.9). */
export const reinstatementRefusal: ReinstatementRefusal = async ({ tx, today }, groupId) => {
  const count = await reinstatements(tx, groupId, today);
  if (!(await isOutForArrears(tx, groupId))) return undefined;
  const [group] = await arrearsOf(tx, today, [groupId]);
  return group && overLimit(group.rule, count);
};
