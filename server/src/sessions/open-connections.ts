/** A connection closes at most two seconds after its session ended (trust P25). */
const CHECK_MS = 1000;

type Connection = { sessionId: string; close: () => void };

/** Tracks open streams, uploads and downloads with their sessions. One statement per second finds ended sessions. */
export class OpenConnections {
  readonly #liveAmong: (ids: readonly string[]) => Promise<Set<string>>;
  readonly #connections = new Set<Connection>();
  #timer: NodeJS.Timeout | undefined;

  constructor(liveAmong: (ids: readonly string[]) => Promise<Set<string>>) {
    this.#liveAmong = liveAmong;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Calls `close` once the session has ended. Returns a function that removes a connection that closed normally. */
  add(sessionId: string, close: () => void): () => void {
    const connection = { sessionId, close };
    this.#connections.add(connection);
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref();
    return () => this.#remove(connection);
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    const connections = [...this.#connections];
    const ids = [...new Set(connections.map(({ sessionId }) => sessionId))];
    // While the database is unavailable, no session is treated as ended.
    const live = await this.#liveAmong(ids).catch(() => undefined);
    if (!live) return;
    for (const connection of connections) {
      if (live.has(connection.sessionId) || !this.#connections.has(connection)) continue;
      this.#remove(connection);
      connection.close();
    }
  }
}
