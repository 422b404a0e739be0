import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Fetches again whatever shows bills, runs and balances. */
export const refreshBilling = (): Promise<void> => queryClient.invalidateQueries({ queryKey: orpc.billing.key() });
