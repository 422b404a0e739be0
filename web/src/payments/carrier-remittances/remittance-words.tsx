import type { CarrierRemittanceStatus } from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { REMITTANCE_STATUS_LABEL } from '../../domain-labels.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const FORM = {
  prepared: { tone: 'review', sign: 'eye' },
  approved: { tone: 'pending', sign: 'half' },
  sent: { tone: 'busy', sign: 'clock' },
  paid: { tone: 'ok', sign: 'dot' },
  void: { tone: 'end', sign: 'stop' },
} as const satisfies Record<CarrierRemittanceStatus, unknown>;

export function RemittanceStatusBadge({ status }: { status: CarrierRemittanceStatus }) {
  return <StatusBadge {...FORM[status]}>{REMITTANCE_STATUS_LABEL[status]}</StatusBadge>;
}
