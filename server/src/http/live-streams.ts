import { HTTP_FAILURES, type HttpFailure } from './failure-answers.ts';

export type StreamLimits = { perSession: number; perPerson: number; total: number };

/**
 * A browser window has at most two streams and stops them while hidden. Demo users share one account, so the limit per
 * account is higher than per session.
 */
export const STREAM_LIMITS: StreamLimits = { perSession: 10, perPerson: 60, total: 600 };

/** Counts open server-sent event streams. A stream over the limit is rejected; open ones continue. */
export class LiveStreams {
  readonly #limits: StreamLimits;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Counts one more stream. Returns how to release it, or why there may not be one more. */
  open(person: string, session: string): (() => void) | HttpFailure {
    const { perSession, perPerson, total } = this.#limits;
    const [ofPerson, ofSession] = [`person ${person}`, `session ${session}`];
    if (this.#count(ofPerson) >= perPerson || this.#count(ofSession) >= perSession) return HTTP_FAILURES.manyStreams;
    if (this.#total >= total) return HTTP_FAILURES.busyWithStreams;
    const add = (change: 1 | -1): void => {
      this.#total += change;
      for (const key of [ofPerson, ofSession]) {
        const count = this.#count(key) + change;
        if (count > 0) this.#open.set(key, count);
        else this.#open.delete(key);
      }
    };
    add(1);
    return () => add(-1);
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}
