import { setImmediate } from 'node:timers/promises';

/** Lets what waits (requests, timers, sockets) go first: an import shares its thread with the API. */
export const breathe = (): Promise<void> => setImmediate();

/** A promise that is awaited later: should the database go away before, that is not an error nobody cares for. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
