/** How much of a file stands in staging, told by whoever reads it to whoever follows. */
export class StagedSoFar {
  #records = 0;
  #isWhole = false;
  #more = Promise.withResolvers<void>();

  /** Of a file that was read before. */
  static whole(): StagedSoFar {
    const staged = new StagedSoFar();
    staged.end();
    return staged;
  }

  /** Whether so many records are there, or all that the file has. */
  has(records: number): boolean {
    return this.#isWhole || this.#records >= records;
  }

  add(records: number): void {
    this.#records += records;
    this.#wake();
  }

  end(): void {
    this.#isWhole = true;
    this.#wake();
  }

  /** Resolves when `has` is true; throws the signal's reason when it is aborted before. */
  async until(records: number, signal: AbortSignal): Promise<void> {
    const wake = (): void => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      while (!this.has(records)) {
        signal.throwIfAborted();
        await this.#more.promise;
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  #wake(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers<void>();
  }
}
