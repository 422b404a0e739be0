import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney, fromCents } from '@openbenefits/domain/money';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';
import { type Doc, printable } from '../print-text.ts';
import type { Cell, ExportColumn, ExportTable } from './table-file.ts';

const INK = '#151F28';
const MUTED = '#606971';
const RULE = '#E1E0DB';
const MARGIN = 40;
const SIZE = 8;
const GAP = 8;
/** Characters of a column without a width. */
const USUAL = 12;

const dejaVu = (file: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`));
/** Embedded, as PDF/UA asks for, with the letters of most languages. */
const FONTS = { plain: dejaVu('DejaVuSansCondensed'), strong: dejaVu('DejaVuSansCondensed-Bold') } as const;

type Structure = ReturnType<Doc['struct']>;
type Place = { readonly left: number; readonly width: number; readonly right: boolean };
type Value = Cell;

const isRight = <Row>({ kind }: ExportColumn<Row>): boolean => kind === 'money' || kind === 'number';

/** Shares the page's width among the columns by their characters. */
function placesOf<Row>(columns: readonly ExportColumn<Row>[], width: number): Place[] {
  const sizes = columns.map(({ width: wanted, header }) => wanted ?? Math.max(USUAL, header.length));
  const room = width - GAP * (columns.length - 1);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let left = MARGIN;
  return columns.map((column, index) => {
    const own = (room * (sizes[index] ?? USUAL)) / all;
    const place = { left, width: own, right: isRight(column) };
    left += own + GAP;
    return place;
  });
}

function shown<Row>({ kind }: ExportColumn<Row>, value: Value): string {
  if (value === null || value === '') return '';
  if (kind === 'money' && typeof value === 'number') return formatMoney(fromCents(value));
  if (kind === 'date') return formatDate(String(value) as CalendarDate);
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}

/** Draws rows on as many pages as they need, each with the heading; a screen reader gets one table. */
class TablePages {
  readonly doc: Doc;
  readonly #places: readonly Place[];
  readonly #headers: readonly string[];
  readonly #root: Structure;
  readonly #table: Structure;

  constructor(title: string, headers: readonly string[], columns: readonly ExportColumn<never>[]) {
    this.doc = new PdfDocument({
      size: 'LETTER',
      layout: 'landscape',
      margin: MARGIN,
      bufferPages: true,
      tagged: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      // Not one of the fonts below: a font that is known by two names is read from its file at every use.
      font: null as unknown as string,
      info: { Title: title, Author: 'OpenBenefits' },
    });
    for (const [face, file] of Object.entries(FONTS)) this.doc.registerFont(face, file);
    this.#places = placesOf(columns, this.doc.page.width - 2 * MARGIN);
    this.#headers = headers;
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.#root.add(
      this.doc.struct('H1', {}, () => {
        this.doc.font('strong').fontSize(16).fillColor(INK).text(printable(title), MARGIN, MARGIN);
      }),
    );
    this.doc.moveDown(0.6);
    this.#table = this.doc.struct('Table');
    this.#root.add(this.#table);
    this.row(headers, 'TH', { strong: true, color: MUTED });
  }

  #heightOf(cells: readonly string[]): number {
    this.doc.font('strong').fontSize(SIZE);
    const heights = cells.map((cell, index) =>
      this.doc.heightOfString(printable(cell) || ' ', { width: this.#places[index]?.width ?? 0 }),
    );
    return Math.max(...heights);
  }

  /** On the next page the heading is repeated for the eye; the table of a screen reader has it once. */
  #turn(): void {
    this.doc.addPage();
    this.doc.markContent('Artifact', { type: 'Pagination' });
    const top = this.doc.y;
    this.#headers.forEach((header, index) => this.#write(header, index, top, { strong: true, color: MUTED }));
    this.doc.endMarkedContent();
    this.doc.y = top + this.#heightOf(this.#headers) + 4;
  }

  #write(text: string, index: number, top: number, { strong = false, color = INK }): void {
    const place = this.#places[index];
    if (!place) return;
    this.doc
      .font(strong ? 'strong' : 'plain')
      .fontSize(SIZE)
      .fillColor(color)
      .text(printable(text), place.left, top, { width: place.width, align: place.right ? 'right' : 'left' });
  }

  row(cells: readonly string[], kind: 'TH' | 'TD', look: { strong?: boolean; color?: string } = {}): void {
    const height = this.#heightOf(cells);
    if (this.doc.y + height > this.doc.page.height - MARGIN - 14) this.#turn();
    const top = this.doc.y;
    const structure = this.doc.struct('TR');
    this.#table.add(structure);
    cells.forEach((cell, index) =>
      structure.add(this.doc.struct(kind, {}, () => this.#write(cell === '' ? ' ' : cell, index, top, look))),
    );
    structure.end();
    this.doc.markContent('Artifact', { type: 'Layout' });
    this.doc
      .moveTo(MARGIN, top + height + 1.5)
      .lineTo(this.doc.page.width - MARGIN, top + height + 1.5)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
    this.doc.endMarkedContent();
    this.doc.y = top + height + 4;
  }

  finish(): void {
    this.#table.end();
    this.#root.end();
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      // Below the margin a line would open another page.
      this.doc.page.margins.bottom = 0;
      this.doc.markContent('Artifact', { type: 'Pagination' });
      this.doc
        .font('plain')
        .fontSize(SIZE)
        .fillColor(MUTED)
        .text(`OpenBenefits · page ${page + 1} of ${count}`, MARGIN, this.doc.page.height - MARGIN + 10, {
          lineBreak: false,
        });
      this.doc.endMarkedContent();
    }
    this.doc.end();
  }
}

/** Prints a list on letter paper, tagged for screen readers, with its totals in the last row. */
export async function tablePdf<Row>({ sheet, columns, batches, totals }: ExportTable<Row>): Promise<Uint8Array> {
  const pages = new TablePages(
    sheet,
    columns.map(({ header }) => header),
    columns,
  );
  const bytes = buffer(pages.doc);
  for await (const rows of batches)
    for (const row of rows)
      pages.row(
        columns.map((column) => shown(column, column.value(row))),
        'TD',
      );
  if (totals) {
    const cells = await totals();
    pages.row(
      columns.map((column, index) => shown(column, cells[index] ?? null)),
      'TD',
      { strong: true },
    );
  }
  pages.finish();
  return bytes;
}
