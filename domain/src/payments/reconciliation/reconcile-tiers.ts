import { type Cents, formatMoney, fromCents, multiply, subtract, ZERO } from '../../money.ts';
import { type Difference, type OurLine, sumOf, type TheirLine } from './difference.ts';
import type { ReconciliationFacts } from './reconcile-members.ts';

type Key = Pick<Difference, 'planId' | 'line' | 'tier' | 'month' | 'groupId'>;
type Cell = { theirs: TheirLine[]; ours: OurLine[] };
type Settings = {
  readonly facts: Pick<ReconciliationFacts, 'now' | 'planNames'>;
  /** Their file names tiers; without one a plan is one amount. */
  readonly hasTiers: boolean;
};

const keyOf = ({ planId, tier, month }: Pick<Key, 'planId' | 'tier' | 'month'>, hasTiers: boolean): string =>
  `${planId} ${month} ${hasTiers ? tier : ''}`;

/** What one subscriber costs where all cost the same. */
function unitOf(ours: readonly OurLine[]): Cents | null {
  const first = ours[0]?.cents;
  return first !== undefined && ours.every(({ cents }) => cents === first) ? first : null;
}

/** Compares counts and amounts per plan and tier with ours. Every line of both sides is in a difference, so the sums agree. */
export function reconcileTiers(
  theirs: readonly TheirLine[],
  ours: readonly OurLine[],
  { facts, hasTiers }: Settings,
): Difference[] {
  const cells = new Map<string, Cell>();
  const at = (key: string): Cell => {
    const cell = cells.get(key) ?? { theirs: [], ours: [] };
    cells.set(key, cell);
    return cell;
  };
  for (const line of ours) at(keyOf(line, hasTiers)).ours.push(line);
  const found: Difference[] = [];
  for (const line of theirs) {
    if (line.planId === null || (hasTiers && line.tier === null)) found.push(unknown(line));
    else at(keyOf(line, hasTiers)).theirs.push(line);
  }
  const now = new Map<string, Cents>();
  for (const line of facts.now) {
    const key = keyOf(line, hasTiers);
    now.set(key, fromCents((now.get(key) ?? 0) + line.cents));
  }
  for (const [key, cell] of cells) found.push(...differencesOf(cell, now.get(key), facts.now.length > 0));
  return found;
}

const base = (cell: Cell, hasTier: boolean) => {
  const some = (cell.ours[0] ?? cell.theirs[0]) as OurLine | TheirLine;
  return {
    groupId: some.groupId,
    subscriberId: null,
    stated: null,
    planId: some.planId,
    line: some.line,
    tier: hasTier ? some.tier : null,
    month: some.month,
    row: cell.theirs[0]?.row ?? null,
    lastDay: null,
  };
};

const unknown = (line: TheirLine): Difference => ({
  ...base({ theirs: [line], ours: [] }, true),
  kind: 'unexplained',
  stated: line.stated || line.statedPlan || null,
  theirs: line.cents,
  ours: ZERO,
  reason:
    line.planId === null
      ? line.statedPlan === ''
        ? `Row ${line.row} names no plan.`
        : `The plan “${line.statedPlan}” is not recognized.`
      : 'The tier is not recognized.',
});

function differencesOf(cell: Cell, now: Cents | undefined, hasNews: boolean): Difference[] {
  const [billed, expected] = [sumOf(cell.theirs), sumOf(cell.ours)];
  const of = base(cell, true);
  const one = (kind: Difference['kind'], reason: string, theirs = billed, ours = expected): Difference => ({
    ...of,
    kind,
    theirs,
    ours,
    reason,
  });
  const counted = cell.theirs.some(({ count }) => count !== null)
    ? cell.theirs.reduce((sum, { count }) => sum + (count ?? 0), 0)
    : null;
  const ourCount = new Set(cell.ours.map(({ subscriberId }) => subscriberId)).size;
  if (billed === expected && (counted === null || counted === ourCount)) return [one('match', '')];
  if (billed === expected) return [one('count', countText(counted ?? 0, ourCount))];
  if (hasNews && (now ?? 0) === billed)
    return [one('timing', 'Changed after the cut-off of our bill. The next bill adjusts it.')];
  if (cell.theirs.length === 0)
    return [one('not_billed', `Not in their file. We have ${formatMoney(expected)} for ${ourCount}.`)];
  const unit = unitOf(cell.ours);
  if (counted === null) return [one(...withoutCount(cell, billed, expected, unit, ourCount))];
  if (counted === ourCount) return [one('wrong_rate', rateText(billed, counted, expected, ourCount))];
  if (unit === null) return [one('count', countText(counted, ourCount))];
  const byCount = multiply(unit, counted);
  const rest = subtract(billed, byCount);
  return [
    one('count', countText(counted, ourCount), byCount, expected),
    ...(rest === 0 ? [] : [one('wrong_rate', rateText(billed, counted, expected, ourCount), rest, ZERO)]),
  ];
}

const countText = (theirs: number, ours: number): string => `They count ${theirs}, we count ${ours}.`;

const rateText = (billed: Cents, theirs: number, expected: Cents, ours: number): string =>
  theirs > 0 && ours > 0
    ? `${formatMoney(multiply(billed, 1, theirs))} per subscriber, ours is ${formatMoney(multiply(expected, 1, ours))}.`
    : 'An amount without subscribers.';

function withoutCount(
  cell: Cell,
  billed: Cents,
  expected: Cents,
  unit: Cents | null,
  ourCount: number,
): ['count' | 'wrong_rate' | 'unexplained', string] {
  if (unit !== null && unit !== 0 && billed % unit === 0) return ['count', countText(billed / unit, ourCount)];
  if (cell.ours.length === 0) return ['unexplained', 'We have nobody in this plan and tier.'];
  return ['wrong_rate', `They have ${formatMoney(billed)}, we have ${formatMoney(expected)} for ${ourCount}.`];
}
