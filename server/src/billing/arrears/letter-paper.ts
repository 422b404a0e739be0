import type { BillDocument } from '@openbenefits/domain/billing/bill-document';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { drawAddress, remitLines } from '../bill-first-page.ts';
import { MUTED, PAGE, Paper } from '../bill-paper.ts';

/** Where the text of a letter begins, below the window of the envelope. */
const TEXT_TOP = 258;
const WIDTH = PAGE.right - PAGE.left;
const HALF = WIDTH / 2;

export type Letter = Pick<BillDocument, 'header'> & {
  readonly title: string;
  readonly subtitle: string;
  readonly date: CalendarDate;
};

function drawRunningHead(paper: Paper, { header, title }: Letter): void {
  const place = { top: 30, left: PAGE.left, width: HALF };
  paper.put('Artifact', header.issuerName, place, { face: 'strong', isOneLine: true });
  paper.put(
    'Artifact',
    `${title}, ${header.groupName}`,
    { ...place, left: PAGE.left + HALF },
    { align: 'right', isOneLine: true },
  );
  paper.rule(45);
  paper.y = 48;
}

/** Begins a tagged letter to a group with the letterhead and the address of bills. */
export function openLetter(letter: Letter): Paper {
  const { header, title, subtitle, date } = letter;
  const paper = new Paper(
    { title: `${title}, ${header.groupName}`, author: header.issuerName, issued: date },
    (turned) => drawRunningHead(turned, letter),
  );
  const left = { left: PAGE.left, width: HALF - 12 };
  let top = 32;
  paper.put('P', header.issuerName, { ...left, top }, { size: 14, face: 'strong' });
  top += paper.height(header.issuerName, left.width, { size: 14, face: 'strong' }) + 2;
  const remit = remitLines(letter)
    .filter((line) => line !== header.issuerName)
    .join(' · ');
  for (const text of [remit, [header.issuerPhone, header.issuerEmail].filter(Boolean).join(' · ')]) {
    if (text === '') continue;
    paper.put('P', text, { ...left, top }, { color: MUTED });
    top += paper.height(text, left.width);
  }
  const right = { left: PAGE.left + HALF, width: HALF };
  paper.put('H1', title, { ...right, top: 32 }, { size: 17, face: 'strong', align: 'right' });
  paper.put('P', subtitle, { ...right, top: 55 }, { color: MUTED, align: 'right' });
  paper.put('P', formatDate(date), { ...right, top: 68 }, { color: MUTED, align: 'right' });
  drawAddress(paper, letter);
  paper.y = TEXT_TOP;
  return paper;
}

/** Writes a paragraph of a letter, larger than the notes of a bill. */
export function letterText(paper: Paper, text: string): void {
  const style = { size: 10 };
  const height = paper.height(text, WIDTH, style);
  paper.keep(height);
  paper.put('P', text, { left: PAGE.left, top: paper.y, width: WIDTH }, style);
  paper.y += height + 9;
}

export function closeLetter(paper: Paper): void {
  paper.finish((page, pages) => {
    const place = { top: PAGE.height - 36, left: PAGE.right - 100, width: 100 };
    paper.put('Artifact', `Page ${page} of ${pages}`, place, { color: MUTED, align: 'right', isOneLine: true });
  });
}
