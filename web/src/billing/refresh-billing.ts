import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Fetches again whatever shows bills, runs, balances and arrears. */
export const refreshBilling = async (): Promise<void> => {
  await Promise.all(
    [orpc.billing.key(), orpc.arrears.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};
