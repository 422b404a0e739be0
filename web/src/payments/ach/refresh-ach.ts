import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';
import { refreshPayments } from '../refresh-payments.ts';

/** Fetches again whatever shows ACH files, accounts and the payments in them. */
export const refreshAch = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: orpc.ach.key() }), refreshPayments()]);
};
