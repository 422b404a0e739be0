import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { FILE_ERRORS } from '@openbenefits/domain/files/file-error';
import { FILE_FORMATS } from '@openbenefits/domain/files/file-format';
import { JOB_PRIORITIES } from '@openbenefits/domain/files/file-queue';
import { STOP_CODES } from '@openbenefits/domain/files/safety-stop';
import { JOB_STAGES, JOB_STATUSES } from '@openbenefits/domain/files/job-status';
import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { acknowledgements } from './acknowledgements.ts';
import { undone } from './changes.ts';
import { errors } from './errors.ts';
import { fileMessage } from './file-message.ts';
import { outbound } from './outbound.ts';
import { explainedChange } from './price-explanation.ts';
import { refusedRows } from './refused-rows.ts';
import { senderMapping } from './sender-mapping.ts';
import { waitingApproval } from './approvals.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const peopleOfFile = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  ended: z.number().int(),
  unchanged: z.number().int(),
});
export type PeopleOfFile = z.infer<typeof peopleOfFile>;

export const fileJob = z.object({
  id,
  fileName: z.string(),
  format: z.enum(FILE_FORMATS),
  sizeBytes: z.number().int(),
  /** When the original was removed, and by whom; null for the retention setting. */
  originalRemovedAt: instant.nullable(),
  originalRemovedBy: z.string().nullable(),
  /** Who removed the whole file, of which nothing had been posted. */
  removed: z.object({ at: instant, by: z.string() }).nullable(),
  /** Whether the file wrote members. While it is paused or in an error, it may have written a part. */
  posted: z.boolean(),
  group: z.object({ id, name: z.string(), cim: z.string() }).nullable(),
  status: z.enum(JOB_STATUSES),
  stage: z.enum(JOB_STAGES),
  priority: z.enum(JOB_PRIORITIES),
  /** Failed attempts because of a system error; a queued file waits until then for the next one. */
  tries: z.number().int(),
  nextTryAt: instant.nullable(),
  /**
   * What the reader found: 'change', 'full' or 'census', or an acknowledgement of a file of ours; null until it has
   * read the head of the file.
   */
  mode: z.enum(['change', 'full', 'census', 'acknowledgement']).nullable(),
  progressPercent: z.number().int().min(0).max(100),
  recordsTotal: z.number().int(),
  recordsRead: z.number().int(),
  recordsDone: z.number().int(),
  /**
   * What was done, each time it was: a person may be named several times, and be taken along with a subscriber. Before
   * it is posted, records.
   */
  added: z.number().int(),
  changed: z.number().int(),
  ended: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /**
   * The number of members concerned, each counted once by the last thing done; `unchanged` are listed members without
   * changes. Null before the preview, and for files from before members were counted.
   */
  people: peopleOfFile.nullable(),
  /** Of the running stage; null when nothing runs or it is too early to say. */
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** What was repaired or noticed while reading, each with how often. */
  remarks: z.array(fileMessage.extend({ count: z.number().int() })),
  /** Why it is held before anything is posted; empty for a clean file. */
  stops: z.array(
    z.object({
      code: z.enum(STOP_CODES),
      title: z.string(),
      text: z.string(),
      /** The messages that `title` and `text` are made of. */
      messages: z.object({ title: fileMessage, text: z.array(fileMessage) }),
      people: z.number().int(),
      /** Another file that it speaks of. */
      file: id.optional(),
    }),
  ),
  /** Covered members that a full file does not list, or lists without one of their coverage lines. */
  missing: z.number().int(),
  /** Those of them whose coverage was ended for it. */
  missingEnded: z.number().int(),
  /**
   * The effect on the monthly premium of the file's groups on a day: of all chosen records, or of a stopped file, of
   * what was posted. Null before the preview and while the file is posted.
   */
  premium: z.object({ on: calendarDate, before: cents, change: cents, ofPart: z.boolean() }).nullable(),
  /**
   * `isOfGroup`: the profile belongs to the file's group alone, so users limited to it may change it. `holdsPart`: each
   * full file covers only part of the group.
   */
  sender: z.object({ id, name: z.string(), isOfGroup: z.boolean(), holdsPart: z.boolean() }).nullable(),
  /**
   * For a file that waits for approval: when it was previewed, how many changes its group had since, and whether its
   * sender's profile was changed. `mended`: rejected records that were fixed since and replace the original rows when
   * the preview is refreshed.
   */
  held: z
    .object({ at: instant, changesSince: z.number().int(), profileChanged: z.boolean(), mended: z.number().int() })
    .nullable(),
  /**
   * For a held file that needs two approvals: how many members lose coverage (`losing`), including decided missing
   * members, and who approved first. Null if one approval is enough.
   */
  secondApproval: z
    .object({
      losing: z.number().int(),
      first: z.object({ by: z.string(), at: instant, isMine: z.boolean(), approval: waitingApproval }).nullable(),
    })
    .nullable(),
  /** Terminations of missing members that were decided after the file was applied and wait for a second approval. */
  endsWaiting: z
    .object({ people: z.number().int(), by: z.string(), at: instant, isMine: z.boolean(), approval: waitingApproval })
    .nullable(),
  /** Of a list that was read: how many of its columns were understood, and how many were not. */
  columns: z.object({ read: z.number().int(), ignored: z.number().int() }).nullable(),
  /** ISA13. */
  controlNumber: z.string().nullable(),
  isTest: z.boolean(),
  approvedBy: z.string().nullable(),
  /** Of a file that two persons have approved: the first of them. */
  firstApprovedBy: z.string().nullable(),
  /** For a posted file: records that a user left out and that would have changed a member. */
  leftOut: z.number().int(),
  /** Increases with every choice or decision about the previewed file. */
  reviews: z.number().int(),
  /** The change that holds everything the file did, for its undo. */
  changeId: id.nullable(),
  undone: undone.nullable(),
  /** Its undo, requested and not yet done: members restored, of all. */
  undoing: z.object({ at: instant, by: z.string(), done: z.number().int(), total: z.number().int() }).nullable(),
  /** Who paused it; null if it stopped because of an error. */
  pausedBy: z.string().nullable(),
  /** Why the last requested undo did not happen. */
  undoProblem: z.object({ at: instant, by: z.string(), text: z.string() }).nullable(),
  /** The file with its resent rejected records, and the file whose rejected records it contains. */
  resentAs: id.nullable(),
  resentFrom: id.nullable(),
  /** Whether a rejected record was fixed, or something that may have caused the rejection has changed. */
  worthResending: z.boolean(),
  /**
   * Why it failed, for programs; `errorMessage` says it in words, also of a rejected file and of one that is paused
   * because its group takes no files any more.
   */
  errorCode: z.enum(FILE_ERRORS).nullable(),
  errorMessage: z.string().nullable(),
  submittedBy: z.string(),
  submittedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type FileJob = z.infer<typeof fileJob>;

const FILE_ACTIONS = ['added', 'changed', 'ended', 'reinstated', 'voided', 'unchanged'] as const;

/** A field of a person, as it was and as the file has it. */
const fieldDifference = z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** What happened to a person, in the order of the file. */
const fileOutcome = z.object({
  memberId: id,
  groupId: id,
  groupName: z.string().nullable(),
  name: z.string(),
  action: z.enum(FILE_ACTIONS),
  what: z.string(),
  /** The messages in `what`, besides what is done. */
  remarks: z.array(fileMessage),
  differences: z.array(fieldDifference),
  line: z.number().int().nullable(),
});
export type FileOutcome = z.infer<typeof fileOutcome>;

/** What a record of the file would do, or did. */
const fileChange = z.object({
  recordNo: z.number().int(),
  line: z.number().int(),
  memberId: id.nullable(),
  groupId: id,
  groupName: z.string().nullable(),
  person: z.string(),
  isSubscriber: z.boolean(),
  action: z.enum(FILE_ACTIONS),
  what: z.string(),
  /** The messages in `what`, besides what is done. */
  remarks: z.array(fileMessage),
  effective: calendarDate.nullable(),
  /** Of the whole family, a month. */
  premiumChange: cents,
  differences: z.array(fieldDifference),
  /** Others of the family who change with this record. */
  others: z.number().int(),
  excluded: z.boolean(),
});
export type FileChange = z.infer<typeof fileChange>;

const missingPerson = z.object({
  memberId: id,
  groupId: id,
  groupName: z.string().nullable(),
  name: z.string(),
  isSubscriber: z.boolean(),
  /**
   * Whether the file lists the member without a coverage line, and whether it lists the subscriber of a missing
   * dependent.
   */
  isNamed: z.boolean(),
  subscriberPresent: z.boolean(),
  /** For a missing subscriber: the dependents that the file lists. */
  dependentsPresent: z.number().int(),
  /** The line that would end; null where everything would. */
  line: z.enum(COVERAGE_LINES).nullable(),
  proposedLastDay: calendarDate,
  monthly: cents.nullable(),
  /** The last file that named the person, or the line. */
  lastSeen: instant.nullable(),
  /** A later file of the sender names the person again, or the line: nothing is missing any more. */
  namedSince: z.boolean(),
  decision: z.enum(['end', 'keep']).nullable(),
  decidedBy: z.string().nullable(),
  /** Coverage has ended for it, so it is not decided again. */
  isEnded: z.boolean(),
});
export type MissingPerson = z.infer<typeof missingPerson>;

export const files = {
  ...acknowledgements,
  ...refusedRows,
  ...senderMapping,
  outbound,
  /** Newest first. `active`: only queued, processing or paused ones. */
  jobs: oc
    .route({ method: 'GET', path: '/files/jobs', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        active: z.boolean().optional(),
        /** Only held files, or files with rejected rows that no later file of the group corrected. */
        waiting: z.enum(['held', 'refused']).optional(),
        groupId: id.optional(),
        status: z.enum(JOB_STATUSES).optional(),
        format: z.enum(FILE_FORMATS).optional(),
        /** Days on which it was submitted, both included. */
        from: calendarDate.optional(),
        until: calendarDate.optional(),
        /** Only what was completed in the last 30 days. */
        recent: z.boolean().optional(),
        ...page,
      }),
    )
    .output(pageOf(fileJob)),
  job: oc
    .route({ method: 'GET', path: '/files/jobs/{id}', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(fileJob),
  /**
   * The job as it changes, also after it has finished: it may be retried, sent again or undone. The first event comes
   * at once.
   */
  watch: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/events', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(eventIterator(fileJob)),
  outcomes: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/outcomes', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        actions: z.array(z.enum(FILE_ACTIONS)).optional(),
        search: z.string().max(200).optional(),
        ...page,
      }),
    )
    .output(pageOf(fileOutcome)),
  /** Returns the preview, or what was done, record by record in file order. The read is audited. */
  changes: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/changes', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        actions: z.array(z.enum(FILE_ACTIONS)).optional(),
        search: z.string().max(200).optional(),
        ...page,
      }),
    )
    .output(
      pageOf(fileChange).extend({
        selected: z.number().int(),
        selectedPremium: cents,
        /** So many families are selected in part that their premium is known only after posting. */
        isAbout: z.boolean(),
      }),
    ),
  /** Explains the premium change of one record of a held file. The read is audited. */
  explainChange: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/changes/{recordNo}/premium', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, recordNo: z.coerce.number().int() }))
    .output(explainedChange),
  /** The monthly premium before and after, by plan. */
  premiums: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/premiums', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(z.array(z.object({ planId: id, planName: z.string(), before: cents, after: cents }))),
  missing: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/missing', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(
      pageOf(missingPerson).extend({
        /** Members with an open decision. */
        undecided: z.number().int(),
        /** What the undecided cost a month. */
        undecidedMonthly: cents,
        /** Members decided to have left, or lost a coverage line; they are terminated with the approval. */
        toEnd: z.number().int(),
        /** What they cost a month. */
        toEndMonthly: cents,
      }),
    ),
  /**
   * Excludes records of a held file or includes them again: those with these numbers, or all that a filter of `changes`
   * shows; without either, all.
   */
  choose: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/choose', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        recordNos: z.array(z.number().int()).max(1000).optional(),
        actions: z.array(z.enum(FILE_ACTIONS)).optional(),
        search: z.string().max(200).optional(),
        excluded: z.boolean(),
        idempotencyKey,
      }),
    )
    .output(z.object({ selected: z.number().int(), premiumChange: cents })),
  approve: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/approve', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        /** The number of selected changes that the approver has seen; rejected if the number has changed. */
        selected: z.number().int().optional(),
        reason: z.string().trim().max(500).optional(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({ id, /** Nothing is applied yet: a second person approves first. */ waitsForSecond: z.boolean() }),
    ),
  reject: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/reject', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, reason: z.string().trim().min(3, 'Say why, in a few words.').max(500), idempotencyKey }))
    .output(z.object({ id })),
  /**
   * Removes a file of which nothing was posted, with its original and all that was read and made of it; its line in the
   * history and its log stay.
   */
  remove: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/remove', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Deletes the original of a file that is done before the days of the retention setting are over. */
  removeOriginal: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/remove-original', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  decideMissing: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/missing', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        memberIds: z.array(id).max(1000).optional(),
        /** Only of this line of theirs. */
        line: z.enum(COVERAGE_LINES).optional(),
        decision: z.enum(['end', 'keep']),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        decided: z.number().int(),
        ended: z.number().int(),
        /** Nothing is ended yet: a second person approves first. */
        waitsForSecond: z.boolean(),
      }),
    ),
  /** Remembers for the sender which plan its code means. A held file is previewed again with it. */
  mapPlanCode: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/plan-codes', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, code: z.string().trim().min(1).max(100), planId: id, idempotencyKey }))
    .output(z.object({ id })),
  /** Marks the sender of a held file as one that repeats its reference (BGN02), and previews the file again. */
  acceptReference: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/reference', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /**
   * Says that a held file is addressed to us: its receivers are added to the profile of its sender, and the file is
   * read and answered again.
   */
  acceptReceiver: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/receiver', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Marks the full files of a held file's sender as partial, and previews the file again. */
  acceptPart: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/part', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /**
   * Refreshes the preview of a held file with the current group, the sender's current profile and the fixes to rejected
   * records.
   */
  rehearse: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/rehearse', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Reads a file again for the group that it names, if it is held because another group was chosen. */
  takeNamedGroup: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/named-group', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Takes the order to undo an import back, as long as it is not done; nothing has changed then. */
  stopUndo: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/stop-undo', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /**
   * Puts a job that ended in an error back into the queue, for the group named here where the file did not name one we
   * know.
   */
  retry: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/retry', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, groupId: id.optional(), idempotencyKey }))
    .output(z.object({ id })),
};
