import { FILE_FORMATS } from '@openbenefits/domain/files/file-format';
import { JOB_STAGES, JOB_STATUSES } from '@openbenefits/domain/files/job-status';
import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant, page, pageOf } from './wire.ts';

export const fileJob = z.object({
  id,
  fileName: z.string(),
  format: z.enum(FILE_FORMATS),
  sizeBytes: z.number().int(),
  group: z.object({ id, name: z.string(), cim: z.string() }).nullable(),
  status: z.enum(JOB_STATUSES),
  stage: z.enum(JOB_STAGES),
  /** What the reader found: 'change', 'full' or 'census'; null until it has read the head of the file. */
  mode: z.enum(['change', 'full', 'census']).nullable(),
  progressPercent: z.number().int().min(0).max(100),
  recordsTotal: z.number().int(),
  recordsRead: z.number().int(),
  recordsDone: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  ended: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** Of the running stage; null when nothing runs or it is too early to say. */
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** What was repaired or noticed while reading, each with how often. */
  remarks: z.array(z.object({ text: z.string(), count: z.number().int() })),
  errorMessage: z.string().nullable(),
  submittedBy: z.string(),
  submittedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type FileJob = z.infer<typeof fileJob>;

export const fileRefusal = z.object({
  recordNo: z.number().int(),
  /** Line of a census, segment number of an 834. */
  line: z.number().int(),
  person: z.string(),
  field: z.string(),
  reason: z.string(),
});
export type FileRefusal = z.infer<typeof fileRefusal>;

/** What happened to a person, in the order of the file. */
export const fileOutcome = z.object({ memberId: id, groupId: id, name: z.string(), action: z.enum(['added', 'changed', 'ended', 'reinstated', 'voided', 'unchanged']), what: z.string(), line: z.number().int().nullable() });
export type FileOutcome = z.infer<typeof fileOutcome>;

export const files = {
  /** Newest first. `active`: only queued, processing or paused ones. */
  jobs: oc
    .route({ method: 'GET', path: '/files/jobs', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ active: z.boolean().optional(), /** Only files with refused rows that no later file of the group has made good. */ refused: z.boolean().optional(), groupId: id.optional(), ...page }))
    .output(pageOf(fileJob)),
  job: oc.route({ method: 'GET', path: '/files/jobs/{id}', tags: ['Files'] }).errors(errors).input(z.object({ id })).output(fileJob),
  /** The job as it changes, until it has finished; the first event comes at once. */
  watch: oc.route({ method: 'GET', path: '/files/jobs/{id}/events', tags: ['Files'] }).errors(errors).input(z.object({ id })).output(eventIterator(fileJob)),
  refusals: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/refusals', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(pageOf(fileRefusal)),
  outcomes: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/outcomes', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(pageOf(fileOutcome)),
  /** Puts a job that ended in an error back into the queue, for the group named here where the file did not name one we know. */
  retry: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/retry', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, groupId: id.optional(), idempotencyKey }))
    .output(z.object({ id })),
};
