import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';

/** Fetches again whatever shows carriers, remittances and the ledger. */
export const refreshRemittances = async (): Promise<void> => {
  await Promise.all(
    [orpc.carrierRemittances.key(), orpc.billing.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};
