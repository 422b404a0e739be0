import type { FileJob } from '@openbenefits/contract/files';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '../api.ts';
import { command, query } from '../command.ts';
import type { RequestContext } from '../request-context.ts';
import { fileJob, listFileJobs, listOutcomes, listRefusals } from './file-jobs.queries.ts';
import { retryFile } from './files.operations.ts';

const LOOK_EVERY_MS = 300;

/** The job as it changes until it has finished. Each look is a read of its own, so a session that ends or a role that changes ends the stream. */
async function* watch(call: { input: { id: string }; context: RequestContext; path: readonly string[]; signal?: AbortSignal | undefined }): AsyncGenerator<FileJob, void, void> {
  const look = query((work, input: { id: string }) => fileJob(work, input.id));
  let shown = '';
  while (!call.signal?.aborted) {
    const job = await look(call);
    const text = JSON.stringify(job);
    if (text !== shown) yield job;
    shown = text;
    if (job.status === 'completed' || job.status === 'error') return;
    await sleep(LOOK_EVERY_MS);
  }
}

export const fileRoutes = {
  jobs: api.files.jobs.handler(query(listFileJobs)),
  job: api.files.job.handler(query((work, input) => fileJob(work, input.id))),
  watch: api.files.watch.handler(watch),
  refusals: api.files.refusals.handler(query(listRefusals)),
  outcomes: api.files.outcomes.handler(query(listOutcomes)),
  retry: api.files.retry.handler(command(retryFile)),
};
