import type { FileFacts } from '@openbenefits/domain/files/file-facts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** Turns one-character-per-byte text into letters: UTF-8 where it is valid, else Windows-1252; `encoding` tells which were seen. */
export class FieldText {
  encoding: Extract<FileFacts['encoding'], 'ascii' | 'utf-8' | 'windows-1252'> = 'ascii';

  decode(latin1: string): string {
    const bytes = Buffer.from(latin1, 'latin1');
    try {
      const text = utf8.decode(bytes);
      if (this.encoding === 'ascii' && text.length !== latin1.length) this.encoding = 'utf-8';
      return text;
    } catch {
      this.encoding = 'windows-1252';
      return windows1252.decode(bytes);
    }
  }
}

export function hasHighCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return true;
  return false;
}

/** Marks that have no width: copied out of programs and web pages with the text, and part of no name. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A text without blanks around it and without marks that nobody sees. */
export const cleanText = (text: string): string => text.replace(UNSEEN, '').trim();
