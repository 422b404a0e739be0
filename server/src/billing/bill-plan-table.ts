import { uncreditedReason } from '@openbenefits/domain/billing/credit-limits';
import type { BillLineKind } from '@openbenefits/domain/billing/bill-lines';
import type { BillDocument, BillSubscriber, BillSubscriberLine } from '@openbenefits/domain/billing/bill-document';
import { type PlanRow, planRows, type RateCount, sumOf, tiersOf } from '@openbenefits/domain/billing/bill-sums';
import { PLAN_TIER_LABEL, type PlanTier } from '@openbenefits/domain/plans/tier-set';
import { type Cell, type Column, drawHead, drawRow, keepRow, layColumns, rowHeight } from './bill-columns.ts';
import { HAIRLINE, MUTED, type Paper, paperMoney } from './bill-paper.ts';
import { monthName } from './month-name.ts';

/** The heads of the tier columns, which are narrow. */
const TIER_HEAD: Readonly<Record<PlanTier, string>> = {
  EMP: 'Employee only',
  ESP: '+ Spouse',
  E1D: '+ 1 dependent',
  ECH: '+ Children',
  FAM: 'Family',
};
/** More adjustments than this are read from the subscriber list. */
const MOST_ADJUSTMENTS = 12;

const countOf = (rates: readonly RateCount[]): number => rates.reduce((sum, { count }) => sum + count, 0);
const figure = (count: number): string => count.toLocaleString('en-US');

/** A count with its amount below; of several amounts, how many at each. */
function tierCell(rates: readonly RateCount[] | undefined): Cell {
  if (!rates || countOf(rates) === 0) return { text: '—', color: MUTED };
  const notes = rates.map(({ count, cents }) =>
    rates.length === 1 ? paperMoney(cents) : `${figure(count)} × ${paperMoney(cents)}`,
  );
  return { text: figure(countOf(rates)), face: 'strong', notes };
}

function tierCells({ rates, subscribers }: PlanRow, tiers: readonly PlanTier[]): Cell[] {
  const people = `${figure(subscribers)} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`;
  const alone = rates?.get(null);
  if (rates && !alone) return tiers.map((tier) => tierCell(rates.get(tier)));
  const text =
    rates && alone && rates.size === 1
      ? alone.map(({ count, cents }) => `${figure(count)} × ${paperMoney(cents)}`).join(', ')
      : `${people}, each amount on the subscriber list`;
  return [{ text, color: MUTED, span: Math.max(tiers.length, 1) }];
}

const planCells = (row: PlanRow, tiers: readonly PlanTier[]): Cell[] => [
  { text: row.planName, tag: 'TH', scope: 'Row', face: 'strong', notes: [row.planCode] },
  ...tierCells(row, tiers),
  { text: figure(row.subscribers), face: 'strong' },
  { text: paperMoney(row.cents) },
];

export function drawPlans(paper: Paper, document: BillDocument): void {
  const rows = planRows(document);
  if (rows.length === 0) return;
  const tiers = tiersOf(document.plans);
  const columns = layColumns([
    { label: 'Plan' },
    ...(tiers.length > 0
      ? tiers.map((tier) => ({ label: TIER_HEAD[tier], width: 62, isAmount: true }))
      : [{ label: 'Rates', width: 180 }]),
    { label: 'Subscribers', width: 60, isAmount: true },
    { label: 'Amount', width: 78, isAmount: true },
  ]);
  const title = 'Premium by plan';
  paper.heading(title, 80);
  paper.within('Table', () => {
    drawHead(paper, columns);
    rows.forEach((row, place) => drawItem(paper, columns, planCells(row, tiers), { title, hasRule: place > 0 }));
    keepRow(paper, columns, 20, { title });
    paper.rule(paper.y - 2);
    paper.y += 1;
    const label = `Premium for ${monthName(document.period)}, subscribers at the amount below each count`;
    drawRow(paper, columns, [
      { text: label, tag: 'TH', scope: 'Row', face: 'strong', span: columns.length - 1 },
      { text: paperMoney(document.premium), face: 'strong' },
    ]);
  });
}

function drawItem(
  paper: Paper,
  columns: readonly Column[],
  cells: readonly Cell[],
  { title, hasRule }: { title: string; hasRule: boolean },
): void {
  const height = rowHeight(paper, columns, cells);
  const isOnNewPage = keepRow(paper, columns, height, { title });
  if (hasRule && !isOnNewPage) paper.rule(paper.y - 2, { color: HAIRLINE, weight: 0.5 });
  drawRow(paper, columns, cells);
}

const isAdjustment = ({ kind }: BillSubscriberLine): boolean => !['premium', 'waiver'].includes(kind);
const KIND: Readonly<Partial<Record<BillLineKind, string>>> = {
  credit: 'Credit, ',
  uncredited: 'Not credited, ',
  waiver: 'Waiver, ',
};

/** Says what an adjustment is for, with its month. */
export const lineWords = (
  { kind, coveredMonth, planName, tier, noticeDays, limitSource }: BillSubscriberLine,
  tierWords: (tier: PlanTier) => string,
): string => {
  const parts = [
    planName,
    tier === null ? '' : tierWords(tier),
    noticeDays || limitSource ? uncreditedReason(noticeDays, limitSource) : '',
  ];
  return `${KIND[kind] ?? ''}${monthName(coveredMonth)}, ${parts.filter(Boolean).join(', ')}`;
};

const personCell = ({ name, employeeId }: BillSubscriber): Cell => ({
  text: employeeId ? `${name}, ${employeeId}` : name,
  tag: 'TH',
  scope: 'Row',
});

export function drawAdjustments(paper: Paper, document: BillDocument): void {
  const found = document.subscribers.flatMap((subscriber) =>
    subscriber.lines.filter(isAdjustment).map((line) => ({ subscriber, line })),
  );
  if (found.length === 0) return;
  const title = 'Adjustments';
  paper.heading(title, 50);
  if (found.length > MOST_ADJUSTMENTS) {
    const sum = paperMoney(sumOf(found.map(({ line }) => line)));
    paper.paragraph(`${figure(found.length)} adjustments, each on the subscriber list with its month: ${sum}.`);
    return;
  }
  const columns = layColumns([
    { label: 'Subscriber', width: 170 },
    { label: 'Reason' },
    { label: 'Amount', width: 78, isAmount: true },
  ]);
  paper.within('Table', () => {
    drawHead(paper, columns);
    found.forEach(({ subscriber, line }, place) => {
      const words = lineWords(line, (tier) => PLAN_TIER_LABEL[tier]);
      drawItem(paper, columns, [personCell(subscriber), { text: words }, { text: paperMoney(line.cents) }], {
        title,
        hasRule: place > 0,
      });
    });
  });
}
