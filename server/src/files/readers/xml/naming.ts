import { wordsOf } from '@openbenefits/domain/plain-words';
import { localName } from './stream.ts';

/** Elements that say by an attribute which field they are: <Field name="First Name">. */
const NAMING_TAGS: ReadonlySet<string> = new Set(
  'field column col fld attribute attr property prop data value val cell td item param parameter element entry datum answer var variable kv pair c f datafield fieldvalue columnvalue'.split(
    ' ',
  ),
);
const NAMING_ATTRIBUTES: ReadonlySet<string> = new Set('name key id label column heading code'.split(' '));
/** Whether an element says by an attribute, rather than by its own name, which field it is. */
export const isNamingTag = (tag: string): boolean => NAMING_TAGS.has(tag);
/** The attribute in which such an element says which field it is. */
export const namingAttribute = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
): [string, string] | undefined =>
  isNamingTag(tag)
    ? Object.entries(attributes).find(([attribute]) => NAMING_ATTRIBUTES.has(wordsOf(localName(attribute))))
    : undefined;
/** Where such an element has its value, if it has no text: <Field name="First Name" value="Ada"/>. */
const VALUE_ATTRIBUTES: ReadonlySet<string> = new Set('value val content data text v'.split(' '));
export const isValueAttribute = (attribute: string): boolean => VALUE_ATTRIBUTES.has(wordsOf(localName(attribute)));
export function namedByAttribute(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  text: string,
): { name: string; value: string } | undefined {
  const [attribute, name] = namingAttribute(tag, attributes) ?? [];
  if (name === undefined) return undefined;
  const value =
    text.trim() ||
    Object.entries(attributes)
      .find(([other]) => other !== attribute && isValueAttribute(other))?.[1]
      .trim();
  return value ? { name, value } : undefined;
}
/** Access and Excel write a blank in a name as _x0020_ (ISO/IEC 9075-14). */
export const plainName = (name: string): string => {
  const local = localName(name);
  return local.includes('_x')
    ? local.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : local;
};
