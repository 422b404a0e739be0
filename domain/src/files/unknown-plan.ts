/** HD04 holds so many characters at most (005010X220A1). */
const LONGEST = 50;
const AFTER = ' has no plan of ours behind it.';
const BEFORE = 'Plan code ';

/** Why a record with a plan code that nobody knows is refused. */
export const unknownPlanReason = (code: string): string => `${BEFORE}${code.slice(0, LONGEST)}${AFTER}`;

/** The plan codes that such reasons name: a refusal may name several, among other things. */
export function plansNamedIn(reason: string): string[] {
  return reason
    .split(AFTER)
    .slice(0, -1)
    .flatMap((part) => {
      const at = part.lastIndexOf(BEFORE);
      return at < 0 ? [] : [part.slice(at + BEFORE.length)];
    });
}
