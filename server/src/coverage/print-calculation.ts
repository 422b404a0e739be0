import type { Calculated, CalculatedPlan } from '@openbenefits/contract/rate-calculator';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { chargeAndWaiver } from '@openbenefits/domain/plans/price-household';
import type { PriceRow } from '@openbenefits/domain/plans/explained-price';
import type { PriceMessage } from '@openbenefits/domain/plans/price-message';
import { priceWords, type PriceWords } from '@openbenefits/domain/plans/price-words';
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { type Doc, printable, write } from '../print-text.ts';

const INK = '#151F28';
const MUTED = '#606971';
const RULE = '#E1E0DB';
const MARGIN = 54;
const SIZE = 9.5;
/** Room that a row needs before the page ends. */
const LEAST_ROOM = 40;
const COLUMNS = { age: 340, factor: 390, amount: 460 } as const;

type Structure = ReturnType<Doc['struct']>;
type Printed = { readonly at: string; readonly by: string; readonly timeZone: string };

const textOf = (words: PriceMessage | string): string => (typeof words === 'string' ? words : words.text);

/** Writes marked content: screen readers get its type, a heading or a cell. */
class Printer {
  readonly doc: Doc;
  readonly #root: Structure;

  constructor(at: string) {
    this.doc = new PdfDocument({
      size: 'LETTER',
      margin: MARGIN,
      bufferPages: true,
      tagged: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      info: { Title: 'Rate calculation', Author: 'OpenBenefits', CreationDate: new Date(at) },
    });
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  get right(): number {
    return this.doc.page.width - MARGIN;
  }

  keepRoom(room = LEAST_ROOM): void {
    if (this.doc.y > this.doc.page.height - MARGIN - room) this.doc.addPage();
  }

  text(kind: 'H1' | 'H2' | 'P', text: string, { size = SIZE, strong = false, color = INK } = {}): void {
    this.keepRoom();
    this.#root.add(
      this.doc.struct(kind, {}, () => {
        write(this.doc, strong ? 'strong' : 'plain', text)
          .fontSize(size)
          .fillColor(color)
          .text(printable(text), MARGIN, this.doc.y, { width: this.right - MARGIN });
      }),
    );
    this.doc.moveDown(0.3);
  }

  /** A table of rows; each row is drawn by its cells. */
  table(rows: readonly ((row: Row) => void)[]): void {
    const table = this.doc.struct('Table');
    this.#root.add(table);
    for (const draw of rows) {
      this.keepRoom();
      const structure = this.doc.struct('TR');
      table.add(structure);
      const row = new Row(this.doc, structure);
      draw(row);
      structure.end();
      this.doc.y = row.bottom + 2;
    }
    table.end();
    this.doc.moveDown(0.5);
  }

  finish(foot: (page: number, pages: number) => string): void {
    this.#root.end();
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      // Below the margin a line would open another page.
      this.doc.page.margins.bottom = 0;
      const text = foot(page + 1, count);
      this.doc.markContent('Artifact', { type: 'Pagination' });
      write(this.doc, 'plain', text)
        .fontSize(8)
        .fillColor(MUTED)
        .text(printable(text), MARGIN, this.doc.page.height - MARGIN + 16, { lineBreak: false });
      this.doc.endMarkedContent();
    }
    this.doc.end();
  }
}

class Row {
  readonly #doc: Doc;
  readonly #structure: Structure;
  readonly #top: number;
  bottom: number;

  constructor(doc: Doc, structure: Structure) {
    this.#doc = doc;
    this.#structure = structure;
    this.#top = doc.y;
    this.bottom = doc.y;
  }

  cell(
    kind: 'TH' | 'TD',
    text: string,
    { left = MARGIN, width = 280, strong = false, color = INK, right = false } = {},
  ): void {
    this.#structure.add(
      this.#doc.struct(kind, {}, () => {
        write(this.#doc, strong ? 'strong' : 'plain', text)
          .fontSize(SIZE)
          .fillColor(color)
          .text(printable(text), left, this.#top, { width, align: right ? 'right' : 'left' });
        this.bottom = Math.max(this.bottom, this.#doc.y);
      }),
    );
  }

  /** A line above the row, which is no content. */
  rule(): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    this.#doc
      .moveTo(MARGIN, this.#top - 1.5)
      .lineTo(this.#doc.page.width - MARGIN, this.#top - 1.5)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
    this.#doc.endMarkedContent();
  }
}

const amount = { left: COLUMNS.amount, width: 98, right: true };

function drawRow(row: Row, words: PriceRow, isByPerson: boolean): void {
  const { kind, label, notes, age, factor, cents, isMuted } = words;
  const strong = kind === 'total' || kind === 'result';
  const look = { strong, color: isMuted ? MUTED : INK };
  if (strong) row.rule();
  const isPerson = isByPerson && kind === 'charge';
  row.cell('TH', [textOf(label), ...notes.map(textOf)].join(', '), {
    ...look,
    width: (isPerson ? COLUMNS.age : COLUMNS.amount) - MARGIN - 12,
  });
  if (isPerson) {
    row.cell('TD', age === null ? '–' : String(age), { ...look, left: COLUMNS.age, width: 36, right: true });
    row.cell('TD', factor === null ? '–' : `× ${factor}`, { ...look, left: COLUMNS.factor, width: 60, right: true });
  }
  const sign = kind === 'less' && cents !== null && cents > 0 ? '+' : '';
  row.cell('TD', cents === null ? '' : `${sign}${formatMoney(cents)}`, { ...look, ...amount });
}

function headOf({ isByPerson }: PriceWords): (row: Row) => void {
  return (row) => {
    const muted = { color: MUTED };
    row.cell('TH', isByPerson ? 'Person' : 'Step', muted);
    if (isByPerson) {
      row.cell('TH', 'Age', { ...muted, left: COLUMNS.age, width: 36, right: true });
      row.cell('TH', 'Factor', { ...muted, left: COLUMNS.factor, width: 60, right: true });
    }
    row.cell('TH', isByPerson ? 'Premium' : 'Amount', { ...muted, ...amount });
  };
}

function printPlan(printer: Printer, { price, firstBills, isOffered }: CalculatedPlan): void {
  const words = priceWords(price);
  printer.keepRoom(160);
  printer.doc.moveDown(0.6);
  printer.text('H2', `${words.heading}, ${COVERAGE_LINE_LABEL[words.line]}`, { size: 12, strong: true });
  if (isOffered === false) printer.text('P', 'The group does not offer this plan.', { color: MUTED });
  for (const { label, text } of words.facts) printer.text('P', `${label.text}: ${text.text}`, { color: MUTED });
  if (words.held) {
    printer.text('P', words.held.problem.text, { strong: true });
    printer.text('P', words.held.fix.text);
    return;
  }
  printer.doc.moveDown(0.3);
  printer.table([headOf(words), ...words.rows.map((one) => (row: Row) => drawRow(row, one, words.isByPerson))]);
  for (const note of words.notes) printer.text('P', note.text, { size: 8.5, color: MUTED });
  for (const { from, to, price: bill } of firstBills) {
    if (bill.monthly === null) continue;
    const label = from === firstBills[0]?.from ? 'First bill' : 'Bill';
    const { charged, waived } = chargeAndWaiver(bill.lines);
    const parts =
      waived === 0
        ? ''
        : ` (${formatMoney(charged)} less ${formatMoney(subtract(ZERO, waived))} for a newborn's free days)`;
    printer.text('P', `${label}, ${formatDate(from)} – ${formatDate(to)}: ${formatMoney(bill.monthly)}${parts}`, {
      strong: true,
    });
  }
}

/** Prints a calculation on letter paper, tagged for screen readers. It has ages and no birth dates. */
export async function printCalculation(calculated: Calculated, printed: Printed): Promise<Buffer> {
  const printer = new Printer(printed.at);
  const bytes = buffer(printer.doc);
  printer.text('H1', 'Rate calculation', { size: 18, strong: true });
  const area = calculated.area === null ? '' : ` · rating area ${calculated.area}`;
  printer.text('P', `Coverage date ${formatDate(calculated.ratedOn)}${area}`, { color: MUTED });
  for (const plan of calculated.plans) printPlan(printer, plan);
  const moment = new Intl.DateTimeFormat('en-US', {
    timeZone: printed.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(Date.parse(printed.at));
  printer.finish((page, pages) => `OpenBenefits · printed ${moment} by ${printed.by} · page ${page} of ${pages}`);
  return bytes;
}
