import { readInterchangeHeader } from './interchange.ts';

/** Where an interchange begins in the first bytes of a file, and whether it is written in small letters. */
export type InterchangeStart = { readonly at: number; readonly isSmall: boolean };

/** What stands before it may be as long; the header has to follow within what is looked at. */
const MOST_BEFORE = 3072;
/** Headers that are looked at. */
const MOST_TRIED = 20;
const LATEST = 1100;

/**
 * Other kinds of files, and encodings of mails in which nothing can be read as it stands. Mail addresses stand in
 * brackets, too.
 */
const NO_PLAIN_TEXT =
  /%PDF-|\{\\rtf|<[?%]|<!(?:doctype|--)|<\/?(?:html|head|body|script|svg|iframe|object|embed|meta|style|link|img|form|table|div|span)\b[^@>]*>|^#!|content-transfer-encoding:\s*(?:base64|quoted-printable)/im;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/;

/** Sixteen elements, their separators, and a functional group behind them: nothing else looks like that. */
export function isHeader(text: string, at: number): boolean {
  const raised = Buffer.from(text.slice(at, at + LATEST).toUpperCase(), 'latin1');
  try {
    const { next, elementSeparator } = readInterchangeHeader(raised, 0, raised.length);
    return new RegExp(`^\\W*(?:GS|TA1)\\x${elementSeparator.toString(16).padStart(2, '0')}`).test(
      raised.toString('latin1', next),
    );
  } catch {
    return false;
  }
}

/**
 * Finds the interchange in the beginning of a file, its bytes as Latin-1. One that begins with ISA has it there,
 * whatever is wrong with it; behind other text (the headers of a mail, a line of a log), or in small letters, it has to
 * be unmistakable.
 */
export function interchangeIn(text: string): InterchangeStart | undefined {
  const begins = /^(?:\xef\xbb\xbf)?\s*/.exec(text)?.[0].length ?? 0;
  if (/^ISA[^A-Za-z0-9]/.test(text.slice(begins, begins + 4))) return { at: 0, isSmall: false };
  let tried = 0;
  for (const { index } of text.matchAll(/(?<![A-Za-z0-9])ISA(?=[^A-Za-z0-9\s])/gi)) {
    if (index > MOST_BEFORE || tried++ === MOST_TRIED) return undefined;
    const before = text.slice(0, index);
    if (NO_PLAIN_TEXT.test(before) || CONTROLS.test(before)) return undefined;
    if (isHeader(text, index))
      return {
        at: index === begins ? 0 : index,
        isSmall: !text.startsWith('ISA', index) || !/^\W*(?:GS|TA1)/.test(text.slice(endOf(text, index))),
      };
  }
  return undefined;
}

function endOf(text: string, at: number): number {
  const raised = Buffer.from(text.slice(at, at + LATEST).toUpperCase(), 'latin1');
  return at + readInterchangeHeader(raised, 0, raised.length).next;
}
