import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import type { Problem, RefusalCode } from '@openbenefits/domain/refusal';

/** What the worker is told when it starts. */
export type ReaderTask = { path: string; fileName: string; format: FileFormat | undefined; today: CalendarDate; batchSize: number };

/** The facts that grow with every batch; the others come with the first and the last. */
export type GrowingFacts = Pick<FileFacts, 'records' | 'problems' | 'mode' | 'test' | 'remarks' | 'groupKeys'>;

/**
 * From the worker. Records cross as JSON text: it is several times quicker than cloning objects of forty fields, and a string is copied in one piece.
 * The main thread answers each batch with one message of any kind, which lets the worker go on.
 */
export type ReaderMessage =
  | { kind: 'batch'; records: string; facts: FileFacts | GrowingFacts; bytesRead: number; sizeBytes: number; last: boolean }
  | { kind: 'refusal'; code: RefusalCode; message: string; problems: readonly Problem[] }
  | { kind: 'failure'; name: string; stack: string };
