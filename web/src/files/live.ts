import { useSyncExternalStore } from 'react';

/** A stream that breaks once is taken up again before anybody misses it. */
const LOST_AFTER = 2;

let failures = 0;
const listeners = new Set<() => void>();

/** What follows the server's events tells here whether they come. */
export function noteLive(comes: boolean): void {
  failures = comes ? 0 : failures + 1;
  for (const listener of listeners) listener();
}

/** A stream may stay open for minutes in a network that is away. */
function lose(): void {
  failures = LOST_AFTER;
  noteLive(false);
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener('offline', lose);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) globalThis.removeEventListener('offline', lose);
  };
}

/** Whether what shows may be old, because no event has come for some tries. */
export const useIsLost = (): boolean => useSyncExternalStore(listen, () => failures > LOST_AFTER);
