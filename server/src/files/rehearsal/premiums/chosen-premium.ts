import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RetroEnds } from '@openbenefits/domain/files/coverage/retro-ends';
import type { Cents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../command.ts';
import { type Pricing, pricingOf } from '../../../coverage/rating-ages.ts';
import { isTaken, lastInOrder, waits } from '../../matching/ends-before-additions.ts';
import { FamilyLinks } from '../../matching/family-links.ts';
import { FamilyNumbers } from '../../matching/family-numbers.ts';
import { Namesakes } from '../../matching/namesakes.ts';
import { type LeftOut, noteLeftOut } from '../../matching/left-out.ts';
import type { Staged } from '../../matching/staged-for-matching.ts';
import { matchAndApply } from '../../matching/match-and-apply.ts';
import { PeopleInHand } from '../../matching/people-in-hand.ts';
import { loadPeopleOf, type MatchingContext, present } from '../../matching/people-of-slice.ts';
import { type GroupNames, loadGroupNames, loadPlanNames } from '../../matching/resolve-names.ts';
import { Digests, recordsOfPacks } from '../../staging/chunk-of-records.ts';
import { packsOf } from '../../staging/staged-packs.ts';
import { FamilyPremiums } from './family-premiums.ts';
import { headsOf, matchOf, noteFamily } from '../rehearse-record.ts';
import { PreviewRates } from './rates.ts';

/**
 * Records of families that are chosen in part, of whom so many are worked out again for a look at the page: some tenths
 * of a second.
 */
const WORKED_OUT = 500;

/**
 * The records of families that are chosen in part. What a family costs follows from who of it is covered, so the
 * amounts of its records, each worked out behind the one before, do not add up to what is posted. Families of whom a
 * record touches both (somebody goes on as a subscriber) are one here.
 */
const ofDivided = (jobId: string): RawBuilder<unknown> => sql`recursive
  named as materialized (select c.record_no, c.excluded, c.action, c.member_id, case when c.is_subscriber then c.member_id else coalesce(m.subscriber_id, (select f.key::uuid from jsonb_each(c.followers) f where f.value = '"comes to"'), c.member_id) end as head, c.followers
    from file_changes c left join members m on m.id = c.member_id where c.job_id = ${jobId} and c.member_id is not null and exists (select from file_changes o where o.job_id = ${jobId} and o.excluded and o.action <> 'unchanged')),
  heads as materialized (select record_no, excluded, action, head from named
    union select n.record_no, n.excluded, n.action, coalesce(m.subscriber_id, f.key::uuid) from named n cross join lateral jsonb_object_keys(n.followers) as f(key) left join members m on m.id = f.key::uuid),
  divided (head) as (select head from heads where action <> 'unchanged' group by head having bool_or(excluded) and not bool_and(excluded)
    union select b.head from divided d join heads a on a.head = d.head join heads b on b.record_no = a.record_no),
  parts as materialized (select distinct n.record_no, n.excluded, case when n.action <> 'added' then n.member_id end as member_id from named n join heads h on h.record_no = n.record_no join divided d on d.head = h.head)`;

/**
 * `isAbout`: more families are chosen in part than are worked out again, and the premium is the sum of what each record
 * was found to do.
 */
export type Chosen = { selected: number; selectedPremium: Cents; isAbout: boolean };

type Part = { recordNo: number; excluded: boolean; memberId: string | null };
type Totals = {
  selected: number;
  rest: number;
  sum: number;
  parts: number;
  wanted: Part[] | null;
  isHeld: boolean;
  partnerId: string | null;
  retroEnds: string | null;
  rehearsedOn: CalendarDate | null;
  premiumDay: CalendarDate | null;
  isResent: boolean;
};

/**
 * What of a file is chosen, and what that does to the monthly premium. Of families that are chosen in part it is worked
 * out as when they are posted, without a trace.
 */
export async function chosenOf(work: Pick<Work, 'tx' | 'actor' | 'services'>, jobId: string): Promise<Chosen> {
  const { tx } = work;
  const { rows } = await sql<Totals>`with ${ofDivided(jobId)}
    select (select count(*) from file_changes where job_id = ${jobId} and not excluded and action <> 'unchanged') as selected,
      (select coalesce(sum(premium_change), 0)::bigint from file_changes where job_id = ${jobId} and not excluded) as sum,
      (select coalesce(sum(premium_change), 0)::bigint from file_changes where job_id = ${jobId} and not excluded and record_no not in (select record_no from parts)) as rest,
      (select count(*) from parts) as parts, (select jsonb_agg(jsonb_build_object('recordNo', record_no, 'excluded', excluded, 'memberId', member_id)) from (select * from parts limit ${WORKED_OUT}) p) as wanted,
      j.status = 'held' as is_held, j.partner_id, j.retro_ends, j.rehearsed_on, j.premium_day, j.resent_from is not null as is_resent from file_jobs j where j.id = ${jobId}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) return { selected: 0, selectedPremium: 0 as Cents, isAbout: false };
  const { selected, sum, rest, parts, wanted, premiumDay } = found;
  if (wanted === null || !found.isHeld) return { selected, selectedPremium: sum as Cents, isAbout: parts > 0 };
  if (parts > WORKED_OUT || premiumDay === null) return { selected, selectedPremium: sum as Cents, isAbout: true };
  return {
    selected,
    selectedPremium: (rest + (await workOut(work, jobId, { ...found, premiumDay }, wanted))) as Cents,
    isAbout: false,
  };
}

async function contextOf(
  { tx, actor, services }: Pick<Work, 'tx' | 'actor' | 'services'>,
  jobId: string,
  { partnerId, retroEnds, rehearsedOn, isResent }: Totals,
): Promise<MatchingContext> {
  const lease = { tenantId: actor.tenantId, jobId, attempt: 0 };
  const today = services.clock.today();
  return {
    services,
    lease,
    today,
    retro: { rule: (retroEnds ?? 'as_sent') as RetroEnds, today: rehearsedOn ?? today },
    isResent,
    plans: await loadPlanNames(tx, partnerId),
    groups: new Map(),
    families: new FamilyLinks(lease),
    numbers: new FamilyNumbers(partnerId),
    namesakes: new Namesakes(),
    digests: new Digests(services.vault, lease),
  };
}

/** What the chosen of these records do to the premium of their families, in cents a month. */
async function workOut(
  work: Pick<Work, 'tx' | 'actor' | 'services'>,
  jobId: string,
  found: Totals & { premiumDay: CalendarDate },
  wanted: readonly Part[],
): Promise<number> {
  const { tx } = work;
  const context = await contextOf(work, jobId, found);
  const leftOut: LeftOut = new Map(
    wanted.flatMap(({ recordNo, excluded, memberId }) => (excluded ? [[recordNo, memberId]] : [])),
  );
  const recordNos = wanted.map(({ recordNo }) => recordNo);
  const records = await recordsOfPacks(
    context.digests,
    await packsOf(tx, context.lease, recordNos),
    new Set(recordNos),
  );
  const pricing = pricingOf(work);
  const rates = await PreviewRates.load(pricing, found.premiumDay);
  for (const groupId of present(records.map((one) => one.groupId))) {
    context.groups.set(groupId, await loadGroupNames(tx, groupId));
    await rates.addGroup(tx, groupId);
  }
  return premiumOf(
    pricing,
    context,
    records,
    leftOut,
    new FamilyPremiums({ premiumDay: found.premiumDay, rates, byPlan: new Map() }),
  );
}

async function premiumOf(
  pricing: Pricing,
  context: MatchingContext,
  records: readonly Staged[],
  leftOut: LeftOut,
  premiums: FamilyPremiums,
): Promise<number> {
  const people = new PeopleInHand();
  const loaded = await loadPeopleOf(pricing.tx, context, records, people);
  for (const person of loaded) people.add(person);
  await premiums.learn(pricing, loaded);
  premiums.note(loaded, people);
  const match = matchOf(context);
  let change = 0;
  const waiting: Staged[] = [];
  const work = (staged: Staged): void => {
    const applied = matchAndApply(staged, people, match, context.groups.get(staged.groupId) as GroupNames);
    const waitsFor = 'problems' in applied ? waits(staged, applied.problems) : undefined;
    if (waitsFor) people.waiting.add(staged.record.recordNo);
    if (waitsFor === 'file') waiting.push({ ...staged, place: 'last' });
    if (!('problems' in applied)) {
      premiums.born(applied.person, staged.record.dateOfBirth);
      change += premiums.changeOf(headsOf(applied, people), people);
    }
    noteFamily(staged, applied, people, context);
  };
  for (const staged of records) {
    if (leftOut.has(staged.record.recordNo)) noteLeftOut(staged, leftOut, context.families);
    if (leftOut.has(staged.record.recordNo) || isTaken(staged, people.waiting)) continue;
    work(staged);
  }
  const { others, ends } = lastInOrder(waiting);
  for (const staged of [...others, ...ends]) {
    people.waiting.delete(staged.record.recordNo);
    work(staged);
  }
  return change;
}
