import { CENSUS_FIELDS } from '@openbenefits/domain/files/census/headings/fields';
import { WORD_KINDS } from '@openbenefits/domain/files/census/mapping';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey } from './wire.ts';

const field = z.enum(CENSUS_FIELDS, { error: 'Choose one of the fields.' });
/** A row has so many columns at most (reader limits). */
const MOST_COLUMNS = 1000;

/**
 * The heading of a column in the file, and what it stands for; null leaves it out. `dependent` numbers the persons of a
 * wide row: 0 its own, from 1 on its dependents, 20 the spouse, from 21 on the children.
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

export const mappingChoice = z.object({
  columns: z.array(columnChoice).max(MOST_COLUMNS),
  words: z.array(wordChoice).max(500),
  /**
   * Whether 04/12/1986 is 4 December; null where nobody has said it: read by what the dates show, else with the month
   * first.
   */
  dayFirst: z.boolean().nullable(),
  padZeros: z.boolean(),
});
export type MappingChoice = z.infer<typeof mappingChoice>;

export const listColumn = z.object({
  index: z.number().int(),
  heading: z.string(),
  field: field.nullable(),
  dependent: z.number().int(),
  /**
   * Remembered of the sender; known by its heading, surely or probably; left out by choice; unknown. Without a field of
   * its own: headed by the code of a plan, holding nothing but plans, telling only who is the employee, or what has
   * changed of whom; in XML read by where it stands.
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

export const listPreview = z.object({
  sender: z.object({ id, name: z.string() }).nullable(),
  headingLine: z.number().int().nullable(),
  columns: z.array(listColumn),
  /** Headings without which nobody can be read. */
  missing: z.array(z.string()),
  /** As remembered, or chosen. */
  dayFirst: z.boolean().nullable(),
  /** How dates are read that do not show it: as remembered, else as the headings tell. */
  readDayFirst: z.boolean(),
  /** Dates that could be meant the other way, and that nobody has decided. */
  doubtfulDates: z.number().int(),
  padZeros: z.boolean(),
  /** People looked at, and whether the list goes on after them. */
  looked: z.number().int(),
  more: z.boolean(),
  refused: z.number().int(),
  reasons: z.array(z.object({ reason: z.string(), people: z.number().int() })),
  /** The first people as they would be read. */
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
   * The columns of a list and its first people: as they are understood now, or as a choice would make them. Audited as
   * a read of the file.
   */
  columns: oc
    .route({ method: 'POST', path: '/files/jobs/{id}/columns/preview', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, choice: mappingChoice.optional() }))
    .output(listPreview),
  /**
   * Remembers the choice for the sender: the profile of the file's group, else the one that all other lists share. A
   * file that failed or is held is read again with it, one that waits or is paused when its turn comes; of one that is
   * finished a new reading begins, whose id is returned. Refused while the file is worked on, and where part of it has
   * been applied.
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
