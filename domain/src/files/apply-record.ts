import { type CalendarDate, formatDate, type Period } from '../calendar-date.ts';
import { applyCoverage, type CoverageRequest, insideSubscriber, isRepeatedEnd, named, type Span } from '../coverage/coverage-change.ts';
import { applyWithinRetro, firstLost, type RetroTerms } from '../coverage/retro-end.ts';
import {
  describeCoverage,
  describeEarlier,
  describeMoved,
  endEverything,
  followSubscriber,
  type PersonEffect,
  reopenLast,
  sameSpans,
  settleUnlessOpen,
  stronger,
  type Touched,
  voidEverything,
} from '../coverage/family-coverage.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../coverage/coverage-line.ts';
import { applyWaiver, WAIVED_WITHOUT_DAY, withoutCoverage } from '../coverage/waiver.ts';
import { endOfLeaver } from './end-of-leaver.ts';
import { wordsOf } from './census/values/cell-values.ts';
import type { StartRule } from './census/coverage/start-in-words.ts';
import { type CoverageAction, type EnrollmentRecord, isSetting, isStating } from './enrollment-record.ts';
import { settleStatus } from './settled-status.ts';
import { isUsState } from '../us-states.ts';
import { PERSON_FIELDS, type PersonDraft, type PersonValues, setValue, spansOf } from '../members/person-draft.ts';
import { storedContact, storedPhone } from '../phone.ts';

/** A record whose names are resolved: plans to ids, class and location to ids; a start day is known for every coverage that needs one. */
export type ResolvedCoverage = {
  line: CoverageLine;
  action: CoverageAction;
  planId?: string;
  planName?: string;
  from?: CalendarDate;
  until?: CalendarDate;
  /** A waiver that names no line: of the only one that the person has. */
  isOfAnyLine?: boolean;
  /** The start is that of the group's rules, because the list names none. */
  isByRules?: true;
  /** The rule by which it was counted, where the list says its own in words. */
  startRule?: StartRule;
  /** The day of the change, where it lies behind the first day. */
  changedOn?: CalendarDate;
};
export type ResolvedRecord = Pick<
  EnrollmentRecord,
  | 'recordNo'
  | 'line'
  | 'action'
  | 'isSubscriber'
  | 'relationship'
  | 'endsUntil'
  | 'neverCovered'
  | 'othersUntil'
  | 'othersOf'
  | 'benefitStatus'
  | 'maintenanceReason'
> & {
  values: PersonValues;
  coverages: ResolvedCoverage[];
  /** A wrong state or ZIP code was left out of the address. */
  isAddressCut?: boolean;
};

/** `isBeyond`: coverage of a dependent of which the subscriber has none in all that time. */
export type Refused = { readonly field: string; readonly message: string; readonly isBeyond?: boolean };
const ALONE = ' Whoever goes on alone is sent as a subscriber (INS01 Y, INS02 18).';

/** `cut`: what the record names beyond the subscriber's coverage, by its place among the coverages; 'whole' for the last day of everything. */
export type RecordResult = { readonly refused: Refused } | { readonly effect: PersonEffect; readonly touched: Touched[]; readonly cut: readonly Cut[] };
export type Cut = number | 'whole';

/** What the row of a dependent says whose coverage in the file reaches beyond the subscriber's (domain rules 4.2). */
export const cutWords = (lines: readonly CoverageLine[]): string =>
  `${lines.length > 0 ? lines.map((line) => COVERAGE_LINE_LABEL[line]).join(', ') : 'Coverage'} in the file reaches beyond the subscriber’s coverage and was cut to it`;

const KIND: Readonly<Record<Exclude<CoverageAction, 'waive'>, CoverageRequest['kind']>> = {
  add: 'set',
  change: 'set',
  compare: 'set',
  end: 'end',
  reinstate: 'reinstate',
  void: 'void',
};

/** The end of a dependent's coverage: that of the subscriber's where the file names a later day, because the dependent has ended with it (domain rules 4.2). */
function endedWith(subscriber: readonly Period[] | undefined, until: CalendarDate | undefined): CalendarDate | undefined {
  const last = subscriber?.reduce<CalendarDate | null>(
    (latest, own) => (own.until === null || latest === null ? null : own.until > latest ? own.until : latest),
    subscriber[0]?.until ?? null,
  );
  return last && until && last < until ? last : until;
}

/** Ends what the person has of a line that the file declines; the proposed day is that of the rehearsal. */
function endWaived(
  person: PersonDraft,
  coverage: ResolvedCoverage,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): { effect: PersonEffect; said: string[] } | { refused: string } {
  const open = COVERAGE_LINES.filter((line) => spansOf(person, line).some(({ until }) => until === null));
  if (coverage.isOfAnyLine && open.length > 1)
    return {
      refused: `the file says that coverage is waived, but not which: this person has ${open.map((line) => COVERAGE_LINE_LABEL[line].toLowerCase()).join(' and ')}.`,
    };
  const line = coverage.isOfAnyLine ? (open[0] ?? coverage.line) : coverage.line;
  const result = applyWaiver(spansOf(person, line), coverage, retro?.today ?? today, retro);
  if (result && 'refused' in result) return result;
  if (!result || result.effect === 'unchanged') return { effect: 'unchanged', said: [] };
  person.spans[line] = result.spans;
  const words = describeMoved(describeCoverage(line, 'ended', result.spans, undefined), result.movedFrom);
  return { effect: 'ended', said: [result.isUndated ? `${words}, ${WAIVED_WITHOUT_DAY}` : words] };
}

/** Whether coverage of any line reaches less far than it did. */
const losesReach = (before: PersonDraft['spans'], after: PersonDraft['spans']): boolean =>
  COVERAGE_LINES.some((line) => before[line] !== after[line] && reachesLessFar(after[line]?.at(-1), before[line]?.at(-1)));
const reachesLessFar = (is: Period | undefined, was: Period | undefined): boolean =>
  was !== undefined && (is === undefined || (is.until !== null && (was.until === null || is.until < was.until)));

/** The spans that a change of one plan speaks of, whatever other plan follows. */
const ofPlan = (spans: readonly Span[], before: readonly Span[] | undefined, planId: string | undefined): readonly Span[] =>
  [...spans, ...(before ?? [])].some((span) => span.planId === planId) ? spans.filter((span) => span.planId === planId) : spans;

function applyCoverages(
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
  record: ResolvedRecord,
  today: CalendarDate,
  retro: RetroTerms | undefined,
): { effect: PersonEffect; said: string[]; cut: Cut[] } | { refused: Refused } {
  let effect: PersonEffect = 'unchanged';
  const said: string[] = [];
  const cut: Cut[] = [];
  const before = person.spans;
  person.spans = { ...before };
  for (const { line, action, planId } of record.coverages)
    if (action !== 'end' && action !== 'void' && person.spans[line]) person.spans[line] = named(spansOf(person, line), planId);
  for (const [index, coverage] of record.coverages.entries()) {
    if (coverage.action === 'waive') {
      const waived = endWaived(person, coverage, today, retro);
      if ('refused' in waived) return { refused: { field: `coverages.${index}`, message: `${COVERAGE_LINE_LABEL[coverage.line]}: ${waived.refused}` } };
      effect = stronger(effect, waived.effect);
      said.push(...waived.said);
      continue;
    }
    const until = coverage.action === 'end' ? endedWith(subscriber && spansOf(subscriber, coverage.line), coverage.until) : coverage.until;
    const result = applyWithinRetro(
      spansOf(person, coverage.line),
      {
        kind: KIND[coverage.action],
        planId: coverage.planId,
        from: coverage.from,
        until,
        keepsOthers: isStating(coverage.action),
        anyPlan: record.action === 'end',
        mayRepeat: coverage.action === 'end' && (isEndBeforeCobra(record, isOnCobra(person, subscriber)) ? 'at_once' : true),
      },
      retro,
    );
    const field = `coverages.${index}`;
    if ('refused' in result) return { refused: { field, message: `${COVERAGE_LINE_LABEL[coverage.line]}: ${result.refused}` } };
    let spans = result.spans;
    if (until !== coverage.until) cut.push(index);
    if (!record.isSubscriber) {
      const own = subscriber ? spansOf(subscriber, coverage.line) : [];
      spans = spans.flatMap((span) =>
        insideSubscriber(span, own).map((period) => (period.from === span.from && period.until === span.until ? span : { planId: span.planId, ...period })),
      );
      const isBeyond =
        isSetting(coverage.action) &&
        !coverage.isByRules &&
        coverage.from !== undefined &&
        own.length > 0 &&
        insideSubscriber({ from: coverage.from, until: coverage.until ?? null }, own).length === 0;
      if (isBeyond || (spans.length === 0 && result.spans.length > 0)) {
        return {
          refused: {
            field,
            message: `The subscriber has no ${COVERAGE_LINE_LABEL[coverage.line].toLowerCase()} coverage that this dependent could share${isBeyond ? ` from ${formatDate(coverage.from as CalendarDate)} on` : ''}.${isBeyond && isContinued(record) ? ALONE : ''}`,
            ...(isBeyond && { isBeyond }),
          },
        };
      }
      if (!sameSpans(spans, result.spans) && firstLost(result.spans, spans) !== undefined) cut.push(index);
    }
    const held = spansOf(person, coverage.line);
    if (sameSpans(held, spans)) continue;
    person.spans[coverage.line] = spans;
    // One more line for somebody who is here is a change of the person, and an undo of it removes nobody.
    effect = stronger(effect, result.effect === 'unchanged' || result.effect === 'added' ? 'changed' : result.effect);
    const words =
      describeEarlier(coverage.line, result.effect, held, spans) ??
      describeCoverage(coverage.line, result.effect, ofPlan(spans, before[coverage.line], coverage.planId), coverage.planName);
    said.push(describeMoved(words, result.movedFrom));
  }
  // The end of a plan and the beginning of the next, as senders write a change of plan, end nobody.
  if ((effect === 'ended' || effect === 'voided') && !losesReach(before, person.spans)) effect = 'changed';
  return { effect, said, cut };
}

/**
 * What is taken of everybody of whom no file has said otherwise, so that saying it changes nobody: active, no Medicare, not disabled, address not restricted.
 */
const USUAL: PersonValues = { benefitStatus: 'A', medicarePlan: 'E', handicap: 'N', confidentiality: 'U' };

/** Texts that many systems send in capital letters only. */
const IN_CAPITALS: ReadonlySet<string> = new Set([
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'addressLine1',
  'addressLine2',
  'city',
  'jobTitle',
  'department',
]);

/** With a wrong ZIP code left out, the new street and the ZIP code on record would be an address that never was: it stays as it is. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['addressLine1', 'addressLine2', 'city', 'state', 'zipCode', 'country']);

/** The same text in capitals takes nothing away from how a name is written here, and is no change (domain rules 4.15: names keep their case). */
const isOnlyInCapitals = (field: string, value: string | number, known: string | number | null | undefined): boolean =>
  IN_CAPITALS.has(field) &&
  typeof value === 'string' &&
  typeof known === 'string' &&
  value !== known &&
  value === value.toUpperCase() &&
  value === known.toUpperCase();

const letters = (...texts: readonly (string | number | null | undefined)[]): string => texts.map((text) => wordsOf(String(text ?? ''))).join('');

/** 12 Elm St Apt 4 in one line, and in two, are one address: how it was divided is no change. */
function isOtherwiseDivided({ values }: ResolvedRecord, person: PersonDraft): boolean {
  const { addressLine1: line1, addressLine2: line2 } = values;
  const { addressLine1: known1, addressLine2: known2 } = person.values;
  // Only where a second line stands on one side can the first lines be divided in two ways.
  if (!line1 || !known1 || line1 === known1 || (!line2 && !known2) || letters(line1) === letters(known1)) return false;
  return letters(line1, line2) === letters(known1, known2);
}

/** Sets what the record says; it says nothing of what it leaves empty. */
function setValues(record: ResolvedRecord, person: PersonDraft): void {
  const { benefitStatus } = person.values;
  const keepsLines = isOtherwiseDivided(record, person);
  const keepsAddress = record.isAddressCut === true && Boolean(person.values.addressLine1 || person.values.city || person.values.zipCode);
  if (!record.isSubscriber && record.action !== 'end') setValue(person, 'relationship', record.relationship);
  for (const field of PERSON_FIELDS) {
    const value = record.values[field];
    if (value === undefined || value === null || (record.action === 'end' && field !== 'terminationDate')) continue;
    if (field === 'phone' && typeof person.values.phone === 'string' && storedPhone(person.values.phone) === value) continue;
    if (field === 'emergencyContact' && typeof person.values.emergencyContact === 'string' && storedContact(person.values.emergencyContact) === value) continue;
    if (keepsAddress && OF_ADDRESS.has(field)) continue;
    if (keepsLines && (field === 'addressLine1' || field === 'addressLine2')) continue;
    if (isOnlyInCapitals(field, value, person.values[field])) continue;
    if (value === USUAL[field] && !person.values[field]) continue;
    setValue(person, field, value);
  }
  // A move back home names no country.
  if (record.values.country === null && isUsState(String(record.values.state ?? '')) && /^\d{5}/.test(String(record.values.zipCode ?? '')))
    setValue(person, 'country', null);
  if (benefitStatus === 'C' && person.values.benefitStatus !== 'C')
    for (const field of ['cobraEvent', 'cobraEventDate', 'cobraBeginDate', 'cobraEndDate'] as const) setValue(person, field, null);
}

/** What ends a line of coverage. */
export const ENDING: ReadonlySet<CoverageAction> = new Set(['end', 'void', 'waive']);

/** Whether a record itself ends coverage of its person. */
export const saysEnd = ({ action, coverages }: { action: EnrollmentRecord['action']; coverages: readonly { action: CoverageAction }[] }): boolean =>
  action === 'end' || coverages.some((one) => ENDING.has(one.action));

const isEndBeforeCobra = ({ action, benefitStatus }: Pick<EnrollmentRecord, 'action' | 'benefitStatus'>, onCobra: boolean): boolean =>
  action === 'end' && onCobra && benefitStatus !== 'C';

/** Whether somebody is continued under COBRA, or belongs to who is: some senders say it of subscribers only. */
export const isOnCobra = ({ values }: PersonDraft, subscriber: PersonDraft | undefined): boolean =>
  values.benefitStatus === 'C' || subscriber?.values.benefitStatus === 'C';

/**
 * The lines whose end, as a record says it, is known of earlier coverage, while later coverage goes on; all of whoever leaves whole. `onCobra`: the employer
 * repeats the end of the employment's coverage, which COBRA has followed on the next day; a record that says COBRA itself ends that.
 */
export function endsRepeated(
  record: Pick<EnrollmentRecord, 'action' | 'endsUntil' | 'benefitStatus'> & { coverages: readonly Pick<ResolvedCoverage, 'line' | 'action' | 'until'>[] },
  spans: PersonDraft['spans'],
  onCobra: boolean,
): CoverageLine[] {
  const { action, coverages, endsUntil } = record;
  const atOnce = isEndBeforeCobra(record, onCobra);
  if (action === 'end' && coverages.length === 0)
    return endsUntil !== undefined &&
      isRepeatedEnd(
        COVERAGE_LINES.flatMap((line) => spans[line] ?? []),
        endsUntil,
        atOnce,
      )
      ? [...COVERAGE_LINES]
      : [];
  return coverages.flatMap((one) =>
    one.action === 'end' && one.until !== undefined && isRepeatedEnd(spans[one.line] ?? [], one.until, atOnce) ? [one.line] : [],
  );
}

/** Whoever has left and is here again is told to leave on that day for months: nothing of it is new, the day of leaving neither. */
const repeatsEnd = (record: ResolvedRecord, person: PersonDraft, subscriber: PersonDraft | undefined): boolean =>
  record.action === 'end' && endsRepeated(record, person.spans, isOnCobra(person, subscriber)).length >= Math.max(1, record.coverages.length);

/** The file ends the dependent itself: it does not only end with the subscriber, and does not go on with it. */
function endOwn(person: PersonDraft): void {
  for (const line of COVERAGE_LINES)
    if (person.spans[line]?.some(({ lost }) => lost !== undefined)) person.spans[line] = spansOf(person, line).map(({ lost: _, ...span }) => span);
}

/**
 * Applies a record to its person and, where the subscriber's coverage changes, to the dependents. Works on the drafts in place; on a refusal the
 * caller throws the drafts of this record away. Source: domain rules 4.1, "What each action means to us"; `retro` is 4.10. Dependents end with their
 * subscriber, and whoever goes on as a subscriber elsewhere loses nothing, so neither is asked for the window again.
 */
export function applyRecord(
  record: ResolvedRecord,
  person: PersonDraft,
  family: { subscriber?: PersonDraft; dependents: readonly PersonDraft[]; created: boolean },
  today: CalendarDate,
  retro?: RetroTerms,
): RecordResult {
  if (repeatsEnd(record, person, family.subscriber)) return { effect: 'unchanged', touched: [], cut: [] };
  const revision = person.revision;
  const before = { ...person.spans };
  setValues(record, person);
  if (!record.isSubscriber && saysEnd(record)) endOwn(person);
  let effect: PersonEffect = 'unchanged';
  let said: string[] = [];
  let cut: Cut[] = [];
  if (record.neverCovered) {
    const never = voidEverything(person, retro);
    if ('refused' in never) return { refused: { field: 'action', message: never.refused } };
    ({ effect, said } = never);
  } else if (record.action === 'end' && record.coverages.length === 0) {
    if (!record.endsUntil) return { refused: { field: 'endsUntil', message: 'An end needs the last day of coverage (DTP 357 or 303).' } };
    const whole = family.subscriber ? COVERAGE_LINES.flatMap((line) => spansOf(family.subscriber as PersonDraft, line)) : undefined;
    const until = endedWith(whole, record.endsUntil) ?? record.endsUntil;
    if (until !== record.endsUntil) cut = ['whole'];
    const ended = endEverything(person, until, retro);
    if ('refused' in ended) return { refused: { field: 'endsUntil', message: ended.refused } };
    ({ effect, said } = ended);
  } else if (record.action === 'reinstate' && record.coverages.length === 0) {
    const back = reopenLast(person, family.subscriber);
    if ('refused' in back) return { refused: { field: 'action', message: back.refused } };
    ({ effect, said } = back);
  } else {
    const covered = applyCoverages(person, family.subscriber, record, today, retro);
    if ('refused' in covered) return covered;
    ({ effect, said, cut } = covered);
    const others = endOfLeaver(record, person, retro);
    if ('refused' in others) return { refused: { field: 'endsUntil', message: others.refused } };
    effect = stronger(effect, others.effect);
    said.push(...others.said);
  }
  settleStatus(
    person,
    record.action,
    effect,
    today,
    COVERAGE_LINES.some((line) => before[line] !== person.spans[line] && !sameSpans(before[line] ?? [], spansOf(person, line))),
  );
  // A full file also names who has left: somebody new whose coverage is over, or ends on a known day, is not simply active.
  if (family.created && COVERAGE_LINES.some((line) => spansOf(person, line).length > 0)) settleUnlessOpen(person, today);
  // Only the record that brought the person in adds it; a later record of the same file about it changes it or nothing.
  if (family.created) effect = 'added';
  else if (effect === 'unchanged' && person.revision !== revision) effect = 'changed';
  const touched: Touched[] = [];
  if (effect !== 'unchanged')
    touched.push({ person, effect, summary: said.join(', ') || (effect === 'added' ? withoutCoverage(record.coverages) : 'Personal details') });
  if (record.isSubscriber && effect !== 'unchanged') {
    // A change of plan may be sent as two records. Whoever goes on under COBRA or after a death does so alone: each of the others is named.
    const how = { mayGoOn: record.coverages.length > 0, goesOn: !isContinued(record) && record.action !== 'end' };
    for (const dependent of family.dependents) {
      const followed = followSubscriber(person, dependent, how);
      if (!followed) continue;
      if (followed.effect === 'ended') settleUnlessOpen(dependent, today);
      else settleStatus(dependent, record.action, 'changed', today, true);
      touched.push({ person: dependent, effect: followed.effect as Touched['effect'], summary: followed.summary });
    }
  }
  return { effect, touched, cut };
}

/** INS04: divorce, death, COBRA (and its premium paid), surviving spouse, legal separation. Whoever goes on for these has lost what the dependent had. */
const CONTINUED_FOR: ReadonlySet<string> = new Set(['01', '03', '09', '10', '11', '31']);

/** Whether whoever comes in goes on with coverage that was lost elsewhere: COBRA, a surviving insured, or one of those reasons. */
export const isContinued = ({ benefitStatus, maintenanceReason }: Pick<EnrollmentRecord, 'benefitStatus' | 'maintenanceReason'>): boolean =>
  benefitStatus === 'C' || benefitStatus === 'S' || CONTINUED_FOR.has(maintenanceReason ?? '');

/**
 * A dependent goes on as a subscriber, or with one: what the dependent has ends the day before. After a death, a divorce or as COBRA every line does; a
 * child who is hired keeps the lines that the job does not give. Returns the former dependent where anything ended. Domain rules 4.1, split.
 */
export function endFormer(
  former: PersonDraft,
  person: PersonDraft,
  record: Pick<EnrollmentRecord, 'benefitStatus' | 'maintenanceReason' | 'isSubscriber'>,
  today: CalendarDate,
): Touched[] {
  const starts = COVERAGE_LINES.flatMap((line) => spansOf(person, line).map(({ from }) => from)).toSorted();
  const [first] = starts;
  if (!first) return [];
  const all = !record.isSubscriber || isContinued(record);
  const said: string[] = [];
  const lines: CoverageLine[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(former, line);
    const from = spansOf(person, line)[0]?.from ?? (all ? first : undefined);
    if (!from || !held.some(({ until }) => until === null || until > from)) continue;
    const result = applyCoverage(held, { kind: 'end', until: from });
    if ('refused' in result || result.effect === 'unchanged') continue;
    former.spans[line] = result.spans;
    lines.push(line);
    said.push(describeCoverage(line, 'ended', result.spans, undefined));
  }
  if (said.length === 0) return [];
  settleUnlessOpen(former, today);
  return [
    { person: former, effect: 'ended', summary: `Goes on ${record.isSubscriber ? 'as a subscriber' : 'with another subscriber'}: ${said.join(', ')}`, lines },
  ];
}
