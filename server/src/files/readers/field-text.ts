import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Letters of an old Mac that nobody writes on Windows, in a text of one character per byte: a capital, a sign or
 * nothing at all (é is 8E, which is Ž there) behind a small letter, or between a capital and a small one (Müller, where
 * ü is Ÿ), a sign between capitals.
 */
const OF_A_MAC =
  /[a-z][\x81\x8a\x8c-\x90\x9d\x9f]|[a-z][\x87-\x89\x8b\x98\x9b][a-z]|[A-Z][\x80-\x86][A-Z]|[A-Z][\x81\x8a\x8c-\x90\x9d\x9f][a-z]/;
/** A small letter of Windows-1252 with its accent, which on a Mac would be a capital or a sign behind a small one. */
const OF_WINDOWS = /[a-z][\xdf-\xf6\xf8-\xff]|[\xe0-\xf6\xf8-\xff][a-z]/;

/**
 * ü, é, ä, í, ó, ú and ñ of DOS inside a word; on Windows and on a Mac these are signs and capitals, which stand in no
 * word.
 */
const OF_DOS = /[A-Za-z][\x81\x82\x84\xa1-\xa4][a-z]/;

/** How letters outside ASCII are written where they are not UTF-8. */
export type Letters = 'windows-1252' | 'macintosh' | 'cp850';

/**
 * Whose letters a text has that is not UTF-8: those of an old Mac (Excel for the Mac: CSV (Macintosh)) or of DOS (many
 * programs of an age) where that is certain, else those of Windows.
 */
export function lettersOf(latin1: string): Letters {
  if (OF_WINDOWS.test(latin1)) return 'windows-1252';
  if (OF_DOS.test(latin1)) return 'cp850';
  return OF_A_MAC.test(latin1) ? 'macintosh' : 'windows-1252';
}

/**
 * What DOS has from 80 on (code page 850, of which 437 has the same letters as far as it has them), which no decoder of
 * the platform knows.
 */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const decodeDos = (latin1: string): string =>
  latin1.replace(/[\x80-\xff]/g, (letter) => DOS[letter.charCodeAt(0) - 128] ?? letter);

function decoderOf(letters: Exclude<Letters, 'cp850'>): (latin1: string) => string {
  const decoder = new TextDecoder(letters);
  return (latin1) => decoder.decode(Buffer.from(latin1, 'latin1'));
}

/** The bytes of what Windows-1252 has between 80 and 9F, the only letters whose numbers are others there. */
const WINDOWS_BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, index) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index)),
    0x80 + index,
  ]),
);
/** A text in Windows-1252; undefined where it has letters that are not in it. */
export function bytesOfWindows(text: string): Buffer | undefined {
  const bytes = Array.from(text, (letter) => WINDOWS_BYTES.get(letter) ?? letter.codePointAt(0) ?? 0);
  return bytes.some((byte) => byte > 255) ? undefined : Buffer.from(bytes);
}

/** How the first bytes of UTF-8 look that were taken for letters: MÃ¼ller, Oâ€™Brien. No name is written so. */
const LOOKS_TWICE = /[ÂÃÄÅ][\u0080-\u00bf]|[ÂÃÄÅ][€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/;

/** Letters that a program has encoded in UTF-8 twice, as they were meant; undefined where they were not. */
export function encodedOnce(text: string): string | undefined {
  if (!LOOKS_TWICE.test(text)) return undefined;
  const bytes = Array.from(text, (letter) => WINDOWS_BYTES.get(letter) ?? letter.charCodeAt(0));
  if (bytes.some((byte) => byte > 255)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/** What is said of a file in which there were some. */
export const ENCODED_TWICE = fileMessage('encoded_twice');

/**
 * Turns one-character-per-byte text into letters: UTF-8 where it is valid, else Windows-1252, or what an old Mac or DOS
 * wrote; `encoding` tells which were seen.
 */
export class FieldText {
  /** Letters were encoded twice, and put right. */
  wasTwice = false;
  encoding: Extract<FileFacts['encoding'], 'ascii' | 'utf-8' | Letters> = 'ascii';
  private readonly other: Letters;
  private readonly decodeOther: (latin1: string) => string;

  constructor(other: Letters = 'windows-1252') {
    this.other = other;
    this.decodeOther = other === 'cp850' ? decodeDos : decoderOf(other);
  }

  decode(latin1: string): string {
    const bytes = Buffer.from(latin1, 'latin1');
    try {
      const text = utf8.decode(bytes);
      if (this.encoding === 'ascii' && text.length !== latin1.length) this.encoding = 'utf-8';
      const once = encodedOnce(text);
      this.wasTwice ||= once !== undefined;
      // A Mac may write é as e and its accent: the same name, and no change of one.
      return (once ?? text).normalize('NFC');
    } catch {
      this.encoding = this.other;
      return this.decodeOther(latin1);
    }
  }

  /**
   * The text as it can be read without the rest of its file, one character per byte: in UTF-8 where nothing in it has
   * to tell that a Mac or DOS wrote it.
   */
  alone(latin1: string): string {
    return this.other === 'windows-1252' || !hasHighCharacter(latin1)
      ? latin1
      : Buffer.from(this.decode(latin1), 'utf8').toString('latin1');
  }
}

export function hasHighCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return true;
  return false;
}

/** Marks that have no width: copied out of programs and web pages with the text, and part of no name. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Blanks at which no line breaks, as web pages and PDFs have them. */
const FIXED_BLANKS = /[\u00a0\u2007\u202f]/g;

/** A text without blanks around it and without marks that nobody sees; a blank inside is a common one. */
export const cleanText = (text: string): string => text.replace(UNSEEN, '').replace(FIXED_BLANKS, ' ').trim();

/** What is said of a record in whose texts there were control characters. */
export const CONTROLS_LEFT_OUT = {
  code: 'control_characters',
  ...worded(fileMessage('controls_removed')),
} as const;
