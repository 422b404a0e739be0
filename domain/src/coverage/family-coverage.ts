import { type CalendarDate, contains, formatDate, overlaps, type Period } from '../calendar-date.ts';
import { type PersonDraft, setValue, spansOf } from '../members/person-draft.ts';
import { applyCoverage, type CoverageEffect, insideSubscriber, lastDay, type Span } from './coverage-change.ts';
import { applyWithinRetro, MOVED_FROM, type RetroTerms } from './retro-end.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from './coverage-line.ts';

/** What happened to a person as a whole. */
export type PersonEffect = 'added' | CoverageEffect;
/** A person who was changed, how, and in words that name no person and no protected value. */
export type Touched = {
  person: PersonDraft;
  effect: Exclude<PersonEffect, 'unchanged'>;
  summary: string;
  /** Of whoever goes on elsewhere: what ended. */
  lines?: readonly CoverageLine[];
};

/** The stronger effect names what happened as a whole. */
const STRENGTH: readonly PersonEffect[] = ['unchanged', 'changed', 'voided', 'reinstated', 'ended', 'added'];
export const stronger = <E extends PersonEffect>(a: E, b: E): E => (STRENGTH.indexOf(a) >= STRENGTH.indexOf(b) ? a : b);

export const sameSpans = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.length === b.length &&
  a.every(
    (span, index) => span.planId === b[index]?.planId && span.from === b[index]?.from && span.until === b[index]?.until,
  );

export function describeCoverage(
  line: CoverageLine,
  effect: CoverageEffect,
  spans: readonly Span[],
  planName: string | undefined,
): string {
  const name = planName ?? COVERAGE_LINE_LABEL[line];
  const last = spans.at(-1);
  if (effect === 'ended')
    return `${COVERAGE_LINE_LABEL[line]} ends ${last?.until ? formatDate(lastDay(last.until)) : 'before it began'}`;
  if (effect === 'voided') return `${COVERAGE_LINE_LABEL[line]} never took effect`;
  if (effect === 'reinstated') return `${COVERAGE_LINE_LABEL[line]} reinstated`;
  return last
    ? `${name} from ${formatDate(last.from)}${last.until ? ` to ${formatDate(lastDay(last.until))}` : ''}`
    : name;
}

/**
 * What happened to one of several periods, of which others stay as they were; undefined where the words for the line
 * say it.
 */
export function describeEarlier(
  line: CoverageLine,
  effect: CoverageEffect,
  before: readonly Span[],
  after: readonly Span[],
): string | undefined {
  const [last, was] = [after.at(-1), before.find((span) => !after.includes(span))];
  if (!last || !was || (effect !== 'ended' && effect !== 'voided')) return undefined;
  const period = `${COVERAGE_LINE_LABEL[line]} from ${formatDate(was.from)}`;
  if (!before.includes(last) || last.from < was.from)
    return effect === 'voided' ? `${period} never took effect` : undefined;
  const is = after.find(({ planId, from }) => planId === was.planId && from === was.from);
  return `${period} ${is?.until ? `ends ${formatDate(lastDay(is.until))}` : 'never took effect'}, and what began later stays`;
}

/**
 * A line that is reinstated with another plan, or from another day than it had: which. Undefined where what had ended
 * goes on.
 */
export function describeAnew(
  effect: CoverageEffect,
  before: readonly Span[],
  after: readonly Span[],
  planName: string | undefined,
): string | undefined {
  const last = after.at(-1);
  if (
    effect !== 'reinstated' ||
    !last ||
    !planName ||
    before.some(({ planId, from }) => planId === last.planId && from === last.from)
  )
    return undefined;
  return `${planName} reinstated from ${formatDate(last.from)}${last.until ? ` to ${formatDate(lastDay(last.until))}` : ''}`;
}

/**
 * How a change of the subscriber's lines reaches dependents: whether what it ends may go on by a later record, and
 * whether what an earlier one has ended does. `alone`: the first days of what the subscriber goes on with alone, by
 * line. `was`: what the subscriber had before.
 */
export type Follows = {
  readonly mayGoOn: boolean;
  readonly goesOn: boolean;
  readonly alone?: ReadonlyMap<CoverageLine, CalendarDate>;
  readonly was?: PersonDraft['spans'];
};

const reachesLess = (is: Period | undefined, was: Period | undefined): boolean =>
  is === undefined || (is.until !== null && (was === undefined || was.until === null || is.until < was.until));

/**
 * What a dependent keeps of a span inside the subscriber's; a piece by another plan, or that goes on by a later record,
 * only follows. Where the subscriber has the plan as before, a dependent who has another has it as before, too.
 */
function piecesOf(span: Span, own: readonly Span[], was: readonly Span[], { mayGoOn, goesOn }: Follows): Span[] {
  const isBack =
    goesOn && span.lost !== undefined && own.some((parent) => span.until !== null && contains(parent, span.until));
  const whole: Span = isBack ? { planId: span.planId, from: span.from, until: span.lost ?? null } : span;
  const inside: Span[] = [];
  let isKept = false;
  for (const parent of own)
    for (const period of insideSubscriber(whole, [parent])) {
      const staysOther =
        parent.planId !== span.planId && was.some((one) => one.planId === parent.planId && overlaps(one, period));
      const planId = staysOther ? span.planId : parent.planId;
      const before = inside.at(-1);
      // The subscriber's other plans are no seam in what is the dependent's own.
      const goesOnFrom =
        (isKept || staysOther) && before?.planId === planId && before.until === period.from ? before.from : period.from;
      if (goesOnFrom !== period.from) inside.pop();
      isKept = staysOther;
      inside.push(
        planId === span.planId && goesOnFrom === span.from && period.until === span.until
          ? span
          : {
              planId,
              from: goesOnFrom,
              until: period.until,
              ...(planId !== span.planId || span.followed || isBack ? { followed: true } : {}),
            },
      );
    }
  // Behind a gap of the subscriber's nobody has elected it for the dependent: who ended stays ended until a file says
  // otherwise.
  const gap = inside.findIndex(({ from }, place) => place > 0 && inside[place - 1]?.until !== from);
  const pieces = gap < 0 ? inside : inside.slice(0, gap);
  const last = pieces.at(-1);
  return mayGoOn && last && reachesLess(last, whole)
    ? [...pieces.slice(0, -1), { ...last, lost: whole.until }]
    : pieces;
}

/**
 * Pieces of one plan without a day between them are one, a new one, since stored spans are never altered: after a
 * change of plan that is taken back both follow the same plan.
 */
function joined(pieces: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const piece of pieces) {
    const last = spans.at(-1);
    if (last && last.planId === piece.planId && last.until === piece.from && (piece.followed || last.followed))
      spans[spans.length - 1] = {
        planId: piece.planId,
        from: last.from,
        until: piece.until,
        ...(piece.followed && last.followed ? { followed: true } : {}),
        ...(piece.lost === undefined ? {} : { lost: piece.lost }),
      };
    else spans.push(piece);
  }
  return spans;
}

/** A later plan is gone as a whole: the one before it, which had ended for it, may go on by a later record. */
function lostAsWhole(pieces: readonly Span[], held: readonly Span[]): readonly Span[] {
  const [last, was] = [pieces.at(-1), held.at(-1)];
  return last && was && last.lost === undefined && last.until === was.from
    ? [...pieces.slice(0, -1), { ...last, lost: was.until }]
    : pieces;
}

/**
 * The subscriber's lines have changed: what dependents hold follows its plan and stays inside its spans (domain rules
 * 4.2).
 */
export function followSubscriber(
  subscriber: PersonDraft,
  dependent: PersonDraft,
  how: Follows = { mayGoOn: false, goesOn: false },
): { effect: CoverageEffect; summary: string } | undefined {
  let effect: CoverageEffect = 'unchanged';
  const said: string[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(dependent, line);
    if (held.length === 0) continue;
    const own = spansOf(subscriber, line);
    const alone = how.alone?.get(line);
    const shared = alone === undefined ? own : own.filter(({ from }) => from < alone);
    const was = how.was?.[line] ?? [];
    const pieces = joined(
      held.flatMap((span) => piecesOf(span, alone !== undefined && span.from < alone ? shared : own, was, how)),
    );
    const spans = how.mayGoOn ? lostAsWhole(pieces, held) : pieces;
    if (sameSpans(held, spans)) continue;
    dependent.spans[line] = spans;
    const lineEffect = reachesLess(spans.at(-1), held.at(-1)) ? 'ended' : 'changed';
    effect = stronger(effect, lineEffect);
    said.push(describeCoverage(line, lineEffect, spans, undefined));
  }
  return effect === 'unchanged' ? undefined : { effect, summary: `With the subscriber: ${said.join(', ')}` };
}

/**
 * The parts of a dependent's spans that lie inside the subscriber's; a span that lies inside as a whole stays the same
 * one.
 */
const insideFamily = (spans: readonly Span[], subscriber: readonly Span[]): Span[] =>
  spans.flatMap((span) =>
    insideSubscriber(span, subscriber).map((period): Span =>
      period.from === span.from && period.until === span.until ? span : { planId: span.planId, ...period },
    ),
  );

export function hasCoverageAfter(person: PersonDraft, day: CalendarDate): boolean {
  return COVERAGE_LINES.some((line) => spansOf(person, line).some((span) => span.until === null || span.until > day));
}

export const isCoveredOn = (person: PersonDraft, day: CalendarDate): boolean =>
  COVERAGE_LINES.some((line) => spansOf(person, line).some((span) => contains(span, day)));

/**
 * What a row says of a line whose end was moved to what the group allows, so that nobody takes the day for the
 * sender's.
 */
export const describeMoved = (said: string, movedFrom: CalendarDate | undefined): string =>
  movedFrom ? `${said}, ${MOVED_FROM} ${formatDate(movedFrom)}` : said;

/**
 * Ends every line of a person; `until` is the first day without coverage. A line that ended earlier stays as it is
 * where another reaches the day: somebody who has dropped dental before leaves with the rest. Lines that a file has
 * `named` were ended, or not, by it.
 */
export function endEverything(
  person: PersonDraft,
  until: CalendarDate,
  retro?: RetroTerms,
  named?: ReadonlySet<CoverageLine>,
): { effect: CoverageEffect; said: string[] } | { refused: string } {
  let effect: CoverageEffect = 'unchanged';
  const said: string[] = [];
  const reaches = named !== undefined || hasCoverageAfter(person, until);
  // Senders repeat an end for weeks: where the last lines ended on that day, it is known, though others had ended
  // before.
  if (!reaches && COVERAGE_LINES.some((line) => spansOf(person, line).some((span) => span.until === until)))
    return { effect, said };
  for (const line of COVERAGE_LINES) {
    if (named?.has(line)) continue;
    const held = spansOf(person, line);
    if (reaches && !held.some((span) => span.until === null || span.until > until)) continue;
    const result = applyWithinRetro(held, { kind: 'end', until }, retro);
    if ('refused' in result) return result;
    if (result.effect === 'unchanged') continue;
    person.spans[line] = result.spans;
    effect = stronger(effect, result.effect);
    said.push(describeMoved(describeCoverage(line, result.effect, result.spans, undefined), result.movedFrom));
  }
  return { effect, said };
}

/** Takes every line of a person away as if it had never been. */
export function voidEverything(
  person: PersonDraft,
  retro?: RetroTerms,
): { effect: CoverageEffect; said: string[] } | { refused: string } {
  const said: string[] = [];
  for (const line of COVERAGE_LINES) {
    const result = applyWithinRetro(spansOf(person, line), { kind: 'void' }, retro);
    if ('refused' in result) return result;
    if (result.effect === 'unchanged') continue;
    person.spans[line] = result.spans;
    said.push(describeCoverage(line, 'voided', result.spans, undefined));
  }
  return { effect: said.length > 0 ? 'voided' : 'unchanged', said };
}

/**
 * Reopens, without a gap, every line that ended last: what a reinstatement means that names no line (025 without HD). A
 * dependent comes back as far as the subscriber is covered.
 */
export function reopenLast(
  person: PersonDraft,
  subscriber: PersonDraft | undefined,
): { effect: CoverageEffect; said: string[] } | { refused: string; isBeyond?: boolean } {
  const end = coveredUntil(person);
  if (end === undefined) return { refused: 'There is no earlier coverage to reinstate.' };
  const said: string[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(person, line);
    if (end === null || held.at(-1)?.until !== end) continue;
    const result = applyCoverage(held, { kind: 'reinstate' });
    if ('refused' in result) return result;
    const spans = subscriber ? insideFamily(result.spans, spansOf(subscriber, line)) : result.spans;
    if (sameSpans(held, spans)) continue;
    person.spans[line] = spans;
    said.push(describeCoverage(line, 'reinstated', spans, undefined));
  }
  if (subscriber && end !== null && said.length === 0)
    return {
      refused:
        'The coverage of the subscriber has ended as well, so there is nothing that this dependent could share again.',
      isBeyond: true,
    };
  return { effect: said.length > 0 ? 'reinstated' : 'unchanged', said };
}

/**
 * The first day on which nothing covers the person any more; null while a line is open, undefined for somebody who was
 * never covered.
 */
export function coveredUntil(person: PersonDraft): CalendarDate | null | undefined {
  const ends = COVERAGE_LINES.flatMap((line) => spansOf(person, line).map((span) => span.until));
  if (ends.length === 0) return undefined;
  return ends.reduce((latest, end) => (latest === null || end === null ? null : end > latest ? end : latest));
}

/** Lines that end on an earlier day stay as they are: ending a person never makes coverage longer. */
function endOpenLines(
  person: PersonDraft,
  until: CalendarDate,
  lines: readonly CoverageLine[] = COVERAGE_LINES,
): { effect: CoverageEffect; said: string[] } {
  let effect: CoverageEffect = 'unchanged';
  const said: string[] = [];
  for (const line of lines) {
    const held = spansOf(person, line);
    if (!held.some((span) => span.until === null || span.until > until)) continue;
    const result = applyCoverage(held, { kind: 'end', until });
    if ('refused' in result || result.effect === 'unchanged') continue;
    person.spans[line] = result.spans;
    effect = stronger(effect, result.spans.length === 0 ? 'voided' : 'ended');
    said.push(
      result.spans.length === 0
        ? describeCoverage(line, 'voided', [], undefined)
        : describeCoverage(line, 'ended', result.spans, undefined),
    );
  }
  return { effect, said };
}

const isOpenEnded = (person: PersonDraft): boolean =>
  COVERAGE_LINES.some((line) => spansOf(person, line).some((span) => span.until === null));

/** As `settleEnded`, of somebody who may keep other lines: whoever keeps one without an end has not left. */
export function settleUnlessOpen(person: PersonDraft, today: CalendarDate): void {
  if (!isOpenEnded(person)) settleEnded(person, today);
}

/**
 * Ended people are terminated once their last day has passed, until then pending termination (specification 1, section
 * 4).
 */
function settleEnded(person: PersonDraft, today: CalendarDate): void {
  setValue(person, 'status', hasCoverageAfter(person, today) ? 'pending_termination' : 'terminated');
}

/**
 * Ends a person's coverage by hand: every line that runs beyond `until` (the first day without coverage) ends there,
 * one that had not begun never takes effect. Of a subscriber's dependents everything ends with it. Changes the drafts;
 * whoever is touched is returned, the person first. A person without coverage is touched too: the status changes.
 */
export function endFamily(
  person: PersonDraft,
  dependents: readonly PersonDraft[],
  until: CalendarDate,
  today: CalendarDate,
): Touched[] {
  const touched: Touched[] = [];
  for (const one of [person, ...dependents]) {
    const revision = one.revision;
    const { effect, said } = endOpenLines(one, until);
    const isOver = one.status === 'terminated' || one.status === 'inactive';
    if (one === person || effect !== 'unchanged' || !isOver) settleEnded(one, today);
    if (effect === 'unchanged' && one.revision === revision) continue;
    const words = said.join(', ') || 'No coverage to end';
    touched.push({
      person: one,
      effect: effect === 'unchanged' ? 'ended' : effect,
      summary: one === person ? words : `With the subscriber: ${words}`,
    });
  }
  return touched;
}

/**
 * Ends some lines of a person, and with a subscriber's those of the dependents; `until` is the first day without
 * coverage. The other lines go on. Changes the drafts; whoever held one of the lines on that day or later is returned.
 */
export function endLines(
  person: PersonDraft,
  dependents: readonly PersonDraft[],
  lines: readonly CoverageLine[],
  until: CalendarDate,
  today: CalendarDate,
): Touched[] {
  return [person, ...dependents].flatMap((one): Touched[] => {
    const { effect, said } = endOpenLines(one, until, lines);
    if (effect === 'unchanged') return [];
    settleUnlessOpen(one, today);
    return [
      { person: one, effect, summary: one === person ? said.join(', ') : `With the subscriber: ${said.join(', ')}` },
    ];
  });
}

/**
 * Takes back the last end of a person's coverage: the lines that ended last go on, without a gap, or from `from` on
 * when that lies later. Dependents come back with the subscriber on the lines that ended on the same day. Refuses in
 * words where there is nothing to reinstate.
 */
export function reinstateFamily(
  person: PersonDraft,
  dependents: readonly PersonDraft[],
  from: CalendarDate | undefined,
  today: CalendarDate,
): Touched[] | { refused: string } {
  const end = coveredUntil(person);
  if (end === undefined) return { refused: 'There is no earlier coverage to reinstate.' };
  if (end === null) return { refused: 'Coverage has not ended, so there is nothing to reinstate.' };
  const touched: Touched[] = [];
  for (const one of [person, ...dependents]) {
    const said: string[] = [];
    for (const line of COVERAGE_LINES) {
      const held = spansOf(one, line);
      const last = held.at(-1);
      if (!last || last.until !== end) continue;
      const result = applyCoverage(held, { kind: 'reinstate', ...(from && from > end ? { from } : {}) });
      if ('refused' in result) return result;
      const spans = one === person ? result.spans : insideFamily(result.spans, spansOf(person, line));
      if (sameSpans(held, spans)) continue;
      one.spans[line] = spans;
      said.push(describeCoverage(line, 'reinstated', spans, undefined));
    }
    if (said.length === 0) continue;
    setValue(one, 'status', isCoveredOn(one, today) ? 'active' : hasCoverageAfter(one, today) ? 'pending' : one.status);
    if (one === person) setValue(one, 'terminationDate', null);
    touched.push({
      person: one,
      effect: 'reinstated',
      summary: one === person ? said.join(', ') : `With the subscriber: ${said.join(', ')}`,
    });
  }
  return touched;
}
