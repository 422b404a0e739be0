import { type FileMessage, fileMessage, fileText } from './messages/file-message.ts';

/** HD04 holds so many characters at most (005010X220A1). */
const LONGEST = 50;
const [BEFORE = '', AFTER = ''] = fileText('plan_no_match', { plan: '\n' }).split('\n');

/** Returns why a record with a plan code that matches no plan is rejected. */
export const unknownPlan = (code: string): FileMessage =>
  fileMessage('plan_no_match', { plan: code.slice(0, LONGEST) });

/** The plan codes that such reasons name: a rejection may name several, among other things. */
export function plansNamedIn(reason: string): string[] {
  return reason
    .split(AFTER)
    .slice(0, -1)
    .flatMap((part) => {
      const at = part.lastIndexOf(BEFORE);
      return at < 0 ? [] : [part.slice(at + BEFORE.length)];
    });
}
