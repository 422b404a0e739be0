import type { CalendarDate } from '../../calendar-date.ts';
import { addDays, addMonths } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { type Cents, fromCents, subtract, ZERO } from '../../money.ts';
import { ADJUSTMENT_REASONS, type OutgoingEntity, type OutgoingLine, type OutgoingRemittance } from './write-820.ts';

export const REMITTANCE_STATUSES = ['prepared', 'approved', 'sent', 'paid', 'void'] as const;
export type CarrierRemittanceStatus = (typeof REMITTANCE_STATUSES)[number];
export const REMITTANCE_STATUS_LABEL: Readonly<Record<CarrierRemittanceStatus, string>> = {
  prepared: 'Needs approval',
  approved: 'Approved',
  sent: 'File made',
  paid: 'Paid',
  void: 'Void',
};

export const REMITTANCE_METHODS = ['wire', 'ach', 'check'] as const;
export type RemittanceMethod = (typeof REMITTANCE_METHODS)[number];
export const REMITTANCE_METHOD_LABEL: Readonly<Record<RemittanceMethod, string>> = {
  wire: 'Wire',
  ach: 'ACH',
  check: 'Check',
};
/** BPR04, how the money goes. */
export const PAYMENT_METHOD_CODE = {
  wire: 'FWT',
  ach: 'ACH',
  check: 'CHK',
} as const satisfies Readonly<Record<RemittanceMethod, OutgoingRemittance['method']>>;

export const LEFT_OUT_REASONS = ['unpaid', 'partly_paid', 'paid_later'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
export const LEFT_OUT_LABEL: Readonly<Record<LeftOutReason, string>> = {
  unpaid: 'The bill is not paid yet',
  partly_paid: 'The bill is paid in part',
  paid_later: 'Paid after the day through which money is remitted',
};

/** What of a bill is due to a carrier for a plan, line and month: `before` was remitted earlier, `cents` is new. */
export type DueLine = {
  readonly billId: string;
  readonly billNumber: string;
  readonly groupId: string;
  readonly planId: string;
  readonly planCode: string;
  readonly line: CoverageLine;
  readonly coveredMonth: CalendarDate;
  readonly kind: 'premium' | 'waiver' | 'adjustment';
  readonly charged: Cents;
  readonly before: Cents;
  readonly cents: Cents;
  readonly subscribers: number;
};

const sum = (lines: readonly DueLine[], of: (line: DueLine) => Cents): Cents =>
  fromCents(lines.reduce((total, line) => total + of(line), 0));

/** One RMR: charges, waivers and adjustments of a plan and month of a bill together. */
function lineOf(lines: readonly [DueLine, ...DueLine[]]): OutgoingLine {
  const [{ billNumber, planCode, line, coveredMonth }] = lines;
  const paid = sum(lines, ({ cents }) => cents);
  const open = sum(lines, ({ charged, before }) => subtract(charged, before));
  const short = subtract(paid, open);
  return {
    kind: 'IK',
    reference: billNumber,
    paid,
    billed: short === 0 ? null : open,
    adjustments: short === 0 ? [] : [{ cents: short, reason: ADJUSTMENT_REASONS.part }],
    plan: planCode,
    line,
    period: { from: coveredMonth, to: addDays(addMonths(coveredMonth, 1), -1) },
    subscribers: Math.max(...lines.map(({ subscribers }) => subscribers)),
  };
}

/** A group's part of the 820: what was collected per bill, plan and month; what is owed back is a correction. */
export function entityOf(
  group: { readonly taxId: string | null; readonly number: string },
  due: readonly DueLine[],
): OutgoingEntity {
  const lines: OutgoingLine[] = [];
  const corrections: OutgoingEntity['corrections'][number][] = [];
  const byLine = new Map<string, DueLine[]>();
  for (const one of due) {
    const key = `${one.billNumber} ${one.planCode} ${one.line} ${one.coveredMonth}`;
    byLine.set(key, [...(byLine.get(key) ?? []), one]);
  }
  for (const ofLine of byLine.values()) {
    const [first, ...rest] = ofLine;
    const cents = sum(ofLine, (one) => one.cents);
    if (!first || cents === 0) continue;
    if (cents > 0) lines.push(lineOf([first, ...rest]));
    else corrections.push({ cents, reason: ADJUSTMENT_REASONS.overpaid, bill: first.billNumber });
  }
  return { ...group, lines, corrections };
}

/** What the carrier owes back of the sum, as a negative amount. */
export const correctionsOf = (entities: readonly OutgoingEntity[]): Cents =>
  fromCents(
    entities.reduce(
      (total, { corrections }) => corrections.reduce((all, { cents }) => all + cents, total),
      ZERO as number,
    ),
  );
