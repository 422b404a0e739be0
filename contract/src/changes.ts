import { JOB_STAGES, JOB_STATUSES } from '@openbenefits/domain/files/job-status';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, id, idempotencyKey, instant } from './wire.ts';

/**
 * The last undo of a change. `all` once nobody is left whom one could still put back; until then `part` says how many
 * people were, of how many.
 */
export const undone = z.object({
  at: instant,
  by: z.string(),
  all: z.boolean(),
  part: z.object({ people: z.number().int(), of: z.number().int() }).nullable(),
});

/** `pausedBy`: who has paused it; null while it goes on or waits for its turn. */
export const undoing = z.object({
  at: instant,
  by: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  pausedBy: z.string().nullable(),
});

export const change = z.object({
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
  /** Its undo is in the queue: how many people are put back, as long as nobody sees it. */
  undoing: undoing.nullable(),
  /** Why the last undo that was in the queue did not happen. */
  undoProblem: z.object({ at: instant, by: z.string(), text: z.string() }).nullable(),
  undoes: id.nullable(),
  /** Whether its kind can be undone at all; whether it can now is `undoPreview`. */
  undoable: z.boolean(),
});
export type Change = z.infer<typeof change>;

/** A field as people read it; protected values say 'Private'. */
const difference = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const changeItem = z.object({
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
  /** The activity history: of one group, of one member, or of all, newest first. */
  list: oc
    .route({ method: 'GET', path: '/changes', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ groupId: id.optional(), memberId: id.optional(), ...page }))
    .output(z.object({ rows: z.array(change), next: z.string().nullable() })),
  /** What a change did, item by item, with the fields before and after. The read is audited. */
  items: oc
    .route({ method: 'GET', path: '/changes/{id}/items', tags: ['Changes'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(z.object({ change, rows: z.array(changeItem), next: z.string().nullable() })),
  /**
   * What taking it back would do, for all or for `memberIds` and their families: whom it restores, and who was changed
   * again since and therefore stays as is.
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
        /** A digest of who stays as they are; empty where nobody does. */
        sight: z.string(),
      }),
    ),
  /**
   * Takes a change back: coverage, details and people are as before it. Refuses while later changes block somebody,
   * unless `skipBlocked` leaves those families as they are; with `sight` of the preview only those who were seen there.
   * `memberIds` limits it to some people and their families. The whole of a large change is undone in the queue
   * (`queued`), of an import as its file (`fileJobId`); until it is done `changeId` is not in the history.
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
    .output(z.object({ changeId: id, people: z.number().int(), queued: z.boolean(), fileJobId: id.nullable() })),
  /**
   * Pauses the undo of a large change: nothing of it is there, and resumed it begins anew. That of an import is paused
   * as its file.
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
