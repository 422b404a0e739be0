import { addDays, calendarDateFrom, calendarDateOf, partsOf, type CalendarDate } from '../calendar-date.ts';
import { TIERS, type Tier } from '../coverage/tier.ts';
import type { Relationship } from '../members/relationship.ts';
import { fromCents, parseMoney, type Cents } from '../money.ts';
import type { EnrollmentAction, Gender } from './enrollment-record.ts';

/** A cell of a list: text as written, or a number where the sheet itself says that it is one (and has lost its leading zeros). */
export type CellValue = string | number;

/** How dates are read: two-digit years need today, serial numbers the workbook's first day (1900, or 1904 on old Macs); months come first unless the sender's days do. */
export type DateContext = { today: CalendarDate; date1904: boolean; dayFirst?: boolean };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FIRST_1900 = calendarDateFrom('1899-12-30');
const FIRST_1904 = calendarDateFrom('1904-01-01');
/** Serial numbers written as text are taken only in the years 1927 to 2119, so that a short number is not taken for a date. */
const TEXT_SERIALS = [10_000, 80_000] as const;
const LAST_SERIAL = 2_958_465;
/** No date and no amount is longer; what is, is not looked at, so that a made-up cell cannot keep the patterns busy. */
const LONGEST = 60;

/**
 * Reads a date as people and programs write it: 04/12/1986, 4/12/86, 1986-04-12 (a time may follow), 19860412, 23-Sep-1991, Sep 23, 1991, or a
 * spreadsheet serial (45678 is 2025-01-21). Months come first, as in the United States, unless `dayFirst`. Two-digit years: `past` dates (a birth) never lie in the
 * future, others at most twenty years ahead. Undefined when it is no real day.
 */
export function readDate(cell: CellValue, context: DateContext, past = false): CalendarDate | undefined {
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell >= 10_000_101 ? compactDate(String(cell)) : serialDate(cell, context.date1904);
  if (cell.length > LONGEST) return undefined;
  const text = cell.trim().replace(/[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?(Z|[+-]\d{2}:?\d{2})?$/, '');
  let match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text);
  if (match) {
    const [month, day] = context.dayFirst ? [match[2], match[1]] : [match[1], match[2]];
    return withYear(match[3] ?? '', Number(month), Number(day), context.today, past);
  }
  match = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text);
  if (match) return calendarDateOf(Number(match[1]), Number(match[2]), Number(match[3]));
  if (/^\d{8}$/.test(text)) return compactDate(text);
  match = /^(\d{1,2})[ /.-]?([A-Za-z]{3,9})\.?[ /.,-]*(\d{2}|\d{4})$/.exec(text);
  if (match) return withYear(match[3] ?? '', monthOf(match[2] ?? ''), Number(match[1]), context.today, past);
  match = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text);
  if (match) return withYear(match[3] ?? '', monthOf(match[1] ?? ''), Number(match[2]), context.today, past);
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Number(text);
    return serial >= TEXT_SERIALS[0] && serial < TEXT_SERIALS[1] ? serialDate(serial, context.date1904) : undefined;
  }
  return undefined;
}

/** The day of a spreadsheet serial; its fraction is a time. Serial 60 of the 1900 system is 29 February 1900, which never was. */
export function serialDate(serial: number, date1904: boolean): CalendarDate | undefined {
  const whole = Math.floor(serial);
  if (!Number.isFinite(serial) || whole < (date1904 ? 0 : 1) || whole > LAST_SERIAL) return undefined;
  if (date1904) return addDays(FIRST_1904, Math.min(whole, LAST_SERIAL - 1462));
  if (whole === 60) return undefined;
  return addDays(FIRST_1900, whole < 60 ? whole + 1 : whole);
}

function compactDate(text: string): CalendarDate | undefined {
  return calendarDateOf(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)));
}

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  if (lower === 'sept') return 9;
  const index = MONTHS.indexOf(lower.slice(0, 3));
  const full = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
  return index >= 0 && (lower.length === 3 || lower === full[index]) ? index + 1 : 0;
}

function withYear(year: string, month: number, day: number, today: CalendarDate, past: boolean): CalendarDate | undefined {
  if (year.length === 4) return calendarDateOf(Number(year), month, day);
  const thisYear = partsOf(today).year;
  const century = thisYear - (thisYear % 100);
  const near = calendarDateOf(century + Number(year), month, day);
  const tooLate = past ? near !== undefined && near > today : century + Number(year) > thisYear + 20;
  return tooLate ? calendarDateOf(century - 100 + Number(year), month, day) : near;
}

/** Lower case letters and digits only: `EE + Child(ren)` is `eechildren`. So EE+SP and EE SP are the same word. */
export function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

const table = <T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(entries).flatMap(([words, value]) => words.split(' ').map((word): [string, T] => [word, value])));

const RELATIONSHIPS = table<Relationship>({
  'ee employee self subscriber sub member primary insured emp e policyholder 18': 'self',
  'spouse sp husband wife s h w spouselegal legalspouse marriedspouse 01 1': 'spouse',
  'domesticpartner dp partner lifepartner civilunionpartner civilunion civilpartner dompartner registereddomesticpartner 53':
    'domestic_partner',
  'child ch son daughter dependent dep c d naturalchild biologicalchild dependentchild childdependent newborn fosterchild disabledchild kid 19 10':
    'child',
  'stepchild stepson stepdaughter sc childstep 17': 'step_child',
  'adoptedchild adopted adoptedson adopteddaughter ac childadopted childplacedforadoption 09 9': 'adopted_child',
  'other otherdependent ward nephew niece grandchild grandson granddaughter parent mother father sibling brother sister exspouse sponsoreddependent legalguardian courtordered collateraldependent o':
    'other',
});

/** The relationship that a word means (Employee, EE, Self, Spouse, Husband, DP, Son, Stepchild …); undefined when it is none we know. */
export function readRelationship(cell: CellValue): Relationship | undefined {
  return RELATIONSHIPS.get(wordsOf(String(cell)));
}

const GENDERS = table<Gender>({
  'f female woman girl': 'female',
  'm male man boy': 'male',
  'u x unknown nonbinary nb other unspecified declined notspecified n': 'unknown',
});

export function readGender(cell: CellValue): Gender | undefined {
  return GENDERS.get(wordsOf(String(cell)));
}

const YES_NO = table<boolean>({ 'y yes true 1 t x': true, 'n no false 0 f': false });

export function readYesNo(cell: CellValue): boolean | undefined {
  return YES_NO.get(wordsOf(String(cell)));
}

const ACTIONS = table<EnrollmentAction>({
  'add addition new newenrollment newhire enroll enrollment hire a 021 21': 'add',
  'change update modify edit chg c 001': 'change',
  'term terminate termination termed end cancel drop delete remove t 024 24': 'end',
  'reinstate reinstatement rehire r 025 25': 'reinstate',
  'compare audit verify nochange none current active 030 30': 'compare',
});

export function readAction(cell: CellValue): EnrollmentAction | undefined {
  return ACTIONS.get(wordsOf(String(cell)));
}

const TIER_WORDS = table<Tier>({
  'ee emp eo ind single individual employee employeeonly eeonly self selfonly subscriber subscriberonly employeecoverage e 1': 'EMP',
  'esp es eesp eespouse employeespouse eeandspouse employeeandspouse employeeplusspouse eeplusspouse selfspouse selfandspouse selfplusspouse eedp eedomesticpartner couple twoparty subscriberspouse subscriberandspouse':
    'ESP',
  'ech ec eech eechild eechildren eechilds employeechild employeechildren employeeandchild employeeandchildren employeepluschild employeepluschildren eepluschild eepluschildren eeandchild eeandchildren selfchild selfchildren eedep parentchild parentchildren subscriberchildren subscriberchild':
    'ECH',
  'fam family ef eefam eefamily employeefamily employeeandfamily employeeplusfamily eeandfamily eeplusfamily selffamily selfandfamily f full fullfamily eespousechildren employeespousechildren eespch eespchildren eespousechild subscriberfamily':
    'FAM',
});

/** The composite tier that a word means (EE, Employee + Spouse, EE+CH, Family …). */
export function readTier(cell: CellValue): Tier | undefined {
  const text = String(cell).trim();
  return TIERS.find((tier) => tier === text) ?? TIER_WORDS.get(wordsOf(text));
}

const WAIVED: ReadonlySet<string> = new Set(
  'waive waived waiver decline declined declines none na no nocoverage notcovered notenrolled w optout optedout opt 0'.split(' '),
);

/** True for what people write into a plan column when there is no coverage: Waived, Declined, None, N/A, a dash. */
export function isWaived(cell: CellValue): boolean {
  const words = wordsOf(String(cell));
  return words === '' || WAIVED.has(words);
}

/** A repaired value, and whether leading zeros had to be put back. */
export type Repaired = { text: string; padded: boolean };

/** SSN without dashes and blanks. A numeric cell of seven or eight digits has lost its leading zeros and gets them back; text only where its sender is known for that. */
export function readSsn(cell: CellValue, padText = false): Repaired {
  const text = String(cell).replace(/[-–\s.]/g, '');
  const lost = (padText || typeof cell === 'number') && /^\d{7,8}$/.test(text);
  return { text: lost ? text.padStart(9, '0') : text, padded: lost };
}

/** ZIP as 12345 or 12345-6789; a numeric cell that lost leading zeros gets them back, and so does text with `padText`. */
export function readZip(cell: CellValue, padText = false): Repaired {
  const text = String(cell).trim();
  const mayPad = padText || typeof cell === 'number';
  if (mayPad && /^\d{3,4}$/.test(text)) return { text: text.padStart(5, '0'), padded: true };
  if (mayPad && /^\d{7,8}$/.test(text)) return { text: plusFour(text.padStart(9, '0')), padded: true };
  return {
    text: /^\d{9}$/.test(text) ? plusFour(text) : text.replace(/^(\d{5}) -? ?(\d{4})$/, '$1-$2').replace(/^(\d{5})-$/, '$1'),
    padded: false,
  };
}

function plusFour(digits: string): string {
  return digits.endsWith('0000') ? digits.slice(0, 5) : `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** A yearly salary: a number of dollars, or text with `$` and commas. Undefined when it is no amount (a formula, words, a third decimal). */
export function readSalary(cell: CellValue): Cents | undefined {
  if (typeof cell === 'string')
    return cell.length > LONGEST ? undefined : parseMoney(cell.replace(/\s*USD$/i, '').replace(/(\.\d{2})0+$/, '$1'));
  const hundredths = Math.round(cell * 100);
  return Number.isSafeInteger(hundredths) && Math.abs(cell * 100 - hundredths) < 0.01 ? fromCents(hundredths) : undefined;
}

export type FullName = { firstName?: string; middleName?: string; lastName?: string };

/** A name in one cell: `Last, First Middle`, else `First Middle Last`. */
export function readFullName(cell: CellValue): FullName {
  const text = String(cell).trim().replace(/\s+/g, ' ');
  const comma = text.indexOf(',');
  const given = (comma >= 0 ? text.slice(comma + 1) : text.slice(0, Math.max(text.lastIndexOf(' '), 0))).trim();
  const lastName = comma >= 0 ? text.slice(0, comma).trim() : text.slice(text.lastIndexOf(' ') + 1);
  const [firstName, ...middle] = given.split(' ');
  return { firstName: firstName || undefined, middleName: middle.join(' ') || undefined, lastName: lastName || undefined };
}
