import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import type { Problem, RefusalCode } from '@openbenefits/domain/refusal';
import type { AddedHeadings } from './census/added-headings.ts';
import type { PeekedList } from './census/peeked-list.ts';
import type { MendedPlaces } from './mends.ts';

/** A file to read. A thread reads one at a time. */
export type ReaderTask = {
  kind: 'read';
  path: string;
  fileName: string;
  format: FileFormat | undefined;
  today: CalendarDate;
  batchSize: number;
  packed: boolean;
  mapping: SenderMapping;
  /** Of which lines the plans are, with their ids, by their names and codes in lower case without signs. */
  planLines: readonly (readonly [string, CoverageLine, string])[];
  mended: MendedPlaces;
  /** The columns that were added to a list for them. */
  added: AddedHeadings;
  /** The headers of an 834's sets as an earlier reading has found them, for members who were mended. */
  head: string;
};

/** Only a look at the columns of a list and at its first people; answered with `peek`. */
export type PeekTask = Pick<ReaderTask, 'path' | 'fileName' | 'format' | 'today' | 'mapping' | 'planLines'> & {
  kind: 'peek';
};

/**
 * Records without problems whose group the file names in the same way, in file order, packed (recordsOfPack opens
 * them); a thread that only stores them need not look inside. A `late` pack holds dependents that do not follow their
 * subscriber closely: they are applied after every other pack.
 */
export type RecordPack = Pick<EnrollmentRecord, 'groupKey' | 'masterPolicyKey' | 'sponsorTaxId' | 'sponsorName'> & {
  late: boolean;
  firstRecordNo: number;
  count: number;
  packed: Uint8Array<ArrayBuffer>;
};

/** The facts that grow with every batch; the others come with the first and the last. */
export type GrowingFacts = Pick<FileFacts, 'records' | 'problems' | 'mode' | 'test' | 'remarks' | 'groupKeys'>;

/**
 * From the worker. Records cross as JSON text: it is several times quicker than cloning objects of forty fields, and a
 * string is copied in one piece. Where packs are asked for, `records` are the ones with problems only.
 */
export type ReaderMessage =
  | {
      kind: 'batch';
      records: string;
      packs: RecordPack[];
      facts: FileFacts | GrowingFacts;
      bytesRead: number;
      sizeBytes: number;
      last: boolean;
    }
  | {
      kind: 'refusal';
      code: RefusalCode;
      message: string;
      problems: readonly Problem[];
      /** What was understood of the envelope, for the acknowledgement. */
      interchanges: FileFacts['interchanges'];
    }
  | { kind: 'failure'; name: string; stack: string }
  | { kind: 'peek'; list: PeekedList }
  /** Once for each task, after everything else: the file is closed, and another may come. */
  | { kind: 'ready' };

/**
 * To the worker: a file; `taken` once for each batch, which lets it go on; `stop` when nobody reads on, after which it
 * says `ready`; `end` lets the thread end.
 */
export type ReaderCommand = ReaderTask | PeekTask | 'taken' | 'stop' | 'end';
