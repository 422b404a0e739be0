import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';
import { type Doc, printable } from '../print-text.ts';

const INK = '#000000';
export const MUTED = '#444E58';
export const HAIRLINE = '#C4C7CA';
/** US letter in points, and the margin at the left and the right. */
export const PAGE = { width: 612, height: 792, left: 42, right: 570 } as const;
/** Text sizes: of the bill, of its subscriber list, of lines below a text, and the smallest. */
export const SIZE = { usual: 8, list: 7.5, note: 7, least: 6.5 } as const;

const dejaVu = (file: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`));
/** Fonts that are embedded, as PDF/UA-1 requires (7.21.4.1), with the letters of most languages. */
const FONTS = {
  plain: dejaVu('DejaVuSansCondensed'),
  strong: dejaVu('DejaVuSansCondensed-Bold'),
  scan: dejaVu('DejaVuSansMono'),
} as const;

type Structure = ReturnType<Doc['struct']>;
/** The structure types of PDF that a bill has; an artifact is no content for a screen reader. */
export type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Artifact';
export type Style = {
  readonly size?: number;
  readonly face?: keyof typeof FONTS;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** One line; text that is too wide becomes smaller, then shorter. */
  readonly isOneLine?: boolean;
  readonly scope?: 'Row' | 'Column';
  /** The columns that a cell reaches over. */
  readonly span?: number;
  /** Smaller lines below the text. */
  readonly notes?: readonly string[];
};
type RuleLook = {
  readonly left?: number;
  readonly right?: number;
  readonly color?: string;
  readonly weight?: number;
  readonly dash?: number;
};
/** Where text stands: `top` and the width in which it is wrapped. */
export type Place = { readonly left: number; readonly top: number; readonly width: number };

/** Writes an amount as on paper: a negative one in parentheses. */
export const paperMoney = (cents: Cents): string =>
  cents < 0 ? `(${formatMoney(subtract(ZERO, cents))})` : formatMoney(cents);

/** Writes one tagged bill. Nothing in it depends on the time or on chance, so the same bill has the same bytes. */
export class Paper {
  readonly doc: Doc;
  /** Where the next row begins. */
  y = 0;
  #parents: Structure[];
  readonly #newPage: (paper: Paper) => void;
  /** Where the text of page 1 ends. */
  #endOfFirst: number = PAGE.height - COUPON_HEIGHT - 10;

  constructor(
    { title, author, issued }: { title: string; author: string; issued: CalendarDate },
    newPage: (paper: Paper) => void,
  ) {
    this.doc = new PdfDocument({
      size: 'LETTER',
      margin: 0,
      bufferPages: true,
      tagged: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      // Not one of the fonts below: a font that is known by two names is read from its file at every use.
      font: null,
      info: { Title: title, Author: author, Creator: author, CreationDate: new Date(`${issued}T00:00:00Z`) },
    } as object);
    for (const [face, file] of Object.entries(FONTS)) this.doc.registerFont(face, file);
    const root = this.doc.struct('Document');
    this.doc.addStructure(root);
    this.#parents = [root];
    this.#newPage = newPage;
  }

  get page(): number {
    const { start, count } = this.doc.bufferedPageRange();
    return start + count;
  }

  /** Puts what is drawn inside into one structure element: a table, a row, a section. */
  within(kind: 'Table' | 'TR' | 'Sect', draw: () => void): void {
    const structure = this.doc.struct(kind);
    this.#parents.at(-1)?.add(structure);
    this.#parents.push(structure);
    draw();
    this.#parents.pop();
    structure.end();
  }

  /** Adds a section here, to be drawn into at any time: sections are read in the order in which they are added. */
  section(): (draw: () => void) => void {
    const structure = this.doc.struct('Sect');
    this.#parents.at(-1)?.add(structure);
    return (draw) => {
      this.#parents.push(structure);
      draw();
      this.#parents.pop();
    };
  }

  #use({ size = SIZE.usual, face = 'plain', color = INK }: Style): Doc {
    return this.doc.font(face).fontSize(size).fillColor(color);
  }

  height(text: string, width: number, style: Style = {}): number {
    const doc = this.#use(style);
    const own = style.isOneLine ? doc.currentLineHeight() : doc.heightOfString(printable(text), { width });
    return (style.notes ?? []).reduce((sum, note) => sum + this.height(note, width, noteOf(style)), own);
  }

  width(text: string, style: Style = {}): number {
    return this.#use(style).widthOfString(printable(text));
  }

  /** Writes tagged text. */
  put(tag: Tag, text: string, place: Place, style: Style = {}): void {
    if (tag === 'Artifact') {
      this.doc.markContent('Artifact', { type: 'Pagination' });
      this.#draw(text, place, style);
      this.doc.endMarkedContent();
    } else {
      const content = text === '' ? [] : () => this.#draw(text, place, style);
      const structure = this.doc.struct(tag, (style.scope ? { scope: style.scope } : {}) as object, content);
      if (style.span && style.span > 1) spanColumns(structure, style.span);
      this.#parents.at(-1)?.add(structure);
    }
  }

  #draw(text: string, { left, top, width }: Place, { notes = [], ...style }: Style): void {
    if (style.isOneLine) this.#drawLine(printable(text), { left, top, width }, style);
    else this.#use(style).text(printable(text), left, top, { width, align: style.align ?? 'left' });
    let lower = top + this.height(text, width, style);
    for (const note of notes) {
      this.#draw(note, { left, top: lower, width }, noteOf(style));
      lower += this.height(note, width, noteOf(style));
    }
  }

  #drawLine(words: string, { left, top, width }: Place, style: Style): void {
    const { line, size } = this.#fitted(words, width, style);
    const free = width - this.width(line, { ...style, size });
    const shift = style.align === 'right' ? free : style.align === 'center' ? free / 2 : 0;
    const lower = this.height('', width, style) - this.height('', width, { ...style, size });
    this.#use({ ...style, size }).text(line, left + shift, top + lower / 2, { lineBreak: false });
  }

  #fitted(words: string, width: number, style: Style): { line: string; size: number } {
    let size = style.size ?? SIZE.usual;
    // An amount is never shortened.
    const least = /\p{L}/u.test(words) ? SIZE.least : 1;
    while (size > least && this.width(words, { ...style, size }) > width) size -= 0.25;
    let line = words;
    while (line.length > 1 && this.width(line, { ...style, size }) > width) line = `${line.slice(0, -2).trimEnd()}…`;
    return { line, size };
  }

  /** Draws a line, which is no content. */
  rule(
    top: number,
    { left = PAGE.left, right = PAGE.right, color = INK, weight = 0.75, dash = 0 }: RuleLook = {},
  ): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    this.doc.lineWidth(weight).strokeColor(color).moveTo(left, top).lineTo(right, top);
    if (dash > 0) this.doc.dash(dash, { space: dash });
    this.doc.stroke().undash();
    this.doc.endMarkedContent();
  }

  frame(left: number, top: number, width: number, height: number): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    this.doc.lineWidth(0.75).strokeColor(INK).rect(left, top, width, height).stroke();
    this.doc.endMarkedContent();
  }

  /** Begins a new page where the room until the limit is too small; returns whether it did. */
  keep(room: number): boolean {
    const limit = this.page === 1 ? this.#endOfFirst : PAGE.height - 54;
    if (this.y + room <= limit) return false;
    this.turn();
    return true;
  }

  turn(): void {
    this.doc.addPage();
    this.#newPage(this);
  }

  heading(text: string, room: number): void {
    this.keep(room);
    this.y += 9;
    this.put('H2', text, { left: PAGE.left, top: this.y, width: PAGE.right - PAGE.left }, { size: 11, face: 'strong' });
    this.y += 17;
  }

  paragraph(text: string): void {
    const style = { color: MUTED };
    const width = PAGE.right - PAGE.left;
    const height = this.height(text, width, style);
    this.keep(height);
    this.put('P', text, { left: PAGE.left, top: this.y, width }, style);
    this.y += height + 3;
  }

  /** Writes a paragraph at the end of page 1; what comes after it goes above. */
  closeFirstPage(text: string): void {
    const place = { left: PAGE.left, width: PAGE.right - PAGE.left };
    this.#endOfFirst -= this.height(text, place.width) + 6;
    this.put('P', text, { ...place, top: this.#endOfFirst + 6 }, { color: MUTED });
  }

  /** Ends the bill: each page is drawn on once more, with its number and the count of pages. */
  finish(foot: (page: number, pages: number) => void): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(start + page);
      foot(page + 1, count);
    }
    this.#parents.at(0)?.end();
    this.doc.end();
  }
}

/** The coupon is the lowest 1.5 inches of page 1. */
export const COUPON_HEIGHT = 108;

const noteOf = ({ align = 'left', isOneLine = false }: Style): Style => ({
  align,
  isOneLine,
  size: SIZE.note,
  color: MUTED,
});

/** A cell over several columns; the types of the library know no attributes of cells. */
function spanColumns(structure: Structure, columns: number): void {
  const { data } = (structure as unknown as { dictionary: { data: { A?: object } } }).dictionary;
  data.A = { ...data.A, O: 'Table', ColSpan: columns };
}
