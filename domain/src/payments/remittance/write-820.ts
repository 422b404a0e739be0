import type { CalendarDate } from '../../calendar-date.ts';
import type { Cents } from '../../money.ts';
import { asciiText } from '../../x12/ascii-text.ts';
import {
  DEFAULT_SEPARATORS,
  type EnvelopeHeader,
  fileText,
  groupText,
  interchangeText,
  segmentText,
  setText,
} from '../../x12/x12-writer.ts';

const GUIDE = '005010X218';

/** Why an amount differs (data element 426): credit for an earlier overpayment, payment of an earlier shortfall, part. */
export const ADJUSTMENT_REASONS = { overpaid: '52', underpaid: '53', part: 'H6' } as const;

type Adjustment = {
  readonly cents: Cents;
  readonly reason: string;
  /** The bill it corrects (ADX03 and ADX04). */ readonly bill?: string;
};

/** One amount of a group: of an invoice (IK) or on the group's account (11), for a covered period. */
export type OutgoingLine = {
  readonly kind: 'IK' | '11';
  readonly reference: string;
  readonly paid: Cents;
  /** Given where it differs from what was paid; the adjustments explain the difference. */
  readonly billed: Cents | null;
  readonly adjustments: readonly Adjustment[];
  /** The plan (REF*18) and the coverage line (REF*ZZ). */
  readonly plan: string | null;
  readonly line: string | null;
  readonly period: { readonly from: CalendarDate; readonly to: CalendarDate } | null;
  readonly subscribers: number | null;
};

/** The amounts of one employer group. `corrections` are of earlier payments and count toward the sum. */
export type OutgoingEntity = {
  readonly taxId: string | null;
  readonly number: string;
  readonly corrections: readonly Adjustment[];
  readonly lines: readonly OutgoingLine[];
};

export type OutgoingRemittance = {
  /** C: the money comes with it, through the bank; I: the money comes apart, under the same trace. */
  readonly handling: 'C' | 'I';
  readonly isDebit: boolean;
  readonly method: 'ACH' | 'FWT' | 'CHK';
  readonly format: 'CTX' | null;
  readonly cents: Cents;
  /** Identifies the payer, as its bank does (BPR10, TRN03). */
  readonly payerId: string;
  readonly on: CalendarDate;
  readonly trace: string;
  readonly payerName: string;
  readonly payeeName: string;
  readonly entities: readonly OutgoingEntity[];
};

const dollars = (cents: number): string => {
  const sign = cents < 0 ? '-' : '';
  const rest = Math.abs(cents) % 100;
  const whole = Math.trunc(Math.abs(cents) / 100);
  // X12 writes no decimals that say nothing.
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
};
const day = (date: CalendarDate): string => date.replaceAll('-', '');
const segment = (id: string, ...elements: (string | number | undefined)[]): string =>
  segmentText(DEFAULT_SEPARATORS, id, ...elements.map((one) => (typeof one === 'string' ? asciiText(one) : one)));
const adx = ({ cents, reason, bill }: Adjustment): string =>
  segment('ADX', dollars(cents), reason, ...(bill === undefined ? [] : ['IK', bill]));

function lineSegments({ kind, reference, paid, billed, adjustments, ...of }: OutgoingLine): string[] {
  const { plan, line, period, subscribers } = of;
  return [
    segment('RMR', kind, reference, 'PI', dollars(paid), billed === null ? undefined : dollars(billed)),
    ...(plan === null ? [] : [segment('REF', '18', plan)]),
    ...(line === null ? [] : [segment('REF', 'ZZ', line)]),
    ...(period === null
      ? []
      : [segment('DTM', '582', undefined, undefined, undefined, 'RD8', `${day(period.from)}-${day(period.to)}`)]),
    ...(subscribers === null ? [] : [segment('IT1', 1), segment('SLN', 1, undefined, 'O', subscribers, 'IE')]),
    ...adjustments.map(adx),
  ];
}

const entitySegments = ({ taxId, number, corrections, lines }: OutgoingEntity, index: number): string[] => [
  taxId === null
    ? segment('ENT', index + 1, '2L', 'EI', number)
    : segment('ENT', index + 1, '2L', 'FI', taxId.replaceAll(/\D/g, '')),
  ...corrections.map(adx),
  ...lines.flatMap(lineSegments),
];

/** Sums as our own reader checks them (case M19): a file whose sums do not hold is never written. */
function requireSums({ cents, entities }: OutgoingRemittance): void {
  let sum = 0;
  for (const { corrections, lines } of entities) {
    for (const correction of corrections) sum += correction.cents;
    for (const { paid, billed, adjustments } of lines) {
      sum += paid;
      const explained = adjustments.reduce<number>((total, one) => total + one.cents, billed ?? paid);
      if (explained !== paid) throw new RangeError('A line is not what was billed with its adjustments');
    }
  }
  if (sum !== cents || cents <= 0) throw new RangeError('The lines do not add up to the payment');
}

/**
 * Writes a payment with its amounts per group, line and month as an 820 (005010X218, summary bill). It has no bank
 * account numbers and no names of members. Throws RangeError where its sums do not hold.
 */
export function write820(header: EnvelopeHeader, payment: OutgoingRemittance): string {
  requireSums(payment);
  const { handling, isDebit, method, format, cents, payerId, on, trace, payerName, payeeName, entities } = payment;
  const empty = Array.from({ length: 4 }, () => undefined);
  const body = [
    segment(
      'BPR',
      handling,
      dollars(cents),
      isDebit ? 'D' : 'C',
      method,
      format ?? undefined,
      ...empty,
      payerId,
      undefined,
      ...empty,
      day(on),
    ),
    segment('TRN', handling === 'C' ? '1' : '3', trace, payerId),
    segment('N1', 'PE', payeeName),
    segment('N1', 'PR', payerName),
    ...entities.flatMap(entitySegments),
  ];
  const set = setText(DEFAULT_SEPARATORS, '820', 1, GUIDE, body);
  const group = groupText(DEFAULT_SEPARATORS, header, 'RA', GUIDE, header.control, [set]);
  return fileText(DEFAULT_SEPARATORS, interchangeText(DEFAULT_SEPARATORS, header, 1, group));
}
