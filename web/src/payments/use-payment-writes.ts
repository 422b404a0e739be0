import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { toastError } from '../ui/toasts.ts';
import { refreshPayments } from './refresh-payments.ts';

const settling = { onError: (error: Error) => toastError(error), onSettled: refreshPayments };

/** The writes of a payment's dialog that need no further question. */
export function usePaymentWrites(id: string) {
  return {
    undo: useMutation({
      mutationFn: (applicationId: string) =>
        api.payments.undoApplication({ id: applicationId, idempotencyKey: newKey() }),
      ...settling,
    }),
    apply: useMutation({
      mutationFn: () => api.payments.apply({ id, billId: null, idempotencyKey: newKey() }),
      ...settling,
    }),
    deposit: useMutation({
      mutationFn: () => api.payments.deposit({ ids: [id], idempotencyKey: newKey() }),
      ...settling,
    }),
  };
}
