import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Fetches again whatever shows plans, and the history that tells of their changes. */
export const refreshPlans = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.plans.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.changes.key() }),
  ]);
