import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type CoveredDependent, levelsOf } from '@openbenefits/domain/files/outbound/coverage-level';
import { type Continuation, continuationOf } from '@openbenefits/domain/files/outbound/continued';
import type { OutboundLine, OutboundPerson } from '@openbenefits/domain/files/outbound/outbound-person';
import type { BenefitStatus, CobraEvent, MedicarePlan } from '@openbenefits/domain/members/benefit-status';
import type { Relationship } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { breathe } from '../queue/breathe.ts';
import { birthPlace, carrierIdPlace, ssnPlace } from '../../protected-fields.ts';
import type { Vault } from '../../vault.ts';
import { openTaxId } from '../../tax-ids.ts';

export type PeopleOfGroup = { name: string; taxId: string; number: string; people: OutboundPerson[] };

type Span = Omit<OutboundLine, 'earlier'> & {
  memberId: string;
  hasNews: boolean | null;
  earlier: NonNullable<OutboundLine['earlier']> | null;
};

/** From when on a carrier is told of everybody: the day of its first file, and the moment at which that was made. */
export type Since = { readonly day: CalendarDate; readonly at: string | null };

/**
 * Of each person and line the last coverage in plans of the carrier since that day, or on record only since, with what
 * came before it.
 */
async function spansOf(
  tx: Tx,
  carrier: string | null,
  known: readonly string[],
  { day, at }: Since,
): Promise<Map<string, OutboundLine[]>> {
  const { rows } = await sql<Span>`
    select * from (
      select distinct on (c.member_id, c.line) c.member_id, c.line, c.plan_id, lower(c.covered) as "from", upper(c.covered) as until, n.is_news, bool_or(n.is_news) over (partition by c.member_id, c.line) as has_news,
        jsonb_agg(jsonb_build_object('planId', c.plan_id, 'from', lower(c.covered), 'until', upper(c.covered), 'isNews', n.is_news)) over (partition by c.member_id, c.line order by lower(c.covered) rows between unbounded preceding and 1 preceding) as earlier
      from coverage_spans c join health_plans p on p.id = c.plan_id
        cross join lateral (select case when lower(c.recorded) > ${at}::timestamptz then not exists (select from coverage_spans b where b.member_id = c.member_id and not upper_inf(b.recorded) and b.line = c.line and b.recorded @> ${at}::timestamptz and b.covered && c.covered) else false end as is_news) n
      where upper_inf(c.recorded) and (${carrier}::text is null or p.carrier_name = ${carrier})
      order by c.member_id, c.line, lower(c.covered) desc
    ) s where s.until is null or s.until > ${day}::date or s.has_news or s.member_id = any(${known}::uuid[])`.execute(
    tx,
  );
  const spans = new Map<string, OutboundLine[]>();
  for (const { memberId, earlier, hasNews: _, ...line } of rows)
    spans.set(memberId, [...(spans.get(memberId) ?? []), { ...line, ...(earlier && { earlier }) }]);
  return spans;
}

type OfDependent = CoveredDependent & { subscriberId: string; line: OutboundLine['line'] };

/**
 * What dependents have or had in plans of the carrier, by subscriber and line: the levels of the subscribers' coverage
 * follow from it.
 */
async function dependentsCovered(tx: Tx, carrier: string | null): Promise<Map<string, CoveredDependent[]>> {
  const { rows } = await sql<OfDependent>`
    select m.subscriber_id, c.line, m.relationship, lower(c.covered) as "from", upper(c.covered) as until
    from coverage_spans c join members m on m.id = c.member_id join health_plans p on p.id = c.plan_id
    where upper_inf(c.recorded) and m.subscriber_id is not null and (${carrier}::text is null or p.carrier_name = ${carrier})`.execute(
    tx,
  );
  const covered = new Map<string, CoveredDependent[]>();
  for (const one of rows) {
    const key = `${one.subscriberId} ${one.line}`;
    const others = covered.get(key);
    if (others) others.push(one);
    else covered.set(key, [one]);
  }
  return covered;
}

/** What is on record of COBRA, of a person or of the subscriber. */
type RecordedContinuation = {
  benefitStatus: BenefitStatus | null;
  cobraEvent: CobraEvent | null;
  cobraEventDate: CalendarDate | null;
  cobraBeginDate: CalendarDate | null;
  cobraEndDate: CalendarDate | null;
};

type Row = RecordedContinuation & {
  id: string;
  familyOf: string;
  subscriberId: string | null;
  relationship: Relationship;
  memberNumber: string;
  familyNumber: string;
  familySsn: string | null;
  ssn: string | null;
  birth: string | null;
  firstName: string;
  middleName: string | null;
  lastName: string;
  suffix: string | null;
  gender: string | null;
  phone: string | null;
  email: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  hireDate: CalendarDate | null;
  carrierId: string | null;
  medicarePlan: MedicarePlan | null;
  ofHead: RecordedContinuation;
  handicap: string | null;
  confidentiality: string | null;
  groupName: string;
  taxId: string | null;
  groupId: string;
  groupNumber: string;
};

type Family = { of: string; ssn: string | undefined; lines: OutboundLine[] };

/** People opened before others have their turn: the API shares the thread. */
const BREATHE_AFTER = 200;

const orNone = <T>(value: T | null): T | undefined => value ?? undefined;

/**
 * Everybody whom the carrier covers or will cover, or has covered since that day, and everybody of whom it was told, by
 * employer, a family together with its subscriber first. People whom an undone import had brought in, and records that
 * were merged into another, come before all others: what the carrier has of them goes before the same people are told
 * anew. The level of a subscriber's line is derived from the dependents who are covered with it.
 */
export async function peopleForCarrier(
  tx: Tx,
  vault: Vault,
  tenant: string,
  profile: { carrierName: string | null; familyId: string },
  known: readonly string[],
  since: Since,
): Promise<PeopleOfGroup[]> {
  const spans = await spansOf(tx, profile.carrierName, known, since);
  const ids = [...new Set([...spans.keys(), ...known])];
  const { rows } = await sql<Row>`
    with people as (select * from members where id = any(${ids}::uuid[]) union all select * from removed_members(${ids}::uuid[])),
      heads as (select * from members where id in (select coalesce(subscriber_id, id) from people) union all select * from removed_members(array(select coalesce(subscriber_id, id) from people)))
    select m.id, coalesce(m.subscriber_id, m.id) as family_of, m.subscriber_id, m.relationship, m.member_number, s.member_number as family_number, s.ssn_encrypted as family_ssn, m.ssn_encrypted as ssn, m.date_of_birth_encrypted as birth,
      m.first_name, m.middle_name, m.last_name, m.suffix, m.gender, m.phone, m.email, m.address_line1, m.address_line2, m.city, m.state, m.zip_code as zip, m.country, m.hire_date, m.carrier_id_encrypted as carrier_id, m.benefit_status, m.medicare_plan, m.cobra_event, m.cobra_event_date, m.cobra_begin_date, m.cobra_end_date, m.handicap, m.confidentiality,
      jsonb_build_object('benefitStatus', s.benefit_status, 'cobraEvent', s.cobra_event, 'cobraEventDate', s.cobra_event_date, 'cobraBeginDate', s.cobra_begin_date, 'cobraEndDate', s.cobra_end_date) as of_head, g.company_name as group_name, g.tax_id_encrypted as tax_id, g.id as group_id, g.cim_number as group_number
    from people m join heads s on s.id = coalesce(m.subscriber_id, m.id) join groups g on g.id = m.group_id
    order by g.cim_number, m.removed_by is null, s.last_name, s.first_name, family_of, m.subscriber_id nulls first, m.first_name, m.id`.execute(
    tx,
  );
  const covered = await dependentsCovered(tx, profile.carrierName);
  const leveled = (row: Row, { earlier, ...line }: OutboundLine): OutboundLine => {
    if (row.subscriberId !== null) return { ...line, ...(earlier && { earlier }) };
    const dependents = covered.get(`${row.id} ${line.line}`) ?? [];
    return {
      ...line,
      levels: levelsOf(line, dependents),
      ...(earlier && { earlier: earlier.map((one) => ({ ...one, levels: levelsOf(one, dependents) })) }),
    };
  };
  const groups = new Map<string, PeopleOfGroup>();
  let family: Family = { of: '', ssn: undefined, lines: [] };
  for (const [index, row] of rows.entries()) {
    if (index % BREATHE_AFTER === 0) await breathe();
    // A family stands together, so its number is opened once.
    if (family.of !== row.familyOf)
      family = {
        of: row.familyOf,
        ssn:
          profile.familyId === 'ssn' && row.familySsn
            ? vault.open(row.familySsn, ssnPlace(tenant, row.familyOf))
            : undefined,
        lines: spans.get(row.familyOf) ?? [],
      };
    let group = groups.get(row.groupNumber);
    if (!group)
      groups.set(
        row.groupNumber,
        (group = {
          name: row.groupName,
          taxId: openTaxId(vault, tenant, row.groupId, row.taxId) ?? '',
          number: row.groupNumber,
          people: [],
        }),
      );
    const lines = (spans.get(row.id) ?? []).map((line) => leveled(row, line));
    group.people.push(personOf(row, lines, vault, tenant, family));
  }
  return [...groups.values()];
}

const continuationIn = ({
  benefitStatus,
  cobraEvent,
  cobraEventDate,
  cobraBeginDate,
  cobraEndDate,
}: RecordedContinuation): Continuation => ({
  benefitStatus: orNone(benefitStatus),
  cobraEvent: orNone(cobraEvent),
  cobraEventDate: orNone(cobraEventDate),
  cobraBeginDate: orNone(cobraBeginDate),
  cobraEndDate: orNone(cobraEndDate),
});

function personOf(row: Row, lines: OutboundLine[], vault: Vault, tenant: string, family: Family): OutboundPerson {
  const own = continuationIn(row);
  const person: Omit<OutboundPerson, 'identity' | 'lines'> = {
    memberId: row.id,
    isSubscriber: row.subscriberId === null,
    relationship: row.relationship,
    familyId: family.ssn ?? row.familyNumber,
    memberNumber: row.memberNumber,
    ssn: row.ssn ? vault.open(row.ssn, ssnPlace(tenant, row.id)) : undefined,
    firstName: row.firstName,
    middleName: orNone(row.middleName),
    lastName: row.lastName,
    suffix: orNone(row.suffix),
    dateOfBirth: row.birth ? (vault.open(row.birth, birthPlace(tenant, row.id)) as CalendarDate) : undefined,
    gender: row.gender === 'F' || row.gender === 'M' ? row.gender : 'U',
    phone: orNone(row.phone),
    email: orNone(row.email),
    addressLine1: orNone(row.addressLine1),
    addressLine2: orNone(row.addressLine2),
    city: orNone(row.city),
    state: orNone(row.state),
    zip: orNone(row.zip),
    country: orNone(row.country),
    hireDate: orNone(row.hireDate),
    carrierMemberId: row.carrierId ? vault.open(row.carrierId, carrierIdPlace(tenant, row.id)) : undefined,
    benefitStatus: own.benefitStatus,
    medicarePlan: orNone(row.medicarePlan),
    isDisabled: row.handicap === 'Y' || undefined,
    isAddressRestricted: row.confidentiality === 'R' || undefined,
    cobraEvent: own.cobraEvent,
    cobraEventDate: own.cobraEventDate,
    cobraBeginDate: own.cobraBeginDate,
    cobraEndDate: own.cobraEndDate,
  };
  const { memberId: _, ...kept } = person;
  return {
    ...person,
    ...continuationOf({ ...own, lines }, { ...continuationIn(row.ofHead), lines: family.lines }),
    lines,
    identity: vault.blindIndexHex('ssn', `outbound:${JSON.stringify(kept)}`, tenant),
  };
}
