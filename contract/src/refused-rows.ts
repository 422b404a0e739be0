import { CENSUS_FIELD_GROUPS } from '@openbenefits/domain/files/census/headings/fields';
import { WORD_KINDS } from '@openbenefits/domain/files/census/mapping';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { fileMessage } from './file-message.ts';
import { id, idempotencyKey, page, pageOf } from './wire.ts';

const ABOUT = CENSUS_FIELD_GROUPS.map(({ about }) => about);

/** Why records were rejected, and how many. */
const fileCause = z.object({
  field: z.string(),
  reason: z.string(),
  message: fileMessage,
  records: z.number().int(),
  /** The plan codes that it names as unknown, with the plan that each means by now. */
  planCodes: z.array(z.object({ code: z.string(), plan: z.object({ id, name: z.string() }).nullable() })),
  /** Other unknown words: the suggested meaning of each, and what a user has set. */
  words: z.array(
    z.object({
      kind: z.enum(WORD_KINDS),
      word: z.string(),
      likely: z.string().nullable(),
      meaning: z.string().nullable(),
    }),
  ),
  /** The heading of a column to add to the rejected rows of a list that has none for the field. */
  column: z.string().nullable(),
});
export type FileCause = z.infer<typeof fileCause>;

const fileRefusal = z.object({
  recordNo: z.number().int(),
  /** Line of a census, segment number of an 834. */
  line: z.number().int(),
  person: z.string(),
  field: z.string(),
  reason: z.string(),
  /** The messages that `reason` is made of. */
  messages: z.array(fileMessage),
  /** Members that the reason refers to, shown next to the record. */
  known: z.array(z.object({ id, groupId: id, name: z.string() })),
});
export type FileRefusal = z.infer<typeof fileRefusal>;

const refusedRow = z.object({
  recordNo: z.number().int(),
  line: z.number().int(),
  person: z.string(),
  /** What is wrong: the reason for the rejection, or what is still wrong after a fix. */
  problems: z.array(z.string()),
  /** One text a column. SSNs but for their last four, unless the SSN is what is wrong. */
  cells: z.array(z.string()),
  /** The columns whose text is hidden in part; left as it is shown, it stays as it is in the file. */
  hidden: z.array(z.number().int()),
  /** The columns that the reason speaks of. */
  wrong: z.array(z.number().int()),
  /** Of a list: the headings of columns that can be added for what is wrong, where it has none for that. */
  missing: z.array(z.string()),
  /** The column that names the subscriber, where that is what is wrong. */
  family: z.number().int().nullable(),
  mendedBy: z.string().nullable(),
});
export type RefusedRow = z.infer<typeof refusedRow>;

const foundSubscriber = z.object({
  /** The number of a member of the group, or the record and row of a member that the held file would add. */
  memberId: id.nullable(),
  recordNo: z.number().int().nullable(),
  line: z.number().int().nullable(),
  name: z.string(),
  employeeId: z.string().nullable(),
  department: z.string().nullable(),
  dependents: z.number().int(),
});
export type FoundSubscriber = z.infer<typeof foundSubscriber>;

/** Rejected records: their causes, and a grid for every format in which they are fixed and sent again. */
export const refusedRows = {
  /** In file order, each with its place and its reason. The read is audited. */
  refusals: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/refusals', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(pageOf(fileRefusal)),
  /** Returns the causes of rejection, the most frequent first. One fix applies to all records of a cause. */
  causes: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/causes', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(z.array(fileCause)),
  /** Sends the rejected records of a finished file again as a file of their own, after they were fixed. */
  resend: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/resend', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Returns rows in file order from the record `from`, or from the cursor. Audited as a read of the rows. */
  refusedRows: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/refused-rows', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, from: z.number().int().min(0).optional(), ...page }))
    .output(
      pageOf(refusedRow).extend({
        columns: z.array(z.object({ heading: z.string(), field: z.string().nullable() })),
        mended: z.number().int(),
        /** The number of rows before the page. */
        before: z.number().int(),
      }),
    ),
  /** Returns the headings of columns that can be added to the rejected rows of a list, with their meaning. */
  columnsToAdd: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/refused-rows/columns', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(z.array(z.object({ heading: z.string(), about: z.enum(ABOUT) }))),
  /**
   * Adds an empty last column to the rejected rows of a list, with a heading of `columnsToAdd`. Returns its position.
   * Has no effect if it was added before.
   */
  addColumn: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/refused-rows/columns', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, heading: z.string().min(1).max(100), idempotencyKey }))
    .output(z.object({ column: z.number().int() })),
  /**
   * Finds subscribers for a rejected dependent: those of the file's group, and those that the held file would add.
   * POST, because the search may name a person. Audited as a read of their names.
   */
  findSubscribers: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/subscribers', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, search: z.string().max(200).optional(), limit: z.number().int().min(1).max(50).default(8) }))
    .output(z.object({ rows: z.array(foundSubscriber), total: z.number().int() })),
  /**
   * Writes text into a cell of a rejected row; with `alike`, also into all other rejected rows with the same text. It
   * is kept until the row is sent again, or for a held file until the preview is refreshed. With `subscriber`, the text
   * is that subscriber's ID in the file. Returns what is still wrong with the row.
   */
  mendRow: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/refused-rows', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        recordNo: z.number().int(),
        column: z.number().int().min(0).max(1000),
        text: z.string().max(1000),
        subscriber: z.union([z.object({ memberId: id }), z.object({ recordNo: z.number().int() })]).optional(),
        alike: z.string().max(1000).optional(),
        idempotencyKey,
      }),
    )
    /** `alike`: how many other rows hold what stood in the cell before. */
    .output(z.object({ mended: z.number().int(), alike: z.number().int(), problems: z.array(z.string()) })),
};
