import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { TableRow } from './table-row.ts';
import { isNothing, isSheetError } from '@openbenefits/domain/files/census/values/cell-values';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';

/** What stands where a name should, under or between the people of a list. */
const TOTAL =
  /^\W*(?:sub|grand|report|overall|company|group|department|division|location)?[ -]?totals?\b|^\W*(?:head)?count\b|^\W*(?:notes?|prepared by|as of|end of (?:list|report|file))\b|^\d+ (?:employees?|members?|people|records?|rows?|lives|dependents?|participants?)$|\S[ :-]+(?:sub|grand)?[ -]?totals?\W*$/i;
/** Below the people: who has signed or printed it, and when; what is to be kept in mind. */
const FOOTER =
  /^\W*(?:signatures?|signed|approved by|authori[sz]ed (?:by|signature)|reviewed by|submitted by|completed by|created (?:by|on)|generated|printed|report (?:date|run|generated)|run (?:date|by|on)|page \d+|confidential|copyright|©|disclaimer|please\b)|^(?:date|legend|key|source|contact|phone|email|broker|employer|company|group|location|division|department|dept|questions?|title|name)\s*[:_]|^\*/i;
const TO_FILL_IN = /_{4,}/;
const OF_A_SENTENCE = /\b(?:the|of|for|is|are|was|were|to|this|all|must|may|not|be|with|only|above|below)\b/i;
const SENTENCE_WORDS = 5;

/** Neither an SSN nor a birth date stands beside. */
export const hasNoNumbers = (cells: CensusCells): boolean =>
  [cells.get('ssn'), cells.get('dateOfBirth')].every((cell) => !/\d/.test(String(cell ?? '')));

/** TRL|3, TRAILER,20261120,3: what programs write below the last person, with how many rows there were. */
export function isTrailer(cells: readonly (CellValue | undefined)[]): boolean {
  // Asked of every row: the others are looked at where the first cell is such a word.
  if (typeof cells[0] !== 'string' || !TRAILER.test(cells[0])) return false;
  const more = cells.slice(1).flatMap((cell) => String(cell ?? '').trim() || []);
  return more.length < TRAILING && more.every((text) => TOLD_AT_END.test(text));
}
const TRAILER = /^\s*(?:trl|tlr|trlr|trailer|eof|ftr|footer)\s*$/i;
const TRAILING = 4;
/** A count, a day or a code of the sender. */
const TOLD_AT_END = /^[\d.,/:-]+$|^[A-Z]{2,10}$/;

/** A line to sign or to write on. */
export const isToFillIn = (cells: CensusCells): boolean =>
  hasNoNumbers(cells) && [...cells.values()].some((cell) => typeof cell === 'string' && TO_FILL_IN.test(cell));

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

/** What is said of nobody by name: whose status it is, and of which papers or coverage. */
const OF_NOBODY =
  /\b(?:waivers?|waived|waiving|declin\w*|term(?:s|ed|inat\w*)?|cobra|retirees?|retired|new hires?|rehires?|leaves?|left|drop\w*|cancel\w*|remov\w*|delet\w*|add(?:ed|itions?)?|chang\w*|employees?|members?|dependents?|spouses?|participants?|medical|dental|vision|life|coverages?|plans?|benefits?|forms?|files?|enrollments?|records?|see|attached|on|in|for|from|per|by|at|the|of|is|are|was|were|to|all|not|no|and|or|with|who|have|has|been|will|be|received|pending|listed|shown|included|separate(?:ly)?|hr|ee|es|ec|fam|employer|broker|carrier|\d\S*)\b/gi;
/** A sign before it, a meaning of letters, or a status in a phrase. */
const SET_OFF_NOTE = /^[*\u2020\u2021]/u;
/** Employees: 12, Dependents: 30. */
const COUNT =
  /^\W*(?:total )?(?:employees?|subscribers?|members?|dependents?|spouses?|children|participants?|people|lives)\s*[:#]\s*\d+\s*$/i;
const OF_STATUS = /^(?:waiv|declin|term|cobra|retire|new hire|rehire|leave|drop|cancel|remov|delet|add|chang)/i;
const IN_A_PHRASE = /\b(?:on|in|for|per|by|the|of|is|are|was|were|to|all|not|no|with|who|see|attached|listed|shown)\b/i;
const A_NAME = /\p{Lu}[\p{L}'\u2019-]+/u;

/**
 * A note that stands where a name should and names nobody: * waivers on file; EE = Employee; Waived employees are not
 * listed.
 */
export function isNote(text: string): boolean {
  if (text.includes('=') || COUNT.test(text)) return true;
  if (!SET_OFF_NOTE.test(text) && !(OF_STATUS.test(text) && IN_A_PHRASE.test(text))) return false;
  return !A_NAME.test(text.replace(OF_NOBODY, ' '));
}

/** Department: Shipping, Dept 200 - Sales, Plant 3, Part-Time Employees: what a part of the list is headed by. */
const OF_A_PART =
  /\b(?:departments?|dept|divisions?|div|locations?|loc|branch|offices?|teams?|stores?|sites?|regions?|units?|cost cent(?:er|re)|job class|pay ?group|employees|staff|personnel|crew)\b|^(?:class|plant|shift|store|site|region|unit|group)\s*(?:#|no\.?)?\s*\d+\b/i;
/**
 * What parts of a list are called, all words of the title being such. Rather a title than somebody with this last name
 * of whom nothing else is said.
 */
const PARTS: ReadonlySet<string> = new Set(
  'sales marketing operations warehouse management administration administrative admin office production shipping receiving maintenance accounting finance hr human resources payroll it information technology engineering manufacturing executive executives drivers field kitchen nursing clinical retail service services support purchasing logistics distribution housekeeping security legal research development quality facilities corporate headquarters hq hourly salaried salary exempt non nonexempt full part time ft pt seasonal temporary union nonunion bargaining officers owners partners and of the a b c'.split(
    ' ',
  ),
);
/** Of a plan or a line, it may say what the people below have. */
const OF_COVERAGE =
  /\b(?:medical|dental|vision|health|plans?|hmo|ppo|epo|pos|hdhp|hsa|life|disability|std|ltd|coverage|waiv\w*|cobra)\b/i;

/** Whether a cell that stands alone in its row heads a part of the list, and is nobody. */
export function isTitleOfPart(text: string): boolean {
  if (OF_SOMEBODY.test(text) || OF_COVERAGE.test(text)) return false;
  if (OF_A_PART.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return words.some((word) => word.length > 3) && words.every((word) => PARTS.has(word));
}

/** The word alone where a number or a relationship should be: the row below the people. */
const TOTAL_ALONE = /^\W*(?:sub|grand)?[ -]?totals?\W*$/i;
/** Beside numbers of people, where no name stands: Count, too. */
export const COUNT_ALONE = /^\W*(?:(?:sub|grand)?[ -]?totals?|(?:head)?[ -]?count)\W*$/i;

/** Total in the column of names, and how many there are in that of SSNs: too few digits for one, and no birth date. */
export const isTotalWithCounts = (cells: CensusCells): boolean =>
  !cells.has('dateOfBirth') &&
  /^\d{0,5}$/.test(String(cells.get('ssn') ?? '')) &&
  (['fullName', 'lastName', 'firstName'] as const).some((field) => TOTAL_ALONE.test(String(cells.get(field) ?? '')));

/** Total Lives in a column that nobody reads, and how many they are in that of names. */
export const isCountOfAll = (cells: CensusCells, row: TableRow['cells']): boolean =>
  [...cells.values()].every((cell) => /^\d{1,6}$/.test(String(cell).trim())) &&
  row.some((cell) => typeof cell === 'string' && OF_A_TOTAL.test(cell));
const OF_A_TOTAL = /^\W*(?:sub|grand)?[ -]?totals?\b|\b(?:count|total)\W*$/i;

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

const TELLS_A_PERSON = [
  'firstName',
  'lastName',
  'fullName',
  'ssn',
  'dateOfBirth',
] as const satisfies readonly CensusField[];

export const isNamed = (cells: CensusCells): boolean => cells.has('firstName') || cells.has('fullName');

/** The row of a second dependent, whose employee is only named in the one above. */
export function isOfDependentsOnly(own: CensusCells, persons: ReadonlyMap<number, CensusCells>): boolean {
  return (
    !TELLS_A_PERSON.some((field) => own.has(field)) &&
    [...persons].some(([place, cells]) => place > 0 && isNamed(cells) && !isNobody(cells))
  );
}
