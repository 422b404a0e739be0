import type { WaitingPeriodStart } from '../../../groups/group-terms.ts';
import type { CellValue } from '../values/cell-value.ts';
import type { StartRule } from '../../start-rule.ts';

/** No start is longer; what is, is not looked at. */
const LONGEST = 80;
/** Nobody waits longer: more is a day of something else. */
const MOST_DAYS = 180;

const HIRE =
  '(?:the )?(?:doh|dohire|hire|hired|hire date|hire day|date of hire|day of hire|hire dt|employment|employment date|date of employment|start of employment|first day of employment|first day of work)';
const DAYS =
  '(?:a |an |the )?(\\d{1,3}) ?(?:calendar )?(?:days?|d)(?: of)?(?: (?:continuous |full time )?(?:waiting period|wait|waiting|employment|service|probation|eligibility))?';
const OF_HIRE = `(?: (?:after|from|of|following|past|post) ${HIRE})?`;
const FIRST = 'fom';
const FOLLOWING = '(?:after|following|foll|next following|post|upon completion of|after completion of)';
const COINCIDENT =
  '(?:on or (?:next )?(?:after|following)|coincident(?: with)? or (?:next )?following|coincident(?: with)?|coinciding with or (?:next )?following|coincides with or follows)';

type Form = readonly [RegExp, WaitingPeriodStart];
const form = (pattern: string, start: WaitingPeriodStart): Form => [new RegExp(`^${pattern}$`), start];
const FORMS: readonly Form[] = [
  form(`(?:on |upon |at |from |as of |same as |effective )?${HIRE}`, 'date_of_hire'),
  form(`(?:after )?${DAYS}(?: (?:after|from|of|following|past|post) ${HIRE})?`, 'date_of_hire'),
  form(`${FIRST} ${COINCIDENT} ${HIRE}`, 'first_of_month_coincident'),
  form(`${FIRST} ${COINCIDENT} ${DAYS}${OF_HIRE}`, 'first_of_month_coincident'),
  form(`${FIRST} ${FOLLOWING} ${HIRE}`, 'first_of_month_following'),
  form(`${FIRST}(?: ${FOLLOWING})? ${DAYS}${OF_HIRE}`, 'first_of_month_following'),
  form(`${FIRST}(?: ${FOLLOWING})? (0|30|60|90)`, 'first_of_month_following'),
  form(`(?:after )?${DAYS}${OF_HIRE}(?: then)? (?:the )?(?:${FOLLOWING} )?${FIRST}`, 'first_of_month_following'),
];
const FIRST_ALONE = new RegExp(`^(?:the )?${FIRST}$`);
/** Of the month behind the hire, or behind the day on which the list was written. */
const NEXT_ALONE = new RegExp(
  `^(?:the )?(?:next month|next ${FIRST}|${FIRST} following|following ${FIRST}|${FIRST} next)$`,
);

/** 1st of the month, FOM, first day of the following month: all as one word. */
function plainWords(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\b(?:effective|eff|starts?|begins?)(?: on)? (?=1st|first|fom|doh)/, '')
    .replace(
      /\b(?:on )?(?:the )?(?:1st|first)(?: day)?(?: of| in)?(?: the| a)?(?: (next|following))?(?: (?:calendar )?(?:month|mo|mth))\b/,
      (_, next: string | undefined) => (next === undefined ? 'fom' : 'fom next'),
    )
    .replace(/\bfom(?=\d)/, 'fom ')
    .replace(/\b(thirty|sixty|ninety)\b/, (word) => ({ thirty: '30', sixty: '60', ninety: '90' })[word] ?? word);
}

/**
 * Starts that people write in words: DOH, FOM after 60 days, 1st of the month following date of hire. 'unclear' where
 * nobody can tell which month is meant (first of next month); undefined where it is no start in words.
 */
export function startInWords(cell: CellValue): StartRule | 'unclear' | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST || !/[a-z]{3}/i.test(cell)) return undefined;
  const words = plainWords(cell);
  for (const [pattern, start] of FORMS) {
    const match = pattern.exec(words);
    if (!match) continue;
    const days = Number(match[1] ?? 0);
    return days <= MOST_DAYS ? { days, start } : undefined;
  }
  if (FIRST_ALONE.test(words)) return { byGroup: true };
  return NEXT_ALONE.test(words) ? 'unclear' : undefined;
}
