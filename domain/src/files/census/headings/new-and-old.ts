import { type FileMessage, fileMessage } from '../../messages/file-message.ts';
import type { CensusField } from './fields.ts';
import { wordsOf } from '../../../plain-words.ts';
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
  'billingLocation',
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

const BEHIND =
  /^(.*\S)[\s\p{Pd}:/([]+(new|elected|proposed|updated|current|existing|old|prior|previous|former|present)[)\]]?$/iu;
/** Medical - New, Dental Plan (Current): as New Medical and Current Dental Plan. */
const headingOf = (heading: string): string => plainHeading(heading).replace(BEHIND, '$2 $1');

type Found = NonNullable<ReturnType<typeof fieldOfHeading>>;

/** Better than what is headed by the plain word, which says it as it was. */
const BEFORE_ALL = -1;

/** What the headings of a list say together, worked out once for all of them. */
type Together = {
  /** The bare words of those that say what was, what is new, and of all as they stand. */
  past: ReadonlySet<string>;
  fresh: ReadonlySet<string>;
  plain: ReadonlySet<string>;
  /** Those that name a plan year. */
  ofYears: readonly { found: Found | undefined; year: string | undefined }[];
  /** The fields of what is new. */
  newFields?: ReadonlySet<string>;
};
const known = new WeakMap<readonly string[], Together>();

function together(headings: readonly string[]): Together {
  let found = known.get(headings);
  if (!found) {
    const texts = headings.map(headingOf);
    const bareOf = (kind: RegExp): Set<string> =>
      new Set(texts.flatMap((text) => (kind.test(text) ? [wordsOf(text.replace(kind, ''))] : [])));
    found = {
      past: bareOf(PAST),
      fresh: bareOf(NEW),
      plain: new Set(texts.map(wordsOf)),
      ofYears: texts.flatMap((text) => {
        const year = YEAR.exec(text)?.slice(1).find(Boolean);
        return year === undefined
          ? []
          : [{ found: fieldOfHeading(text.replace(YEAR, '').replace(IN, '').replace(OLD, '')), year }];
      }),
    };
    known.set(headings, found);
  }
  return found;
}

const keyOf = ({ field, dependent }: Found): string => `${field} ${dependent}`;

/**
 * The plan or level that a heading of one plan year means, and whether it is the latest of those that the list has.
 * 2026 Medical and 2027 Medical Election are of one thing.
 */
function ofPlanYear(text: string, headings: readonly string[]): { found: Found; isLatest: boolean } | undefined {
  const own = YEAR.exec(text);
  const bare = own ? text.replace(YEAR, '').replace(IN, '') : '';
  const found = own ? fieldOfHeading(bare) : undefined;
  if (!own || !found || !OF_COVERAGE.test(found.field)) return undefined;
  const { ofYears } = together(headings);
  const same = OF_ELECTION.test(found.field)
    ? ofYears
    : ofYears.filter((other) => other.found && keyOf(other.found) === keyOf(found));
  const latest = same
    .flatMap(({ year }) => year ?? [])
    .toSorted()
    .at(-1);
  return { found, isLatest: (own[1] ?? own[2]) === latest };
}

/**
 * What a heading such as New Medical Plan means: its plain word, ahead of any column that is headed by that; undefined
 * for one that is known as it stands. Current Medical Plan and Old Last Name beside it say what was.
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
  const { past, fresh, plain } = together(headings);
  return past.has(bare) && !fresh.has(bare) && !plain.has(bare);
}

/** The fields of what is new, by any heading of the list. */
function newFieldsOf(headings: readonly string[]): ReadonlySet<string> {
  const all = together(headings);
  all.newFields ??= new Set(
    headings.flatMap((heading) => {
      const text = headingOf(heading);
      const is =
        ofPlanYear(text, headings)?.found ??
        ofNewHeading(heading, headings) ??
        (NEW.test(text) ? fieldOfHeading(heading) : undefined);
      return is ? [keyOf(is)] : [];
    }),
  );
  return all.newFields;
}

/** Whether a heading says what was, of something that another heading says is new. */
export function isOldBeside(heading: string, headings: readonly string[]): boolean {
  const text = headingOf(heading);
  const year = ofPlanYear(text, headings);
  if (year) return !year.isLatest;
  if (!OLD.test(text) || isCurrentBesidePast(text, headings)) return false;
  const was = fieldOfHeading(text.replace(OLD, ''));
  return was !== undefined && newFieldsOf(headings).has(keyOf(was));
}

/**
 * Current Health Plan Tier: the level that somebody has, where no other column tells it. What plans people have is told
 * by the plans that a column holds.
 */
export function ofCurrentHeading(heading: string, headings: readonly string[]): Found | undefined {
  const text = headingOf(heading);
  const found = OLD.test(text) ? fieldOfHeading(text.replace(OLD, '')) : undefined;
  if (!found || !/^current|^existing|^present/i.test(text) || !/^tier\b/.test(found.field)) return undefined;
  return headings.some((other) => fieldOfHeading(other)?.field === found.field)
    ? undefined
    : { ...found, rank: LIKELY_FROM };
}

/** What a file is told of it, once. */
export const newRead = (heading: string): FileMessage => fileMessage('old_value_column', { heading });
