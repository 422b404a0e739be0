import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';

/** Fetches again whatever shows reconciliations. */
export const refreshReconciliation = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: orpc.reconciliation.key() });
