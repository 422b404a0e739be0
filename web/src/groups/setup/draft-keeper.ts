import type { GroupSetup } from '@openbenefits/contract/groups';
import { problemOf } from '../../errors.ts';
import { newKey } from '../../idempotency.ts';

export type Snapshot = { readonly form: GroupSetup; readonly step: number };
type SaveInput = Snapshot & {
  id: string | undefined;
  version: number | undefined;
  autosave: boolean;
  idempotencyKey: string;
};
type Saved = { id: string; version: number };
export type KeptDraft = {
  readonly id: string | undefined;
  /** The version that the next save is based on. */
  readonly version: number | undefined;
  /** Saved by 'Save Draft' at some time; from then on the button says 'Update Draft'. */
  readonly named: boolean;
  readonly status: 'idle' | 'waiting' | 'saving' | 'failed';
  /** When this page last saved it, milliseconds. */
  readonly savedAt: number | undefined;
};

const IDLE_BEFORE_SAVE = 1000;
const RETRY_AFTER = 10_000;
const NOTHING: KeptDraft = { id: undefined, version: undefined, named: false, status: 'idle', savedAt: undefined };

/**
 * Saves the form to the server 1 s after the last change. One save runs at a time, so that the first creates the draft
 * and later ones update it. Each save is compared with the current form, so nothing is sent twice or missed.
 */
export class DraftKeeper {
  readonly #save: (input: SaveInput) => Promise<Saved>;
  readonly #onSeparated: (why: string) => void;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING;
  #saved: string;
  #pending: Snapshot | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #lastTry = { of: '', key: '' };

  /** `onSeparated`: a colleague saved the same draft, so this form continues as a new draft. */
  constructor(
    save: (input: SaveInput) => Promise<Saved>,
    untouched: Snapshot,
    onSeparated: (why: string) => void = () => undefined,
  ) {
    this.#save = save;
    this.#onSeparated = onSeparated;
    this.#saved = JSON.stringify(untouched);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): KeptDraft => this.#state;

  /** Notifies about changes; setting the same value is none. */
  changed(snapshot: Snapshot): void {
    if (this.#stopped) return;
    if (JSON.stringify(snapshot) === this.#saved) {
      this.#pending = undefined;
      clearTimeout(this.#timer);
      if (this.#state.status === 'waiting' || this.#state.status === 'failed') this.#set({ status: 'idle' });
      return;
    }
    this.#pending = snapshot;
    if (this.#state.status === 'idle') this.#set({ status: 'waiting' });
    this.#after(IDLE_BEFORE_SAVE);
  }

  /** Saves pending changes at once; resolves when no save is running. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = this.#running.then(() => this.#savePending());
    return this.#running;
  }

  /** 'Save Draft': rejects where it fails. */
  name(snapshot: Snapshot): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = snapshot;
    const run = this.#running.then(() => this.#write(snapshot, false));
    this.#running = run.catch(() => this.#after(RETRY_AFTER));
    return run;
  }

  /** From now on this draft is the one that is kept. */
  adopt({ id, version, named }: Saved & { named: boolean }, snapshot: Snapshot): void {
    this.#begin({ ...NOTHING, id, version, named }, snapshot);
  }

  /** The draft is gone or discarded; the next change starts a new one. */
  forget(snapshot: Snapshot): void {
    this.#begin(NOTHING, snapshot);
  }

  /** Autosave stops while the group is being created. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  resume(): void {
    this.#stopped = false;
    if (this.#pending) this.#after(IDLE_BEFORE_SAVE);
  }

  #begin(state: KeptDraft, snapshot: Snapshot): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
    this.#saved = JSON.stringify(snapshot);
    this.#set(state);
  }

  #set(change: Partial<KeptDraft>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #after(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delay);
  }

  async #savePending(): Promise<void> {
    const snapshot = this.#pending;
    if (!snapshot || this.#stopped) return;
    try {
      await this.#write(snapshot, true);
    } catch (error) {
      const { code } = problemOf(error);
      // A rejected form would be rejected again, so it is retried after the next change.
      if (code !== 'INVALID' && code !== 'FORBIDDEN' && !this.#stopped) this.#after(RETRY_AFTER);
    }
  }

  async #write(snapshot: Snapshot, autosave: boolean): Promise<void> {
    this.#set({ status: 'saving' });
    try {
      const { id, version } = await this.#send(snapshot, autosave);
      this.#saved = JSON.stringify(snapshot);
      if (this.#pending && JSON.stringify(this.#pending) === this.#saved) this.#pending = undefined;
      this.#set({
        id,
        version,
        named: this.#state.named || !autosave,
        savedAt: Date.now(),
        status: this.#pending ? 'waiting' : 'idle',
      });
    } catch (error) {
      this.#set({ status: 'failed' });
      throw error;
    }
  }

  async #send(snapshot: Snapshot, autosave: boolean): Promise<Saved> {
    try {
      return await this.#call(snapshot, autosave);
    } catch (error) {
      const { code, message } = problemOf(error);
      // Deleted, or saved by a colleague since: the form on the screen becomes a new draft, so neither version is lost.
      if (this.#state.id === undefined || (code !== 'NOT_FOUND' && code !== 'CONFLICT')) throw error;
      this.#set({ id: undefined, version: undefined, named: false });
      const saved = await this.#call(snapshot, autosave);
      if (code === 'CONFLICT') this.#onSeparated(message);
      return saved;
    }
  }

  #call(snapshot: Snapshot, autosave: boolean): Promise<Saved> {
    const input = { ...snapshot, id: this.#state.id, version: this.#state.version, autosave };
    const of = JSON.stringify(input);
    // The same content tried again carries the same key: an answer that was lost does not make a second draft.
    if (this.#lastTry.of !== of) this.#lastTry = { of, key: newKey() };
    return this.#save({ ...input, idempotencyKey: this.#lastTry.key });
  }
}
