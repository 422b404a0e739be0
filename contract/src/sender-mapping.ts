import { CENSUS_FIELDS } from '@openbenefits/domain/files/census/headings/fields';
import { WORD_KINDS } from '@openbenefits/domain/files/census/mapping';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey } from './wire.ts';

const field = z.enum(CENSUS_FIELDS, { error: 'Choose one of the fields.' });
/** The maximum number of columns in a row (reader limits). */
const MOST_COLUMNS = 1000;

/**
 * The heading of a column and its field; null ignores the column. `dependent` numbers the members of a wide row: 0 the
 * row's own, 1 and up its dependents, 20 the spouse, 21 and up the children.
 */
const columnChoice = z.object({
  index: z.number().int().min(0).max(MOST_COLUMNS),
  heading: z.string().min(1).max(200),
  field: field.nullable(),
  dependent: z.number().int().min(0).max(40),
});
/** What a word means: ours for its kind, the id of a plan for a plan's name, null to forget it. */
const wordChoice = z.object({
  kind: z.enum([...WORD_KINDS, 'plan']),
  word: z.string().trim().min(1).max(100),
  meaning: z.string().max(100).nullable(),
});
export type WordChoice = z.infer<typeof wordChoice>;

const mappingChoice = z.object({
  columns: z.array(columnChoice).max(MOST_COLUMNS),
  words: z.array(wordChoice).max(500),
  /** Whether 04/12/1986 is December 4; null if not set: decided by the dates, otherwise month first. */
  dayFirst: z.boolean().nullable(),
  padZeros: z.boolean(),
});
export type MappingChoice = z.infer<typeof mappingChoice>;

const listColumn = z.object({
  index: z.number().int(),
  heading: z.string(),
  field: field.nullable(),
  dependent: z.number().int(),
  /**
   * Mapped for the sender; recognized by heading, certainly or probably; ignored by choice; unknown. Without its own
   * field: headed by a plan code, containing only plans, showing only who is the employee, or what changed; in XML,
   * read by its position.
   */
  how: z.enum([
    'remembered',
    'sure',
    'likely',
    'left_out',
    'unknown',
    'plan_code',
    'level_in_heading',
    'plans_in_it',
    'employee_flag',
    'dependents_in_cell',
    'change',
    'by_place',
  ]),
  /** SSNs but for their last four. */
  samples: z.array(z.string()),
  kind: z.enum([...WORD_KINDS, 'plan']).nullable(),
  /**
   * Of a column of words: each once, with how many rows hold it and what it means; of plans `meaning` is the plan's
   * name, 'none' no coverage.
   */
  words: z.array(z.object({ text: z.string(), rows: z.number().int(), meaning: z.string().nullable() })),
});
export type ListColumn = z.infer<typeof listColumn>;

const listPreview = z.object({
  sender: z.object({ id, name: z.string() }).nullable(),
  headingLine: z.number().int().nullable(),
  columns: z.array(listColumn),
  /** Headings that are required to read any member. */
  missing: z.array(z.string()),
  /** As remembered, or chosen. */
  dayFirst: z.boolean().nullable(),
  /** How dates are read that do not show it: as remembered, else as the headings tell. */
  readDayFirst: z.boolean(),
  /** Ambiguous dates without a set order. */
  doubtfulDates: z.number().int(),
  padZeros: z.boolean(),
  /** The number of members read for the preview, and whether the list continues. */
  looked: z.number().int(),
  more: z.boolean(),
  refused: z.number().int(),
  reasons: z.array(z.object({ reason: z.string(), people: z.number().int() })),
  /** The first members as they would be read. */
  people: z.array(
    z.object({
      line: z.number().int(),
      name: z.string(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      problems: z.array(z.string()),
    }),
  ),
  /** Dates that only exist if the day, or the month, comes first. */
  dates: z.object({ dayFirst: z.number().int(), monthFirst: z.number().int() }),
  padded: z.number().int(),
});
export type ListPreview = z.infer<typeof listPreview>;

/** How the lists of a sender are understood: columns, words, dates. */
export const senderMapping = {
  /**
   * Returns the columns of a list and its first members, with the current mapping or a new one. Audited as a read of
   * the file.
   */
  columns: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/columns/preview', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, choice: mappingChoice.optional() }))
    .output(listPreview),
  /**
   * Saves the mapping for the sender: in the profile of the file's group, otherwise in the profile that all other lists
   * share. A failed or held file is read again; a waiting or paused file uses it when its turn comes; for a finished
   * file a new one starts, whose ID is returned. Rejected while the file is processed, or if part of it was applied.
   */
  mapColumns: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/columns', tags: ['Files'] })
    .errors(errors)
    .input(mappingChoice.extend({ id, groupId: id.optional(), idempotencyKey }))
    .output(z.object({ id })),
  /** Remembers for the sender what one of its words means; a held file is read again with it. */
  mapWord: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/words', tags: ['Files'] })
    .errors(errors)
    .input(
      z.object({
        id,
        kind: z.enum(WORD_KINDS),
        word: z.string().trim().min(1).max(100),
        meaning: z.string().min(1).max(40),
        idempotencyKey,
      }),
    )
    .output(z.object({ id })),
};
