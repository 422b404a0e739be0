import type { BenefitStatus } from '../../members/benefit-status.ts';
import type { OutboundLine, OutboundPerson } from './outbound-person.ts';

/**
 * Under COBRA, or surviving: where the employment's coverage ends and theirs begins, two periods of one plan are two
 * enrolments.
 */
export const CONTINUED: ReadonlySet<BenefitStatus | undefined> = new Set<BenefitStatus | undefined>(['C', 'S']);

/** INS05 and INS07, and the days of COBRA (DTP 301, 340, 341). */
export type Continuation = Pick<
  OutboundPerson,
  'benefitStatus' | 'cobraEvent' | 'cobraEventDate' | 'cobraBeginDate' | 'cobraEndDate'
>;
type Covered = { lines: readonly OutboundLine[] };

/**
 * A dependent is continued with the subscriber, for the same event and as long: many senders say it of subscribers
 * only. Not whose coverage ended with the employment, or before.
 */
export function continuationOf(
  { lines, ...own }: Continuation & Covered,
  head: (Continuation & Covered) | undefined,
): Continuation {
  if (!head || !CONTINUED.has(head.benefitStatus) || CONTINUED.has(own.benefitStatus)) return own;
  const { lines: ofHead, ...theirs } = head;
  const goesOn = lines.some(({ line, until }) => {
    const since = head.cobraBeginDate ?? ofHead.find((one) => one.line === line)?.from;
    return until === null || (since !== undefined && until > since);
  });
  return goesOn ? theirs : own;
}
