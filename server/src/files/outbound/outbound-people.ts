import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import { tierOf } from '@openbenefits/domain/coverage/tier';
import type { OutboundLine, OutboundPerson, SentLine } from '@openbenefits/domain/files/outbound/outbound-member';
import type { BenefitStatus, CobraEvent, MedicarePlan } from '@openbenefits/domain/members/benefit-status';
import type { Relationship } from '@openbenefits/domain/members/relationship';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { breathe } from '../queue/breathe.ts';
import { birthPlace, carrierIdPlace, ssnPlace } from '../../members/protected-fields.ts';
import type { Vault } from '../../vault.ts';

export type PeopleOfGroup = { name: string; taxId: string; number: string; people: OutboundPerson[] };

/** What the carrier was last told of each person, by member id, and line: by its latest real file that it has not rejected. A partly rejected one is told again. An end that was accepted once stays so while files repeat it for other reasons, as for a new name. */
export async function sentLines(tx: Tx, profileId: string): Promise<Map<string, SentLine[]>> {
  const { rows } = await sql<SentLine>`
    select distinct on (s.member_id, s.line) s.member_id, s.line, s.plan_id, s.covered_from as "from", s.covered_until as until, s.is_void, encode(s.identity, 'hex') as identity,
      o.answer is not null or (s.covered_until is not null and not s.is_void and exists (
        select from outbound_sent e join outbound_interchanges f on f.id = e.interchange_id
        where e.member_id = s.member_id and e.line = s.line and f.profile_id = ${profileId} and f.usage = 'P' and f.answer in ('A', 'E') and not e.is_void and (e.plan_id, e.covered_from, e.covered_until) = (s.plan_id, s.covered_from, s.covered_until)
          and not exists (select from outbound_sent b join outbound_interchanges g on g.id = b.interchange_id where b.member_id = s.member_id and b.line = s.line and g.profile_id = ${profileId} and g.usage = 'P' and (g.answer is null or g.answer in ('A', 'E'))
            and (g.made_at, g.control_number) > (f.made_at, f.control_number) and (b.is_void or (b.plan_id, b.covered_from, b.covered_until) is distinct from (s.plan_id, s.covered_from, s.covered_until))))) as answered
    from outbound_sent s join outbound_interchanges o on o.id = s.interchange_id
    where o.profile_id = ${profileId} and o.usage = 'P' and (o.answer is null or o.answer in ('A', 'E'))
    order by s.member_id, s.line, o.made_at desc, o.control_number desc`.execute(tx);
  const sent = new Map<string, SentLine[]>();
  for (const row of rows) sent.set(row.memberId, [...(sent.get(row.memberId) ?? []), row]);
  return sent;
}

type Span = Omit<OutboundLine, 'previous'> & { memberId: string; previous: OutboundLine['previous'] | null };

/** Of each person and line the last coverage in plans of the carrier, with what runs until then where it is still to come. */
async function spansOf(tx: Tx, carrier: string | null, known: readonly string[], today: CalendarDate): Promise<Map<string, OutboundLine[]>> {
  const { rows } = await sql<Span>`
    select * from (
      select distinct on (c.member_id, c.line) c.member_id, c.line, c.plan_id, lower(c.covered) as "from", upper(c.covered) as until,
        lag(jsonb_build_object('planId', c.plan_id, 'from', lower(c.covered), 'until', upper(c.covered))) over (partition by c.member_id, c.line order by lower(c.covered)) as previous
      from coverage_spans c join health_plans p on p.id = c.plan_id
      where upper_inf(c.recorded) and (${carrier}::text is null or p.carrier_name = ${carrier})
      order by c.member_id, c.line, lower(c.covered) desc
    ) s where s.until is null or s.until > ${today}::date or s.member_id = any(${known}::uuid[])`.execute(tx);
  const spans = new Map<string, OutboundLine[]>();
  for (const { memberId, previous, ...line } of rows) spans.set(memberId, [...(spans.get(memberId) ?? []), { ...line, ...(previous && previous.until > today ? { previous } : {}) }]);
  return spans;
}

type Row = {
  id: string; familyOf: string; subscriberId: string | null; relationship: Relationship; memberNumber: string; familyNumber: string; familySsn: string | null; ssn: string | null; birth: string | null; firstName: string; middleName: string | null; lastName: string; suffix: string | null;
  gender: string | null; phone: string | null; email: string | null; addressLine1: string | null; addressLine2: string | null; city: string | null; state: string | null; zip: string | null; hireDate: CalendarDate | null; carrierId: string | null; benefitStatus: BenefitStatus | null; medicarePlan: MedicarePlan | null; cobraEvent: CobraEvent | null; cobraEventDate: CalendarDate | null; cobraBeginDate: CalendarDate | null; cobraEndDate: CalendarDate | null; handicap: string | null; confidentiality: string | null; groupName: string; taxId: string | null; groupNumber: string;
};

type Family = { of: string; ssn: string | undefined };

/** People opened before others have their turn: the API shares the thread. */
const BREATHE_AFTER = 200;

const orNone = <T>(value: T | null): T | undefined => value ?? undefined;

/**
 * Everybody whom the carrier covers or will cover, and everybody of whom it was told, by employer, a family together with its subscriber first. People whom an
 * undone import had brought in come before all others: what the carrier has of them goes before the same people, imported again, are told. The tier of a
 * subscriber's line is derived from the dependents who are covered with it.
 */
export async function peopleForCarrier(tx: Tx, vault: Vault, tenant: string, profile: { carrierName: string | null; familyId: string }, known: readonly string[], today: CalendarDate): Promise<PeopleOfGroup[]> {
  const spans = await spansOf(tx, profile.carrierName, known, today);
  const ids = [...new Set([...spans.keys(), ...known])];
  const { rows } = await sql<Row>`
    with people as (select * from members where id = any(${ids}::uuid[]) union all select * from removed_members(${ids}::uuid[])),
      heads as (select * from members where id in (select coalesce(subscriber_id, id) from people) union all select * from removed_members(array(select coalesce(subscriber_id, id) from people)))
    select m.id, coalesce(m.subscriber_id, m.id) as family_of, m.subscriber_id, m.relationship, m.member_number, s.member_number as family_number, s.ssn_encrypted as family_ssn, m.ssn_encrypted as ssn, m.date_of_birth_encrypted as birth,
      m.first_name, m.middle_name, m.last_name, m.suffix, m.gender, m.phone, m.email, m.address_line1, m.address_line2, m.city, m.state, m.zip_code as zip, m.hire_date, m.carrier_id_encrypted as carrier_id, m.benefit_status, m.medicare_plan, m.cobra_event, m.cobra_event_date, m.cobra_begin_date, m.cobra_end_date, m.handicap, m.confidentiality, g.company_name as group_name, g.tax_id, g.cim_number as group_number
    from people m join heads s on s.id = coalesce(m.subscriber_id, m.id) join groups g on g.id = m.group_id
    order by g.cim_number, m.removed_by is null, s.last_name, s.first_name, family_of, m.subscriber_id nulls first, m.first_name, m.id`.execute(tx);
  const covered = new Map<string, Relationship[]>();
  for (const row of rows) {
    if (row.subscriberId === null) continue;
    for (const { line, until } of spans.get(row.id) ?? []) if (until === null || until > today) covered.set(`${row.familyOf} ${line}`, [...(covered.get(`${row.familyOf} ${line}`) ?? []), row.relationship]);
  }
  const tier = (row: Row, line: CoverageLine) => (row.subscriberId === null ? { tier: tierOf(covered.get(`${row.id} ${line}`) ?? []) } : {});
  const groups = new Map<string, PeopleOfGroup>();
  let family: Family = { of: '', ssn: undefined };
  for (const [index, row] of rows.entries()) {
    if (index % BREATHE_AFTER === 0) await breathe();
    // A family stands together, so its number is opened once.
    if (family.of !== row.familyOf) family = { of: row.familyOf, ssn: profile.familyId === 'ssn' && row.familySsn ? vault.open(row.familySsn, ssnPlace(tenant, row.familyOf)) : undefined };
    let group = groups.get(row.groupNumber);
    if (!group) groups.set(row.groupNumber, (group = { name: row.groupName, taxId: row.taxId ?? '', number: row.groupNumber, people: [] }));
    const lines = (spans.get(row.id) ?? []).map((line) => ({ ...line, ...tier(row, line.line) }));
    group.people.push(personOf(row, lines, vault, tenant, family));
  }
  return [...groups.values()];
}

function personOf(row: Row, lines: OutboundLine[], vault: Vault, tenant: string, family: Family): OutboundPerson {
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
    hireDate: orNone(row.hireDate),
    carrierMemberId: row.carrierId ? vault.open(row.carrierId, carrierIdPlace(tenant, row.id)) : undefined,
    benefitStatus: orNone(row.benefitStatus),
    medicarePlan: orNone(row.medicarePlan),
    isDisabled: row.handicap === 'Y' || undefined,
    isAddressRestricted: row.confidentiality === 'R' || undefined,
    cobraEvent: orNone(row.cobraEvent),
    cobraEventDate: orNone(row.cobraEventDate),
    cobraBeginDate: orNone(row.cobraBeginDate),
    cobraEndDate: orNone(row.cobraEndDate),
  };
  const { memberId: _, ...kept } = person;
  return { ...person, lines, identity: vault.blindIndex('ssn', `outbound:${JSON.stringify(kept)}`, tenant).toString('hex') };
}
