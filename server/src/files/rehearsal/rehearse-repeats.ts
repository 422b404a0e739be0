import { inTenant, type Tx } from '../../db/connect.ts';
import { isTaken, lastInOrder, waits } from '../matching/ends-before-additions.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import { matchAndApply } from '../matching/match-and-apply.ts';
import { PeopleInHand } from '../matching/people-in-hand.ts';
import { loadPeopleOf } from '../matching/people-of-slice.ts';
import type { GroupNames } from '../matching/resolve-names.ts';
import { countElsewhere } from '../matching/ssns-elsewhere.ts';
import { breathe } from '../queue/breathe.ts';
import { assertLease } from '../queue/file-lease.ts';
import { inStep } from '../queue/replayable.ts';
import { type Chunk, readChunk, slicesOf } from '../staging/chunk-of-records.ts';
import { writeRefusals } from '../staging/write-refusals.ts';
import { linesEnded } from './ended-and-back.ts';
import { FamilyPremiums } from './premiums/family-premiums.ts';
import { writeRows } from './file-change-rows.ts';
import type { RehearsalContext } from './rehearsal-context.ts';
import { type Held, heldBy } from './rescinded.ts';
import { headsOf, matchOf, noResults, noteFamily, STEP, workOn } from './rehearse-record.ts';

/** Records whose people are read at a time when they are worked out again. */
const SLICE_AGAIN = 400;

/**
 * Works out the records that were kept back, among all that speak of the same people, in file order: the others were
 * worked out before, and leave no trace now.
 */
async function rehearseAgain(tx: Tx, context: RehearsalContext, wanted: readonly Staged[]): Promise<void> {
  const { services, lease, repeats, families } = context;
  const { alike } = families;
  const people = new PeopleInHand();
  const premiums = new FamilyPremiums(context);
  const again = { ...context, kept: null };
  const match = matchOf(context);
  const result = noResults();
  for (const [index, staged] of wanted.entries()) {
    if (index % SLICE_AGAIN === 0) {
      const loaded = (await loadPeopleOf(tx, context, wanted.slice(index, index + SLICE_AGAIN), people)).filter(
        (person) => !people.byId(person.id),
      );
      for (const person of loaded) people.add(person);
      await premiums.learn({ tx, vault: services.vault, tenantId: lease.tenantId }, loaded);
      premiums.note(loaded, people);
    }
    if (index % STEP === STEP - 1) await breathe();
    if (isTaken(staged, people.waiting)) continue;
    if (repeats.recordNos.has(staged.record.recordNo))
      noteFamily(staged, workOn(staged, { people, premiums, match }, again, result, undefined), people, again);
    else {
      let held: Held[] = [];
      const applied = matchAndApply(
        staged,
        people,
        match,
        context.groups.get(staged.groupId) as GroupNames,
        (person) => void (held = heldBy(person, staged, people)),
      );
      if ('problems' in applied) {
        if (waits(staged, applied.problems)) people.waiting.add(staged.record.recordNo);
      } else {
        for (const head of headsOf(applied, people)) premiums.settle(head, people);
        context.noticed.endedAndBack.note(applied, linesEnded(held[0]?.[1] ?? {}, applied.person.spans), true);
        context.noticed.rescinded.note(staged, applied, held, context.today);
      }
      noteFamily(staged, applied, people, again);
    }
  }
  const { others, ends } = lastInOrder(result.waiting.map(({ staged }) => staged));
  for (const staged of [...others, ...ends]) {
    const last: Staged = { ...staged, place: 'last' };
    noteFamily(last, workOn(last, { people, premiums, match }, again, result, undefined), people, again);
  }
  families.alike = alike;
  context.typedTiers.endChunk(people, context.premiumDay, false);
  context.noticed.endChunk(true);
  await writeRows(tx, context, result.rows);
  await writeRefusals(tx, services, lease, result.refused, true);
  context.elsewhere += await countElsewhere(tx, result.numbers);
  await context.coveredTwice.ask(tx, result.gained, context.known);
  await context.moved?.ask(tx, result.arrivals);
  await assertLease(tx, lease);
}

/**
 * Works out the records that were kept back because an earlier chunk of the file speaks of the same people: what came
 * before them is worked out again, in file order and without a trace, and then they. Reads the file once more, and only
 * where somebody stands in it twice.
 */
export async function rehearseRepeats(context: RehearsalContext, signal: AbortSignal): Promise<void> {
  const { services, lease, digests, repeats } = context;
  const unanswered = repeats.takeUnanswered();
  for (let at = 0; at < unanswered.length; at += SLICE_AGAIN) {
    await inStep(services, lease, (tx) =>
      writeRefusals(tx, services, lease, unanswered.slice(at, at + SLICE_AGAIN), true),
    );
    await breathe();
  }
  if (repeats.recordNos.size === 0) return;
  const wanted: Staged[] = [];
  let after = -1;
  for (;;) {
    signal.throwIfAborted();
    const chunk: Chunk | null = await inTenant(services.db, lease.tenantId, (tx) =>
      readChunk(tx, lease, after, services.fileSteps?.chunk),
    );
    if (chunk === null) break;
    after = chunk.lastKey;
    for await (const slice of slicesOf(digests, chunk))
      for (const staged of slice) if (repeats.isWanted(staged, context.numbers)) wanted.push(staged);
    await breathe();
  }
  await inStep(services, lease, (tx) => rehearseAgain(tx, context, wanted));
}
