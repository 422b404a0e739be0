import { setImmediate } from 'node:timers/promises';

/** Lets what waits (requests, timers, sockets) go first: an import shares its thread with the API. */
export const breathe = (): Promise<void> => setImmediate();
