import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import type { RecordSink } from './record-sink.ts';

export type ReaderInput = { path: string; format: FileFormat; sizeBytes: number; today: CalendarDate };

/**
 * Reads one file from its first byte to its last and puts every person into the sink, in file order, flushing whenever the sink is full.
 * Throws a Refusal, in words, when the file cannot be read to its end.
 */
export type Reader = (input: ReaderInput, sink: RecordSink) => Promise<void>;
