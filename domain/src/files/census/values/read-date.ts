import {
  addDays,
  calendarDateFrom,
  calendarDateOf,
  daysBetween,
  partsOf,
  type CalendarDate,
} from '../../../calendar-date.ts';
import type { CellValue } from './cell-value.ts';
import { countOrder, type DateOrders } from './date-order.ts';

/**
 * How dates are read: two-digit years need today, serial numbers the workbook's first day (1900, or 1904 on old Macs);
 * months come first unless the sender's days do.
 */
export type DateContext = {
  today: CalendarDate;
  date1904: boolean;
  /** As somebody, or the headings, say; undefined where nothing does. */
  dayFirst?: boolean | undefined;
  /** Counts what is read. */
  orders?: DateOrders | undefined;
  /** The same of dates with dots, where the list shows it. */
  dotted?: boolean | undefined;
  /** What six digits without signs mean, where the list shows it. */
  compact?: CompactStyle;
  /** What five digits are, where the column shows it. */
  fiveDigits?: FiveDigits;
};

/** The order of month, day and year in six digits. */
export type CompactStyle = 'mdy' | 'dmy' | 'ymd';
/**
 * Whether all five digits of a column are days of a spreadsheet ('serials') or surely no such days ('none'); undefined
 * where each has to say it by itself.
 */
export type FiveDigits = 'serials' | 'none';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FIRST_1900 = calendarDateFrom('1899-12-30');
const FIRST_1904 = calendarDateFrom('1904-01-01');
/**
 * Serial numbers written as text are taken only in the years 1927 to 2119, so that a short number is not taken for a
 * date.
 */
const TEXT_SERIALS = [10_000, 80_000] as const;
const FIVE_DIGITS = /^\d{5}$/;
const FIRST_YEAR = 367;
const LAST_SERIAL = 2_958_465;
const isYear = (number: number): boolean => Number.isInteger(number) && number >= 1900 && number <= 2100;
/** No date is longer; what is, is not looked at, so that a made-up cell cannot keep the patterns busy. */
const LONGEST = 60;

/**
 * Reads a date as people and programs write it: 04/12/1986, 4/12/86, 1986-04-12 (a time may follow), 19860412,
 * 23-Sep-1991, Sep 23, 1991, or a spreadsheet serial (45678 is 2025-01-21). Months come first, as in the United States,
 * unless `dayFirst`. Two-digit years: `past` dates (a birth) never lie in the future, others at most twenty years
 * ahead. Undefined when it is no real day.
 */
export function readDate(cell: CellValue, context: DateContext, past = false): CalendarDate | undefined {
  if (typeof cell === 'number') {
    if (context.compact && Number.isInteger(cell))
      return readCompact(String(cell), context.compact, context.today, past);
    if (context.fiveDigits === 'none' && FIVE_DIGITS.test(String(cell))) return undefined;
    // 1021985 is 01/02/1985, which has lost its zero: as a day of a sheet it would lie behind the year 4600.
    if (Number.isInteger(cell) && cell >= FIRST_COMPACT) return eightDigits(String(cell).padStart(8, '0'), context);
    // The first year of a sheet's days is that of small numbers: of the day in a month, or of nothing.
    // 2026 is a year: as a day of a sheet it would lie in 1905.
    return cell < FIRST_YEAR || isYear(cell) ? undefined : serialDate(cell, context.date1904);
  }
  if (cell.length > LONGEST) return undefined;
  const text = cell
    .trim()
    .replace(/^'/, '')
    .replace(/[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?(Z|[+-]\d{2}:?\d{2})?$/, '')
    // A date of XML Schema may have a time zone and no time: 1985-03-14-08:00.
    .replace(/^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/, '$1')
    .replace(/^(?:[A-Za-z]{3,6}day|sun|mon|tues?|wed|thur?s?|fri|sat)[.,]* +/i, '');
  let match = /^(\d{1,2})([/. -])(\d{1,2})[/. -](\d{2}|\d{4})$/.exec(text);
  if (match) {
    const [first, second] = [Number(match[1]), Number(match[3])];
    const shown = match[2] === '.' ? context.dotted : undefined;
    if (context.orders && shown === undefined)
      countOrder(context.orders, first, second, match[2] === '.' && context.dayFirst === undefined);
    const [month, day] = (shown ?? context.dayFirst) ? [second, first] : [first, second];
    return withYear(match[4] ?? '', month, day, context.today, past);
  }
  match = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text);
  if (match) return dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  if (/^\d{7,8}$/.test(text)) return eightDigits(text.padStart(8, '0'), context);
  match = /^(\d{1,2})(?:st|nd|rd|th)?[ /.-]?([A-Za-z]{3,9})\.?[ /.,-]*(\d{2}|\d{4})$/.exec(text);
  if (match) return withYear(match[3] ?? '', monthOf(match[2] ?? ''), Number(match[1]), context.today, past);
  match = /^([A-Za-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])'?(\d{2}|\d{4})$/.exec(text);
  if (match) return withYear(match[3] ?? '', monthOf(match[1] ?? ''), Number(match[2]), context.today, past);
  match = /^(\d{4})-([A-Za-z]{3,9})-(\d{1,2})$/.exec(text);
  if (match) return withYear(match[1] ?? '', monthOf(match[2] ?? ''), Number(match[3]), context.today, past);
  if (context.compact && /^\d{5,6}$/.test(text)) return readCompact(text, context.compact, context.today, past);
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    if (context.fiveDigits !== 'serials' && FIVE_DIGITS.test(text) && mayLackZero(text, context, past))
      return undefined;
    const serial = Number(text);
    return serial >= TEXT_SERIALS[0] && serial < TEXT_SERIALS[1] ? serialDate(serial, context.date1904) : undefined;
  }
  return undefined;
}

/**
 * The day of a spreadsheet serial; its fraction is a time. Serial 60 of the 1900 system is 29 February 1900, which
 * never was.
 */
export function serialDate(serial: number, date1904: boolean): CalendarDate | undefined {
  const whole = Math.floor(serial);
  if (!Number.isFinite(serial) || whole < (date1904 ? 0 : 1) || whole > LAST_SERIAL) return undefined;
  if (date1904) return addDays(FIRST_1904, Math.min(whole, LAST_SERIAL - 1462));
  if (whole === 60) return undefined;
  return addDays(FIRST_1900, whole < 60 ? whole + 1 : whole);
}

/**
 * The serial of a day, counted from 1900, as we write it; days before March of that year have none that all programs
 * agree on.
 */
export const serialOf = (date: CalendarDate): number | undefined =>
  date < FIRST_SURE ? undefined : daysBetween(FIRST_1900, date);
const FIRST_SURE = '1900-03-01';

/** No list speaks of a year before this one: 0026 is a year that was typed with two digits into a field of four. */
const FIRST_LIKELY_YEAR = 1800;
const dayOf = (year: number, month: number, day: number): CalendarDate | undefined =>
  year < FIRST_LIKELY_YEAR ? undefined : calendarDateOf(year, month, day);

/** 12/31/9999 is the day of what has no end. */
const NO_END_YEAR = 9999;

/**
 * 01021980: eight digits that are no day with the year first are one with it last, in the years that a list can speak
 * of.
 */
function reversedDate(text: string, dayFirst = false): CalendarDate | undefined {
  const year = Number(text.slice(4));
  const [month, day] = dayFirst ? [text.slice(2, 4), text.slice(0, 2)] : [text.slice(0, 2), text.slice(2, 4)];
  return (year >= 1900 && year <= 2100) || year === NO_END_YEAR
    ? calendarDateOf(year, Number(month), Number(day))
    : undefined;
}

function compactDate(text: string): CalendarDate | undefined {
  return dayOf(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)));
}

/** Where numbers are no days of a sheet any more, but digits of a date: 1/1/1000 without its zeros. */
const FIRST_COMPACT = 1_011_000;

function eightDigits(text: string, context: DateContext): CalendarDate | undefined {
  const date = compactDate(text);
  if (date !== undefined) return date;
  if (context.orders) countOrder(context.orders, Number(text.slice(0, 2)), Number(text.slice(2, 4)));
  return reversedDate(text, context.dayFirst);
}

/**
 * Six digits, of which a sheet may have dropped the first zero, as a date of that order; with the century that two
 * digits of a year have.
 */
export function readCompact(
  text: string,
  style: CompactStyle,
  today: CalendarDate,
  past: boolean,
): CalendarDate | undefined {
  const [a, b, c] = (/^\d{5,6}$/.test(text) ? text.padStart(6, '0').match(/../g) : null) ?? [];
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const [month, day, year] = style === 'mdy' ? [a, b, c] : style === 'dmy' ? [b, a, c] : [b, c, a];
  return withYear(year, Number(month), Number(day), today, past);
}

const COMPACT_STYLES = ['mdy', 'dmy', 'ymd'] as const satisfies readonly CompactStyle[];
/**
 * Whether five digits may be month, day and year of which the first zero is lost: 70465 is July 4, 1965, and a day of a
 * sheet.
 */
export const mayLackZero = (text: string, { today }: DateContext, past: boolean): boolean =>
  COMPACT_STYLES.some((style) => readCompact(text, style, today, past) !== undefined);

/** The number of a month by its name; 0 where it is none. */
export function monthOf(name: string): number {
  const lower = name.toLowerCase();
  if (lower === 'sept') return 9;
  const index = MONTHS.indexOf(lower.slice(0, 3));
  const full = [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ];
  return index >= 0 && (lower.length === 3 || lower === full[index]) ? index + 1 : 0;
}

function withYear(
  year: string,
  month: number,
  day: number,
  today: CalendarDate,
  past: boolean,
): CalendarDate | undefined {
  if (year.length === 4) return dayOf(Number(year), month, day);
  const thisYear = partsOf(today).year;
  const century = thisYear - (thisYear % 100);
  const near = calendarDateOf(century + Number(year), month, day);
  const tooLate = past ? near !== undefined && near > today : century + Number(year) > thisYear + 20;
  return tooLate ? calendarDateOf(century - 100 + Number(year), month, day) : near;
}
