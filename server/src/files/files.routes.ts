import type { FileJob } from '@openbenefits/contract/files';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '../api.ts';
import { command, query } from '../command.ts';
import type { RequestContext } from '../request-context.ts';
import { personOf } from '../session.ts';
import { approveFile, chooseChanges, decideMissing, rejectFile } from './approvals.operations.ts';
import { filePremiums, listFileChanges, listMissing } from './file-changes.queries.ts';
import { fileJob, listCauses, listFileJobs, listOutcomes, listRefusals } from './file-jobs.queries.ts';
import { retryFile } from './files.operations.ts';
import { resendRefused } from './resend.operations.ts';
import { mapPlanCode } from './trading-partners.operations.ts';

const LOOK_EVERY_MS = 300;

type Watch = { input: { id: string }; context: RequestContext; path: readonly string[]; signal?: AbortSignal | undefined };
const look = query((work, input: { id: string }) => fileJob(work, input.id));

async function* changes(call: Watch, first: FileJob): AsyncGenerator<FileJob, void, void> {
  const { services, headers } = call.context;
  const afresh = { ...call, context: { ...call.context, person: () => personOf(services.sessions, headers) } };
  let shown = '';
  for (let job = first; !call.signal?.aborted && !services.stopping.aborted; job = await look(afresh)) {
    const text = JSON.stringify(job);
    if (text !== shown) yield job;
    shown = text;
    if (job.status === 'completed' || job.status === 'error' || job.status === 'rejected') return;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * The job as it changes until it has finished. Each look is a read of its own: who may not see it is refused before the stream begins, and a session
 * that ends or a role that changes ends the stream. The session is looked up afresh each time.
 */
async function watch(call: Watch): Promise<AsyncGenerator<FileJob, void, void>> {
  return changes(call, await look(call));
}

export const fileRoutes = {
  jobs: api.files.jobs.handler(query(listFileJobs)),
  job: api.files.job.handler(query((work, input) => fileJob(work, input.id))),
  watch: api.files.watch.handler(watch),
  refusals: api.files.refusals.handler(query(listRefusals)),
  outcomes: api.files.outcomes.handler(query(listOutcomes)),
  retry: api.files.retry.handler(command(retryFile)),
  changes: api.files.changes.handler(query(listFileChanges)),
  premiums: api.files.premiums.handler(query(({ tx }, input) => filePremiums(tx, input.id))),
  missing: api.files.missing.handler(query(listMissing)),
  choose: api.files.choose.handler(command(chooseChanges)),
  approve: api.files.approve.handler(command(approveFile)),
  reject: api.files.reject.handler(command(rejectFile)),
  decideMissing: api.files.decideMissing.handler(command(decideMissing)),
  causes: api.files.causes.handler(query(listCauses)),
  resend: api.files.resend.handler(command(resendRefused)),
  mapPlanCode: api.files.mapPlanCode.handler(command(mapPlanCode)),
};
