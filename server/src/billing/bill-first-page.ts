import type { BillDocument } from '@openbenefits/domain/billing/bill-document';
import { balanceForward, creditLeft, hasPremium } from '@openbenefits/domain/billing/bill-sums';
import { formatDate, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { subtract, ZERO } from '@openbenefits/domain/money';
import { drawRow, layColumns } from './bill-columns.ts';
import { HAIRLINE, MUTED, PAGE, type Paper, paperMoney, SIZE, type Style } from './bill-paper.ts';
import { monthName } from './month-name.ts';

const HALF = (PAGE.right - PAGE.left) / 2;
/**
 * The window of a No. 10 envelope shows 0.875 to 4.375 inches from the left and 2.04 to 3.17 inches from the top of a
 * letter folded in three, and the letter can slide by 0.45 inches.
 */
const ADDRESS = { left: 68, width: 244, bottom: 220, most: 68, size: 10 } as const;
/** To the right of the window, so that no envelope shows an amount. */
const BOX = { left: 391, top: 106, inset: 9 } as const;
/** Below the first fold, and out of the window. */
const BELOW_FOLD = 258;
const SELF_BILL = 'Self-billed: expected amount';

export const coverageMonth = ({ period }: BillDocument): string =>
  `${formatDate(period)} – ${formatDate(lastOfMonth(period))}`;

const subscribersWithPremium = ({ subscribers }: BillDocument): string => {
  const count = subscribers.filter(hasPremium).length;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'}`;
};

/** The lines of where payments go; the first one is the issuer's name. */
export const remitLines = ({ header }: Pick<BillDocument, 'header'>): string[] =>
  header.remitTo[0] === undefined || header.remitTo.includes(header.issuerName)
    ? [...header.remitTo]
    : [header.issuerName, ...header.remitTo];

export function drawLetterhead(paper: Paper, document: BillDocument): void {
  const { issuerName, issuerPhone, issuerEmail } = document.header;
  const left = { left: PAGE.left, width: HALF - 12 };
  let top = 32;
  const write = (text: string, style: Style): void => {
    if (text === '') return;
    paper.put('P', text, { ...left, top }, style);
    top += paper.height(text, left.width, style);
  };
  write(issuerName, { size: 14, face: 'strong' });
  top += 2;
  write(
    remitLines(document)
      .filter((line) => line !== issuerName)
      .join(' · '),
    { color: MUTED },
  );
  write([issuerPhone, issuerEmail].filter(Boolean).join(' · '), { color: MUTED });
  const right = { left: PAGE.left + HALF, width: HALF };
  paper.put('H1', 'Group premium bill', { ...right, top: 32 }, { size: 17, face: 'strong', align: 'right' });
  if (document.isSelfBill) paper.put('P', SELF_BILL, { ...right, top: 81 }, { face: 'strong', align: 'right' });
  paper.put('P', `Coverage month ${coverageMonth(document)}`, { ...right, top: 55 }, { color: MUTED, align: 'right' });
  if (document.version > 1 && document.replaces !== null)
    paper.put('P', `Replaces ${document.replaces}`, { ...right, top: 68 }, { face: 'strong', align: 'right' });
}

export function drawAddress(paper: Paper, { header }: Pick<BillDocument, 'header'>): void {
  const lines = [header.contactName, header.groupName, ...header.address].filter(
    (line) => line !== null && line !== '',
  );
  const text = lines.join('\n');
  const { left, width, bottom, most } = ADDRESS;
  let size: number = ADDRESS.size;
  // Long names are wrapped; many lines become smaller, so that all of them stay in the window.
  while (size > SIZE.least && paper.height(text, width, { size }) > most) size -= 0.25;
  paper.put('P', text, { left, top: bottom - paper.height(text, width, { size }), width }, { size });
}

/** Amount, due date and numbers in one box. Returns the place of the page number, which is known last. */
export function drawBox(paper: Paper, document: BillDocument): { top: number; left: number; width: number } {
  const left = BOX.left + BOX.inset;
  const width = PAGE.right - BOX.inset - left;
  const credit = creditLeft(document);
  const rows: (readonly [string, string])[] = [
    ['Due date', formatDate(document.dueDate)],
    ['Bill number', document.number],
    ['Issue date', formatDate(document.issueDate)],
    ['Group (CIM)', document.header.cim],
  ];
  if (document.header.taxIdLast4 !== null) rows.push(['Tax ID', `ending in ${document.header.taxIdLast4}`]);
  if (credit > 0) rows.unshift(['Credit on account', paperMoney(credit)]);
  rows.push(['Version', String(document.version)]);
  let top: number = BOX.top + 7;
  const row = (label: string, value: string, size: number, strong: boolean): void => {
    const face = strong ? 'strong' : 'plain';
    const labelWidth = strong ? 48 : 74;
    const lower = strong ? 5 : 0;
    paper.within('TR', () => {
      const look = { scope: 'Row', face, color: strong ? '#000000' : MUTED, isOneLine: true } as const;
      paper.put('TH', label, { left, top: top + lower, width: labelWidth }, look);
      const place = { left: left + labelWidth, top, width: width - labelWidth };
      paper.put('TD', value, place, { size, face, align: 'right', isOneLine: true });
    });
  };
  paper.within('Table', () => {
    row('Total due', paperMoney(document.amountDue), 15, true);
    top += 22;
    paper.rule(top, { left, right: left + width, weight: 0.5 });
    top += 4;
    for (const [label, value] of rows) {
      row(label, value, 8, false);
      top += 12;
    }
  });
  paper.frame(BOX.left, BOX.top, PAGE.right - BOX.left, top + 16 - BOX.top);
  return { left, top, width };
}

/** From the previous balance to what is due; each line is a term of the sum. */
function summaryLines(document: BillDocument): (readonly [label: string, amount: string, isSum: boolean])[] {
  const { previousBalance, payments, premium, adjustments, total, amountDue, dueDate } = document;
  const carried = balanceForward(document);
  const credit = creditLeft(document);
  const hasAdjustments = document.subscribers.some(({ lines }) =>
    lines.some(({ kind }) => !['premium', 'waiver'].includes(kind)),
  );
  const lines: (readonly [string, string, boolean])[] = [
    ['Previous balance', paperMoney(previousBalance), false],
    ['Payments received', paperMoney(subtract(ZERO, payments)), false],
    ['Balance carried forward', paperMoney(carried), true],
    [`Premium for ${monthName(document.period)}, ${subscribersWithPremium(document)}`, paperMoney(premium), false],
  ];
  if (hasAdjustments || adjustments !== 0) lines.push(['Adjustments', paperMoney(adjustments), false]);
  lines.push(['Total of this bill', paperMoney(total), true]);
  if (credit > 0) lines.push(['Credit carried to your next bill', paperMoney(credit), false]);
  lines.push([`Total due ${formatDate(dueDate)}`, paperMoney(amountDue), true]);
  return lines;
}

export function drawSummary(paper: Paper, document: BillDocument): void {
  const columns = layColumns([{ label: 'Item' }, { label: 'Amount', width: 110, isAmount: true }]);
  const lines = summaryLines(document);
  paper.y = BELOW_FOLD;
  paper.heading('Account summary', 0);
  paper.within('Table', () => {
    lines.forEach(([label, amount, isSum], place) => {
      const face = isSum ? 'strong' : 'plain';
      drawRow(paper, columns, [
        { text: label, tag: 'TH', scope: 'Row', face },
        { text: amount, face },
      ]);
      if (place < lines.length - 1) paper.rule(paper.y - 2.5, { color: HAIRLINE, weight: 0.5 });
    });
  });
}

/** What the group must know besides the amounts. */
export function drawMessage(paper: Paper, document: BillDocument): void {
  const { paymentMethod, gracePeriodDays, contactName, contactEmail, contactPhone } = document.header;
  const credit = creditLeft(document);
  const contact = [contactName, contactEmail, contactPhone].filter(Boolean).join(', ');
  const due = formatDate(document.dueDate);
  const sentences = [
    document.amountDue === 0 ? 'No payment is due for this bill.' : '',
    credit > 0 ? `The credit of ${paperMoney(credit)} stays on your account.` : '',
    paymentMethod === '' ? '' : `Payment method: ${paymentMethod}.`,
    document.amountDue > 0 && gracePeriodDays > 0
      ? `If we do not receive the total due by ${due}, your ${gracePeriodDays}-day grace period begins.`
      : '',
    contact === '' ? '' : `Billing contact: ${contact}.`,
  ].filter((sentence) => sentence !== '');
  if (sentences.length > 0) paper.closeFirstPage(sentences.join(' '));
}
