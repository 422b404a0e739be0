import type { MemberDetail } from '@openbenefits/contract/members';
import type { CalendarDate, Period } from '@openbenefits/domain/calendar-date';
import { countryName } from '@openbenefits/domain/countries';
import { lastDay } from '@openbenefits/domain/coverage/span';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { BenefitStatus, CobraEvent, MedicarePlan } from '@openbenefits/domain/members/benefit-status';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { statusOnDay } from '@openbenefits/domain/members/status-by-dates';
import type { Cents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { explainFamily } from '../coverage/price-explanations.ts';
import { tobaccoStatementsOf } from '../coverage/tobacco-use.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { LINES, rateOf } from './member-rate.queries.ts';
import { birthYear, carrierIdShown, ssnLast4 } from '../protected-fields.ts';
import { type Actor } from '../policy/actor.ts';

/** All coverage of a member that is on record now, as JSON. */
const periodsOf = (alias: 'm' | 'd'): RawBuilder<Period[]> => sql<Period[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('from', lower(s.covered), 'until', upper(s.covered))), '[]')
  from coverage_spans s where s.member_id = ${sql.ref(`${alias}.id`)} and upper_inf(s.recorded))`;

function memberRow(tx: Tx, groupId: string, memberId: string) {
  return tx
    .selectFrom('members as m')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .leftJoin('members as s', 's.id', 'm.subscriberId')
    .leftJoin('groupClasses as c', 'c.id', 'm.classId')
    .leftJoin('billingLocations as l', 'l.id', 'm.locationId')
    .select([
      'm.id',
      'm.groupId',
      'm.subscriberId',
      'm.relationship',
      'm.memberNumber',
      'm.employeeId',
      'm.firstName',
      'm.middleName',
      'm.lastName',
      'm.suffix',
      'm.email',
      'm.phone',
      'm.jobTitle',
      'm.department',
      'm.classCode',
      'm.locationCode',
      'm.addressLine1',
      'm.addressLine2',
      'm.city',
      'm.state',
      'm.zipCode',
      'm.country',
      'm.hireDate',
      'm.terminationDate',
      'm.status',
      'm.salaryAnnualCents',
      'm.emergencyContact',
      'm.ssnEncrypted',
      'm.dateOfBirthEncrypted',
      'm.carrierIdEncrypted',
      'm.handicap',
      'm.confidentiality',
      'm.benefitStatus',
      'm.medicarePlan',
      'm.cobraEvent',
      'm.cobraEventDate',
      'm.cobraBeginDate',
      'm.cobraEndDate',
      'g.companyName as groupName',
      'g.employerContributionPercent',
      's.firstName as subscriberFirst',
      's.lastName as subscriberLast',
      'c.className',
      'l.locationName',
      periodsOf('m').as('periods'),
    ])
    .where('m.id', '=', memberId)
    .where('m.groupId', '=', groupId)
    .executeTakeFirst();
}

type MemberOfGroup = NonNullable<Awaited<ReturnType<typeof memberRow>>>;

type Coverage = {
  line: CoverageLine;
  planName: string;
  planCode: string;
  from: CalendarDate;
  until: CalendarDate | null;
  network: string | null;
  deductible: number | null;
  outOfPocketMax: number | null;
  primaryCareCopay: number | null;
  specialistCopay: number | null;
  prescriptionCoverage: string | null;
};

/** Returns a member's coverage lines on a day, the main lines first; for today also those that start next. */
async function coverageOf(tx: Tx, memberId: string, day: CalendarDate, isToday: boolean): Promise<Coverage[]> {
  const isShown = isToday ? sql`(upper_inf(s.covered) or upper(s.covered) > ${day})` : sql`s.covered @> ${day}::date`;
  const { rows } = await sql<Coverage>`
    select distinct on (array_position(${LINES}, s.line)) s.line, p.plan_name, p.plan_code, lower(s.covered) as "from", upper(s.covered) as until,
      y.benefits ->> 'networkName' as network, (y.benefits ->> 'deductibleIndividual')::bigint as deductible,
      (y.benefits ->> 'outOfPocketMaxIndividual')::bigint as out_of_pocket_max, (y.benefits -> 'copays' ->> 'primaryCare')::bigint as primary_care_copay,
      (y.benefits -> 'copays' ->> 'specialist')::bigint as specialist_copay, y.benefits ->> 'prescriptionCoverage' as prescription_coverage
    from coverage_spans s join health_plans p on p.id = s.plan_id
      left join plan_years y on y.plan_id = p.id and y.period @> greatest(${day}::date, lower(s.covered))
    where s.member_id = ${memberId} and upper_inf(s.recorded) and ${isShown}
    order by array_position(${LINES}, s.line), lower(s.covered)`.execute(tx);
  return rows;
}

async function dependentsOf(
  { tx, services, actor, today }: Work,
  subscriberId: string,
  day: CalendarDate,
): Promise<MemberDetail['dependents']> {
  const { rows } = await sql<{
    id: string;
    name: string;
    relationship: string;
    status: MemberStatus;
    terminationDate: CalendarDate | null;
    periods: Period[];
    birth: string | null;
    coveredFor: CoverageLine[];
    from: CalendarDate | null;
  }>`
    select d.id, ltrim(d.first_name || ' ' || d.last_name) as name, d.relationship, d.status, d.termination_date, d.date_of_birth_encrypted as birth, ${periodsOf('d')} as periods,
      coalesce((select array_agg(s.line order by array_position(${LINES}, s.line)) from coverage_spans s
        where s.member_id = d.id and upper_inf(s.recorded) and s.covered @> ${day}::date), '{}') as covered_for,
      (select min(lower(s.covered)) from coverage_spans s where s.member_id = d.id and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${day})) as "from"
    from members d where d.subscriber_id = ${subscriberId}
    order by array_position(array['spouse', 'domestic_partner'], d.relationship), d.created_at, d.id`.execute(tx);
  return rows.map(({ birth, periods, terminationDate, ...row }) => ({
    ...row,
    status: statusOnDay({ status: row.status, hireDate: null, terminationDate, periods }, day, today),
    birthYear: birthYear(services.vault, actor.tenantId, row.id, birth),
  })) as MemberDetail['dependents'];
}

/**
 * Returns the benefit history: every current and earlier span with the change behind it, newest first, through the
 * index for each.
 */
async function historyOf(tx: Tx, memberId: string, today: CalendarDate): Promise<MemberDetail['history']> {
  const { rows } = await sql<{
    line: string;
    planName: string;
    from: CalendarDate;
    until: CalendarDate | null;
    summary: string;
    actor: string;
    current: boolean;
    correctedAt: string | null;
  }>`
    select s.line, p.plan_name, lower(s.covered) as "from", upper(s.covered) as until, c.summary, c.actor_name as actor, s.covered @> ${today}::date and upper_inf(s.recorded) as current,
      case when not upper_inf(s.recorded) then coalesce(upper(s.recorded), x.made_at) end as corrected_at
    from (select * from coverage_spans where member_id = ${memberId} and upper_inf(recorded) union all select * from coverage_spans where member_id = ${memberId} and not upper_inf(recorded)) s
      join health_plans p on p.id = s.plan_id join changes c on c.id = s.change_id left join changes x on x.id = s.superseded_by
    order by upper_inf(s.recorded) desc, lower(s.covered) desc, array_position(${LINES}, s.line) limit 120`.execute(tx);
  return rows
    .flatMap((row) => {
      const started = {
        on: row.from,
        summary: `Covered by ${row.planName}`,
        source: `${row.summary}, ${row.actor}`,
        current: row.current,
        correctedAt: row.correctedAt,
      };
      return row.until && row.until <= today
        ? [{ ...started, on: lastDay(row.until), summary: `${row.planName} ended`, current: false }, started]
        : [started];
    })
    .sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0));
}

/** Returns the record that a merged member was merged into, so that old links work; undefined for other members. */
async function survivorOf(tx: Tx, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (select ${memberId}::uuid as id, 1 as step union all select merged_into(w.id), w.step + 1 from way w where w.id is not null and w.step < 20)
    select id from way where id is not null order by step desc limit 1`.execute(tx);
  return rows[0]?.id === memberId ? undefined : rows[0]?.id;
}

/** Returns the member's earlier record as a dependent, and the dependent's later record as a subscriber. */
async function splitOf(tx: Tx, memberId: string): Promise<Pick<MemberDetail, 'formerly' | 'continuedAs'>> {
  const { rows } = await sql<{ id: string; memberNumber: string; subscriberName: string; isBefore: boolean }>`
    with own as (select split_from from members where id = ${memberId})
    select m.id, m.member_number, ltrim(s.first_name || ' ' || s.last_name) as subscriber_name,
      m.id is not distinct from (select split_from from own) as is_before
    from members m join members s on s.id = coalesce(m.subscriber_id, m.id)
    where m.id = (select split_from from own) or m.split_from = ${memberId} order by m.created_at desc`.execute(tx);
  const plain = (one: (typeof rows)[number] | undefined) =>
    one ? { id: one.id, memberNumber: one.memberNumber, subscriberName: one.subscriberName } : null;
  return {
    formerly: plain(rows.find(({ isBefore }) => isBefore)),
    continuedAs: plain(rows.find(({ isBefore }) => !isBefore)),
  };
}

type DetailInput = { groupId: string; memberId: string; asOf?: CalendarDate | undefined };

/** Reads everything about one member; the statements are sent together. Undefined if the record does not exist. */
async function readMember(work: Work, { groupId, memberId, asOf }: DetailInput) {
  const { tx } = work;
  const day = asOf ?? work.today;
  const [row, coverage, premiums, dependents, history, split, tobacco] = await Promise.all([
    memberRow(tx, groupId, memberId),
    coverageOf(tx, memberId, day, day === work.today),
    explainFamily(pricingOf(work), groupId, memberId, day),
    dependentsOf(work, memberId, day),
    historyOf(tx, memberId, day),
    splitOf(tx, memberId),
    tobaccoStatementsOf(tx, memberId),
  ]);
  return row && { row, coverage, premiums, dependents, history, split, tobacco };
}

async function survivingMember(work: Work, input: DetailInput) {
  const memberId = await survivorOf(work.tx, input.memberId);
  return memberId && readMember(work, { ...input, memberId });
}

function statusOf(row: MemberOfGroup, day: CalendarDate, today: CalendarDate): MemberStatus | null {
  const facts = {
    status: row.status as MemberStatus,
    hireDate: row.hireDate as CalendarDate | null,
    terminationDate: row.terminationDate as CalendarDate | null,
    periods: row.periods,
  };
  return statusOnDay(facts, day, today);
}

/** INS13 of the 834 restricts an address to those who answer for privacy (domain rules 4.16). */
function addressOf(row: MemberOfGroup, actor: Actor): string | null {
  if (row.confidentiality === 'R' && !actor.may('compliance.audit')) return null;
  const town = [row.city, [row.state, row.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const parts = [row.addressLine1, row.addressLine2, town, row.country && countryName(row.country)];
  return parts.filter(Boolean).join(', ') || null;
}

function cobraOf(row: MemberOfGroup): MemberDetail['cobra'] {
  if (!row.cobraEvent && !row.cobraEventDate && !row.cobraBeginDate && !row.cobraEndDate) return null;
  return {
    event: row.cobraEvent as CobraEvent | null,
    eventDate: row.cobraEventDate as CalendarDate | null,
    from: row.cobraBeginDate as CalendarDate | null,
    lastDay: row.cobraEndDate as CalendarDate | null,
  };
}

function planOf(main: Coverage | undefined): MemberDetail['plan'] {
  if (!main) return null;
  return {
    name: main.planName,
    code: main.planCode,
    deductible: main.deductible as Cents | null,
    outOfPocketMax: main.outOfPocketMax as Cents | null,
    primaryCareCopay: main.primaryCareCopay as Cents | null,
    specialistCopay: main.specialistCopay as Cents | null,
    prescriptionCoverage: main.prescriptionCoverage,
    network: main.network,
  };
}

/** What the audit entry of the read says was shown. */
const AUDITED_FIELDS = [
  'name',
  'contact',
  'birth_year',
  'ssn_last4',
  'coverage',
  'premium',
  'dependents',
  'carrier_id',
  'benefit_status',
  'tobacco_use',
] as const;

/**
 * One member with plan, rate, dependents and benefit history, of today or of another day; protected values masked. The
 * read is audited.
 */
export async function memberDetail(work: Work, input: DetailInput): Promise<MemberDetail> {
  const { services, actor, note } = work;
  const day = input.asOf ?? work.today;
  const found = (await readMember(work, input)) || (await survivingMember(work, input));
  if (!found) throw new Refusal('not_found', 'This member does not exist in this group, or you may not see it.');
  const { row, coverage, premiums, dependents, history, split, tobacco } = found;
  const status = statusOf(row, day, work.today);
  const enrolled = coverage.reduce<CalendarDate | null>(
    (first, one) => (first === null || one.from < first ? one.from : first),
    null,
  );
  note({ targetKind: 'member', targetId: row.id, fields: [...AUDITED_FIELDS] });
  return {
    id: row.id,
    groupId: row.groupId,
    groupName: row.groupName,
    subscriberId: row.subscriberId,
    subscriberName: row.subscriberLast ? `${row.subscriberFirst ?? ''} ${row.subscriberLast}`.trim() : null,
    relationship: row.relationship as MemberDetail['relationship'],
    name: [row.firstName, row.middleName, row.lastName, row.suffix].filter(Boolean).join(' '),
    memberNumber: row.memberNumber,
    employeeId: row.employeeId,
    status: row.status as MemberDetail['status'],
    statusOnDay: status,
    birthYear: birthYear(services.vault, actor.tenantId, row.id, row.dateOfBirthEncrypted),
    ssnLast4: ssnLast4(services.vault, actor.tenantId, row.id, row.ssnEncrypted),
    address: addressOf(row, actor),
    isAddressRestricted: row.confidentiality === 'R',
    isDisabled: row.handicap === 'Y',
    tobacco,
    email: row.email,
    phone: row.phone,
    position: row.jobTitle,
    department: row.department,
    className: row.className ?? row.classCode,
    locationName: row.locationName ?? row.locationCode,
    hireDate: row.hireDate as CalendarDate | null,
    terminationDate: row.terminationDate as CalendarDate | null,
    emergencyContact: row.emergencyContact,
    carrierMemberId: carrierIdShown(services.vault, actor.tenantId, row.id, row.carrierIdEncrypted),
    benefitStatus: (row.benefitStatus ?? 'A') as BenefitStatus,
    medicarePlan: row.medicarePlan as MedicarePlan | null,
    cobra: cobraOf(row),
    ...split,
    plan: planOf(coverage[0]),
    rate: rateOf(row, premiums, enrolled, status),
    coverage: coverage.map(({ line, planName, planCode, from, until }) => ({ line, planName, planCode, from, until })),
    dependents: row.subscriberId === null ? dependents : [],
    asOf: day,
    history,
  };
}
