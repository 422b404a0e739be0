import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a request body must arrive. */
export type BodyLimits = {
  /** Each of these periods must bring at least `bytesPerWindow`. */
  windowMs: number;
  bytesPerWindow: number;
  /** Longest time for a body of an operation, and of a piece of an upload. */
  totalMs: number;
  uploadMs: number;
};

/**
 * 1 KB per second. The upload page sends 50 MB in pieces of 512 KB, each a request; one request for all of it needs 14
 * KB per second.
 */
export const BODY_LIMITS: BodyLimits = {
  windowMs: 10_000,
  bytesPerWindow: 10_240,
  totalMs: 60_000,
  uploadMs: 3_600_000,
};

type Arriving = {
  request: IncomingMessage;
  response: ServerResponse;
  endsAt: number;
  windowEndsAt: number;
  bytesBefore: number;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Ends requests whose body trickles, so that they do not hold connections and memory. */
export class SlowBodies {
  readonly #arriving = new Set<Arriving>();
  readonly #limits: BodyLimits;
  readonly #cut: (response: ServerResponse) => void;

  /** `cut` answers the request where possible; the connection is closed after it. */
  constructor(limits: BodyLimits, cut: (response: ServerResponse) => void) {
    this.#limits = limits;
    this.#cut = cut;
  }

  /** Watches a request until its last byte has arrived. */
  watch(request: IncomingMessage, response: ServerResponse, now: number): void {
    if (!hasBody(request)) return;
    const { totalMs, uploadMs, windowMs } = this.#limits;
    const entry = {
      request,
      response,
      endsAt: now + (request.url?.startsWith('/uploads') ? uploadMs : totalMs),
      windowEndsAt: now + windowMs,
      bytesBefore: request.socket.bytesRead,
    };
    this.#arriving.add(entry);
    request.once('close', () => this.#arriving.delete(entry));
  }

  /** Ends what has been too slow; called every second or so. */
  sweep(now: number): void {
    for (const entry of this.#arriving) {
      const { request, response } = entry;
      if (request.complete || request.socket.destroyed) this.#arriving.delete(entry);
      else if (this.#isTooSlow(entry, now)) {
        this.#arriving.delete(entry);
        this.#cut(response);
      }
    }
  }

  #isTooSlow(entry: Arriving, now: number): boolean {
    if (now >= entry.endsAt) return true;
    if (now < entry.windowEndsAt) return false;
    const { bytesRead } = entry.request.socket;
    // Bytes that have arrived and wait for us are not the sender's delay.
    const isOurDelay = entry.request.readableLength > 0;
    const isSlow = !isOurDelay && bytesRead - entry.bytesBefore < this.#limits.bytesPerWindow;
    entry.windowEndsAt = now + this.#limits.windowMs;
    entry.bytesBefore = bytesRead;
    return isSlow;
  }
}
