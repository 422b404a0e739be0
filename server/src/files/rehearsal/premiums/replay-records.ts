import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RetroEnds } from '@openbenefits/domain/files/coverage/retro-ends';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Work } from '../../../command.ts';
import { type Pricing, pricingOf } from '../../../coverage/rating-ages.ts';
import { isTaken, lastInOrder, waits } from '../../matching/ends-before-additions.ts';
import { FamilyLinks } from '../../matching/family-links.ts';
import { FamilyNumbers } from '../../matching/family-numbers.ts';
import { type LeftOut, noteLeftOut } from '../../matching/left-out.ts';
import { matchAndApply } from '../../matching/match-and-apply.ts';
import { Namesakes } from '../../matching/namesakes.ts';
import { PeopleInHand } from '../../matching/people-in-hand.ts';
import { loadPeopleOf, type MatchingContext, present } from '../../matching/people-of-slice.ts';
import { type GroupNames, loadGroupNames, loadPlanNames } from '../../matching/resolve-names.ts';
import type { Staged } from '../../matching/staged-for-matching.ts';
import { Digests, recordsOfPacks } from '../../staging/chunk-of-records.ts';
import { packsOf } from '../../staging/staged-packs.ts';
import { headsOf, matchOf, noteFamily } from '../rehearse-record.ts';
import { FamilyPremiums } from './family-premiums.ts';
import { PreviewRates } from './rates.ts';

/** What a file was previewed by. */
export type PreviewBasis = {
  partnerId: string | null;
  retroEnds: string | null;
  rehearsedOn: CalendarDate | null;
  isResent: boolean;
  premiumDay: CalendarDate;
};

/** Who is being processed, and what their families cost. */
export type FamiliesInHand = { people: PeopleInHand; loaded: readonly PersonDraft[]; premiums: FamilyPremiums };

/** What happens around each record that is applied. */
type Around = {
  before?(staged: Staged, hand: FamiliesInHand): void;
  after?(staged: Staged, heads: ReadonlySet<PersonDraft>, hand: FamiliesInHand): void;
};

async function contextOf(
  { tx, actor, services }: Pick<Work, 'tx' | 'actor' | 'services'>,
  jobId: string,
  { partnerId, retroEnds, rehearsedOn, isResent }: PreviewBasis,
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

/**
 * Applies records of some families in memory, in the order in which the file is posted, without a trace. Returns what
 * they do to the premium, in cents a month.
 */
export async function replayRecords(
  work: Pick<Work, 'tx' | 'actor' | 'services'>,
  jobId: string,
  basis: PreviewBasis,
  recordNos: readonly number[],
  { leftOut = new Map(), around = {} }: { leftOut?: LeftOut; around?: Around },
): Promise<number> {
  const { tx } = work;
  const context = await contextOf(work, jobId, basis);
  const records = await recordsOfPacks(
    context.digests,
    await packsOf(tx, context.lease, recordNos),
    new Set(recordNos),
  );
  const pricing = pricingOf(work);
  const groupIds = present(records.map((one) => one.groupId));
  const rates = await PreviewRates.load(pricing, basis.premiumDay, groupIds);
  for (const groupId of groupIds) {
    context.groups.set(groupId, await loadGroupNames(tx, groupId));
    await rates.addGroup(tx, groupId);
  }
  const premiums = new FamilyPremiums({ premiumDay: basis.premiumDay, rates, byPlan: new Map() });
  return applyInOrder(pricing, context, records, leftOut, premiums, around);
}

async function applyInOrder(
  pricing: Pricing,
  context: MatchingContext,
  records: readonly Staged[],
  leftOut: LeftOut,
  premiums: FamilyPremiums,
  around: Around,
): Promise<number> {
  const people = new PeopleInHand();
  const loaded = await loadPeopleOf(pricing.tx, context, records, people);
  for (const person of loaded) people.add(person);
  await premiums.learn(pricing, loaded);
  premiums.note(loaded, people);
  const hand: FamiliesInHand = { people, loaded, premiums };
  const match = matchOf(context);
  let change = 0;
  const waiting: Staged[] = [];
  const work = (staged: Staged): void => {
    around.before?.(staged, hand);
    const applied = matchAndApply(staged, people, match, context.groups.get(staged.groupId) as GroupNames);
    const waitsFor = 'problems' in applied ? waits(staged, applied.problems) : undefined;
    if (waitsFor) people.waiting.add(staged.record.recordNo);
    if (waitsFor === 'file') waiting.push({ ...staged, place: 'last' });
    if (!('problems' in applied)) {
      premiums.born(applied.person, staged.record.dateOfBirth);
      const heads = headsOf(applied, people);
      change += premiums.changeOf(heads, people);
      around.after?.(staged, heads, hand);
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
