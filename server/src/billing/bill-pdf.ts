import type { BillDocument } from '@openbenefits/domain/billing/bill-document';
import { billFaults } from '@openbenefits/domain/billing/bill-sums';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { buffer } from 'node:stream/consumers';
import { drawCoupon } from './bill-coupon.ts';
import { coverageMonth, drawAddress, drawBox, drawLetterhead, drawMessage, drawSummary } from './bill-first-page.ts';
import { MUTED, PAGE, Paper } from './bill-paper.ts';
import { drawAdjustments, drawPlans } from './bill-plan-table.ts';
import { drawSubscribers } from './bill-subscriber-list.ts';

/**
 * Prints a bill on letter paper, tagged for screen readers by the rules of PDF/UA-1. It does not state that
 * it conforms: no validator has confirmed it. The same bill has the same bytes. Throws where
 * its sums do not agree: a bill that does not add up is never sent.
 */
export async function billPdf(document: BillDocument): Promise<Buffer> {
  const faults = billFaults(document);
  if (faults.length > 0) throw new Error(`Bill ${document.number} does not add up. ${faults.join('. ')}.`);
  const title = `Group premium bill ${document.number}`;
  const paper = new Paper({ title, author: document.header.issuerName, issued: document.issueDate }, (turned) =>
    drawRunningHead(turned, document),
  );
  const bytes = buffer(paper.doc);
  drawLetterhead(paper, document);
  drawAddress(paper, document);
  const pageNumber = drawBox(paper, document);
  // The end of page 1 is drawn first, because its height is the others' limit, and read last.
  const [inMiddle, atEnd] = [paper.section(), paper.section()];
  atEnd(() => {
    drawMessage(paper, document);
    drawCoupon(paper, document);
  });
  inMiddle(() => {
    drawSummary(paper, document);
    drawPlans(paper, document);
    drawAdjustments(paper, document);
  });
  drawSubscribers(paper, document);
  paper.finish((page, pages) => {
    const text = `Page ${page} of ${pages}`;
    // The lowest part of page 1 is the coupon, which is cut off.
    if (page === 1) paper.put('Artifact', text, pageNumber, { color: MUTED, align: 'right', isOneLine: true });
    else drawFoot(paper, document, text);
  });
  return bytes;
}

/** Says on every later page whose bill it is. */
function drawRunningHead(paper: Paper, document: BillDocument): void {
  const { number, header } = document;
  const place = { top: 30, left: PAGE.left, width: 140 };
  paper.put('Artifact', header.issuerName, place, { face: 'strong', isOneLine: true });
  const middle = { ...place, left: PAGE.left + 150, width: 240 };
  paper.put('Artifact', `Group premium bill ${number}, ${header.groupName}`, middle, {
    align: 'center',
    isOneLine: true,
  });
  const right = { ...place, left: PAGE.right - 130, width: 130 };
  paper.put('Artifact', coverageMonth(document), right, { align: 'right', isOneLine: true });
  paper.rule(45);
  paper.y = 48;
}

function drawFoot(paper: Paper, { number, version, replaces, issueDate }: BillDocument, pages: string): void {
  const place = { top: PAGE.height - 36, left: PAGE.left, width: 400 };
  const replaced = version > 1 && replaces !== null ? `, replaces ${replaces}` : '';
  const text = `Bill ${number}, version ${version}${replaced}, issued ${formatDate(issueDate)}`;
  paper.put('Artifact', text, place, { color: MUTED, isOneLine: true });
  const right = { ...place, left: PAGE.right - 100, width: 100 };
  paper.put('Artifact', pages, right, { color: MUTED, align: 'right', isOneLine: true });
}
