import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { planBookOf } from './census/same-person-twice.ts';
import { READERS } from './index.ts';
import { Mends } from './mends.ts';
import type { ReaderTask } from './reader-messages.ts';
import { HopelessList, RecordSink } from './record-sink.ts';
import { sniff } from './sniff.ts';

/** What is known of the file so far: one that is refused can still be answered with it. */
export type Known = { bytes: number; facts?: FileFacts };

/** Takes a batch. `isGivenUp`: the reader refuses the file after this batch. */
export type TakeBatch = (
  records: EnrollmentRecord[],
  bytesRead: number,
  facts: FileFacts,
  last: boolean,
  isGivenUp: boolean,
) => Promise<void>;

/**
 * Reads a file on the calling thread and hands over its validated records, batch by batch. Throws a Refusal for a file
 * that cannot be read to its end.
 */
export async function runReader(
  task: Omit<ReaderTask, 'kind' | 'packed'>,
  known: Known,
  take: TakeBatch,
): Promise<void> {
  const { format, sizeBytes } = sniff(task.path, task.fileName, task.format);
  let isGivenUp = false;
  const sink = new RecordSink(
    format,
    task.today,
    (records, bytesRead, facts, last) => take(records, bytesRead, facts, last, isGivenUp),
    task.batchSize,
    task.mapping.words,
    planBookOf(task.planLines),
  );
  if (task.mapping.endDayNotCovered) sink.facts.endDayNotCovered = true;
  if (format === 'edi834') sink.facts.beyondGuide = task.mapping.beyondGuide;
  Object.assign(known, { bytes: sizeBytes, facts: sink.facts });
  const mends = new Mends(task.mended, sink, task.added);
  try {
    await READERS[format](
      { path: task.path, format, sizeBytes, today: task.today, mapping: task.mapping, mends, head: task.head },
      sink,
    );
  } catch (error) {
    // Whom its words count is shown: as many people stand on the file's page.
    isGivenUp = error instanceof HopelessList;
    if (isGivenUp) await sink.flush(true);
    throw error;
  }
  mends.finish();
  sink.bytesRead = sizeBytes;
  await sink.flush(true);
}
