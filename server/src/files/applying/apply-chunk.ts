import type { PersonSecrets } from '../../protected-fields.ts';
import { isFamilyOfLine } from '@openbenefits/domain/files/family-place';
import type { PersonEffect, Touched } from '@openbenefits/domain/members/member-change';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { breathe, handled } from '../queue/breathe.ts';
import { beforeOf, markCovered } from './covered-before.ts';
import { markBackWith, markCut, markFollowed, markLost } from './followed-plans.ts';
import { type LeftOut, noteLeftOut } from '../matching/left-out.ts';
import { type Chunk, countOf, readChunk, slicesOf } from '../staging/chunk-of-records.ts';
import type { FamilyLink } from '../matching/family-links.ts';
import { LeaseLost } from '../queue/file-lease.ts';
import { isTaken, waits } from '../matching/ends-before-additions.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import { matchAndApply } from '../matching/match-and-apply.ts';
import { PeopleInHand } from '../matching/people-in-hand.ts';
import { loadPeopleOf, type MatchingContext } from '../matching/people-of-slice.ts';
import {
  type Insert,
  noteCorrected,
  noteStoredSpans,
  type StoredSpans,
  writePeople,
} from '../../members/people-store.ts';
import { arrayOf } from '../../db/pg-arrays.ts';
import { NEAR_FAMILIES } from '../readers/pack-records.ts';
import { secretsOf } from '../matching/person-secrets.ts';
import { holdClosedPlans } from '../../plans/plans.queries.ts';
import { type GroupNames, loadGroupNames } from '../matching/resolve-names.ts';
import { writeLast } from '../staging/last-packs.ts';
import { LAST_FROM } from '../staging/staged-packs.ts';
import { writeRefusals } from '../staging/write-refusals.ts';
import { type Refused, refusedBy } from '../staging/refused-record.ts';
import { requireOpen } from '../rehearsal/held-groups.ts';
import { tiersOf } from '../staging/staged-record.ts';

/** The means of one job, kept over its chunks. */
export type ApplyContext = MatchingContext & {
  changeId: string;
  /** Records that somebody has left out, with whom each means where that is somebody who is here. */
  excluded: LeftOut;
  /** Records that stay refused because too many wait. */
  passedOver: ReadonlySet<number>;
  /** Whether dependents come long after their subscribers, for whom every family must be written down. */
  hasLate: boolean;
  /** The last change item; only this job writes to its change. */
  lastItem: number;
};

type Item = Touched & { line: number; isNew: boolean; before: string | null; after: string };

function itemOf({ person, effect, summary }: Touched, line: number): Item {
  return {
    person,
    effect,
    summary,
    line,
    isNew: person.isNew,
    before: person.isNew ? null : JSON.stringify(person.before),
    after: JSON.stringify({ ...(person.isNew ? {} : person.after), summary }),
  };
}

function insertItems(context: ApplyContext, items: readonly Item[]): Insert[] {
  if (items.length === 0) return [];
  const first = context.lastItem + 1;
  context.lastItem += items.length;
  return [
    [
      'new_items',
      sql`insert into change_items (change_id, item_no, entity, entity_id, action, before, after, source_line)
    select ${context.changeId}, ${first} + x.position - 1, 'member', x.id, x.action, x.before, x.after, x.line from unnest(${arrayOf(
      'uuid',
      items.map(({ person }) => person.id),
    )},
      ${arrayOf(
        'text',
        items.map(({ effect }) => effect),
      )}, ${arrayOf(
        'jsonb',
        items.map(({ before }) => before),
      )}, ${arrayOf(
        'jsonb',
        items.map(({ after }) => after),
      )}, ${arrayOf(
        'int',
        items.map(({ line }) => line),
      )})
      with ordinality as x(id, action, before, after, line, position)`,
    ],
  ];
}

type Tally = { counts: Map<PersonEffect, number>; refused: number };

/** What a slice of records did, before it is written. */
type SliceResult = {
  touched: Touched[];
  lines: number[];
  refused: Refused[];
  /** What waits for the end of the file. */ last: Staged[];
};

/** Records between two breaths: about a millisecond of work, for which the database, too, may wait. */
const STEP = 25;

/** Matches and applies the records of a slice in memory. */
async function workThrough(
  slice: readonly Staged[],
  people: PeopleInHand,
  context: ApplyContext,
  tally: Tally,
): Promise<SliceResult> {
  const result: SliceResult = { touched: [], lines: [], refused: [], last: [] };
  const match = {
    today: context.today,
    retro: context.retro,
    plans: context.plans,
    families: context.families,
    numbers: context.numbers,
    jobId: context.lease.jobId,
    isResent: context.isResent,
  };
  const count = (effect: PersonEffect): void => void tally.counts.set(effect, (tally.counts.get(effect) ?? 0) + 1);
  for (const [index, staged] of slice.entries()) {
    if (index % STEP === STEP - 1) await breathe();
    const { record, groupId, familyKey } = staged;
    if (context.excluded.has(record.recordNo)) noteLeftOut(staged, context.excluded, context.families);
    if (
      context.excluded.has(record.recordNo) ||
      context.passedOver.has(record.recordNo) ||
      isTaken(staged, people.waiting)
    )
      continue;
    const applied = matchAndApply(staged, people, match, context.groups.get(groupId) as GroupNames);
    const waiting = 'problems' in applied ? waits(staged, applied.problems) : undefined;
    if (waiting === 'file') result.last.push(staged);
    else if (waiting === 'pack') people.waiting.add(record.recordNo);
    if (waiting) continue;
    if ('problems' in applied)
      result.refused.push(refusedBy({ ...record, raw: staged.rawOf(staged.index) }, applied.problems));
    else if (applied.effect === 'unchanged') count('unchanged');
    else {
      for (const touched of applied.touched) {
        count(touched.effect);
        result.touched.push(touched);
        result.lines.push(record.line);
      }
    }
    if (!record.isSubscriber || familyKey === null || (record.goesOnAbove && 'problems' in applied)) continue;
    const tiers = tiersOf(record);
    const link: FamilyLink = {
      memberId: 'problems' in applied ? null : applied.person.id,
      line: record.line,
      tiers,
      leaves: record.action === 'end',
    };
    context.families.note(groupId, familyKey, link);
    if ('problems' in applied) continue;
    context.families.noteCorrected(applied.person, familyKey, link);
    const { person } = applied;
    if (!isFamilyOfLine(record.familyKey ?? ''))
      context.numbers.note(
        groupId,
        familyKey,
        person.id,
        person.ssnKey === familyKey ||
          person.values.employeeId === record.familyKey ||
          person.memberNumber === record.familyKey,
      );
    if (tiers) people.tiers.set(person.id, { ...people.tiers.get(person.id), ...tiers });
  }
  tally.refused += result.refused.length;
  return result;
}

/** Sends the writes of a slice; the promises settle when the database has done them. */
function write(
  tx: Tx,
  context: ApplyContext,
  secrets: ReadonlyMap<string, PersonSecrets>,
  { touched, lines, refused }: SliceResult,
  stored: StoredSpans,
  now: string,
): Promise<unknown>[] {
  const { services, lease, changeId } = context;
  const people = [...new Set(touched.map(({ person }) => person))];
  const items = touched.map((one, index) => itemOf(one, lines[index] ?? 0));
  return [
    ...writePeople(tx, people, secrets, stored, changeId, now, insertItems(context, items)),
    writeRefusals(tx, services, lease, refused, true),
  ];
}

/** One import at a time per group: two files cannot both find that somebody is missing. */
async function lockGroups(tx: Tx, context: ApplyContext, { packs }: Chunk): Promise<void> {
  // A table that has just grown is believed to be small: plans are held to the indexes.
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx,
  );
  for (const groupId of [...new Set(packs.map((pack) => pack.groupId))].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${groupId}, 834))`.execute(tx);
    if (!context.groups.has(groupId)) context.groups.set(groupId, await loadGroupNames(tx, groupId));
  }
  const closed = await holdClosedPlans(tx);
  for (const group of context.groups.values()) group.closed = closed;
}

/**
 * Applies a chunk in the caller's transaction: people, coverage, change items, refusals, counts and the checkpoint, all
 * or nothing. Within it the slices are a pipeline: while the database writes one, the next is read and matched. Returns
 * the next chunk, or null when nothing is left.
 */
export async function applyChunk(tx: Tx, context: ApplyContext, chunk: Chunk): Promise<Chunk | null> {
  const { services, lease, families } = context;
  const { lastKey } = chunk;
  const now = services.clock.now();
  await lockGroups(tx, context, chunk);
  const people = new PeopleInHand();
  const stored: StoredSpans = new Map();
  const tally: Tally = { counts: new Map(), refused: 0 };
  const before = beforeOf(chunk);
  const sent: Promise<unknown>[] = [];
  const changed = new Set<string>();
  const last: Staged[] = [];
  const readNext = (): Promise<Chunk | null> => readChunk(tx, lease, lastKey, services.fileSteps?.chunk);
  const upcoming = handled(readNext());
  const slices = slicesOf(context.digests, chunk);
  const next = async (): Promise<Staged[] | undefined> => (await slices.next()).value ?? undefined;
  const load = (slice: readonly Staged[]): ReturnType<typeof loadPeopleOf> => {
    const loading = handled(loadPeopleOf(tx, context, slice, people));
    sent.push(loading);
    return loading;
  };
  try {
    let slice = await next();
    let loading = load(slice ?? []);
    while (slice) {
      const loaded = (await loading).filter((person) => !people.byId(person.id));
      await markFollowed(tx, context.changeId, loaded);
      await markLost(tx, { jobId: lease.jobId, changeId: context.changeId }, before, loaded);
      await markCut(tx, { jobId: lease.jobId, changeId: context.changeId }, before, loaded);
      await markBackWith(tx, { jobId: lease.jobId, changeId: context.changeId }, before, loaded);
      noteStoredSpans(stored, loaded);
      for (const person of loaded) people.add(person);
      await markCovered(tx, lease.jobId, slice, before, people, context.excluded);
      const result = await workThrough(slice, people, context, tally);
      for (const { person } of result.touched) changed.add(person.groupId);
      last.push(...result.last);
      const secrets = await secretsOf(new Set(result.touched.map(({ person }) => person)), slice, context.digests);
      await noteCorrected(tx, new Set(result.touched.map(({ person }) => person)), secrets);
      slice = await next();
      // Asked before this slice is written: whomever the slice has touched is in hand already, and the database answers
      // at once.
      if (slice) loading = load(slice);
      sent.push(...write(tx, context, secrets, result, stored, now).map(handled));
      await breathe();
    }
    context.hasLate ||= last.length > 0;
    sent.push(
      handled(families.write(tx, context.hasLate ? undefined : NEAR_FAMILIES)),
      handled(context.numbers.write(tx, context.changeId, now)),
    );
    await Promise.all(sent);
    if (last.length > 0) await writeLast(tx, services.vault, lease, last);
  } finally {
    await Promise.allSettled([...sent, upcoming]);
  }
  await requireOpen(tx, [...changed]);
  const count = (...effects: PersonEffect[]): number =>
    effects.reduce((sum, effect) => sum + (tally.counts.get(effect) ?? 0), 0);
  // Last of all the fence: a worker whose lease was taken over commits nothing.
  const { numAffectedRows } =
    await sql`update file_jobs set checkpoint = ${lastKey}, records_done = records_done + ${countOf(chunk)},
    added = added + ${count('added')}, changed = changed + ${count('changed', 'reinstated')}, ended = ended + ${count('ended', 'voided')}, unchanged = unchanged + ${count('unchanged')},
    refused = refused + ${tally.refused} where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing'`.execute(
      tx,
    );
  if (numAffectedRows === 0n) throw new LeaseLost();
  families.forgetOldest();
  return last.length > 0 && passesOver(await upcoming) ? readNext() : upcoming;
}

/** Whether what this chunk has put behind all others comes before the end of the next, which was read before that. */
const passesOver = (next: Chunk | null): boolean => next === null || next.lastKey >= LAST_FROM;
