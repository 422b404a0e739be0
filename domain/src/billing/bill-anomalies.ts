import type { Cents } from '../money.ts';

/** What a draft bill deserves a look for, before it is posted. */
export const BILL_ANOMALIES = [
  'jump',
  'empty',
  'zero_lines',
  'held',
  'unbilled_months',
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
  unbilled_months: 'Months not billed yet',
  terminated_charged: 'Terminated with a charge',
  covered_uncharged: 'Covered without a charge',
  first_bill: 'First bill',
  large_retro: 'Large adjustment of earlier months',
  negative: 'Credits exceed charges',
};

/** A bill changes a lot from more than this share, and an adjustment is large. */
const MANY = 20;

type Draft = {
  readonly lines: number;
  readonly zeroLines: number;
  readonly premium: Cents;
  /** Adjustments of earlier months, without what is deliberately not credited. */
  readonly retro: Cents;
  readonly total: Cents;
  readonly held: number;
  /** Earlier months without a bill that wait for a decision. */
  readonly openMonths: number;
  /** Premium of the bill before; null for the first. */
  readonly before: Cents | null;
  /** Terminated subscribers with premium in the billed month. */
  readonly terminated: number;
  /** Subscribers whose coverage has no charge in the billed month. */
  readonly uncharged: number;
};

/** What stands out about a draft bill, in the order in which the review lists it. */
export function anomaliesOf({
  lines,
  zeroLines,
  premium,
  retro,
  total,
  held,
  openMonths,
  before,
  terminated,
  uncharged,
}: Draft): BillAnomaly[] {
  const found: Record<BillAnomaly, boolean> = {
    jump: before !== null && before > 0 && Math.abs(premium - before) * 100 > before * MANY,
    empty: lines === 0 && held === 0 && openMonths === 0,
    zero_lines: zeroLines > 0,
    held: held > 0,
    unbilled_months: openMonths > 0,
    terminated_charged: terminated > 0,
    covered_uncharged: uncharged > 0,
    first_bill: before === null && lines > 0,
    large_retro: retro !== 0 && Math.abs(retro) * 100 > Math.max(premium, 1) * MANY,
    negative: total < 0,
  };
  return BILL_ANOMALIES.filter((kind) => found[kind]);
}
