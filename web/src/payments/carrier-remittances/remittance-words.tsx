import type { CarrierRemittanceRow } from '@openbenefits/contract/carrier-remittances';
import type { CarrierRemittanceStatus } from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { Trans } from '@lingui/react/macro';
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

/** What the carrier answered to the 820, in words. */
export function RemittanceAnswer({ answer }: { answer: NonNullable<CarrierRemittanceRow['answer']> }) {
  switch (answer) {
    case 'A':
      return <Trans>Accepted by the carrier</Trans>;
    case 'E':
      return <Trans>Accepted by the carrier, with errors</Trans>;
    case 'P':
      return <Trans>Accepted by the carrier in part</Trans>;
    case 'R':
      return <Trans>Rejected by the carrier</Trans>;
  }
}
