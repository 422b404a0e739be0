import { type CalendarDate, overlaps } from '../../calendar-date.ts';
import type { BenefitStatus } from '../../members/benefit-status.ts';
import type { OutboundLine, OutboundPerson, SentLine, Stretch, ToldLine } from './outbound-member.ts';
import { told } from './told-pieces.ts';

/** Under COBRA, or surviving: where the employment's coverage ends and theirs begins, two periods of one plan are two enrolments. */
const CONTINUED: ReadonlySet<BenefitStatus | undefined> = new Set<BenefitStatus | undefined>(['C', 'S']);

/** The levels of two periods that follow each other. */
const levelsOfBoth = ({ levels }: Stretch, next: Stretch): Stretch['levels'] => levels && [...levels, ...(next.levels ?? []).filter(({ tier }, place) => place > 0 || tier !== levels.at(-1)?.tier)];

/** Periods of one plan that follow each other without a day between, as one. In their order, the first first. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches) {
    const before = all.at(-1);
    if (before && before.planId === next.planId && before.until === next.from) all[all.length - 1] = { ...before, until: next.until, levels: levelsOfBoth(before, next) };
    else all.push(next);
  }
  return all;
}

/**
 * A line as a carrier is told of it: what began with the last of several periods of one plan that join would be a first day that is none. A carrier that knows the last of them by its first day keeps that: only months that are
 * new in front of it are told as an earlier one, and where it had heard of a part of them, as months of their own (`toldBefore`).
 */
export function joinedLine(now: OutboundLine, status: BenefitStatus | undefined, sent?: SentLine): OutboundLine {
  const { line, earlier = [], ...last } = now;
  if (earlier.length === 0 || CONTINUED.has(status)) return now;
  const all = joined([...earlier, last]);
  const [whole, before] = [all.at(-1) ?? last, all.slice(0, -1) as NonNullable<OutboundLine['earlier']>];
  const isKnown = sent !== undefined && whole.from < sent.from && now.from === sent.from;
  if (isKnown && (sent.before === undefined || sent.before.some((one) => one.planId === whole.planId && overlaps(one, whole)))) return now;
  return { line, ...whole, ...(before.length > 0 && { earlier: before }) };
}

/** Somebody with the lines as they are told; a dependent is continued with the subscriber. */
export const withJoinedLines = (person: OutboundPerson, head: OutboundPerson | undefined, sent: readonly SentLine[] = []): OutboundPerson => {
  if (!person.lines.some(({ earlier }) => earlier)) return person;
  const status = person.benefitStatus ?? head?.benefitStatus;
  return { ...person, lines: person.lines.map((now) => joinedLine(now, status, sent.find(({ line }) => line === now.line))) };
};

const isSame = (a: Stretch, b: Stretch): boolean => a.planId === b.planId && a.from === b.from && a.until === b.until;
const notIn = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] => some.filter((one) => !others.some((other) => isSame(one, other)));

/**
 * What was added, altered or taken back in front of what the carrier was told of a line, since a change file last told of it: its last word says nothing of that, and the carrier would never hear of the months. What is shorter
 * now is told as never having been and then as it is: an end of a plan that goes on later would end that, too.
 */
export function toldBefore(now: OutboundLine | undefined, sent: SentLine, today: CalendarDate): ToldLine[] {
  const { line, before } = sent;
  if (before === undefined || sent.isVoid || sent.isElsewhere) return [];
  const first = now && now.from < sent.from ? now.from : sent.from;
  const earlier = (now?.earlier ?? []).filter(({ from }) => from < first);
  const [was, is] = [joined(notIn(before, earlier)), joined(notIn(earlier, before))];
  const isLonger = (one: Stretch): boolean => is.some(({ planId, from, until }) => planId === one.planId && from === one.from && one.until !== null && (until === null || until >= one.until));
  const isPartOfNow = (one: Stretch): boolean => now !== undefined && now.planId === one.planId && overlaps(now, one);
  const gone = was.filter((one) => one.from < first && !isLonger(one) && !isPartOfNow(one));
  return [...gone.map((one) => ({ ...told('void', line, one, today), until: null })), ...notIn(is, was).map((one) => told('add', line, one, today))].map((one) => ({ ...one, isBefore: true }));
}
