import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { knownAfter } from '@openbenefits/domain/files/outbound/outbound-member';
import type { OutboundMember, SentLine } from '@openbenefits/domain/files/outbound/outbound-person';
import type { ToldIdentities } from '@openbenefits/domain/files/outbound/outbound-person';
import { identityOf } from '@openbenefits/domain/files/outbound/told-identity';
import type { ToldIdentity } from '@openbenefits/domain/files/outbound/outbound-person';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { breathe } from '../queue/breathe.ts';
import type { Since } from './outbound-people.ts';
import { toldIdentityPlace } from './outbound-place.ts';

/**
 * Whether a carrier has said that it took what stands in a set of a file: of one that it has accepted in part only what
 * stands in the sets that it took. `file` is outbound_interchanges, `of` what was noted of a person.
 */
const taken = (file: string, of: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${file}.answer`)} in ('A', 'E') or (${sql.ref(`${file}.answer`)} = 'P' and ${sql.ref(`${of}.set_no`)} = any (${sql.ref(`${file}.accepted_sets`)})))`;
/** Whether it has, or may have: a real file that it has not rejected. */
const told = (file: string, of: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${file}.usage`)} = 'P' and (${sql.ref(`${file}.answer`)} is null or ${taken(file, of)}))`;

/**
 * What the carrier was last told of each person, by member id, and line. An end that was accepted once stays so while
 * files repeat it for other reasons, as for a new name.
 */
export async function sentLines(
  tx: Tx,
  profile: { id: string; carrierName: string | null },
): Promise<Map<string, SentLine[]>> {
  const { rows } = await sql<SentLine>`
    select distinct on (s.member_id, s.line) s.member_id, s.line, s.plan_id, s.covered_from as "from", s.covered_until as until, s.is_void, encode(s.identity, 'hex') as identity, s.tier, s.tier_from, s.times_ended,
      ${profile.carrierName}::text is not null and exists (select from health_plans h where h.id = s.plan_id and h.carrier_name <> ${profile.carrierName}) as is_elsewhere,
      o.answer is not null or (s.covered_until is not null and not s.is_void and exists (
        select from outbound_sent e join outbound_interchanges f on f.id = e.interchange_id
        where e.member_id = s.member_id and e.line = s.line and f.profile_id = ${profile.id} and f.usage = 'P' and ${taken('f', 'e')} and not e.is_void and (e.plan_id, e.covered_from, e.covered_until) = (s.plan_id, s.covered_from, s.covered_until)
          and not exists (select from outbound_sent b join outbound_interchanges g on g.id = b.interchange_id where b.member_id = s.member_id and b.line = s.line and g.profile_id = ${profile.id} and ${told('g', 'b')}
            and (g.made_at, g.id) > (f.made_at, f.id) and (b.is_void or (b.plan_id, b.covered_from, b.covered_until) is distinct from (s.plan_id, s.covered_from, s.covered_until))))) as answered
    from outbound_sent s join outbound_interchanges o on o.id = s.interchange_id
    where o.profile_id = ${profile.id} and ${told('o', 's')}
    order by s.member_id, s.line, o.made_at desc, o.id desc`.execute(tx);
  const sent = new Map<string, SentLine[]>();
  for (const row of rows) sent.set(row.memberId, [...(sent.get(row.memberId) ?? []), row]);
  return sent;
}

type Before = { memberId: string; line: SentLine['line']; before: NonNullable<SentLine['before']> };

/** Adds what was on record of a line when a file last told of it, where that is another now. */
export async function addBefore(
  tx: Tx,
  profile: { id: string; carrierName: string | null },
  sent: ReadonlyMap<string, SentLine[]>,
): Promise<void> {
  const { rows } = await sql<Before>`
    with told as (
      select s.member_id, s.line, max(o.made_at) as at
      from outbound_sent s join outbound_interchanges o on o.id = s.interchange_id where o.profile_id = ${profile.id} and ${told('o', 's')} group by s.member_id, s.line)
    select c.member_id, c.line, coalesce(jsonb_agg(jsonb_build_object('planId', c.plan_id, 'from', lower(c.covered), 'until', upper(c.covered)) order by lower(c.covered)) filter (where c.recorded @> t.at), '[]') as before
    from told t join coverage_spans c on c.member_id = t.member_id and c.line = t.line and (upper_inf(c.recorded) or c.recorded @> t.at) join health_plans p on p.id = c.plan_id
    where ${profile.carrierName}::text is null or p.carrier_name = ${profile.carrierName}
    group by c.member_id, c.line having bool_or(upper_inf(c.recorded) <> (c.recorded @> t.at))`.execute(tx);
  for (const { memberId, line, before } of rows) {
    const known = sent.get(memberId)?.find((one) => one.line === line);
    if (known) known.before = before;
  }
}

/**
 * Marks the lines of which files have only told from a later day than was known: earlier versions named the first day
 * of the last of several periods that join.
 */
export async function markLate(tx: Tx, profile: { id: string }, sent: ReadonlyMap<string, SentLine[]>): Promise<void> {
  const { rows } = await sql<Pick<SentLine, 'memberId' | 'line' | 'planId'>>`
    with told as (
      select s.member_id, s.line, s.plan_id, min(s.covered_from) as "from", min(o.made_at) as at
      from outbound_sent s join outbound_interchanges o on o.id = s.interchange_id where o.profile_id = ${profile.id} and ${told('o', 's')} and not s.is_void group by s.member_id, s.line, s.plan_id)
    select t.member_id, t.line, t.plan_id from told t join coverage_spans c on c.member_id = t.member_id and c.line = t.line and c.plan_id = t.plan_id and upper_inf(c.recorded) and upper(c.covered) = t."from" and lower(c.recorded) <= t.at`.execute(
    tx,
  );
  for (const { memberId, line, planId } of rows) {
    const known = sent
      .get(memberId)
      ?.find((one) => one.line === line && one.planId === planId && one.until === null && !one.isVoid);
    if (known) known.isLate = true;
  }
}

/**
 * When the first file for a carrier was made, taken or not: who was covered since, or is on record since, is to be told
 * of, also where that is over by now.
 */
export async function firstTold(tx: Tx, profileId: string): Promise<Since | undefined> {
  const {
    rows: [first],
  } = await sql<{
    day: CalendarDate | null;
    at: string | null;
  }>`select min(made_at)::date as day, min(made_at)::text as at from outbound_interchanges where profile_id = ${profileId} and usage = 'P'`.execute(
    tx,
  );
  return first?.day ? { day: first.day, at: first.at } : undefined;
}

/** As whom the carrier was last told of these people. Nobody of whom it was told before identities were kept. */
export async function toldIdentities(
  { tx, services: { vault }, actor: { tenantId } }: Work,
  profileId: string,
  memberIds: readonly string[],
): Promise<ToldIdentities> {
  const { rows } = await sql<{ memberId: string; interchangeId: string; sealed: string }>`
    select distinct on (i.member_id) i.member_id, i.interchange_id, i.identity_encrypted as sealed
    from outbound_identities i join outbound_interchanges o on o.id = i.interchange_id
    where o.profile_id = ${profileId} and ${told('o', 'i')} and i.member_id = any(${memberIds}::uuid[])
    order by i.member_id, o.made_at desc, o.id desc`.execute(tx);
  return new Map(
    rows.map(({ memberId, interchangeId, sealed }) => [
      memberId,
      JSON.parse(vault.open(sealed, toldIdentityPlace(tenantId, interchangeId, memberId))) as ToldIdentity,
    ]),
  );
}

/**
 * A record that was merged into another is told as never having been. A carrier that found both by one SSN would lose
 * the person with it, so what the record that stays and its family have of the same lines is told anew behind it: they
 * are taken out of `sent`.
 */
export async function tellAnewAfterMerge(tx: Tx, sent: Map<string, SentLine[]>): Promise<void> {
  const { rows } = await sql<{ mergedId: string; memberId: string }>`
    with recursive way as (
        select s.id as merged_id, merged_into(s.id) as id, 1 as step from unnest(${[...sent.keys()]}::uuid[]) as s(id) where not exists (select from members m where m.id = s.id)
        union all select w.merged_id, merged_into(w.id), w.step + 1 from way w where w.id is not null and w.step < 20)
    select w.merged_id, f.id as member_id from way w join members m on m.id = w.id join members f on f.id = m.id or f.subscriber_id = m.id`.execute(
    tx,
  );
  for (const { mergedId, memberId } of rows) {
    const gone = new Set(
      sent
        .get(mergedId)
        ?.filter(({ isVoid, answered }) => !isVoid || !answered)
        .map(({ line }) => line),
    );
    const known = sent.get(memberId);
    if (known)
      sent.set(
        memberId,
        known.filter(({ line }) => !gone.has(line)),
      );
  }
}

/** People sealed before others have their turn: the API shares the thread. */
const BREATHE_AFTER = 500;

/**
 * Notes what the carrier knows after a file, and as whom it knows each person. `sets`: whom each set of the file names,
 * in their order.
 */
export async function noteSent(
  { tx, today, services: { vault }, actor: { tenantId } }: Work,
  { id: interchangeId, mode }: { id: string; mode: 'full' | 'change' },
  sets: readonly (readonly OutboundMember[])[],
  sent: ReadonlyMap<string, readonly SentLine[]>,
): Promise<void> {
  // Who leaves a family and is told anew in another stands in the file twice; the last word counts.
  const written = sets.flatMap((members, index) => members.map((member) => ({ ...member, setNo: index + 1 })));
  const members = [...new Map(written.map((member) => [member.person.memberId, member])).values()];
  const all = members.flatMap((member) =>
    knownAfter(member, sent.get(member.person.memberId) ?? [], today, mode).map((line) => ({
      ...line,
      person: member.person,
      setNo: member.setNo,
    })),
  );
  await sql`insert into outbound_sent (interchange_id, set_no, member_id, line, plan_id, covered_from, covered_until, is_void, identity, tier, tier_from, times_ended)
    select ${interchangeId}, x.set_no, x.member_id, x.line, x.plan_id, x.covered_from, x.covered_until, x.is_void, decode(x.identity, 'hex'), x.tier, x.tier_from, x.times_ended from unnest(${all.map(({ person }) => person.memberId)}::uuid[], ${all.map(({ line }) => line)}::text[],
      ${all.map(({ planId }) => planId)}::uuid[], ${all.map(({ from }) => from)}::date[], ${all.map(({ until }) => until)}::date[], ${all.map(({ isVoid }) => isVoid)}::boolean[], ${all.map(({ person }) => person.identity)}::text[],
      ${all.map(({ level }) => level.tier ?? null)}::text[], ${all.map(({ level }) => level.from ?? null)}::date[], ${all.map(({ timesEnded }) => timesEnded)}::int[], ${all.map(({ setNo }) => setNo)}::int[])
      as x(member_id, line, plan_id, covered_from, covered_until, is_void, identity, tier, tier_from, times_ended, set_no)`.execute(
    tx,
  );
  const sealed: string[] = [];
  for (const [index, { person }] of members.entries()) {
    if (index % BREATHE_AFTER === 0) await breathe();
    sealed.push(
      vault.seal(JSON.stringify(identityOf(person)), toldIdentityPlace(tenantId, interchangeId, person.memberId)),
    );
  }
  await sql`insert into outbound_identities (interchange_id, set_no, member_id, identity_encrypted) select ${interchangeId}, x.set_no, x.member_id, x.sealed
    from unnest(${members.map(({ person }) => person.memberId)}::uuid[], ${sealed}::text[], ${members.map(({ setNo }) => setNo)}::int[]) as x(member_id, sealed, set_no)`.execute(
    tx,
  );
}
