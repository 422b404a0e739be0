import { readStatus, type CensusStatus } from '../coverage/status.ts';
import { PARTICLES, readRelationship, SUFFIX, TITLE } from './cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';

const INITIAL = /^\p{L}\.?$/u;

/**
 * Abbott Ada under Name (Last, First) as Abbott, Ada; undefined where several words may be the last name. A name with a
 * comma stays as it is.
 */
export function lastNameFirst(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  if (text.includes(',') || words.length < 2) return text;
  let end = 1;
  while (end < words.length - 1 && PARTICLES.has((words[end - 1] ?? '').toLowerCase())) end++;
  const given = words.slice(end);
  if (given.length > 1 && !given.slice(1).every((word) => INITIAL.test(word))) return undefined;
  return `${words.slice(0, end).join(' ')}, ${given.join(' ')}`;
}

const BEHIND = /^(.+?)\s*[([]\s*([\p{L} -]{2,20}?)\s*\d{0,2}\s*[)\]]$/u;
const BEFORE = /^[\s\p{Pd}•*>]*([\p{L} ]{2,20}?)\s*\d{0,2}\s*:\s*(.+)$/u;
const LONGEST = 100;

/**
 * Ben Abbott (spouse), Child 1: Cal: a relationship that is written beside the name, where a list has no column for it.
 */
export function relationshipInName(text: string): { name: string; relationship: string } | undefined {
  if (text.length > LONGEST || !/[([:]/.test(text)) return undefined;
  const behind = BEHIND.exec(text);
  const [name, word] = behind ? [behind[1], behind[2]] : ((match) => [match?.[2], match?.[1]])(BEFORE.exec(text));
  return name && word && readRelationship(word) !== undefined
    ? { name: name.replace(/^[\s\p{Pd}•*>]+/u, ''), relationship: word }
    : undefined;
}

/** A first name without the title before it: Dr. Ada is Ada. */
export const withoutTitle = (text: string | undefined): string | undefined =>
  text?.includes(' ') ? text.replace(TITLE, '') : text;

/**
 * Abbott, Ada in the place of one part of the name, where the other part stands beside it; undefined where it says
 * anything else.
 */
export function withoutOtherPart(
  part: string | undefined,
  other: string | undefined,
  isLast: boolean,
): string | undefined {
  const comma = part?.indexOf(',') ?? -1;
  if (!part || !other || comma < 1) return undefined;
  const [last, first] = [part.slice(0, comma).trim(), part.slice(comma + 1).trim()];
  const [own, repeated] = isLast ? [last, first] : [first, last];
  return own !== '' && wordsOf(repeated) === wordsOf(other) ? own : undefined;
}

/** Cole III and O'Brien, Jr. in a column for the last name, told apart. */
export function withoutSuffix(text: string): { lastName: string; suffix?: string } {
  const ending = /[ ,]/.test(text) ? SUFFIX.exec(text) : null;
  return ending?.[1] && ending.index > 0 && ending[1].length > 1
    ? { lastName: text.slice(0, ending.index), suffix: ending[1] }
    : { lastName: text };
}

const BRACKETS = /\s*[([]\s*(\p{L}[\p{L} .-]{0,29})[)\]]\s*/u;
/** Eaks, Gil - LOA: a dash between blanks, and a word behind it. */
const DASHED = /\s[\p{Pd}*]\s*(\p{L}[\p{L} ]{1,20})$/u;
/** Nearly all names are looked at no further. */
const MAY_HOLD_NOTE = /[([]|\s[\p{Pd}*]/u;
const IS_SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/**
 * A name without the status that stands in it in brackets, or behind a dash. `status` is one that is more than to work
 * here, which may not be lost; undefined where nothing of the kind stands there. Nicknames and maiden names stay:
 * either may be the legal one.
 */
export function withoutNote(text: string): { name: string; status: CensusStatus | undefined } | undefined {
  if (text.length > LONGEST || !MAY_HOLD_NOTE.test(text)) return undefined;
  const found = /[([]/.test(text) ? BRACKETS.exec(text) : null;
  const note = found?.[1]?.trim() ?? '';
  const dashed = found ? null : DASHED.exec(text);
  const behind = dashed?.[1]?.trim() ?? '';
  const status = readStatus(found ? note : behind);
  if (status === undefined && !IS_SUFFIX.test(note)) return undefined;
  const rest = found ? text.replace(found[0], IS_SUFFIX.test(note) ? ` ${note} ` : ' ') : text.slice(0, dashed?.index);
  const name = rest.replace(/\s+,/g, ',').trim();
  return name === '' ? undefined : { name, status: status === 'active' ? undefined : status };
}
