import { HTTP_FAILURES, type HttpFailure } from './failure-answers.ts';

export type StreamLimits = { perSession: number; perPerson: number; total: number };

/**
 * A browser window holds at most two streams and stops them while it is hidden. People behind the demo gate share one
 * account, so that the limit of an account is higher than that of a session.
 */
export const STREAM_LIMITS: StreamLimits = { perSession: 10, perPerson: 60, total: 600 };

/** Counts open streams of server-sent events. The newest is refused; those already open go on. */
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
