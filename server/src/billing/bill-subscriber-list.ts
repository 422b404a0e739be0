import type { BillDocument, BillSubscriber, BillSubscriberLine } from '@openbenefits/domain/billing/bill-document';
import { type BillLocation, hasPremium, locationsOf, sumOf, tiersOf } from '@openbenefits/domain/billing/bill-sums';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { PLAN_TIER_LABEL, type PlanTier } from '@openbenefits/domain/plans/tier-set';
import { type Cell, type Column, drawHead, drawRow, keepRow, layColumns, rowHeight } from './bill-columns.ts';
import { HAIRLINE, type Paper, paperMoney, SIZE } from './bill-paper.ts';
import { lineWords } from './bill-plan-table.ts';

const LOOK = { size: SIZE.list, gap: 4.5 } as const;
/** A thin line after so many subscribers leads the eye. */
const RULE_EVERY = 5;

/** What the list of one bill is drawn with. */
type List = {
  readonly paper: Paper;
  readonly columns: readonly Column[];
  /** The coverage lines with a column of amounts. */
  readonly lines: readonly CoverageLine[];
  /** What is said below an amount: the plan where a line of coverage has several, and the tier where it differs. */
  readonly noteOf: (shown: BillSubscriberLine, tier: PlanTier | null) => string;
};

/** The first coverage line has columns for its plan and tier; of the others only what can differ is said. */
function notesOf({ plans }: BillDocument, lines: readonly CoverageLine[]): List['noteOf'] {
  const others = lines.slice(1);
  const severalOf = (key: 'planCode' | 'tier'): CoverageLine[] =>
    others.filter((line) => new Set(plans.filter((plan) => plan.line === line).map((plan) => plan[key])).size > 1);
  const [withPlans, withTiers] = [severalOf('planCode'), severalOf('tier')];
  return (shown, tier) =>
    [
      withPlans.includes(shown.line) &&
        plans.find(({ line, planName }) => line === shown.line && planName === shown.planName)?.planCode,
      withTiers.includes(shown.line) && shown.tier !== tier && shown.tier,
    ]
      .filter(Boolean)
      .join(', ');
}

function listOf(paper: Paper, document: BillDocument): List {
  const used = new Set(document.subscribers.flatMap((subscriber) => subscriber.lines.map(({ line }) => line)));
  const lines = COVERAGE_LINES.filter((line) => used.has(line));
  const [first] = lines;
  // The more lines of coverage, the narrower each column.
  const [id, plan, tier, amount, total] =
    lines.length > 4 ? [44, 82, 27, 43, 60] : lines.length > 3 ? [48, 92, 28, 47, 62] : [60, 110, 34, 56, 62];
  const columns = layColumns([
    { label: 'Name' },
    { label: 'ID', width: id },
    { label: first ? `${COVERAGE_LINE_LABEL[first]} plan` : 'Plan', width: plan },
    { label: 'Tier', width: tier },
    ...lines.map((line) => ({
      label: COVERAGE_LINE_LABEL[line],
      width: line === 'medical' ? Math.max(amount, 54) : amount,
      isAmount: true,
    })),
    { label: 'Total', width: total, isAmount: true },
  ]);
  return { paper, columns, lines, noteOf: notesOf(document, lines) };
}

const DASH: Cell = { text: '—' };

/** The cells of what a subscriber pays for the month: an amount per coverage line. */
function premiumCells({ lines, noteOf }: List, shown: readonly BillSubscriberLine[]): Cell[] {
  const main = shown.find(({ line }) => line === lines[0]);
  const tier = (main ?? shown[0])?.tier ?? null;
  const amounts = lines.map((line): Cell => {
    const own = shown.find((one) => one.line === line);
    if (!own) return DASH;
    const note = noteOf(own, tier);
    return { text: paperMoney(own.cents), notes: note === '' ? [] : [note] };
  });
  return [{ text: main?.planName ?? '—' }, { text: tier ?? '—' }, ...amounts, { text: paperMoney(sumOf(shown)) }];
}

/** The cells of a line that has a row of its own, with its month in words. */
function ownCells({ lines }: List, shown: BillSubscriberLine): Cell[] {
  return [
    { text: lineWords(shown, (tier) => tier), span: 2 },
    ...lines.map((line): Cell => (line === shown.line ? { text: paperMoney(shown.cents) } : DASH)),
    { text: paperMoney(shown.cents) },
  ];
}

/** One row for the premium of the month, and one for each line that is something else. */
function rowsOf(list: List, { name, employeeId, lines }: BillSubscriber): Cell[][] {
  const premiums = lines.filter(({ kind }) => kind === 'premium');
  const inColumns = list.lines.flatMap((line) => premiums.find((one) => one.line === line) ?? []);
  const others = lines.filter((one) => !inColumns.includes(one));
  const rows = [
    ...(inColumns.length > 0 ? [premiumCells(list, inColumns)] : []),
    ...others.map((line) => ownCells(list, line)),
  ];
  return rows.map((cells, place) => [
    { text: place === 0 ? name : '', tag: 'TH', scope: 'Row' },
    { text: place === 0 ? (employeeId ?? '—') : '' },
    ...cells,
  ]);
}

function drawSubscriber(list: List, subscriber: BillSubscriber, title: string): void {
  const rows = rowsOf(list, subscriber);
  rows.forEach((cells, place) => {
    const height = rowHeight(list.paper, list.columns, cells, LOOK);
    const turned = keepRow(list.paper, list.columns, height, { title, size: SIZE.list });
    // On a new page a row must say whose it is.
    const shown = turned && place > 0 ? [{ ...cells[0], text: subscriber.name }, ...cells.slice(1)] : cells;
    drawRow(list.paper, list.columns, shown, LOOK);
  });
}

function sumCells({ lines }: List, label: string, subscribers: readonly BillSubscriber[]): Cell[] {
  const own = subscribers.flatMap((subscriber) => subscriber.lines);
  const face = 'strong';
  return [
    { text: label, tag: 'TH', scope: 'Row', face, span: 4 },
    ...lines.map((line): Cell => ({ text: paperMoney(sumOf(own.filter((one) => one.line === line))), face })),
    { text: paperMoney(sumOf(subscribers)), face },
  ];
}

function drawSum(list: List, cells: readonly Cell[], title: string): void {
  keepRow(list.paper, list.columns, rowHeight(list.paper, list.columns, cells, LOOK) + 4, { title, size: SIZE.list });
  list.paper.rule(list.paper.y - 2);
  list.paper.y += 1;
  drawRow(list.paper, list.columns, cells, LOOK);
}

const figure = (count: number): string => count.toLocaleString('en-US');

function drawLocation(list: List, { name, subscribers }: BillLocation, all: number): void {
  const { paper, columns } = list;
  const title = `Subscribers, ${name || 'no billing location'}`;
  paper.heading(title, 110);
  paper.within('Table', () => {
    drawHead(paper, columns, { size: SIZE.list });
    subscribers.forEach((subscriber, place) => {
      const before = paper.page;
      drawSubscriber(list, subscriber, title);
      const isFifth = (place + 1) % RULE_EVERY === 0 && place + 1 < subscribers.length;
      if (isFifth && before === paper.page) paper.rule(paper.y - 2.5, { color: HAIRLINE, weight: 0.5 });
    });
    const billed = subscribers.filter(hasPremium).length;
    const others = subscribers.length - billed;
    const label = `${figure(billed)} of ${figure(all)} subscribers, ${name || 'no billing location'}`;
    drawSum(
      list,
      sumCells(list, others > 0 ? `${label}, and ${figure(others)} with adjustments only` : label, subscribers),
      title,
    );
  });
}

/** The last sum: of all locations. */
function drawEnd(list: List, document: BillDocument, locations: number): void {
  if (locations < 2) return;
  list.paper.y += 6;
  list.paper.within('Table', () =>
    drawSum(list, sumCells(list, 'All locations', document.subscribers), 'Subscribers, all locations'),
  );
}

const legend = (tiers: readonly PlanTier[]): string =>
  tiers.map((tier) => `${tier} ${PLAN_TIER_LABEL[tier].toLowerCase()}`).join(', ');

/** Draws the subscribers by billing location, on pages of their own. */
export function drawSubscribers(paper: Paper, document: BillDocument): void {
  if (document.subscribers.length === 0) return;
  const list = listOf(paper, document);
  const locations = locationsOf(document);
  const billed = document.subscribers.filter(hasPremium).length;
  // Page 1 can be sent alone; names begin on the next one.
  if (paper.page === 1) paper.turn();
  for (const location of locations) drawLocation(list, location, billed);
  drawEnd(list, document, locations.length);
  paper.y += 4;
  const tiers = legend(tiersOf(document.subscribers.flatMap(({ lines }) => lines)));
  const words = 'Names and employee IDs only: this bill has no SSNs and no dates of birth.';
  paper.paragraph(tiers === '' ? words : `${tiers}. ${words}`);
}
