import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Worker } from 'node:worker_threads';
import { READER_LIMITS } from './limits.ts';
import type { PeekTask, ReaderCommand, ReaderMessage, ReaderTask } from './reader-messages.ts';
import { giveBackThread } from './reader-threads.ts';

/** The file cannot be used as a whole; with what was understood of its envelope. */
export class UnreadFile extends Refusal {
  readonly interchanges: FileFacts['interchanges'];

  constructor({ code, message, problems, interchanges }: Extract<ReaderMessage, { kind: 'refusal' }>) {
    super(code, message, problems);
    this.interchanges = interchanges;
  }
}

/** A fault of ours in the reader; its message never repeats what stands in the file. */
export const readerFailure = ({ name, stack }: Extract<ReaderMessage, { kind: 'failure' }>): Error =>
  Object.assign(new Error(`The reader failed unexpectedly (${name})`), { stack });

/** What the worker said and has not been taken yet; turns its death or silence into a Refusal. */
export class Inbox {
  private readonly messages: ReaderMessage[] = [];
  private failed: Error | undefined;
  private wake: (() => void) | undefined;
  private readonly worker: Worker;
  private readonly signal: AbortSignal | undefined;
  private readonly ended = Promise.withResolvers<void>();
  private readonly onAbort = (): void =>
    this.fail(this.signal?.reason instanceof Error ? this.signal.reason : new Error('Reading was stopped'));

  private ready = false;
  private bytes = 0;

  constructor(worker: Worker, task: ReaderTask | PeekTask, signal: AbortSignal | undefined) {
    this.worker = worker;
    this.signal = signal;
    signal?.addEventListener('abort', this.onAbort, { once: true });
    worker.on('message', (message: ReaderMessage) => {
      if (message.kind === 'batch') this.bytes = message.sizeBytes;
      if (message.kind === 'ready') {
        this.ready = true;
        this.ended.resolve();
      }
      this.messages.push(message);
      this.wake?.();
    });
    worker.on('error', (error) => this.fail(refusalOf(error)));
    worker.on('exit', () => {
      this.fail(new Refusal('invalid', fileText('reader_stopped')));
      this.ready = false;
      this.ended.resolve();
    });
    this.say(task);
  }

  async next(): Promise<ReaderMessage> {
    for (;;) {
      const message = this.messages.shift();
      if (message) return message;
      if (this.failed) throw this.failed;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(() => this.fail(silent()), READER_LIMITS.silenceMilliseconds);
      });
      clearTimeout(timer);
      this.wake = undefined;
    }
  }

  /** Tells the worker that a batch was taken, which lets it go on. */
  takeMore(): void {
    this.say('taken');
  }

  /**
   * Asks the worker to stop and resolves once it has closed the file or its thread has ended. Only one that does not
   * answer is terminated: terminating a thread that is still loading modules can take the whole process down with a
   * segmentation fault (seen with Node 24).
   */
  async close(): Promise<void> {
    this.signal?.removeEventListener('abort', this.onAbort);
    this.say('stop');
    const lastResort = setTimeout(() => void this.worker.terminate(), READER_LIMITS.stopMilliseconds);
    await this.ended.promise;
    clearTimeout(lastResort);
    if (this.ready) giveBackThread(this.worker, this.bytes);
  }

  private say(word: ReaderCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.worker.postMessage(word);
  }

  private fail(error: Error): void {
    this.failed ??= error;
    this.wake?.();
  }
}

function silent(): Refusal {
  const seconds = READER_LIMITS.silenceMilliseconds / 1000;
  return new Refusal('limit', fileText('reader_stuck', { seconds }));
}

function refusalOf(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new Refusal('limit', fileText('reader_memory', { megabytes: READER_LIMITS.workerMegabytes }));
  }
  return error instanceof Error ? error : new Error('The reader failed unexpectedly');
}
