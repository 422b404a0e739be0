import { inTenant } from '../../db/connect.ts';
import { breathe } from '../queue/breathe.ts';
import { CHUNK, type ChunkOfRecords, readChunk } from '../staging/chunk-of-records.ts';
import { inStep } from '../queue/replayable.ts';
import type { Staged } from '../matching/match-and-apply.ts';
import { type RehearsalContext, rehearseAgain } from './rehearse-chunk.ts';

/**
 * Works out the records that were kept back because an earlier chunk of the file speaks of the same people: what came before them is worked out again, in
 * file order and without a trace, and then they. Reads the file once more, and only where somebody stands in it twice.
 */
export async function rehearseRepeats(context: RehearsalContext, signal: AbortSignal): Promise<void> {
  const { services, lease, digests, repeats } = context;
  if (repeats.recordNos.size === 0) return;
  const wanted: Staged[] = [];
  let after = -1;
  for (;;) {
    signal.throwIfAborted();
    const chunk: ChunkOfRecords | null = await inTenant(services.db, lease.tenantId, (tx) => readChunk(tx, digests, after, services.fileSteps?.chunk ?? CHUNK));
    if (chunk === null) break;
    after = chunk.lastKey;
    for (const staged of chunk.slices.flat()) if (repeats.isWanted(staged)) wanted.push(staged);
    await breathe();
  }
  await inStep(services, lease, (tx) => rehearseAgain(tx, context, wanted));
}
