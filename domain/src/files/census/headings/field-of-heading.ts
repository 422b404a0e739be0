import type { CoverageLine } from '../../../coverage-line.ts';
import type { CensusField } from './fields.ts';
import { wordsOf } from '../../../plain-words.ts';
import { SYNONYMS } from './heading-synonyms.ts';
import { isNumbered, ofNumbered } from './numbered-plans.ts';
import { ownValue } from '../../../own-value.ts';

/** From this rank on a heading is known only without its prefix. */
export const LIKELY_FROM = 100;

const LINE_WORDS: readonly [string, CoverageLine][] = [
  ['medical', 'medical'],
  ['med', 'medical'],
  ['health', 'medical'],
  ['dental', 'dental'],
  ['den', 'dental'],
  ['vision', 'vision'],
  ['vis', 'vision'],
  ['life', 'life'],
  ['disability', 'disability'],
  ['std', 'disability'],
  ['ltd', 'disability'],
];

const FIELD_OF = new Map<string, { field: CensusField; rank: number }>();
for (const [field, words] of Object.entries(SYNONYMS)) {
  for (const [rank, word] of words.split(' ').entries())
    if (!FIELD_OF.has(word)) FIELD_OF.set(word, { field: field as CensusField, rank });
}

const PREFIXES = [
  'legalpreferredaddress',
  'legalpreferred',
  'legalname',
  'legal',
  'home',
  'mailing',
  'primaryaddress',
  'residence',
  'residential',
  'permanent',
  'subscriber',
  'employees',
  'employee',
  'worker',
  'coveredperson',
  'coveredmember',
  'coveredindividual',
  'member',
  'participant',
  'enrollee',
  'mbr',
  'insured',
  'person',
  'primary',
  'qualifiedbeneficiary',
  'qb',
  'employeeordependent',
  'employeedependent',
  'eeordependent',
  'eedependent',
  'eedep',
  'emp',
  'ee',
] as const;
/** Mem Last, Sub First: of a person alone, since a Sub Group is none of a subscriber. */
const SHORT_PREFIX = /^(?:mem|sub)(.+)$/;
const DEPENDENT = /^(?:dependents?|dep|depend)(\d{1,2})(?=\D)(.*)$/;
/** D1 First, D2 DOB, C1 Name: of a person who is told apart by it alone. */
const LETTER = /^([dc])(\d)(?=\D)(.*)$/;
const CHILD = /^(?:children|child|kids?|ch)(\d{0,2})(?=\D)(.*)$/;
const SPOUSE =
  /^(?:spouse(?:or|and)?(?:domestic)?(?:partner|dp)|spouse|sp|partner|domesticpartner|dp)(?:1?)(?=\D)(.*)$/;
/**
 * Without a number only what a person is told apart by is taken for a dependent's: Dependent Relationship is a column
 * of everybody's.
 */
const ONLY_DEPENDENT = /^(?:dependent|dep)(?=\D)(.*)$/;
/** Child Name 1, Dependent DOB 2: the number stands behind. */
const COUNTED_BEHIND = /^(dependent|dep|child|kid)(\D+)([1-9]\d?)$/;
export const OWN_OF_A_PERSON: ReadonlySet<CensusField> = new Set([
  'firstName',
  'middleName',
  'lastName',
  'fullName',
  'suffix',
  'ssn',
  'ssnLast4',
  'dateOfBirth',
  'gender',
]);
/** Spouse Medical is the spouse's where the row names one; Spouse Life is an amount of the employee's. */
export const OF_SHARED_LINE = /^(?:plan|enrolled|waived|from|until)\.(?:medical|dental|vision)$/;
/** Where the numbers of the spouse and the children of a wide row begin; those of its other dependents are 1, 2 … */
export const SPOUSE_NUMBER = 20;
export const CHILD_NUMBER = 20;
/** As lines of coverage say when they begin and end: Medical Eff Date, Dental Term Date. */
const LINE_FROM: ReadonlySet<string> = new Set(
  'enrolldate enrollmentdate enrolleddate effdate startdate start begin begindate eff effective effectivedt asof from since'.split(
    ' ',
  ),
);
const LINE_UNTIL: ReadonlySet<string> = new Set(
  'termdate enddate end ends ended term termination terminationdate stopdate stop to until thru through cancel canceled cancelled cancellation expires expiration exp expdate expdt expirydate'.split(
    ' ',
  ),
);

const WAIVES: ReadonlySet<string> = new Set(
  'waive waived waiver waives waiving waiverof waiveof decline declined declines declining optout optedout optoutof optoutfor refuse refused waiveyn waivedyn waiverindicator waiverflag iswaived waivedreason waivereason waiverreason declinedreason declinereason reasonwaived reasonfordeclining reasonforwaiving'.split(
    ' ',
  ),
);
const ENROLLS: ReadonlySet<string> = new Set(
  'enrolled enroll enrolledin enrollin isenrolled isenrolledin enrolledyn enrollyn enrollmentstatus enrollmentyn electionstatus status covered iscovered coveredby coveredunder on ison onthe in isin inthe participating participatingin participates participation elect elected electyn electedyn yn yesno has hasthe want wants'.split(
    ' ',
  ),
);
/** Medical Coverage Election: which plan, or which level of the only one. */
const ELECTS: ReadonlySet<string> = new Set('election elections choice selection option product'.split(' '));
const NOT_TELLING = /coverages?|plans?|insurance|benefits?/g;

/** A text of more characters explains something; it heads no column. */
const LONGEST_HEADING = 200;

/** A heading as it is kept and shown: broken over lines in its cell, it is one line here. */
export const plainHeading = (heading: string): string => heading.trim().replace(/\s+/g, ' ');

/**
 * What a heading means, however it is written; undefined for one we do not know. `rank` orders headings of one field,
 * the best being 0.
 */
export function fieldOfHeading(heading: string): { field: CensusField; rank: number; dependent: number } | undefined {
  if (heading.length > LONGEST_HEADING) return undefined;
  const short = heading.replace(/\(.*$/su, '');
  // Mostly all four are one: a file of thousands of headings is not to be spelled four times.
  const spelled = new Set([
    // Plan (Dental) is of that line; what else stands in brackets explains.
    ...(LINE_IN_BRACKETS.test(heading) ? [heading.replace(/[()]/g, ' ')] : []),
    short.replaceAll('#', ' number '),
    short,
    heading.replaceAll('#', ' number '),
    heading,
    withoutOwner(short),
    withoutUnit(heading),
    spelledOut(heading),
  ]);
  for (const words of new Set(Array.from(spelled, wordsOf))) {
    const found = words === '' ? undefined : (ofDependent(words) ?? ofOwn(words) ?? ofPlainLetters(words));
    if (found?.field === 'ssn' && LAST_FOUR.test(heading)) return { ...found, field: 'ssnLast4' };
    if (found)
      return ASKS_YES_OR_NO.test(heading) && isOfLine(found.field, 'plan')
        ? { ...found, field: `enrolled.${found.field.slice('plan.'.length) as CoverageLine}` }
        : found;
  }
  return undefined;
}

const LINE_IN_BRACKETS = /\(\s*(?:medical|health|med|dental|den|vision|vis|life|disability|std|ltd)\s*\)/i;

/** What databases leave letters out of: BRTH_DT, TRM_DT, CVG_LVL_CD. */
const WITHOUT_LETTERS: Readonly<Record<string, string | undefined>> = {
  brth: 'birth',
  bth: 'birth',
  gndr: 'gender',
  cvg: 'coverage',
  cvrg: 'coverage',
  lvl: 'level',
  pln: 'plan',
  trm: 'term',
  frst: 'first',
  fst: 'first',
  lst: 'last',
  sbr: 'subscriber',
  sbscr: 'subscriber',
  rltn: 'relation',
  rlshp: 'relationship',
  strt: 'start',
};
const spelledOut = (heading: string): string =>
  heading.includes('_')
    ? heading.replace(/[a-z]+/gi, (word) => ownValue(WITHOUT_LETTERS, word.toLowerCase()) ?? word)
    : heading;

/** Birth Date [YYYY-MM-DD]; a line of coverage in such brackets (Plan Name [Dental]) is known before. */
const withoutUnit = (heading: string): string => heading.replace(/\[.*$/su, '');

/** Spouse's Name, 2nd Child DOB: as Spouse Name and Child 2 DOB. */
const withoutOwner = (heading: string): string =>
  heading.replace(/['\u2019]s\b/giu, '').replace(/\b(\d)(?:st|nd|rd|th)\s+(child|dependent|dep|kid)(?=\W)/gi, '$2 $1 ');

/** Número de Seguro Social is often typed without. */
function ofPlainLetters(words: string): Found | undefined {
  const plain = words.normalize('NFD').replace(/\p{M}/gu, '');
  return plain === words ? undefined : ofOwn(plain);
}

/** SSN (last 4): the column holds no more of it. */
const LAST_FOUR = /\blast\W*(?:4|four)\b/i;

/** Medical (Y/N), Medical? say whether somebody has it, and not which plan. */
const ASKS_YES_OR_NO = /\?\s*$|\(\s*(?:y\s*\/\s*n|yes\s*\/\s*no)\s*\)/i;
const isOfLine = (field: CensusField, part: string): boolean => field.startsWith(`${part}.`) && !isNumbered(field);

type Found = { field: CensusField; rank: number; dependent: number };

function ofOwn(words: string): Found | undefined {
  const found = known(words);
  return found && { ...found, dependent: 0 };
}

/** Dep2 First Name, Spouse DOB, Child 1 SSN: a field of a person who stands in the row of another. */
function ofDependent(words: string): Found | undefined {
  const numbered = DEPENDENT.exec(words);
  if (numbered) return numberedAs(Number(numbered[1]), numbered[2]);
  const [, letter, place, rest] = LETTER.exec(words) ?? [];
  const lettered =
    letter === undefined ? undefined : numberedAs((letter === 'c' ? CHILD_NUMBER : 0) + Number(place), rest);
  if (lettered && (OWN_OF_A_PERSON.has(lettered.field) || lettered.field === 'relationship')) return lettered;
  const child = CHILD.exec(words);
  const childs = child && numberedAs(CHILD_NUMBER + Number(child[1] || 1), child[2]);
  if (childs && (child[1] !== '' || OWN_OF_A_PERSON.has(childs.field))) return childs;
  const spouses = numberedAs(SPOUSE_NUMBER, SPOUSE.exec(words)?.[1]);
  if (spouses && (OWN_OF_A_PERSON.has(spouses.field) || OF_SHARED_LINE.test(spouses.field))) return spouses;
  const only = numberedAs(1, ONLY_DEPENDENT.exec(words)?.[1]);
  if (only && OWN_OF_A_PERSON.has(only.field)) return only;
  const [, who, what, number] = COUNTED_BEHIND.exec(words) ?? [];
  const counted =
    who === undefined ? undefined : numberedAs((who.startsWith('dep') ? 0 : CHILD_NUMBER) + Number(number), what);
  return counted && (OWN_OF_A_PERSON.has(counted.field) || counted.field === 'relationship') ? counted : undefined;
}

function numberedAs(dependent: number, words: string | undefined): Found | undefined {
  // Dependent 1 Type: spouse or child.
  if (words === 'type') return { field: 'relationship', rank: LIKELY_FROM, dependent };
  const found = words ? known(words) : undefined;
  return found && { ...found, dependent };
}

/**
 * What the place of a dependent in a wide row says of the relationship: the spouse's and the children's columns are
 * named so.
 */
export function relationshipOfPlace(dependent: number): 'spouse' | 'child' | undefined {
  if (dependent === SPOUSE_NUMBER) return 'spouse';
  return dependent > CHILD_NUMBER ? 'child' : undefined;
}

/** As databases call their columns: FIRST_NM, GENDER_CD, MED_EFF_DT. */
const SHORTENED: readonly (readonly [ending: string, whole: string])[] = [
  ['nm', 'name'],
  ['cd', 'code'],
  ['dt', 'date'],
  ['nbr', 'number'],
  ['txt', ''],
];
/** Employee Pays is an amount; Pays alone is French for the country. */
const PAYS = 'pays';
/** SSN No, Emp Num. */
const NUMBER = /(?<=..)(?:no|num)$/;

/** Add/Term/Change, Add or Drop: the choices of a column for the action as its heading. */
const ACTIONS =
  /^(?=.*add)(?:(?:add|addition|remove|removal|keep|term|termination|terminate|change|chg|delete|drop|cancel|update|new|enroll|reinstate|waive|or){2,})$/;
const OF_ACTION = { field: 'action', rank: 50 } as const;

const plainly = (words: string): { field: CensusField; rank: number } | undefined =>
  FIELD_OF.get(words) ?? ofLine(words) ?? ofElection(words) ?? (ACTIONS.test(words) ? OF_ACTION : undefined);

function known(words: string): { field: CensusField; rank: number } | undefined {
  const direct = plainly(words) ?? ofNumbered(words, plainly);
  if (direct) return direct;
  for (const [ending, whole] of SHORTENED)
    if (words.endsWith(ending) && words.length > ending.length + 2)
      return known(words.slice(0, -ending.length) + whole);
  const counted = NUMBER.test(words) ? plainly(words.replace(NUMBER, 'number')) : undefined;
  if (counted) return counted;
  const short = SHORT_PREFIX.exec(words)?.[1];
  const own = short === undefined ? undefined : plainly(short);
  if (own && OWN_OF_A_PERSON.has(own.field)) return { field: own.field, rank: own.rank + LIKELY_FROM };
  for (const prefix of PREFIXES) {
    const bare = words.startsWith(prefix) && !words.endsWith(PAYS) ? words.slice(prefix.length) : '';
    const found = bare === '' ? undefined : plainly(bare);
    if (found) return { field: found.field, rank: found.rank + LIKELY_FROM };
  }
  return undefined;
}

/** Medical Tier, Dental Effective Date, Vision Coverage End: a field of one line of coverage. */
function ofLine(words: string): { field: CensusField; rank: number } | undefined {
  for (const [word, line] of LINE_WORDS) {
    const rest = words.startsWith(word)
      ? words.slice(word.length)
      : words.endsWith(word)
        ? words.slice(0, -word.length)
        : undefined;
    if (rest && LINE_FROM.has(rest)) return { field: `from.${line}`, rank: 0 };
    if (rest && LINE_UNTIL.has(rest)) return { field: `until.${line}`, rank: 0 };
    const found = rest ? FIELD_OF.get(rest) : undefined;
    // Coverage over Medical, as Medical Coverage: a plan, or a level in its place.
    if (rest === 'coverage' && FIELD_OF.has(line + rest)) return FIELD_OF.get(line + rest);
    if (found?.field === 'tier') return { field: `tier.${line}`, rank: found.rank };
    if (found?.field === 'from') return { field: `from.${line}`, rank: found.rank };
    if (found?.field === 'until') return { field: `until.${line}`, rank: found.rank };
    if (found?.field === 'plan.medical' && /^(?:benefit)?plan/.test(rest ?? ''))
      return { field: `plan.${line}`, rank: found.rank };
  }
  return undefined;
}

/**
 * Waive Medical, Dental Coverage Declined, Enrolled in Vision: yes or no to a line; Medical Coverage Election: what is
 * taken of it.
 */
function ofElection(words: string): { field: CensusField; rank: number } | undefined {
  for (const [word, line] of LINE_WORDS) {
    if (!words.includes(word)) continue;
    const rest = words.replace(word, '').replace(NOT_TELLING, '');
    if (ELECTS.has(rest)) return { field: `plan.${line}`, rank: 50 };
    if (WAIVES.has(rest)) return { field: `waived.${line}`, rank: 0 };
    if (ENROLLS.has(rest)) return { field: `enrolled.${line}`, rank: 0 };
  }
  return undefined;
}
