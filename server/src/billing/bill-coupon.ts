import type { BillDocument } from '@openbenefits/domain/billing/bill-document';
import { scanLine } from '@openbenefits/domain/billing/bill-sums';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { remitLines } from './bill-first-page.ts';
import { COUPON_HEIGHT, MUTED, PAGE, type Paper, paperMoney } from './bill-paper.ts';

const TOP = PAGE.height - COUPON_HEIGHT;
const REMIT_LEFT = 232;
const FIGURES_LEFT = 390;

/** Draws the payment coupon, to be cut off at the dashed line, in the lowest 1.5 inches of page 1. */
export function drawCoupon(paper: Paper, document: BillDocument): void {
  const { number, amountDue, header } = document;
  const isDue = amountDue > 0;
  const [payee = header.issuerName] = remitLines(document);
  paper.rule(TOP, { left: 0, right: PAGE.width, weight: 0.75, dash: 3 });
  paper.within('Sect', () => {
    const left = { left: PAGE.left, width: REMIT_LEFT - PAGE.left - 18 };
    const title = isDue ? 'Paying by check?' : 'No payment is due';
    paper.put('H2', title, { ...left, top: TOP + 12 }, { face: 'strong' });
    const top = TOP + 13 + paper.height(title, left.width, { face: 'strong' });
    const text = isDue
      ? `Return this part. Make the check payable to ${payee}, and write ${number} on it.`
      : 'Keep this part for your records.';
    paper.put('P', text, { ...left, top }, { color: MUTED });
    drawRemitTo(paper, remitLines(document));
    drawFigures(paper, document);
    const scan = { left: REMIT_LEFT, top: PAGE.height - 28, width: PAGE.right - REMIT_LEFT };
    paper.put('P', scanLine(document), scan, { size: 10, face: 'scan', align: 'right', isOneLine: true });
  });
}

function drawRemitTo(paper: Paper, lines: readonly string[]): void {
  const leading = Math.min(12.5, 62 / Math.max(lines.length, 1));
  lines.forEach((line, place) => {
    const box = { left: REMIT_LEFT, top: TOP + 12 + place * leading, width: FIGURES_LEFT - REMIT_LEFT - 12 };
    paper.put('P', line, box, { size: leading * 0.72, isOneLine: true });
  });
}

function drawFigures(paper: Paper, { number, amountDue, dueDate }: BillDocument): void {
  const width = PAGE.right - FIGURES_LEFT;
  const rows = [
    ['Bill number', number],
    ['Due date', formatDate(dueDate)],
    ['Total due', paperMoney(amountDue)],
  ] as const;
  paper.within('Table', () => {
    rows.forEach(([label, value], place) => {
      const top = TOP + 11 + place * 12.5;
      paper.within('TR', () => {
        paper.put('TH', label, { left: FIGURES_LEFT, top, width: 70 }, { scope: 'Row', color: MUTED, isOneLine: true });
        const cell = { left: FIGURES_LEFT + 70, top, width: width - 70 };
        paper.put('TD', value, cell, { face: 'strong', align: 'right', isOneLine: true });
      });
    });
  });
  if (amountDue === 0) return;
  const top = TOP + 51;
  const place = { left: FIGURES_LEFT, top: top + 4, width: 90 };
  paper.put('P', 'Amount enclosed', place, { color: MUTED, isOneLine: true });
  paper.put('Artifact', '$', { ...place, left: PAGE.right - 86, width: 10 }, { isOneLine: true });
  paper.frame(PAGE.right - 92, top, 92, 18);
}
