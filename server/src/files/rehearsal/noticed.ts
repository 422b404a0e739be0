import { addDays, type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { type Span, startAfterAnother } from '@openbenefits/domain/coverage/coverage-change';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import { endsRepeated, isOnCobra } from '@openbenefits/domain/files/apply-record';
import { type CoverageAction, isSetting } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied, Staged } from '../matching/match-and-apply.ts';
import { FORMER_SSN, ZEROS_LOST } from '../matching/family-of-dependent.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import type { GroupNames } from '../matching/resolve-names.ts';
import { SeenKeys } from '../staging/seen-keys.ts';
import { CancelledNext } from './cancelled-next.ts';
import { EndedAndBack } from './ended-and-back.ts';
import { Rescinded } from './rescinded.ts';

type Spans = PersonDraft['spans'];

const isPartner = ({ relationship }: PersonDraft): boolean => relationship === 'spouse' || relationship === 'domestic_partner';
const goesOn = ({ spans }: PersonDraft): boolean => Object.values(spans).some((held) => held.some(({ until }) => until === null));

/** Whether a dependent ends up with another plan of a line than the subscriber has on the dependent's first day. */
const hasOtherPlan = ({ spans }: PersonDraft, subscriber: PersonDraft): boolean =>
  COVERAGE_LINES.some((line) => {
    const last = spans[line]?.at(-1);
    return last !== undefined && subscriber.spans[line]?.some((own) => contains(own, last.from) && own.planId !== last.planId);
  });

const COVERING: ReadonlySet<CoverageAction> = new Set(['add', 'compare']);
/** HD01 026 corrects a record; 001, which is read as the same, names the day of any change, of the level for one. */
const CORRECTION = /^HD.026(?!\d)/m;

/** Whether the file names a later first day for a plan that goes on as it was. */
const startsLater = ({ record: { coverages, source }, rawOf, index }: Staged, applied: Applied, before: Spans): boolean =>
  coverages.some(({ action, from }, place) => {
    const resolved = applied.coverages[place];
    if (from === undefined || resolved === undefined || (action !== 'change' && !COVERING.has(action))) return false;
    const isEarlier = (span: Span): boolean => span.planId === resolved.planId && span.from < from && contains(span, from);
    const isLater = before[resolved.line]?.some((span) => isEarlier(span) && applied.person.spans[resolved.line]?.some((is) => is.from === span.from && isEarlier(is))) ?? false;
    return isLater && (action !== 'change' || (source === 'edi834' && CORRECTION.test(rawOf(index))));
  });

/** Coverage that the file names without an end, as going on, and that has an end here which nothing in it takes back: a full file after an end by another hand, an addition that is repeated, a change of something else that is sent with the coverage as it was. */
export function staysEnded({ record: { action, coverages } }: Staged, { coverages: resolved, person }: Applied): string | undefined {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said = resolved.flatMap(({ line, planId, action: does, until }, place) => {
    const last = person.spans[line]?.at(-1);
    const from = coverages[place]?.from;
    if (!last?.until || !isSetting(does) || until !== undefined || place >= coverages.length || last.planId !== planId || (from !== undefined && from >= last.until)) return [];
    return [`${COVERAGE_LINE_LABEL[line]} has ended here on ${formatDate(addDays(last.until, -1))} and stays ended, though the file names it without an end`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** A plan of which the file names a first day on which another was covered here: that stays, unless it is a change (001, 026). */
export function startsBeforeAnother({ record: { coverages } }: Staged, { coverages: resolved }: Applied, before: Spans): string | undefined {
  const said = resolved.flatMap(({ line, planId, action, until, isByRules }, place) => {
    const from = coverages[place]?.from;
    const known = COVERING.has(action) && from !== undefined && planId !== undefined && !isByRules ? startAfterAnother(before[line] ?? [], { planId, from, ...(until ? { until } : {}) }) : undefined;
    return known === undefined ? [] : [`${COVERAGE_LINE_LABEL[line]}: the file names ${formatDate(from as CalendarDate)} as the first day of this plan, and another was covered here until ${formatDate(addDays(known, -1))}; that stays`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * A plan that the file names without an end, and that another has followed here, or will: the file knows nothing of the change, or it was taken back. What follows stays, because many full files name only what holds on
 * their day. Not where the record names the other, too.
 */
export function followedHere({ record: { action, coverages } }: Staged, { coverages: resolved, person }: Applied): string | undefined {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said = resolved.flatMap(({ line, planId, action: does, until }, place) => {
    const from = coverages[place]?.from;
    if (!isSetting(does) || until !== undefined || from === undefined || planId === undefined) return [];
    const held = person.spans[line] ?? [];
    const named = held.find((span) => span.planId === planId && contains(span, from));
    const next = named?.until ? held.find((span) => span.from >= (named.until ?? '') && span.planId !== planId) : undefined;
    if (!next || held.some((span) => span.planId === planId && span.from >= next.from) || resolved.some((other) => other.line === line && other.planId === next.planId)) return [];
    return [`${COVERAGE_LINE_LABEL[line]}: another plan follows here from ${formatDate(next.from)}, though the file names this one without an end`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * Coverage that has an end here and that a change (001) covers beyond it. Whoever says so may mean it, though a reinstatement (025) or an addition (021) would say it. What an
 * earlier record of the file has ended is a change of plan, sent as two.
 */
export function opensAgain({ record: { action } }: Staged, { coverages, person: { spans } }: Applied, before: Spans): string | undefined {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said = coverages.flatMap(({ line, action: does }) => {
    if (does !== 'change' && (does !== 'compare' || action !== 'change')) return [];
    const was = before[line]?.at(-1)?.until;
    const is = spans[line]?.at(-1);
    if (!was || !is || (is.until !== null && is.until <= was)) return [];
    return [`${COVERAGE_LINE_LABEL[line]} has ended here on ${formatDate(addDays(was, -1))}; the change (001) covers it again from ${formatDate(is.from > was ? is.from : was)}`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** An end that is known already, of coverage after which other has begun: senders repeat it for weeks. */
export function endsAgain({ record: { action, endsUntil, benefitStatus } }: Staged, { coverages, person }: Applied, before: Spans, subscriber: PersonDraft | undefined): string | undefined {
  const lines = endsRepeated({ action, endsUntil, benefitStatus, coverages }, before, isOnCobra(person, subscriber));
  return lines.length > 0 ? 'The end is known of earlier coverage; what began later goes on' : undefined;
}

/** Somebody whose employment has ended by what an 834 says (337), and of whom it ends no coverage: severance pays for some, and others were forgotten. */
export function leftAndCovered({ record: { source, terminationDate, action, isSubscriber } }: Staged, { person: { spans, values } }: Applied, today: CalendarDate): string | undefined {
  if (source !== 'edi834' || !isSubscriber || action === 'end' || terminationDate === undefined || terminationDate > today || values.benefitStatus === 'C' || values.benefitStatus === 'S') return undefined;
  const lines = COVERAGE_LINES.filter((line) => spans[line]?.some(({ until }) => until === null));
  return lines.length > 0 ? `Employment ended on ${formatDate(terminationDate)} (337); ${lines.map((line) => COVERAGE_LINE_LABEL[line].toLowerCase()).join(', ')} goes on without an end` : undefined;
}

/** Another plan that a list names from the first day of the one on record, which began before today: perhaps the day of the change stands elsewhere. */
export function takenBack({ record: { source } }: Staged, { effect, person: { spans } }: Applied, before: Spans, today: CalendarDate): string | undefined {
  if (source !== 'census' || effect === 'added') return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find((span) => span.from < today && (span.until === null || span.until > today));
    const is = was && spans[line]?.find(({ from }) => from === was.from);
    return was && is && is.planId !== was.planId ? [`${COVERAGE_LINE_LABEL[line]}: another plan from ${formatDate(was.from)}, the first day of the one on record, which is taken back`] : [];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** Coverage that begins before the group is in force, as a first day with an earlier carrier does: by hand it is refused, a file may mean it. */
export function beforeGroup(before: Spans, { spans }: PersonDraft, { effectiveDate }: GroupNames): string | undefined {
  const lines = COVERAGE_LINES.filter((line) => before[line] !== spans[line] && spans[line]?.some(({ from }) => from < effectiveDate && !before[line]?.some((known) => known.from === from)));
  return lines.length > 0 ? `${lines.map((line) => COVERAGE_LINE_LABEL[line]).join(', ')} begins before the group, which is in force from ${formatDate(effectiveDate)} on` : undefined;
}

/** What a rehearsal notices about people, counted for its remarks and safety stops. */
export class Noticed {
  /** People whose coverage has begun and is cancelled from its first day. */
  readonly rescinded = new Rescinded();
  /** Dependents whom the file covers longer than their subscribers. */
  cutToSubscriber = 0;
  /** Spouses and partners who come into a family while another is covered. */
  secondPartners = 0;
  /** Dependents who are given another plan of a line than their subscribers. */
  otherPlans = 0;
  /** People whose coverage the file names without an end, and which has one. */
  staysEnded = 0;
  /** People of whose plan the file names a first day on which another was covered. */
  startsBeforeAnother = 0;
  /** People of whom the file names a plan without an end that another follows. */
  followedHere = 0;
  /** People whose ended coverage a change covers again. */
  opensAgain = 0;
  /** People of whom the file says a later first day than is known. */
  laterStarts = 0;
  /** People for whom a list names another plan from the first day of the one on record. */
  plansBack = 0;
  /** Dependents whose subscriber was found by a number with the zeros that it has lost. */
  zerosLost = 0;
  /** Dependents whose subscriber was found by an SSN that was corrected since. */
  formerSsns = 0;
  /** People whose known end the file repeats, and who have been covered again since. */
  repeatedEnds = 0;
  /** People of whom a list names an earlier hire date than is known: that of the rehire stays, or it goes back. */
  hiresKept = 0;
  hiresBack = 0;
  /** People whose employment has ended, and whose coverage goes on. */
  leftAndCovered = 0;
  /** People whose coverage begins before their group is in force. */
  beforeGroup = 0;
  /** People whom the file ends, each counted once: a dependent who ends with the subscriber and whose own record names an earlier day is one. */
  ended = 0;
  readonly #endedPeople = new SeenKeys('sure');
  /** People whom one record of the file ends and a later one covers again. */
  readonly endedAndBack = new EndedAndBack();
  /** People who lose what had ended for coverage that is cancelled. */
  readonly cancelledNext = new CancelledNext();

  /** Looks at what a record did: what its person held before, and the lines that became shorter. */
  note(staged: Staged, applied: Applied, before: Spans, ended: Parameters<EndedAndBack['note']>[1], people: PeopleInHand): void {
    const { effect, person, touched } = applied;
    if (effect === 'ended' || effect === 'voided') for (const one of touched) if (!this.#endedPeople.hasOrAdd('e', one.person.id)) this.ended += 1;
    this.endedAndBack.note(applied, ended);
    if (applied.cut) this.cutToSubscriber += 1;
    if (applied.foundBy === ZEROS_LOST) this.zerosLost += 1;
    if (applied.foundBy === FORMER_SSN) this.formerSsns += 1;
    if (applied.earlierHire?.isKept) this.hiresKept += 1;
    else if (applied.earlierHire) this.hiresBack += 1;
    if (effect !== 'added' && startsLater(staged, applied, before)) this.laterStarts += 1;
    if (effect === 'unchanged') return;
    const subscriber = person.subscriberId === null ? undefined : people.byId(person.subscriberId);
    if (!subscriber) return;
    if (hasOtherPlan(person, subscriber)) this.otherPlans += 1;
    if (effect === 'added' && isPartner(person) && people.dependentsOf(subscriber.id).some((one) => one !== person && isPartner(one) && goesOn(one))) this.secondPartners += 1;
  }

  /** Ends a chunk: people come anew with the next. `isWhole`: of them it was all that the file says. */
  endChunk(isWhole = false): void {
    this.endedAndBack.endChunk();
    this.rescinded.endChunk(isWhole);
    this.cancelledNext.endChunk();
  }
}
