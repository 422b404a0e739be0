import { parentPort } from 'node:worker_threads';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { Refusal } from '@openbenefits/domain/refusal';
import { peekAtList } from './census/peek.ts';
import { READER_LIMITS } from './limits.ts';
import { RecordPacker } from './pack-records.ts';
import type {
  GrowingFacts,
  PeekTask,
  ReaderCommand,
  ReaderMessage,
  ReaderTask,
  RecordPack,
} from './reader-messages.ts';
import { type Known, runReader } from './run-reader.ts';
import { stepBack } from './step-back.ts';

/** Batches that may be on their way before the worker waits for the main thread. */
const WINDOW = 3;

if (!parentPort) throw new Error('This module runs as a worker thread');
const port = parentPort;
stepBack();

const flow: { onTheirWay: number; stopped: boolean; goOn: (() => void) | undefined } = {
  onTheirWay: 0,
  stopped: false,
  goOn: undefined,
};
port.on('message', (command: ReaderCommand) => {
  if (typeof command === 'object') {
    Object.assign(flow, { onTheirWay: 0, stopped: false, goOn: undefined });
    void work(command);
    return;
  }
  if (command === 'end') port.close();
  else if (command === 'stop') flow.stopped = true;
  else flow.onTheirWay--;
  flow.goOn?.();
});

/** Leaves the reader's loop when nobody listens any more, so that its file is closed. */
class Stopped extends Error {}

const tell = (message: ReaderMessage, given: readonly RecordPack[] = []): void =>
  port.postMessage(
    message,
    given.map(({ packed }) => packed.buffer),
  );

async function run(task: ReaderTask, known: Known): Promise<void> {
  const packer = new RecordPacker();
  let first = true;
  await runReader(task, known, async (records, bytesRead, facts, last, isGivenUp) => {
    while (flow.onTheirWay >= WINDOW && !flow.stopped) await new Promise<void>((resolve) => (flow.goOn = resolve));
    if (flow.stopped) throw new Stopped();
    flow.onTheirWay++;
    const { refused, packs } = task.packed ? packer.pack(records, last) : { refused: records, packs: [] };
    tell(
      {
        kind: 'batch',
        records: JSON.stringify(refused),
        packs,
        facts: first || last ? facts : growing(facts),
        bytesRead,
        sizeBytes: known.bytes,
        last: last && !isGivenUp,
      },
      packs,
    );
    first = false;
  });
}

function growing({ records, problems, mode, test, remarks, groupKeys }: FileFacts): GrowingFacts {
  return { records, problems, mode, test, remarks, groupKeys };
}

async function work(task: ReaderTask | PeekTask): Promise<void> {
  const known: Known = { bytes: 0 };
  try {
    if (task.kind === 'peek') tell({ kind: 'peek', list: await peekAtList(task) });
    else await run(task, known);
  } catch (error) {
    if (error instanceof Refusal)
      tell({
        kind: 'refusal',
        code: error.code,
        message: error.message,
        problems: error.problems,
        interchanges: known.facts?.interchanges ?? [],
      });
    else if (!(error instanceof Stopped))
      tell({ kind: 'failure', name: error instanceof Error ? error.name : 'Error', stack: placesOf(error) });
  } finally {
    tell({ kind: 'ready' });
    // A thread that waits makes nothing that would let the collector begin, and would keep what it had of a large file
    // while that is worked on.
    if (known.bytes > READER_LIMITS.growsAboveBytes) globalThis.gc?.();
  }
}

/** Where an unexpected error arose, without its message: that could repeat what stands in the file (trust P39). */
function placesOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
