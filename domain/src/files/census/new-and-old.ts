import type { CensusField } from './census-fields.ts';
import { wordsOf } from './census-values.ts';
import { fieldOfHeading, plainHeading } from './field-of-heading.ts';

const NEW = /^(?:new|elected|proposed|updated)\s+(?=\S)/i;
const OLD = /^(?:current|existing|old|prior|previous|former|present)\s+(?=\S)/i;

/** What may change of somebody without making another person of them: New Plan, New Address, New Last Name. */
const CHANGES: ReadonlySet<CensusField> = new Set(['lastName', 'email', 'phone', 'addressLine1', 'addressLine2', 'city', 'state', 'zip', 'country', 'salary', 'jobTitle', 'department', 'classKey', 'locationKey', 'tier', 'from']);
const mayChange = (field: CensusField): boolean => CHANGES.has(field) || /^(?:plan|tier|from)\./.test(field);
/** New Coverage, Prior Coverage: whether there is any, or which level. */
const isAnything = (text: string): boolean => wordsOf(text) === 'coverage';

type Found = NonNullable<ReturnType<typeof fieldOfHeading>>;

/** Better than what is headed by the plain word, which says it as it was. */
const BEFORE_ALL = -1;

/**
 * What a heading such as New Medical Plan means: its plain word, ahead of any column that is headed by that; undefined for one that is known as it stands. Current Medical Plan and Old Last Name
 * beside it say what was.
 */
export function ofNewHeading(heading: string): Found | undefined {
  const text = plainHeading(heading);
  const bare = text.replace(NEW, '');
  if (!NEW.test(text) || isAnything(bare) || fieldOfHeading(text)) return undefined;
  const found = fieldOfHeading(bare);
  return found && mayChange(found.field) ? { ...found, rank: BEFORE_ALL } : undefined;
}

/** Whether a heading says what was, of something that another heading says is new. */
export function isOldBeside(heading: string, headings: readonly string[]): boolean {
  const text = plainHeading(heading);
  if (!OLD.test(text)) return false;
  const was = fieldOfHeading(text.replace(OLD, ''));
  return was !== undefined && headings.some((other) => {
    const is = ofNewHeading(other) ?? (NEW.test(plainHeading(other)) ? fieldOfHeading(other) : undefined);
    return is?.field === was.field && is.dependent === was.dependent;
  });
}

/** What a file is told of it, once. */
export const newRead = (heading: string): string => `"${heading}" says what was and was left out: the column beside it says what is new, and who has nothing there keeps what is on record`;
