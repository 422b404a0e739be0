import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { sql } from 'kysely';
import {
  type CoveredHousehold,
  coveredHouseholds,
  openPricer,
  type Pricer,
} from '../../../coverage/household-prices.ts';
import type { Pricing } from '../../../coverage/rating-ages.ts';
import type { Tx } from '../../../db/connect.ts';

/** A missing dependent on one line, in the order in which a family's members are taken away. */
type Gone = {
  memberId: string;
  groupId: string;
  subscriberId: string;
  rowLine: CoverageLine | null;
  line: CoverageLine;
};

const goneOn = async (tx: Tx, jobId: string, on: CalendarDate): Promise<Gone[]> =>
  (
    await sql<Gone>`
      select f.member_id, f.group_id, f.subscriber_id, f.line as row_line, s.line
      from file_missing f join coverage_spans s on s.member_id = f.member_id and upper_inf(s.recorded) and s.covered @> ${on}::date and (f.line is null or f.line = s.line)
        left join file_missing h on h.job_id = f.job_id and h.member_id = f.subscriber_id and h.decision is distinct from 'keep' and (h.line is null or h.line = s.line)
      where f.job_id = ${jobId} and f.member_id <> f.subscriber_id and h.member_id is null
      order by case f.decision when 'end' then 0 when 'keep' then 2 else 1 end, f.person_label, f.member_id`.execute(tx)
  ).rows;

const keyOf = ({ memberId, rowLine }: Pick<Gone, 'memberId' | 'rowLine'>): string => `${memberId} ${rowLine ?? ''}`;

function without(household: CoveredHousehold, memberId: string): CoveredHousehold {
  const left = <Value>(values: readonly Value[]): Value[] =>
    values.filter((_, place) => household.memberIds[place] !== memberId);
  return {
    ...household,
    relationships: left(household.relationships),
    ratedOn: left(household.ratedOn),
    ages: left(household.ages),
    memberIds: left(household.memberIds),
  };
}

/** What each of a family's missing members saves when those before are gone; undefined where there is no price. */
function savingsOf(pricer: Pricer, whole: CoveredHousehold, gone: readonly Gone[]): (readonly [Gone, number | null])[] {
  let household = whole;
  return gone.map((one) => {
    const smaller = without(household, one.memberId);
    const [before, after] = [pricer.price(household).price, pricer.price(smaller).price];
    household = smaller;
    return [one, 'held' in before || 'held' in after ? null : before.total - after.total] as const;
  });
}

/**
 * What ending a missing dependent saves a month, from the day after the proposed end on: the difference that it makes to
 * the family's price, line by line. Where several of a family are missing each is priced as if those before it were
 * gone, so that their amounts add up to what the family saves; people who are kept come last, so that nobody else's saving
 * counts on it, and is to be priced anew after each decision. A dependent whose subscriber is missing too is part of the
 * subscriber's premium (null).
 */
export async function priceMissingDependents(pricing: Pricing, jobId: string): Promise<void> {
  const { tx } = pricing;
  // The day from which all that is proposed would be over; it is one for a file.
  const proposed = await tx
    .selectFrom('fileMissing')
    .select('proposedLastDay')
    .where('jobId', '=', jobId)
    .limit(1)
    .executeTakeFirst();
  if (!proposed) return;
  const on = addDays(proposed.proposedLastDay as CalendarDate, 1);
  const gone = await goneOn(tx, jobId, on);
  const groupIds = [...new Set(gone.map(({ groupId }) => groupId))];
  const subscriberIds = [...new Set(gone.map(({ subscriberId }) => subscriberId))];
  const households = groupIds.length > 0 ? await coveredHouseholds(tx, { groupIds, subscriberIds }, on) : [];
  const pricer = await openPricer(pricing, groupIds, on);
  await pricer.learnAges(households);
  const byFamily = Map.groupBy(gone, ({ subscriberId, line }) => `${subscriberId} ${line}`);
  const savings = new Map<string, { gone: Gone; cents: number }>();
  for (const household of households)
    for (const [one, cents] of savingsOf(
      pricer,
      household,
      byFamily.get(`${household.subscriberId} ${household.line}`) ?? [],
    ))
      if (cents !== null) savings.set(keyOf(one), { gone: one, cents: (savings.get(keyOf(one))?.cents ?? 0) + cents });
  const all = [...savings.values()];
  await sql`
    update file_missing f set monthly_cents = x.monthly from (
      select d.member_id, d.line, s.monthly from file_missing d
        left join unnest(${all.map(({ gone: { memberId } }) => memberId)}::uuid[], ${all.map(({ gone: { rowLine } }) => rowLine)}::text[], ${all.map(({ cents }) => cents)}::bigint[])
          as s(member_id, row_line, monthly) on s.member_id = d.member_id and s.row_line is not distinct from d.line
      where d.job_id = ${jobId} and d.member_id <> d.subscriber_id
    ) x where f.job_id = ${jobId} and f.member_id = x.member_id and f.line is not distinct from x.line and f.monthly_cents is distinct from x.monthly`.execute(
    tx,
  );
}
