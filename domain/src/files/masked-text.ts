import type { MessageParam } from '../message-template.ts';
import type { Wording } from './messages/file-message.ts';

/** An SSN as it is written: three, two and four digits with the same or other signs between them. */
const SSN = /(?<![\p{L}\d])\d{3}[^\p{L}\d]{0,3}\d{2}[^\p{L}\d]{0,3}\d{4}(?![\p{L}\d])/gu;
/** Seven digits or more: an SSN without signs, or one that has lost its zeros. */
const LONG = /(?<![\p{L}\d])\d{7,}(?![\p{L}\d])/gu;
const DATE =
  /(?<![\p{L}\d])(?:(\d{4})[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/. ]\d{1,2}[-/. ](\d{4}|\d{2}))(?![\p{L}\d])/gu;
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const DATE_IN_WORDS = new RegExp(
  `(?<![\\p{L}\\d])(?:\\d{1,2}[-. ]+(?:${MONTHS})|(?:${MONTHS})[. ]+\\d{1,2}),?[-. ,]+(\\d{4})(?![\\p{L}\\d])`,
  'giu',
);
/** Plan years and effective dates in headings are later; a date that stands alone may be of a newborn. */
const FIRST_PLAN_YEAR = '2020';

const hide = (text: string): string => text.replace(/\d/g, '#');

/**
 * Hides what may be an SSN or a birth date in a text of a file that is stored in the clear (a heading, a sheet name, a
 * remark): the first row of a list without headings is taken for them. Dates from 2020 on stay where other words stand
 * beside them.
 */
export function maskPersonal(text: string): string {
  if (!/\d/.test(text)) return text;
  const hideDate = (found: string, ...years: readonly (string | undefined)[]): string => {
    const year = years.find((one) => one !== undefined && /^\d{2,4}$/.test(one)) ?? '';
    return found.trim() === text.trim() || year.length < 4 || year < FIRST_PLAN_YEAR ? hide(found) : found;
  };
  return text
    .replace(SSN, hide)
    .replace(LONG, hide)
    .replace(DATE, (found: string, first?: string, last?: string) => hideDate(found, first, last))
    .replace(DATE_IN_WORDS, (found: string, year?: string) => hideDate(found, year));
}

const WRITTEN_SSN = /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g;
/** The same in words of ours, which quote texts of the file and give examples of their own. */
export const maskQuoted = (words: string): string =>
  words.replace(WRITTEN_SSN, hide).replace(/"([^"]*)"/g, (_found, quoted: string) => `"${maskPersonal(quoted)}"`);

const maskParam = (param: MessageParam): MessageParam =>
  typeof param === 'string'
    ? maskPersonal(maskQuoted(param))
    : typeof param === 'object'
      ? param.map((one) => maskPersonal(maskQuoted(one)))
      : param;

/** The same in the parameters of a message, which its template may put between quotation marks. */
export const maskWording = ({ code, params }: Wording): Wording =>
  params === undefined
    ? { code }
    : { code, params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, maskParam(param)])) };
