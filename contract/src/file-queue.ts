import { JOB_PRIORITIES, QUEUE_BOUNDS } from '@openbenefits/domain/files/file-queue';
import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { undoing } from './changes.ts';
import { errors } from './errors.ts';
import { fileJob } from './files.ts';
import { id, idempotencyKey, instant } from './wire.ts';

const within = ({ least, most }: { least: number; most: number }) =>
  z
    .number({ message: `Enter a whole number from ${least} to ${most}.` })
    .int()
    .min(least, `Enter at least ${least}.`)
    .max(most, `Enter at most ${most.toLocaleString('en-US')}.`);

const settings = z.object({
  /** Off: every file waits for approval after its preview. */
  autoProcess: z.boolean(),
  maxConcurrent: within(QUEUE_BOUNDS.maxConcurrent),
  retries: within(QUEUE_BOUNDS.retries),
  /** Null: originals are kept for good. */
  retentionDays: within(QUEUE_BOUNDS.retentionDays).nullable(),
  /** Files by which this many members lose coverage need two approvals; null: one is enough. */
  secondApprovalFrom: within(QUEUE_BOUNDS.secondApprovalFrom).nullable(),
});

const state = z.object({
  /** Null: it runs. */
  paused: z.object({ by: z.string(), at: instant }).nullable(),
  /** `completed`: in the last 30 days. */
  counts: z.object({
    queued: z.number().int(),
    processing: z.number().int(),
    paused: z.number().int(),
    held: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
  }),
  settings,
  /**
   * Lists of files are old once this is another: one came, ended or was removed, something was chosen or decided of
   * one, or an undo is there.
   */
  mark: z.string(),
  /** Unfinished files, in the order in which they are worked on: at most 100. */
  active: z.array(fileJob),
  /** Large changes that no file made and that are being undone; imports are files. The oldest first. */
  undos: z.array(
    undoing.extend({ changeId: id, summary: z.string(), groupId: id.nullable(), groupName: z.string().nullable() }),
  ),
});
export type QueueState = z.infer<typeof state>;

const fileEvent = z.object({
  no: z.number().int(),
  at: instant,
  attempt: z.number().int(),
  /** Null: the server. */
  by: z.string().nullable(),
  text: z.string(),
});
export type FileEvent = z.infer<typeof fileEvent>;

const nothing = z.object({ idempotencyKey });
const ofFile = z.object({ id, idempotencyKey });
const post = (path: `/${string}`) => oc.route({ method: 'POST', path, tags: ['Files'] }).errors(errors);

/** The processing queue (specification 2, section 2). */
export const fileQueue = {
  state: oc
    .route({ method: 'GET', path: '/files/queue', tags: ['Files'] })
    .errors(errors)
    .output(state),
  /** The queue as it changes; the first event comes at once. */
  watch: oc
    .route({ method: 'GET', path: '/files/queue/events', tags: ['Files'] })
    .errors(errors)
    .output(eventIterator(state)),
  pause: post('/files/queue/pause')
    .input(nothing)
    .output(z.object({ paused: z.boolean() })),
  resume: post('/files/queue/resume')
    .input(nothing)
    .output(z.object({ paused: z.boolean() })),
  /**
   * Every file that ended in an error, as long as its original is there (`left` have none) and what it had posted was
   * not undone (`undone`).
   */
  retryFailed: post('/files/queue/retry-failed')
    .input(nothing)
    .output(z.object({ retried: z.number().int(), left: z.number().int(), undone: z.number().int() })),
  /** Resumes the queue and every paused file. Held files still wait for approval. */
  processAll: post('/files/queue/process-all')
    .input(nothing)
    .output(z.object({ resumed: z.number().int(), queued: z.number().int(), held: z.number().int() })),
  saveSettings: oc
    .route({ method: 'PUT', path: '/files/queue/settings', tags: ['Files'] })
    .errors(errors)
    .input(
      settings.extend({
        /** Without it, it stays as it is. */ secondApprovalFrom: settings.shape.secondApprovalFrom.optional(),
        idempotencyKey,
      }),
    )
    .output(settings),
  pauseFile: post('/files/jobs/{id}/pause').input(ofFile).output(z.object({ id })),
  resumeFile: post('/files/jobs/{id}/resume').input(ofFile).output(z.object({ id })),
  setPriority: post('/files/jobs/{id}/priority')
    .input(ofFile.extend({ priority: z.enum(JOB_PRIORITIES) }))
    .output(z.object({ id })),
  /** Returns the log of a file, newest first. It names no members. */
  events: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/log', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(z.array(fileEvent)),
};
