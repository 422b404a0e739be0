import { JOB_STAGES, JOB_STATUSES } from '@openbenefits/domain/files/job-status';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, id, idempotencyKey, instant } from './wire.ts';

/**
 * The last undo of a change. `all` if every member is restored; otherwise `part` has the number restored and the total.
 */
export const undone = z.object({
  at: instant,
  by: z.string(),
  all: z.boolean(),
  part: z.object({ people: z.number().int(), of: z.number().int() }).nullable(),
});

/** `pausedBy`: who paused it; null while it runs or waits. */
export const undoing = z.object({
  at: instant,
  by: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  pausedBy: z.string().nullable(),
});

const change = z.object({
  id,
  kind: z.string(),
  summary: z.string(),
  reason: z.string().nullable(),
  effectiveDate: calendarDate.nullable(),
  actor: z.string(),
  at: instant,
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  /** The file job it came from. */
  fileJobId: id.nullable(),
  /** How far the work on that file is: an import is not undone while any is left. */
  file: z
    .object({
      status: z.enum(JOB_STATUSES),
      stage: z.enum(JOB_STAGES),
      /** In the midst of it, because its group takes no files any more. */
      stopped: z.boolean(),
    })
    .nullable(),
  people: z.number().int(),
  undone: undone.nullable(),
  /** The undo is in the queue: the number of members restored so far, not yet visible. */
  undoing: undoing.nullable(),
  /** Why the last undo that was in the queue did not happen. */
  undoProblem: z.object({ at: instant, by: z.string(), text: z.string() }).nullable(),
  undoes: id.nullable(),
  /** Whether its kind can be undone at all; whether it can now is `undoPreview`. */
  undoable: z.boolean(),
});
export type Change = z.infer<typeof change>;

/** A field with its label; protected values are shown as 'Private'. */
const difference = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const changeItem = z.object({
  no: z.number().int(),
  /** The kind of record: group, member and others. */
  entity: z.string(),
  entityId: id,
  /** The person's or the group's name; null where the record is gone. */
  name: z.string().nullable(),
  action: z.string(),
  summary: z.string().nullable(),
  differences: z.array(difference),
  line: z.number().int().nullable(),
});
export type ChangeItem = z.infer<typeof changeItem>;

const blocker = z.object({ memberId: id, name: z.string(), by: z.string(), summary: z.string(), at: instant });
const page = { cursor: z.string().max(500).optional(), limit: z.number().int().min(1).max(200).default(30) };

export const changes = {
  /** The activity history: of one group, of one member, of one plan, or of all, newest first. */
  list: oc
    .route({ method: 'GET', path: '/changes', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ groupId: id.optional(), memberId: id.optional(), planId: id.optional(), ...page }))
    .output(z.object({ rows: z.array(change), next: z.string().nullable() })),
  /** What a change did, item by item, with the fields before and after. The read is audited. */
  items: oc
    .route({ method: 'GET', path: '/changes/{id}/items', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(z.object({ change, rows: z.array(changeItem), next: z.string().nullable() })),
  /**
   * Returns what an undo would do, for all members or for `memberIds` and their families: who is restored, and who is
   * blocked by a later change.
   */
  undoPreview: oc
    .route({ method: 'GET', path: '/changes/{id}/undo', tags: ['Changes'] })
    .errors(errors)
    /** `cursor`: more of those who were changed again since. */
    .input(z.object({ id, memberIds: z.array(id).max(1000).optional(), cursor: page.cursor }))
    .output(
      z.object({
        people: z.number().int(),
        removes: z.number().int(),
        blockers: z.array(blocker),
        next: z.string().nullable(),
        blocked: z.number().int(),
        /** A digest of the blocked members; empty if there are none. */
        sight: z.string(),
      }),
    ),
  /**
   * Undoes a change: coverage, details and members return to their earlier state. Rejected if later changes block a
   * member, unless `skipBlocked` leaves those families as they are; `sight` limits that to the members listed in the
   * preview. `memberIds` limits the undo to some members and their families. A large change is undone in the queue
   * (`queued`), an import as its file (`fileJobId`); `changeId` is in the history once it is done. Rates wait for a second
   * person (`waitsBecause`); `changeId` is then the change that would be undone.
   */
  undo: oc
    .route({ method: 'POST', path: '/changes/{id}/undo', tags: ['Changes'] })
    .errors(errors)
    .input(
      z.object({
        id,
        memberIds: z.array(id).max(1000).optional(),
        skipBlocked: z.boolean().default(false),
        sight: z.string().max(100).optional(),
        reason: z.string().trim().max(500).optional(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        changeId: id,
        people: z.number().int(),
        queued: z.boolean(),
        fileJobId: id.nullable(),
        waitsBecause: z.string().nullish(),
      }),
    ),
  /**
   * Pauses the undo of a large change. It rolls back and restarts when resumed. The undo of an import is paused as its
   * file.
   */
  pauseUndo: oc
    .route({ method: 'POST', path: '/changes/{id}/pause-undo', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  resumeUndo: oc
    .route({ method: 'POST', path: '/changes/{id}/resume-undo', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /**
   * Takes the order to undo a large change back, as long as it is not done; nothing has changed then. That of an import
   * is stopped at its file.
   */
  stopUndo: oc
    .route({ method: 'POST', path: '/changes/{id}/stop-undo', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
};
