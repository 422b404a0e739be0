import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import { isNothing, isSheetError } from '@openbenefits/domain/files/census/values/cell-values';

/** What stands where a name should, under or between the people of a list. */
const TOTAL =
  /^\W*(?:sub|grand|report|overall|company|group|department|division|location)?[ -]?totals?\b|^\W*(?:head)?count\b|^\W*(?:notes?|prepared by|as of|end of (?:list|report|file))\b|^\d+ (?:employees?|members?|people|records?|rows?|lives|dependents?|participants?)$/i;
/** Below the people: who has signed or printed it, and when; what is to be kept in mind. */
const FOOTER =
  /^\W*(?:signatures?|signed|approved by|authori[sz]ed (?:by|signature)|reviewed by|submitted by|completed by|created (?:by|on)|generated|printed|report (?:date|run|generated)|run (?:date|by|on)|page \d+|confidential|copyright|©|disclaimer|please\b)|^(?:date|legend|key|source|contact|phone|email|broker|employer|company|group|location|division|department|dept|questions?|title|name)\s*[:_]|^\*/i;
const TO_FILL_IN = /_{4,}/;
const OF_A_SENTENCE = /\b(?:the|of|for|is|are|was|were|to|this|all|must|may|not|be|with|only|above|below)\b/i;
const SENTENCE_WORDS = 5;

/** A line to sign or to write on. */
export const isToFillIn = (cells: CensusCells): boolean =>
  [cells.get('ssn'), cells.get('dateOfBirth')].every((cell) => !/\d/.test(String(cell ?? ''))) &&
  [...cells.values()].some((cell) => typeof cell === 'string' && TO_FILL_IN.test(cell));

/** What may be said of the person above or below. */
const OF_SOMEBODY =
  /\b(?:term(?:s|ed|inat\w*)?|drop\w*|cancel\w*|waiv\w*|declin\w*|left|quit|resign\w*|retir\w*|leave|cobra|deceased|died|divorc\w*|remov\w*|delet\w*|add(?:ed|ing)?|new hire|rehire\w*|chang\w*)\b/i;

/** What stands alone where a name should and is none: a footer, or a sentence. */
export function isFooter(text: string): boolean {
  if (TOTAL.test(text)) return true;
  if (OF_SOMEBODY.test(text)) return false;
  if (FOOTER.test(text)) return true;
  return text.trim().split(/\s+/).length >= SENTENCE_WORDS && OF_A_SENTENCE.test(text);
}

/** The word alone where a number or a relationship should be: the row below the people. */
export const TOTAL_ALONE = /^\W*(?:sub|grand)?[ -]?totals?\W*$/i;

/** N/A, a dash or None where a dependent's name would stand, and nothing that tells of one. Na and Nan are names. */
export function isNobody(cells: CensusCells): boolean {
  const name = cells.get('firstName') ?? cells.get('fullName') ?? '';
  if (!isNothing(name) || /^nan?$/i.test(String(name))) return false;
  return ['dateOfBirth', 'ssn'].every((field) => isNothing(cells.get(field as CensusField) ?? 'n/a'));
}

/** Formulas that were drawn down further than the list. */
export function showsErrorsOnly(cells: CensusCells): boolean {
  for (const cell of cells.values()) if (!isSheetError(cell)) return false;
  return cells.size > 0;
}

const TELLS_A_PERSON = ['firstName', 'lastName', 'fullName', 'ssn', 'dateOfBirth'] as const satisfies readonly CensusField[];

export const isNamed = (cells: CensusCells): boolean => cells.has('firstName') || cells.has('fullName');

/** The row of a second dependent, whose employee is only named in the one above. */
export function isOfDependentsOnly(own: CensusCells, persons: ReadonlyMap<number, CensusCells>): boolean {
  return !TELLS_A_PERSON.some((field) => own.has(field)) && [...persons].some(([place, cells]) => place > 0 && isNamed(cells) && !isNobody(cells));
}
