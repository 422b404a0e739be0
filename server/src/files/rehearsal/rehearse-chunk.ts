import type { RateTable } from '@openbenefits/domain/billing/family-premium';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine, EVERY_LINE, lineBits } from '@openbenefits/domain/coverage/coverage-line';
import type { PersonEffect } from '@openbenefits/domain/coverage/family-coverage';
import { saysEnd } from '@openbenefits/domain/files/apply-record';
import type { EnrollmentAction, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { PHONE_LEFT_OUT } from '@openbenefits/domain/files/judge';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';
import { breathe, handled } from '../queue/breathe.ts';
import type { ChunkOfRecords } from '../staging/chunk-of-records.ts';
import { assertLease } from '../queue/file-lease.ts';
import type { KnownKeys } from '../matching/known-keys.ts';
import { type Applied, type MatchContext, matchAndApply, type Staged } from '../matching/match-and-apply.ts';
import type { Newcomers } from './newcomers.ts';
import { basisOf } from './newcomers-basis.ts';
import { NEAR_FAMILIES } from '../readers/pack-records.ts';
import { PeopleInHand } from '../matching/people-in-hand.ts';
import { loadPeopleOf, type MatchingContext, present } from '../matching/people-of-slice.ts';
import type { FamilyLink } from '../matching/family-links.ts';
import { ZEROS_LOST } from '../matching/family-of-dependent.ts';
import { type GroupNames, loadGroupNames } from '../matching/resolve-names.ts';
import type { FarConflicts } from '../matching/far-conflicts.ts';
import type { CoveredTwice, Gained } from './covered-twice.ts';
import type { DependentsLeft } from './dependents-left.ts';
import { linesEnded } from './ended-and-back.ts';
import { FamilyPremiums } from './family-premiums.ts';
import { beforeGroup, endsAgain, type Noticed, staysEnded } from './noticed.ts';
import { differencesOf } from './record-differences.ts';
import type { Repeats } from './repeats.ts';
import type { TypedTiers } from './typed-tiers.ts';
import { type Refused, refusedBy, writeRefusals } from '../staging/stage-records.ts';
import { countElsewhere, type NumberInGroup } from '../matching/ssns-elsewhere.ts';
import type { SeenKeys } from '../staging/seen-keys.ts';
import { type SealedNewcomers, sealNewcomers, writeNewcomers } from './staged-newcomers.ts';
import { personLabel, tiersOf } from '../staging/staged-record.ts';

export type RehearsalContext = MatchingContext & {
  known: KnownKeys;
  /** The day that premiums are compared on. */
  premiumDay: CalendarDate;
  rates: RateTable;
  /** What each plan costs more or less with the file, in cents a month. */
  byPlan: Map<string, number>;
  /** New subscribers whose dependents come much later in the file; nobody else outlives a chunk. Null where no dependents come late. */
  kept: PersonDraft[] | null;
  newcomers: Newcomers;
  /** New subscribers who contradict each other across chunks. */
  conflicts: FarConflicts;
  /** Records about people whom an earlier chunk has brought in or changed. */
  repeats: Repeats;
  /** What stands out about people, for the remarks and the safety stops. */
  noticed: Noticed;
  /** Dependents of earlier files whom this one covers as well. */
  covered: SeenKeys;
  /** People who are covered twice afterwards, in two places of a group. */
  coveredTwice: CoveredTwice;
  /** Dependents who stay ended though their subscriber is covered again. */
  dependentsLeft: DependentsLeft;
  /** Tiers that the file names and covered dependents contradict. */
  typedTiers: TypedTiers;
  /** Newcomers found so far: each has a change item and a member number of its own. */
  newcomersFound: number;
  /** The lines of coverage that the file names, by group. */
  linesNamed: Map<string, Set<CoverageLine>>;
  /** People whose SSN somebody of another group has as well. */
  elsewhere: number;
  /** What the newcomers of a group are worked out from, asked before anybody of it is looked up. */
  bases: Map<string, string | null>;
};

type Row = {
  recordNo: number; line: number; groupId: string; memberId: string | null; label: string; isSubscriber: boolean; action: PersonEffect; what: string; effective: CalendarDate | null; premium: number;
  differences: string | null; others: number; lines: number | null; ends: number; mayGoOn: boolean; saysEnd: boolean;
};

/** The day the coverage of a person changes: the first day of what is new, else the last day of what ends. */
function effectiveOf(before: PersonDraft['spans'], after: PersonDraft['spans']): CalendarDate | null {
  for (const line of COVERAGE_LINES) {
    const was = before[line] ?? [];
    const is = after[line] ?? [];
    if (was === is) continue;
    const fresh = is.findLast((span) => !was.some((old) => old.from === span.from && old.planId === span.planId));
    if (fresh) return fresh.from;
    const ended = is.find((span) => was.some((old) => old.from === span.from && old.until !== span.until));
    if (ended?.until) return addDays(ended.until, -1);
    const gone = was.find((old) => !is.some((span) => span.from === old.from));
    if (gone) return gone.followed ? addDays(gone.from, -1) : gone.from;
  }
  return null;
}

/** What a record says of lines, as bits: those it names; of whoever leaves all. Null where it says nothing of coverage (001 or 025 without HD). */
function linesOf(action: EnrollmentAction, lines: readonly CoverageLine[]): number | null {
  if (lines.length > 0) return action === 'end' ? EVERY_LINE : lineBits(lines);
  return action === 'end' ? EVERY_LINE : action === 'change' || action === 'reinstate' ? null : 0;
}

/** What a record does, and what of it was left out though the rest was taken. */
const whatOf = ({ warnings }: Staged['record'], done: string, ...said: (string | undefined)[]): string => [done, ...said, warnings.some(({ code }) => code === PHONE_LEFT_OUT) ? 'Phone number left out' : ''].filter(Boolean).join('; ');

async function writeRows(tx: Tx, jobId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into file_changes (job_id, record_no, line, group_id, member_id, person_label, is_subscriber, action, what, effective_date, premium_change, differences, others, lines, ends, may_go_on, says_end)
    select ${jobId}, x.record_no, x.line, x.group_id, x.member_id, x.label, x.is_subscriber, x.action, x.what, x.effective, x.premium, x.differences, x.others, x.lines, x.ends, x.may_go_on, x.says_end from unnest(
      ${arrayOf('int', rows.map((row) => row.recordNo))}, ${arrayOf('int', rows.map((row) => row.line))}, ${arrayOf('uuid', rows.map((row) => row.groupId))}, ${arrayOf('uuid', rows.map((row) => row.memberId))},
      ${arrayOf('text', rows.map((row) => row.label))}, ${rows.map((row) => row.isSubscriber)}::boolean[], ${arrayOf('text', rows.map((row) => row.action))}, ${arrayOf('text', rows.map((row) => row.what))},
      ${arrayOf('date', rows.map((row) => row.effective))}, ${arrayOf('bigint', rows.map((row) => row.premium))}, ${arrayOf('jsonb', rows.map((row) => row.differences))}, ${arrayOf('int', rows.map((row) => row.others))},
      ${arrayOf('int', rows.map((row) => row.lines))}, ${arrayOf('int', rows.map((row) => row.ends))}, ${rows.map((row) => row.mayGoOn)}::boolean[], ${rows.map((row) => row.saysEnd)}::boolean[])
      as x(record_no, line, group_id, member_id, label, is_subscriber, action, what, effective, premium, differences, others, lines, ends, may_go_on, says_end)`.execute(tx);
}

/** Records between two breaths. */
const STEP = 25;

/** What the records of a slice would do. */
type SliceResult = { rows: Row[]; refused: Refused[]; newcomers: Promise<SealedNewcomers>[]; numbers: NumberInGroup[]; gained: Gained[] };

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

const matchOf = (context: RehearsalContext): MatchContext => ({ today: context.today, retro: context.retro, plans: context.plans, families: context.families, numbers: context.numbers, jobId: context.lease.jobId });

type InHand = { people: PeopleInHand; premiums: FamilyPremiums; match: MatchContext };
const NOBODY: ReadonlySet<PersonDraft> = new Set();

/** Works out a record: its row, or why it is refused. */
function workOn(staged: Staged, { people, premiums, match }: InHand, context: RehearsalContext, result: SliceResult, far: RecordProblem | undefined): Applied | { problems: RecordProblem[] } {
  const { record, groupId } = staged;
  let before: PersonDraft['spans'] = {};
  const applied = far ? { problems: [far] } : matchAndApply(staged, people, match, context.groups.get(groupId) as GroupNames, (person) => void (before = { ...person.spans }));
  if ('problems' in applied) {
    result.refused.push(refusedBy({ ...record, raw: staged.rawOf(staged.index) }, applied.problems));
    return applied;
  }
  const { person, effect, touched } = applied;
  const lines = applied.coverages.map(({ line }) => line);
  const own = touched.find((one) => one.person === person);
  const heads = effect === 'unchanged' ? NOBODY : headsOf(applied, people);
  const ended = effect === 'unchanged' || effect === 'added' ? [] : linesEnded(before, person.spans);
  const stays = applied.cut === undefined ? staysEnded(staged, applied) : undefined;
  if (stays !== undefined) context.noticed.staysEnded += 1;
  const again = endsAgain(staged, applied, before);
  if (again !== undefined) context.noticed.repeatedEnds += 1;
  const early = beforeGroup(before, person, context.groups.get(groupId) as GroupNames);
  if (early !== undefined) context.noticed.beforeGroup += 1;
  context.noticed.note(staged, applied, before, ended, people, context.today);
  if (!record.isSubscriber && !person.isNew && people.covered.has(person.id)) context.covered.hasOrAdd('c', person.id);
  context.dependentsLeft.note(staged, applied, before, people);
  result.gained.push(...context.coveredTwice.note(staged, applied, before, people, context.lease.jobId));
  result.rows.push({
    recordNo: record.recordNo, line: record.line, groupId, memberId: person.id, label: personLabel(record), isSubscriber: record.isSubscriber, action: effect,
    what: whatOf(record, own?.summary ?? (effect === 'unchanged' ? '' : 'Personal details'), applied.cut, stays, again, early, applied.zerosLost ? ZEROS_LOST : undefined), effective: effect === 'unchanged' ? null : effectiveOf(before, person.spans),
    premium: premiums.changeOf(heads, people), differences: effect === 'unchanged' ? null : differencesOf(person, before, match.plans), others: Math.max(0, touched.length - (own ? 1 : 0)),
    lines: linesOf(record.action, lines), ends: lineBits(ended), mayGoOn: record.isSubscriber && record.coverages.length > 0 && ended.length > 0, saysEnd: saysEnd(record),
  });
  const named = context.linesNamed.get(groupId);
  if (named) for (const line of lines) named.add(line);
  else context.linesNamed.set(groupId, new Set(lines));
  if (person.ssnKey && (effect === 'added' || 'ssnEncrypted' in person.after)) result.numbers.push([groupId, person.ssnKey]);
  context.repeats.note(heads);
  context.typedTiers.note(record, person, heads);
  if (record.isSubscriber && effect === 'added') context.conflicts.note(groupId, staged.identity);
  if (context.kept && person.isNew) {
    if (person.subscriberId === null) context.kept.push(person);
    else context.repeats.noteDependent(staged);
  }
  return applied;
}

/** The subscribers of whom a record touched: whoever goes on from another family is of both. */
function headsOf({ person, touched }: Applied, people: PeopleInHand): Set<PersonDraft> {
  const heads = new Set<PersonDraft>();
  for (const one of [person, ...touched.map((other) => other.person)]) {
    const head = one.subscriberId === null ? one : people.byId(one.subscriberId);
    if (head) heads.add(head);
  }
  return heads;
}

/** The family's number stands for the subscriber of the record from now on. */
function noteFamily({ record, groupId, familyKey }: Staged, applied: Applied | { problems: unknown }, people: PeopleInHand, context: RehearsalContext): void {
  if (!record.isSubscriber || familyKey === null) return;
  const tiers = tiersOf(record);
  const link: FamilyLink = { memberId: 'problems' in applied ? null : applied.person.id, line: record.line, tiers, leaves: record.action === 'end' };
  context.families.note(groupId, familyKey, link);
  if (!('problems' in applied)) context.families.noteCorrected(applied.person, familyKey, link);
  if (tiers && !('problems' in applied)) people.tiers.set(applied.person.id, tiers);
}

/** Whether a record speaks of people of whom an earlier chunk has spoken, so that it waits for the end of the file. */
function isRepeat(staged: Staged, candidates: readonly PersonDraft[], far: RecordProblem | 'again' | undefined, people: PeopleInHand, { repeats, families, kept }: RehearsalContext): boolean {
  if (repeats.isFull || (far !== 'again' && !kept && repeats.isIdle)) return false;
  const { record, groupId, familyKey, paddedKey } = staged;
  const subscriberId = record.isSubscriber ? undefined : (families.get(groupId, familyKey)?.memberId ?? people.byFamily(groupId, familyKey, record.familyKey)?.id ?? families.get(groupId, paddedKey)?.memberId ?? people.byFamily(groupId, paddedKey, undefined)?.id);
  if (far === 'again' || repeats.isStale(staged, candidates, subscriberId)) return true;
  if (record.isSubscriber || !kept || !repeats.hasDependent(staged)) return false;
  const { ssnKey, birthKey } = staged.identity;
  return !people.dependentsOf(subscriberId ?? '').some((one) => (ssnKey !== null && one.ssnKey === ssnKey) || (birthKey !== null && one.birthKey === birthKey));
}

async function workThrough(slice: readonly Staged[], next: Staged | undefined, people: PeopleInHand, premiums: FamilyPremiums, context: RehearsalContext): Promise<SliceResult> {
  const result: SliceResult = { rows: [], refused: [], newcomers: [], numbers: [], gained: [] };
  const inHand: InHand = { people, premiums, match: matchOf(context) };
  for (const [index, staged] of slice.entries()) {
    if (index % STEP === STEP - 1) await breathe();
    const { record, groupId } = staged;
    const candidates = record.isSubscriber ? people.candidates(groupId, staged.identity) : [];
    const isAlone = candidates.length === 0;
    const far = record.isSubscriber && isAlone ? context.conflicts.find(groupId, staged.identity) : undefined;
    if (isRepeat(staged, candidates, far, people, context)) {
      context.repeats.keepBack(staged);
      context.newcomers.take(staged, { problems: [] }, false);
    } else {
      const applied = workOn(staged, inHand, context, result, far === 'again' ? undefined : far);
      context.newcomers.take(staged, applied, isAlone);
      noteFamily(staged, applied, people, context);
    }
    if ((slice[index + 1] ?? next)?.packKey !== staged.packKey) result.newcomers.push(...closePack(staged, context));
  }
  return result;
}

/**
 * Works out the records that were kept back, among all that speak of the same people, in file order: the others were worked out before, and leave no trace now.
 */
export async function rehearseAgain(tx: Tx, context: RehearsalContext, wanted: readonly Staged[]): Promise<void> {
  const { services, lease, repeats, families } = context;
  const { alike } = families;
  const people = new PeopleInHand();
  const premiums = new FamilyPremiums(context);
  const again = { ...context, kept: null };
  const match = matchOf(context);
  const result: SliceResult = { rows: [], refused: [], newcomers: [], numbers: [], gained: [] };
  for (const [index, staged] of wanted.entries()) {
    if (index % SLICE_AGAIN === 0) {
      const loaded = (await loadPeopleOf(tx, context, wanted.slice(index, index + SLICE_AGAIN), people)).filter((person) => !people.byId(person.id));
      for (const person of loaded) people.add(person);
      premiums.note(loaded, people);
    }
    if (index % STEP === STEP - 1) await breathe();
    if (repeats.recordNos.has(staged.record.recordNo)) noteFamily(staged, workOn(staged, { people, premiums, match }, again, result, undefined), people, again);
    else {
      let before: PersonDraft['spans'] = {};
      const applied = matchAndApply(staged, people, match, context.groups.get(staged.groupId) as GroupNames, (person) => void (before = { ...person.spans }));
      if (!('problems' in applied)) {
        for (const head of headsOf(applied, people)) premiums.settle(head, people);
        context.noticed.endedAndBack.note(applied, linesEnded(before, applied.person.spans), true);
      }
      noteFamily(staged, applied, people, again);
    }
  }
  families.alike = alike;
  context.typedTiers.endChunk(people, context.premiumDay, false);
  await writeRows(tx, lease.jobId, result.rows);
  await writeRefusals(tx, services, lease, result.refused, true);
  context.elsewhere += await countElsewhere(tx, result.numbers);
  await context.coveredTwice.ask(tx, result.gained);
  await assertLease(tx, lease);
}

/** Records whose people are read at a time when they are worked out again. */
const SLICE_AGAIN = 400;

/**
 * Works out what the records of a chunk would do and writes that down: people and coverage are only read. The same matching and the same rules as when it
 * is applied. `onWorked` is called when everything is worked out and only the database still writes, with what `next` has read.
 */
export async function rehearseChunk(tx: Tx, context: RehearsalContext, { slices }: ChunkOfRecords, next: (tx: Tx) => Promise<ChunkOfRecords | null>, onWorked: (next: ChunkOfRecords | null) => void): Promise<void> {
  const { services, lease } = context;
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(tx);
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
    // A pipeline: while a slice is matched, the database writes the one before and reads whom the next may mean. A rehearsal alters nobody, so that is never too early.
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
      sent.push(handled(writeRows(tx, lease.jobId, rows)), handled(writeRefusals(tx, services, lease, refused, true)));
      sealing.push(...newcomers);
      numbersOfAll.push(...numbers);
      gainedByAll.push(...gained);
      await breathe();
    }
    // Families are remembered from chunk to chunk; only a dependent who comes late may ask for one that was forgotten.
    sent.push(handled(context.families.write(tx, context.kept ? undefined : NEAR_FAMILIES)));
    context.repeats.endChunk();
    context.typedTiers.endChunk(people, context.premiumDay, context.kept !== null);
    context.noticed.endedAndBack.endChunk();
    onWorked(await upcoming);
    await writeNewcomers(tx, lease, await Promise.all(sealing));
    await Promise.all(sent);
  } finally {
    await Promise.allSettled([...sent, ...sealing, upcoming, loading]);
  }
  const elsewhere = await countElsewhere(tx, numbersOfAll);
  context.elsewhere += elsewhere;
  await context.coveredTwice.ask(tx, gainedByAll);
  const done = slices.reduce((sum, slice) => sum + slice.length, 0);
  await sql`update file_jobs set records_done = records_done + ${done} where id = ${lease.jobId}`.execute(tx);
  await assertLease(tx, lease);
}
