import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Worker } from 'node:worker_threads';
import { READER_LIMITS } from './limits.ts';
import type { ReaderCommand, ReaderMessage, ReaderTask, RecordPack } from './reader-messages.ts';
import { endThread, giveBackThread, takeThread } from './reader-threads.ts';

export type ReadFileRequest = {
  /** Where the bytes are. */
  path: string;
  /** The sender's name of the file, for its extension; without it the path's. */
  fileName?: string;
  /** The format to read; without it the name and the content decide. A content that contradicts it is refused. */
  format?: FileFormat;
  /** The organisation's today, for the judge. */
  today: CalendarDate;
  /** Records per batch, 500 unless told. */
  batchSize?: number;
  signal?: AbortSignal;
};

/** The file cannot be used as a whole; with what was understood of its envelope. */
export class UnreadFile extends Refusal {
  readonly interchanges: FileFacts['interchanges'];

  constructor({ code, message, problems, interchanges }: Extract<ReaderMessage, { kind: 'refusal' }>) {
    super(code, message, problems);
    this.interchanges = interchanges;
  }
}

export type ReadBatch = {
  records: EnrollmentRecord[];
  bytesRead: number;
  sizeBytes: number;
  /** What is known so far; complete when `last` is true. */
  facts: FileFacts;
  last: boolean;
};

/** As `ReadBatch`, with the records that have problems apart and the others packed. */
export type PackedBatch = Omit<ReadBatch, 'records'> & { refused: EnrollmentRecord[]; packs: RecordPack[] };

/**
 * Reads an enrolment file in a worker thread and hands over its people, judged, in batches and in file order; the next batches are read only
 * as they are taken. The last batch (`last`, perhaps without records) carries the complete facts. Throws a Refusal in words for a file
 * that is cut, hostile, or of a kind that is not read; a cut is known only at the end, so nothing may be posted before the last batch came.
 * Leaving the loop early stops the worker. Throws the signal's reason when it is aborted.
 */
export async function* readFile(request: ReadFileRequest): AsyncGenerator<ReadBatch, void, undefined> {
  for await (const { records, packs: _, ...batch } of batchesOf(request, false)) yield { ...batch, records: JSON.parse(records) as EnrollmentRecord[] };
}

/** As `readFile`, but the records cross packed and are not looked at here: for storing them until the whole file was read. */
export async function* readPacks(request: ReadFileRequest): AsyncGenerator<PackedBatch, void, undefined> {
  for await (const { records, ...batch } of batchesOf(request, true)) yield { ...batch, refused: JSON.parse(records) as EnrollmentRecord[] };
}

type Batch = Omit<ReadBatch, 'records'> & { records: string; packs: RecordPack[] };

async function* batchesOf(request: ReadFileRequest, packed: boolean): AsyncGenerator<Batch, void, undefined> {
  request.signal?.throwIfAborted();
  const task: ReaderTask = {
    kind: 'read',
    path: request.path,
    fileName: request.fileName ?? request.path,
    format: request.format,
    today: request.today,
    batchSize: request.batchSize ?? READER_LIMITS.batchRecords,
    packed,
  };
  const inbox = new Inbox(takeThread(), task, request.signal);
  let facts: FileFacts | undefined;
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.kind === 'ready') throw new Error('The reader ended without its last batch');
      if (message.kind === 'refusal') throw new UnreadFile(message);
      if (message.kind === 'failure')
        throw Object.assign(new Error(`The reader failed unexpectedly (${message.name})`), { stack: message.stack });
      facts = { ...facts, ...message.facts } as FileFacts;
      const { records, packs, bytesRead, sizeBytes, last } = message;
      yield { records, packs, bytesRead, sizeBytes, facts, last };
      if (last) return;
      inbox.takeMore();
    }
  } finally {
    await inbox.close();
  }
}

/** What the worker said and has not been taken yet; turns its death or silence into a Refusal. */
class Inbox {
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

  constructor(worker: Worker, task: ReaderTask, signal: AbortSignal | undefined) {
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
      this.fail(new Refusal('invalid', 'The file could not be read: its reader stopped before the end.'));
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
   * Asks the worker to stop and resolves once it has closed the file or its thread has ended. Only one that does not answer is terminated: terminating a
   * thread that is still loading modules can take the whole process down with a segmentation fault (seen with Node 24).
   */
  async close(): Promise<void> {
    this.signal?.removeEventListener('abort', this.onAbort);
    this.say('stop');
    const lastResort = setTimeout(() => void this.worker.terminate(), READER_LIMITS.stopMilliseconds);
    await this.ended.promise;
    clearTimeout(lastResort);
    if (!this.ready) return;
    if (this.bytes <= READER_LIMITS.keptAfterBytes) giveBackThread(this.worker);
    else endThread(this.worker);
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
  return new Refusal(
    'limit',
    `The file could not be read: nothing came out of it for ${seconds} seconds. It is damaged, or made to keep the reader busy.`,
  );
}

function refusalOf(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new Refusal(
      'limit',
      `The file could not be read: it needs more than ${READER_LIMITS.workerMegabytes} MB of memory. Please split it, or save it anew.`,
    );
  }
  return error instanceof Error ? error : new Error('The reader failed unexpectedly');
}
