import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import { Refusal } from '@openbenefits/domain/refusal';
import { SaxesParser } from 'saxes';

/** What is told of an XML part as it goes by. Names come without their prefix. */
export type XmlHandlers = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** After each chunk, with the unpacked bytes so far: the place to wait for whoever takes what was read. */
  pause?(bytes: number): Promise<void>;
};

/** `x:row` is `row`: some writers put a prefix before every name. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/**
 * Reads one part of a workbook. Throws a Refusal when it holds a DOCTYPE or is not well-formed; entities that it
 * declares are never expanded.
 */
export async function readXmlPart(stream: Readable, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ position: false });
  parser.on('doctype', () => {
    throw new Refusal('invalid', fileText('workbook_doctype'));
  });
  parser.on('opentag', (tag) => handlers.open(localName(tag.name), tag.attributes as Record<string, string>));
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  if (handlers.close) parser.on('closetag', (tag) => handlers.close?.(localName(tag.name)));
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      parser.write(decoder.write(chunk));
      if (handlers.pause) await handlers.pause(bytes);
    }
    parser.write(decoder.end()).close();
    if (handlers.pause) await handlers.pause(bytes);
  } catch (error) {
    if (error instanceof Refusal || error instanceof StopReading) throw error;
    throw new Refusal('invalid', fileText('workbook_part_damaged'));
  } finally {
    stream.destroy();
  }
}

/** Thrown by a handler that has seen enough; not an error. */
export class StopReading extends Error {}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML cannot hold are left out. */
export const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
