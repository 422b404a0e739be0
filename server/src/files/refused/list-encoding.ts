import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { bytesOfWindows } from '../readers/field-text.ts';

const BYTE_ORDER_MARK = '\ufeff';
const ASCII = /^[\0-\x7f]*$/;

/**
 * A list in UTF-8 as a spreadsheet opens it: in the letters in which it was sent where that is Windows-1252 or UTF-16,
 * as far as they have what was written into it since, else with the mark by which Excel knows UTF-8. Without it Müller
 * would be MÃ¼ller there, and be saved so.
 */
export function asSent(content: Buffer, encoding: FileFacts['encoding'] | null): Buffer {
  const text = content.toString('utf8');
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return Buffer.from(BYTE_ORDER_MARK + text, 'utf16le');
  if (ASCII.test(text)) return content;
  return (
    (encoding === 'windows-1252' ? bytesOfWindows(text) : undefined) ?? Buffer.from(BYTE_ORDER_MARK + text, 'utf8')
  );
}
