import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { NO_MAPPING, type SenderMapping } from '@openbenefits/domain/files/census/mapping';
import { NONE_ADDED } from './census/added-headings.ts';
import { READER_LIMITS } from './limits.ts';
import { Inbox, readerFailure, UnreadFile } from './reader-inbox.ts';
import type { PeekTask, ReaderTask, RecordPack } from './reader-messages.ts';
import { takeThread } from './reader-threads.ts';
import type { PeekedList } from './census/peeked-list.ts';

export type ReadFileRequest = {
  /** Where the bytes are. */
  path: string;
  /** The sender's name of the file, for its extension; without it the path's. */
  fileName?: string;
  /** The format to read; without it the name and the content decide. A content that contradicts it is refused. */
  format?: FileFormat;
  /** The organisation's today, for the judge. */
  today: CalendarDate;
  /** What is known of the sender's headings and words. */
  mapping?: SenderMapping;
  /**
   * Of which lines the plans are, by their names and codes in lower case without signs; a list may name plans without
   * lines.
   */
  planLines?: ReaderTask['planLines'];
  /** What was mended in it here, and with an 834 the headers of its sets. */
  mended?: ReaderTask['mended'];
  added?: ReaderTask['added'];
  head?: string;
  /** Records per batch, 500 unless told. */
  batchSize?: number;
  signal?: AbortSignal;
};

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
 * Reads an enrolment file in a worker thread and hands over its people, judged, in batches and in file order; the next
 * batches are read only as they are taken. The last batch (`last`, perhaps without records) carries the complete facts.
 * Throws a Refusal in words for a file that is cut, hostile, or of a kind that is not read; a cut is known only at the
 * end, so nothing may be posted before the last batch came. Leaving the loop early stops the worker. Throws the
 * signal's reason when it is aborted.
 */
export async function* readFile(request: ReadFileRequest): AsyncGenerator<ReadBatch, void, undefined> {
  for await (const { records, packs: _, ...batch } of batchesOf(request, false))
    yield { ...batch, records: JSON.parse(records) as EnrollmentRecord[] };
}

/**
 * As `readFile`, but the records cross packed and are not looked at here: for storing them until the whole file was
 * read.
 */
export async function* readPacks(request: ReadFileRequest): AsyncGenerator<PackedBatch, void, undefined> {
  for await (const { records, ...batch } of batchesOf(request, true))
    yield { ...batch, refused: JSON.parse(records) as EnrollmentRecord[] };
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
    mapping: request.mapping ?? NO_MAPPING,
    planLines: request.planLines ?? [],
    mended: request.mended ?? [],
    added: request.added ?? NONE_ADDED,
    head: request.head ?? '',
  };
  const inbox = new Inbox(takeThread(), task, request.signal);
  let facts: FileFacts | undefined;
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.kind === 'ready' || message.kind === 'peek')
        throw new Error('The reader ended without its last batch');
      if (message.kind === 'refusal') throw new UnreadFile(message);
      if (message.kind === 'failure') throw readerFailure(message);
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

/**
 * Looks at the columns of a list (CSV or workbook) and at its first people, in a worker thread. Throws a Refusal for
 * what is no list.
 */
export async function peekColumns(request: Omit<PeekTask, 'kind'>): Promise<PeekedList> {
  const inbox = new Inbox(takeThread(), { kind: 'peek', ...request }, undefined);
  try {
    const message = await inbox.next();
    if (message.kind === 'refusal') throw new UnreadFile(message);
    if (message.kind === 'failure') throw readerFailure(message);
    if (message.kind !== 'peek') throw new Error('The reader ended without its answer');
    return message.list;
  } finally {
    await inbox.close();
  }
}
