import { type CalendarDate, overlaps } from '../../calendar-date.ts';
import type { BenefitStatus } from '../../members/benefit-status.ts';
import { CONTINUED } from './continued.ts';
import type { OutboundLine, OutboundPerson, SentLine, Stretch, ToldLine } from './outbound-person.ts';
import { isOpen, told } from './told-pieces.ts';

/** The levels of two periods that follow each other. */
const levelsOfBoth = ({ levels }: Stretch, next: Stretch): Stretch['levels'] =>
  levels && [...levels, ...(next.levels ?? []).filter(({ tier }, place) => place > 0 || tier !== levels.at(-1)?.tier)];

/** Periods of one plan that follow each other without a day between, as one. In their order, the first first. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches) {
    const before = all.at(-1);
    if (before && before.planId === next.planId && before.until === next.from)
      all[all.length - 1] = { ...before, until: next.until, levels: levelsOfBoth(before, next) };
    else all.push(next);
  }
  return all;
}

/**
 * A line as a carrier is told of it: what began with the last of several periods of one plan that join would be a first
 * day that is none. A carrier that knows the last of them by its first day keeps that: only months that are new in
 * front of it are told as an earlier one, and where it had heard of a part of them, as months of their own
 * (`toldBefore`). A first day that was wrong when it was told is told as it is.
 */
export function joinedLine(now: OutboundLine, status: BenefitStatus | undefined, sent?: SentLine): OutboundLine {
  const { line, earlier = [], ...last } = now;
  if (earlier.length === 0 || CONTINUED.has(status)) return now;
  const pieces = [...earlier, last];
  const all = joined(pieces);
  const whole = all.at(-1) ?? last;
  const place =
    sent === undefined || sent.isLate
      ? -1
      : pieces.findIndex(({ planId, from }) => planId === whole.planId && from === sent.from && from > whole.from);
  const isKnown =
    sent !== undefined &&
    place > 0 &&
    (sent.before === undefined ||
      sent.before.some((one) => one.from < sent.from && one.planId === whole.planId && overlaps(one, whole)));
  return isKnown ? lineOf(line, [...pieces.slice(0, place), ...joined(pieces.slice(place))]) : lineOf(line, all);
}

function lineOf(line: OutboundLine['line'], stretches: readonly Stretch[]): OutboundLine {
  const before = stretches.slice(0, -1) as NonNullable<OutboundLine['earlier']>;
  return { line, ...(stretches.at(-1) as Stretch), ...(before.length > 0 && { earlier: before }) };
}

/** Somebody with the lines as they are told. */
export const withJoinedLines = (person: OutboundPerson, sent: readonly SentLine[] = []): OutboundPerson => {
  if (!person.lines.some(({ earlier }) => earlier)) return person;
  return {
    ...person,
    lines: person.lines.map((now) =>
      joinedLine(
        now,
        person.benefitStatus,
        sent.find(({ line }) => line === now.line),
      ),
    ),
  };
};

const isSame = (a: Stretch, b: Stretch): boolean => a.planId === b.planId && a.from === b.from && a.until === b.until;
const notIn = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  some.filter((one) => !others.some((other) => isSame(one, other)));

/**
 * What was added, altered or taken back beside the last word on a line, since a file last told of it: that word says
 * nothing of it, and the carrier would never hear of the months. What is shorter now is told as never having been and
 * then as it is: an end of a plan that goes on later would end that, too.
 */
export function toldBefore(now: OutboundLine | undefined, sent: SentLine, today: CalendarDate): ToldLine[] {
  const { line, before, isVoid } = sent;
  if (before === undefined || sent.isElsewhere) return [];
  // What is left lies wholly before what was told, which never was: of that the last word speaks, and of this where it
  // still runs.
  const isLeft =
    now !== undefined && (isVoid || (now.until !== null && now.until <= sent.from && now.from < sent.from));
  const isWord = now !== undefined && (!isLeft || isOpen(now, today));
  const isBefore = (one: Stretch, day: CalendarDate | undefined): boolean => day === undefined || one.from < day;
  const first = isWord ? now.from : undefined;
  const [is, was] = [
    [...(now?.earlier ?? []), ...(now ? [now] : [])].filter(
      (one) => isBefore(one, first) && (isLeft || isBefore(one, sent.from)),
    ),
    before.filter((one) => isVoid || isBefore(one, sent.from)),
  ];
  // What joins may be one period with the carrier, or several: each is named.
  const [gone, fresh] = [notIn(joined(was), joined(is)), notIn(joined(is), joined(was))];
  const isFirstOf = (one: Stretch, longer: Stretch): boolean =>
    longer.planId === one.planId &&
    longer.from === one.from &&
    one.until !== null &&
    (longer.until === null || longer.until > one.until);
  const isPartOfNow = (one: Stretch): boolean => isWord && now.planId === one.planId && overlaps(now, one);
  const lost = gone
    .filter((one) => !fresh.some((longer) => isFirstOf(one, longer)) && !isPartOfNow(one))
    .flatMap((one) => was.filter((part) => part.planId === one.planId && overlaps(part, one)));
  const lines = [
    ...lost.map((one) => ({ ...told('void', line, one, today), until: null })),
    ...fresh.map((one) => told('add', line, one, today)),
  ];
  return lines.map((one) => ({ ...one, isBefore: true }));
}
