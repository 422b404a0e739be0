import { MEMBER_SEGMENTS } from '@openbenefits/domain/files/edi-834/member-syntax';
import { isHeader } from './start.ts';

/** What may stand behind an interchange: the foot of a mail with its HTML is some kilobytes. */
const MOST_AFTER = 64 * 1024;
/** And the header of another behind it. */
export const LOOKED_AT_AFTER = MOST_AFTER + 2000;

const ENVELOPE = ['ISA', 'TA1', 'GS', 'ST', 'BGN', 'QTY', 'ACT', 'SE', 'GE', 'IEA'];
const NAMES = [...ENVELOPE, ...MEMBER_SEGMENTS].join('|');
/** Other files, and parts of a mail that may hold one. */
const ANOTHER_FILE =
  // oxlint-disable-next-line no-control-regex -- they begin an archive
  /PK\x03\x04|%PDF-|\{\\rtf|Rar!|<[?%]|<\/?(?:script|svg|iframe|object|embed)\b|content-transfer-encoding:\s*(?:base64|quoted-printable)|content-disposition:\s*attachment|^begin \d{3} /im;
/** Numbers as people have them: a list that hangs behind the file is data. */
const NUMBER_OF_PERSON = /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/;
// oxlint-disable-next-line no-control-regex -- they are what is looked for; zeros and ^Z fill up the last block of a file
const CONTROLS = /[\x01-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/;

/**
 * Where the next interchange begins in the text behind one, or -1: by its name alone a header is none behind other
 * text.
 */
export function nextInterchange(text: string): number {
  for (const { index } of text.matchAll(/(?<![A-Za-z0-9])ISA(?=[^A-Za-z0-9\s])/g))
    if (isHeader(text, index)) return index;
  return -1;
}

/**
 * Whether text behind an interchange is plainly none of it: the foot of a mail, a line of a log, a checksum. Nothing in
 * it may be a segment, another file or a list of people.
 */
export function isNoData(text: string, elementSeparator: number): boolean {
  if (text.length > MOST_AFTER || CONTROLS.test(text) || ANOTHER_FILE.test(text) || NUMBER_OF_PERSON.test(text))
    return false;
  return !new RegExp(`(?<![A-Za-z0-9])(?:${NAMES})\\x${elementSeparator.toString(16).padStart(2, '0')}`, 'i').test(
    text,
  );
}
