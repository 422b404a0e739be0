import { fileURLToPath } from 'node:url';
import type PdfDocument from 'pdfkit';

/** A PDF that is being written. */
export type Doc = InstanceType<typeof PdfDocument>;

/** The file of a font that is embedded, with the letters of most languages. */
export const dejaVu = (file: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`));
const FONTS = {
  plain: { usual: 'Helvetica', wide: dejaVu('DejaVuSansCondensed') },
  strong: { usual: 'Helvetica-Bold', wide: dejaVu('DejaVuSansCondensed-Bold') },
} as const;
/** What the fonts that every PDF reader has can show (WinAnsi). */
const WIN_ANSI = /^[\t\n -~\u00A0-\u00FF–—‘’“”•…€™]*$/u;

/** Text without the marks that only steer its direction. */
export const printable = (text: string): string =>
  text
    .replaceAll('→', 'to')
    .replaceAll('−', '-')
    .replace(/[\u2066-\u2069\u200E\u200F]/g, '')
    .normalize('NFC');

/**
 * Takes the usual font, or one with the letters of more languages where the text needs it; that one comes into the file
 * as far as it is used.
 */
export function write(doc: Doc, face: keyof typeof FONTS, text: string): Doc {
  const { usual, wide } = FONTS[face];
  return doc.font(WIN_ANSI.test(printable(text)) ? usual : wide);
}
