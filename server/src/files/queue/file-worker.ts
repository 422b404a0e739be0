import { DEFAULT_TENANT } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { takeNext } from './file-lease.ts';
import { type Work, workOn } from './file-work.ts';

const SWEEP_EVERY_MS = 2000;

/**
 * Works on queued files and undos in this process and takes over what a worker that died has left. A task of the queue
 * is only a wake-up, as is the end of a file and the sweep: each lets this process take as many of the next files as
 * there may be. On `services.stopping` the files in hand stop after their chunk.
 */
export async function startFileWork(services: Services): Promise<{ stop(): Promise<void> }> {
  const running = new Set<Promise<void>>();
  const start = (lease: Work): void => {
    const work = workOn(services, services.storage, lease)
      .catch((error: unknown) =>
        services.log.warn(
          { ...('undoId' in lease ? { undoId: lease.undoId } : { jobId: lease.jobId }), err: error },
          'A file or an undo is left for a later attempt',
        ),
      )
      .finally(() => {
        running.delete(work);
        void wake();
      });
    running.add(work);
  };
  const takeAll = async (): Promise<void> => {
    // What is queued while the server stops stays in its row and is found by the next start.
    while (!services.stopping.aborted) {
      const lease = await takeNext(services, DEFAULT_TENANT);
      if (!lease) return;
      start(lease);
    }
  };
  let taking: Promise<void> | undefined;
  let again = false;
  const wake = (): Promise<void> => {
    again = true;
    taking ??= (async () => {
      try {
        while (again) {
          again = false;
          await takeAll();
        }
      } catch {
        // The database is away; the next sweep looks again.
      } finally {
        taking = undefined;
      }
    })();
    return taking;
  };
  await services.queue.work(wake);
  const sweep = setInterval(() => void wake(), SWEEP_EVERY_MS);
  return {
    async stop() {
      clearInterval(sweep);
      await taking;
      await Promise.all(running);
    },
  };
}
