import type { Services } from '../request-context.ts';
import { deliverDue } from './deliver-outbox.ts';
import type { OutboxHandlers } from './outbox.ts';

const SWEEP_EVERY_MS = 2000;

async function sweep(services: Services, handlers: OutboxHandlers): Promise<void> {
  const tenants = await services.db.selectFrom('tenants').select('id').execute();
  for (const { id } of tenants) await deliverDue(services, handlers, id);
}

/**
 * Delivers the outbox of every tenant in this process. Any number of workers may run. Stopping waits for the delivery
 * under way.
 */
export function startOutbox(services: Services, handlers: OutboxHandlers): { stop(): Promise<void> } {
  let round = Promise.resolve();
  let isRunning = false;
  let isReported = false;
  const run = (): void => {
    if (isRunning || services.stopping.aborted) return;
    isRunning = true;
    round = sweep(services, handlers)
      .then(
        () => void (isReported = false),
        (error: unknown) => {
          // Once until a round succeeds: a database that is away would fill the log.
          if (!isReported)
            services.log.warn({ err: error }, 'The outbox could not be delivered; retrying in the next round');
          isReported = true;
        },
      )
      .finally(() => (isRunning = false));
  };
  run();
  const timer = setInterval(run, SWEEP_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
