import { type CalendarDate, lastOfMonth } from '../../../calendar-date.ts';
import type { CellValue } from '../values/cell-value.ts';
import { firstOfMonth } from '../values/month-dates.ts';

/** A last day that people write in words: the end of a month, or the last day of the job. */
export type EndRule = 'month_end' | 'last_day_of_job';

/** No such words are longer. */
const LONGEST = 60;

const MONTH_END =
  '(?:eom|end (?:of )?(?:the )?(?:term(?:ination)? )?(?:month|mo)|(?:the )?last day (?:of|in) (?:the |that )?(?:term(?:ination)? )?month|month ?end)';
const JOB_END =
  '(?:dot|(?:(?:as of|on|at|upon|same as) )?(?:the )?(?:date of (?:term|termination|separation)|(?:term|termination|separation)(?: date| day)?|last day (?:worked|of work|of employment|of job)|last (?:working|work) day|end of employment))';
const OF_JOB = `(?: (?:of|following|after|in which) ${JOB_END}(?: occurs| falls)?)?`;
const ALONE = new RegExp(`^(?:at |on |by )?(?:the )?${MONTH_END}${OF_JOB}$`);
const LAST_DAY = new RegExp(`^${JOB_END}$`);
/** 10/12/2026 EOM, EOM (10/12/2026), end of October 2026. */
const BESIDE_DAY = [
  /^(.+?)[\s,;:(-]+(?:eom|end of (?:the )?month|month ?end)\)?$/i,
  /^(?:eom|month ?end|end of (?:the )?month|end of)\b[\s,;:(-]*(.+?)\)?$/i,
] as const;

/** The rule by which a last day follows from the termination date; undefined for what is none. */
export function endInWords(cell: CellValue): EndRule | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST) return undefined;
  const words = cell
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return ALONE.test(words) ? 'month_end' : LAST_DAY.test(words) ? 'last_day_of_job' : undefined;
}

/**
 * The end of the month of a day, or of a month, that stands beside the words; undefined where none does. `dayOf` reads
 * a day.
 */
export function monthEndBeside(
  cell: CellValue,
  dayOf: (text: string) => CalendarDate | undefined,
): CalendarDate | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST) return undefined;
  for (const pattern of BESIDE_DAY) {
    const beside = pattern.exec(cell.trim())?.[1];
    const day = beside === undefined ? undefined : (dayOf(beside) ?? firstOfMonth(beside));
    if (day !== undefined) return lastOfMonth(day);
  }
  return undefined;
}
