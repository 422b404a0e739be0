import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { Frame } from './open-element.ts';

/** The number of an object in the program that wrote the file: nobody's name for anything. */
const INTERNAL: ReadonlySet<string> = new Set(['wid', 'iid', 'guid', 'uuid']);

/** What describes an ID or a value that is written as one. */
export const isPartOfReference = (tag: string, around: string): boolean =>
  tag === 'descriptor' ||
  INTERNAL.has(tag) ||
  ID_TAGS.has(around) ||
  (ID_TAGS.has(tag) && around.endsWith('reference'));

const ID_TAGS: ReadonlySet<string> = new Set(['id', 'identifier', 'idnumber']);

/** <ID type="Employee_ID">, <Identifier type="SSN">: of what kind an ID says it is. */
export const typeOfId = ({ tag, leaves }: Frame): string | undefined =>
  ID_TAGS.has(tag) ? leaves.get('type') : undefined;

/**
 * A value that is written as an element with what it is called and its IDs, as Workday has it: <Gender
 * Descriptor="Female"><ID type="Gender_Code">F</ID></Gender>, <Plan_Reference><ID type="Plan_ID">…. An element that
 * says something else, too, is none.
 */
export const isReference = ({ tag, cells, nested, waiting, leaves, text }: Frame): boolean =>
  cells.size === 0 &&
  nested.length === 0 &&
  waiting.length === 0 &&
  text.trim() === '' &&
  (leaves.has('descriptor') || tag.endsWith('reference'));

/**
 * What such an element says: what it is called, else its first ID; of a plan, whichever is known. An ID is nobody's
 * name.
 */
export function valueOf(
  { leaves, ids }: Frame,
  field: CensusField | null,
  lineOfPlan: ((plan: string) => unknown) | undefined,
): string | undefined {
  const called = leaves.get('descriptor');
  if (field === 'fullName') return called;
  const told = [
    ...(called === undefined ? [] : [called]),
    ...ids.flatMap(([type, id]) => (INTERNAL.has(wordsOf(type)) ? [] : [id])),
  ];
  return (
    (field?.startsWith('plan.') && lineOfPlan ? told.find((plan) => lineOfPlan(plan) !== undefined) : undefined) ??
    told[0]
  );
}
