import { calendarDateOf, type CalendarDate, partsOf } from '../../calendar-date.ts';
import { monthOf, readCompact, readDate } from '../census/values/read-date.ts';

/** How a date stands that is not CCYYMMDD. */
export type DateForm = 'signs' | 'month_first' | 'short_year';

/** `date`: the only day that can be meant; 'unclear': it may be one of two. */
export type OtherDate = { readonly date: CalendarDate; readonly form: DateForm } | 'unclear' | undefined;

/** `isShort`: it is said to have a year of two digits (D6); `past`: a birth, which never lies in the future. */
type Context = { readonly today: CalendarDate; readonly isShort: boolean; readonly past: boolean };

/** No date is longer, with the time behind it. */
const LONGEST = 25;
/** 2026-01-31, 2026/01/31, and 202601310930 with a time (DT). */
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?:[ T]?\d\d:?\d\d(?::?\d\d)?)?$/;
/** A range (RD8) that is one day. */
const ONE_DAY = /^(\d{8})-\1$/;
/** 10/15/2026, 10-15-2026, 10152026. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$|^(\d{2})()(\d{2})(\d{4})$/;
const NAMED_MONTH = /^(\d{1,2})[- ]?([A-Za-z]{3})[- ]?(\d{4}|\d{2})$/;

/**
 * The month comes first, as in the United States; who writes the day there cannot be told from it while both may be
 * months.
 */
function monthFirst(month: number, day: number, year: number): OtherDate {
  const date = year < 1850 || year > 2199 ? undefined : calendarDateOf(year, month, day);
  if (date === undefined) return undefined;
  return day <= 12 && day !== month ? 'unclear' : { date, form: 'month_first' };
}

/** X12 has the year first where it has two digits; some spreadsheets have it last. 202610 may be a month. */
function shortYear(text: string, { today, isShort, past }: Context): OtherDate {
  const date = readCompact(text, 'ymd', today, past);
  if (isShort) return date && { date, form: 'short_year' };
  const reversed = readCompact(text, 'mdy', today, past);
  const isMonth = /^(19|20)\d\d(0[1-9]|1[0-2])$/.test(text);
  if (date !== undefined && (isMonth || (reversed !== undefined && reversed !== date))) return 'unclear';
  const only = date ?? (isMonth ? undefined : reversed);
  return only && { date: only, form: 'short_year' };
}

/** The day of a date that an 834 has in another form than the guide's, where only one can be meant. */
export function readOtherDate(sent: string, context: Context): OtherDate {
  const text = sent.trim().replace(ONE_DAY, '$1');
  if (text.length > LONGEST) return undefined;
  const found = YEAR_FIRST.exec(text);
  const day = found && calendarDateOf(Number(found[1]), Number(found[3]), Number(found[4]));
  if (day && partsOf(day).year >= 1850) return { date: day, form: 'signs' };
  const [, month = '', , second = '', year = '', month8 = '', , second8 = '', year8 = ''] = YEAR_LAST.exec(text) ?? [];
  if (year || year8) return monthFirst(Number(month || month8), Number(second || second8), Number(year || year8));
  if (/^\d{6}$/.test(text)) return shortYear(text, context);
  const named = NAMED_MONTH.exec(text);
  const date =
    named && monthOf(named[2] ?? '') > 0
      ? readDate(text, { today: context.today, date1904: false }, context.past)
      : undefined;
  return date && { date, form: 'signs' };
}
