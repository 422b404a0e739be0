import type { Statement } from '@openbenefits/contract/arrears';
import type { BillHeader } from '@openbenefits/domain/billing/bill-document';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { buffer } from 'node:stream/consumers';
import { type Cell, drawHead, drawRow, keepRow, layColumns, rowHeight } from '../bill-columns.ts';
import { HAIRLINE, type Paper, paperMoney } from '../bill-paper.ts';
import { closeLetter, openLetter } from './letter-paper.ts';

const ENTRIES = 'Account activity';

/** Bill and payment rows with the running balance, from the opening to the closing one. */
function drawEntries(paper: Paper, { from, to, lines, sums }: Statement): void {
  const columns = layColumns([
    { label: 'Date', width: 64 },
    { label: 'Entry' },
    { label: 'Amount', width: 90, isAmount: true },
    { label: 'Balance', width: 90, isAmount: true },
  ]);
  const draw = (cells: readonly Cell[]): void => {
    keepRow(paper, columns, rowHeight(paper, columns, cells), { title: ENTRIES });
    drawRow(paper, columns, cells);
    paper.rule(paper.y - 2.5, { color: HAIRLINE, weight: 0.5 });
  };
  const balance = (on: CalendarDate, label: string, cents: typeof sums.opening): readonly Cell[] => [
    { text: formatDate(on) },
    { text: label, tag: 'TH', scope: 'Row', face: 'strong' },
    { text: '' },
    { text: paperMoney(cents), face: 'strong' },
  ];
  paper.heading(ENTRIES, 60);
  paper.within('Table', () => {
    drawHead(paper, columns);
    draw(balance(from, 'Opening balance', sums.opening));
    for (const line of lines)
      draw([
        { text: formatDate(line.on) },
        { text: line.text, tag: 'TH', scope: 'Row', ...(line.note !== '' && { notes: [line.note] }) },
        { text: paperMoney(line.cents) },
        { text: paperMoney(line.balance) },
      ]);
    draw(balance(to, 'Closing balance', sums.closing));
  });
}

function drawSums(paper: Paper, { sums, to }: Statement): void {
  const columns = layColumns([{ label: 'Item' }, { label: 'Amount', width: 110, isAmount: true }]);
  const rows = [
    ['Opening balance', sums.opening],
    ['Bills, net of replaced', sums.bills],
    ['Payments, net of returned', sums.payments],
    ['Credits and corrections', sums.credits],
    [`Closing balance, ${formatDate(to)}`, sums.closing],
  ] as const;
  paper.heading('Summary', 90);
  paper.within('Table', () => {
    for (const [place, [label, cents]] of rows.entries()) {
      const face = place === rows.length - 1 ? ('strong' as const) : ('plain' as const);
      drawRow(paper, columns, [
        { text: label, tag: 'TH', scope: 'Row', face },
        { text: paperMoney(cents), face },
      ]);
    }
  });
}

/** Prints a statement, tagged like a bill. */
export async function statementPdf(statement: Statement, header: BillHeader): Promise<Buffer> {
  const { from, to } = statement;
  const subtitle = `${formatDate(from)} – ${formatDate(to)}`;
  const paper = openLetter({ header, title: 'Statement of account', subtitle, date: to });
  const bytes = buffer(paper.doc);
  drawSums(paper, statement);
  drawEntries(paper, statement);
  closeLetter(paper);
  return bytes;
}
