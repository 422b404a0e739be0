import type { MethodTerms, PaymentRow } from '@openbenefits/contract/payments';
import { formatMoney } from '@openbenefits/domain/money';
import type { PaymentStatus } from '@openbenefits/domain/payments/payment-status';
import { t } from '@lingui/core/macro';
import { PAYMENT_STATUS_LABEL } from '../domain-labels.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

const FORM = {
  pending: { tone: 'pending', sign: 'half' },
  processing: { tone: 'busy', sign: 'clock' },
  completed: { tone: 'ok', sign: 'dot' },
  failed: { tone: 'bad', sign: 'alert' },
  returned: { tone: 'bad', sign: 'alert' },
  void: { tone: 'end', sign: 'stop' },
} as const satisfies Record<PaymentStatus, unknown>;

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return <StatusBadge {...FORM[status]}>{PAYMENT_STATUS_LABEL[status]}</StatusBadge>;
}

/** Writes who a payment is from: the group, or the payer as the bank names it. */
export const payerOf = ({ groupName, payer }: Pick<PaymentRow, 'groupName' | 'payer'>): string =>
  groupName ?? (payer === null ? t`Unknown payer` : t`Payer: ${payer}`);

const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Writes a fee: '$2.50', '2.9% + $0.30'. */
export function feeText({ feeBasisPoints, feeCents }: Pick<MethodTerms, 'feeBasisPoints' | 'feeCents'>): string {
  if (feeBasisPoints === 0) return formatMoney(feeCents);
  return feeCents === 0 ? percent(feeBasisPoints) : `${percent(feeBasisPoints)} + ${formatMoney(feeCents)}`;
}

/** Writes a share of 1 with at most one decimal: '98.5%', '72%'. */
export const shareText = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** Writes a share of 1 as a whole percentage. */
export const wholeShare = (share: number): string => `${Math.round(share * 100)}%`;

/** Returns whether a payment no longer counts. */
export const isEndedPayment = ({ status }: PaymentRow): boolean => status === 'void' || status === 'failed';
