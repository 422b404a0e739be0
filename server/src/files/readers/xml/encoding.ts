import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import type { RecordSink } from '../record-sink.ts';
import { unicodeOf } from '../sniff.ts';

export type XmlEncoding = Extract<RecordSink['facts']['encoding'], 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'>;

/** How a file is encoded, by its first bytes and what it declares. Throws a Refusal for what is not read. */
export function encodingOf(path: string, head: Buffer): XmlEncoding {
  const unicode = unicodeOf(path);
  if (unicode) return unicode;
  const declared =
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head.toString('latin1'))?.[1]?.toLowerCase() ??
    'utf-8';
  if (['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(declared)) return 'utf-8';
  if (['iso-8859-1', 'latin1', 'windows-1252', 'cp1252'].includes(declared)) return 'windows-1252';
  throw new Refusal('invalid', fileText('xml_encoding_unknown'));
}

/** The text of the next bytes, or of the end. Throws a Refusal for bytes that are not what the file declares. */
export function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new Refusal('invalid', fileText('xml_encoding_wrong'));
  }
}
