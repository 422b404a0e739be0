import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { PeopleInHand } from '../matching/people-in-hand.ts';
import { countOnce, isTaken, TOO_MANY_WAIT } from '../matching/ends-before-additions.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import { loadPeopleOf, present } from '../matching/people-of-slice.ts';
import { loadGroupNames } from '../matching/resolve-names.ts';
import { countElsewhere, type NumberInGroup } from '../matching/ssns-elsewhere.ts';
import { breathe, handled } from '../queue/breathe.ts';
import { assertLease } from '../queue/file-lease.ts';
import { NEAR_FAMILIES } from '../readers/pack-records.ts';
import type { ChunkOfRecords } from '../staging/chunk-of-records.ts';
import { refusedBy, writeRefusals } from '../staging/stage-records.ts';
import type { Gained } from './covered-twice.ts';
import { FamilyPremiums } from './premiums/family-premiums.ts';
import { writeRows } from './file-change-rows.ts';
import { basisOf } from './newcomers/newcomers-basis.ts';
import type { RehearsalContext } from './rehearsal-context.ts';
import { type InHand, isRepeat, matchOf, noResults, noteFamily, type RecordResults, STEP, workOn } from './rehearse-record.ts';
import { type SealedNewcomers, sealNewcomers, writeNewcomers } from './newcomers/staged-newcomers.ts';

/** What the records of a slice would do, and the newcomers among them. */
type SliceResult = RecordResults & { newcomers: Promise<SealedNewcomers>[] };

/** Ends a pack: its newcomers are sealed beside the work on the next. */
function closePack({ packKey, groupId }: Staged, context: RehearsalContext): Promise<SealedNewcomers>[] {
  const { newcomers, digests, bases, services, lease } = context;
  const { rows, left, asksFamilies } = newcomers.close(digests);
  const basis = bases.get(groupId) ?? null;
  if (!rows || basis === null) return asksFamilies ? [] : [Promise.resolve({ packKey, sealed: null, count: 0, from: 0, basis: null, left: [], asksFamilies })];
  const from = context.newcomersFound + 1;
  const count = rows.records.length;
  context.newcomersFound += count;
  return [handled(sealNewcomers(services.vault, lease, rows).then((sealed) => ({ packKey, sealed, count, from, basis, left, asksFamilies })))];
}

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
        if (!context.repeats.wait(one)) result.refused.push(refusedBy({ ...one.staged.record, raw: one.refused.raw }, [TOO_MANY_WAIT]));
      context.newcomers.take(staged, applied, isAlone);
      noteFamily(staged, applied, people, context);
    }
    if ((slice[index + 1] ?? next)?.packKey !== staged.packKey) result.newcomers.push(...closePack(staged, context));
  }
  return result;
}

/**
 * Works out what the records of a chunk would do and writes that down: people and coverage are only read. The same matching and the same rules as when it
 * is applied. `onWorked` is called when everything is worked out and only the database still writes, with what `next` has read.
 */
export async function rehearseChunk(
  tx: Tx,
  context: RehearsalContext,
  { slices }: ChunkOfRecords,
  next: (tx: Tx) => Promise<ChunkOfRecords | null>,
  onWorked: (next: ChunkOfRecords | null) => void,
): Promise<void> {
  const { services, lease } = context;
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx,
  );
  for (const groupId of present(slices.flat().map((one) => one.groupId))) {
    if (context.groups.has(groupId)) continue;
    context.groups.set(groupId, await loadGroupNames(tx, groupId));
    context.bases.set(groupId, await basisOf(tx, context, groupId));
    await context.known.gather(tx, groupId);
  }
  const people = new PeopleInHand();
  const premiums = new FamilyPremiums(context);
  for (const person of context.kept ?? []) people.add(person);
  premiums.note(context.kept ?? [], people);
  const sent: Promise<unknown>[] = [];
  const sealing: Promise<SealedNewcomers>[] = [];
  const numbersOfAll: NumberInGroup[] = [];
  const gainedByAll: Gained[] = [];
  const upcoming = handled(next(tx));
  let loading = handled(loadPeopleOf(tx, context, slices[0] ?? [], people));
  try {
    // A pipeline: while a slice is matched, the database writes the one before and reads whom the next may mean. A rehearsal alters nobody, so that is never
    // too early.
    for (const [index, slice] of slices.entries()) {
      const found = await loading;
      const following = slices[index + 1];
      if (following) loading = handled(loadPeopleOf(tx, context, following, people));
      const loaded = found.filter((person) => !people.byId(person.id));
      for (const person of loaded) people.add(person);
      for (const { id, subscriberId } of loaded) if (subscriberId !== null && context.covered.has('c', id)) people.covered.add(id);
      context.repeats.loaded(loaded);
      premiums.note(loaded, people);
      const { rows, refused, newcomers, numbers, gained } = await workThrough(slice, following?.[0], people, premiums, context);
      sent.push(handled(writeRows(tx, context, rows)), handled(writeRefusals(tx, services, lease, refused, true)));
      sealing.push(...newcomers);
      numbersOfAll.push(...numbers);
      gainedByAll.push(...gained);
      await breathe();
    }
    // Families are remembered from chunk to chunk; only a dependent who comes late may ask for one that was forgotten.
    sent.push(handled(context.families.write(tx, context.kept ? undefined : NEAR_FAMILIES)));
    context.repeats.endChunk();
    context.typedTiers.endChunk(people, context.premiumDay, context.kept !== null);
    context.noticed.endChunk();
    onWorked(await upcoming);
    await writeNewcomers(tx, lease, await Promise.all(sealing));
    await Promise.all(sent);
  } finally {
    await Promise.allSettled([...sent, ...sealing, upcoming, loading]);
  }
  const elsewhere = await countElsewhere(tx, numbersOfAll);
  context.elsewhere += elsewhere;
  await context.coveredTwice.ask(tx, gainedByAll);
  const done = countOnce(slices);
  await sql`update file_jobs set records_done = records_done + ${done} where id = ${lease.jobId}`.execute(tx);
  await assertLease(tx, lease);
}
