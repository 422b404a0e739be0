import { escaped } from '../readers/xml/stream.ts';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { SaxesParser } from 'saxes';
import { isPlanWithLine } from '../readers/xml/coverage.ts';
import { localName } from '../readers/xml/stream.ts';
import { namingAttribute } from '../readers/xml/naming.ts';

/**
 * An element of a person's XML with its places in the text: its open tag, and where its content ends (the close tag
 * begins; of one that closes itself, its end).
 */
export type XmlElement = {
  name: string;
  tag: string;
  /** What an attribute says that its text is: the line of a plan, the name of a field. */
  told: { attribute: string; value: string } | undefined;
  /** Its place among its like, from 1. */
  ordinal: number;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
  start: number;
  openEnd: number;
  contentEnd: number;
  isClosed: boolean;
};

const tellingAttribute = (
  tag: string,
  text: string,
  attributes: Readonly<Record<string, string>>,
): XmlElement['told'] => {
  if (text.trim() === '') return undefined;
  const naming = namingAttribute(tag, attributes);
  if (naming) return { attribute: naming[0], value: naming[1] };
  const found = Object.entries(attributes).find(([attribute, value]) =>
    isPlanWithLine(tag, text, new Map([[wordsOf(localName(attribute)), value]])),
  );
  return found && { attribute: found[0], value: found[1] };
};

/** The element of one person as a tree; undefined where the text is none, or is longer than was kept. */
export function elementOf(xml: string): XmlElement | undefined {
  const parser = new SaxesParser({ position: true, fragment: true });
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  parser.on('opentag', (tag) => {
    const openEnd = parser.position;
    const start = xml.lastIndexOf('<', openEnd - 1);
    const element: XmlElement = {
      name: tag.name,
      tag: wordsOf(localName(tag.name)),
      told: undefined,
      ordinal: 1,
      attributes: tag.attributes as Record<string, string>,
      text: '',
      children: [],
      start,
      openEnd,
      contentEnd: openEnd,
      isClosed: tag.isSelfClosing,
    };
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  const addText = (text: string): void => {
    const element = stack.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = stack.pop();
    if (!element) return;
    if (!element.isClosed) element.contentEnd = xml.lastIndexOf('</', parser.position - 1);
    if (element.children.length === 0) element.told = tellingAttribute(element.tag, element.text, element.attributes);
    const before =
      stack
        .at(-1)
        ?.children.filter(
          (one) => one !== element && one.name === element.name && one.told?.value === element.told?.value,
        ) ?? [];
    element.ordinal = before.length + 1;
  });
  try {
    parser.write(xml).close();
  } catch {
    return undefined;
  }
  return root;
}

const replaced = (xml: string, from: number, until: number, by: string): string =>
  xml.slice(0, from) + by + xml.slice(until);

/** Puts text into an element that has no children, also one that closes itself. */
export function withText(xml: string, { name, openEnd, contentEnd, isClosed }: XmlElement, text: string): string {
  if (!isClosed) return replaced(xml, openEnd, contentEnd, escaped(text));
  return replaced(xml, xml.lastIndexOf('/', openEnd - 1), openEnd, `>${escaped(text)}</${name}>`);
}

/** Puts elements at the end of an element. */
export function withChild(xml: string, { name, openEnd, contentEnd, isClosed }: XmlElement, child: string): string {
  if (!isClosed) return replaced(xml, contentEnd, contentEnd, child);
  return replaced(xml, xml.lastIndexOf('/', openEnd - 1), openEnd, `>${child}</${name}>`);
}

/** Puts elements at the beginning of an element: of several that say the same the first counts. */
export const withFirst = (xml: string, element: XmlElement, child: string): string =>
  element.isClosed ? withChild(xml, element, child) : replaced(xml, element.openEnd, element.openEnd, child);

/** Gives an attribute of an element another value, or an element one more attribute. */
export function withAttribute(
  xml: string,
  { start, openEnd, isClosed }: XmlElement,
  attribute: string,
  value: string,
): string {
  const open = xml.slice(start, openEnd);
  const known = [...open.matchAll(/([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/g)].find(([, name]) => name === attribute);
  if (known) {
    const from = start + known.index + known[0].length - (known[2] ?? '').length;
    return replaced(xml, from, from + (known[2] ?? '').length, `"${escaped(value)}"`);
  }
  const end = isClosed ? xml.lastIndexOf('/', openEnd - 1) : openEnd - 1;
  return replaced(xml, end, end, ` ${attribute}="${escaped(value)}"`);
}
