import { addDays, type CalendarDate } from '../../calendar-date.ts';
import { previousBankingDay } from '../banking-days.ts';
import { returnRule } from './return-codes.ts';

/** NACHA Operating Rules 2.12.4: at most two, within 180 days of the original settlement. */
const MOST_RETRIES = 2;
const RETRY_DAYS = 180;
/** NACHA Operating Rules 2.14: the fee of a returned debit settles within 45 days of the return. */
const FEE_DAYS = 45;

/** A debit with the returns of it and of its retries, in their order. */
export type DebitChain = {
  readonly settledOn: CalendarDate;
  readonly returns: readonly { readonly code: string; readonly settledOn: CalendarDate }[];
  readonly retries: number;
};

export type Retry = { readonly lastDay: CalendarDate; readonly left: number } | { readonly refused: string };

/** Whether a returned debit may be sent again, unchanged, and until when (case M17). */
export function retryOf({ settledOn, returns, retries }: DebitChain, today: CalendarDate): Retry {
  const last = returns.at(-1);
  if (!last) return { refused: 'This debit was not returned.' };
  const rule = returnRule(last.code);
  if (!rule.mayRetry)
    return {
      refused: `${last.code}, ${rule.title.toLowerCase()}: this debit must not be sent again. A corrected account is a new debit.`,
    };
  if (retries >= MOST_RETRIES) return { refused: 'A returned debit may be sent again at most twice.' };
  const lastDay = previousBankingDay(addDays(settledOn, RETRY_DAYS));
  if (today > lastDay) return { refused: 'More than 180 days have passed since the debit settled.' };
  return { lastDay, left: MOST_RETRIES - retries };
}

export type ReturnFee = { readonly lastDay: CalendarDate } | { readonly refused: string };

/**
 * Whether a fee may be taken for a returned debit: once for it and its retries, only for lack of funds, and only if the
 * payer had notice of it (case M17).
 */
export function returnFeeOf(
  { returns }: DebitChain,
  { hadNotice, wasTaken, today }: { hadNotice: boolean; wasTaken: boolean; today: CalendarDate },
): ReturnFee {
  const [first] = returns;
  if (!first) return { refused: 'This debit was not returned.' };
  if (!returnRule(first.code).mayCharge)
    return { refused: 'A fee is taken only for insufficient or uncollected funds.' };
  if (wasTaken) return { refused: 'The fee was already taken for this debit and its retries.' };
  if (!hadNotice) return { refused: 'The payer has had no notice of the fee.' };
  const lastDay = previousBankingDay(addDays(first.settledOn, FEE_DAYS));
  return today > lastDay ? { refused: 'More than 45 days have passed since the return.' } : { lastDay };
}
