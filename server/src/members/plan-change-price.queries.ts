import type { PlanChangePrice } from '@openbenefits/contract/plan-change-price';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Relationship } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { type CoveredHousehold, coveredHouseholds, openPricer } from '../coverage/household-prices.ts';
import { explained } from '../coverage/price-explanations.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import type { Methodology } from '../plans/rate-books.ts';
import { MEMBER_MISSING } from './add-member.operations.ts';

type Input = { groupId: string; memberId: string; line: CoverageLine; planId: string; from: CalendarDate };

/** The subscriber alone, where nobody of the family is covered on the line yet. */
async function subscriberAlone({ tx }: Work, { groupId, memberId, line, planId, from }: Input) {
  const { rows } = await sql<Omit<CoveredHousehold, 'line' | 'planId' | 'methodology' | 'ages' | 'groupId'>>`
    select m.id as subscriber_id, m.class_id, m.location_id, coalesce(l.zip_code, g.zip_postal_code) as zip_code,
      coalesce(l.state, g.state_province) as state, m.salary_annual_cents as salary, array[m.id] as member_ids, array[m.relationship] as relationships,
      array[${from}::date] as rated_on
    from members m join groups g on g.id = m.group_id left join billing_locations l on l.id = m.location_id
    where m.group_id = ${groupId} and m.id = (select coalesce(x.subscriber_id, x.id) from members x where x.id = ${memberId})`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', MEMBER_MISSING);
  const relationships: Relationship[] = ['self'];
  return { ...row, relationships, groupId, line, planId, methodology: null, ages: [null] };
}

async function methodologyOf(
  { tx }: Work,
  { groupId, planId, from }: Input,
  { classId, locationId }: CoveredHousehold,
): Promise<Methodology | null> {
  const { rows } = await sql<{ methodology: Methodology | null }>`
    select a.rating_methodology as methodology from group_plan_assignments a
    where a.group_id = ${groupId} and a.plan_id = ${planId} and a.status = 'active' and a.effective_date <= ${from}::date
    order by (a.class_id = ${classId}::uuid) desc nulls last, (a.location_id = ${locationId}::uuid) desc nulls last, a.effective_date desc limit 1`.execute(
    tx,
  );
  return rows[0]?.methodology ?? null;
}

/** What a line of a family costs on a day now, and by another plan: the same people, and nothing is stored. */
export async function planChangePrice(work: Work, input: Input): Promise<PlanChangePrice> {
  const { groupId, memberId, line, planId, from } = input;
  const pricing = pricingOf(work);
  const scope = { groupIds: [groupId], memberId };
  const [households, pricer] = await Promise.all([
    coveredHouseholds(work.tx, scope, from),
    openPricer(pricing, [groupId], from),
  ]);
  const now = households.find((household) => household.line === line);
  const base: CoveredHousehold = now ?? (await subscriberAlone(work, input));
  const methodology = await methodologyOf(work, input, base);
  const next: CoveredHousehold = { ...base, planId, methodology, ages: [...base.ages] };
  await pricer.learnAges(now ? [now, next] : [next]);
  const prices = (now ? [now, next] : [next]).map((household) => pricer.price(household, true));
  const answers = await explained(work.tx, prices, from);
  const last = answers.at(-1);
  if (!last) throw new Refusal('not_found', MEMBER_MISSING);
  work.note({ targetKind: 'member', targetId: memberId, fields: ['name', 'coverage', 'premium'] });
  return { before: now ? (answers[0] ?? null) : null, after: last };
}
