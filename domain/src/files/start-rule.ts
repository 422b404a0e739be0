import type { WaitingPeriodStart } from '../groups/group-terms.ts';

/**
 * When coverage begins, counted from the hire date as a group's own rule counts (domain rules 4.5); `byGroup` where the
 * list only says that it is the first of a month, and the group's waiting period says of which.
 */
export type StartRule = { readonly days: number; readonly start: WaitingPeriodStart } | { readonly byGroup: true };
