import { counted } from '../counted.ts';

/** Days for which an account cannot approve what the person who invited, reset or promoted it has asked for. */
export const DAYS_OF_NEW_ACCOUNTS = 7;

type Approver = {
  readonly id: string;
  /** Who invited, reset or promoted the approver's account within the days that count. */
  readonly madeBy: readonly string[];
};

/** Why a person may not approve what these authors made or changed; null where they may. */
export function refusalOfApprover(
  { id, madeBy }: Approver,
  { authors, what }: { authors: readonly string[]; what: string },
  days = DAYS_OF_NEW_ACCOUNTS,
): string | null {
  if (authors.includes(id)) return `You made or changed ${what}. Another person has to approve it.`;
  if (madeBy.some((author) => authors.includes(author)))
    return `Your account was invited, reset or promoted in the last ${counted(days, 'day')} by somebody who made or changed ${what}. Another person has to approve it.`;
  return null;
}
