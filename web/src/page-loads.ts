const failures = new WeakSet<object>();

/**
 * Notices what of the application itself could not be fetched: the code and the styles of a page come when it is
 * opened.
 */
export function watchPageLoads(): void {
  globalThis.addEventListener('vite:preloadError', ({ payload }) => void failures.add(payload));
}

/**
 * Returns whether a page did not come, rather than break: the server cannot be reached, or is of another version by
 * now.
 */
export const isLoadFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error);
