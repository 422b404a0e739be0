import { queryClient } from '../query-client.ts';

/** Fetches everything again: what was approved may show on any page. */
export const refreshAfterDecision = (): Promise<void> => queryClient.invalidateQueries();
