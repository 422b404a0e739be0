/** Where in a chunk's transaction a worker dies: the statement that it does not send any more. */
export const PLACES = ['before the checkpoint', 'before its commit', 'after its commit'] as const;
export type Place = (typeof PLACES)[number];

/** The task of a worker process. `boundary` counts chunks from 1; without a place it is not killed. */
export type Task = { url: string; chunk: number; boundary?: number; place?: Place; now: string };
