const failures = new WeakSet<object>();

/** Notices failed downloads of code and styles, which load when a page opens. */
export function watchPageLoads(): void {
  globalThis.addEventListener('vite:preloadError', ({ payload }) => void failures.add(payload));
}

/** Returns whether a page failed to load rather than to run: the server is unavailable or has another version. */
export const isLoadFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error);
