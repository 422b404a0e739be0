import { contains } from '../../calendar-date.ts';
import type { OutboundPerson, SentLine, ToldLine } from './outbound-person.ts';

/** A plan to which a file moves a subscriber. */
export type PlanBegun = Pick<ToldLine, 'line' | 'planId' | 'from'>;

/**
 * What a dependent has beside the subscriber's change to another plan, from that day on: carriers whose dependents
 * follow the subscriber take it along, and have not heard that it keeps its own. An end comes behind it.
 */
export function withKept(
  lines: readonly ToldLine[],
  person: OutboundPerson,
  before: readonly SentLine[],
  plans: readonly PlanBegun[],
): ToldLine[] {
  let all = [...lines];
  for (const { line, planId, from } of plans) {
    const now = person.lines.find((one) => one.line === line);
    const piece = now && [...(now.earlier ?? []), now].find((one) => contains(one, from));
    if (
      !piece ||
      piece.planId === planId ||
      piece.from >= from ||
      !before.some((one) => one.line === line && !one.isVoid)
    )
      continue;
    const kept: ToldLine = { line, planId: piece.planId, from, until: null, action: 'change', isKept: true };
    const end: ToldLine = { line, planId: piece.planId, from: piece.from, until: piece.until, action: 'end' };
    const others = all.filter((one) => one.line !== line || one.action !== 'end' || one.until !== piece.until);
    all = [...others, kept, ...(piece.until === null ? [] : [end])];
  }
  return all;
}
