import { useMutation } from '@tanstack/react-query';
import { newKey } from '../../idempotency.ts';
import { toastError } from '../../ui/toasts.ts';
import { refreshBilling } from '../refresh-billing.ts';

/** A button's write on a run: what is refused shows as a toast, and the page is fetched again either way. */
export function useRunWrite<Result>(
  write: (idempotencyKey: string) => Promise<Result>,
  onDone?: (done: Result) => void,
) {
  return useMutation({
    mutationFn: () => write(newKey()),
    onSuccess: onDone,
    onError: (error) => toastError(error),
    onSettled: refreshBilling,
  });
}
