import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { PeopleInHand } from '../matching/people-in-hand.ts';
import { isTaken, TOO_MANY_WAIT } from '../matching/ends-before-additions.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import { loadPeopleOf } from '../matching/people-of-slice.ts';
import { loadGroupNames } from '../matching/resolve-names.ts';
import { countElsewhere, type NumberInGroup } from '../matching/ssns-elsewhere.ts';
import { breathe, handled } from '../queue/breathe.ts';
import { assertLease } from '../queue/file-lease.ts';
import { NEAR_FAMILIES } from '../readers/pack-records.ts';
import { type Chunk, countOf, slicesOf } from '../staging/chunk-of-records.ts';
import { writeRefusals } from '../staging/write-refusals.ts';
import { refusedBy } from '../staging/refused-record.ts';
import type { Gained } from './covered-twice.ts';
import type { Arrival } from './missing/moved-groups.ts';
import { FamilyPremiums } from './premiums/family-premiums.ts';
import { writeRows } from './file-change-rows.ts';
import { basisOf } from './newcomers/newcomers-basis.ts';
import type { RehearsalContext } from './rehearsal-context.ts';
import {
  type InHand,
  isRepeat,
  matchOf,
  noResults,
  noteFamily,
  type RecordResults,
  STEP,
  workOn,
} from './rehearse-record.ts';
import { type SealedNewcomers, sealNewcomers, writeNewcomers } from './newcomers/staged-newcomers.ts';

/** What the records of a slice would do, and the newcomers among them. */
type SliceResult = RecordResults & { newcomers: Promise<SealedNewcomers>[] };

/** Ends a pack: its newcomers are sealed beside the work on the next. */
function closePack({ packKey, groupId }: Staged, context: RehearsalContext): Promise<SealedNewcomers>[] {
  const { newcomers, digests, bases, services, lease } = context;
  const { rows, left, asked } = newcomers.close(digests);
  const basis = bases.get(groupId) ?? null;
  if (!rows || basis === null)
    return [Promise.resolve({ packKey, sealed: null, count: 0, from: 0, basis: null, left: [], asked })];
  const from = context.newcomersFound + 1;
  const count = rows.records.length;
  context.newcomersFound += count;
  return [
    handled(
      sealNewcomers(services.vault, lease, rows).then((sealed) => ({
        packKey,
        sealed,
        count,
        from,
        basis,
        left,
        asked,
      })),
    ),
  ];
}

/** The subscribers of those whom a record may mean. */
const headsAmong = (candidates: readonly PersonDraft[], people: PeopleInHand): PersonDraft[] =>
  candidates.flatMap(({ subscriberId }) => people.byId(subscriberId ?? '') ?? []);

async function workThrough(
  slice: readonly Staged[],
  next: Staged | undefined,
  people: PeopleInHand,
  premiums: FamilyPremiums,
  context: RehearsalContext,
): Promise<SliceResult> {
  const result: SliceResult = { ...noResults(), newcomers: [] };
  const inHand: InHand = { people, premiums, match: matchOf(context) };
  for (const [index, staged] of slice.entries()) {
    if (index % STEP === STEP - 1) await breathe();
    const { record, groupId } = staged;
    const candidates = record.isSubscriber ? people.candidates(groupId, staged.identity) : [];
    const isAlone = candidates.length === 0;
    const far = record.isSubscriber && isAlone ? context.conflicts.find(groupId, staged.identity) : undefined;
    const isOver = isTaken(staged, people.waiting);
    if (!isOver) context.repeats.answer(staged);
    if (!isOver && isRepeat(staged, candidates, far, people, context)) {
      context.repeats.keepBack(staged);
      context.newcomers.take(staged, { problems: [] }, false);
    } else if (!isOver) {
      const applied = workOn(staged, inHand, context, result, far === 'again' ? undefined : far);
      for (const one of result.waiting.splice(0))
        if (
          !(one.isForTheEnd
            ? context.repeats.keepForTheEnd(one, headsAmong(candidates, people))
            : context.repeats.wait(one))
        )
          result.refused.push(refusedBy({ ...one.staged.record, raw: one.refused.raw }, [TOO_MANY_WAIT]));
      context.newcomers.take(staged, applied, isAlone);
      noteFamily(staged, applied, people, context);
    }
    if ((slice[index + 1] ?? next)?.packKey !== staged.packKey) result.newcomers.push(...closePack(staged, context));
  }
  return result;
}

/**
 * What the database still writes of a chunk that is worked out, and what it is asked then. Nobody of the chunk is kept
 * for that.
 */
type Worked = {
  sent: Promise<unknown>[];
  sealing: Promise<SealedNewcomers>[];
  numbers: NumberInGroup[];
  gained: Gained[];
  arrivals: Arrival[];
};

/** Names, basis and keys of the groups of a chunk that come for the first time. */
async function loadGroups(tx: Tx, context: RehearsalContext, { packs }: Chunk): Promise<void> {
  for (const groupId of new Set(packs.map((pack) => pack.groupId))) {
    if (context.groups.has(groupId)) continue;
    context.groups.set(groupId, await loadGroupNames(tx, groupId));
    await context.rates.addGroup(tx, groupId);
    context.bases.set(groupId, await basisOf(tx, context, groupId));
    await context.known.gather(tx, groupId);
  }
}

/**
 * A pipeline: while a slice is matched, the database writes the one before and reads whom the next may mean. A
 * rehearsal alters nobody, so that is never too early. `worked` takes what is under way, also of a chunk that fails.
 */
async function workOut(tx: Tx, context: RehearsalContext, chunk: Chunk, worked: Worked): Promise<void> {
  const { services, lease, kept } = context;
  const people = new PeopleInHand();
  const premiums = new FamilyPremiums(context);
  for (const person of kept ?? []) people.add(person);
  await premiums.learn(
    { tx, vault: services.vault, tenantId: lease.tenantId },
    (kept ?? []).filter(({ isNew }) => !isNew),
  );
  premiums.note(kept ?? [], people);
  const slices = slicesOf(context.digests, chunk);
  const next = async (): Promise<Staged[] | undefined> => (await slices.next()).value ?? undefined;
  const load = (slice: readonly Staged[]): ReturnType<typeof loadPeopleOf> => {
    const loading = handled(loadPeopleOf(tx, context, slice, people));
    worked.sent.push(loading);
    return loading;
  };
  let slice = await next();
  let loading = load(slice ?? []);
  while (slice) {
    const found = await loading;
    const following = await next();
    if (following) loading = load(following);
    const loaded = found.filter((person) => !people.byId(person.id));
    for (const person of loaded) people.add(person);
    for (const { id, subscriberId } of loaded)
      if (subscriberId !== null && context.covered.has('c', id)) people.covered.add(id);
    context.repeats.loaded(loaded);
    await premiums.learn({ tx, vault: services.vault, tenantId: lease.tenantId }, loaded);
    premiums.note(loaded, people);
    const { rows, refused, newcomers, numbers, gained, arrivals } = await workThrough(
      slice,
      following?.[0],
      people,
      premiums,
      context,
    );
    worked.sent.push(handled(writeRows(tx, context, rows)), handled(writeRefusals(tx, services, lease, refused, true)));
    worked.sealing.push(...newcomers);
    worked.numbers.push(...numbers);
    worked.gained.push(...gained);
    worked.arrivals.push(...arrivals);
    await breathe();
    slice = following;
  }
  // Families are remembered from chunk to chunk; only a dependent who comes late may ask for one that was forgotten.
  worked.sent.push(handled(context.families.write(tx, kept ? undefined : NEAR_FAMILIES)));
  context.repeats.endChunk();
  context.typedTiers.endChunk(people, context.premiumDay, kept !== null);
  context.noticed.endChunk();
}

/**
 * Works out what the records of a chunk would do and writes that down: people and coverage are only read. The same
 * matching and the same rules as when it is applied. `onWorked` is called when everything is worked out and only the
 * database still writes, with what `next` has read.
 */
export async function rehearseChunk(
  tx: Tx,
  context: RehearsalContext,
  chunk: Chunk,
  next: (tx: Tx) => Promise<Chunk | null>,
  onWorked: (next: Chunk | null) => void,
): Promise<void> {
  const { lease } = context;
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
    tx,
  );
  await loadGroups(tx, context, chunk);
  const upcoming = handled(next(tx));
  const worked: Worked = { sent: [], sealing: [], numbers: [], gained: [], arrivals: [] };
  try {
    await workOut(tx, context, chunk, worked);
    onWorked(await upcoming);
    await writeNewcomers(tx, lease, await Promise.all(worked.sealing));
    await Promise.all(worked.sent);
  } finally {
    await Promise.allSettled([...worked.sent, ...worked.sealing, upcoming]);
  }
  context.elsewhere += await countElsewhere(tx, worked.numbers);
  await context.coveredTwice.ask(tx, worked.gained, context.known);
  await context.moved?.ask(tx, worked.arrivals);
  await sql`update file_jobs set records_done = records_done + ${countOf(chunk)} where id = ${lease.jobId}`.execute(tx);
  await assertLease(tx, lease);
}
