import type { CalendarDate } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { levelOn } from './coverage-level.ts';
import type { LineAction, OutboundLine, SentLine, Stretch, ToldLine } from './outbound-person.ts';

export const isOpen = ({ until }: { until: CalendarDate | null }, today: CalendarDate): boolean =>
  until === null || until > today;

/** A line with the level that holds: today, or on its first day. */
export function told(
  action: LineAction,
  line: CoverageLine,
  { planId, from, until, levels }: Stretch,
  today: CalendarDate,
): ToldLine {
  return { line, planId, from, until, action, level: levels?.[levelOn(levels, from > today ? from : today)] };
}

/**
 * Whether a piece that follows other is told as a change of plan. Pieces of one plan without a day between stand here
 * only of whoever goes on under COBRA or survives (`joinedLine`): the employment's coverage ends, and theirs is another
 * enrolment.
 */
const changesPlan = (before: Stretch, piece: Stretch): boolean =>
  before.until === piece.from && before.planId !== piece.planId;

/**
 * Coverage that follows other, piece after piece: a plan that follows at once is a change of plan, after a gap the one
 * ends and the next is added. `knownUntil` is the end of the first as the carrier has it; what the last piece has of an
 * end is told with it.
 */
function toldInTurn(
  line: CoverageLine,
  first: Stretch,
  knownUntil: CalendarDate | null,
  next: readonly Stretch[],
  today: CalendarDate,
): ToldLine[] {
  const lines: ToldLine[] = [];
  let [before, known]: [Stretch, CalendarDate | null] = [first, knownUntil];
  for (const piece of next) {
    const followsAtOnce = changesPlan(before, piece);
    if (!followsAtOnce && known !== before.until) lines.push(told('end', line, before, today));
    const isLast = piece === next.at(-1);
    lines.push({
      ...told(followsAtOnce ? 'change' : 'add', line, piece, today),
      until: isLast && !followsAtOnce ? piece.until : null,
    });
    if (isLast && followsAtOnce && piece.until !== null) lines.push(told('end', line, piece, today));
    [before, known] = [piece, isLast ? piece.until : null];
  }
  return lines;
}

/** Pieces of which the carrier knows nothing. */
function toldAnew(line: CoverageLine, [first, ...next]: readonly Stretch[], today: CalendarDate): ToldLine[] {
  if (!first) return [];
  const followsAtOnce = next[0] !== undefined && changesPlan(first, next[0]);
  return [
    { ...told('add', line, first, today), until: followsAtOnce ? null : first.until },
    ...toldInTurn(line, first, followsAtOnce ? null : first.until, next, today),
  ];
}

/**
 * A line of which the carrier was never told: what was in force since `since`, until when the carrier was told of
 * everybody anyway, and what was on record only since.
 */
export function toldFirst(now: OutboundLine, since: CalendarDate, today: CalendarDate): ToldLine[] {
  const { line, earlier = [] } = now;
  return toldAnew(
    line,
    [...earlier, now].filter((one) => isOpen(one, since) || one.isNews),
    today,
  );
}

/**
 * What has to be told where more has happened since than one word can say: coverage that ended and began again after a
 * gap, several plans one after the other, or another first day, on which the carrier would keep what was told.
 * Undefined where one word says it.
 */
export function toldPieces(now: OutboundLine, sent: SentLine, today: CalendarDate): ToldLine[] | undefined {
  const { line, earlier = [] } = now;
  if (sent.isVoid || sent.isElsewhere) return undefined;
  const isKnown =
    sent.before?.some(
      ({ planId, from, until }) =>
        planId === now.planId &&
        from === now.from &&
        until !== null &&
        (until < sent.from || (until === sent.from && sent.isLate !== true)),
    ) ?? false;
  if (now.from < sent.from && (now.planId !== sent.planId || isKnown) && isOpen(now, sent.from)) {
    // The plan before goes on after all, or without the gap: as long as the carrier has the other, a change to it that
    // names its first day says nothing.
    return [
      told('void', line, { ...sent, until: null }, today),
      { ...told('reinstate', line, now, today), until: null },
      ...(now.until === null ? [] : [told('end', line, now, today)]),
    ];
  }
  if (now.from <= sent.from) return undefined;
  const place = earlier.findIndex(({ planId, from }) => planId === sent.planId && from === sent.from);
  const held = earlier[place];
  const longer =
    held || sent.before
      ? -1
      : earlier.findIndex((one) => one.planId === sent.planId && one.from < sent.from && isOpen(one, sent.from));
  const whole = earlier[longer];
  // It had begun earlier than was told, and that is no news.
  if (whole)
    return [
      { ...told('change', line, whole, today), until: null },
      ...toldInTurn(line, whole, null, [...earlier.slice(longer + 1), now], today),
    ];
  // Of what was told nothing is left on its first day.
  if (!held)
    return [
      told('void', line, { ...sent, until: null }, today),
      ...toldAnew(line, [...earlier.filter(({ from }) => from >= sent.from), now], today),
    ];
  const next = [...earlier.slice(place + 1), now];
  // It went on beyond the end that was told.
  if (sent.until !== null && sent.until < held.until)
    return [{ ...told('reinstate', line, held, today), until: null }, ...toldInTurn(line, held, null, next, today)];
  const hasGap = next[0] !== undefined && !changesPlan(held, next[0]);
  if (next.length === 1 && (!hasGap || sent.until === held.until)) return undefined;
  return toldInTurn(line, held, sent.until, next, today);
}
