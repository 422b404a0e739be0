import type { CalendarDate } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { besideTold } from './beside-told.ts';
import { type Level, levelsToTell } from './coverage-level.ts';
import { type PlanBegun, withKept } from './kept-beside.ts';
import { leaversFirst } from './leavers-first.ts';
import { toldBefore } from './told-before.ts';
import { isOpen, told, toldFirst, toldPieces } from './told-pieces.ts';
import { correctionOf } from './told-identity.ts';
import type { ToldIdentities } from './outbound-person.ts';
import type {
  Stretch,
  OutboundLine,
  OutboundPerson,
  SentLine,
  LineAction,
  MemberAction,
  ToldLine,
  OutboundMember,
} from './outbound-person.ts';

/** Coverage that the carrier knows and we do not have any more. */
function toldGone(
  { line, planId, from, until, isVoid, answered, isElsewhere }: SentLine,
  today: CalendarDate,
): ToldLine[] {
  const gone = { line, planId, from };
  if (isElsewhere && !isVoid && from < today) {
    // It goes on with another carrier, so it was; since when is not on record.
    const hasEnded = until !== null && until <= today;
    return hasEnded && answered ? [] : [{ ...gone, until: hasEnded ? until : today, action: 'end' }];
  }
  return isVoid && answered ? [] : [{ ...gone, until: null, action: 'void' }];
}

/** What has to be told of a line that the carrier knows, but for its level. */
export function toldAgain(now: OutboundLine | undefined, sent: SentLine, today: CalendarDate): ToldLine[] {
  // Gone, or all that is left ended before what was told began: that never was (domain rules 4.1, cancel against
  // terminate).
  if (!now) return toldGone(sent, today);
  if (now.until !== null && now.until <= sent.from && now.from < sent.from) {
    // What is left and still runs may be news, too; a carrier that knows it has it twice in the same words.
    const gone = toldGone(sent, today);
    return isOpen(now, today) && !sent.isElsewhere ? [...gone, told('add', now.line, now, today)] : gone;
  }
  const { line } = now;
  const as = (action: LineAction): ToldLine => told(action, line, now, today);
  const open = (action: LineAction): ToldLine => ({ ...as(action), until: null });
  if (sent.isVoid) {
    if (!isOpen(now, today)) return [];
    // It goes on beyond an end of which the carrier knows.
    if (
      sent.before?.some(
        ({ planId, from, until }) =>
          planId === now.planId && from === now.from && until !== null && (now.until === null || until < now.until),
      )
    )
      return [open('reinstate'), ...(now.until === null ? [] : [as('end')])];
    return [as('add')];
  }
  const isSamePlan = now.planId === sent.planId;
  const pieces = toldPieces(now, sent, today);
  if (pieces) return pieces;
  if (isSamePlan && now.from === sent.from && now.until === sent.until) {
    // A termination is repeated until the carrier has accepted one (domain rules 4.1, outbound).
    return now.until !== null && !sent.answered ? [as('end')] : [];
  }
  if (now.until === null) {
    if (sent.until === null) return [as('change')];
    // A dependent has the other plan with the subscriber's change already, up to the end that was told: that it does
    // not end is said by itself.
    if (!isSamePlan && sent.until > now.from && now.from > sent.from) return [as('change'), as('reinstate')];
    // 025 is for coverage that goes on without a gap; whoever comes back later is enrolled again.
    return [
      as(
        isSamePlan && now.from === sent.from
          ? 'reinstate'
          : sent.until < now.from || (isSamePlan && sent.until === now.from)
            ? 'add'
            : 'change',
      ),
    ];
  }
  // A later end than the one told is a reinstatement and a new end; an earlier one is simply told (CMS 7.2.6).
  if (isSamePlan && now.from === sent.from && sent.until !== null && sent.until < now.until)
    return [open('reinstate'), as('end')];
  if (isSamePlan && now.from === sent.from) return [as('end')];
  // Another plan in the place of the one that was told: a change that ends leaves the carrier what the other has beyond
  // it.
  if (!isSamePlan && now.from === sent.from) return [told('void', line, { ...sent, until: null }, today), as('add')];
  // What has come and gone since an end that was told is one period more.
  return sent.until !== null && sent.until <= now.from && !isOpen(now, today)
    ? [as('add')]
    : [open('change'), as('end')];
}

/**
 * Levels that come after the one that is told with the line, or that have changed without anything else; before an end,
 * which is the last word.
 */
function withLevels(
  lines: readonly ToldLine[],
  now: OutboundLine | undefined,
  sent: SentLine | undefined,
  today: CalendarDate,
): ToldLine[] {
  if (!now?.levels || !isOpen(now, today)) return [...lines];
  const said = lines.at(-1)?.level;
  const levels = said
    ? now.levels.filter(({ from }) => from > said.from)
    : lines.length === 0 && sent
      ? levelsToTell(now.levels, sent)
      : [];
  const changes = levels.map((level): ToldLine => ({
    line: now.line,
    planId: now.planId,
    from: now.from,
    until: now.until,
    action: 'change',
    level,
    isLevel: true,
  }));
  const end = lines.at(-1)?.action === 'end' ? lines.length - 1 : lines.length;
  return [...lines.slice(0, end), ...changes, ...lines.slice(end)];
}

/** What never was goes first: behind an addition that reaches over it, it would take that away. */
export const voidsFirst = (lines: readonly ToldLine[]): ToldLine[] => [
  ...lines.filter(({ action }) => action === 'void'),
  ...lines.filter(({ action }) => action !== 'void'),
];

function memberAction(lines: readonly ToldLine[], isKnown: boolean, staysCovered: boolean): MemberAction {
  if (!isKnown) return 'add';
  if (lines.length === 0 || staysCovered) return 'change';
  const last = lines.filter((one, index) => lines.findLastIndex(({ line }) => line === one.line) === index);
  if (last.every(({ action }) => action === 'end' || action === 'void')) return 'end';
  const first = lines.filter(({ isLevel }) => !isLevel);
  if (first.length === 0) return 'change';
  return last.every(({ action }) => action === 'reinstate') && first.every(({ action }) => action === 'reinstate')
    ? 'reinstate'
    : first.every(({ action }) => action === 'add')
      ? 'add'
      : 'change';
}

/**
 * A change file: the difference from what the carrier was last told, person by person in the order given. Terminations
 * are repeated until a file with them was accepted. `people` holds everybody who is covered and everybody the carrier
 * knows of, `sent` what it was told of each by member id. `since`: the day of the first file; coverage that was in
 * force since, or on record only since, and of which it was never told is told, though it is over.
 */
export function changeFile(
  people: readonly OutboundPerson[],
  sent: ReadonlyMap<string, readonly SentLine[]>,
  today: CalendarDate,
  identities: ToldIdentities = new Map(),
  since: CalendarDate = today,
): readonly OutboundMember[] {
  const plans = new Map<string, readonly PlanBegun[]>();
  return leaversFirst(
    besideTold(people, sent, identities, today).flatMap(({ person, before, left, identity }): OutboundMember[] => {
      const nowOf = (line: CoverageLine): OutboundLine | undefined => person.lines.find((now) => now.line === line);
      let lines = before.flatMap((line) =>
        withLevels(toldAgain(nowOf(line.line), line, today), nowOf(line.line), line, today),
      );
      for (const now of person.lines)
        if (!before.some(({ line }) => line === now.line))
          lines.push(...withLevels(toldFirst(now, since, today), now, undefined, today));
      if (person.isSubscriber)
        plans.set(
          person.familyId,
          lines.filter(({ action, isLevel }) => action === 'change' && !isLevel),
        );
      else lines = withKept(lines, person, before, plans.get(person.familyId) ?? []);
      const past = before.flatMap((line) => toldBefore(nowOf(line.line), line, today));
      const isRenamed = before.some(
        ({ identity, isVoid, until }) => identity !== person.identity && !isVoid && isOpen({ until }, today),
      );
      if (lines.length === 0 && past.length === 0 && !isRenamed) return left;
      const staysCovered = person.lines.some(
        (line) =>
          isOpen(line, today) &&
          before.some((one) => one.line === line.line && !one.isVoid && isOpen(one, today)) &&
          !lines.some((one) => one.line === line.line),
      );
      const isKnown = before.some(({ isVoid }) => !isVoid);
      return [
        ...left,
        {
          person,
          action: memberAction(lines, before.length > 0, staysCovered),
          lines: voidsFirst([...past, ...lines]),
          correction: isKnown ? correctionOf(person, identity) : undefined,
        },
      ];
    }),
  );
}

/** What the carrier knows of a line after a file. */
export type KnownLine = Stretch & { line: CoverageLine; isVoid: boolean; level: Partial<Level>; timesEnded: number };

/**
 * What the carrier knows of a person after a file: the last word on every line that is told (a reinstatement with a new
 * end is that end), and the open lines that stay as they were, since the file says the person anew. A full file says
 * the level of today, and takes nothing away from one to come that was told; it counts the ends that it names.
 */
export function knownAfter(
  { person, lines }: OutboundMember,
  before: readonly SentLine[],
  today: CalendarDate,
  mode: 'full' | 'change',
): KnownLine[] {
  const levelOf = (sent: SentLine | undefined): Partial<Level> =>
    sent?.tier ? { tier: sent.tier, ...(sent.tierFrom && { from: sent.tierFrom }) } : {};
  const sentOf = (line: CoverageLine): SentLine | undefined => before.find((one) => one.line === line && !one.isVoid);
  const known = new Map<CoverageLine, KnownLine>();
  for (const { line, planId, from, until } of person.lines)
    if (isOpen({ until }, today))
      known.set(line, { line, planId, from, until, isVoid: false, level: levelOf(sentOf(line)), timesEnded: 0 });
  for (const { line, planId, from, until, action, level, isBefore, isKept } of lines) {
    if (isBefore || isKept) {
      const sent = before.find((one) => one.line === line);
      if (sent && !known.has(line)) known.set(line, { ...sent, level: levelOf(sent) });
      continue;
    }
    const sent = action === 'compare' ? sentOf(line) : undefined;
    const levels = person.lines.find((now) => now.line === line)?.levels ?? [];
    const isToldAhead = sent?.tierFrom && sent.tierFrom > today && levelsToTell(levels, sent).length === 0;
    const isEnd = action === 'end' || action === 'void';
    const last = before.find(
      (one) =>
        one.line === line &&
        one.planId === planId &&
        one.from === from &&
        one.until === until &&
        one.isVoid === (action === 'void'),
    );
    const timesEnded = isEnd ? (last?.timesEnded ?? 0) + (mode === 'full' ? 1 : 0) : 0;
    known.set(line, {
      line,
      planId,
      from,
      until,
      isVoid: action === 'void',
      level: isToldAhead ? levelOf(sent) : (level ?? {}),
      timesEnded,
    });
  }
  return [...known.values()];
}
