import type { api } from '../../api.ts';

/** A run with the figures of its bills. */
export type RunDetail = Awaited<ReturnType<typeof api.billing.runs.get>>;
