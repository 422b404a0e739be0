import { TIERS, type Tier } from '../../../coverage/tier.ts';
import type { Relationship } from '../../../relationship.ts';
import { fromCents, parseMoney, type Cents } from '../../../money.ts';
import type { EnrollmentAction, Gender } from '../../enrollment-record.ts';
import { isEmptyBox, isTick } from './cell-marks.ts';
import type { CellValue } from './cell-value.ts';
import { wordsOf } from '../../../plain-words.ts';

const table = <T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries(entries).flatMap(([words, value]) => words.split(' ').map((word): [string, T] => [word, value])),
  );

const RELATIONSHIPS = table<Relationship>({
  'ee employee self qb primaryqb qualifiedbeneficiary subscriber sub member primary insured emp e policyholder enrollee retiree headofhousehold employeeself empleado empleada titular mitarbeiter mitarbeiterin employé employée 18':
    'self',
  'spouse sp husband wife s h w spouselegal legalspouse marriedspouse samesexspouse spousedp spousepartner spousedomesticpartner commonlawspouse commonlawhusband commonlawwife esposo esposa conyuge cónyuge ehefrau ehemann ehegatte ehepartner conjoint conjointe époux épouse sps spo 01 1':
    'spouse',
  'domesticpartner dp partner lifepartner civilunionpartner civilunion civilpartner dompartner registereddomesticpartner 53':
    'domestic_partner',
  'child ch chd chl son daughter dependent dep c d naturalchild biologicalchild dependentchild childdependent newborn foster fosterchild fosterson fosterdaughter disabledchild kid dependant childnatural birthchild biochild childover26 childunder26 overagedependent overagechild disableddependent handicappeddependent handicappedchild student fulltimestudent childstudent studentchild childdisabled childfulltimestudent sondaughter hijo hija sohn tochter kind fils fille enfant childfostered childfoster childlegal 19 10':
    'child',
  'stepchild stepson stepdaughter sc stc childstep 17': 'step_child',
  'adoptedchild adopted adoptedson adopteddaughter ac childadopted childplacedforadoption 09 9': 'adopted_child',
  'other otherdependent otherrelative ward legalward nephew niece grandchild grandson granddaughter parent mother father motherinlaw fatherinlaw brotherinlaw sisterinlaw soninlaw daughterinlaw parentinlaw aunt uncle cousin grandparent grandmother grandfather sibling brother sister exspouse formerspouse divorcedspouse exhusband exwife sponsoreddependent legalguardian courtordered collateraldependent legalguardianship guardianship grandchildren childgrandchild childlegalguardian childlegalguardianship childguardianship childward childcourtordered spouseex spouseformer spousedivorced o g8 03 04 05 06 07 08 11 12 13 14 15 16 23 24 25 26 31 33 38 60':
    'other',
});

/** Son - 11 yrs, Daughter (student): what says no more than the age. Spouse (ex) is another. */
const KIND_NOTED =
  /^\s*(\p{L}[\p{L} ]*?)\s*[-\u2013\u2014,(/]\s*(?:age\s*)?(?:(?:full[- ]?time|ft|college)?\s*student|\d{1,2}(?:\s*(?:yrs?|years?|y\/?o|mos?|months?)\.?(?:\s*old)?)?|minor|adult|(?:over|under)\s*\d{1,2})\s*\)?\s*$/iu;

/**
 * The relationship that a word means (Employee, EE, Self, Spouse, Husband, DP, Son, Stepchild …); undefined when it is
 * none we know.
 */
export function readRelationship(cell: CellValue): Relationship | undefined {
  const words = wordsOf(String(cell));
  const noted = KIND_NOTED.exec(String(cell))?.[1];
  if (noted !== undefined && !RELATIONSHIPS.has(words)) return readRelationship(noted);
  // Child 2 is a child.
  const known =
    RELATIONSHIPS.get(words) ??
    RELATIONSHIPS.get(words.replace(/(?<=^(?:\p{L}{5,}|ch|chd|dep|kid|son))[1-9]\d?$/u, ''));
  if (known !== undefined || !words.startsWith('dependent')) return known;
  // Dependent - Spouse.
  const of = RELATIONSHIPS.get(words.slice('dependent'.length));
  return of === 'self' ? undefined : of;
}

const GENDERS = table<Gender>({
  'f female fem woman girl femenino femenina mujer ffemale femalef femme féminin feminin fille mme mlle w weiblich frau':
    'female',
  'm male man boy masculino hombre mmale malem h homme masculin varón varon männlich maennlich mann herr': 'male',
  'u x unknown nonbinary nb other unspecified declined notspecified undisclosed notdisclosed prefernottosay prefernottoanswer declinetoanswer declinedtoanswer declinetostate choosenottodisclose n d divers':
    'unknown',
});

export function readGender(cell: CellValue): Gender | undefined {
  return GENDERS.get(wordsOf(String(cell)));
}

const YES_NO = table<boolean>({ 'y yes true 1 t x si sí': true, 'n no false 0 f': false });

export function readYesNo(cell: CellValue): boolean | undefined {
  const words = wordsOf(String(cell));
  if (words === '') return isTick(cell) ? true : isEmptyBox(cell) ? false : undefined;
  return YES_NO.get(words);
}

const ACTIONS = table<EnrollmentAction>({
  'add addition adddependent addspouse addchild newdependent addcoverage adddep addsubscriber new newenrollment newhire enroll enrollment hire a 021 21':
    'add',
  'change update modify edit chg c 001': 'change',
  'term terminate terminated termination termed end cancel cancelled canceled cancellation drop dropdependent dropcoverage trm removedependent terminatedependent terminateemployee termdependent termdep dropdep removedep cancelcoverage endcoverage coveragetermination coverageterm coverageterminated terminationofcoverage terminatecoverage coveragecancellation cancellationofcoverage delete remove t 024 24':
    'end',
  'reinstate reinstatement rehire r 025 25': 'reinstate',
  'compare audit verify keep nochange none current active planchange changeplan tierchange changeofplan openenrollment oe annualenrollment lifeevent qle qualifyinglifeevent 030 30':
    'compare',
});

export function readAction(cell: CellValue): EnrollmentAction | undefined {
  return ACTIONS.get(wordsOf(String(cell)));
}

const TIER_WORDS = table<Tier>({
  'ee qbonly qb emp eo ind single individual employee employeeonly eeonly self selfonly subscriber subscriberonly subonly sub memberonly individualonly employeecoverage emponly eeo e':
    'EMP',
  'esp qbspouse qbandspouse qbplusspouse es eesp eespouse employeespouse eeandspouse employeeandspouse employeeplusspouse eeplusspouse selfspouse selfandspouse selfplusspouse eedp eedomesticpartner empspouse empsp empdp employeedomesticpartner employeeplusdomesticpartner employeeanddomesticpartner employeespousedp employeespousedomesticpartner employeeandspousedomesticpartner employeeplusspousedp eespousedp eespdp couple twoparty 2party ees subscriberspouse subscriberandspouse':
    'ESP',
  'ech ecn eecn eechs empchs employeechs qbchild qbchildren qbandchildren qbpluschildren qbpluschild ec eech eechild eechildren eechilds employeechild employeechildren employeeandchild employeeandchildren employeepluschild employeepluschildren eepluschild eepluschildren eeandchild eeandchildren selfchild selfchildren eedep empch empchn eechn empchild empchildren empchilds empchildchildren eec eechren parentchild parentchildren subscriberchildren subscriberchild':
    'ECH',
  'fam qbfamily qbandfamily qbplusfamily family ef eefam eefamily empfam empfamily employeefamily employeeandfamily employeeplusfamily eeandfamily eeplusfamily selffamily selfandfamily f full fullfamily eespousechildren employeespousechildren eespch eespchildren eespousechild eef eedpf subscriberfamily':
    'FAM',
});

/** Family (4), Employee + Children [3]: how many people that are. */
const COUNTED_PEOPLE = /(?<=\p{L}\s*)[([]\s?\d{1,2}\s?[)\]]$/u;

/** The composite tier that a word means (EE, Employee + Spouse, EE+CH, Family …). */
export function readTier(cell: CellValue): Tier | undefined {
  const text = String(cell).trim();
  return (
    TIERS.find((tier) => tier === text) ??
    TIER_WORDS.get(wordsOf(text)) ??
    (COUNTED_PEOPLE.test(text) ? TIER_WORDS.get(wordsOf(text.replace(COUNTED_PEOPLE, ''))) : undefined)
  );
}

const WAIVED: ReadonlySet<string> = new Set(
  'none na n ne no false nocoverage nocov notcovered notenrolled noteligible notyeteligible ineligible refused refuse w wv optout optedout opt null nomedical nodental novision nolife nodisability othercoverage didnotelect didnotenroll notelected nonelected notparticipating nomedicalcoverage nodentalcoverage novisioncoverage noinsurance nothanks notinterested nottaking notwanted doesnotwant coveredelsewhere coveredbyspouse coveredbyparent spousecoverage noelection noelections noneelected noneselected notselected noselection nobenefit nobenefits nan tbd 0'.split(
    ' ',
  ),
);

/** Blanks, dashes, dots and slashes; any other sign (a tick, a star) may well say that there is coverage. */
const NO_MARK = /^[\s./_'"(),:;\p{Pd}\u2212]*$/u;

/** Nothing, or only what people draw into an empty place. */
export const isBlank = (cell: CellValue): boolean => NO_MARK.test(String(cell));

/** True for what people write into a plan column when there is no coverage: Waived, Declined, None, N/A, a dash. */
export function isWaived(cell: CellValue): boolean {
  const words = wordsOf(String(cell));
  return (
    (words === '' && (isBlank(cell) || isEmptyBox(cell))) ||
    WAIVED.has(words) ||
    words.startsWith('waive') ||
    words.startsWith('waiving') ||
    words.startsWith('declin') ||
    words.startsWith('optout') ||
    words.startsWith('optedout')
  );
}

/** Fillers of an empty place for a plan: no plan stands there, and nobody says that it was declined. */
const FILLERS: ReadonlySet<string> = new Set(['', 'na', 'null', 'nan', 'tbd', '0']);

/**
 * True for what says in so many words that a line of coverage is not taken: Waived, Declined, No Coverage; not for what
 * is only left open.
 */
export const saysWaived = (cell: CellValue): boolean =>
  isWaived(cell) && (isEmptyBox(cell) || !FILLERS.has(wordsOf(String(cell))));

/**
 * True for what says in the column of a coverage level that there is no coverage; a level that is only left open does
 * not say so.
 */
export function isWaivedTier(cell: CellValue): boolean {
  const words = wordsOf(String(cell));
  return (
    words.startsWith('waive') ||
    words.startsWith('declin') ||
    words === 'nocoverage' ||
    words === 'w' ||
    words === 'wv' ||
    words === 'no' ||
    words === 'n' ||
    words === 'optout' ||
    words === 'optedout'
  );
}

/** All words that are known, with what they mean. */
export const KNOWN_WORDS = {
  relationship: RELATIONSHIPS,
  gender: GENDERS,
  action: ACTIONS,
  tier: TIER_WORDS,
} as const satisfies Readonly<Record<string, ReadonlyMap<string, string>>>;

const ELECTED: ReadonlySet<string> = new Set(
  'y yes x true enrolled enroll enrolling elected elect electing covered add added addcoverage adding newenrollment newelection accept accepted'.split(
    ' ',
  ),
);

/** True for what says in a plan column only that there is coverage, not which. */
export const isElected = (cell: CellValue): boolean => ELECTED.has(wordsOf(String(cell))) || isTick(cell);

/** The first day of the year 1 is what .NET programs write where no day is set. */
const NOTHING: ReadonlySet<string> = new Set(
  'n/a na - -- --- null (blank) (null) (none) nan nat <na> none tbd 00/00/0000 0/0/0000 0000-00-00 00-00-0000 00/00/00 1/0/1900 01/00/1900 1/0/00 0001-01-01 01/01/0001 1/1/0001 99/99/9999 99999999 00000000 9999-99-99'.split(
    ' ',
  ),
);
/** What a sheet shows in place of a value that its formula could not work out. */
const ERRORS: ReadonlySet<string> = new Set(
  '#n/a #value! #ref! #name? #div/0! #num! #null! #error! #spill! #calc!'.split(' '),
);
/** Longer words are never looked up. */
const LONGEST_NOTHING = 10;

/** True for what programs and people write into a cell that holds nothing. Not for names: somebody is called Na. */
export const isNothing = (cell: CellValue): boolean =>
  typeof cell === 'string' && cell.length <= LONGEST_NOTHING && NOTHING.has(cell.toLowerCase());

/** True for the error of a formula, as a text shows it: #N/A, #REF!. */
export const isSheetError = (cell: CellValue): boolean =>
  typeof cell === 'string' && cell.startsWith('#') && ERRORS.has(cell.toLowerCase());

const FRACTION = /(?<=^\d+)\.0+$/;

/** A repaired value, and whether leading zeros had to be put back. */
export type Repaired = { text: string; padded: boolean };

/**
 * SSN without dashes and blanks. A numeric cell of seven or eight digits has lost its leading zeros and gets them back;
 * text only where its sender is known for that.
 */
export function readSsn(cell: CellValue, padText = false): Repaired {
  const plain = String(cell).trim().replace(/^'/, '');
  // A program that took the column for numbers with a fraction writes 123456789.0.
  const isNumber = typeof cell === 'number' || FRACTION.test(plain);
  const text = plain.replace(FRACTION, '').replace(/[-\u2010-\u2015\u2212\s.]/g, '');
  const lost = (padText || isNumber) && /^\d{7,8}$/.test(text);
  return { text: lost ? text.padStart(9, '0') : text, padded: lost };
}

/** A number that a sheet has rounded to show it: 4.12551E+08. Its last digits are lost. */
export const isRounded = (cell: CellValue): boolean => typeof cell === 'string' && /^\d([.,]\d+)?E\+?\d+$/i.test(cell);

/**
 * ZIP as 12345 or 12345-6789; a numeric cell that lost leading zeros gets them back, and so does text with `padText`.
 */
export function readZip(cell: CellValue, padText = false): Repaired {
  const plain = String(cell).trim().replace(/^'/, '');
  const text = plain.replace(FRACTION, '');
  const mayPad = padText || typeof cell === 'number' || FRACTION.test(plain);
  if (mayPad && /^\d{3,4}$/.test(text)) return { text: text.padStart(5, '0'), padded: true };
  if (mayPad && /^\d{7,8}$/.test(text)) return { text: plusFour(text.padStart(9, '0')), padded: true };
  return {
    text: /^\d{9}$/.test(text)
      ? plusFour(text)
      : text.replace(/^(\d{5}) -? ?(\d{4})$/, '$1-$2').replace(/^(\d{5})-$/, '$1'),
    padded: false,
  };
}

function plusFour(digits: string): string {
  return digits.endsWith('0000') ? digits.slice(0, 5) : `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** No amount is longer; what is, is not looked at, so that a made-up cell cannot keep the patterns busy. */
const LONGEST = 60;

/**
 * A yearly salary: a number of dollars, or text with `$` and commas. Undefined when it is no amount (a formula, words,
 * a third decimal).
 */
export function readSalary(cell: CellValue): Cents | undefined {
  // 52.000 is fifty-two dollars or fifty-two thousand, by who writes it.
  if (typeof cell === 'string' && /^\$? ?\d{1,3}(\.\d{3})+$/.test(cell.trim())) return undefined;
  const thousands = typeof cell === 'string' ? /^\$? ?(\d{2,3}(?:\.\d)?) ?k$/i.exec(cell.trim()) : null;
  if (thousands) return readSalary(Number(thousands[1]) * 1000);
  if (typeof cell === 'string')
    return cell.length > LONGEST
      ? undefined
      : parseMoney(
          withDecimalPoint(cell)
            .replace(/\s*USD$/i, '')
            .replace(/^USD\s*/i, '')
            .replace(/(\.\d{2})0+$/, '$1'),
        );
  const hundredths = Math.round(cell * 100);
  return Number.isSafeInteger(hundredths) && Math.abs(cell * 100 - hundredths) < 0.01
    ? fromCents(hundredths)
    : undefined;
}

/**
 * 52.000,50 and 48500,00 can only be meant with a decimal comma: commas between thousands stand before three digits.
 */
function withDecimalPoint(amount: string): string {
  const text = amount.trim();
  return /^[$€]? ?\d{1,3}(\.\d{3})*,\d{2}$|^[$€]? ?\d{4,},\d{2}$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.').replace(/^€ ?/, '')
    : text;
}

/** ABBOTT/ADA M, as old programs write names. */
const MAINFRAME = /^[\p{Lu}'\p{Pd} ]{2,}\/\p{Lu}[\p{Lu}'\p{Pd} .]*$/u;

/** "Benny" Ben Abbott: what somebody goes by, before the first name. Between the names it is kept with them. */
const NICKNAME = /^["\u201c][^"\u201c\u201d]{1,30}["\u201d]\s+(?=\S+ \S)/u;

export type FullName = { firstName?: string; middleName?: string; lastName?: string; suffix?: string };

export const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|hon)\.? +(?=\S)/i;
export const SUFFIX = /[ ,]+(jr|sr|ii|iii|iv|v|md|phd|esq|dds|dvm|cpa|rn)\.?$/i;
/** Words that begin a last name of several: de la Cruz, van der Berg, St. Clair. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'de del della de la las los da das do dos du di le van von vander der den ten ter zu zur bin ibn al el san santa saint st st. mac mc'.split(
    ' ',
  ),
);

/**
 * A name in one cell: `Last, First Middle`, else `First Middle Last`. Titles are left out, a suffix is told apart, a
 * last name of several words stays whole.
 */
export function readFullName(cell: CellValue): FullName {
  let text = String(cell).trim().replace(/\s+/g, ' ').replace(TITLE, '');
  text = text.replace(NICKNAME, '');
  let suffix: string | undefined;
  const ending = SUFFIX.exec(text);
  if (ending && text.slice(0, ending.index).includes(' ')) [text, suffix] = [text.slice(0, ending.index), ending[1]];
  if (MAINFRAME.test(text)) text = text.replace('/', ', ');
  const comma = text.indexOf(',');
  if (comma < 0) return { ...unordered(text), suffix };
  let lastName = text.slice(0, comma).trim();
  const inLast = suffix === undefined ? SUFFIX.exec(lastName) : null;
  if (inLast) [lastName, suffix] = [lastName.slice(0, inLast.index), inLast[1]];
  let given = text.slice(comma + 1).replace(/^[ ,]+|[ ,]+$/g, '');
  // Burns, Jr., Bob
  const inGiven = suffix === undefined ? /^(jr|sr|ii|iii|iv)\.?[ ,]+(?=\S)/i.exec(given) : null;
  if (inGiven) [given, suffix] = [given.slice(inGiven[0].length), inGiven[1]];
  const [firstName, ...middle] = given.split(' ');
  return {
    firstName: firstName || undefined,
    middleName: middle.join(' ') || undefined,
    lastName: lastName || undefined,
    suffix,
  };
}

function unordered(text: string): FullName {
  const words = text.split(' ');
  if (words.length < 2) return { lastName: text || undefined };
  let begin = words.length - 1;
  while (begin > 1 && PARTICLES.has((words[begin - 1] ?? '').toLowerCase())) begin--;
  return {
    firstName: words[0],
    middleName: words.slice(1, begin).join(' ') || undefined,
    lastName: words.slice(begin).join(' '),
  };
}
