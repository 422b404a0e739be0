import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';

/** Which columns of a list of changes say what has changed, what it was and what it is. */
export type ChangeColumns = { readonly field: number; readonly was: number; readonly is: number };

/** What such a row says: the field by its own word, and the two values. */
export type ChangedField = {
  readonly field: CellValue | undefined;
  readonly was: CellValue | undefined;
  readonly is: CellValue | undefined;
};

const of = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const FIELDS = of(
  'field fieldname fieldchanged fieldupdated changedfield attribute attributename attributechanged dataelement dataelementname element elementname item itemname itemchanged datafield datachanged whatchanged changed changetype typeofchange changedescription change property column columnname informationchanged',
);
const WAS = of(
  'oldvalue oldvalues old olddata oldinformation oldinfo previousvalue previous previousdata priorvalue prior changefrom changedfrom valuefrom fromvalue from before beforevalue valuebefore beforechange was originalvalue original formervalue former incorrectvalue wrongvalue',
);
const IS = of(
  'newvalue newvalues new newdata newinformation newinfo currentvalue current currentdata updatedvalue updated changeto changedto valueto tovalue to after aftervalue valueafter afterchange is correctedvalue correctvalue corrected revisedvalue revised',
);

/**
 * Field, Old Value, New Value: a list of which each row says what has changed of somebody. Only where all three stand
 * in it, each once, and none is headed as somebody has matched it.
 */
export function changeColumnsIn(
  headings: readonly string[],
  isMatched: (heading: string) => boolean,
): ChangeColumns | undefined {
  const found = [FIELDS, WAS, IS].map((words) =>
    headings.flatMap((heading, index) => (words.has(wordsOf(heading)) && !isMatched(heading) ? [index] : [])),
  );
  const [field, was, is] = found.map(([index]) => index);
  if (field === undefined || was === undefined || is === undefined || found.some((indexes) => indexes.length > 1))
    return undefined;
  return { field, was, is };
}
