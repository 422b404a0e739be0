import type { HouseholdOfMember } from '@openbenefits/contract/rate-calculator';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { hasReason } from '@openbenefits/domain/members/given-reason';
import { tidy } from '@openbenefits/domain/members/new-member';
import type { Cents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Relationship } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import type { Work } from '../command.ts';
import { tobaccoUsers } from '../coverage/tobacco-use.ts';
import { MEMBER_MISSING } from './add-member.operations.ts';
import { countLookups } from './protected-lookups.ts';
import { birthPlace } from '../protected-fields.ts';

const REASON = 'Enter a reason of at least four letters.';
const NO_BIRTHS = 'No date of birth is on record for this family.';

type Row = { id: string; relationship: Relationship; birth: string | null; lines: CoverageLine[] };
type Subscriber = Pick<HouseholdOfMember, 'groupId' | 'groupName' | 'classId' | 'locationId' | 'ratedOn' | 'plans'> & {
  id: string;
  zipCode: string | null;
  salary: Cents | null;
};

/**
 * Returns a member's family with birth dates, for the Rate Calculator: those who are covered today with the lines
 * of each, or everybody where nobody is. Each birth date counts as a revealed value, and the audit has their number.
 */
export async function householdOfMember(
  work: Work,
  input: { groupId: string; memberId: string; reason: string },
): Promise<HouseholdOfMember> {
  const { tx, actor, services, note, today } = work;
  await requireFlag(tx, 'protected_value_reveal');
  if (!hasReason(input.reason)) throw new Refusal('invalid', REASON, [{ path: 'reason', message: REASON }]);
  const [subscriber] = await subscriberOf(work, input);
  if (!subscriber) throw new Refusal('not_found', MEMBER_MISSING);
  const { rows } = await sql<Row>`
    select m.id, m.relationship, m.date_of_birth_encrypted as birth,
      array(select distinct s.line from coverage_spans s
        where s.member_id = m.id and upper_inf(s.recorded) and s.covered @> ${today}::date) as lines
    from members m where m.group_id = ${input.groupId} and m.removed_by is null and (m.id = ${subscriber.id} or m.subscriber_id = ${subscriber.id})
    order by m.subscriber_id nulls first, m.id`.execute(tx);
  const tobacco = await tobaccoUsers(tx, [input.groupId], today);
  const isCovered = rows.some(({ lines }) => lines.length > 0);
  const family = isCovered ? rows.filter(({ id, lines }) => lines.length > 0 || id === subscriber.id) : rows;
  const known = family.filter(({ birth }) => birth !== null);
  if (known.length === 0) throw new Refusal('not_found', NO_BIRTHS);
  await countLookups(work, 'reveal', known.length);
  note({
    targetKind: 'member',
    targetId: subscriber.id,
    reason: tidy(input.reason).slice(0, 500),
    fields: ['date_of_birth', 'tobacco_use'],
    itemCount: known.length,
  });
  const { id: _, zipCode, ...rest } = subscriber;
  return {
    ...rest,
    zipCode: zipCode ?? '',
    people: family.map(({ id, relationship, birth, lines }) => ({
      relationship,
      usesTobacco: tobacco.has(id),
      ...(isCovered && { lines }),
      dateOfBirth: birth === null ? '' : services.vault.open(birth, birthPlace(actor.tenantId, id)),
    })),
  };
}

/** The subscriber of the family, with the day on which the age for today's coverage is counted. */
async function subscriberOf(
  { tx, today }: { tx: Work['tx']; today: CalendarDate },
  { groupId, memberId }: { groupId: string; memberId: string },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select m.id, g.id as group_id, g.company_name as group_name, m.class_id, m.location_id, m.salary_annual_cents as salary,
      coalesce(l.zip_code, g.zip_postal_code) as zip_code, c.rated_on, coalesce(c.plans, '[]') as plans
    from members m join groups g on g.id = m.group_id left join billing_locations l on l.id = m.location_id
      left join lateral (
        select greatest(plan_year_start(g.renewal_date, ${today}::date), min(lower(s.covered))) as rated_on,
          jsonb_agg(jsonb_build_object('id', p.id, 'name', p.plan_name) order by p.position, p.plan_name) as plans
        from coverage_spans s join health_plans p on p.id = s.plan_id where s.member_id = m.id and upper_inf(s.recorded) and s.covered @> ${today}::date
        having count(*) > 0) c on true
    where m.group_id = ${groupId} and m.id = (select coalesce(x.subscriber_id, x.id) from members x where x.id = ${memberId} and x.group_id = ${groupId})`.execute(
    tx,
  );
  return rows;
}
