import { isPlanWithLine, lineAlone } from './coverage.ts';
import type { Frame } from './open-element.ts';
import { isNamingTag, namedByAttribute } from './naming.ts';

const LONGEST_NAME = 200;

/**
 * The name and the value of the field that an element without children holds, or undefined where its attributes are its
 * fields. Its text counts before attributes that only describe it; an element that is called Field or Value has its
 * name in an attribute.
 */
export function leafOf(
  { name, tag, text, attributes, cells, beside, leaves }: Frame,
  isKnown: () => boolean,
): { name: string; value: string } | undefined {
  if (isPlanWithLine(tag, text, leaves) || lineAlone(tag, text, leaves) !== undefined) return undefined;
  const isBare = cells.size === 0 && beside.size === 0;
  const own = { name, value: text };
  if (isNamingTag(tag)) {
    const told = namedByAttribute(tag, attributes, text);
    if (told) return { ...told, name: told.name.slice(0, LONGEST_NAME) };
    return Object.keys(attributes).length === 0 ? own : undefined;
  }
  if (isBare) return own;
  return text.trim() !== '' && isKnown() ? own : undefined;
}
