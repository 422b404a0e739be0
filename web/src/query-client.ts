import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing, isSignedOut } from './errors.ts';

const MINUTE = 60_000;

const signedOutListeners = new Set<() => void>();

/** Called when a response says that the session has ended. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** Reported by requests outside our procedures, such as uploads. */
export function noteSignedOut(): void {
  for (const listener of signedOutListeners) listener();
}

/** Reported by streams, as queries do automatically. */
export function noteRefused(error: unknown): void {
  if (isSignedOut(error)) noteSignedOut();
}

/** Retries and cache times of specification 2, section 9. Writes are never retried automatically. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefused }),
  mutationCache: new MutationCache({ onError: noteRefused }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 3 && isPassing(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      gcTime: 5 * MINUTE,
      staleTime: 15_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
