import type { CensusField } from './fields.ts';
import { wordsOf } from '../values/cell-values.ts';
import { fieldOfHeading, LIKELY_FROM, plainHeading } from './field-of-heading.ts';
import { YEAR_IN_HEADING as YEAR } from './plan-year.ts';

const NEW = /^(?:new|elected|proposed|updated)\s+(?=\S)/i;
const OLD = /^(?:current|existing|old|prior|previous|former|present)\s+(?=\S)/i;

const CURRENT = /^(?:current|present)\s+(?=\S)/i;
const PAST = /^(?:old|prior|previous|former)\s+(?=\S)/i;

/** What may change of somebody without making another person of them: New Plan, New Address, New Last Name. */
const CHANGES: ReadonlySet<CensusField> = new Set([
  'lastName',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zip',
  'country',
  'salary',
  'jobTitle',
  'department',
  'classKey',
  'locationKey',
  'tier',
  'from',
]);
const mayChange = (field: CensusField): boolean => CHANGES.has(field) || /^(?:plan|tier|from)\./.test(field);
/** New Coverage, Prior Coverage: whether there is any, or which level. */
const isAnything = (text: string): boolean => wordsOf(text) === 'coverage';

const OF_COVERAGE = /^(?:plan|tier|from|enrolled|waived)\b/;
/** Yes or no to a year is none to another one, whatever the other columns of that year are about. */
const OF_ELECTION = /^(?:enrolled|waived)\b/;
/** Covered in 2027. */
const IN = /\s+(?:in|for)$/i;

const BEHIND = /^(.*\S)[\s\p{Pd}:/([]+(new|elected|proposed|updated|current|existing|old|prior|previous|former|present)[)\]]?$/iu;
/** Medical - New, Dental Plan (Current): as New Medical and Current Dental Plan. */
const headingOf = (heading: string): string => plainHeading(heading).replace(BEHIND, '$2 $1');

type Found = NonNullable<ReturnType<typeof fieldOfHeading>>;

/** Better than what is headed by the plain word, which says it as it was. */
const BEFORE_ALL = -1;

/** 2026 Medical beside 2027 Medical Election: of one thing, however it is called. */
const isSame = (one: Found | undefined, other: Found): boolean => one?.field === other.field && one.dependent === other.dependent;

/** The plan or level that a heading of one plan year means, and whether it is the latest of those that the list has. */
function ofPlanYear(text: string, headings: readonly string[]): { found: Found; isLatest: boolean } | undefined {
  const own = YEAR.exec(text);
  const bare = own ? text.replace(YEAR, '').replace(IN, '') : '';
  const found = own ? fieldOfHeading(bare) : undefined;
  if (!own || !found || !OF_COVERAGE.test(found.field)) return undefined;
  const all = headings.map(headingOf);
  const same = OF_ELECTION.test(found.field)
    ? all
    : all.filter((other) => isSame(fieldOfHeading(other.replace(YEAR, '').replace(IN, '').replace(OLD, '')), found));
  const years = same.flatMap((other) => YEAR.exec(other)?.slice(1).find(Boolean) ?? []);
  const latest = years.toSorted().at(-1);
  return { found, isLatest: (own[1] ?? own[2]) === latest };
}

/**
 * What a heading such as New Medical Plan means: its plain word, ahead of any column that is headed by that; undefined for one that is known as it stands.
 * Current Medical Plan and Old Last Name beside it say what was.
 */
export function ofNewHeading(heading: string, headings: readonly string[] = []): Found | undefined {
  const text = headingOf(heading);
  const year = ofPlanYear(text, headings);
  if (year?.isLatest) return { ...year.found, rank: BEFORE_ALL };
  const isNow = isCurrentBesidePast(text, headings);
  const bare = text.replace(isNow ? CURRENT : NEW, '');
  if ((!isNow && !NEW.test(text)) || isAnything(bare) || fieldOfHeading(text)) return undefined;
  const found = fieldOfHeading(bare);
  return found && mayChange(found.field) ? { ...found, rank: BEFORE_ALL } : undefined;
}

/** Current Medical Plan beside Previous Medical Plan, where nothing else tells it: what holds now. */
function isCurrentBesidePast(text: string, headings: readonly string[]): boolean {
  if (!CURRENT.test(text)) return false;
  const bare = wordsOf(text.replace(CURRENT, ''));
  const others = headings.map(headingOf);
  const isOf = (other: string, kind: RegExp): boolean => kind.test(other) && wordsOf(other.replace(kind, '')) === bare;
  return others.some((other) => isOf(other, PAST)) && !others.some((other) => wordsOf(other) === bare || isOf(other, NEW));
}

/** Whether a heading says what was, of something that another heading says is new. */
export function isOldBeside(heading: string, headings: readonly string[]): boolean {
  const text = headingOf(heading);
  const year = ofPlanYear(text, headings);
  if (year) return !year.isLatest;
  if (!OLD.test(text) || isCurrentBesidePast(text, headings)) return false;
  const was = fieldOfHeading(text.replace(OLD, ''));
  return (
    was !== undefined &&
    headings.some((other) => {
      const is =
        ofPlanYear(headingOf(other), headings)?.found ?? ofNewHeading(other, headings) ?? (NEW.test(headingOf(other)) ? fieldOfHeading(other) : undefined);
      return is?.field === was.field && is.dependent === was.dependent;
    })
  );
}

/** Current Health Plan Tier: the level that somebody has, where no other column tells it. What plans people have is told by the plans that a column holds. */
export function ofCurrentHeading(heading: string, headings: readonly string[]): Found | undefined {
  const text = headingOf(heading);
  const found = OLD.test(text) ? fieldOfHeading(text.replace(OLD, '')) : undefined;
  if (!found || !/^current|^existing|^present/i.test(text) || !/^tier\b/.test(found.field)) return undefined;
  return headings.some((other) => fieldOfHeading(other)?.field === found.field) ? undefined : { ...found, rank: LIKELY_FROM };
}

/** What a file is told of it, once. */
export const newRead = (heading: string): string =>
  `"${heading}" says what was and was left out: the column beside it says what is new, and who has nothing there keeps what is on record`;
