import type { LiveSession } from './live-session.ts';

/** A session with what decides, without asking the database, that it is still live. */
export type CachedSession = {
  session: LiveSession;
  /** When it ends however much it is used, in milliseconds. */
  expiresAt: number;
  /** When it was last used, as far as this process has written or read. */
  lastUsedAt: number;
  /** When it ends if it is not used again. */
  idleMs: number;
};

/** A change that was not announced because the listening connection hangs is noticed after this time. */
const MOST_AGE_MS = 5000;
const MOST_SESSIONS = 10_000;

type Entry = CachedSession & { readAt: number };

/**
 * Live sessions in memory, by the digest of their token. Only while announcements of changes are heard: each of them
 * empties it, and so does losing the connection.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  #isHeard = false;
  #generation = 0;

  /** Says whether announcements are heard from now on. */
  listen(isHeard: boolean): void {
    this.#isHeard = isHeard;
    this.forget();
  }

  /** Drops everything, also what is being read while this is called. */
  forget(): void {
    this.#generation += 1;
    this.#entries.clear();
  }

  /** Returns the session if it is live at `now`; undefined if the database must be read. */
  get(key: string, now: number): CachedSession | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (performance.now() - entry.readAt > MOST_AGE_MS) {
      this.#entries.delete(key);
      return undefined;
    }
    return now < entry.expiresAt && now < entry.lastUsedAt + entry.idleMs ? entry : undefined;
  }

  /** Returns a function that keeps a session read now, unless something changed in between. */
  reading(): (key: string, session: CachedSession) => void {
    const readAt = performance.now();
    const generation = this.#generation;
    return (key, session) => {
      if (!this.#isHeard || generation !== this.#generation) return;
      if (this.#entries.size >= MOST_SESSIONS) this.#entries.clear();
      this.#entries.set(key, { ...session, readAt });
    };
  }
}
