import { type Cents, fromCents } from '../money.ts';
import type { BillLine } from './bill-lines.ts';

/** What a draft bill deserves a look for, before it is posted. */
export const BILL_ANOMALIES = [
  'jump',
  'empty',
  'zero_lines',
  'held',
  'terminated_charged',
  'covered_uncharged',
  'first_bill',
  'large_retro',
  'negative',
] as const;
export type BillAnomaly = (typeof BILL_ANOMALIES)[number];

export const BILL_ANOMALY_LABEL: Readonly<Record<BillAnomaly, string>> = {
  jump: 'Changed by more than 20%',
  empty: 'Nothing to bill',
  zero_lines: 'Lines of $0.00',
  held: 'Premiums without a price',
  terminated_charged: 'Terminated with a charge',
  covered_uncharged: 'Covered without a charge',
  first_bill: 'First bill',
  large_retro: 'Large adjustment of earlier months',
  negative: 'Credits exceed charges',
};

/** A bill changes a lot from more than this share, and an adjustment is large. */
const MANY = 20;

type Draft = {
  readonly lines: readonly BillLine[];
  readonly held: number;
  /** Premium of the bill before; null for the first. */
  readonly before: Cents | null;
  /** Terminated subscribers with premium in the billed month. */
  readonly terminated: number;
  /** Subscribers whose coverage has no charge in the billed month. */
  readonly uncharged: number;
};

const sumOf = (lines: readonly BillLine[], kind: BillLine['kind']): Cents =>
  fromCents(lines.reduce((sum, line) => (line.kind === kind ? sum + line.cents : sum), 0));

/** What stands out about a draft bill, in the order in which the review lists it. */
export function anomaliesOf({ lines, held, before, terminated, uncharged }: Draft): BillAnomaly[] {
  const premium = sumOf(lines, 'premium');
  const retro = sumOf(lines, 'retro');
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  const found: Record<BillAnomaly, boolean> = {
    jump: before !== null && before > 0 && Math.abs(premium - before) * 100 > before * MANY,
    empty: lines.length === 0 && held === 0,
    zero_lines: lines.some(({ cents }) => cents === 0),
    held: held > 0,
    terminated_charged: terminated > 0,
    covered_uncharged: uncharged > 0,
    first_bill: before === null && lines.length > 0,
    large_retro: retro !== 0 && Math.abs(retro) * 100 > Math.max(premium, 1) * MANY,
    negative: total < 0,
  };
  return BILL_ANOMALIES.filter((kind) => found[kind]);
}
