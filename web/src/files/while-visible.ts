/**
 * Runs what follows the server as long as the page is in sight, and anew when it comes back: a browser has few
 * connections to a server, so a hidden tab gives its own back. Returns what ends it.
 */
export function whileVisible(begin: (signal: AbortSignal) => void): () => void {
  let running: AbortController | undefined;
  const look = (): void => {
    if (document.visibilityState === 'hidden') {
      running?.abort();
      running = undefined;
    } else if (!running) {
      running = new AbortController();
      begin(running.signal);
    }
  };
  // What was open when the network went away may never tell that it is closed.
  const anew = (): void => {
    running?.abort();
    running = undefined;
    look();
  };
  look();
  document.addEventListener('visibilitychange', look);
  globalThis.addEventListener('online', anew);
  return () => {
    document.removeEventListener('visibilitychange', look);
    globalThis.removeEventListener('online', anew);
    running?.abort();
  };
}
