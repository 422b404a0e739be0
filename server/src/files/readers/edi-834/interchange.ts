import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { Refusal } from '@openbenefits/domain/refusal';
import { EnvelopeRefusal, type HeardHeader } from '../envelope-refusal.ts';

/** The separators of one interchange and the elements of its ISA. */
export type Interchange = {
  elementSeparator: number;
  segmentTerminator: number;
  componentSeparator: number;
  /** ISA01 to ISA16 at 1 to 16, trimmed. */
  elements: string[];
  /** Where the segment after the ISA begins to be looked for. */
  next: number;
  /** True when the ISA is not the 106 bytes of the standard. */
  unpadded: boolean;
  /** The second character of a terminator of two (|~), else 0. */
  filler: number;
};

const ISA_LENGTH = 106;
const LONGEST_ISA = 1000;

/**
 * Reads the ISA that begins at `start`. The separators come from the ISA itself, by counting its sixteen element
 * separators: many senders do not pad ISA06 and ISA08, so that the ISA is shorter than 106 bytes and nothing stands
 * where the standard says (domain rules 4.1). Throws a Refusal with the note of a TA1 in words when the header is
 * damaged.
 */
export function readInterchangeHeader(bytes: Buffer, start: number, end: number): Interchange {
  const elementSeparator = bytes[start + 3] ?? 0;
  if (
    isLetterOrDigit(elementSeparator) ||
    elementSeparator === 0 ||
    elementSeparator === 32 ||
    isLineEnd(elementSeparator)
  )
    throw damaged('the character after ISA is not a separator (TA1 note 026)', '026');
  const limit = Math.min(end, start + LONGEST_ISA);
  const elements: string[] = ['ISA'];
  const heard = (): HeardHeader => ({ elements, elementSeparator });
  let from = start + 4;
  let at = from;
  for (; at < limit && elements.length < 16; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === elementSeparator) {
      elements.push(bytes.toString('latin1', from, at).trim());
      from = at + 1;
    } else if (byte === 10 || byte === 13) break;
  }
  if (elements.length < 16) throw damaged('it does not have sixteen elements (TA1 note 024)', '024', heard());
  const component = bytes[at] ?? 0;
  const segmentTerminator = bytes[at + 1] ?? 0;
  if (at + 1 >= end) throw new EnvelopeRefusal(fileText('isa_cut'), '023', heard());
  // A letter where GS does not begin is the terminator that the sender meant.
  if (
    isLetterOrDigit(segmentTerminator) &&
    !isLetterOrDigit(component) &&
    /^(GS|TA1)/.test(bytes.toString('latin1', at + 2, at + 5))
  )
    throw damaged('the segment terminator after ISA16 is a letter or a digit (TA1 note 004)', '004', heard());
  if (isLetterOrDigit(segmentTerminator) || segmentTerminator === elementSeparator || segmentTerminator === component)
    throw missingSixteen(heard());
  elements.push(String.fromCharCode(component));
  if (isLineEnd(segmentTerminator) && nextLineEndsWith(bytes, at + 2, end, component)) throw missingSixteen(heard());
  return {
    elementSeparator,
    segmentTerminator,
    componentSeparator: component,
    elements,
    next: at + 2,
    unpadded: at + 2 - start !== ISA_LENGTH,
    filler: fillerBehind(bytes, at + 2, end, segmentTerminator),
  };
}

/**
 * When ISA16 is left out, the segment terminator stands in its place and the line end after it looks like the
 * terminator. It shows in the next line, which then ends with the supposed component separator.
 */
function nextLineEndsWith(bytes: Buffer, from: number, end: number, component: number): boolean {
  let at = from;
  while (at < end && (bytes[at] ?? 0) <= 32) at++;
  let last = 0;
  for (const limit = Math.min(end, at + LONGEST_ISA); at < limit && !isLineEnd(bytes[at] ?? 0); at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 32) last = byte;
  }
  return last === component;
}

/**
 * Some senders end segments with two characters: the second is a sign that stands between the first and the segment
 * that has to follow.
 */
function fillerBehind(bytes: Buffer, from: number, end: number, terminator: number): number {
  const sign = bytes[from] ?? 0;
  if (sign <= 32 || sign === terminator || isLetterOrDigit(sign)) return 0;
  return /^\s*(GS|TA1)/.test(bytes.toString('latin1', from + 1, Math.min(end, from + 12))) ? sign : 0;
}

const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;

function isLetterOrDigit(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

function damaged(why: string, note: string, heard?: HeardHeader): Refusal {
  return new EnvelopeRefusal(fileText('isa_damaged', { reason: why }), note, heard);
}

function missingSixteen(heard: HeardHeader): Refusal {
  return damaged(
    'the component separator (ISA16) is missing, so the separators of the file are uncertain (TA1 notes 022 and 027)',
    '027',
    heard,
  );
}
