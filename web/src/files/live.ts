import { useSyncExternalStore } from 'react';
import { isPassing, isTooMany } from '../errors.ts';
import { noteRefused } from '../query-client.ts';

/** A stream that breaks once is taken up again before anybody misses it. */
const LOST_AFTER = 2;

let failures = 0;
const listeners = new Set<() => void>();

function noteLive(comes: boolean): void {
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

const AGAIN_AFTER_MS = 1500;

/**
 * Follows the server's events; a stream that breaks is taken up again. One that ends because the session has ended says
 * so, or the page would go on as if it were live.
 */
export async function followStream<T>(
  open: () => Promise<AsyncIterable<T>>,
  signal: AbortSignal,
  onEvent: (seen: T) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const seen of await open()) {
        noteLive(true);
        onEvent(seen);
      }
    } catch (error) {
      if (signal.aborted) return;
      // The server restarts, the network is away, or too many windows are open.
      if (isPassing(error) || isTooMany(error)) noteLive(false);
      else noteRefused(error);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}
