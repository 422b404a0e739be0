import { type CalendarDate, overlaps } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { besideTold } from './beside-told.ts';
import { type PlanBegun, withKept } from './kept-beside.ts';
import { toldAgain, voidsFirst } from './outbound-member.ts';
import type { OutboundLine, OutboundMember, OutboundPerson, SentLine, ToldLine } from './outbound-person.ts';
import type { ToldIdentities } from './outbound-person.ts';
import { toldBefore } from './told-before.ts';
import { correctionOf } from './told-identity.ts';
import { isOpen, told } from './told-pieces.ts';

/** Whether the first day of a plan is another than was told. */
const isMoved = (now: OutboundLine | undefined, sent: SentLine): now is OutboundLine =>
  now !== undefined && !sent.isVoid && now.planId === sent.planId && now.from !== sent.from && overlaps(now, sent);

/**
 * In how many full files the end of a line that is as `now` has been named; another end than the one told, or first
 * day, has been in none.
 */
const timesNamed = (now: OutboundLine | undefined, sent: SentLine): number =>
  sent.isVoid || !now || (now.until === sent.until && !isMoved(now, sent)) ? sent.timesEnded : 0;

/** What the carrier knows and has ended, or never was, where not enough full files have named that. */
function endsToName(
  { lines }: OutboundPerson,
  known: readonly SentLine[],
  endsInFull: number,
  today: CalendarDate,
): ToldLine[] {
  return known.flatMap((sent) => {
    const now = lines.find(({ line }) => line === sent.line);
    if ((now && isOpen(now, today)) || timesNamed(now, sent) >= endsInFull) return [];
    // An end says nothing of another first day, so that is told in front of it.
    const isWhole = isMoved(now, sent);
    return toldAgain(now, { ...sent, answered: false }, today).filter(
      ({ action }) => isWhole || action === 'end' || action === 'void',
    );
  });
}

/**
 * A line that is covered as a full file says it. What 030 cannot say stands there as in a change file, or the carrier
 * would keep what it was told: that an end does not hold any more, that what was told never was, a gap, and what is
 * another in front of it.
 */
function comparedLines(now: OutboundLine, sent: SentLine | undefined, today: CalendarDate): ToldLine[] {
  const again = sent && !sent.isVoid && isOpen(sent, now.from) ? toldAgain(now, sent, today) : [];
  const hasGap = again.some(
    ({ action, planId, until }, at) =>
      action === 'end' && until !== null && again[at + 1]?.action === 'add' && again[at + 1]?.planId === planId,
  );
  const said =
    hasGap || again.some(({ action }) => action === 'void') || again.at(-1)?.action === 'reinstate' ? again : [];
  const pieces = [...(now.earlier ?? []).filter((one) => isOpen(one, today)), now];
  const others = pieces.filter(
    ({ planId, from }) => !said.some((one) => one.action !== 'void' && one.planId === planId && one.from === from),
  );
  return voidsFirst([
    ...(sent ? toldBefore(now, sent, today) : []),
    ...said,
    ...others.map((one) => told('compare', now.line, one, today)),
  ]);
}

/** A plan that the carrier learns of, behind the one that it knows. */
const isOtherPlan = (planId: string, from: CalendarDate, sent: SentLine | undefined): boolean =>
  sent !== undefined && !sent.isVoid && sent.planId !== planId && sent.from < from;

export type InFullFile = {
  identities?: ToldIdentities;
  sent?: ReadonlyMap<string, readonly SentLine[]>;
  /** How many full files name an end. */
  endsInFull?: number;
};

/**
 * A full file: everybody who is covered or will be. It says nothing of those who are not (domain rules 4.1) unless the
 * carrier wants ends in so many full files; and of a dependent whom the carrier knows in another family, where its
 * absence would be anybody's.
 */
export function fullFile(
  people: readonly OutboundPerson[],
  today: CalendarDate,
  { identities = new Map(), sent = new Map(), endsInFull = 0 }: InFullFile = {},
): OutboundMember[] {
  const plans = new Map<string, readonly PlanBegun[]>();
  return besideTold(people, sent, identities, today).flatMap(({ person, before, left, identity }): OutboundMember[] => {
    const sentOf = (line: CoverageLine): SentLine | undefined => before.find((sent) => sent.line === line);
    let open = person.lines
      .filter((line) => isOpen(line, today))
      .flatMap((line) => comparedLines(line, sentOf(line.line), today));
    if (person.isSubscriber)
      plans.set(
        person.familyId,
        open.filter(({ line, planId, from }) => isOtherPlan(planId, from, sentOf(line))),
      );
    else open = withKept(open, person, before, plans.get(person.familyId) ?? []);
    const lines = [...open, ...endsToName(person, before, endsInFull, today)];
    return lines.length === 0
      ? left
      : [
          ...left,
          {
            person,
            action: open.length === 0 ? 'end' : 'compare',
            lines,
            correction: correctionOf(person, identity),
          },
        ];
  });
}
