import { addDays, type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { AGE_OUT_AGE, isAgedOut } from '@openbenefits/domain/coverage/age-out';
import { startAfterAnother } from '@openbenefits/domain/coverage/coverage-change';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { StatedLevel } from '@openbenefits/domain/coverage/stated-level';
import { ENDING, endsRepeated, isOnCobra } from '@openbenefits/domain/files/apply-record';
import { isSetting, isStating } from '@openbenefits/domain/files/enrollment-record';
import { isAddressCut } from '@openbenefits/domain/files/judge-address';
import { plainName } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { canAgeOut } from '@openbenefits/domain/members/relationship';
import type { Applied, Staged } from '../matching/match-and-apply.ts';
import { type GroupNames, LINE_NOT_OFFERED } from '../matching/resolve-names.ts';
import { comesBack } from './comes-back.ts';
import { changesNothing, startsLater } from './later-starts.ts';
import { cancelsMore, endsNothing, nothingCancelled, nothingEnded } from './nothing-done.ts';

/** A record that was worked out: what its person held before, and what is known beside. `isEndedHere`: an earlier record of the file has ended the person. */
export type SeenRow = {
  staged: Staged;
  applied: Applied;
  before: PersonDraft['spans'];
  subscriber: PersonDraft | undefined;
  group: GroupNames;
  today: CalendarDate;
  isEndedHere: boolean;
  dependentsOf: (subscriberId: string) => readonly PersonDraft[];
  /** The level that the file has named for a subscriber's line. */
  levelOf: (subscriberId: string, line: CoverageLine) => StatedLevel | undefined;
};

/**
 * Coverage that the file names without an end, as going on, and that has an end here which nothing in it takes back: a full file after an end by another hand,
 * an addition that is repeated, a change of something else that is sent with the coverage as it was.
 */
function staysEnded({
  staged: {
    record: { action, coverages },
  },
  applied: { coverages: resolved, person, cut },
  subscriber,
}: SeenRow): string | undefined {
  if (cut !== undefined || action === 'end' || action === 'reinstate') return undefined;
  const said = resolved.flatMap(({ line, planId, action: does, until, isByRules }, place) => {
    const last = person.spans[line]?.at(-1);
    const from = coverages[place]?.from;
    // A dependent who is named without a day shares what the subscriber has, and ends with it.
    if (isByRules && last?.until && subscriber?.spans[line]?.at(-1)?.until === last.until) return [];
    if (
      !last?.until ||
      !isSetting(does) ||
      until !== undefined ||
      place >= coverages.length ||
      last.planId !== planId ||
      (from !== undefined && from >= last.until)
    )
      return [];
    return [`${COVERAGE_LINE_LABEL[line]} has ended here on ${formatDate(addDays(last.until, -1))} and stays ended, though the file names it without an end`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** A plan of which the file names a first day on which another was covered here: that stays, unless it is a change (001, 026). */
function startsBeforeAnother({
  staged: {
    record: { coverages },
  },
  applied: { coverages: resolved },
  before,
}: SeenRow): string | undefined {
  const said = resolved.flatMap(({ line, planId, action, until, isByRules, from: taken, changedOn }, place) => {
    const from = coverages[place]?.from;
    const known =
      isStating(action) && from !== undefined && planId !== undefined && !isByRules && (taken === from || taken !== changedOn)
        ? startAfterAnother(before[line] ?? [], { planId, from, ...(until ? { until } : {}) })
        : undefined;
    return known === undefined
      ? []
      : [
          `${COVERAGE_LINE_LABEL[line]}: the file names ${formatDate(from as CalendarDate)} as the first day of this plan, and another was covered here until ${formatDate(addDays(known, -1))}; that stays`,
        ];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * A plan that the file names without an end, and that another has followed here, or will: the file knows nothing of the change, or it was taken back. What
 * follows stays, because many full files name only what holds on
 * their day. Not where the record names the other, too.
 */
function followedHere({
  staged: {
    record: { action, coverages },
  },
  applied: { coverages: resolved, person },
}: SeenRow): string | undefined {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said = resolved.flatMap(({ line, planId, action: does, until }, place) => {
    const from = coverages[place]?.from;
    if (!isSetting(does) || until !== undefined || from === undefined || planId === undefined) return [];
    const held = person.spans[line] ?? [];
    const named = held.find((span) => span.planId === planId && contains(span, from));
    const next = named?.until ? held.find((span) => span.from >= (named.until ?? '') && span.planId !== planId) : undefined;
    if (
      !next ||
      held.some((span) => span.planId === planId && span.from >= next.from) ||
      resolved.some((other) => other.line === line && other.planId === next.planId)
    )
      return [];
    return [`${COVERAGE_LINE_LABEL[line]}: another plan follows here from ${formatDate(next.from)}, though the file names this one without an end`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * Coverage that has an end here and that a change (001) covers beyond it. Whoever says so may mean it, though a reinstatement (025) or an addition (021) would
 * say it. What an
 * earlier record of the file has ended is a change of plan, sent as two.
 */
function opensAgain({
  staged: {
    record: { action },
  },
  applied: {
    coverages,
    person: { spans },
  },
  before,
  isEndedHere,
}: SeenRow): string | undefined {
  if (isEndedHere || action === 'end' || action === 'reinstate') return undefined;
  const said = coverages.flatMap(({ line, action: does }) => {
    if (does !== 'change' && (does !== 'compare' || action !== 'change')) return [];
    const was = before[line]?.at(-1)?.until;
    const is = spans[line]?.at(-1);
    if (!was || !is || (is.until !== null && is.until <= was)) return [];
    return [
      `${COVERAGE_LINE_LABEL[line]} has ended here on ${formatDate(addDays(was, -1))}; the change (001) covers it again from ${formatDate(is.from > was ? is.from : was)}`,
    ];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** An end that is known already, of coverage after which other has begun: senders repeat it for weeks. */
function endsAgain({
  staged: {
    record: { action, endsUntil, benefitStatus },
  },
  applied: { coverages, person },
  before,
  subscriber,
}: SeenRow): string | undefined {
  const lines = endsRepeated({ action, endsUntil, benefitStatus, coverages }, before, isOnCobra(person, subscriber));
  return lines.length > 0 ? 'The end is known of earlier coverage; what began later goes on' : undefined;
}

/** The lines that go on without an end, in words. */
function openLines(spans: PersonDraft['spans']): string | undefined {
  const lines = COVERAGE_LINES.filter((line) => spans[line]?.some(({ until }) => until === null));
  return lines.length > 0 ? lines.map((line) => COVERAGE_LINE_LABEL[line].toLowerCase()).join(', ') : undefined;
}

/**
 * Somebody whose employment has ended by what an 834 says (337, or INS08 without a day), and of whom it ends no coverage: severance pays for some, and others
 * were forgotten.
 */
function leftAndCovered({
  staged: {
    record: { source, terminationDate, hasLeft, action, isSubscriber },
  },
  applied: {
    person: { spans, values },
  },
  today,
}: SeenRow): string | undefined {
  if (source !== 'edi834' || !isSubscriber || action === 'end' || values.benefitStatus === 'C' || values.benefitStatus === 'S') return undefined;
  if (terminationDate === undefined ? !hasLeft : terminationDate > today) return undefined;
  const lines = openLines(spans);
  return lines === undefined
    ? undefined
    : `Employment ${terminationDate === undefined ? 'has ended (INS08 TE)' : `ended on ${formatDate(terminationDate)} (337)`}; ${lines} goes on without an end`;
}

/** INS04: death, termination of employment, quit, fired. */
const LEFT_FOR: ReadonlySet<string> = new Set(['03', '08', '16', '17']);

/**
 * Somebody who leaves by what an 834 says (INS03 024, with its reason or the end of the employment) while it names only some of the lines: the others may be
 * another carrier's to end, or forgotten.
 */
function endsSomeLines({
  staged: {
    record: { source, action, coverages, maintenanceReason = '', terminationDate, hasLeft },
  },
  applied: {
    effect,
    person: { spans },
  },
}: SeenRow): string | undefined {
  if (
    source !== 'edi834' ||
    action !== 'end' ||
    coverages.length === 0 ||
    effect === 'unchanged' ||
    !(LEFT_FOR.has(maintenanceReason) || terminationDate !== undefined || hasLeft)
  )
    return undefined;
  const named = new Set(coverages.map(({ line }) => line));
  const lines = openLines(Object.fromEntries(COVERAGE_LINES.flatMap((line) => (named.has(line) ? [] : [[line, spans[line]]]))));
  return lines === undefined ? undefined : `Leaves by what the file says (INS03 024), and it names no end of ${lines}, which goes on`;
}

/** Two last days in one end: that of the coverage (349) counts before the end of eligibility (357). */
function endsDiffer({
  staged: {
    record: { source, action, coverages, eligibilityUntil },
  },
  applied: { effect },
}: SeenRow): string | undefined {
  if (source !== 'edi834' || action !== 'end' || eligibilityUntil === undefined || effect === 'unchanged') return undefined;
  const said = coverages.flatMap(({ line, action: does, until }) =>
    does === 'end' && until !== undefined && until !== eligibilityUntil
      ? [
          `${COVERAGE_LINE_LABEL[line]}: the last day (349), ${formatDate(addDays(until, -1))}, was taken, and not the end of eligibility (357), ${formatDate(addDays(eligibilityUntil, -1))}`,
        ]
      : [],
  );
  return said.length > 0 ? said.join('; ') : undefined;
}

/** An end of which the file names no last day but that of the death. */
function endsAtDeath({
  staged: {
    record: { dateOfDeath, endsAtDeath: isTaken },
  },
  applied: { effect },
}: SeenRow): string | undefined {
  return isTaken && dateOfDeath !== undefined && effect !== 'unchanged'
    ? `The file names no last day; the date of death (INS12), ${formatDate(dateOfDeath)}, was taken for it`
    : undefined;
}

/** Somebody who has died by what an 834 says, and keeps coverage after it. */
function diedAndCovered({
  staged: {
    record: { dateOfDeath },
  },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): string | undefined {
  if (dateOfDeath === undefined || dateOfDeath > today) return undefined;
  const lines = openLines(spans);
  return lines === undefined ? undefined : `Died on ${formatDate(dateOfDeath)} by what the file says (INS12); ${lines} goes on without an end`;
}

/** Another plan that a list names from the first day of the one on record, which began before today: perhaps the day of the change stands elsewhere. */
function takenBack({
  staged: {
    record: { source },
  },
  applied: {
    effect,
    person: { spans },
  },
  before,
  today,
}: SeenRow): string | undefined {
  if (source !== 'census' || effect === 'added') return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find((span) => span.from < today && (span.until === null || span.until > today));
    const is = was && spans[line]?.find(({ from }) => from === was.from);
    return was && is && is.planId !== was.planId
      ? [`${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(was.from)}, the first day of the one on record, which is taken back`]
      : [];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * Another plan that a file puts in the place of the one on record from a day far back: its first day, or one beyond the days that the group allows for ends.
 * Many senders write the first day of the line there, and the
 * premium of all those months changes with it. A change (001) from a later day than the first is meant, as is what the record itself ends.
 */
function replacedFarBack({
  staged: {
    record: { source },
  },
  applied: { coverages, effect, person, touched },
  before,
  group: { retroTermDays },
  today,
}: SeenRow): string | undefined {
  // The periods of somebody new may stand in several rows of a list.
  if (effect === 'added' || (source === 'census' && person.isNew)) return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find((span) => span.from < today && (span.until === null || span.until > today));
    const is = person.spans[line]?.find((span) => contains(span, today));
    const says = coverages.filter((one) => one.line === line);
    if (!was || !is || is.planId === was.planId || is.from < was.from || is.from >= today || says.some(({ action }) => ENDING.has(action))) return [];
    // Of a list it is told by itself.
    if (is.from === was.from)
      return source === 'census'
        ? []
        : [`${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(was.from)}, the first day of the one on record, which is taken back`];
    return is.from < addDays(today, -retroTermDays) && says.some(({ action, planId }) => planId === is.planId && isStating(action))
      ? [
          `${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(is.from)} on, further back than the ${retroTermDays} days that the group allows for ends`,
        ]
      : [];
  });
  const others = touched.filter((one) => one.person !== person).length;
  return said.length > 0 ? `${said.join('; ')}${others > 0 ? `, for ${others} ${others === 1 ? 'dependent' : 'dependents'} too` : ''}` : undefined;
}

/** The day of the change (303) was taken for the first day (348), which is that of the line. */
function changesOn({
  staged: {
    record: { coverages, source },
  },
  applied: { coverages: resolved },
}: SeenRow): string | undefined {
  const [change, first] = source === 'census' ? ['', ''] : [' (303)', ' (348)'];
  const said = resolved.flatMap(({ line, from, changedOn }, place) =>
    changedOn !== undefined && from === changedOn && coverages[place]?.from !== from
      ? [`${COVERAGE_LINE_LABEL[line]}: the plan changes on ${formatDate(changedOn)}${change}; the first day of the line${first} stays`]
      : [],
  );
  return said.length > 0 ? said.join('; ') : undefined;
}

/** Coverage that begins before the group is in force, as a first day with an earlier carrier does: by hand it is refused, a file may mean it. */
function beforeGroup({
  before,
  applied: {
    person: { spans },
  },
  group: { effectiveDate },
}: SeenRow): string | undefined {
  const lines = COVERAGE_LINES.filter(
    (line) => before[line] !== spans[line] && spans[line]?.some(({ from }) => from < effectiveDate && !before[line]?.some((known) => known.from === from)),
  );
  return lines.length > 0
    ? `${lines.map((line) => COVERAGE_LINE_LABEL[line]).join(', ')} begins before the group, which is in force from ${formatDate(effectiveDate)} on`
    : undefined;
}

/** A level "plus one" that the list's own dependents have told. */
function plusOne({
  staged: {
    record: { warnings },
  },
}: SeenRow): string | undefined {
  const said = warnings.flatMap(({ code, message }) => (code === 'plus_one_read' ? [message] : []));
  return said.length > 0 ? said.join('; ') : undefined;
}

/** Lines of a list of which the group offers nothing. */
function notOffered({
  staged: {
    record: { warnings },
  },
}: SeenRow): string | undefined {
  const said = warnings.flatMap(({ code, message }) => (code === LINE_NOT_OFFERED ? [message] : []));
  return said.length > 0 ? said.join('; ') : undefined;
}

/** An address with a wrong state or ZIP code, of somebody who has one: it stays as it is. */
function addressKept({
  staged: { record },
  applied: {
    person: { values },
  },
}: SeenRow): string | undefined {
  if (!isAddressCut(record)) return undefined;
  const isKept = (
    [
      [record.addressLine1, values.addressLine1],
      [record.city, values.city],
      [record.state, values.state],
      [record.zip, values.zipCode],
    ] as const
  ).some(([told, known]) => told !== undefined && plainName(told) !== plainName(known));
  return isKept ? 'The address stays as it was' : undefined;
}

/** No Change of a line that the employee does not have: nothing comes of it, and the employer may think otherwise. */
function keepsNothing({
  staged: {
    record: { kept = [], isSubscriber },
  },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): string | undefined {
  const lines =
    isSubscriber && kept.length < COVERAGE_LINES.length ? kept.filter(({ line }) => !spans[line]?.some(({ until }) => until === null || until > today)) : [];
  return lines.length > 0 ? `${lines.map(({ line }) => COVERAGE_LINE_LABEL[line]).join(', ')}: stays as it is, which is without coverage` : undefined;
}

/** A child of 26 or older of a list that names no plan for it, so that nothing was told when it was read. */
function sharesOverAge({
  staged: { record },
  applied: {
    person: { spans },
  },
  today,
}: SeenRow): string | undefined {
  const { source, isSubscriber, relationship, dateOfBirth, handicapped, coverages } = record;
  if (
    source !== 'census' ||
    isSubscriber ||
    handicapped ||
    coverages.length > 0 ||
    dateOfBirth === undefined ||
    !canAgeOut(relationship) ||
    !isAgedOut(dateOfBirth, today)
  )
    return undefined;
  const lines = openLines(spans);
  return lines === undefined ? undefined : `A child is ${AGE_OUT_AGE} or older and is not marked as disabled; ${lines} goes on`;
}

/** Another SSN or birth date than is on record, of somebody whom a list tells by the rest. */
const identityReplaced = ({
  staged: {
    record: { source },
  },
  applied: { replaced },
}: SeenRow): string | undefined => (source === 'census' && replaced ? `${replaced} on record was another; that of the list takes its place` : undefined);

/** Somebody of whom the file and the record know nothing in common but the name. */
const foundByName = ({ applied: { isByName } }: SeenRow): string | undefined =>
  isByName ? 'Found by the name alone: nobody else here has it, and nothing else could be compared' : undefined;

/** What is said at the row of a record, and of the file with the number of such rows. */
const ROW_REMARKS: readonly { of: (row: SeenRow) => string | undefined; text: string }[] = [
  { of: staysEnded, text: 'The file names coverage without an end that has ended here; it stays ended until it is reinstated' },
  { of: followedHere, text: 'The file names a plan without an end that another follows here; what follows stays' },
  { of: startsBeforeAnother, text: 'The file names an earlier first day of a plan, on which another was covered here; what was covered stays' },
  {
    of: comesBack,
    text: 'The file names a plan with a first and a last day inside the coverage of another one, which goes on again behind it; where it does not, send its end',
  },
  { of: opensAgain, text: 'Changes (001) cover again what has ended here; leave out whoever should stay ended (a reinstatement is sent as 025)' },
  { of: startsLater, text: 'The file names a later first day of coverage than is known; the earlier day stays' },
  {
    of: changesNothing,
    text: 'Changes (001) name a later first day of the plan and level that people have already; nothing changes and the earlier day stays. Where coverage did begin later, cancel it (HD01 002) and add it from that day',
  },
  {
    of: nothingCancelled,
    text: 'Cancellations (002) of a plan or a first day that is not on record; nothing was cancelled, and the coverage on record goes on',
  },
  {
    of: cancelsMore,
    text: 'Cancellations (002) name a later first day than is known of the coverage, and cancel all of it; where it was covered until then, send an end (024) instead',
  },
  {
    of: nothingEnded,
    text: 'Reinstatements (025) of coverage that has not ended here; it goes on without a gap. Where an end did not arrive, send it, and then the reinstatement',
  },
  {
    of: endsNothing,
    text: 'Ends (024) of coverage that people do not have here, and have not had; nothing ended. Where its beginning did not arrive, ask for it',
  },
  { of: endsAgain, text: 'Ends are repeated of people who were covered again since; what began later goes on' },
  { of: leftAndCovered, text: 'The file says that employment has ended (337, or INS08 TE) and ends no coverage; it goes on until an end is sent (024)' },
  {
    of: endsSomeLines,
    text: 'People leave by what the file says (INS03 024), and it ends only some of their lines; the others go on until an end is sent (024)',
  },
  { of: endsDiffer, text: 'Ends name two last days; that of the coverage (349) was taken, and not the end of eligibility (357)' },
  { of: endsAtDeath, text: 'Ends without a last day were taken to end with the date of death (INS12)' },
  { of: diedAndCovered, text: 'The file says that people have died (INS12) and leaves coverage without an end; it goes on until an end is sent (024)' },
  { of: beforeGroup, text: 'Coverage begins before the group is in force; correct it where that is the first day with an earlier carrier' },
  {
    of: plusOne,
    text: 'A coverage level "plus one" was read as employee and spouse, or employee and children, by the one dependent of the list who is covered under it',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? changesOn(row) : undefined),
    text: 'The list names another plan with the first day of the one on record, and the day of the change behind it; the plan changes on that day',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? undefined : changesOn(row)),
    text: 'The file names another plan with the first day of the line (348) and the day of the change (303) behind it; the plan changes on that day',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? replacedFarBack(row) : undefined),
    text: 'The list names another plan than is on record from far back, and the premium of all those months changes; where the change holds from a later day, write that day',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? undefined : replacedFarBack(row)),
    text: 'Another plan takes the place of the one on record from its first day, or from far back, for dependents too; where the change holds from a later day, send that (348)',
  },
  {
    of: notOffered,
    text: 'The list names lines of which this group offers no plan; people were taken without them. Give the group a plan of the line and send the list again, where it is offered',
  },
  {
    of: addressKept,
    text: 'Addresses with a wrong state or ZIP code did not take the place of those on record; correct them in the list and send it again, or at the member',
  },
  { of: keepsNothing, text: 'The list says that coverage stays as it is (such as No Change) of people who have none of the line here; they stay without it' },
  {
    of: sharesOverAge,
    text: `Children are ${AGE_OUT_AGE} or older, share the coverage of their employee and are not marked as disabled; some plans and states allow it`,
  },
  {
    of: identityReplaced,
    text: 'The list names another SSN or date of birth than is on record, of people who are known by the rest; it takes the place of that on record. Leave out whoever is somebody else',
  },
  {
    of: foundByName,
    text: 'People were found by their name alone, because the file tells them by other numbers or dates than are on record; what it says was added to them. Leave out whoever is somebody else',
  },
  {
    of: takenBack,
    text: 'The list names another plan from the first day of the one on record, which is taken back from its beginning; where the change holds from a later day, write that day',
  },
];

export class RowRemarks {
  readonly #counts = ROW_REMARKS.map(() => 0);

  /** The words at the row, each counted for the file. */
  wordsOf(row: SeenRow): string[] {
    const words: string[] = [];
    for (const [index, { of }] of ROW_REMARKS.entries()) {
      const said = of(row);
      if (said === undefined) continue;
      words.push(said);
      this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    return words;
  }

  /** Of the file. */
  get remarks(): { text: string; count: number }[] {
    return ROW_REMARKS.map(({ text }, index) => ({ text, count: this.#counts[index] ?? 0 }));
  }
}
