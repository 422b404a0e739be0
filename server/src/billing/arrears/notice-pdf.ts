import { formatDate } from '@openbenefits/domain/calendar-date';
import { buffer } from 'node:stream/consumers';
import { drawHead, drawRow, keepRow, layColumns, rowHeight } from '../bill-columns.ts';
import { remitLines } from '../bill-first-page.ts';
import { type Paper, paperMoney } from '../bill-paper.ts';
import { closeLetter, letterText, openLetter } from './letter-paper.ts';
import type { NoticeFacts } from './notices.ts';

const BILLS = 'Past due premium';

function drawBills(paper: Paper, { bills, arrears }: NoticeFacts): void {
  const columns = layColumns([
    { label: 'Bill' },
    { label: 'Due date', width: 120 },
    { label: 'Premium owed', width: 120, isAmount: true },
  ]);
  paper.heading(BILLS, 60);
  paper.within('Table', () => {
    drawHead(paper, columns);
    for (const { number, dueDate, owed } of bills) {
      const cells = [
        { text: number, tag: 'TH', scope: 'Row' } as const,
        { text: formatDate(dueDate) },
        { text: paperMoney(owed) },
      ];
      keepRow(paper, columns, rowHeight(paper, columns, cells), { title: BILLS });
      drawRow(paper, columns, cells);
    }
    paper.rule(paper.y);
    paper.y += 3.5;
    drawRow(paper, columns, [
      { text: 'Past due in all', tag: 'TH', scope: 'Row', span: 2, face: 'strong' },
      { text: paperMoney(arrears), face: 'strong' },
    ]);
  });
  paper.y += 12;
}

/** Prints a reminder or a delinquency letter, tagged like a bill. The same facts give the same bytes. */
export async function noticePdf(facts: NoticeFacts): Promise<Buffer> {
  const { kind, header, lastGraceDay, coverageEnd, madeOn } = facts;
  const isLetter = kind === 'letter';
  const title = isLetter ? 'Delinquency letter' : 'Payment reminder';
  const paper = openLetter({ header, title, subtitle: `Group (CIM) ${header.cim}`, date: madeOn });
  const bytes = buffer(paper.doc);
  letterText(
    paper,
    isLetter
      ? `We have not received the full premium of ${header.groupName}. Please pay the amount below.`
      : `Our records show that premium of ${header.groupName} is past due. If you have paid, please disregard this reminder.`,
  );
  drawBills(paper, facts);
  if (isLetter && lastGraceDay !== null && coverageEnd !== null) {
    letterText(
      paper,
      `The grace period ends on ${formatDate(lastGraceDay)}. Coverage stays in force until then. If the premium is not paid by ${formatDate(lastGraceDay)}, coverage ends on ${formatDate(coverageEnd)}.`,
    );
  }
  letterText(paper, `Payments go to ${remitLines(facts).join(', ')}. Write the bill number on your check.`);
  const contact = [header.issuerPhone, header.issuerEmail].filter(Boolean).join(' or ');
  if (contact !== '') letterText(paper, `Questions? Contact ${header.issuerName}: ${contact}.`);
  closeLetter(paper);
  return bytes;
}
