import { lineBits } from '@openbenefits/domain/coverage-line';
import { WAIVED_WITHOUT_DAY } from '@openbenefits/domain/files/coverage/waiver';
import { saysEnd } from '@openbenefits/domain/files/ends-and-cobra';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { isForTheEnd, waits } from '../matching/ends-before-additions.ts';
import { headByFormer } from '../matching/family-of-dependent.ts';
import type { FamilyLink } from '../matching/family-links.ts';
import type { Applied, Staged } from '../matching/staged-for-matching.ts';
import type { MatchContext } from '../matching/match-context.ts';
import { matchAndApply } from '../matching/match-and-apply.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import type { MatchingContext } from '../matching/people-of-slice.ts';
import type { GroupNames } from '../matching/resolve-names.ts';
import type { NumberInGroup } from '../matching/ssns-elsewhere.ts';
import { type Refused, refusedBy } from '../staging/refused-record.ts';
import { personLabel, tiersOf } from '../staging/staged-record.ts';
import type { Gained } from './covered-twice.ts';
import { linesEnded } from './ended-and-back.ts';
import { type Arrival, arrivalOf } from './missing/moved-groups.ts';
import type { FamilyPremiums } from './premiums/family-premiums.ts';
import { effectiveOf, type FileChangeRow, linesOf, leftOutOf } from './file-change-rows.ts';
import { whatOf } from './remarks-of-rows.ts';
import { differencesOf } from './record-differences.ts';
import type { RehearsalContext } from './rehearsal-context.ts';
import type { SeenRow } from './row-remarks/seen-row.ts';
import { sharedByLevel } from './row-remarks/shared-by-level.ts';
import { type Held, heldBy } from './rescinded.ts';
import type { Waiting } from './waiting.ts';

/** Records between two breaths. */
export const STEP = 25;

/** What records would do. */
export type RecordResults = {
  rows: FileChangeRow[];
  refused: Refused[];
  numbers: NumberInGroup[];
  gained: Gained[];
  arrivals: Arrival[];
  /** What waits for the end of the file, and why it is refused where nobody comes for it. */
  waiting: Waiting[];
};
export const noResults = (): RecordResults => ({
  rows: [],
  refused: [],
  numbers: [],
  gained: [],
  arrivals: [],
  waiting: [],
});

export const matchOf = (context: MatchingContext & Partial<Pick<RehearsalContext, 'above'>>): MatchContext => ({
  today: context.today,
  retro: context.retro,
  plans: context.plans,
  families: context.families,
  numbers: context.numbers,
  jobId: context.lease.jobId,
  isResent: context.isResent,
  ...(context.above && { above: context.above }),
});

/** Who is in memory, and by what they are matched. */
export type InHand = { people: PeopleInHand; premiums: FamilyPremiums; match: MatchContext };
const NOBODY: ReadonlySet<PersonDraft> = new Set();

/** What the preview of one record reads and notes of its file. */
export type RecordContext = Pick<
  RehearsalContext,
  | 'lease'
  | 'today'
  | 'groups'
  | 'namesakes'
  | 'kept'
  | 'conflicts'
  | 'repeats'
  | 'above'
  | 'noticed'
  | 'covered'
  | 'coveredTwice'
  | 'moved'
  | 'dependentsLeft'
  | 'typedTiers'
  | 'linesNamed'
>;

/** Works out a record: its row, or why it is refused. */
export function workOn(
  staged: Staged,
  { people, premiums, match }: InHand,
  context: RecordContext,
  result: RecordResults,
  far: RecordProblem | undefined,
): Applied | { problems: RecordProblem[] } {
  const { record, groupId } = staged;
  let before: PersonDraft['spans'] = {};
  let held: Held[] = [];
  const applied = far
    ? { problems: [far] }
    : matchAndApply(staged, people, match, context.groups.get(groupId) as GroupNames, (person) => {
        before = { ...person.spans };
        held = heldBy(person, staged, people);
      });
  if ('problems' in applied) {
    const waiting = waits(staged, applied.problems);
    if (waiting) people.waiting.add(record.recordNo);
    if (waiting === 'pack') return applied;
    const refused = refusedBy({ ...record, raw: staged.rawOf(staged.index) }, applied.problems);
    if (waiting === 'file') result.waiting.push({ staged, refused, isForTheEnd: isForTheEnd(applied.problems) });
    else result.refused.push(refused);
    return applied;
  }
  context.above.note(applied);
  const { person, effect, touched } = applied;
  premiums.born(person, record.dateOfBirth);
  const lines = applied.coverages.map(({ line }) => line);
  const own = touched.find((one) => one.person === person);
  const heads = effect === 'unchanged' ? NOBODY : headsOf(applied, people);
  const ended = effect === 'unchanged' || effect === 'added' ? [] : linesEnded(before, person.spans);
  const seen: SeenRow = {
    staged,
    applied,
    before,
    subscriber: people.byId(person.subscriberId ?? ''),
    group: context.groups.get(groupId) as GroupNames,
    today: context.today,
    isEndedHere: context.noticed.endedAndBack.hasEnded(person),
    dependentsOf: (id) => people.dependentsOf(id),
    levelOf: (id, of) => context.typedTiers.levelOf(id, of),
  };
  const said = context.noticed.rows.messagesOf(seen);
  const next =
    effect === 'unchanged' || effect === 'added'
      ? []
      : context.noticed.cancelledNext.note(person, before, context.today);
  context.noticed.note(staged, applied, before, ended, people);
  context.noticed.rescinded.note(staged, applied, held, context.today);
  if (!record.isSubscriber && !person.isNew && people.covered.has(person.id)) context.covered.hasOrAdd('c', person.id);
  context.dependentsLeft.note(staged, applied, before, people);
  const arrival = context.moved && arrivalOf(groupId, applied, before);
  if (arrival) result.arrivals.push(arrival);
  result.gained.push(...context.coveredTwice.note(staged, applied, before, people, context.lease.jobId));
  const remarks = [
    ...[applied.cut].filter((one) => one !== undefined),
    ...said,
    ...next,
    ...[applied.foundBy, applied.earlierHire?.words].filter((one) => one !== undefined),
    ...leftOutOf(record),
  ];
  const what = whatOf(own?.summary ?? (effect === 'unchanged' ? '' : 'Personal details'), remarks);
  if (what.includes(WAIVED_WITHOUT_DAY)) context.noticed.waivedWithoutDay += 1;
  result.rows.push({
    recordNo: record.recordNo,
    line: record.line,
    groupId,
    memberId: person.id,
    label: personLabel(record),
    isSubscriber: record.isSubscriber,
    action: effect,
    what,
    remarks,
    effective: effect === 'unchanged' ? null : effectiveOf(before, person.spans, effect === 'ended' ? ended : []),
    premium: premiums.changeOf(heads, people),
    differences: effect === 'unchanged' ? null : differencesOf(person, before, match.plans),
    others: Math.max(0, touched.length - (own ? 1 : 0)),
    followers: followersOf(applied),
    lines: linesOf(record.action, [...lines, ...sharedByLevel(seen)]),
    ends: lineBits(ended),
    mayGoOn: record.coverages.length > 0 && (ended.length > 0 || saysEnd(record)),
    saysEnd: saysEnd(record),
  });
  const named = context.linesNamed.get(groupId);
  if (named) for (const line of lines) named.add(line);
  else context.linesNamed.set(groupId, new Set(lines));
  if (person.ssnKey && (effect === 'added' || 'ssnEncrypted' in person.after))
    result.numbers.push([groupId, person.ssnKey]);
  if (applied.isByName && record.isSubscriber) context.namesakes.complete(person);
  context.repeats.note(heads);
  context.typedTiers.note(record, person, heads);
  if (record.isSubscriber && effect === 'added') context.conflicts.note(groupId, staged.identity);
  if (context.kept && person.isNew) {
    if (person.subscriberId === null) context.kept.push(person);
    else context.repeats.noteDependent(staged);
  }
  return applied;
}

/**
 * Whom a record takes along beside its own person, with what becomes of each; of whoever goes on elsewhere, also the
 * lines that end. Of a dependent who is added, into whose family, too, and of a subscriber who was a dependent, which,
 * also where nothing ends with it: left out in part, both are looked at again.
 */
function followersOf({ person, effect, touched }: Applied): string | null {
  const isOther = (id: string | null): id is string => id !== null && touched.every((one) => one.person.id !== id);
  const family = effect === 'added' ? person.subscriberId : null;
  const former =
    effect === 'added' && person.subscriberId === null && isOther(person.splitFrom) ? person.splitFrom : null;
  // Of nearly every row of a first file: an id needs no marks before its letters.
  if (former === null && touched.every((one) => one.person === person))
    return family === null ? null : `{"${family}":"comes to"}`;
  const others = touched.flatMap((one): [string, unknown][] =>
    one.person === person
      ? []
      : [[one.person.id, one.lines ? { effect: one.effect, ends: lineBits(one.lines) } : one.effect]],
  );
  if (family !== null) others.unshift([family, 'comes to']);
  if (former !== null) others.unshift([former, 'comes from']);
  return JSON.stringify(Object.fromEntries(others));
}

/** The subscribers of whom a record touched: whoever goes on from another family is of both. */
export function headsOf({ person, touched }: Applied, people: PeopleInHand): Set<PersonDraft> {
  const heads = new Set<PersonDraft>();
  const add = (one: PersonDraft): void => {
    const head = one.subscriberId === null ? one : people.byId(one.subscriberId);
    if (head) heads.add(head);
  };
  add(person);
  for (const other of touched) if (other.person !== person) add(other.person);
  return heads;
}

/** The family's number stands for the subscriber of the record from now on. */
export function noteFamily(
  { record, groupId, familyKey }: Staged,
  applied: Applied | { problems: unknown },
  people: PeopleInHand,
  context: Pick<MatchingContext, 'families'>,
): void {
  if (
    !record.isSubscriber ||
    familyKey === null ||
    people.waiting.has(record.recordNo) ||
    (record.goesOnAbove && 'problems' in applied)
  )
    return;
  const tiers = tiersOf(record);
  const link: FamilyLink = {
    memberId: 'problems' in applied ? null : applied.person.id,
    line: record.line,
    tiers,
    leaves: record.action === 'end',
  };
  context.families.note(groupId, familyKey, link);
  if (!('problems' in applied)) context.families.noteCorrected(applied.person, familyKey, link);
  if (tiers && !('problems' in applied))
    people.tiers.set(applied.person.id, { ...people.tiers.get(applied.person.id), ...tiers });
}

/** Whether a record speaks of people of whom an earlier chunk has spoken, so that it waits for the end of the file. */
export function isRepeat(
  staged: Staged,
  candidates: readonly PersonDraft[],
  far: RecordProblem | 'again' | undefined,
  people: PeopleInHand,
  { repeats, families, numbers, kept }: RehearsalContext,
): boolean {
  if (repeats.isFull || (far !== 'again' && !kept && repeats.isIdle)) return false;
  const { record, groupId, familyKey, paddedKey } = staged;
  const subscriberId = record.isSubscriber
    ? undefined
    : (families.get(groupId, familyKey)?.memberId ??
      people.byFamily(groupId, familyKey, record.familyKey)?.id ??
      families.get(groupId, paddedKey)?.memberId ??
      people.byFamily(groupId, paddedKey, undefined)?.id ??
      numbers.get(groupId, familyKey) ??
      numbers.former(groupId, familyKey) ??
      headByFormer(staged, people, { families, numbers })?.id);
  if (far === 'again' || repeats.isStale(staged, candidates, subscriberId)) return true;
  if (record.isSubscriber || !kept || !repeats.hasDependent(staged)) return false;
  const { ssnKey, birthKey } = staged.identity;
  return !people
    .dependentsOf(subscriberId ?? '')
    .some((one) => (ssnKey !== null && one.ssnKey === ssnKey) || (birthKey !== null && one.birthKey === birthKey));
}
