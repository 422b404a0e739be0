import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Fetches again whatever shows payments and the bills that they pay. */
export const refreshPayments = async (): Promise<void> => {
  await Promise.all(
    [
      orpc.payments.key(),
      orpc.paymentImports.unmatched.key(),
      orpc.refunds.key(),
      orpc.billing.key(),
      orpc.arrears.key(),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};
