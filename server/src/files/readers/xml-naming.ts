import { wordsOf } from '@openbenefits/domain/files/census/census-values';
import { localName } from './xml-stream.ts';

/** Elements that say by an attribute which field they are: <Field name="First Name">. */
const NAMING_TAGS: ReadonlySet<string> = new Set('field column col fld attribute attr property prop data value val cell td item param parameter element entry datum answer var variable kv pair'.split(' '));
const NAMING_ATTRIBUTES: ReadonlySet<string> = new Set('name key id label column heading code'.split(' '));
/** Whether an element says by an attribute, rather than by its own name, which field it is. */
export const isNamingTag = (tag: string): boolean => NAMING_TAGS.has(tag);
/** The attribute in which such an element says which field it is. */
export const namingAttribute = (tag: string, attributes: Readonly<Record<string, string>>): [string, string] | undefined =>
  isNamingTag(tag) ? Object.entries(attributes).find(([attribute]) => NAMING_ATTRIBUTES.has(wordsOf(localName(attribute)))) : undefined;
/** Access and Excel write a blank in a name as _x0020_ (ISO/IEC 9075-14). */
export const plainName = (name: string): string => {
  const local = localName(name);
  return local.includes('_x') ? local.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : local;
};
