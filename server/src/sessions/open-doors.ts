/** A door closes at most two seconds after its session ended (trust P25). */
const CHECK_MS = 1000;

type Door = { sessionId: string; close: () => void };

/**
 * Streams, uploads and downloads that are open, each with its session. One statement a second asks which sessions are
 * still live.
 */
export class OpenDoors {
  readonly #liveAmong: (ids: readonly string[]) => Promise<Set<string>>;
  readonly #doors = new Set<Door>();
  #timer: NodeJS.Timeout | undefined;

  constructor(liveAmong: (ids: readonly string[]) => Promise<Set<string>>) {
    this.#liveAmong = liveAmong;
  }

  get size(): number {
    return this.#doors.size;
  }

  /** Calls `close` once the session has ended. Returns what takes the door off the list when it closes by itself. */
  add(sessionId: string, close: () => void): () => void {
    const door = { sessionId, close };
    this.#doors.add(door);
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref();
    return () => this.#remove(door);
  }

  #remove(door: Door): void {
    this.#doors.delete(door);
    if (this.#doors.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    const doors = [...this.#doors];
    const ids = [...new Set(doors.map(({ sessionId }) => sessionId))];
    // While the database is away nobody's session has ended that we know of.
    const live = await this.#liveAmong(ids).catch(() => undefined);
    if (!live) return;
    for (const door of doors) {
      if (live.has(door.sessionId) || !this.#doors.has(door)) continue;
      this.#remove(door);
      door.close();
    }
  }
}
