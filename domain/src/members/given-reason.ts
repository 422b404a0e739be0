import type { Problem } from '../refusal.ts';

const MIN_REASON = 4;

/** How a problem that a reason resolves asks for it. */
export const GIVE_REASON = 'Give a reason to';

/** Returns whether a reason would resolve the problem, so that the form asks for one. */
export const asksForReason = ({ message }: Problem): boolean => message.includes(GIVE_REASON);

export const hasReason = (text: string): boolean => text.trim().length >= MIN_REASON;
